"""The addresses of the organiser's pages."""

from __future__ import annotations

from django.urls import include, path

from tournament.web.organiser import (
    backups,
    ceremony,
    ceremony_screen,
    check_in,
    closing_entries,
    club_night,
    entries,
    erasing_names,
    events,
    group_links,
    groups,
    imports,
    log,
    new_event,
    plan,
    settings,
    spelling,
    team,
)

board = [
    path("", entries.show_entries, name="entries"),
    path("enter/", entries.enter, name="enter-for-group"),
    path("names/", entries.enter_names, name="enter-names"),
    path("entries/<int:entry>/", entries.change, name="change-entry"),
    path("entries/<int:entry>/withdraw/", entries.withdraw, name="withdraw-entry"),
    path("spelling/<int:entry>/", spelling.fix_spelling, name="spelling"),
    path("entries.csv", entries.download_csv, name="entries-csv"),
    path("entries.xlsx", entries.download_xlsx, name="entries-xlsx"),
    path("close/", closing_entries.close, name="close-entries"),
    path("reopen/", closing_entries.reopen, name="reopen-entries"),
    path("import/", imports.receive, name="import"),
    path("import/<int:upload>/", imports.show_import, name="import-list"),
    path("import/<int:upload>/discard/", imports.discard, name="discard-import"),
]
desk = [
    path("", check_in.show_check_in, name="check-in"),
    path("person/<int:person>/", check_in.mark, name="check-in-person"),
    path("seat/<int:entry>/", check_in.change_seat, name="check-in-seat"),
    path("late/", check_in.join_late, name="check-in-late"),
    path("wish/<int:wish>/", check_in.answer_wish, name="check-in-wish"),
]
urlpatterns = [
    path("backups/", backups.show_backups, name="backups"),
    path("backups/<int:number>/", backups.restore, name="restore"),
    path("backups/<int:number>/turntable.sqlite3", backups.download, name="backup-file"),
    path("organise/", events.show_events, name="organise"),
    path("organise/new/", new_event.new_event, name="new-event"),
    path("organise/new/club-night/", club_night.new_club_night, name="new-club-night"),
    path("organise/<slug:event>/", events.show_event, name="event"),
    path("organise/<slug:event>/copy/", events.copy, name="copy-event"),
    path("organise/<slug:event>/keep-names/", events.keep_names, name="keep-names"),
    path("organise/<slug:event>/new/", new_event.new_competition, name="new-competition"),
    path("organise/<slug:event>/groups/", groups.show_groups, name="groups"),
    path("organise/<slug:event>/groups/slips/", groups.print_slips, name="slips"),
    path("organise/<slug:event>/groups/links/", group_links.show_links, name="group-links"),
    path("organise/<slug:event>/groups/links.csv", group_links.download_links, name="group-links-csv"),
    path("organise/<slug:event>/groups/<int:group>/", groups.show_group, name="event-group"),
    path("organise/<slug:event>/people/", team.show_team, name="team"),
    path("desk/<slug:event>/", check_in.show_desks, name="helper"),
    path("organise/<slug:event>/settings/", settings.event_settings, name="event-settings"),
    path("organise/<slug:event>/log/", log.show_log, name="log"),
    path("organise/<slug:event>/log/file.csv", log.download_log, name="log-file"),
    path("organise/<slug:event>/erase-names/", erasing_names.erase_names, name="erase-names"),
    path(
        "organise/<slug:event>/<slug:competition>/settings/",
        settings.competition_settings,
        name="competition-settings",
    ),
    path("organise/<slug:event>/<slug:competition>/", include(board)),
    path("organise/<slug:event>/<slug:competition>/plan/", plan.show_plan, name="plan"),
    path("organise/<slug:event>/<slug:competition>/draw/", ceremony.show_ceremony, name="ceremony"),
    path("organise/<slug:event>/<slug:competition>/draw/publish/", ceremony.publish, name="publish"),
    path("organise/<slug:event>/<slug:competition>/draw/hall/", ceremony_screen.show_screen, name="ceremony-screen"),
    path("organise/<slug:event>/<slug:competition>/check-in/", include(desk)),
]
