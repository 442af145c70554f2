"""A scoresheet typed in: one line a hand, by keyboard alone. What was typed is never lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.actions import hands
from scoring.queries.sheet import Chair, SheetView
from scoring.rules import carry
from scoring.web.hand import both_values, cards_of
from scoring.web.lines import NOBODY, Line, empty_line, line_of_carried, read_line
from scoring.web.sheet import Here, find_here
from tournament.models import Competition
from tournament.permissions import Actor
from tournament.rules.errors import HandRefused
from tournament.web.forms import Done, Trouble, carry_out, number
from tournament.web.visitors import for_organiser_of_competition


@dataclass(frozen=True)
class Next:
    """The hand that the form is for: an ordinary one, or the play-off hand among those who are level."""

    chairs: Sequence[Chair]
    playoff: bool


def _next(sheet: SheetView, *, playoff: bool) -> Next:
    """The play-off hand where it is asked for, or no other can follow. After the bell a paper may still hold ordinary
    hands although two are level so far, so it is never taken for one by itself."""
    playoff = bool(sheet.playoff) and (playoff or not sheet.next)
    players = sheet.playoff if playoff else sheet.next
    return Next([chair for chair in sheet.present if chair.entry in players] or sheet.present, playoff)


def _carried(sheet: SheetView, text: str) -> tuple[Next, Line]:
    """A code that names only those who are level is their play-off hand."""
    hand = carry.read(text)
    seats = {*hand.points, *([hand.out_seat] if hand.out_seat else [])}
    level = {chair.seat for chair in sheet.present if chair.entry in sheet.playoff}
    following = _next(sheet, playoff=seats == level and len(level) < len(sheet.present))
    return following, line_of_carried(hand, following.chairs)


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def enter_paper(request: HttpRequest, competition: Competition, by: Actor, number: int) -> HttpResponse:
    """The hands that are in, and a line for the next one."""
    here = find_here(request, competition, number)
    sheet = here.read()
    following = _next(sheet, playoff="playoff" in request.GET or "playoff" in request.POST)
    line = empty_line(len(sheet.hands) + 1, following.chairs)
    if request.method != "POST":
        return _show(request, here, sheet, following, line, Done())
    if request.POST.get("do") == "carry":
        try:
            following, line = _carried(sheet, request.POST.get("code", ""))
        except HandRefused as refused:
            return _show(request, here, sheet, following, line, Done(), code_error=str(refused))
    else:
        line = read_line(request.POST, following.chairs)
    return _save(request, by, here, sheet, following, line)


def _save(request: HttpRequest, by: Actor, here: Here, sheet: SheetView, following: Next, line: Line) -> HttpResponse:
    if not line.right:
        return _show(request, here, sheet, following, line, Done(), code_error=line.errors.get("code", ""))
    done = _write(request, by, here, following, line)
    if done.trouble is not None:
        return _show(request, here, here.again().read(), following, line, done)
    messages.success(request, f"Hand {line.number} is saved.")
    # Without a fragment: browsers put the focus nowhere on a page that is opened at a place of its own.
    return HttpResponseRedirect(reverse("board-paper", args=here.args))


def _write(request: HttpRequest, by: Actor, here: Here, following: Next, line: Line) -> Done[Any]:
    """A new hand; or, chosen by a person who saw both values, this one in the place of the one that is there."""
    said: dict[str, Any] = line.body() | {"by": by, "table": here.table.pk, "number": int(line.number)}
    said["sure"] = "sure" in request.POST
    if request.POST.get("do") == "replace":
        return carry_out(request, hands.change_hand, **said, version=number(request, "version"), why="as on paper")
    return carry_out(request, hands.record_hand, **said, playoff=following.playoff)


def _show(
    request: HttpRequest,
    here: Here,
    sheet: SheetView,
    following: Next,
    line: Line,
    done: Done[Any],
    code_error: str = "",
) -> HttpResponse:
    trouble = done.trouble
    if trouble is None and (code_error or not line.right) and request.method == "POST":
        trouble = Trouble(code_error or "Some fields need another look.")
    context = here.context(sheet) | {
        "line": line,
        "playoff": following.playoff,
        "takes_a_hand": sheet.open and (sheet.next or sheet.playoff),
        "cards": cards_of(line),
        "nobody": NOBODY,
        "trouble": trouble,
        "both": both_values(trouble, _names(here)),
        "theirs_version": (trouble.theirs or {}).get("version") if trouble else None,
        "code": request.POST.get("code", "") if code_error else "",
        "code_error": code_error,
    }
    return render(request, "organiser/board_paper.html", context, status=trouble.status if trouble else 200)


def _names(here: Here) -> dict[str, str]:
    """By code, in seat order."""
    seats = here.table.seats.select_related("entry__competitor").filter(absent=False).order_by("number")
    return {seat.entry.code: str(seat.entry.competitor) or seat.entry.code for seat in seats}
