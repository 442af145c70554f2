"""The round clock: start, pause, resume, add or take time, end now; and time up, once, whatever fails (RULES 8)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils import timezone

from tournament.actions.base import action, do_each, lock_competition, log
from tournament.actions.rounds import begin
from tournament.models import Clock, ClockChange, Competition
from tournament.permissions import SYSTEM, Actor, may_run_clock, require
from tournament.queries.clock import clock_facts
from tournament.rules import clock as rules
from tournament.rules.errors import ClockRefused


def _change(
    by: Actor, competition: int, change: str, rule: Callable[[rules.Clock, datetime], rules.Clock], request: str,
    amount: timedelta | None = None,
) -> Clock:  # fmt: skip
    """Ask the rule, keep the new facts, and keep who and when."""
    it = lock_competition(competition)
    require(may_run_clock(by, it), by)
    clock = Clock.objects.select_for_update().filter(competition=it, closed_at__isnull=True).first()
    if clock is None:
        raise ClockRefused("There is no round whose clock could be run.")
    now = timezone.now()
    facts = rule(clock.facts, now)
    clock.started_at, clock.paused_at, clock.paused = facts.started_at, facts.paused_at, facts.paused
    clock.added, clock.ended_at = facts.added, facts.ended_at
    clock.due_at = None if facts.ended_at else facts.deadline
    clock.save()
    _keep(clock, it, by, change, now, amount, request)
    return clock


def _keep(
    clock: Clock,
    competition: Competition,
    by: Actor,
    change: str,
    now: datetime,
    amount: timedelta | None,
    request: str,
) -> None:
    ClockChange.objects.create(clock=clock, at=now, by=by.name[:120], change=change, amount=amount)
    seconds = None if amount is None else int(amount.total_seconds())
    shows = clock_facts(clock.facts, now)
    log(by, competition, f"clock {change}", request, clock=clock.pk, seconds=seconds, shows=shows)


@action
def start_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Ready → running; the round begins."""
    begin(_change(by, competition, "started", rules.start, request).round_id)


@action
def pause_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Running → paused."""
    _change(by, competition, "paused", rules.pause, request)


@action
def resume_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Paused → running."""
    _change(by, competition, "resumed", rules.resume, request)


@action
def add_time(*, by: Actor, competition: int, seconds: int, request: str = "") -> None:
    """Add time, or take it when negative."""
    if abs(seconds) > rules.LONGEST.total_seconds():
        raise ClockRefused("A round lasts a day at most.")
    amount = timedelta(seconds=seconds)
    _change(by, competition, "changed", lambda clock, now: rules.add(clock, now, amount), request, amount)


@action
def end_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """End the round now."""
    _change(by, competition, "ended", rules.end, request)


def fire_time_up() -> int:
    """Note time up for every clock that is due. A conditional update: whoever updates the row fires it, so late,
    double or stale alarms do nothing."""
    now = timezone.now()
    due = list(Clock.objects.filter(due_at__lte=now).order_by("due_at").values_list("pk", flat=True))
    return do_each("Time up of clock", due, lambda pk: _fire(by=SYSTEM, clock=pk, now=now))


@action
def _fire(*, by: Actor, clock: int, now: datetime) -> int:
    still_due = Clock.objects.filter(pk=clock, due_at__lte=now, ended_at__isnull=True, closed_at__isnull=True)
    if not still_due.update(ended_at=now, due_at=None):
        return 0
    fired = Clock.objects.select_related("competition").get(pk=clock)
    _keep(fired, fired.competition, by, "time up", now, None, "")
    return 1
