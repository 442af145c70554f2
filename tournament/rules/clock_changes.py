"""What the buttons of a clock do (RULES 8): the clock and the time now in, the changed clock out, or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from tournament.rules.clock import NOTHING, RoundClock, State
from tournament.rules.errors import ClockRefused
from tournament.rules.table_numbers import ShownTable

LONGEST_ROUND: Final = timedelta(days=1)
"""No round lasts longer than this."""
UNDO_WITHIN: Final = timedelta(minutes=2)
"""A pause or an end can be taken back as a slip for this long."""

_WHY_NOT: Final[Mapping[tuple[str, State], str]] = {
    ("start", State.RUNNING): "The clock is already running.",
    ("start", State.PAUSED): "The clock is paused. To play on, press Resume.",
    ("start", State.TIME_UP): "Time is up. To play on, add minutes.",
    ("start", State.CLOSED): "This round is closed, so its clock can’t start again.",
    ("pause", State.READY): "The clock hasn’t started yet, so there is nothing to pause.",
    ("pause", State.PAUSED): "The clock is already paused.",
    ("pause", State.TIME_UP): "Time is up, so there is nothing to pause.",
    ("pause", State.CLOSED): "This round is closed, so there is nothing to pause.",
    ("resume", State.READY): "The clock hasn’t started yet. Press Start.",
    ("resume", State.RUNNING): "The clock is already running.",
    ("resume", State.TIME_UP): "Time is up. To play on, add minutes.",
    ("resume", State.CLOSED): "This round is closed, so its clock can’t go on.",
}
"""Why a button does nothing in the clock's present state, and what helps instead."""


@dataclass(frozen=True, slots=True)
class CountedTable:
    """A table whose round is over: after time up no time is added for it."""

    number: ShownTable
    has_last_hand: bool
    """Whether the hand that the end of the round stopped, or a play-off hand, is saved."""
    is_accepted: bool
    """Whether its sheet is accepted."""


ClockRule: TypeAlias = Callable[[RoundClock, datetime], RoundClock]
"""What a button of the clock does: the clock and the time now in, the changed clock out, or a refusal."""


def change(clock: RoundClock, now: datetime, rule: ClockRule) -> RoundClock:
    """Do what a button does, and let the warning happen where the change brings it about.

    A warning whose time had come before the change has happened, at its time: the hall's screens gave it, even if the
    server's alarm is late. If the change moves its time into the past, it happens now. Nothing that was dealt before
    now was dealt after it.
    """
    changed = rule(replace(clock, warned_at=clock.given_warning(now)), now)
    return replace(changed, warned_at=now) if changed.warned_at is None and _is_past_warning(changed, now) else changed


def _is_past_warning(clock: RoundClock, now: datetime) -> bool:
    """Whether so little time is left that the warning should have happened; also while the clock is paused."""
    if clock.warning is None or clock.state(now) not in (State.RUNNING, State.PAUSED):
        return False
    return clock.left(now) <= clock.warning


def set_length(clock: RoundClock, now: datetime, length: timedelta, warning: timedelta | None) -> RoundClock:
    """Give a round that has not begun another length and warning. A new length is the whole of it: what was added or
    taken off before was meant for the old one."""
    _need(clock, now, State.READY, "start")
    added = clock.added if length == clock.length else NOTHING
    return replace(clock, length=length, warning=warning, added=added)


def start(clock: RoundClock, now: datetime) -> RoundClock:
    """Ready → running."""
    _need(clock, now, State.READY, "start")
    return replace(clock, started_at=now, starts_at=None)


def start_at(clock: RoundClock, now: datetime, moment: datetime) -> RoundClock:
    """Set a start ahead: the clock will start by itself at this moment."""
    _need(clock, now, State.READY, "start")
    if not now < moment <= now + LONGEST_ROUND:
        raise ClockRefused("Choose a later time today, or start the clock now.")
    return replace(clock, starts_at=moment)


def call_off(clock: RoundClock, now: datetime) -> RoundClock:
    """Take back a start that was set ahead."""
    if clock.state(now) is not State.READY or clock.starts_at is None:
        raise ClockRefused("No start is set.")
    return replace(clock, starts_at=None)


def restart(clock: RoundClock, now: datetime, *, hand_recorded: bool) -> RoundClock:
    """Set the clock back to its beginning, with all of its time, unless a hand of the round is recorded already."""
    if clock.state(now) is State.READY:
        raise ClockRefused("The clock hasn’t started yet: it’s at its beginning.")
    if clock.state(now) is State.CLOSED:
        raise ClockRefused("This round is closed, so its clock can’t be set back.")
    if hand_recorded:
        raise ClockRefused("A hand has already been recorded in this round. Pause, or add time instead.")
    return RoundClock(clock.length, clock.warning, clock.calls)


def undo(clock: RoundClock, now: datetime, *, counted_since_end: bool) -> RoundClock:
    """Take back a pause or an end that was a slip.

    People played on through a pause that nobody meant, so its time counts as played. A round that was ended by a slip
    did stop, so it goes on with what was left, unless a table has counted its cards since.
    """
    if clock.state(now) is State.PAUSED:
        return _undo_pause(clock, now)
    if clock.ended_at is None or clock.closed_at is not None or not _ended_by_hand(clock, clock.ended_at):
        raise ClockRefused("There’s no pause or end to undo.")
    _need_recent(clock.ended_at, now, "The end")
    if counted_since_end:
        raise ClockRefused("A table has counted since then, so you can’t undo the end.")
    lost = NOTHING if clock.paused_at else max(NOTHING, now - clock.ended_at)
    return replace(clock, ended_at=None, paused=clock.paused + lost)


def _undo_pause(clock: RoundClock, now: datetime) -> RoundClock:
    assert clock.paused_at is not None
    _need_recent(clock.paused_at, now, "The pause")
    played_on = replace(clock, paused_at=None)
    if not played_on.left(now):
        raise ClockRefused("Without the pause, time would be up by now. Resume instead.")
    return played_on


def _ended_by_hand(clock: RoundClock, ended_at: datetime) -> bool:
    """Whether somebody ended the round before its time."""
    return clock.paused_at is not None or (clock.deadline is not None and ended_at < clock.deadline)


def _need_recent(moment: datetime, now: datetime, what: str) -> None:
    if now - moment > UNDO_WITHIN:
        raise ClockRefused(f"{what} was more than two minutes ago, so you can’t undo it.")


def pause(clock: RoundClock, now: datetime) -> RoundClock:
    """Running → paused."""
    _need(clock, now, State.RUNNING, "pause")
    return replace(clock, paused_at=now)


def resume(clock: RoundClock, now: datetime) -> RoundClock:
    """Paused → running: the time paused is added to what is left."""
    _need(clock, now, State.PAUSED, "resume")
    assert clock.paused_at is not None
    return replace(clock, paused_at=None, paused=clock.paused + max(NOTHING, now - clock.paused_at))


def add(clock: RoundClock, now: datetime, amount: timedelta, *, counted: Sequence[CountedTable] = ()) -> RoundClock:
    """Add time, or take it away if the amount is negative. Some time must be left, and a round lasts a day at most.

    After time up the round goes on with just this much, unless tables have `counted` what they held.
    """
    if clock.state(now) is State.CLOSED:
        raise ClockRefused("This round is closed, so you can’t add or take off time.")
    if clock.state(now) is State.TIME_UP:
        clock = _gone_on(clock, now, amount, counted)
    if clock.left(now) + amount <= NOTHING:
        raise ClockRefused(_too_little_left(clock, now, -amount))
    if clock.length + clock.added + amount > LONGEST_ROUND:
        raise ClockRefused("A round can last a day at most.")
    return replace(clock, added=clock.added + amount)


def _too_little_left(clock: RoundClock, now: datetime, taken: timedelta) -> str:
    """What helps instead of taking away all that is left: nobody can end a round that has not begun."""
    if clock.state(now) is State.READY:
        return "That would leave no time to play. Take off less, or start the clock as it is."
    minutes = -(-taken // timedelta(minutes=1))
    less = "There is less than 1 minute" if minutes == 1 else f"There are less than {minutes} minutes"
    return f"{less} left. To stop now, end the round."


def _gone_on(clock: RoundClock, now: datetime, amount: timedelta, counted: Sequence[CountedTable]) -> RoundClock:
    """The clock of a round whose time is up, as it stood then: running, with nothing left, and no time lost since."""
    if amount <= NOTHING:
        raise ClockRefused("Time is up, so you can’t take off any more.")
    if counted:
        tables = _tables([table.number for table in counted])
        raise ClockRefused(f"Time is up, and {tables} counted already. To add time, first {_reopened(counted)}.")
    stopped = clock.paused_at or clock.ended_at or clock.deadline
    if clock.begins is None or stopped is None:
        raise ClockRefused("The clock never started. Set it back to its beginning instead.")
    unplayed = clock.begins + clock.length + clock.added + clock.paused - stopped
    return replace(
        clock,
        ended_at=None,
        paused_at=None,
        added=clock.added - unplayed,
        paused=clock.paused + max(NOTHING, now - stopped),
    )


def _reopened(counted: Sequence[CountedTable]) -> str:
    """What has to be undone at these tables before the round can go on."""
    accepted = [table for table in counted if table.is_accepted]
    sheets = "" if not accepted else "reopen its sheet" if len(counted) == 1 else "reopen the accepted sheets"
    hands = "delete the hand counted at time up" if any(table.has_last_hand for table in counted) else ""
    return " and ".join(step for step in (sheets, hands) if step)


def _tables(numbers: Sequence[ShownTable]) -> str:
    """Table 3 has, tables 3 and 7 have."""
    named = [str(number) for number in numbers]
    return f"table {named[0]} has" if len(named) == 1 else f"tables {', '.join(named[:-1])} and {named[-1]} have"


def end(clock: RoundClock, now: datetime) -> RoundClock:
    """End the round, early or because its time is up. That happens once."""
    if clock.state(now) is State.CLOSED or clock.ended_at is not None:
        raise ClockRefused("Time is already up in this round.")
    return replace(clock, ended_at=now)


def close(clock: RoundClock, now: datetime) -> RoundClock:
    """Time up → closed, with the round."""
    if clock.state(now) in (State.RUNNING, State.PAUSED):
        raise ClockRefused("The clock is still running. End the round first.")
    if clock.closed_at is not None:
        raise ClockRefused("This round’s clock is already closed.")
    return replace(clock, closed_at=now)


def move(clock: RoundClock, step: timedelta) -> RoundClock:
    """The computer's clock was set: every moment moves with it, so that the round keeps its length by what has really
    passed, and shows what it showed before."""

    def moved(moment: datetime | None) -> datetime | None:
        return None if moment is None else moment + step

    return replace(
        clock,
        starts_at=moved(clock.starts_at),
        started_at=moved(clock.started_at),
        paused_at=moved(clock.paused_at),
        ended_at=moved(clock.ended_at),
        warned_at=moved(clock.warned_at),
    )


def _need(clock: RoundClock, now: datetime, state: State, verb: str) -> None:
    if clock.state(now) is not state:
        raise ClockRefused(_WHY_NOT[verb, clock.state(now)])
