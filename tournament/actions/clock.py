"""The round clock as people run it: start, pause, resume, add or take time, end, take a slip back (RULES 8).

What it does by itself (the start that was set ahead, calls, the warning, time up) is in actions/moments.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from tournament.actions.base import action, lock_competition, log
from tournament.actions.moments import arm, keep
from tournament.actions.rounds import begin
from tournament.models import Clock, Competition, Round
from tournament.permissions import Actor, may_run_clock, require
from tournament.queries.clock import why_not_restart, why_not_undo
from tournament.ready import Ready
from tournament.rules import clock as rules
from tournament.rules.errors import ClockRefused

FARTHEST_START: Final = timedelta(hours=12)
"""A time of day that is farther away than this was meant for a moment that has passed."""


def _change(
    by: Actor, competition: int, change: str, rule: Callable[[rules.Clock, datetime], rules.Clock], request: str,
    *, amount: timedelta | None = None, why_not: Callable[[Clock], str] | None = None,
) -> Clock:  # fmt: skip
    """Ask the rule, keep the new facts, and keep who and when; what the clock does by itself follows."""
    it = lock_competition(competition)
    require(may_run_clock(by, it), by)
    clock = _open_clock(it)
    if clock is None:
        raise ClockRefused("There is no round whose clock could be run.")
    now = timezone.now()
    facts = rule(clock.facts, now)
    if why_not is not None and (why := why_not(clock)):
        raise ClockRefused(why)
    clock.starts_at, clock.started_at, clock.ended_at = facts.starts_at, facts.started_at, facts.ended_at
    clock.paused_at, clock.paused, clock.added = facts.paused_at, facts.paused, facts.added
    clock.save()
    arm(clock, now)
    keep(clock, it, by, change, now, amount, request)
    return clock


_OPEN_CLOCK: Final = Ready(
    lambda competition: Clock.objects.select_for_update().filter(competition=competition, closed_at__isnull=True)
)


def _open_clock(competition: Competition) -> Clock | None:
    return _OPEN_CLOCK.first(competition.pk)


@action
def start_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Ready → running; the round begins."""
    begin(_change(by, competition, "started", rules.start, request).round_id)


@action
def set_start(*, by: Actor, competition: int, at: str, request: str = "") -> None:
    """It will start by itself at a time of day, such as 14:05."""
    moment = _next(at, timezone.now())
    _change(by, competition, "start set", lambda clock, now: rules.start_at(clock, now, moment), request)


def _next(text: str, now: datetime) -> datetime:
    """The next moment that a clock on the wall shows this time."""
    try:
        time = datetime.strptime(text.strip().replace(".", ":"), "%H:%M").time()
    except ValueError:
        raise ClockRefused(f"“{text[:20]}” is not a time of day. Write it as 14:05.") from None
    today = timezone.localtime(now).date()
    for day in (today, today + timedelta(days=1)):
        moment = timezone.make_aware(datetime.combine(day, time))
        if now < moment <= now + FARTHEST_START:
            return moment
    raise ClockRefused(f"It is past {time:%H:%M} already. Choose a time that is still to come, or start now.")


@action
def call_off_start(*, by: Actor, competition: int, request: str = "") -> None:
    """It will not start by itself after all."""
    _change(by, competition, "start called off", rules.call_off, request)


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
    _change(by, competition, "changed", lambda clock, now: rules.add(clock, now, amount), request, amount=amount)


@action
def end_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """End the round now."""
    _change(by, competition, "ended", rules.end, request)


@action
def undo_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Take a mistaken pause or end back."""
    _change(by, competition, "taken back", rules.undo, request, why_not=why_not_undo)


@action
def restart_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Back to ready, as long as no hand was recorded: the round has not begun after all."""
    clock = _change(by, competition, "set back", rules.restart, request, why_not=why_not_restart)
    Round.objects.filter(pk=clock.round_id).update(began_at=None)


@action
def set_calls(*, by: Actor, competition: int, minutes: Sequence[int], request: str = "") -> None:
    """Which calls are made beside the warning and time up, from now on: so many minutes before the end each."""
    it = lock_competition(competition)
    require(may_run_clock(by, it), by)
    longest = int(rules.LONGEST.total_seconds()) // 60
    if len(set(minutes)) > rules.MOST_CALLS or not all(0 < number < longest for number in minutes):
        raise ClockRefused(f"Up to {rules.MOST_CALLS} calls, each a whole number of minutes before the end.")
    it.calls = sorted((60 * number for number in set(minutes)), reverse=True)
    it.save(update_fields=["calls"])
    if (clock := _open_clock(it)) is not None:
        clock.calls = it.calls
        clock.save(update_fields=["calls"])
        arm(clock, timezone.now())
    log(by, it, "calls set", request, minutes=[seconds // 60 for seconds in it.calls])
