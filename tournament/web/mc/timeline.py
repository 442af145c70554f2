"""The order of a round as an MC runs it, from the published seats to who goes on.

It is derived from how far the round is, so nobody has to tick anything off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils.timezone import localtime

from tournament.queries.mc_desk import McDesk
from tournament.rules.breaks import find_break, length_of
from tournament.rules.clock import RoundClock, State
from tournament.rules.presets import Format
from tournament.web.clock import digits
from tournament.words import minutes

MOST_TABLES_NAMED = 4
"""More tables than this are counted, not listed."""


class StepProgress(StrEnum):
    """Whether a step is over, is what happens now, or is still to come."""

    DONE = "done"
    NOW = "now"
    AHEAD = "ahead"


@dataclass(frozen=True)
class TimelineStep:
    """One line: what happens, when, and by whom or what it waits for."""

    title: str
    note: str = ""
    at: datetime | None = None
    progress: StepProgress = StepProgress.AHEAD


def timeline(desk: McDesk, saying: str, now: datetime) -> list[TimelineStep]:
    """All steps of the round; the first that is not over is what happens now. `saying` is who deals first."""
    steps = _steps(desk, saying, now)
    current = next((place for place, (_, over) in enumerate(steps) if not over), len(steps))
    return [replace(step, progress=_progress(place, current)) for place, (step, _) in enumerate(steps)]


def _progress(place: int, current: int) -> StepProgress:
    if place == current:
        return StepProgress.NOW
    return StepProgress.DONE if place < current else StepProgress.AHEAD


def _steps(desk: McDesk, saying: str, now: datetime) -> list[tuple[TimelineStep, bool]]:
    """Each step, and whether it is over."""
    begun = desk.round.began_at is not None or _state(desk, now) not in (None, State.READY)
    is_closed = desk.round.closed_at is not None
    return [
        (_seated(desk), True),
        (TimelineStep("Find your table"), begun),
        (TimelineStep("Who deals first", saying), begun),
        (_running(desk, now), _is_over(desk, now)),
        *_bells(desk, now),
        (_sheets(desk, now), is_closed or (_is_over(desk, now) and not desk.without_sheet)),
        (_outcome(desk), is_closed),
        (_next(desk), desk.standing.is_finished),
    ]


def _state(desk: McDesk, now: datetime) -> State | None:
    return None if desk.clock is None else desk.clock.state(now)


def _is_over(desk: McDesk, now: datetime) -> bool:
    """Whether the cards are down: time is up, or a round without a clock has all its sheets."""
    if desk.clock is None:
        return desk.round.closed_at is not None or (desk.round.began_at is not None and not desk.without_sheet)
    return desk.clock.state(now) in (State.TIME_UP, State.CLOSED)


def _seated(desk: McDesk) -> TimelineStep:
    published = desk.standing.published
    if desk.round.number == 1:
        return TimelineStep("The draw is published", at=published.published_at if published is not None else None)
    return TimelineStep(f"{desk.round.name.opening} is seated")


def _running(desk: McDesk, now: datetime) -> TimelineStep:
    """The round itself: to be started, running, paused, or how it went."""
    name, clock = desk.round.name, desk.clock
    if clock is None:
        return TimelineStep(f"{name.opening} is played", "It ends at each table by itself", desk.round.began_at)
    started = f"Started by {desk.started_by}" if desk.started_by else ""
    match clock.state(now):
        case State.READY if clock.starts_at:
            return TimelineStep(f"Start {name.lower}", "By itself", clock.starts_at)
        case State.READY:
            coming = find_break(desk.standing)
            return TimelineStep(f"Start {name.lower}", "When everybody is seated", coming.ends if coming else None)
        case State.PAUSED:
            return TimelineStep(f"{name.opening} is paused", started, clock.begins)
        case State.RUNNING:
            return TimelineStep(f"{name.opening} is running", started, clock.begins)
    return TimelineStep(f"{name.opening} was played", started, clock.begins)


def _bells(desk: McDesk, now: datetime) -> list[tuple[TimelineStep, bool]]:
    """The warning and time up, if there is a clock. A round that was ended before its warning had none."""
    clock, over = desk.clock, _is_over(desk, now)
    if clock is None:
        return []
    by_itself = "Ended by itself" if over else "By itself"
    by = f"Ended by {desk.ended_by}" if desk.ended_by else by_itself
    stop = TimelineStep("Time up: finish this turn", by, clock.ended_at or clock.deadline)
    if clock.warning is None or (over and clock.given_warning(now) is None):
        return [(stop, over)]
    return [(_warning(clock, clock.warning, now), over or clock.warned(now)), (stop, over)]


def _warning(clock: RoundClock, before: timedelta, now: datetime) -> TimelineStep:
    """The warning as it will be, or was.

    Time that is added afterwards does not take it back, which the MC has to know before telling the hall.
    """
    given = clock.given_warning(now)
    if given is None:
        return TimelineStep(f"Last hand, {digits(before)} left", "By itself", clock.warning_at)
    is_longer = clock.ended_at is None and clock.deadline is not None and clock.deadline - given > before
    return TimelineStep("Last hand", "Announced. Added time doesn’t undo it." if is_longer else "Announced", given)


def _sheets(desk: McDesk, now: datetime) -> TimelineStep:
    if not _is_over(desk, now) and desk.clock is not None:
        return TimelineStep("Count, and accept the sheets", "Each table by itself")
    if not desk.without_sheet:
        return TimelineStep("All sheets are in")
    return TimelineStep(f"Waiting for {tables(desk.without_sheet)}", "Their sheets aren’t accepted yet")


def tables(numbers: Sequence[int]) -> str:
    """Table 3; tables 3 and 7; tables 1, 2 and 3; 9 tables."""
    if len(numbers) > MOST_TABLES_NAMED:
        return f"{len(numbers)} tables"
    named = [str(number) for number in numbers]
    return f"table {named[0]}" if len(named) == 1 else f"tables {', '.join(named[:-1])} and {named[-1]}"


def _outcome(desk: McDesk) -> TimelineStep:
    """What the round decides."""
    format_, closed_at = desk.standing.format, desk.round.closed_at
    if desk.round.is_last:
        title = "The winner" if format_ is Format.KNOCKOUT else "The results"
    else:
        title = "Who moves where" if format_ is Format.ROTATION else "Who goes on"
    return TimelineStep(title, "" if closed_at else "When the organiser closes the round", closed_at)


def _next(desk: McDesk) -> TimelineStep:
    following, coming = desk.standing.following, find_break(desk.standing)
    if following is None:
        return TimelineStep("The podium")
    length = length_of(desk.standing, desk.round)
    rest = f"A break of {minutes(length)}" if length else ""
    if desk.round.closed_at is not None and coming is not None:
        rest = f"Break until {localtime(coming.ends):%H:%M}"
    return TimelineStep(f"{following.name.heading}, find your table", rest)
