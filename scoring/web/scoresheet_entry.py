"""A scoresheet is typed in from paper: one line a hand, by keyboard alone. What was typed is never lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.actions import hands
from scoring.rules import carry
from scoring.web.both_values import both_values
from scoring.web.hand_forms import NOBODY, HandForm, cards_to_choose, empty_form, form_of_carried, read_form
from scoring.web.sheet import ChosenTable, find_chosen
from scoring.web.sheet_view import SheetSeat, SheetView, show_sheet_of
from scoring.words import UNFINISHED
from tournament.permissions import Actor
from tournament.rules.errors import HandRefused
from tournament.rules.reasons import Reason
from tournament.web.forms import Done, Trouble, carry_out, number
from tournament.web.visitors import for_organiser_of_competition

if TYPE_CHECKING:
    from tournament.models import Competition


@dataclass(frozen=True)
class HandToEnter:
    """The hand that the form is for: an ordinary one, or the play-off hand among those who are level."""

    chairs: Sequence[SheetSeat]
    playoff: bool


def _next(sheet: SheetView, *, playoff: bool) -> HandToEnter:
    """The next hand to enter: the play-off hand if it is asked for, or if no other can follow. After time up a paper
    may still hold ordinary hands although two people are level so far, so a hand is never taken for the play-off by
    itself."""
    playoff = bool(sheet.playoff) and (playoff or not sheet.next)
    players = sheet.playoff if playoff else sheet.next
    return HandToEnter([chair for chair in sheet.present if chair.entry in players] or sheet.present, playoff)


def _carried(sheet: SheetView, text: str) -> tuple[HandToEnter, HandForm]:
    """The hand from a code. A code that names only those who are level is their play-off hand."""
    hand = carry.read(text)
    seats = {*hand.points, *([hand.out_seat] if hand.out_seat else [])}
    level = {chair.seat for chair in sheet.present if chair.entry in sheet.playoff}
    following = _next(sheet, playoff=seats == level and len(level) < len(sheet.present))
    return following, form_of_carried(hand, following.chairs)


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def enter_scoresheet(request: HttpRequest, competition: Competition, by: Actor, number: int) -> HttpResponse:
    """Show the recorded hands and a line for the next one."""
    chosen = find_chosen(request, competition, number)
    sheet = show_sheet_of(chosen.read())
    following = _next(sheet, playoff="playoff" in request.GET or "playoff" in request.POST)
    form = empty_form(len(sheet.hands) + 1, following.chairs)
    if request.method != "POST":
        return _show(request, chosen, sheet, following, form, Done())
    if request.POST.get("do") == "carry":
        try:
            following, form = _carried(sheet, request.POST.get("code", ""))
        except HandRefused as refused:
            return _show(request, chosen, sheet, following, form, Done(), code_error=str(refused))
    else:
        form = read_form(request.POST, following.chairs, playoff=following.playoff)
    return _save(request, by, chosen, sheet, following, form)


def _save(
    request: HttpRequest, by: Actor, chosen: ChosenTable, sheet: SheetView, following: HandToEnter, form: HandForm
) -> HttpResponse:
    if not form.right:
        return _show(request, chosen, sheet, following, form, Done(), code_error=form.errors.get("code", ""))
    done = _write(request, by, chosen, following, form)
    if done.trouble is not None:
        return _show(request, chosen, _read_again(request, chosen), following, form, done)
    messages.success(request, f"Hand {form.number} is saved.")
    # Without a fragment: browsers put the focus nowhere on a page that is opened at a place of its own.
    return HttpResponseRedirect(reverse("board-paper", args=chosen.args))


def _read_again(request: HttpRequest, chosen: ChosenTable) -> SheetView:
    """The sheet as it is after something was refused: somebody else may have changed it."""
    return show_sheet_of(find_chosen(request, chosen.competition, chosen.shown).read())


def _write(request: HttpRequest, by: Actor, chosen: ChosenTable, following: HandToEnter, form: HandForm) -> Done[Any]:
    """Record a new hand. If a person saw both values and chose this one, it replaces the recorded one."""
    typed: dict[str, Any] = form.body() | {"by": by, "table": chosen.table.pk, "number": int(form.number)}
    typed["sure"] = "sure" in request.POST
    if request.POST.get("do") == "replace":
        return carry_out(
            request, hands.change_hand, **typed, version=number(request, "version"), why=Reason.AS_ON_PAPER.value
        )
    return carry_out(request, hands.record_hand, **typed, playoff=following.playoff)


def _show(
    request: HttpRequest,
    chosen: ChosenTable,
    sheet: SheetView,
    following: HandToEnter,
    form: HandForm,
    done: Done[Any],
    code_error: str = "",
) -> HttpResponse:
    trouble = done.trouble
    if trouble is None and (code_error or not form.right) and request.method == "POST":
        trouble = Trouble(code_error or "Some fields need another look.")
    context = chosen.context(sheet) | {
        "line": form,
        "playoff": following.playoff,
        "takes_a_hand": sheet.open and (sheet.next or sheet.playoff),
        "cards": cards_to_choose(form),
        "nobody": NOBODY,
        "unfinished": UNFINISHED,
        "trouble": trouble,
        "both": both_values(trouble, {seat.code: seat.name for seat in sheet.present}),
        "theirs_version": (trouble.theirs or {}).get("version") if trouble else None,
        "code": request.POST.get("code", "") if code_error else "",
        "code_error": code_error,
    }
    return render(request, "organiser/scoresheet_entry.html", context, status=trouble.status if trouble else 200)
