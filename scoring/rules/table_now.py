"""One table as it is now, worked out from its rows in one place: who is there, their hands, totals, ties and what is
next.

Everything that shows, changes or exports a table uses this value: the actions that lock it, the tablet, the organiser's
board and sheet, public pages, paper and the record. outcomes.py works out where its people go afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from scoring.rules import sheet as sheet_rules
from scoring.rules.hand import PlayedHand
from scoring.rules.sheet import TableSheet
from tournament.rules.clock import State
from tournament.rules.errors import HandRefused
from tournament.rules.names import folded
from tournament.rules.presets import Settings
from tournament.rules.ranking import Standoff, Tally
from tournament.rules.table_numbers import FROM_ONE, ShownTable, TableNumbers
from tournament.rules.travel_ids import TravelId, number_told
from tournament.seat_names import name_of_seat


@dataclass(frozen=True)
class RecordedHand:
    """A hand on a sheet that is not deleted, with its row's id and version."""

    pk: int
    number: int
    version: int
    hand: PlayedHand
    recorded_at: datetime
    after_warning: bool | None = None
    """Whether it was counted after the warning; None where nobody has said so."""

    def is_after(self, last_deal: datetime) -> bool:
        """Whether it was counted after this moment. A tablet without the network sends later what it counted before."""
        return self.after_warning is not False and self.recorded_at >= last_deal


NOT_TOLD: Final = TravelId(0)
"""In place of the id of an entry of which nobody outside is told."""


@dataclass(frozen=True)
class SeatNow:
    """One chair: its player, whether they are there, and what they and the umpire have said about it."""

    pk: int
    number: int
    entry: int
    code: str
    absent: bool = False
    name: str = ""
    sat: bool = False
    """The umpire has seen the wristband."""
    agreed: Sequence[int] | None = None
    """The versions of the hands that this player agreed with."""
    travel_id: TravelId = NOT_TOLD
    """The entry's, where tablets or the log are told of it."""

    @property
    def told(self) -> int:
        """The number by which tablets know the player, wherever their event is held."""
        return self.entry if self.travel_id == NOT_TOLD else number_told(self.travel_id)


@dataclass(frozen=True)
class RoundNow:
    """What a table needs to know about its round. `clock` is None if the round has no clock."""

    number: int
    began: bool
    closed: bool
    clock: State | None = None
    last_deal: datetime | None = None
    """After this moment no new hand is dealt."""

    @property
    def time_is_up(self) -> bool:
        """Whether its clock, if it has one, has run out."""
        return self.clock in (State.TIME_UP, State.CLOSED)


@dataclass(frozen=True)
class NextHand:
    """The players of the next hand. If no hand can follow, there are none, and a reason."""

    players: tuple[str, ...]
    why_not: str = ""


@dataclass(frozen=True)
class TableNow:
    """A table's rows in the words of the rules. Everything else about the table is derived here on demand."""

    number: int
    """As the record counts it, from 1."""
    settings: Settings
    round: RoundNow
    seats: Sequence[SeatNow]
    hands: Sequence[RecordedHand] = ()
    accepted: bool = False
    lot: bool = False
    """The tie for first goes to the lot."""
    numbers: TableNumbers = FROM_ONE
    """How the competition's tables are numbered for people."""

    @property
    def shown(self) -> ShownTable:
        """The number that people see on the table."""
        return self.numbers.shown(self.number)

    # Who is there

    @cached_property
    def by_code(self) -> Mapping[str, SeatNow]:
        """Every chair, including empty ones, by its player's code, in seat order."""
        return {seat.code: seat for seat in self.seats}

    @cached_property
    def present(self) -> Mapping[str, SeatNow]:
        """The chairs that are not empty."""
        return {seat.code: seat for seat in self.seats if not seat.absent}

    @cached_property
    def entries(self) -> Mapping[str, int]:
        """The entry of each code: pages know people by their entry."""
        return {seat.code: seat.entry for seat in self.seats}

    @cached_property
    def told(self) -> Mapping[str, int]:
        """The number of each code by which tablets know people."""
        return {seat.code: seat.told for seat in self.seats}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """How sentences name the people of the table: by name, and also by seat where two names look alike."""
        looks = Counter(folded(seat.name) for seat in self.seats)
        return {
            seat.code: f"{seat.name} ({name_of_seat(seat.number)})" if looks[folded(seat.name)] > 1 else seat.name
            for seat in self.seats
        }

    @property
    def absent(self) -> list[str]:
        """The codes of the people whose chairs are empty."""
        return [seat.code for seat in self.seats if seat.absent]

    # What their hands come to

    @cached_property
    def sheet(self) -> TableSheet:
        """The hands as the rules of a sheet take them."""
        return TableSheet(tuple(self.present), tuple(recorded.hand for recorded in self.hands))

    @cached_property
    def versions(self) -> list[int]:
        """The version of each hand, in order: identifies the sheet that somebody looks at."""
        return [recorded.version for recorded in self.hands]

    @cached_property
    def tallies(self) -> Mapping[str, Tally]:
        """What each present player's hands add up to, in seat order."""
        return {tally.code: tally for tally in sheet_rules.tallies(self.sheet, self.settings)}

    @cached_property
    def playoff_winner(self) -> str | None:
        """The player who won the play-off hand of those who are level."""
        return sheet_rules.playoff_winner(self.sheet, self.settings)

    @property
    def has_played_off(self) -> bool:
        """Whether the one play-off hand was played, even if nobody won it."""
        return any(hand.playoff for hand in self.sheet.hands)

    @property
    def deciding(self) -> list[RecordedHand]:
        """The hands without a play-off that decides nothing because of a correction."""
        return [kept for kept in self.hands if not sheet_rules.is_idle(kept.hand, self.sheet, self.settings)]

    @property
    def leaders(self) -> list[str]:
        """The players with the best total so far; nobody before the first hand."""
        if not self.hands or not self.tallies:
            return []
        best = (min if self.settings.low_wins else max)(tally.points for tally in self.tallies.values())
        return [code for code, tally in self.tallies.items() if tally.points == best]

    def agrees(self, seat: SeatNow) -> bool:
        """Whether this player agreed with the sheet as it is now."""
        return seat.agreed is not None and list(seat.agreed) == self.versions

    # How far it is

    @property
    def open(self) -> bool:
        """Whether its sheet is still being written."""
        return not self.accepted and not self.round.closed

    @property
    def has_hands(self) -> bool:
        """Whether a hand is on its sheet."""
        return bool(self.hands)

    @property
    def all_sit(self) -> bool:
        """Whether everybody who is to play there was seen."""
        return all(seat.sat for seat in self.present.values())

    @property
    def time_is_up(self) -> bool:
        """Whether the round's clock, if it has one, has run out."""
        return self.round.time_is_up

    @cached_property
    def over(self) -> bool:
        """Whether this table's round has ended: by the clock, or by its own ending."""
        return self.time_is_up or sheet_rules.reached_end(self.sheet, self.settings) is not None

    @property
    def dealt_last(self) -> bool:
        """Whether the last hand has been counted: the next one could only have been dealt after the warning."""
        last_deal = self.round.last_deal
        return last_deal is not None and any(recorded.is_after(last_deal) for recorded in self.hands)

    @cached_property
    def standoff(self) -> Standoff | None:
        """The people level for first by the hands so far, even if the round is not over."""
        return sheet_rules.standoff(self.sheet, self.settings)

    @property
    def tie(self) -> Standoff | None:
        """The tie for first that waits for its hand or the lot, at the end of the round."""
        return self.standoff if self.over else None

    @property
    def why_not_accept(self) -> list[str]:
        """What prevents accepting the sheet, one sentence each, for the guard and the button's explanation."""
        return list(self._why_not_accept())

    @cached_property
    def may_be_accepted(self) -> bool:
        """Whether nothing prevents accepting the sheet."""
        return next(self._why_not_accept(), None) is None

    def _why_not_accept(self) -> Iterator[str]:
        return sheet_rules.why_not_accept(
            self.sheet, self.settings, began=self.round.began, over=self.over, lot=self.lot, names=self.names
        )

    @property
    def is_decided(self) -> bool:
        """Whether it is decided who goes where: the sheet is accepted, or the round is over and no tie is waiting."""
        if not self.tallies:
            return False
        return not self.open or (self.over and self.tie is None and not self.sheet.is_blank)

    def next_hand(self, *, playoff: bool = False) -> NextHand:
        """The players of the next hand, or why there is none."""
        if self.accepted:
            return NextHand((), "The sheet is accepted.")
        try:
            return NextHand(sheet_rules.who_plays_next(self.sheet, self.settings, playoff=playoff))
        except HandRefused as refused:
            return NextHand((), str(refused))
