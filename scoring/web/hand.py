"""Change, delete or add one hand: at once while the sheet is open; on one that is in, after a look at what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.actions import hands, sheets
from scoring.queries.hands import Stored
from scoring.queries.sheet import Chair, SheetView
from scoring.queries.table import read_table
from scoring.web.board import fingerprint
from scoring.web.lines import LAST_CARDS, NOBODY, Line, empty_line, line_of, read_line
from scoring.web.sheet import Here, find_here
from tournament.models import Competition
from tournament.permissions import Actor
from tournament.rules.errors import TurntableError
from tournament.web.forms import Done, Trouble, carry_out, number, trouble_of
from tournament.web.visitors import for_organiser_of_competition

LOOK_AGAIN: Final = "The hand is not the one whose consequences were shown. Look at them again."
Both = Sequence[tuple[str, object, object]]


@dataclass(frozen=True)
class Page:
    """One hand's page: the sheet it belongs to, the hand (none while it is added), and who plays it."""

    here: Here
    sheet: SheetView
    stored: Stored | None
    chairs: Sequence[Chair]
    codes: Mapping[str, int]

    @property
    def names(self) -> dict[str, str]:
        """By code."""
        people = {chair.entry: chair.name for chair in self.sheet.chairs}
        return {code: people[entry] for code, entry in self.codes.items()}

    def line(self) -> Line:
        """As the form first shows it."""
        if self.stored is None:
            return empty_line(len(self.sheet.hands) + 1, self.chairs)
        return line_of(self.stored, self.chairs, self.codes)


def _open(request: HttpRequest, competition: Competition, table: int, hand: int | None) -> Page:
    here = find_here(request, competition, table)
    it = read_table(competition, here.draw, here.table, timezone.now())
    stored = next((one for one in it.hands if one.number == hand), None)
    if hand is not None and stored is None:
        raise Http404("There is no such hand at this table.")
    sheet = here.read()
    chairs = sheet.present
    if stored is not None and stored.hand.playoff:
        chairs = [chair for chair in chairs if chair.entry in {it.entries[code] for code in stored.hand.players}]
    return Page(here, sheet, stored, chairs, it.entries)


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def show_hand(request: HttpRequest, competition: Competition, by: Actor, number: int, hand: int) -> HttpResponse:
    """A hand as it stands, to be changed or deleted."""
    page = _open(request, competition, number, hand)
    if page.sheet.closed and not page.sheet.accepted:
        raise Http404("This table had no sheet.")
    return _answer(request, by, page)


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def add_hand(request: HttpRequest, competition: Competition, by: Actor, number: int) -> HttpResponse:
    """A hand that was forgotten on a sheet that is in; an open sheet has its form for paper."""
    page = _open(request, competition, number, None)
    if not page.sheet.accepted:
        return redirect("board-paper", *page.here.args)
    return _answer(request, by, page)


def _answer(request: HttpRequest, by: Actor, page: Page) -> HttpResponse:
    if request.method != "POST":
        return _show(request, page, page.line())
    wanted = request.POST.get("do", "")
    line = page.line() if wanted.endswith("delete") else read_line(request.POST, page.chairs)
    if not line.right:
        return _show(request, page, line, Trouble("Some fields need another look."))
    print_ = _print(line, wanted)
    if wanted.startswith("preview"):
        return _preview(request, by, page, line, print_)
    if page.sheet.accepted and request.POST.get("previewed") != print_:
        return _preview(request, by, page, line, print_, Trouble(LOOK_AGAIN, 409))
    done = _act(request, by, page, line)
    if done.trouble is not None:
        return _show(request, page, line, done.trouble)
    messages.success(request, _afterwards(page, wanted))
    return HttpResponseRedirect(page.here.url)


def _print(line: Line, wanted: str) -> str:
    """What was previewed, so that nothing else is done."""
    return fingerprint(line, "delete" if wanted.endswith("delete") else "write")


def _afterwards(page: Page, wanted: str) -> str:
    if page.stored is None:
        return "The hand is added."
    how = "deleted" if wanted == "delete" else "corrected" if page.sheet.accepted else "changed"
    return f"Hand {page.stored.number} is {how}."


def _act(request: HttpRequest, by: Actor, page: Page, line: Line) -> Done[Any]:
    """The ordinary action on an open sheet, the correction on one that is in."""
    said: dict[str, Any] = {"by": by, "table": page.here.table.pk, "why": request.POST.get("why", "")}
    in_, version = page.sheet.accepted, number(request, "version")
    if request.POST.get("do") == "delete" and page.stored is not None:
        delete = sheets.correct_by_deleting if in_ else hands.delete_hand
        return carry_out(request, delete, **said, number=page.stored.number, version=version)
    said |= line.body(page.stored, page.codes) | {"sure": "sure" in request.POST}
    if page.stored is None:
        seen = [int(one) for one in request.POST.get("seen", "").split() if one.isascii() and one.isdigit()]
        return carry_out(request, sheets.correct_by_adding, **said, number=int(line.number), seen=seen)
    change: Any = sheets.correct_hand if in_ else hands.change_hand
    return carry_out(request, change, **said, number=page.stored.number, version=version)


# What a correction would change


def _preview(
    request: HttpRequest, by: Actor, page: Page, line: Line, print_: str, trouble: Trouble | None = None
) -> HttpResponse:
    deleting = request.POST.get("do", "").endswith("delete")
    try:
        found = _ask(by, page, line, deleting=deleting)
    except TurntableError as refused:
        return _show(request, page, line, trouble_of(refused))
    follows = {
        "previewed": print_,
        "deleting": deleting,
        "consequences": in_words(found, page.names),
        "refused": found["refused"],
    }
    return _show(request, page, line, trouble, follows)


def _ask(by: Actor, page: Page, line: Line, *, deleting: bool) -> dict[str, Any]:
    said: dict[str, Any] = {"by": by, "table": page.here.table.pk}
    if page.stored is not None and deleting:
        return sheets.preview_deletion(**said, number=page.stored.number)
    body = line.body(page.stored, page.codes)
    if page.stored is None:
        return sheets.preview_addition(**said, number=int(line.number), **body)
    return sheets.preview_correction(**said, number=page.stored.number, **body)


def in_words(found: Mapping[str, Any], names: Mapping[str, str]) -> list[str]:
    """The consequences, a sentence each."""
    told = [f"{names[code]}: {was} becomes {now} in all." for code, (was, now) in found["totals"].items()]
    if found["first"]:
        was, now = (names.get(code, "nobody") if code else "nobody" for code in found["first"])
        told.append(f"First at this table is {now} instead of {was}.")
    if found["moves"]:
        was, now = (", ".join(_move(move, names) for move in side) or "nobody" for side in found["moves"])
        told.append(f"Who moves: {now} instead of {was}.")
    if found["reseats"]:
        told.append(f"Round {found['reseats']} is seated anew.")
    return told or ["No total changes, and nobody goes anywhere else."]


def _move(move: str, names: Mapping[str, str]) -> str:
    code, _, where = move.partition(": ")
    return f"{names.get(code, code)} ({where.partition(' (')[0]})"


def _show(
    request: HttpRequest,
    page: Page,
    line: Line,
    trouble: Trouble | None = None,
    follows: Mapping[str, Any] | None = None,
) -> HttpResponse:
    version = page.stored.version if page.stored else 0
    context = page.here.context(page.sheet) | {
        "line": line,
        "hand": page.stored,
        "version": version,
        "cards": cards_of(line),
        "nobody": NOBODY,
        "trouble": trouble,
        "both": both_values(trouble, page.names),
        "why": request.POST.get("why", ""),
        **(follows or {}),
    }
    return render(request, "organiser/board_hand.html", context, status=trouble.status if trouble else 200)


def cards_of(line: Line) -> list[tuple[str, str]]:
    """The last cards to choose from, and the one that is there already, whatever it is."""
    known = dict(LAST_CARDS)
    return list((known | ({line.card: line.card.capitalize()} if line.card not in ("", *known) else {})).items())


def both_values(trouble: Trouble | None, names: Mapping[str, str]) -> Both:
    """Two people wrote the same hand: what is there and what was typed, player by player."""
    if trouble is None or trouble.theirs is None or "held" not in trouble.theirs or trouble.yours is None:
        return []
    return [(name, _held(trouble.theirs, code), _held(trouble.yours, code)) for code, name in names.items()]


def _held(facts: Mapping[str, Any], code: str) -> object:
    if facts.get("out") == code:
        return "out"
    held = facts.get("held", {}).get(code, "–")
    return ", ".join(f"{n} × {face}" for face, n in held.items()) if isinstance(held, Mapping) else held
