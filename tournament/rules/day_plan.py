"""The day as it is planned: when each round, its bells, its break and the winners come, counted from the welcome.

Times follow the rounds that began already: what is still to come moves with them. Printed on the run sheet, and shown
as the running order of the MC's desk.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from tournament.rules import duration
from tournament.rules.breaks import length_of
from tournament.rules.presets import Settings
from tournament.rules.standing import PlannedRound, Standing

SECONDS_OF_WELCOME: Final = 5 * 60
"""From the first word to the start of round 1."""
SECONDS_OF_WINNERS: Final = 5 * 60
"""Three places are called, one after the other, and everybody is thanked."""


class PlannedKind(StrEnum):
    """What a planned step is."""

    WELCOME = "welcome"
    ROUND = "round"
    WARNING = "warning"
    TIME_UP = "time up"
    BREAK = "break"
    WINNERS = "winners"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """What happens when."""

    kind: PlannedKind
    at: int | None
    """In seconds after the welcome; None where nobody knows, because a round before it has no clock."""
    round: PlannedRound | None = None
    """The round that it belongs to; a break belongs to the round that it follows."""
    lasts: int | None = None
    """So many seconds: of a round, of the time left at the warning, of a break."""


@dataclass(frozen=True)
class DayPlan:
    """All steps of the day in their order."""

    welcome: datetime | None
    """When the welcome is; None while nobody has said when round 1 starts."""
    steps: tuple[PlannedStep, ...]

    def moment(self, kind: PlannedKind, number: int = 0) -> datetime | None:
        """When a step comes, by its kind and the number of its round."""
        return next((self.time_of(step) for step in self.steps if _is_meant(step, kind, number)), None)

    def time_of(self, step: PlannedStep) -> datetime | None:
        """The time of day of a step."""
        if self.welcome is None or step.at is None:
            return None
        return self.welcome + timedelta(seconds=step.at)


def _is_meant(step: PlannedStep, kind: PlannedKind, number: int) -> bool:
    return step.kind is kind and (step.round.number if step.round is not None else 0) == number


def plan_day(standing: Standing) -> DayPlan:
    """The day of a competition whose rounds are known."""
    first = _begins(standing.rounds[0])
    welcome = None if first is None else first - timedelta(seconds=SECONDS_OF_WELCOME)
    return DayPlan(welcome, tuple(_steps(standing, welcome)))


def _steps(standing: Standing, welcome: datetime | None) -> Iterator[PlannedStep]:
    yield PlannedStep(PlannedKind.WELCOME, 0, lasts=SECONDS_OF_WELCOME)
    begins: int | None = SECONDS_OF_WELCOME
    for round_ in standing.rounds:
        known = _begins(round_)
        if welcome is not None and known is not None:
            begins = _minutes_after(welcome, known)
        settings = _as_played(settings_of(standing, round_), round_, welcome, begins)
        yield from _of_round(settings, round_, begins)
        takes, rest = duration.of_round(settings), length_of(standing, round_)
        ends = _ends(begins, takes.most if takes is not None else None, round_, welcome)
        yield PlannedStep(PlannedKind.BREAK, ends, round_, rest)
        begins = None if ends is None else ends + rest
    yield PlannedStep(PlannedKind.WINNERS, begins)
    yield PlannedStep(PlannedKind.DONE, None if begins is None else begins + SECONDS_OF_WINNERS)


def _ends(begins: int | None, takes: int | None, round_: PlannedRound, welcome: datetime | None) -> int | None:
    """When the break after a round begins: with time up, or when the round was closed."""
    if begins is None or takes is None:
        return None
    closed = _minutes_after(welcome, round_.closed_at) if welcome is not None and round_.closed_at is not None else 0
    return max(begins + takes, closed)


def settings_of(standing: Standing, round_: PlannedRound) -> Settings:
    """The settings with the length and the warning of one round."""
    time = round_.time
    return standing.settings if time is None else replace(standing.settings, clock=time.length, warning=time.warning)


def has_begun_or_is_set(round_: PlannedRound) -> bool:
    """Whether somebody knows when it starts, or started."""
    return _begins(round_) is not None


def _begins(round_: PlannedRound) -> datetime | None:
    """When a round started, or is set to start; None while nobody has said."""
    return round_.clock.begins if round_.clock is not None else None


def _as_played(settings: Settings, round_: PlannedRound, welcome: datetime | None, begins: int | None) -> Settings:
    """A round that is over took as long as it took, so that the next one does not begin before its end."""
    ended = round_.clock.ended_at if round_.clock is not None else None
    if ended is None or welcome is None or begins is None:
        return settings
    length = max(60, _minutes_after(welcome, ended) - begins)
    warning = settings.warning if settings.warning and settings.warning < length else None
    return replace(settings, clock=length, warning=warning)


def _minutes_after(welcome: datetime, moment: datetime) -> int:
    """In seconds, but whole minutes: rows that add up are worth more than the seconds at which somebody pressed."""
    return 60 * round((moment - welcome).total_seconds() / 60)


def _of_round(settings: Settings, round_: PlannedRound, begins: int | None) -> Iterator[PlannedStep]:
    """The round and its bells; without a clock nobody knows when it ends."""
    if not settings.clock or begins is None:
        yield PlannedStep(PlannedKind.ROUND, begins, round_)
        return
    ends = begins + settings.clock
    yield PlannedStep(PlannedKind.ROUND, begins, round_, settings.clock)
    if settings.warning:
        yield PlannedStep(PlannedKind.WARNING, ends - settings.warning, round_, settings.warning)
    yield PlannedStep(PlannedKind.TIME_UP, ends, round_)
