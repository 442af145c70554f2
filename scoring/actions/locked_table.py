"""A locked table with all that its rules need to know: where each action at a table begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db.models import Max

from scoring.models import Hand
from scoring.permissions import may_correct, may_score
from scoring.queries.hands import HandsOfTable, read_every_hand
from scoring.queries.table import read_seats, round_now, table_now
from scoring.rules import hand as hand_rules
from scoring.rules.cards import Deck, deck_of
from scoring.rules.hand import PlayedHand
from scoring.rules.table_now import SeatNow, TableNow
from tournament import current_time
from tournament.actions.base import lock_competition
from tournament.models import Competition, Table
from tournament.permissions import Actor, require
from tournament.prepared import PreparedQuery
from tournament.rules.errors import HandRefused, NotFound, RoundRefused
from tournament.rules.presets import Settings
from tournament.rules.standing import MadeRound

NOBODY_HERE: Final = "This hand has somebody in it who doesn’t sit at this table."


@dataclass(frozen=True)
class TypedHand:
    """A hand as somebody typed it. `held` is what each other player holds, by entry: the cards, as
    `{"7": 1, "skip": 1}`, or a total, as `27`. Without `out` it is the incomplete hand. `drew` is the player who drew
    after the last card, if somebody has said so."""

    held: Mapping[str, Any]
    out: int | None = None
    last_card: str = ""
    late: bool = False
    playoff: bool = False
    drew: int | None = None


@dataclass(frozen=True)
class LockedTable:
    """A table that nobody else changes until this action is done."""

    row: Table
    competition: Competition
    settings: Settings
    seats: Sequence[SeatNow]
    told: bool = False
    """Whether a tablet names people here, which knows them by the numbers that it was told."""

    @cached_property
    def now(self) -> TableNow:
        """The table with its hands, read on first use and then kept."""
        round_ = self.row.round
        made = MadeRound(round_.pk, round_.number, round_.began_at, round_.closed_at, round_.clock_facts)
        state = round_now(made, current_time.now())
        return table_now(self.row, self.settings, self.competition.numbers, state, self.seats, self._hands.recorded)

    def look_at_the_clock_again(self) -> None:
        """Read the clock again now that the table is locked.

        The action may have waited for the lock, and it read the clock before: somebody may have given more time
        meanwhile. Only actions that the end of the round decides need this.
        """
        if self.row.round.clock_facts is not None:
            self.row.round.clock.refresh_from_db()

    @cached_property
    def _hands(self) -> HandsOfTable:
        return self.read_hands()

    def read_hands(self) -> HandsOfTable:
        """The table's hands, as they are stored."""
        return read_every_hand(self.row.pk, {seat.pk: seat.code for seat in self.seats})

    @cached_property
    def deck(self) -> Deck:
        """The cards on this table."""
        return deck_of(self.settings)

    def code(self, entry: object) -> str:
        """The code of an entry that plays at this table."""
        seat = self.find_seat(entry)
        if seat is None or seat.absent:
            raise HandRefused(NOBODY_HERE)
        return seat.code

    def find_seat(self, entry: object) -> SeatNow | None:
        """The seat of an entry, by the number that its tablet was told, or by that of its row."""
        return next((seat for seat in self.seats if str(seat.told if self.told else seat.entry) == str(entry)), None)

    def read(self, typed: TypedHand) -> PlayedHand:
        """The typed hand in the words of the rules."""
        if not isinstance(typed.held, Mapping):
            raise HandRefused("Count what each player holds.")
        names = {seat.code: seat.name for seat in self.seats}
        held = {self.code(entry): value for entry, value in typed.held.items()}
        return PlayedHand(
            complete=typed.out is not None,
            out=None if typed.out is None else self.code(typed.out),
            held={code: hand_rules.read_held(value, self.deck, names[code]) for code, value in held.items()},
            last_card=typed.last_card or None,
            playoff=typed.playoff,
            late=typed.late,
        )

    def first_version(self) -> int:
        """The version of a new hand: 1, unless its number may have been another hand's that was deleted."""
        return self.fresh_version() if self._hands.some_deleted else 1

    def fresh_version(self) -> int:
        """A version that no hand of this table has had. So a number and a version always mean the same hand, even on a
        screen that has not heard that hands were deleted, added or moved."""
        newest = Hand.objects.filter(table=self.row).aggregate(newest=Max("version"))["newest"]
        return (newest or 0) + 1


_LOCKED: Final = PreparedQuery(
    lambda table: (
        Table.objects.select_for_update(of=("self",))
        .select_related("round__competition", "round__clock")
        .filter(pk=table)
    )
)


def lock_table(by: Actor, table: int, *, correcting: bool = False) -> LockedTable:
    """Lock the table. If two tablets act at the same table, the second waits for the first."""
    row = _LOCKED.first(table)
    if row is None:
        raise NotFound("There is no such table.")
    require(may_correct(by, row) if correcting else may_score(by, row), by)
    competition = row.round.competition
    return LockedTable(row, competition, competition.settings, read_seats(table), told=by.tablet is not None)


def lock_open_table(by: Actor, table: int) -> LockedTable:
    """Lock a table whose sheet is not accepted yet."""
    locked = lock_table(by, table)
    if locked.row.round.closed_at is not None:
        raise RoundRefused("This round is closed.")
    if locked.row.accepted_at is not None:
        raise RoundRefused("This sheet is accepted. Only the organiser can reopen or correct it now.")
    return locked


def lock_accepted_table(by: Actor, table: int) -> LockedTable:
    """Lock an accepted table together with its competition, because a correction may seat the next round again."""
    found = Table.objects.select_related("round").filter(pk=table).first()
    if found is None:
        raise NotFound("There is no such table.")
    lock_competition(found.round.competition_id)
    locked = lock_table(by, table, correcting=True)
    if locked.row.accepted_at is None:
        raise RoundRefused("This sheet isn’t accepted yet: change the hand itself.")
    return locked
