"""Change, delete or add one hand: at once while the sheet is open, after a preview of the consequences once it is
accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.actions import corrections, hands
from scoring.actions.locked_table import TypedHand
from scoring.rules.table_now import RecordedHand
from scoring.web.board import fingerprint
from scoring.web.both_values import both_values
from scoring.web.hand_forms import NOBODY, HandForm, cards_to_choose, empty_form, form_of, read_form
from scoring.web.sheet import ChosenTable, find_chosen
from scoring.web.sheet_view import SheetSeat, SheetView, show_sheet_of
from scoring.words import UNFINISHED
from tournament.permissions import Actor
from tournament.rules.errors import TurntableError
from tournament.rules.numbers import whole_number
from tournament.rules.standing import Standing
from tournament.web.forms import Done, Trouble, carry_out, number, reason_given, trouble_of
from tournament.web.visitors import for_organiser_of_competition

if TYPE_CHECKING:
    from tournament.models import Competition

LOOK_AGAIN: Final = "The hand has changed since you saw what this would do. Look again."


@dataclass(frozen=True)
class HandPage:
    """One hand's page: its sheet, the hand (None while one is added), and the players of the hand."""

    chosen: ChosenTable
    sheet: SheetView
    recorded: RecordedHand | None
    chairs: Sequence[SheetSeat]
    codes: Mapping[str, int]
    names: Mapping[str, str]
    """What sentences call everybody, by code."""

    def form(self) -> HandForm:
        """The form as the page first shows it."""
        if self.recorded is None:
            return empty_form(len(self.sheet.hands) + 1, self.chairs)
        return form_of(self.recorded, self.chairs, self.codes)


def _open(request: HttpRequest, competition: Competition, table: int, hand: int | None) -> HandPage:
    chosen = find_chosen(request, competition, table)
    read = chosen.read()
    now, sheet = read.table.now, show_sheet_of(read)
    recorded = next((recorded for recorded in now.hands if recorded.number == hand), None)
    if hand is not None and recorded is None:
        raise Http404("There is no such hand at this table.")
    chairs = sheet.present
    if recorded is not None and recorded.hand.playoff:
        chairs = [chair for chair in chairs if chair.code in recorded.hand.players]
    return HandPage(chosen, sheet, recorded, chairs, now.entries, now.names)


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def show_hand(request: HttpRequest, competition: Competition, by: Actor, number: int, hand: int) -> HttpResponse:
    """Show a recorded hand, to be changed or deleted."""
    page = _open(request, competition, number, hand)
    if page.sheet.closed and not page.sheet.accepted:
        raise Http404("This table had no sheet.")
    return _answer(request, by, page)


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def add_hand(request: HttpRequest, competition: Competition, by: Actor, number: int) -> HttpResponse:
    """Add a forgotten hand to an accepted sheet. An open sheet has the form for paper."""
    page = _open(request, competition, number, None)
    if not page.sheet.accepted:
        return redirect("board-paper", *page.chosen.args)
    return _answer(request, by, page)


def _answer(request: HttpRequest, by: Actor, page: HandPage) -> HttpResponse:
    if request.method != "POST":
        return _show(request, page, page.form())
    wanted = request.POST.get("do", "")
    playoff = page.recorded is not None and page.recorded.hand.playoff
    form = page.form() if wanted.endswith("delete") else read_form(request.POST, page.chairs, playoff=playoff)
    if not form.right:
        return _show(request, page, form, Trouble("Some fields need another look."))
    print_ = _print(form, wanted)
    if wanted.startswith("preview"):
        return _preview(request, by, page, form, print_)
    if page.sheet.accepted and request.POST.get("previewed") != print_:
        return _preview(request, by, page, form, print_, Trouble(LOOK_AGAIN, 409))
    done = _act(request, by, page, form)
    if done.trouble is not None:
        return _show(request, page, form, done.trouble)
    messages.success(request, _afterwards(page, wanted))
    return HttpResponseRedirect(page.chosen.url)


def _print(form: HandForm, wanted: str) -> str:
    """A fingerprint of what was previewed, so that nothing else is saved."""
    return fingerprint(form, "delete" if wanted.endswith("delete") else "write")


def _afterwards(page: HandPage, wanted: str) -> str:
    if page.recorded is None:
        return "The hand is added."
    how = "deleted" if wanted == "delete" else "corrected" if page.sheet.accepted else "changed"
    return f"Hand {page.recorded.number} is {how}."


def _act(request: HttpRequest, by: Actor, page: HandPage, form: HandForm) -> Done[Any]:
    """Call the ordinary action on an open sheet, the correction on an accepted one."""
    body: dict[str, Any] = {"by": by, "table": page.chosen.table.pk, **reason_given(request)}
    in_, version = page.sheet.accepted, number(request, "version")
    if request.POST.get("do") == "delete" and page.recorded is not None:
        delete = corrections.correct_by_deleting if in_ else hands.delete_hand
        return carry_out(request, delete, **body, number=page.recorded.number, version=version)
    body |= form.body(page.recorded, page.codes) | {"sure": "sure" in request.POST}
    if page.recorded is None:
        seen = [hand for word in request.POST.get("seen", "").split() if (hand := whole_number(word)) is not None]
        return carry_out(request, corrections.correct_by_adding, **body, number=int(form.number), seen=seen)
    change: Any = corrections.correct_hand if in_ else hands.change_hand
    return carry_out(request, change, **body, number=page.recorded.number, version=version)


# What a correction would change


def _preview(
    request: HttpRequest, by: Actor, page: HandPage, form: HandForm, print_: str, trouble: Trouble | None = None
) -> HttpResponse:
    deleting = request.POST.get("do", "").endswith("delete")
    try:
        found = _ask(by, page, form, deleting=deleting)
    except TurntableError as refused:
        return _show(request, page, form, trouble_of(refused))
    follows = {
        "previewed": print_,
        "deleting": deleting,
        "consequences": in_words(found, page.names, page.chosen.standing),
        "refused": found["refused"],
    }
    return _show(request, page, form, trouble, follows)


def _ask(by: Actor, page: HandPage, form: HandForm, *, deleting: bool) -> dict[str, Any]:
    at_table: dict[str, Any] = {"by": by, "table": page.chosen.table.pk}
    if page.recorded is not None and deleting:
        return corrections.preview_deletion(**at_table, number=page.recorded.number)
    typed = TypedHand(**form.body(page.recorded, page.codes))
    if page.recorded is None:
        return corrections.preview_addition(**at_table, number=int(form.number), typed=typed)
    return corrections.preview_correction(**at_table, number=page.recorded.number, typed=typed)


def in_words(found: Mapping[str, Any], names: Mapping[str, str], standing: Standing) -> list[str]:
    """The consequences, one sentence each."""
    told = [f"{names[code]}: {was} becomes {now} in total." for code, (was, now) in found["totals"].items()]
    if found["first"]:
        was, now = (names.get(code, "nobody") if code else "nobody" for code in found["first"])
        told.append(f"First at this table is {now} instead of {was}.")
    if found["moves"]:
        was, now = (", ".join(_move(move, names) for move in side) or "nobody" for side in found["moves"])
        told.append(f"Who moves: {now} instead of {was}.")
    if found["reseats"]:
        told.append(f"{standing.name(found['reseats']).opening} is seated again.")
    return told or ["No total changes, and everybody goes where they would have gone."]


def _move(move: str, names: Mapping[str, str]) -> str:
    code, _, where = move.partition(": ")
    return f"{names.get(code, code)} ({where.partition(' (')[0]})"


def _show(
    request: HttpRequest,
    page: HandPage,
    form: HandForm,
    trouble: Trouble | None = None,
    follows: Mapping[str, Any] | None = None,
) -> HttpResponse:
    version = page.recorded.version if page.recorded else 0
    context = page.chosen.context(page.sheet) | {
        "line": form,
        "hand": page.recorded,
        "version": version,
        "cards": cards_to_choose(form),
        "nobody": NOBODY,
        "unfinished": UNFINISHED,
        "trouble": trouble,
        "both": both_values(trouble, page.names),
        "sent": request.POST.get("do", ""),
        "why": request.POST.get("why", ""),
        "note": request.POST.get("note", ""),
        **(follows or {}),
    }
    return render(request, "organiser/correction.html", context, status=trouble.status if trouble else 200)
