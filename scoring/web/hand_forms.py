"""The form of one hand in the order of the paper: who went out (or nobody), the last card, everybody's points.

The page for a scoresheet and the page that changes a hand use it. What somebody typed is kept exactly as typed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.http import QueryDict

from scoring.rules.cards import DRAWN_AFTER, LONGEST_FACE, NAMES
from scoring.rules.carry import SEATS, CarriedHand
from scoring.rules.table_now import RecordedHand
from scoring.web.sheet_view import SheetSeat
from scoring.words import UNFINISHED
from tournament.rules.numbers import whole_number

LONGEST_NUMBER: Final = 6
"""How many characters of a number are read."""
NOBODY: Final = "-"
"""Typed instead of a seat's letter: nobody went out, because time was up."""
LAST_CARDS: Final = tuple((face, NAMES[face]) for face in DRAWN_AFTER)
"""The last cards to choose from: only those that make somebody draw."""


@dataclass(frozen=True)
class HandField:
    """One player's field."""

    seat: int
    letter: str
    name: str
    entry: int
    typed: str
    error: str = ""

    @property
    def field(self) -> str:
        return f"seat{self.seat}"


@dataclass(frozen=True)
class HandForm:
    """All fields of a hand. `out` is a seat's letter or NOBODY; empty until one is chosen. With `playoff` the form only
    asks who went out, and an empty field is 0."""

    number: str
    out: str
    card: str
    spots: Sequence[HandField]
    late: bool = False
    playoff: bool = False
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def right(self) -> bool:
        """Whether the form has no errors, so that the rules can check the hand."""
        return not self.errors and not any(spot.error for spot in self.spots)

    @property
    def first_wrong(self) -> str:
        """The first field with an error, where the cursor goes."""
        seats = [spot.field for spot in self.spots if spot.error]
        return next(iter([*(name for name in ("number", "out") if name in self.errors), *seats]), "")

    def body(self, before: RecordedHand | None = None, codes: Mapping[str, int] | None = None) -> dict[str, Any]:
        """The hand as the actions take it. If a total is unchanged since its cards were counted, the cards are kept."""
        out = next((spot.entry for spot in self.spots if spot.letter == self.out), None)
        typed = {str(spot.entry): spot.typed or ("0" if self.playoff else "") for spot in self.spots}
        held = {entry: int(total) for entry, total in typed.items() if entry != str(out) and total}
        entries = {entry: code for code, entry in (codes or {}).items()}
        for entry in held if before else ():
            was = before.hand.held.get(entries[int(entry)]) if before else None
            if was is not None and was.cards is not None and was.points == held[entry]:
                held[entry] = dict(was.cards)  # type: ignore[assignment]
        return {"out": out, "last_card": self.card if out else "", "held": held, "late": self.late}


def empty_form(number: int, chairs: Sequence[SheetSeat]) -> HandForm:
    """An empty form."""
    return HandForm(str(number), "", "", [_field(chair, "") for chair in chairs])


def form_of(recorded: RecordedHand, chairs: Sequence[SheetSeat], codes: Mapping[str, int]) -> HandForm:
    """The form of a recorded hand, to be changed."""
    held = {codes[code]: str(held.points) for code, held in recorded.hand.held.items()}
    out = codes[recorded.hand.out] if recorded.hand.out else None
    return HandForm(
        number=str(recorded.number),
        out=next((_letter(chair) for chair in chairs if chair.entry == out), NOBODY),
        card=recorded.hand.last_card or "",
        spots=[_field(chair, held.get(chair.entry, "")) for chair in chairs],
        late=recorded.hand.late,
    )


def form_of_carried(hand: CarriedHand, chairs: Sequence[SheetSeat]) -> HandForm:
    """The form of a hand that came as a code. A seat where nobody sits is an error at the code's field."""
    known = {chair.seat for chair in chairs}
    strange = sorted({*hand.points, *([hand.out_seat] if hand.out_seat else [])} - known)
    nobody = [f"Nobody plays at seat {SEATS[seat - 1]} of this table. Is it another table’s code?" for seat in strange]
    return HandForm(
        number=str(hand.number),
        out=SEATS[hand.out_seat - 1] if hand.out_seat else NOBODY,
        card=hand.last_card,
        spots=[_field(chair, str(hand.points.get(chair.seat, ""))) for chair in chairs],
        errors={"code": nobody[0]} if nobody else {},
    )


def read_form(posted: QueryDict, chairs: Sequence[SheetSeat], *, playoff: bool = False) -> HandForm:
    """Read what was typed, with each error beside its field. The rules decide later whether such a hand is possible."""
    out = posted.get("out", "")[:LONGEST_NUMBER].strip().upper()
    out = next((_letter(chair) for chair in chairs if out in (_letter(chair), str(chair.seat))), out)
    number = posted.get("number", "")[:LONGEST_NUMBER].strip()
    errors = {} if whole_number(number) else {"number": "A hand’s number must be 1 or more."}
    if not out:
        errors["out"] = f"Who went out? If nobody did, choose “{UNFINISHED}”."
    elif out != NOBODY and out not in {_letter(chair) for chair in chairs}:
        errors["out"] = "Nobody plays at that seat."
    return HandForm(
        number=number,
        out=out,
        card=posted.get("card", "")[:LONGEST_FACE],
        spots=[_typed_field(posted, chair, out, playoff=playoff) for chair in chairs],
        late="late" in posted,
        playoff=playoff,
        errors=errors,
    )


def _typed_field(posted: QueryDict, chair: SheetSeat, out: str, *, playoff: bool) -> HandField:
    typed = posted.get(f"seat{chair.seat}", "")[:LONGEST_NUMBER].strip()
    if _letter(chair) == out:
        wrong = typed and whole_number(typed) != 0
        return _field(chair, typed, "Went out, so holds nothing." if wrong else "")
    if not typed:
        return _field(chair, typed, "" if playoff else "Still to count.")
    return _field(chair, typed, "" if whole_number(typed) is not None else "Type a whole number of points.")


def _letter(chair: SheetSeat) -> str:
    return SEATS[chair.seat - 1]


def _field(chair: SheetSeat, typed: str, error: str = "") -> HandField:
    return HandField(chair.seat, _letter(chair), chair.name, chair.entry, typed, error)


def cards_to_choose(form: HandForm) -> list[tuple[str, str]]:
    """The last cards to choose from, always including the one that is already chosen."""
    known = dict(LAST_CARDS)
    other = {form.card: form.card.capitalize()} if form.card not in ("", *known) else {}
    return list((known | other).items())
