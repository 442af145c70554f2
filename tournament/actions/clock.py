"""The round clock as people run it: start, pause, resume, add or take time, end, undo a slip (RULES 8).

What the clock does by itself (a start that was set ahead, calls, the warning, time up) is in actions/moments.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from tournament import current_time
from tournament.actions.base import action, lock_competition, log
from tournament.actions.beginnings import begin
from tournament.actions.moments import arm, keep, make_happen, warn
from tournament.event_time import zone_of
from tournament.log_kinds import Happened, LogKind
from tournament.models import Clock, Competition, Event, Round, Table
from tournament.permissions import Actor, may_run_hall, require
from tournament.prepared import PreparedQuery
from tournament.queries.clock import counted_since, is_hand_recorded
from tournament.queries.standing import read_standing
from tournament.rules import clock_changes as changes
from tournament.rules.breaks import find_break
from tournament.rules.clock import MOST_CALLS, RoundClock, State
from tournament.rules.clock_changes import ClockRule, CountedTable
from tournament.rules.errors import ClockRefused, NotFound
from tournament.rules.time_zones import moments_of, on_the_wall

FARTHEST_START: Final = timedelta(hours=12)
"""A time of day that is farther away than this is taken for one that has passed."""


def _change(
    by: Actor, competition: int, kind: LogKind[...], rule: ClockRule, request: str, *, amount: timedelta | None = None
) -> Clock:
    """Ask the rule, save the changed clock, arm its moments again, and keep who changed it and when.

    Everything that was due by now happens first, so that a late alarm changes nothing.
    """
    locked = lock_competition(competition)
    require(may_run_hall(by, locked.event_id), by)
    clock = _open_clock(locked)
    if clock is None:
        raise ClockRefused("There’s no round to run a clock for.")
    now = current_time.now()
    make_happen(clock, now)
    facts = changes.change(clock.facts, now, rule)
    warns = clock.warned_at is None and facts.warned_at is not None
    clock.starts_at, clock.started_at, clock.ended_at = facts.starts_at, facts.started_at, facts.ended_at
    clock.paused_at, clock.paused, clock.added = facts.paused_at, facts.paused, facts.added
    clock.warned_at = facts.warned_at
    clock.save()
    arm(clock, now)
    keep(clock, locked, by, kind, now, amount, request)
    if warns:
        warn(clock, locked, now)
    return clock


_OPEN_CLOCK: Final = PreparedQuery(
    lambda competition: Clock.objects.select_for_update().filter(competition=competition, closed_at__isnull=True)
)


def _open_clock(competition: Competition) -> Clock | None:
    return _OPEN_CLOCK.first(competition.pk)


@action
def start_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Ready → running; the round begins."""
    begin(_change(by, competition, Happened.CLOCK_STARTED, changes.start, request).round_id)


@action
def set_start(*, by: Actor, competition: int, at: str, request: str = "") -> None:
    """Set the start ahead: the clock will start by itself at a time of day, such as 14:05."""
    event = Event.objects.filter(competitions=competition).first()
    if event is None:
        raise NotFound("There is no such competition.")
    moment = next_moment(at, current_time.now(), zone_of(event))
    _change(by, competition, Happened.CLOCK_START_SET, lambda clock, now: changes.start_at(clock, now, moment), request)


@action
def start_after_break(*, by: Actor, competition: int, request: str = "") -> None:
    """Set the start for the end of the break: the next round begins by itself at 0:00."""

    def rule(clock: RoundClock, now: datetime) -> RoundClock:
        coming = find_break(read_standing(Competition.objects.get(pk=competition), now))
        if coming is None or coming.starts_by_itself:
            raise ClockRefused("There’s no break now, so it can’t end by itself.")
        return changes.start_at(clock, now, coming.ends)

    _change(by, competition, Happened.CLOCK_START_SET, rule, request)


def next_moment(text: str, now: datetime, zone: ZoneInfo, otherwise: str = "or start now") -> datetime:
    """The next moment at which a clock on the wall of the hall shows this time. `otherwise` is what helps instead of a
    time that is over."""
    try:
        time = datetime.strptime(text.strip().replace(".", ":"), "%H:%M").time()
    except ValueError:
        raise ClockRefused(f"“{text[:20]}” isn’t a time of day. Write it like 14:05.") from None
    today = on_the_wall(now, zone).date()
    days = (datetime.combine(day, time) for day in (today, today + timedelta(days=1)))
    moments = [moment.astimezone(UTC) for day in days for moment in moments_of(day, zone)]
    for moment in moments:
        if now < moment <= now + FARTHEST_START:
            return moment
    if not moments_of(datetime.combine(today, time), zone):
        raise ClockRefused(f"Daylight saving starts now and skips {time:%H:%M}. Choose another time.")
    raise ClockRefused(f"It’s already past {time:%H:%M}. Choose a later time, {otherwise}.")


@action
def call_off_start(*, by: Actor, competition: int, request: str = "") -> None:
    """Take back a start that was set ahead."""
    _change(by, competition, Happened.CLOCK_START_CALLED_OFF, changes.call_off, request)


@action
def pause_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Running → paused."""
    _change(by, competition, Happened.CLOCK_PAUSED, changes.pause, request)


@action
def resume_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Paused → running."""
    _change(by, competition, Happened.CLOCK_RESUMED, changes.resume, request)


@action
def add_time(*, by: Actor, competition: int, seconds: int, request: str = "") -> None:
    """Add time, or take it away if negative. After time up it goes on, as long as no table has counted."""
    if abs(seconds) > changes.LONGEST_ROUND.total_seconds():
        raise ClockRefused("A round can last a day at most.")
    amount = timedelta(seconds=seconds)

    def rule(clock: RoundClock, now: datetime) -> RoundClock:
        is_up = clock.state(now) is State.TIME_UP
        return changes.add(clock, now, amount, counted=_lock_counted_tables(competition) if is_up else ())

    _change(by, competition, Happened.CLOCK_CHANGED, rule, request, amount=amount)


def _lock_counted_tables(competition: int) -> list[CountedTable]:
    """Lock the tables of the open round that have counted. Other tables cannot count until this step is done: a tablet
    that sends its unfinished hand in the same moment waits, and is then asked, because the clock goes on."""
    tables = Table.objects.select_for_update(of=("self",)).filter(round__competition=competition)
    known = tables.filter(round__closed_at__isnull=True).select_related("round__competition")
    return [table.counted_as(table.shown) for table in known if table.has_counted]


@action
def end_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """End the round now."""
    _change(by, competition, Happened.CLOCK_ENDED, changes.end, request)


@action
def undo_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Take back a pause or an end that was a slip."""

    def rule(clock: RoundClock, now: datetime) -> RoundClock:
        _lock_counted_tables(competition)
        return changes.undo(clock, now, counted_since_end=counted_since(competition, clock.ended_at))

    _change(by, competition, Happened.CLOCK_TAKEN_BACK, rule, request)


@action
def restart_clock(*, by: Actor, competition: int, request: str = "") -> None:
    """Set the clock back to ready, as long as no hand was recorded: the round has not begun after all."""

    def rule(clock: RoundClock, now: datetime) -> RoundClock:
        return changes.restart(clock, now, hand_recorded=is_hand_recorded(competition))

    clock = _change(by, competition, Happened.CLOCK_SET_BACK, rule, request)
    Round.objects.filter(pk=clock.round_id).update(began_at=None)


@action
def set_calls(*, by: Actor, competition: int, minutes: Sequence[int], request: str = "") -> None:
    """Set which calls are made from now on, beside the warning and time up: minutes before the end."""
    locked = lock_competition(competition)
    require(may_run_hall(by, locked.event_id), by)
    longest = int(changes.LONGEST_ROUND.total_seconds()) // 60
    if len(set(minutes)) > MOST_CALLS or not all(0 < number < longest for number in minutes):
        each = "each a whole number of minutes before the end"
        raise ClockRefused(f"You can have up to {MOST_CALLS} announcements, {each}.")
    locked.calls = sorted((60 * number for number in set(minutes)), reverse=True)
    locked.save(update_fields=["calls"])
    if (clock := _open_clock(locked)) is not None:
        clock.calls = locked.calls
        clock.save(update_fields=["calls"])
        arm(clock, current_time.now())
    log(by, locked, Happened.CALLS_SET, request, minutes=[seconds // 60 for seconds in locked.calls])
