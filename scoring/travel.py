"""What the event file holds of what happened at the tables: keys, hands, ticks, calls and agreements."""
# Without `from __future__ import annotations`: pydantic reads the types when a class is made.

from typing import Any, Final

from scoring.models import Correction, Dealer, Flag, Hand, Held, KeyChange, Nod, Sat, SeenSeats
from tournament.models import Entry, Seat
from tournament.rules.errors import Refused
from tournament.travel.fields import Id, Moment, Number, TravellingRow
from tournament.travel.stored import Arriving, Leaving, Reference, Stored, Values


class FiledKeyChange(TravellingRow):
    """How often a table's key was replaced (0 is the roaming umpire's), and what an earlier version printed of it."""

    competition: Id
    number: Number
    anew: Number
    token: str
    code: str


class FiledHeld(TravellingRow):
    """What the player on this seat held: cards, or only a total where that was typed."""

    seat: Number
    cards: dict[str, Any] | None
    points: Number


class FiledCorrection(TravellingRow):
    """Held points that were changed after the hand was recorded. `place` is its place among all of the event."""

    place: Number
    seat: Number
    was: Number
    now: Number
    why: str
    note: Id | None
    at: Moment


class FiledHand(TravellingRow):
    """One deal of a table. `out` is the seat that went out. Deleted, it stays."""

    table: Id
    number: Number
    complete: bool
    playoff: bool
    late: bool
    out: Number | None
    last_card: str
    version: Number
    recorded_at: Moment
    after_warning: bool | None
    deleted_at: Moment | None
    deleted_why: str
    deleted_note: Id | None
    held: list[FiledHeld]
    corrections: list[FiledCorrection]


class FiledFlag(TravellingRow):
    """A table called the organiser."""

    table: Id
    message: str
    raised_at: Moment
    lowered_at: Moment | None


class FiledSat(TravellingRow):
    """The umpire has looked at the wristband: this player sits here."""

    table: Id
    seat: Number
    at: Moment


class FiledSeenSeats(TravellingRow):
    """Who sits at a table as its umpire last saw it: each chair's number, its entry, and whether it is empty."""

    table: Id
    seats: list[tuple[Number, Id, bool]]


class FiledDealer(TravellingRow):
    """Who deals first at a table; nobody once they have left it."""

    table: Id
    seat: Number | None


class FiledNod(TravellingRow):
    """A player agrees with the sheet as it was then: the versions of its hands, in order."""

    table: Id
    seat: Number
    seen: list[Number]
    at: Moment


def _seat_called(name: str) -> Reference:
    """A seat of the row's table, by its number in the field of this name."""
    return Reference(Seat, {"table": "table__travel_id", name: f"{name}__number"})


SEAT_OF_ROW: Final = Reference(Seat, {"table": "seat__table__travel_id", "seat": "seat__number"})
_OF_EVENT: Final = "table__round__competition__event"


def _by_id(rows: list[Values], leaving: Leaving) -> None:
    """Seen seats hold the numbers of entries."""
    entries = dict(Entry.objects.filter(competition__event=leaving.event).values_list("pk", "travel_id"))
    for row in rows:
        chairs = ([*chair, False][:3] for chair in row["seats"])
        row["seats"] = [(number, entries[entry], absent) for number, entry, absent in chairs if entry in entries]


def _by_number(columns: Values, arriving: Arriving) -> Values:
    known = arriving.known[Entry]
    if any((entry,) not in known for _, entry, _ in columns["seats"]):
        raise Refused("This file is damaged: it speaks of something that isn’t in it. Nothing was brought in.")
    seats = [[number, known[(entry,)].pk, absent] for number, entry, absent in columns["seats"]]
    return {**columns, "seats": seats}


def _key_without_names(_number: int, _row: Values) -> Values:
    return {"token": "", "code": ""}


def _flag_without_names(_number: int, _row: Values) -> Values:
    return {"message": ""}


def _hand_without_names(_number: int, row: Values) -> Values:
    corrections = [{**correction, "note": None} for correction in row["corrections"]]
    return {"deleted_note": None, "corrections": corrections}


PARTS: Final = {
    "keys": Stored(KeyChange, FiledKeyChange, within="competition__event", without_names=_key_without_names),
    "hands": Stored(
        Hand,
        FiledHand,
        within=_OF_EVENT,
        without_names=_hand_without_names,
        references={"out": _seat_called("out")},
        children={
            "held": Stored(Held, FiledHeld, parent="hand", references={"seat": _seat_called("seat")}),
            "corrections": Stored(
                Correction, FiledCorrection, parent="hand", in_order=True, references={"seat": _seat_called("seat")}
            ),
        },
    ),
    "flags": Stored(Flag, FiledFlag, within=_OF_EVENT, without_names=_flag_without_names),
    "ticks": Stored(Sat, FiledSat, within=f"seat__{_OF_EVENT}", references={"seat": SEAT_OF_ROW}),
    "seen_seats": Stored(SeenSeats, FiledSeenSeats, within=_OF_EVENT, leaves=_by_id, arrives=_by_number),
    "dealers": Stored(Dealer, FiledDealer, within=_OF_EVENT, references={"seat": _seat_called("seat")}),
    "agreements": Stored(Nod, FiledNod, within=f"seat__{_OF_EVENT}", references={"seat": SEAT_OF_ROW}),
}
