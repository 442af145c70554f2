"""One table's sheet on the organiser's board, and all that can be done with it as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.actions import calls, sheets, tablets
from scoring.queries.keys import key_of
from scoring.queries.sheet import SheetRead, read_sheet
from scoring.queries.table_address import find_table_of_round
from scoring.web.board import clock_of, find_round, fingerprint
from scoring.web.board_cards import sign_of
from scoring.web.sheet_view import SheetView, show_sheet_of
from tournament import current_time
from tournament.live.topics import staff
from tournament.permissions import Actor
from tournament.queries.standing import read_standing
from tournament.rules.numbers import whole_number
from tournament.rules.standing import PlannedRound, Standing
from tournament.rules.table_numbers import ShownTable
from tournament.web.forms import Deed, Done, Trouble, do, number, reason_given
from tournament.web.fragments import is_fragment
from tournament.web.links import qr_code, site_of
from tournament.web.live_page import live_context
from tournament.web.organiser.navigation import competition_navigation
from tournament.web.visitors import for_organiser_of_competition

if TYPE_CHECKING:
    from tournament.models import Competition, Table


@dataclass(frozen=True)
class ChosenTable:
    """The table that a page is about; `query` keeps its round in every address, if it is not the latest."""

    competition: Competition
    standing: Standing
    round: PlannedRound
    table: Table
    query: str

    @property
    def shown(self) -> ShownTable:
        """The number that people see on it."""
        return self.standing.numbers.shown(self.table.number)

    @property
    def args(self) -> list[Any]:
        return [self.competition.event.slug, self.competition.slug, self.shown]

    @property
    def url(self) -> str:
        return reverse("board-table", args=self.args) + self.query

    def read(self) -> SheetRead:
        """The sheet as it is now."""
        return read_sheet(self.standing, self.competition, self.table, current_time.now())

    def context(self, sheet: SheetView) -> dict[str, Any]:
        """What every page about one table shows."""
        return competition_navigation(self.competition, "board") | {
            "table": sheet.table,
            "round": self.round,
            "sheet": sheet,
            "query": self.query,
            **clock_of(self.competition, self.round),
        }


def find_chosen(request: HttpRequest, competition: Competition, shown: int) -> ChosenTable:
    """The table with this number on it, in the latest round or in the one that is asked for."""
    standing = read_standing(competition, current_time.now())
    round_ = find_round(request, standing)
    table = find_table_of_round(standing, round_, shown) if round_ else None
    if round_ is None or table is None:
        raise Http404("There is no such table.")
    query = "" if round_ is standing.latest else f"?round={round_.number}"
    return ChosenTable(competition, standing, round_, table, query)


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def show_sheet(request: HttpRequest, competition: Competition, by: Actor, number: int) -> HttpResponse:
    """Show the whole sheet. Each button is one action."""
    hears = live_context([staff(competition.event_id)], by=by)
    chosen = find_chosen(request, competition, number)
    done: Done[Any] = Done()
    if request.method == "POST":
        done = do(request, _deeds(request, by, chosen.table))
        if done.trouble is None:
            board = reverse("board", args=chosen.args[:2])
            return HttpResponseRedirect(board if request.POST.get("back") == "board" else chosen.url)
        chosen = find_chosen(request, competition, number)
    return _show(request, chosen, hears, done)


def _show(request: HttpRequest, chosen: ChosenTable, hears: dict[str, Any], done: Done[Any]) -> HttpResponse:
    read = chosen.read()
    sheet, sign, table = show_sheet_of(read), sign_of(read.board), chosen.table
    version = fingerprint(sheet, sign, table.accepted_at, table.lot, chosen.round.closed_at)
    context = chosen.context(sheet) | hears | {
        "card": sign,
        "trouble": done.trouble and Trouble(done.trouble.sentence, done.trouble.status, done.trouble.confirm),
        "again": request.POST.get("do"),
        "said_again": {name: request.POST.get(name, "") for name in ("seen", "why", "note")},
        "why": request.POST.get("why", ""),
        "note": request.POST.get("note", ""),
        "version": version,
        **_key(request, chosen),
    }  # fmt: skip
    if not is_fragment(request):
        return render(request, "organiser/board_table.html", context, status=done.status)
    if request.GET.get("seen") == version:
        return HttpResponse(status=204)
    return render(request, "organiser/board_table.html#sheet", context)


def _key(request: HttpRequest, chosen: ChosenTable) -> dict[str, Any]:
    key = key_of(chosen.competition.pk, chosen.table.number)
    link = site_of(request) + key.path
    return {"key": key, "key_link": link, "key_code": qr_code(link)}


# What the buttons do


def _deeds(request: HttpRequest, by: Actor, table: Table) -> Mapping[str, Deed]:
    posted, at_table = request.POST, {"by": by, "table": table.pk}
    seen = [whole_number(word) or 0 for word in posted.get("seen", "").split()]
    why, settle, sure = reason_given(request), {"settle": posted.get("settle", "")}, {"sure": "sure" in posted}
    typed = {"typed": posted.get("typed", ""), "version": number(request, "version")}
    return {
        "accept": Deed(sheets.accept_sheet, at_table | sure | why | {"seen": seen}, _tell(f"{table} is accepted.")),
        "reopen": Deed(sheets.reopen_sheet, at_table | why, _tell(f"{table} is open again.")),
        "lot": Deed(
            sheets.settle_by_lot, at_table | sure, _tell("The lot decides the tie when the sheet is accepted.")
        ),
        "lower": Deed(calls.lower_flag, at_table, _tell(f"Table {table.shown}’s call is answered.")),
        "theirs": Deed(tablets.let_go, at_table | settle, _tell(f"{table} keeps the hand that was received.")),
        "mine": Deed(tablets.take_typed_hand, at_table | settle | typed, _tell(f"{table} now has the tablet’s hand.")),
    }


def _tell(sentence: str) -> Callable[[Any], str]:
    return lambda _: sentence
