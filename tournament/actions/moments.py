"""What a clock does by itself: the start that was set ahead, calls, the warning, time up. Each once, whatever fails.

The rows are the truth and Celery is the alarm: a sweep every second makes happen what is due, and arms an alarm for
what is due within seconds. Whoever turns a row from due into happened makes it happen.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from tournament.actions.base import action, do_each, log
from tournament.actions.rounds import begin
from tournament.models import Clock, ClockChange, ClockMoment, Competition
from tournament.permissions import SYSTEM, Actor
from tournament.queries.clock import clock_facts
from tournament.rules.clock import Kind

HORIZON: Final = timedelta(seconds=3)
"""An alarm is armed so long before its moment. No longer: a broker gives alarms back late after a crash, or twice."""

CHANGES: Final = {Kind.START: "started", Kind.CALL: "call", Kind.WARNING: "warning", Kind.TIME_UP: "time up"}


def arm(clock: Clock, now: datetime) -> None:
    """After a change: when each moment is due now. One that had happened and lies ahead again will happen again."""
    there = {(row.kind, row.before): row for row in clock.moments.select_for_update()}
    for moment in clock.facts.moments:
        row = there.pop((moment.kind, moment.before), None) or ClockMoment(
            clock=clock, kind=moment.kind, before=moment.before
        )
        due = moment.due(now, happened=row.happened_at is not None)
        happened = None if due else row.happened_at
        if row.pk is None or (row.due_at, row.happened_at) != (due, happened):
            row.due_at, row.happened_at = due, happened
            row.save()
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
    now = timezone.now()
    due = ClockMoment.objects.filter(due_at__lte=now).order_by("due_at", "-before").values_list("pk", flat=True)
    return do_each("A clock's moment", list(due), lambda pk: fire_moment(pk, now))


def moments_to_arm() -> list[tuple[int, datetime]]:
    """What is due within seconds."""
    now = timezone.now()
    soon = ClockMoment.objects.filter(due_at__gt=now, due_at__lte=now + HORIZON)
    return [(pk, due_at) for pk, due_at in soon.values_list("pk", "due_at") if due_at is not None]


def fire_moment(pk: int, now: datetime | None = None) -> int:
    """Make one moment happen if it is due, after those of its clock that were due before; 0 when another alarm was
    quicker, or the clock was changed meanwhile. Those alarms are told apart without a lock: on a laptop all writers
    share one, and whoever needs it in this very moment would have to wait."""
    now = now or timezone.now()
    if not ClockMoment.objects.filter(pk=pk, due_at__lte=now).exists():
        return 0
    return _fire(by=SYSTEM, moment=pk, now=now)


@action
def _fire(*, by: Actor, moment: int, now: datetime) -> int:
    clock = Clock.objects.select_for_update(of=("self",)).select_related("competition").filter(moments=moment).first()
    if clock is None:
        return 0
    due = list(clock.moments.filter(due_at__lte=now).order_by("due_at", "-before"))
    until = next((place for place, one in enumerate(due, start=1) if one.pk == moment), 0)
    return sum(_happen(clock, one, by, now) for one in due[:until])


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
