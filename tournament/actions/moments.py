"""What a clock does by itself: a start that was set ahead, calls, the warning, time up. Each happens once.

The rows are the truth and Celery is the alarm. A sweep every second fires what is due, and arms an alarm for what is
due within seconds. The alarm wakes a little early and sleeps until the moment, so that nothing is left to do then but
to write it. Whoever turns a row from due to happened makes the moment happen; a second alarm finds nothing to turn.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from tournament import current_time
from tournament.actions.base import action, do_each, log
from tournament.actions.beginnings import begin
from tournament.log_facts import AClock
from tournament.log_kinds import Happened, LogKind
from tournament.models import Clock, ClockChange, ClockMoment, Competition
from tournament.permissions import SYSTEM, Actor
from tournament.prepared import PreparedQuery
from tournament.queries.clock import clock_facts
from tournament.rules.clock import MomentKind

HORIZON: Final = timedelta(seconds=3)
"""An alarm is armed this long before its moment. No earlier, because after a crash a broker may deliver it late or
twice."""

ALARM_WAKES_EARLY_BY: Final = timedelta(seconds=0.1)
"""An alarm wakes this long before its first moment."""

HAPPENS: Final[Mapping[MomentKind, LogKind[...]]] = {
    MomentKind.START: Happened.CLOCK_STARTED,
    MomentKind.CALL: Happened.CLOCK_CALL,
    MomentKind.WARNING: Happened.CLOCK_WARNING,
    MomentKind.TIME_UP: Happened.CLOCK_TIME_UP,
}


_MOMENTS: Final = PreparedQuery(lambda clock: ClockMoment.objects.select_for_update().filter(clock=clock))


def arm(clock: Clock, now: datetime) -> None:
    """After a change, write down when each moment is due now.

    A call or time up that has happened but lies ahead again, because time was added, will happen again. The warning
    never does.
    """
    armed = {(row.kind, row.before): row for row in _MOMENTS(clock.pk)}
    for moment in clock.facts.moments:
        row = armed.pop((moment.kind, moment.before), None) or ClockMoment(
            clock=clock, kind=moment.kind, before=moment.before
        )
        due = moment.due(now, happened=row.happened_at is not None)
        happened = None if due else row.happened_at
        if row.pk is None or (row.due_at, row.happened_at) != (due, happened):
            row.due_at, row.happened_at = due, happened
            row.save()
    if armed:
        ClockMoment.objects.filter(pk__in=[row.pk for row in armed.values()]).update(due_at=None)


def keep(
    clock: Clock, competition: Competition, by: Actor, kind: LogKind[...], now: datetime, amount: timedelta | None,
    request: str = "",
) -> None:  # fmt: skip
    """Keep a change with who made it and when. The log's line carries what the clock shows, for pages that are open."""
    change = kind.stored.removeprefix("clock ")
    ClockChange.objects.create(clock=clock, at=now, by=by.name[:120], change=change, amount=amount)
    seconds = None if amount is None else int(amount.total_seconds())
    shows = clock_facts(clock.facts, now)
    log(by, competition, kind, request, **AClock(clock=clock.travel_id, seconds=seconds, shows=shows))


def fire_due_moments() -> int:
    """Fire every moment that is due, in order."""
    return _fire_each(ClockMoment.objects.filter(due_at__lte=current_time.now()))


def moments_to_arm() -> list[tuple[int, datetime]]:
    """The moments that are due within seconds, in order."""
    now = current_time.now()
    soon = ClockMoment.objects.filter(due_at__gt=now, due_at__lte=now + HORIZON).order_by("due_at")
    return [(pk, due_at) for pk, due_at in soon.values_list("pk", "due_at") if due_at is not None]


def fire_coming_moments(pks: Sequence[int]) -> int:
    """Fire these moments in order, each when its time has come, but not those that were put off meanwhile."""
    return _fire_each(ClockMoment.objects.filter(pk__in=pks, due_at__lte=current_time.now() + HORIZON))


def _fire_each(moments: QuerySet[ClockMoment]) -> int:
    """Read which moments are due first, so that no time is spent on reading when a moment has come."""
    rows = moments.order_by("due_at", "-before").values_list("pk", "clock", "due_at")
    due = {pk: (clock, due_at) for pk, clock, due_at in rows if due_at is not None}
    return do_each("A clock’s moment", due, lambda pk: _fire_in_time(pk, *due[pk]))


def _fire_in_time(moment: int, clock: int, due_at: datetime) -> int:
    _sleep_until(due_at)
    return _fire(by=SYSTEM, clock=clock, moment=moment)


def _sleep_until(moment: datetime) -> None:
    """Sleep until the moment, unless it is farther away than the horizon.

    That happens only if the computer's clock was set back; then a later sweep fires it.
    """
    while 0 < (left := (moment - current_time.now()).total_seconds()) <= HORIZON.total_seconds():
        time.sleep(left)


_LOCKED: Final = PreparedQuery(
    lambda clock: Clock.objects.select_for_update(of=("self",)).select_related("competition").filter(pk=clock)
)
_COMING: Final = PreparedQuery(
    lambda clock: ClockMoment.objects.filter(clock=clock, due_at__isnull=False).order_by("due_at", "-before")
)


@action
def _fire(*, by: Actor, clock: int, moment: int) -> int:
    """Fire one moment if it is due, after those of its clock that were due before it. Says how many happened.

    None do if another alarm was quicker, or the clock was changed meanwhile.
    """
    locked = _LOCKED.first(clock)
    if locked is None:
        return 0
    now = current_time.now()  # asked only when the clock is locked: the time may have been set meanwhile
    due = _due(clock, now)
    until = next((place for place, coming in enumerate(due, start=1) if coming.pk == moment), 0)
    return sum(_happen(locked, coming, by, now) for coming in due[:until])


def make_happen(clock: Clock, now: datetime) -> None:
    """Before somebody changes a locked clock, everything that was due by now happens: its alarm may be late."""
    for coming in _due(clock.pk, now):
        _happen(clock, coming, SYSTEM, now)


def warn(clock: Clock, competition: Competition, now: datetime) -> None:
    """The change of a locked clock brought its warning about: it happens now, and no alarm makes it happen again."""
    clock.moments.filter(kind=MomentKind.WARNING).update(due_at=None, happened_at=now)
    keep(clock, competition, SYSTEM, Happened.CLOCK_WARNING, now, None)


def _due(clock: int, now: datetime) -> list[ClockMoment]:
    """What is due of a clock, in order."""
    return [coming for coming in _COMING(clock) if coming.due_at is not None and coming.due_at <= now]


def _happen(clock: Clock, moment: ClockMoment, by: Actor, now: datetime) -> int:
    turned = ClockMoment.objects.filter(pk=moment.pk, due_at__lte=now).update(due_at=None, happened_at=now)
    if not turned:
        return 0
    kind = MomentKind(moment.kind)
    if kind is MomentKind.WARNING:
        clock.warned_at = moment.due_at  # screens and tablets gave it then, however late this alarm is
        clock.save(update_fields=["warned_at"])
    elif kind is MomentKind.TIME_UP:
        clock.ended_at = now
        clock.save(update_fields=["ended_at"])
    elif kind is MomentKind.START:
        clock.started_at, clock.starts_at = clock.starts_at, None
        clock.save(update_fields=["started_at", "starts_at"])
        begin(clock.round_id)
    keep(clock, clock.competition, by, HAPPENS[kind], now, moment.before if kind is MomentKind.CALL else None)
    return 1
