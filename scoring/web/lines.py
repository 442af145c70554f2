"""A hand on one line of a form, as it stands on paper: who went out (or nobody), the last card, everybody's points.

Used by the form for a scoresheet, and by the one that changes a hand. What was typed is kept as it was typed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.http import QueryDict

from scoring.queries.hands import Stored
from scoring.queries.sheet import Chair
from scoring.rules.cards import DRAWN_AFTER, NAMES
from scoring.rules.carry import SEATS, Carried

LONGEST: Final = 6
NOBODY: Final = "-"
"""Instead of a seat's letter: the bell stopped the hand."""
LAST_CARDS: Final = tuple((face, NAMES[face]) for face in DRAWN_AFTER)
"""The last card is asked for only where it makes somebody draw."""


@dataclass(frozen=True)
class Spot:
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
class Line:
    """All fields of a hand. `out` is a seat's letter, or NOBODY; empty while that is to be chosen."""

    number: str
    out: str
    card: str
    spots: Sequence[Spot]
    late: bool = False
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def right(self) -> bool:
        """Whether it can be sent to the rules."""
        return not self.errors and not any(spot.error for spot in self.spots)

    @property
    def first_wrong(self) -> str:
        """The field to go back to."""
        seats = [spot.field for spot in self.spots if spot.error]
        return next(iter([*(name for name in ("number", "out") if name in self.errors), *seats]), "")

    def body(self, before: Stored | None = None, codes: Mapping[str, int] | None = None) -> dict[str, Any]:
        """As the actions take it. Where a total is still that of the cards which were counted, the cards stay."""
        out = next((spot.entry for spot in self.spots if spot.letter == self.out), None)
        held = {str(spot.entry): int(spot.typed) for spot in self.spots if spot.entry != out and spot.typed}
        entries = {entry: code for code, entry in (codes or {}).items()}
        for entry in held if before else ():
            was = before.hand.held.get(entries[int(entry)]) if before else None
            if was is not None and was.cards is not None and was.points == held[entry]:
                held[entry] = dict(was.cards)  # type: ignore[assignment]
        return {"out": out, "last_card": self.card if out else "", "held": held, "late": self.late}


def empty_line(number: int, chairs: Sequence[Chair]) -> Line:
    """Nothing typed yet."""
    return Line(str(number), "", "", [_spot(chair, "") for chair in chairs])


def line_of(one: Stored, chairs: Sequence[Chair], codes: Mapping[str, int]) -> Line:
    """A hand that is there, to be changed."""
    held = {codes[code]: str(held.points) for code, held in one.hand.held.items()}
    out = codes[one.hand.out] if one.hand.out else None
    return Line(
        number=str(one.number),
        out=next((_letter(chair) for chair in chairs if chair.entry == out), NOBODY),
        card=one.hand.last_card or "",
        spots=[_spot(chair, held.get(chair.entry, "")) for chair in chairs],
        late=one.hand.late,
    )


def line_of_carried(hand: Carried, chairs: Sequence[Chair]) -> Line:
    """A hand whose code was typed. A seat that nobody sits at is an error that the code's field shows."""
    known = {chair.seat for chair in chairs}
    strange = sorted({*hand.points, *([hand.out_seat] if hand.out_seat else [])} - known)
    nobody = [f"Nobody plays at seat {SEATS[seat - 1]} of this table. Is it another table's code?" for seat in strange]
    return Line(
        number=str(hand.number),
        out=SEATS[hand.out_seat - 1] if hand.out_seat else NOBODY,
        card=hand.last_card,
        spots=[_spot(chair, str(hand.points.get(chair.seat, ""))) for chair in chairs],
        errors={"code": nobody[0]} if nobody else {},
    )


def read_line(said: QueryDict, chairs: Sequence[Chair]) -> Line:
    """What was typed, with what is wrong about it beside each field. Whether such a hand can be, the rules say."""
    out = said.get("out", "")[:LONGEST].strip().upper()
    out = next((_letter(chair) for chair in chairs if out in (_letter(chair), str(chair.seat))), out)
    number = said.get("number", "")[:LONGEST].strip()
    errors = {} if _is_number(number) and int(number) else {"number": "The hand's number is 1 or more."}
    if not out:
        errors["out"] = "Who went out? If nobody did, choose “Nobody: incomplete”."
    elif out != NOBODY and out not in {_letter(chair) for chair in chairs}:
        errors["out"] = "Nobody plays at that seat."
    return Line(
        number=number,
        out=out,
        card=said.get("card", "")[:30],
        spots=[_typed_spot(said, chair, out) for chair in chairs],
        late="late" in said,
        errors=errors,
    )


def _typed_spot(said: QueryDict, chair: Chair, out: str) -> Spot:
    typed = said.get(f"seat{chair.seat}", "")[:LONGEST].strip()
    if _letter(chair) == out:
        wrong = typed and not (_is_number(typed) and int(typed) == 0)
        return _spot(chair, typed, "Went out, so holds nothing." if wrong else "")
    if not typed:
        return _spot(chair, typed, "Still to count.")
    return _spot(chair, typed, "" if _is_number(typed) else "Type a whole number of points.")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _letter(chair: Chair) -> str:
    return SEATS[chair.seat - 1]


def _spot(chair: Chair, typed: str, error: str = "") -> Spot:
    return Spot(chair.seat, _letter(chair), chair.name, chair.entry, typed, error)
