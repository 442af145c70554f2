"""One table's sheet on the organiser's board, and all that can be done with it as a whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.actions import hands, sheets, tablets
from scoring.models import Tablet
from scoring.queries.board import read_board
from scoring.queries.keys import key_of
from scoring.queries.sheet import SheetView, read_sheet
from scoring.queries.troubles import Trouble as Typed
from scoring.queries.troubles import read_trouble
from scoring.web.board import clock_of, find_round, fingerprint, is_fragment, name_rounds, published_draw
from tournament.live.topics import staff
from tournament.models import Competition, Draw, Table
from tournament.permissions import Actor
from tournament.web.forms import Deed, Done, Trouble, carry_out, do, number
from tournament.web.links import qr_code, site_of
from tournament.web.live_page import live_context
from tournament.web.organiser.navigation import competition_navigation
from tournament.web.visitors import for_organiser_of_competition

CHANGED: str = "This was changed or settled meanwhile. Look at it again."


@dataclass(frozen=True)
class Here:
    """The table that a page is about; `query` keeps its round in every address, if it is not the latest."""

    competition: Competition
    draw: Draw
    table: Table
    query: str

    @property
    def args(self) -> list[Any]:
        return [self.competition.event.slug, self.competition.slug, self.table.number]

    @property
    def url(self) -> str:
        return reverse("board-table", args=self.args) + self.query

    def read(self) -> SheetView:
        """As it is now."""
        return read_sheet(self.competition, self.draw, self.table, timezone.now())

    def again(self) -> Here:
        """After something was written."""
        table = Table.objects.select_related("round__clock").get(pk=self.table.pk)
        return Here(self.competition, self.draw, table, self.query)

    def context(self, sheet: SheetView) -> dict[str, Any]:
        """What every page about one table shows."""
        return competition_navigation(self.competition, "board") | {
            "table": sheet.table,
            "round": sheet.table.round,
            "sheet": sheet,
            "query": self.query,
            **clock_of(self.competition, sheet.table.round),
        }


def find_here(request: HttpRequest, competition: Competition, number: int) -> Here:
    """The table of this number, in the latest round or in the one that is asked for."""
    draw = published_draw(competition)
    round_, made = find_round(request, competition)
    table = round_.tables.filter(number=number).first() if round_ else None
    if draw is None or round_ is None or table is None:
        raise Http404("There is no such table.")
    name_rounds(made, competition, draw)
    table.round = round_
    return Here(competition, draw, table, f"?round={round_.number}" if round_ is not made[-1] else "")


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def show_sheet(request: HttpRequest, competition: Competition, by: Actor, number: int) -> HttpResponse:
    """All of it; each button is one action."""
    hears = live_context([staff(competition.event_id)])
    here = find_here(request, competition, number)
    done: Done[Any] = Done()
    if request.method == "POST":
        done = _act(request, by, here)
        if done.trouble is None:
            board = reverse("board", args=here.args[:2])
            return HttpResponseRedirect(board if request.POST.get("back") == "board" else here.url)
        here = here.again()
    return _show(request, here, hears, done)


def _show(request: HttpRequest, here: Here, hears: dict[str, Any], done: Done[Any]) -> HttpResponse:
    sheet = here.read()
    board = read_board(here.competition, here.draw, here.table.round, timezone.now())
    card = next(card for card in board.tables if card.number == here.table.number)
    table = sheet.table
    version = fingerprint(sheet, card, table.accepted_at, table.lot, table.round.closed_at)
    context = here.context(sheet) | hears | {
        "card": card,
        "trouble": done.trouble and Trouble(done.trouble.sentence, done.trouble.status, done.trouble.confirm),
        "again": request.POST.get("do"),
        "said_again": {name: request.POST.get(name, "") for name in ("seen", "why")},
        "why": request.POST.get("why", ""),
        "version": version,
        **_key(request, here),
    }  # fmt: skip
    if not is_fragment(request):
        return render(request, "organiser/board_table.html", context, status=done.status)
    if request.GET.get("seen") == version:
        return HttpResponse(status=204)
    return render(request, "organiser/board_table.html#sheet", context)


def _key(request: HttpRequest, here: Here) -> dict[str, Any]:
    key = key_of(here.competition.pk, here.table.number)
    link = site_of(request) + key.path
    return {"key": key, "key_link": link, "key_code": qr_code(link)}


# What the buttons do


def _act(request: HttpRequest, by: Actor, here: Here) -> Done[Any]:
    wanted = request.POST.get("do")
    if wanted == "mine":
        return _take_typed(request, by, here)
    return do(request, _deeds(request, by, here))


def _deeds(request: HttpRequest, by: Actor, here: Here) -> dict[str, Deed]:
    table, why = here.table, request.POST.get("why", "")
    said: dict[str, Any] = {"by": by, "table": table.pk}
    seen = [int(one) if one.isascii() and one.isdigit() else 0 for one in request.POST.get("seen", "").split()]
    settle, sure = request.POST.get("settle", ""), {"sure": "sure" in request.POST}
    return {
        "accept": Deed(sheets.accept_sheet, said | sure | {"seen": seen, "why": why}, _said(f"{table} is accepted.")),
        "reopen": Deed(sheets.reopen_sheet, said | {"why": why}, _said(f"{table} is open again.")),
        "lot": Deed(sheets.settle_by_lot, said | sure, _said("The lot decides the tie, when the sheet is accepted.")),
        "lower": Deed(tablets.lower_flag, said, _said(f"The call of table {table.number} is answered.")),
        "theirs": Deed(tablets.let_go, said | {"settle": settle}, _said(f"{table} keeps the hand that was received.")),
    }


def _said(sentence: str) -> Callable[[Any], str]:
    return lambda _: sentence


def _take_typed(request: HttpRequest, by: Actor, here: Here) -> Done[Any]:
    """The hand as the tablet has it: it becomes the hand by the ordinary change, then the tablet lets go of its own."""
    settle = request.POST.get("settle", "")
    if settle and Tablet.objects.filter(competition=here.competition, settled=settle).exists():
        return Done()  # the button was pressed twice
    typed = _typed(here, settle)
    if typed is None or typed.typed is None or typed.seen != request.POST.get("typed"):
        return Done(trouble=Trouble(CHANGED, 409))
    said = {**typed.typed, "number": typed.hand, "version": number(request, "version"), "why": "chosen of two"}
    changed = carry_out(request, _change, by=by, table=here.table.pk, sure=True, **said)
    if changed.trouble is not None:
        return changed
    sentence = f"{here.table} has the hand that the tablet had."
    return do(
        request, {"mine": Deed(tablets.let_go, {"by": by, "table": here.table.pk, "settle": settle}, _said(sentence))}
    )


def _change(*, request: str, **said: Any) -> dict[str, int]:
    """The first of two steps that one form takes: each has an id of its own, so that both are done once."""
    return hands.change_hand(request=f"{request}-hand" if request else "", **said)


def _typed(here: Here, settle: str) -> Typed | None:
    there = Tablet.objects.filter(competition=here.competition, number=here.table.number, trouble__isnull=False)
    found = (read_trouble(tablet.trouble) for tablet in there)
    return next((one for one in found if one is not None and one.request == settle), None)
