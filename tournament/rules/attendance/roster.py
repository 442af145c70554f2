"""The roster: who is in a competition, and where they sit, in every round so far. Frozen values; nothing is saved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tournament.rules.entries import Status
from tournament.rules.errors import RoundRefused
from tournament.rules.presets import Settings
from tournament.rules.rotation import TableMove
from tournament.rules.round_names import RoundName, name_round
from tournament.rules.rounds import Finished, how_many_rounds, is_last


@dataclass(frozen=True, slots=True)
class Player:
    """One person's line on the roster."""

    code: str
    group: str
    """The code of their group."""
    status: str = ""
    left: int | None = None
    """The round from which on they are gone."""
    joins: int | None = None
    """The round in which a late arrival first plays."""
    listed: bool = True
    """Whether they were on the list that was sealed; the others came afterwards."""

    def is_gone_in(self, round_number: int) -> bool:
        """Whether their chair stays empty in this round."""
        return self.left is not None and self.left <= round_number

    def arrives_in(self, round_number: int) -> bool:
        """Whether this is a late arrival's first round."""
        return self.status == Status.LATE and self.joins == round_number


@dataclass(frozen=True, slots=True)
class RosterSeat:
    """One seat of a round: who has it, and whether its chair is empty."""

    code: str
    stands_for: str = ""
    """Whose seat a substitute or a called-up player took; empty for everybody else."""
    absent: bool = False

    @property
    def drawn_for(self) -> str:
        """Whose seat it was before anybody took it over."""
        return self.stands_for or self.code


@dataclass(frozen=True, slots=True)
class RosterTable:
    """One table of a round, with its seats in order."""

    seats: tuple[RosterSeat, ...] = ()
    dealt: bool = False
    """Whether its first hand is recorded."""
    accepted: bool = False
    """Whether its sheet is accepted."""
    first: str = ""
    """Who won the table (knockout and single), once the round is closed."""

    @property
    def has_begun(self) -> bool:
        """Whether it is too late for anybody to leave the table or sit down at it."""
        return self.dealt or self.accepted

    @property
    def codes(self) -> tuple[str, ...]:
        """Everybody who has a seat, in order."""
        return tuple(seat.code for seat in self.seats)

    @property
    def present(self) -> tuple[str, ...]:
        """The same without the empty chairs."""
        return tuple(seat.code for seat in self.seats if not seat.absent)


@dataclass(frozen=True, slots=True)
class RosterRound:
    """One round: its tables by number, the first being table 1."""

    number: int
    tables: tuple[RosterTable, ...] = ()
    closed: bool = False
    balance: tuple[TableMove, ...] = ()
    """Who was moved, before this round's first deal, so that no table is short."""
    method: str = ""
    attempt: int | None = None

    @property
    def has_dealt(self) -> bool:
        """Whether a hand was recorded, or a sheet came in, anywhere in the round: from then on nobody is redrawn.

        The clock's start alone does not count: no record could tell it from the minute before.
        """
        return any(table.has_begun for table in self.tables)

    @property
    def seats(self) -> Iterator[RosterSeat]:
        """Every seat of the round, table by table."""
        return (seat for table in self.tables for seat in table.seats)

    def seat_of(self, code: str) -> RosterSeat | None:
        """This person's seat, if they have one."""
        return next((seat for seat in self.seats if seat.code == code), None)


@dataclass(frozen=True, slots=True)
class RosterDraw:
    """What the published draw decided, and the seed of all chance."""

    size: int
    plan: tuple[int, ...]
    seed: bytes
    tables: tuple[tuple[str, ...], ...]
    call: tuple[str, ...] = ()
    """The order of call for no-shows before round 1."""


class PlacedSeat(NamedTuple):
    """A seat with the round and the table it is in."""

    round: RosterRound
    table: RosterTable
    seat: RosterSeat


@dataclass(frozen=True)
class Roster:
    """Everything that decides who may come and go. Before the draw is published it has neither draw nor rounds."""

    settings: Settings
    players: Mapping[str, Player]
    groups: Mapping[int, str] = field(default_factory=dict)
    """The code of each group that has one, by the group's number."""
    has_groups: bool = True
    """Whether people come in groups; where they do not, anybody may substitute for anybody (RULES 5)."""
    draw: RosterDraw | None = None
    rounds: tuple[RosterRound, ...] = ()
    finished: tuple[Finished, ...] = ()
    """The tables of the round before the latest, as its sheets say."""

    @property
    def latest(self) -> RosterRound | None:
        """The round with the highest number: it is being played or prepared, or it was the last to be played."""
        return self.rounds[-1] if self.rounds else None

    @property
    def open(self) -> RosterRound | None:
        """The latest round, unless it is closed."""
        return self.latest if self.latest and not self.latest.closed else None

    def is_last(self, round_number: int) -> bool:
        """Whether no round follows this one."""
        return self.draw is not None and is_last(self.settings, self.draw.plan, round_number)

    def name(self, round_number: int) -> RoundName:
        """What a round is called; before a draw is published, by its number."""
        if self.draw is None:
            return RoundName(round_number)
        return name_round(self.settings.format, how_many_rounds(self.settings, self.draw.plan), round_number)

    def seats_of(self, code: str) -> dict[int, RosterSeat]:
        """This person's seats, by round."""
        found = {round_.number: round_.seat_of(code) for round_ in self.rounds}
        return {number: seat for number, seat in found.items() if seat is not None}

    def has_sat(self, code: str) -> bool:
        """Whether this person has, or had, a seat in any round."""
        return any(round_.seat_of(code) for round_ in self.rounds)

    def placed(self, code: str) -> PlacedSeat | None:
        """This person's seat in the open round."""
        if self.open is None:
            return None
        places = (PlacedSeat(self.open, table, seat) for table in self.open.tables for seat in table.seats)
        return next((place for place in places if place.seat.code == code), None)

    def gone_since(self, code: str, round_number: int) -> int:
        """The round from which on somebody is gone who goes in this one: earlier, if their chair was empty before."""
        empty = {number for number, seat in self.seats_of(code).items() if seat.absent}
        while round_number - 1 in empty:
            round_number -= 1
        return round_number

    def with_player(self, player: Player) -> Roster:
        """The same roster with this person's line changed, or added."""
        return replace(self, players={**self.players, player.code: player})

    def with_latest(self, round_: RosterRound) -> Roster:
        """The same roster with its latest round changed."""
        return replace(self, rounds=(*self.rounds[:-1], round_))


def check_goes_on(roster: Roster) -> None:
    """Refuse any change once the last round is closed."""
    if roster.latest and roster.latest.closed and roster.is_last(roster.latest.number):
        last = roster.name(roster.latest.number).as_last
        raise RoundRefused(f"{last.capitalize()} is over, so nobody can join or leave now.")
