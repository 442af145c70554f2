"""Change how long a round lasts after the seal, as long as it has not begun (RULES 8)."""

from __future__ import annotations

from datetime import datetime, timedelta

from tournament import current_time
from tournament.actions.base import MEANWHILE, action, lock_competition, log
from tournament.actions.moments import arm, make_happen
from tournament.log_facts import SomeRoundTimes
from tournament.log_kinds import Happened
from tournament.models import Clock, Competition
from tournament.permissions import Actor, may_organise, require
from tournament.queries.clock import DeviceClock, clock_facts
from tournament.queries.standing import read_standing
from tournament.rules import clock_changes as changes
from tournament.rules.errors import SettingsRefused, Stale
from tournament.rules.round_times import RoundTime, TimedRound, change_times, time_of
from tournament.rules.standing import Standing


@action
def set_round_time(
    *,
    by: Actor,
    competition: int,
    round: int,
    clock: int,
    warning: int | None,
    onwards: bool = False,
    version: int | None = None,
    request: str = "",
) -> None:
    """Set the length and the warning of a round, and of all after it if so asked. The record keeps the sealed ones."""
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    now = current_time.now()
    open_clock = _lock_open_clock(locked)
    if open_clock is not None:
        make_happen(open_clock, now)  # a start that was set ahead has begun the round, however late its alarm is
    standing = read_standing(locked, now)
    if standing.draw is None or standing.draw.sealed_at is None:
        raise SettingsRefused("The draw isn’t sealed yet: change the rules themselves.")
    times = change_times(
        locked.settings, locked.times, _timed(standing), round, RoundTime(clock, warning), onwards=onwards
    )
    changed = _changed(standing, locked, times)
    if not changed:
        return
    if version not in (None, locked.version):
        raise _stale(standing.rounds[round - 1].time, RoundTime(clock, warning))
    locked.times, locked.version = times, locked.version + 1
    locked.save(update_fields=["times", "version"])
    shows = _change_clock(locked, open_clock, now)
    facts = SomeRoundTimes(rounds=changed, clock=clock, warning=warning, shows=shows)
    log(by, locked, Happened.ROUND_TIMES_SET, request, **facts)


def _stale(theirs: RoundTime | None, yours: RoundTime) -> Stale:
    assert theirs is not None
    both = ({"clock": time.length, "warning": time.warning} for time in (theirs, yours))
    return Stale(MEANWHILE, theirs=next(both), yours=next(both))


def _timed(standing: Standing) -> list[TimedRound]:
    return [
        TimedRound(round_.name, round_.began_at is not None or round_.closed_at is not None)
        for round_ in standing.rounds
    ]


def _changed(standing: Standing, competition: Competition, times: dict[str, list[int | None]]) -> list[int]:
    """The rounds whose time changes."""
    settings, rounds = competition.settings, standing.rounds
    return [each.number for each in rounds if time_of(settings, times, each.number) != each.time]


def _lock_open_clock(competition: Competition) -> Clock | None:
    return Clock.objects.select_for_update().filter(competition=competition, closed_at__isnull=True).first()


def _change_clock(competition: Competition, clock: Clock | None, now: datetime) -> DeviceClock | None:
    """A round that is seated and waits for its start has its clock already; answers what that shows now."""
    if clock is None or clock.round.began_at is not None:
        return None
    time = time_of(competition.settings, competition.times, clock.round.number)
    assert time is not None
    length = timedelta(seconds=time.length)
    warning = None if time.warning is None else timedelta(seconds=time.warning)
    facts = changes.change(clock.facts, now, lambda facts, at: changes.set_length(facts, at, length, warning))
    clock.length, clock.warning, clock.added = facts.length, facts.warning, facts.added
    clock.save(update_fields=["length", "warning", "added"])
    arm(clock, now)
    return clock_facts(clock.facts, now)
