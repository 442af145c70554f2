"""The round clock (RULES 8): the stored facts are moments and durations; what is left is computed.

What its buttons do to it is in clock_changes.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

NOTHING: Final = timedelta(0)

USUAL_CALLS: Final = (timedelta(minutes=10), timedelta(minutes=1))
"""How long before the end a new competition's clock makes its calls."""
MOST_CALLS: Final = 6


class State(StrEnum):
    """Where a clock stands. The warning is a moment, not a state."""

    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    TIME_UP = "time up"
    CLOSED = "closed"


class MomentKind(StrEnum):
    """What a moment is."""

    START = "start"
    CALL = "call"
    WARNING = "warning"
    TIME_UP = "time up"


@dataclass(frozen=True)
class Moment:
    """Something that a clock does by itself, `before` its end; `at` is None while it is not on its way."""

    kind: MomentKind
    before: timedelta
    at: datetime | None

    def due(self, now: datetime, *, happened: bool) -> datetime | None:
        """When it is to happen; None if it has happened, or must not happen any more.

        Taking time away can jump over a call, which would be wrong by now, so it is dropped. The warning and time up
        change what holds from then on, so they still happen if their alarm is late.
        """
        if self.at is None or self.at > now:
            return self.at
        return None if happened or self.kind is MomentKind.CALL else self.at


@dataclass(frozen=True)
class RoundClock:
    """The stored facts of one round's clock: its length, and when it was started, paused, ended and closed.

    `paused` and `added` are total durations. `starts_at` is a start that was set ahead: from then on the clock runs,
    even if its alarm did not come. `warned_at` is when the warning happened. It happens once, so adding or taking time
    afterwards does not move it.
    """

    length: timedelta
    warning: timedelta | None = None
    calls: tuple[timedelta, ...] = ()
    starts_at: datetime | None = None
    started_at: datetime | None = None
    paused_at: datetime | None = None
    paused: timedelta = NOTHING
    added: timedelta = NOTHING
    ended_at: datetime | None = None
    closed_at: datetime | None = None
    warned_at: datetime | None = None

    @property
    def begins(self) -> datetime | None:
        """When it started, or will."""
        return self.started_at or self.starts_at

    @property
    def deadline(self) -> datetime | None:
        """When time is up, if nothing changes; None while it is not running and will not by itself."""
        if self.begins is None or self.paused_at is not None:
            return None
        return self.begins + self.length + self.added + self.paused

    @property
    def warning_at(self) -> datetime | None:
        """When the warning happened, or will; None without one, or while the clock is not running.

        A clock that was cut shorter than its warning before it began gives the warning as it begins.
        """
        if self.warned_at is not None or self.warning is None:
            return self.warned_at
        if self.begins is None or self.deadline is None:
            return None
        return max(self.begins, self.deadline - self.warning)

    def state(self, now: datetime) -> State:
        """Ready, running, paused, time up or closed."""
        if self.closed_at is not None:
            return State.CLOSED
        if self.ended_at is not None:
            return State.TIME_UP
        if self.started_at is None and (self.starts_at is None or now < self.starts_at):
            return State.READY
        if self.paused_at is not None:
            return State.PAUSED
        assert self.deadline is not None
        return State.TIME_UP if now >= self.deadline else State.RUNNING

    def left(self, now: datetime) -> timedelta:
        """What is left, never negative."""
        if self.ended_at is not None or self.closed_at is not None:
            return NOTHING
        if self.begins is None:
            return self.length + self.added
        until = self.paused_at or max(now, self.begins)
        return max(NOTHING, self.begins + self.length + self.added + self.paused - until)

    def played(self, now: datetime) -> timedelta:
        """How much of its time has gone; a pause is none of it."""
        return self.length + self.added - self.left(now)

    @property
    def last_deal(self) -> datetime | None:
        """The moment after which no new hand is dealt: the warning, or the end where that came first."""
        last = self.warning_at if self.warning is not None else self.deadline
        return min((moment for moment in (last, self.ended_at) if moment is not None), default=None)

    def given_warning(self, now: datetime) -> datetime | None:
        """When the warning happened, if it has: at its time, whether its alarm came or not. A round that was ended
        before its time has none."""
        until = now if self.ended_at is None else min(now, self.ended_at)
        return self.warning_at if self.warning_at is not None and self.warning_at <= until else None

    def warned(self, now: datetime) -> bool:
        """Whether the warning has been given: after it no new hand is dealt (RULES 4)."""
        return self.given_warning(now) is not None

    @property
    def moments(self) -> tuple[Moment, ...]:
        """Everything this clock does by itself.

        A call never comes if the round is too short for it, nor at the moment of the warning, which says more.
        """
        end = None if self.ended_at or self.closed_at else self.deadline
        spoken = [before for before in self.calls if before != self.warning and before < self.length + self.added]
        before_end = [(MomentKind.TIME_UP, NOTHING), *((MomentKind.CALL, before) for before in spoken)]
        moments = [Moment(kind, before, end - before if end else None) for kind, before in before_end]
        if self.warning is not None:
            warning_at = self.warning_at if end and self.warned_at is None else None
            moments.append(Moment(MomentKind.WARNING, self.warning, warning_at))
        start = Moment(MomentKind.START, NOTHING, None if self.started_at or self.ended_at else self.starts_at)
        return start, *moments
