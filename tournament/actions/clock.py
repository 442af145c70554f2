"""The round clock as people run it: start, pause, resume, add or take time, end, undo a slip (RULES 8).

What the clock does by itself (a start that was set ahead, calls, the warning, time up) is in actions/moments.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from tournament.actions.base import action, lock_competition, log
from tournament.actions.moments import arm, keep
from tournament.actions.rounds import begin
from tournament.log_kinds import Happened, LogKind
from tournament.models import Clock, Competition, Round
from tournament.permissions import Actor, may_run_hall, require
from tournament.prepared import PreparedQuery
from tournament.queries.clock import counted_since, is_hand_recorded
from tournament.rules import clock as rules
from tournament.rules.clock import ClockRule
from tournament.rules.errors import ClockRefused

FARTHEST_START: Final = timedelta(hours=12)
"""A time of day that is farther away than this was meant for a moment that has passed."""


def _change(
    by: Actor, competition: int, kind: LogKind[...], rule: ClockRule, request: str, *, amount: timedelta | None = None
) -> Clock:
    """Ask the rule, save what the clock has become, re-arm its moments, and keep who changed it and when."""
    locked = lock_competition(competition)
    require(may_run_hall(by, locked.event_id), by)
    clock = _open_clock(locked)
    if clock is None:
        raise ClockRefused("There is no round whose clock could be run.")
    now = timezone.now()
    facts = rule(clock.facts, now)
    clock.starts_at, clock.started_at, clock.ended_at = facts.starts_at, facts.started_at, facts.ended_at
    clock.paused_at, clock.paused, clock.added = facts.paused_at, facts.paused, facts.added
    clock.save()
    arm(clock, now)
    keep(clock, locked, by, kind, now, amount, request)
    return clock


_OPEN_CLOCK: Final = PreparedQuery(
    lambda competition: Clock.objects.select_for_update().filter(competition=competition, closed_at__isnull=True)
)


def _open_clock(competition: Competition) -> Clock | None:
    return _OPEN_CLOCK.first(competition.pk)


@action
def start_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Ready → running; the round begins."""
    begin(_change(by, competition, Happened.CLOCK_STARTED, rules.start, request).round_id)


@action
def set_start(*, by: Actor, competition: int, at: str, request: str = "") -> None:
    """Set the start ahead: the clock will start by itself at a time of day, such as 14:05."""
    moment = _next_moment(at, timezone.now())
    _change(by, competition, Happened.CLOCK_START_SET, lambda clock, now: rules.start_at(clock, now, moment), request)


def _next_moment(text: str, now: datetime) -> datetime:
    """The next moment at which a clock on the wall shows this time."""
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
    """Take back a start that was set ahead."""
    _change(by, competition, Happened.CLOCK_START_CALLED_OFF, rules.call_off, request)


@action
def pause_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Running → paused."""
    _change(by, competition, Happened.CLOCK_PAUSED, rules.pause, request)


@action
def resume_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Paused → running."""
    _change(by, competition, Happened.CLOCK_RESUMED, rules.resume, request)


@action
def add_time(*, by: Actor, competition: int, seconds: int, request: str = "") -> None:
    """Add time, or take it away if negative."""
    if abs(seconds) > rules.LONGEST.total_seconds():
        raise ClockRefused("A round lasts a day at most.")
    amount = timedelta(seconds=seconds)
    _change(
        by,
        competition,
        Happened.CLOCK_CHANGED,
        lambda clock, now: rules.add(clock, now, amount),
        request,
        amount=amount,
    )


@action
def end_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """End the round now."""
    _change(by, competition, Happened.CLOCK_ENDED, rules.end, request)


@action
def undo_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Take back a pause or an end that was a slip."""

    def rule(clock: rules.RoundClock, now: datetime) -> rules.RoundClock:
        return rules.undo(clock, now, counted_since_end=counted_since(competition, clock.ended_at))

    _change(by, competition, Happened.CLOCK_TAKEN_BACK, rule, request)


@action
def restart_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Set the clock back to ready, as long as no hand was recorded: the round has not begun after all."""

    def rule(clock: rules.RoundClock, now: datetime) -> rules.RoundClock:
        return rules.restart(clock, now, hand_recorded=is_hand_recorded(competition))

    clock = _change(by, competition, Happened.CLOCK_SET_BACK, rule, request)
    Round.objects.filter(pk=clock.round_id).update(began_at=None)


@action
def set_calls(*, by: Actor, competition: int, minutes: Sequence[int], request: str = "") -> None:
    """Set which calls are made from now on, beside the warning and time up: minutes before the end."""
    locked = lock_competition(competition)
    require(may_run_hall(by, locked.event_id), by)
    longest = int(rules.LONGEST.total_seconds()) // 60
    if len(set(minutes)) > rules.MOST_CALLS or not all(0 < number < longest for number in minutes):
        raise ClockRefused(f"Up to {rules.MOST_CALLS} calls, each a whole number of minutes before the end.")
    locked.calls = sorted((60 * number for number in set(minutes)), reverse=True)
    locked.save(update_fields=["calls"])
    if (clock := _open_clock(locked)) is not None:
        clock.calls = locked.calls
        clock.save(update_fields=["calls"])
        arm(clock, timezone.now())
    log(by, locked, Happened.CALLS_SET, request, minutes=[seconds // 60 for seconds in locked.calls])
