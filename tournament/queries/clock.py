"""A clock as devices get it, which count by themselves (RULES 8); and what keeps a clock from being undone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple, TypedDict

from django.db.models import Subquery
from django.db.models.functions import Coalesce

from tournament.log_kinds import Happened
from tournament.models import LogEntry, Table
from tournament.rules.clock import RoundClock, State


class DeviceClock(TypedDict):
    """One clock as every device gets it, with moments and durations in milliseconds.

    `deadline` is set while the clock runs, or will run by itself from `starts` on; `left` counts while it is ready or
    paused. `warning` and `calls` are times before the end; `warned` is when the warning happened, if it has.
    """

    state: str
    starts: int | None
    deadline: int | None
    left: int
    warning: int | None
    warned: int | None
    calls: list[int]
    length: int


def clock_facts(clock: RoundClock, now: datetime) -> DeviceClock:
    """What a device needs to show the same second as every other."""
    state = clock.state(now)
    ready = state is State.READY
    deadline = clock.deadline if ready or state is State.RUNNING else None
    return DeviceClock(
        state=state.value,
        starts=_moment(clock.starts_at) if ready else None,
        deadline=_moment(deadline),
        left=0 if state is State.RUNNING else _milliseconds(clock.left(now)),
        warning=None if clock.warning is None else _milliseconds(clock.warning),
        warned=_moment(clock.given_warning(now)),
        calls=[_milliseconds(before) for before in clock.calls],
        length=_milliseconds(clock.length + clock.added),
    )


def _moment(at: datetime | None) -> int | None:
    return None if at is None else round(at.timestamp() * 1000)


def _milliseconds(time: timedelta) -> int:
    return round(time / timedelta(milliseconds=1))


def is_hand_recorded(competition: int) -> bool:
    """Whether a hand of the round with the open clock is recorded: then the clock cannot be set back to its start."""
    return Table.objects.filter(
        round__competition=competition,
        round__clock__isnull=False,
        round__clock__closed_at__isnull=True,
        dealt_at__isnull=False,
    ).exists()


COUNTED: Final = tuple(kind.stored for kind in (Happened.HAND_RECORDED, Happened.HAND_CHANGED, Happened.SHEET_ACCEPTED))
"""Lines of the log that say that a table has counted its cards."""


ENDED: Final = tuple(kind.stored for kind in (Happened.CLOCK_ENDED, Happened.CLOCK_TIME_UP))


def counted_since(competition: int, ended_at: datetime | None) -> bool:
    """Whether a table has counted since the round ended: then the end cannot be taken back.

    The order of the lines tells, and not their times: the computer's clock may have been set in between.
    """
    if ended_at is None:
        return False
    lines = LogEntry.objects.filter(competition=competition)
    ended = Subquery(lines.filter(what__in=ENDED).order_by("-pk").values("pk")[:1])
    return lines.filter(what__in=COUNTED, pk__gt=Coalesce(ended, 0)).exists()


TIME_A_STEP_IS_SHOWN: Final = timedelta(minutes=30)


class ClockStep(NamedTuple):
    """The computer's clock was set, at this time (after the step) and by this much."""

    at: datetime
    by: timedelta


def find_clock_step(competition: int, now: datetime) -> ClockStep | None:
    """How the computer's clock was set in the last half hour, if it was and this competition's clock had to follow."""
    lines = LogEntry.objects.filter(competition=competition, what=Happened.CLOCK_MOVED.stored)
    facts = lines.order_by("-pk").values_list("facts", flat=True).first()
    if facts is None:
        return None
    at = datetime.fromtimestamp(facts["now"] / 1000, UTC)
    return ClockStep(at, timedelta(milliseconds=facts["stepped"])) if now - at < TIME_A_STEP_IS_SHOWN else None
