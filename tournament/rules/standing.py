"""How far a competition is: its current draw, its rounds made and to come, and its stage.

Everybody who asks "how far is it?" gets this one frozen value: pages, screens, tablets, paper and the log. It only
grows with the number of rounds. Where the people of one table go is a function of the standing and that table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from tournament.rules.clock import RoundClock
from tournament.rules.duration import SECONDS_BETWEEN_ROUNDS
from tournament.rules.knockout import Plan, feeds
from tournament.rules.presets import Format, Settings
from tournament.rules.round_names import RoundName, name_round
from tournament.rules.round_times import NO_CHANGES, ChangedTimes, RoundTime, time_of
from tournament.rules.rounds import how_many_rounds
from tournament.rules.table_numbers import FROM_ONE, TableNumbers


class Stage(StrEnum):
    """The stages of a competition in their order."""

    OPEN = "open"
    CLOSED = "closed"
    SEALED = "sealed"
    DRAWN = "drawn"
    SEATED = "seated"
    RUNNING = "running"
    OVER = "over"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class StandingDraw:
    """The draw that was not thrown away. Nothing of its chance leaves the database before it is published: until then
    the seed is empty."""

    size: int
    """How many players are drawn."""
    plan: tuple[int, ...]
    """The tables of each round of a knockout; otherwise the tables of every round."""
    commitment: str = ""
    sealed_at: datetime | None = None
    drawn_at: datetime | None = None
    published_at: datetime | None = None
    seed: bytes = b""


@dataclass(frozen=True, slots=True)
class MadeRound:
    """What is stored of a round that was made."""

    pk: int
    number: int
    began_at: datetime | None = None
    """The clock's start or the first deal, whichever was first."""
    closed_at: datetime | None = None
    clock: RoundClock | None = None
    break_after: int | None = None
    """How long the break after it is, in seconds, if somebody changed that."""
    screen_seen_at: datetime | None = None
    """When a screen of the hall that was there at its end was last heard from."""


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """One round of the plan, made already or still to come."""

    number: int
    name: RoundName
    is_last: bool
    """Whether no round follows it."""
    tables: int
    """How many are planned. A round that was drawn again or lost people may have fewer."""
    players: int | None
    """How many are planned; only a knockout knows that."""
    pk: int = 0
    """The round's row; 0 while it is still to come."""
    began_at: datetime | None = None
    closed_at: datetime | None = None
    clock: RoundClock | None = None
    break_after: int | None = None
    """How long the break after it is, in seconds, if somebody changed that."""
    time: RoundTime | None = None
    """How long it lasts; None if the competition has no clock."""
    screen_seen_at: datetime | None = None
    """When a screen of the hall that was there at its end was last heard from."""

    def __str__(self) -> str:
        return self.name.heading

    @property
    def is_final(self) -> bool:
        """Whether it is the last round of a knockout."""
        return self.name.is_final

    @property
    def is_made(self) -> bool:
        """Whether it has tables and seats, not only a place in the plan."""
        return self.pk > 0

    @property
    def is_open(self) -> bool:
        """Whether it is made and not closed yet."""
        return self.is_made and self.closed_at is None


@dataclass(frozen=True)
class Standing:
    """How far one competition is."""

    competition: int
    settings: Settings
    stage: Stage
    takes_entries: bool
    """Whether entries may be made, changed and withdrawn."""
    draw: StandingDraw | None = None
    """The current draw, published or not: chosen, sealed or drawn."""
    rounds: tuple[PlannedRound, ...] = ()
    """All rounds of the draw's plan, in their order."""
    finished_at: datetime | None = None
    numbers: TableNumbers = FROM_ONE
    """How its tables are numbered for people."""
    break_length: int = SECONDS_BETWEEN_ROUNDS
    """How long its breaks are, in seconds, unless the MC changes one."""
    podium_shown: int = 0
    """How far its podium is open (rules/podium.py)."""
    held_until: datetime | None = None
    """In what the public may know while it waits for the podium: until when at the latest. Who won is not told."""

    @property
    def format(self) -> Format:
        return self.settings.format

    @property
    def is_finished(self) -> bool:
        """Whether the organiser has finished the competition: the results are known."""
        return self.finished_at is not None

    @property
    def published(self) -> StandingDraw | None:
        """The draw, once everybody may know it."""
        return self.draw if self.draw is not None and self.draw.published_at is not None else None

    @cached_property
    def made(self) -> tuple[PlannedRound, ...]:
        """The rounds that have seats."""
        return tuple(round_ for round_ in self.rounds if round_.is_made)

    @property
    def latest(self) -> PlannedRound | None:
        """The round that was made last, open or closed."""
        return self.made[-1] if self.made else None

    @property
    def open(self) -> PlannedRound | None:
        """The round that is seated or played now; there is never more than one."""
        return self.latest if self.latest is not None and self.latest.is_open else None

    @property
    def following(self) -> PlannedRound | None:
        """The round after the latest; none before the first is made and none after the last."""
        return self.round(self.latest.number + 1) if self.latest is not None else None

    @property
    def clock(self) -> RoundClock | None:
        """The clock of the open round, if it has one."""
        return self.open.clock if self.open is not None else None

    def round(self, number: int) -> PlannedRound | None:
        """One round of the plan."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def name(self, number: int) -> RoundName:
        """What a round is called; one that no plan has yet is called by its number."""
        round_ = self.round(number)
        return round_.name if round_ is not None else RoundName(number)

    def is_last(self, number: int) -> bool:
        """Whether no round follows this one."""
        round_ = self.round(number)
        return round_ is not None and round_.is_last

    def decides_winner(self, number: int) -> bool:
        """Whether the first of a table has won with this round; from any other round they go on, or move."""
        return self.format is Format.SINGLE or self.is_last(number)

    @cached_property
    def _goals(self) -> Sequence[Sequence[int]]:
        if self.draw is None or self.format is not Format.KNOCKOUT or self.settings.redraw:
            return ()
        return feeds(Plan(self.draw.size, self.draw.plan))

    def goal(self, number: int, table: int) -> int:
        """The table of the next round to which a knockout sends the winner of a table of round `number`. 0 if each
        round is drawn again, so that nobody knows yet, and if no round follows."""
        goals = self._goals[number - 1] if 1 <= number <= len(self._goals) else ()
        return goals[table - 1] if 1 <= table <= len(goals) else 0


def make_standing(
    competition: int,
    settings: Settings,
    draw: StandingDraw | None,
    made: Iterable[MadeRound],
    *,
    takes_entries: bool,
    finished_at: datetime | None = None,
    times: ChangedTimes = NO_CHANGES,
    numbers: TableNumbers = FROM_ONE,
    break_length: int = SECONDS_BETWEEN_ROUNDS,
    podium_shown: int = 0,
) -> Standing:
    """The standing that follows from the stored facts."""
    rounds = plan_rounds(settings, draw, made, times) if draw is not None else ()
    latest = next((round_ for round_ in reversed(rounds) if round_.is_made), None)
    return Standing(
        competition=competition,
        settings=settings,
        stage=_stage(finished_at, latest, draw, takes_entries=takes_entries),
        takes_entries=takes_entries,
        draw=draw,
        rounds=rounds,
        finished_at=finished_at,
        numbers=numbers,
        break_length=break_length,
        podium_shown=podium_shown,
    )


def takes_entries(closes_at: datetime | None, closed_at: datetime | None, now: datetime) -> bool:
    """Entries are taken until the closing time, whether its alarm came or not, or until somebody closes them."""
    return closed_at is None and (closes_at is None or now < closes_at)


def _stage(
    finished_at: datetime | None, latest: PlannedRound | None, draw: StandingDraw | None, *, takes_entries: bool
) -> Stage:
    """To the public, a draw that is made but not published is still only sealed."""
    if finished_at is not None:
        return Stage.FINISHED
    if latest is not None:
        return _stage_of_round(latest)
    if draw is not None and draw.sealed_at is not None:
        return Stage.SEALED
    return Stage.OPEN if takes_entries else Stage.CLOSED


def _stage_of_round(latest: PlannedRound) -> Stage:
    if latest.closed_at is not None:
        return Stage.OVER
    if latest.began_at is not None:
        return Stage.RUNNING
    return Stage.DRAWN if latest.number == 1 else Stage.SEATED


def plan_rounds(
    settings: Settings, draw: StandingDraw, made: Iterable[MadeRound] = (), times: ChangedTimes = NO_CHANGES
) -> tuple[PlannedRound, ...]:
    """All rounds of a draw's plan; without those that were made, as if all were still to come."""
    known = {round_.number: round_ for round_ in made}
    planned = how_many_rounds(settings, draw.plan)
    return tuple(
        _plan_round(settings, draw, planned, number, known.get(number), time_of(settings, times, number))
        for number in range(1, planned + 1)
    )


def _plan_round(
    settings: Settings, draw: StandingDraw, planned: int, number: int, made: MadeRound | None, time: RoundTime | None
) -> PlannedRound:
    """A knockout's plan has a number of tables for each round, and one player goes on from each of them."""
    knockout = settings.format is Format.KNOCKOUT
    return PlannedRound(
        number=number,
        name=name_round(settings.format, planned, number),
        is_last=number == planned,
        tables=draw.plan[number - 1] if knockout else draw.plan[0],
        players=(draw.size, *draw.plan)[number - 1] if knockout else None,
        pk=made.pk if made is not None else 0,
        began_at=made.began_at if made is not None else None,
        closed_at=made.closed_at if made is not None else None,
        clock=made.clock if made is not None else None,
        break_after=made.break_after if made is not None else None,
        time=time,
        screen_seen_at=made.screen_seen_at if made is not None else None,
    )
