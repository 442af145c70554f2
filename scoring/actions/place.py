"""A locked table with all that its rules need to know: where each action at a table begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import Max
from django.utils import timezone

from scoring.models import Hand as HandRow
from scoring.permissions import may_correct, may_score
from scoring.queries.hands import Stored, hands_of
from scoring.rules import hand as rules
from scoring.rules.cards import Deck, deck_of
from scoring.rules.hand import Hand
from scoring.rules.sheet import Sheet, reached_end
from tournament.actions.base import lock_competition
from tournament.models import Competition, Seat, Table
from tournament.permissions import Actor, require
from tournament.prepared import PreparedQuery
from tournament.rules.clock import State
from tournament.rules.errors import HandRefused, NotFound, RoundRefused
from tournament.rules.presets import Settings


@dataclass(frozen=True)
class Typed:
    """A hand as somebody typed it. `held` says what each other player holds, by entry: the cards, as
    `{"7": 1, "skip": 1}`, or a total, as `27`. Without `out` it is the incomplete hand."""

    out: int | None
    last_card: str
    held: Mapping[str, Any]
    late: bool = False
    playoff: bool = False


@dataclass(frozen=True)
class Place:
    """A table, its competition, and the chairs that are not empty, by their players' codes, in order."""

    table: Table
    competition: Competition
    settings: Settings
    deck: Deck
    seats: Mapping[str, Seat]

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits there, in seat order."""
        return tuple(self.seats)

    @property
    def names(self) -> dict[str, str]:
        """What the sentences call each player."""
        return {code: str(seat.entry.competitor) for code, seat in self.seats.items()}

    @cached_property
    def clock(self) -> State | None:
        """Where the round's clock stands; None where it has none."""
        clock = getattr(self.table.round, "clock", None)
        return None if clock is None else clock.facts.state(timezone.now())

    @property
    def time_is_up(self) -> bool:
        """Whether the round's clock, if it has one, has run out."""
        return self.clock in (State.TIME_UP, State.CLOSED)

    def code(self, entry: object) -> str:
        """The code of an entry at this table."""
        for code, seat in self.seats.items():
            if str(seat.entry_id) == str(entry):
                return code
        raise HandRefused("Somebody in this hand does not sit at this table.")

    def read(self, typed: Typed) -> Hand:
        """The hand in the words of the rules."""
        if not isinstance(typed.held, Mapping):
            raise HandRefused("Count what each player holds.")
        names = self.names
        codes = {self.code(entry): value for entry, value in typed.held.items()}
        return Hand(
            complete=typed.out is not None,
            out=None if typed.out is None else self.code(typed.out),
            held={code: rules.read_held(value, self.deck, names[code]) for code, value in codes.items()},
            last_card=typed.last_card or None,
            playoff=typed.playoff,
            late=typed.late,
        )

    def load_hands(self) -> list[Stored]:
        """The table's hands that stand, in order."""
        return hands_of(self.table.pk, {seat.pk: code for code, seat in self.seats.items()})

    def first_version(self) -> int:
        """The version of a new hand: 1, unless its number may have been another hand's that was deleted."""
        if self.table.dealt_at is None:  # nor was there ever one
            return 1
        return self.fresh_version() if _DELETED(self.table.pk) else 1

    def fresh_version(self) -> int:
        """One that no hand of this table has had. So a number and a version always mean the same hand, also on a
        screen that has not heard that hands were deleted, added or moved."""
        newest = HandRow.objects.filter(table=self.table).aggregate(newest=Max("version"))["newest"]
        return (newest or 0) + 1

    def is_over(self, sheet: Sheet) -> bool:
        """Whether this table's round has ended: by the clock, or by its own ending."""
        return self.time_is_up or reached_end(sheet, self.settings) is not None

    def sheet(self, stored: Sequence[Stored]) -> Sheet:
        """The table's sheet with these hands."""
        return Sheet(self.players, tuple(one.hand for one in stored))


_LOCKED: Final = PreparedQuery(
    lambda table: (
        Table.objects.select_for_update(of=("self",))
        .select_related("round__competition", "round__clock")
        .filter(pk=table)
    )
)
_SEATS: Final = PreparedQuery(
    lambda table: (
        Seat.objects.filter(table=table, absent=False)
        .select_related("entry__competitor")
        .only("table", "number", "entry__code", "entry__competitor__name")
        .order_by("number")
    )
)
_DELETED: Final = PreparedQuery(
    lambda table: HandRow.objects.filter(table=table, deleted_at__isnull=False).order_by().values_list("pk")[:1]
)


def lock_place(by: Actor, table: int, *, correcting: bool = False) -> Place:
    """Lock the table: two tablets at the same one come one after the other."""
    locked = _LOCKED.first(table)
    if locked is None:
        raise NotFound("There is no such table.")
    require(may_correct(by, locked) if correcting else may_score(by, locked), by)
    competition = locked.round.competition
    settings = competition.settings
    seats = {seat.entry.code: seat for seat in _SEATS(table)}
    return Place(locked, competition, settings, deck_of(settings), seats)


def lock_open_place(by: Actor, table: int) -> Place:
    """A table whose sheet is still being written."""
    place = lock_place(by, table)
    if place.table.round.closed_at is not None:
        raise RoundRefused("This round is closed.")
    if place.table.accepted_at is not None:
        raise RoundRefused("This sheet is accepted. Only the organiser can open or correct it now.")
    return place


def lock_accepted_place(by: Actor, table: int) -> Place:
    """A sheet that is in, with its competition locked: a correction may seat the next round anew."""
    found = Table.objects.select_related("round").filter(pk=table).first()
    if found is None:
        raise NotFound("There is no such table.")
    lock_competition(found.round.competition_id)
    place = lock_place(by, table, correcting=True)
    if place.table.accepted_at is None:
        raise RoundRefused("This sheet is not accepted yet: change the hand itself.")
    return place
