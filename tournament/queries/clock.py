"""A clock as devices get it: moments and durations in milliseconds, no ticks. They count by themselves (RULES 8)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, TypedDict

from tournament import models
from tournament.models import LogEntry, Table
from tournament.rules.clock import Clock, State


class Facts(TypedDict):
    """`deadline` while it runs, or will by itself from `starts` on; `left` while it is ready or paused; `warning` and
    `calls` are times before the end."""

    state: str
    starts: int | None
    deadline: int | None
    left: int
    warning: int | None
    calls: list[int]
    length: int


def clock_facts(clock: Clock, now: datetime) -> Facts:
    """What a device needs to show the same second as every other."""
    state = clock.state(now)
    ready = state is State.READY
    deadline = clock.deadline if ready or state is State.RUNNING else None
    return Facts(
        state=state.value,
        starts=_moment(clock.starts_at) if ready else None,
        deadline=_moment(deadline),
        left=0 if state is State.RUNNING else _milliseconds(clock.left(now)),
        warning=None if clock.warning is None else _milliseconds(clock.warning),
        calls=[_milliseconds(before) for before in clock.calls],
        length=_milliseconds(clock.length + clock.added),
    )


def _moment(at: datetime | None) -> int | None:
    return None if at is None else round(at.timestamp() * 1000)


def _milliseconds(time: timedelta) -> int:
    return round(time / timedelta(milliseconds=1))


def why_not_restart(clock: models.Clock) -> str:
    """What keeps a clock from being set back to its beginning: hands that were played in its time."""
    if Table.objects.filter(round=clock.round_id, dealt_at__isnull=False).exists():
        return "A hand of this round is recorded already. Pause, or add time instead."
    return ""


COUNTED: Final = ("hand recorded", "hand changed", "sheet accepted")


def why_not_undo(clock: models.Clock) -> str:
    """What keeps an end from being taken back: a table has counted what everybody held since."""
    if clock.ended_at is None:
        return ""
    since = LogEntry.objects.filter(competition=clock.competition_id, what__in=COUNTED, at__gt=clock.ended_at)
    if since.exists():
        return "A table has counted since. The round stays ended."
    return ""
