"""The running order of the day on an MC's desk: the rounds that are over, the steps of this one, and what follows.

It is derived from how far the round is, so nobody has to tick anything off. What is still to come has the time that the
run sheet plans for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.utils.timezone import localtime

from tournament.queries.mc_desk import McDesk
from tournament.rules.breaks import find_break, length_of
from tournament.rules.clock import RoundClock, State
from tournament.rules.day_plan import DayPlan, PlannedKind, plan_day
from tournament.rules.podium import is_open
from tournament.rules.presets import Format
from tournament.rules.standing import PlannedRound
from tournament.web.clock import digits
from tournament.words import minutes

BREAK_STEP: Final = 5
"""By so many minutes a button makes the breaks longer."""
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
    """When it happened, or is set to happen."""
    progress: StepProgress = StepProgress.AHEAD
    planned: datetime | None = None
    """When the day's plan has it."""
    break_minutes: int | None = None
    """How long the next break will be, where the MC can change it: as long as all that nobody changed by itself."""

    @property
    def shorter_break(self) -> int:
        """As short as the button makes it; 0 where it cannot be shorter."""
        return max(0, (self.break_minutes or 0) - BREAK_STEP)

    @property
    def longer_break(self) -> int:
        return (self.break_minutes or 0) + BREAK_STEP


def timeline(desk: McDesk, saying: str, now: datetime) -> list[TimelineStep]:
    """All steps of the day; the first that is not over is what happens now. `saying` is who deals first."""
    steps = _steps(desk, saying, plan_day(desk.standing), now)
    current = next((place for place, (_, over) in enumerate(steps) if not over), len(steps))
    return [replace(step, progress=_progress(place, current)) for place, (step, _) in enumerate(steps)]


def _progress(place: int, current: int) -> StepProgress:
    if place == current:
        return StepProgress.NOW
    return StepProgress.DONE if place < current else StepProgress.AHEAD


def _steps(desk: McDesk, saying: str, day: DayPlan, now: datetime) -> list[tuple[TimelineStep, bool]]:
    """Each step, and whether it is over."""
    return [
        *((_played(round_), True) for round_ in desk.standing.made[:-1]),
        *_before(desk, now),
        *_of_round(desk, saying, day, now),
        *_to_come(desk, day, now),
        *_at_the_end(desk, day),
    ]


def _played(round_: PlannedRound) -> TimelineStep:
    return TimelineStep(round_.name.heading, at=round_.clock.begins if round_.clock is not None else round_.began_at)


def _before(desk: McDesk, now: datetime) -> list[tuple[TimelineStep, bool]]:
    """The break that leads to this round, until the round begins."""
    rest = find_break(desk.standing)
    if rest is None or rest.since is None or desk.round.closed_at is not None:
        return []
    return [(TimelineStep("Break", f"Until {localtime(rest.ends):%H:%M}", rest.since), rest.ends <= now)]


def _of_round(desk: McDesk, saying: str, day: DayPlan, now: datetime) -> list[tuple[TimelineStep, bool]]:
    """The round that is seated, played, or was closed last, step by step."""
    begun = desk.round.began_at is not None or _state(desk, now) not in (None, State.READY)
    is_closed = desk.round.closed_at is not None
    return [
        *([(_published(desk), True)] if desk.round.number == 1 else []),
        (TimelineStep("Find your table", f"Deals first: {saying}"), begun),
        (_running(desk, now), _is_over(desk, now)),
        *_bells(desk, day, now),
        (_sheets(desk, now), is_closed or (_is_over(desk, now) and not desk.without_sheet)),
        (_outcome(desk), is_closed),
    ]


def _to_come(desk: McDesk, day: DayPlan, now: datetime) -> list[tuple[TimelineStep, bool]]:
    """The breaks and the rounds after this one."""
    steps: list[tuple[TimelineStep, bool]] = []
    rest = find_break(desk.standing) if desk.round.closed_at is not None else None
    for round_ in desk.standing.rounds[desk.round.number :]:
        before = desk.standing.rounds[round_.number - 2]
        if length_of(desk.standing, before):
            steps.append(_break_after(desk, before, day, now))
        planned = rest.ends if rest is not None and round_ is desk.standing.following else None
        planned = planned or day.moment(PlannedKind.ROUND, round_.number)
        steps.append((TimelineStep(round_.name.heading, planned=planned), False))
    return steps


def _break_after(desk: McDesk, before: PlannedRound, day: DayPlan, now: datetime) -> tuple[TimelineStep, bool]:
    """A break that counts down says until when; the others say how long they will be."""
    rest, length = find_break(desk.standing), length_of(desk.standing, before)
    if before.closed_at is not None and rest is not None:
        return TimelineStep("Break", f"Until {localtime(rest.ends):%H:%M}", before.closed_at), rest.ends <= now
    planned = day.moment(PlannedKind.BREAK, before.number)
    is_next = before.number == desk.round.number and before.break_after is None
    if is_next:
        return TimelineStep("Break", planned=planned, break_minutes=length // 60), False
    return TimelineStep(f"Break, {minutes(length)}", planned=planned), False


def _at_the_end(desk: McDesk, day: DayPlan) -> list[tuple[TimelineStep, bool]]:
    """The podium, and the end of the day."""
    standing = desk.standing
    over = standing.is_finished and (standing.format is Format.SINGLE or is_open(standing.podium_shown))
    return [
        (TimelineStep("The podium", planned=day.moment(PlannedKind.WINNERS)), over),
        (TimelineStep("Done", planned=day.moment(PlannedKind.DONE)), over),
    ]


def _state(desk: McDesk, now: datetime) -> State | None:
    return None if desk.clock is None else desk.clock.state(now)


def _is_over(desk: McDesk, now: datetime) -> bool:
    """Whether the cards are down: time is up, or a round without a clock has all its sheets."""
    if desk.clock is None:
        return desk.round.closed_at is not None or (desk.round.began_at is not None and not desk.without_sheet)
    return desk.clock.state(now) in (State.TIME_UP, State.CLOSED)


def _published(desk: McDesk) -> TimelineStep:
    published = desk.standing.published
    return TimelineStep("The draw is published", at=published.published_at if published is not None else None)


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


def _bells(desk: McDesk, day: DayPlan, now: datetime) -> list[tuple[TimelineStep, bool]]:
    """The warning and time up, if there is a clock. A round that was ended before its warning had none."""
    clock, over = desk.clock, _is_over(desk, now)
    if clock is None:
        return []
    by_itself = "Ended by itself" if over else "By itself"
    by = f"Ended by {desk.ended_by}" if desk.ended_by else by_itself
    number = desk.round.number
    stop = TimelineStep(
        "Time up: finish this turn",
        by,
        clock.ended_at or clock.deadline,
        planned=day.moment(PlannedKind.TIME_UP, number),
    )
    if clock.warning is None or (over and clock.given_warning(now) is None):
        return [(stop, over)]
    warning = replace(_warning(clock, clock.warning, now), planned=day.moment(PlannedKind.WARNING, number))
    return [(warning, over or clock.warned(now)), (stop, over)]


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
