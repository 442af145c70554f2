"""The round clock (RULES 8): the stored facts are moments and durations; what is left is computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, TypeAlias

from tournament.rules.errors import ClockRefused

NOTHING: Final = timedelta(0)
LONGEST: Final = timedelta(days=1)
"""No round lasts longer than this."""
UNDO_WITHIN: Final = timedelta(minutes=2)
"""A pause or an end can be taken back as a slip for this long."""

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

        Taking time away can jump over a moment. A call that was jumped over would be wrong by now, so it is dropped.
        The warning and time up change what holds from then on, so they still happen, late.
        """
        if self.at is None or self.at > now:
            return self.at
        return None if happened or self.kind is MomentKind.CALL else self.at


@dataclass(frozen=True)
class RoundClock:
    """The stored facts of one round's clock: its length, and when it was started, paused, ended and closed.

    `paused` and `added` are durations in all. `starts_at` is a start that was set ahead: from that time on the clock
    runs, whether its alarm came or not.
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

    @property
    def last_deal(self) -> datetime | None:
        """The moment after which no new hand is dealt: the warning, or the end where that came first."""
        if self.begins is None:
            return None
        warning = self.begins + self.length + self.added + self.paused - (self.warning or NOTHING)
        return min(warning, self.ended_at) if self.ended_at is not None else warning

    def warned(self, now: datetime) -> bool:
        """Whether the warning has been given: after it no new hand is dealt (RULES 4)."""
        if self.warning is None or self.begins is None:
            return False
        return self.left(now) <= self.warning

    @property
    def moments(self) -> tuple[Moment, ...]:
        """Everything this clock does by itself.

        A call never comes if the round is too short for it, nor at the moment of the warning, which says more.
        """
        end = None if self.ended_at or self.closed_at else self.deadline
        spoken = [before for before in self.calls if before != self.warning and before < self.length + self.added]
        before_end = [(MomentKind.TIME_UP, NOTHING), *((MomentKind.CALL, before) for before in spoken)]
        if self.warning is not None:
            before_end.append((MomentKind.WARNING, self.warning))
        start = Moment(MomentKind.START, NOTHING, None if self.started_at or self.ended_at else self.starts_at)
        return start, *(Moment(kind, before, end - before if end else None) for kind, before in before_end)


ClockRule: TypeAlias = Callable[[RoundClock, datetime], RoundClock]
"""What a button of the clock does: the clock and the time now in, the changed clock out, or a refusal."""


def start(clock: RoundClock, now: datetime) -> RoundClock:
    """Ready → running."""
    _need(clock, now, State.READY, "start")
    return replace(clock, started_at=now, starts_at=None)


def start_at(clock: RoundClock, now: datetime, moment: datetime) -> RoundClock:
    """Set a start ahead: the clock will start by itself at this moment."""
    _need(clock, now, State.READY, "start")
    if not now < moment <= now + LONGEST:
        raise ClockRefused("Choose a time that is still to come today, or start the clock now.")
    return replace(clock, starts_at=moment)


def call_off(clock: RoundClock, now: datetime) -> RoundClock:
    """Take back a start that was set ahead."""
    if clock.state(now) is not State.READY or clock.starts_at is None:
        raise ClockRefused("No start is set.")
    return replace(clock, starts_at=None)


def restart(clock: RoundClock, now: datetime, *, hand_recorded: bool) -> RoundClock:
    """Set the clock back to its beginning, with all of its time, unless a hand of the round is recorded already."""
    if clock.state(now) in (State.READY, State.CLOSED):
        raise ClockRefused(f"The clock is {clock.state(now)}, so it cannot be set back.")
    if hand_recorded:
        raise ClockRefused("A hand of this round is recorded already. Pause, or add time instead.")
    return RoundClock(clock.length, clock.warning, clock.calls)


def undo(clock: RoundClock, now: datetime, *, counted_since_end: bool) -> RoundClock:
    """Take back a pause or an end that was a slip.

    People played on through a pause that nobody meant, so its time counts as played. A round that was ended by a slip
    did stop, so it goes on with what was left, unless a table has counted its cards since.
    """
    if clock.state(now) is State.PAUSED:
        return _undo_pause(clock, now)
    if clock.ended_at is None or clock.closed_at is not None or not _ended_by_hand(clock, clock.ended_at):
        raise ClockRefused("There is no pause and no end that could be taken back.")
    _need_recent(clock.ended_at, now, "The end")
    if counted_since_end:
        raise ClockRefused("A table has counted since. The round stays ended.")
    lost = NOTHING if clock.paused_at else max(NOTHING, now - clock.ended_at)
    return replace(clock, ended_at=None, paused=clock.paused + lost)


def _undo_pause(clock: RoundClock, now: datetime) -> RoundClock:
    assert clock.paused_at is not None
    _need_recent(clock.paused_at, now, "The pause")
    played_on = replace(clock, paused_at=None)
    if not played_on.left(now):
        raise ClockRefused("Without the pause time would be up by now. Resume instead.")
    return played_on


def _ended_by_hand(clock: RoundClock, ended_at: datetime) -> bool:
    """Whether somebody ended the round before its time."""
    return clock.paused_at is not None or (clock.deadline is not None and ended_at < clock.deadline)


def _need_recent(moment: datetime, now: datetime, what: str) -> None:
    if now - moment > UNDO_WITHIN:
        raise ClockRefused(f"{what} was more than two minutes ago, so it cannot be taken back as a slip.")


def pause(clock: RoundClock, now: datetime) -> RoundClock:
    """Running → paused."""
    _need(clock, now, State.RUNNING, "pause")
    return replace(clock, paused_at=now)


def resume(clock: RoundClock, now: datetime) -> RoundClock:
    """Paused → running: the time paused is added to what is left."""
    _need(clock, now, State.PAUSED, "resume")
    assert clock.paused_at is not None
    return replace(clock, paused_at=None, paused=clock.paused + max(NOTHING, now - clock.paused_at))


def add(clock: RoundClock, now: datetime, amount: timedelta) -> RoundClock:
    """Add time, or take it away if the amount is negative. Some time must be left, and a round lasts a day at most."""
    if clock.state(now) in (State.TIME_UP, State.CLOSED):
        raise ClockRefused("Time is up: no time can be added or taken any more.")
    if clock.left(now) + amount <= NOTHING:
        raise ClockRefused("So much time is not left. End the round instead.")
    if clock.length + clock.added + amount > LONGEST:
        raise ClockRefused("A round lasts a day at most.")
    return replace(clock, added=clock.added + amount)


def end(clock: RoundClock, now: datetime) -> RoundClock:
    """End the round, early or because its time is up. That happens once."""
    if clock.state(now) is State.CLOSED or clock.ended_at is not None:
        raise ClockRefused("This round's time is already up.")
    return replace(clock, ended_at=now)


def close(clock: RoundClock, now: datetime) -> RoundClock:
    """Time up → closed, with the round."""
    if clock.state(now) in (State.RUNNING, State.PAUSED):
        raise ClockRefused("The clock is still going. End the round first.")
    if clock.closed_at is not None:
        raise ClockRefused("This round's clock is already closed.")
    return replace(clock, closed_at=now)


def _need(clock: RoundClock, now: datetime, state: State, verb: str) -> None:
    actual = clock.state(now)
    if actual is not state:
        why = "Time is up, so the clock" if actual is State.TIME_UP else f"The clock is {actual}, so it"
        raise ClockRefused(f"{why} cannot {verb}.")
