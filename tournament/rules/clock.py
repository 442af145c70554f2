"""The round clock (RULES 8): the stored facts are moments and durations; what is left is computed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from tournament.rules.errors import ClockRefused

NOTHING: Final = timedelta(0)
LONGEST: Final = timedelta(days=1)


class State(StrEnum):
    """Where a clock stands. The warning is a moment, not a state."""

    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    TIME_UP = "time up"
    CLOSED = "closed"


@dataclass(frozen=True)
class Clock:
    """The facts: how long, when started, paused, ended, closed; how much was paused and added in all."""

    length: timedelta
    warning: timedelta | None = None
    started_at: datetime | None = None
    paused_at: datetime | None = None
    paused: timedelta = NOTHING
    added: timedelta = NOTHING
    ended_at: datetime | None = None
    closed_at: datetime | None = None

    @property
    def deadline(self) -> datetime | None:
        """When time is up, if nothing changes; None while it is not running."""
        if self.started_at is None or self.paused_at is not None:
            return None
        return self.started_at + self.length + self.added + self.paused

    @property
    def warning_at(self) -> datetime | None:
        """When the warning comes; None without one, or while the clock is not running."""
        if self.warning is None or self.deadline is None:
            return None
        return self.deadline - self.warning

    def state(self, now: datetime) -> State:
        """Ready, running, paused, time up or closed."""
        if self.closed_at is not None:
            return State.CLOSED
        if self.ended_at is not None:
            return State.TIME_UP
        if self.started_at is None:
            return State.READY
        if self.paused_at is not None:
            return State.PAUSED
        assert self.deadline is not None
        return State.TIME_UP if now >= self.deadline else State.RUNNING

    def left(self, now: datetime) -> timedelta:
        """What is left, never negative."""
        if self.ended_at is not None or self.closed_at is not None:
            return NOTHING
        if self.started_at is None:
            return self.length + self.added
        until = self.paused_at or max(now, self.started_at)
        return max(NOTHING, self.started_at + self.length + self.added + self.paused - until)

    @property
    def last_deal(self) -> datetime | None:
        """The moment after which no new hand is dealt: the warning, or the end where that came first."""
        if self.started_at is None:
            return None
        warning = self.started_at + self.length + self.added + self.paused - (self.warning or NOTHING)
        return min(warning, self.ended_at) if self.ended_at is not None else warning

    def warned(self, now: datetime) -> bool:
        """Whether the warning has been given: after it no new hand is dealt (RULES 4)."""
        if self.warning is None or self.started_at is None:
            return False
        return self.left(now) <= self.warning


def start(clock: Clock, now: datetime) -> Clock:
    """Ready → running."""
    _need(clock, now, State.READY, "start")
    return replace(clock, started_at=now)


def pause(clock: Clock, now: datetime) -> Clock:
    """Running → paused."""
    _need(clock, now, State.RUNNING, "pause")
    return replace(clock, paused_at=now)


def resume(clock: Clock, now: datetime) -> Clock:
    """Paused → running: the time paused is added to what is left."""
    _need(clock, now, State.PAUSED, "resume")
    assert clock.paused_at is not None
    return replace(clock, paused_at=None, paused=clock.paused + max(NOTHING, now - clock.paused_at))


def add(clock: Clock, now: datetime, amount: timedelta) -> Clock:
    """Add time, or take it when negative; never below nothing, never past a day."""
    if clock.state(now) in (State.TIME_UP, State.CLOSED):
        raise ClockRefused("Time is up: no time can be added or taken any more.")
    if clock.left(now) + amount <= NOTHING:
        raise ClockRefused("So much time is not left. End the round instead.")
    if clock.length + clock.added + amount > LONGEST:
        raise ClockRefused("A round lasts a day at most.")
    return replace(clock, added=clock.added + amount)


def end(clock: Clock, now: datetime) -> Clock:
    """End now, or note that the time is up: it happens once."""
    if clock.state(now) is State.CLOSED or clock.ended_at is not None:
        raise ClockRefused("This round's time is already up.")
    return replace(clock, ended_at=now)


def close(clock: Clock, now: datetime) -> Clock:
    """Time up → closed, with the round."""
    if clock.state(now) in (State.RUNNING, State.PAUSED):
        raise ClockRefused("The clock is still going. End the round first.")
    if clock.closed_at is not None:
        raise ClockRefused("This round's clock is already closed.")
    return replace(clock, closed_at=now)


def _need(clock: Clock, now: datetime, state: State, verb: str) -> None:
    actual = clock.state(now)
    if actual is not state:
        why = "Time is up, so the clock" if actual is State.TIME_UP else f"The clock is {actual}, so it"
        raise ClockRefused(f"{why} cannot {verb}.")
