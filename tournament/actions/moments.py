"""What a clock does by itself: the start that was set ahead, calls, the warning, time up. Each once, whatever fails.

The rows are the truth and Celery is the alarm: a sweep every second makes happen what is due, and arms an alarm for
what is due within seconds. The alarm wakes a little early and sleeps till the moment, so that when it comes nothing is
left to be done but to write it. Whoever turns a row from due into happened makes it happen.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from tournament.actions.base import action, do_each, log
from tournament.actions.rounds import begin
from tournament.models import Clock, ClockChange, ClockMoment, Competition
from tournament.permissions import SYSTEM, Actor
from tournament.queries.clock import clock_facts
from tournament.ready import Ready
from tournament.rules.clock import Kind

HORIZON: Final = timedelta(seconds=3)
"""An alarm is armed so long before its moment. No longer: a broker gives alarms back late after a crash, or twice."""

EARLY: Final = timedelta(seconds=0.1)
"""So long before its first moment an alarm wakes."""

CHANGES: Final = {Kind.START: "started", Kind.CALL: "call", Kind.WARNING: "warning", Kind.TIME_UP: "time up"}


_MOMENTS: Final = Ready(lambda clock: ClockMoment.objects.select_for_update().filter(clock=clock))


def arm(clock: Clock, now: datetime) -> None:
    """After a change: when each moment is due now. One that had happened and lies ahead again will happen again."""
    there = {(row.kind, row.before): row for row in _MOMENTS(clock.pk)}
    for moment in clock.facts.moments:
        row = there.pop((moment.kind, moment.before), None) or ClockMoment(
            clock=clock, kind=moment.kind, before=moment.before
        )
        due = moment.due(now, happened=row.happened_at is not None)
        happened = None if due else row.happened_at
        if row.pk is None or (row.due_at, row.happened_at) != (due, happened):
            row.due_at, row.happened_at = due, happened
            row.save()
    if there:
        ClockMoment.objects.filter(pk__in=[row.pk for row in there.values()]).update(due_at=None)


def keep(
    clock: Clock, competition: Competition, by: Actor, change: str, now: datetime, amount: timedelta | None,
    request: str = "",
) -> None:  # fmt: skip
    """Every change is kept, with who and when; the log's line carries what the clock shows to whoever looks at it."""
    ClockChange.objects.create(clock=clock, at=now, by=by.name[:120], change=change, amount=amount)
    seconds = None if amount is None else int(amount.total_seconds())
    shows = clock_facts(clock.facts, now)
    log(by, competition, f"clock {change}", request, clock=clock.pk, seconds=seconds, shows=shows)


def fire_due_moments() -> int:
    """Make happen whatever is due, in its order."""
    return _fire_each(ClockMoment.objects.filter(due_at__lte=timezone.now()))


def moments_to_arm() -> list[tuple[int, datetime]]:
    """What is due within seconds, in its order."""
    now = timezone.now()
    soon = ClockMoment.objects.filter(due_at__gt=now, due_at__lte=now + HORIZON).order_by("due_at")
    return [(pk, due_at) for pk, due_at in soon.values_list("pk", "due_at") if due_at is not None]


def fire_coming_moments(pks: Sequence[int]) -> int:
    """Make these happen, in their order, each when its time has come; not those that were put off meanwhile."""
    return _fire_each(ClockMoment.objects.filter(pk__in=pks, due_at__lte=timezone.now() + HORIZON))


def _fire_each(moments: QuerySet[ClockMoment]) -> int:
    """What is asked ahead needs no time when the moment has come."""
    rows = moments.order_by("due_at", "-before").values_list("pk", "clock", "due_at")
    due = {pk: (clock, due_at) for pk, clock, due_at in rows if due_at is not None}
    return do_each("A clock's moment", due, lambda pk: _fire_in_time(pk, *due[pk]))


def _fire_in_time(moment: int, clock: int, due_at: datetime) -> int:
    _sleep_until(due_at)
    return _fire(by=SYSTEM, clock=clock, moment=moment, now=timezone.now())


def _sleep_until(moment: datetime) -> None:
    """Only a clock on the wall that was set back is farther away than the horizon; a sweep will see to that."""
    while 0 < (left := (moment - timezone.now()).total_seconds()) <= HORIZON.total_seconds():
        time.sleep(left)


_LOCKED: Final = Ready(
    lambda clock: Clock.objects.select_for_update(of=("self",)).select_related("competition").filter(pk=clock)
)
_COMING: Final = Ready(
    lambda clock: ClockMoment.objects.filter(clock=clock, due_at__isnull=False).order_by("due_at", "-before")
)


@action
def _fire(*, by: Actor, clock: int, moment: int, now: datetime) -> int:
    """Make one moment happen if it is due, after those of its clock that were due before; 0 when another alarm was
    quicker, or the clock was changed meanwhile."""
    it = _LOCKED.first(clock)
    if it is None:
        return 0
    due = [one for one in _COMING(clock) if one.due_at is not None and one.due_at <= now]
    until = next((place for place, one in enumerate(due, start=1) if one.pk == moment), 0)
    return sum(_happen(it, one, by, now) for one in due[:until])


def _happen(clock: Clock, moment: ClockMoment, by: Actor, now: datetime) -> int:
    turned = ClockMoment.objects.filter(pk=moment.pk, due_at__lte=now).update(due_at=None, happened_at=now)
    if not turned:
        return 0
    kind = Kind(moment.kind)
    if kind is Kind.TIME_UP:
        clock.ended_at = now
        clock.save(update_fields=["ended_at"])
    elif kind is Kind.START:
        clock.started_at, clock.starts_at = clock.starts_at, None
        clock.save(update_fields=["started_at", "starts_at"])
        begin(clock.round_id)
    keep(clock, clock.competition, by, CHANGES[kind], now, moment.before if kind is Kind.CALL else None)
    return 1
