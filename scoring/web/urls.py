"""The addresses of pages about what happens at the tables."""

from __future__ import annotations

from django.urls import include, path

from scoring.web import (
    board,
    corrections,
    demo,
    keys,
    print_room,
    public,
    scoresheet_entry,
    sheet,
    umpire_door,
    umpire_page,
    umpire_sends,
)

tables = [
    path("", board.show_board, name="board"),
    path("round/", board.show_round_end, name="board-round"),
    path("<int:number>/", sheet.show_sheet, name="board-table"),
    path("<int:number>/paper/", scoresheet_entry.enter_scoresheet, name="board-paper"),
    path("<int:number>/hands/add/", corrections.add_hand, name="board-add"),
    path("<int:number>/hands/<int:hand>/", corrections.show_hand, name="board-hand"),
]
urlpatterns = [
    path("organise/demo/", demo.show_demo, name="demo"),
    path("organise/<slug:event>/<slug:competition>/board/", include(tables)),
    path("organise/<slug:event>/<slug:competition>/keys/", keys.show_keys, name="table-keys"),
    path("organise/<slug:event>/<slug:competition>/print/", print_room.show_print_room, name="print-room"),
    path("organise/<slug:event>/<slug:competition>/print/<int:paper>.pdf", print_room.open_paper, name="print-file"),
    path("c/<slug:slug>/rounds/<int:number>/", public.show_round, name="round"),
    path("c/<slug:slug>/rounds/<int:number>/<int:page>/", public.show_round, name="round-page"),
    path("c/<slug:slug>/record.json", public.download_record, name="record"),
    path("check-record.pyz", public.download_checker, name="record-checker"),
    path("t/<str:token>", umpire_door.open_key, name="table-key"),
    path("table/", umpire_door.type_code, name="type-code"),
    path("table/<slug:slug>/", umpire_page.show_tables, name="tables"),
    path("table/<slug:slug>/<int:number>/", umpire_page.show_table, name="table"),
    path("table/<slug:slug>/<int:number>/state.json", umpire_page.read_state, name="table-state"),
    path("table/<slug:slug>/<int:number>/do/<slug:verb>", umpire_sends.do, name="table-do"),
]
