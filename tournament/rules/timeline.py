"""The order of a round as an MC runs it: from the published seats to who goes on. Derived, so nobody ticks it off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from tournament.rules.clock import RoundClock, State
from tournament.rules.presets import Format


class Standing(StrEnum):
    """Whether a step is over, is what happens now, or is still to come."""

    DONE = "done"
    NOW = "now"
    AHEAD = "ahead"


@dataclass(frozen=True)
class Facts:
    """What is known of a round."""

    format: Format
    number: int
    last: bool
    clock: RoundClock | None
    saying: str
    """Who deals first."""
    final: bool = False
    """Whether this is what people call the final; or the next one."""
    final_follows: bool = False
    seated_at: datetime | None = None
    began_at: datetime | None = None
    closed_at: datetime | None = None
    missing: Sequence[int] = ()
    """Tables whose sheets are not in."""
    finished: bool = False
    started_by: str = ""
    ended_by: str = ""


@dataclass(frozen=True)
class Step:
    """One line: what happens, when, and by whom or what it waits for."""

    title: str
    note: str = ""
    at: datetime | None = None
    standing: Standing = Standing.AHEAD


def timeline(facts: Facts, now: datetime) -> list[Step]:
    """All steps of the round; the first that is not over is what happens now."""
    steps = [(step, over) for step, over in _steps(facts, now) if step is not None]
    current = next((n for n, (_, over) in enumerate(steps) if not over), len(steps))
    return [
        Step(step.title, step.note, step.at, _standing(n, current)) for n, (step, _) in enumerate(steps)
    ]  # fmt: skip


def _standing(place: int, current: int) -> Standing:
    if place == current:
        return Standing.NOW
    return Standing.DONE if place < current else Standing.AHEAD


def _steps(facts: Facts, now: datetime) -> list[tuple[Step | None, bool]]:
    """Each step, and whether it is over."""
    begun = facts.began_at is not None or _state(facts, now) not in (None, State.READY)
    title = "The draw is published" if facts.number == 1 else f"{_name(facts)} is seated"
    return [
        (Step(title, at=facts.seated_at), True),
        (Step("Find your table"), begun),
        (Step("Who deals first", facts.saying), begun),
        (_running(facts, now), _rung(facts, now)),
        *_by_itself(facts, now),
        (_sheets(facts, now), facts.closed_at is not None or (_rung(facts, now) and not facts.missing)),
        (_outcome(facts), facts.closed_at is not None),
        (Step("The podium" if facts.last else f"{_next(facts)}, find your table"), facts.finished),
    ]


def _name(facts: Facts) -> str:
    return "The final" if facts.final else f"Round {facts.number}"


def _next(facts: Facts) -> str:
    return "Final" if facts.final_follows else f"Round {facts.number + 1}"


def _state(facts: Facts, now: datetime) -> State | None:
    return None if facts.clock is None else facts.clock.state(now)


def _rung(facts: Facts, now: datetime) -> bool:
    """Whether the cards are down: time is up, or a round without a clock has all its sheets."""
    if facts.clock is None:
        return facts.closed_at is not None or (facts.began_at is not None and not facts.missing)
    return facts.clock.state(now) in (State.TIME_UP, State.CLOSED)


def _running(facts: Facts, now: datetime) -> Step:
    """The round itself: to be started, running, paused, or how it went."""
    name, clock = _name(facts), facts.clock
    if clock is None:
        return Step(f"{name} is played", "It ends at each table by itself", facts.began_at)
    started = f"Started by {facts.started_by}" if facts.started_by else ""
    match clock.state(now):
        case State.READY if clock.starts_at:
            return Step(f"Start {name.lower()}", "By itself", clock.starts_at)
        case State.READY:
            return Step(f"Start {name.lower()}", "When everybody sits")
        case State.PAUSED:
            return Step(f"{name} is paused", started, clock.begins)
        case State.RUNNING:
            return Step(f"{name} is running", started, clock.begins)
    return Step(f"{name} was played", started, clock.begins)


def _by_itself(facts: Facts, now: datetime) -> list[tuple[Step | None, bool]]:
    """The warning and time up, where there is a clock."""
    clock = facts.clock
    if clock is None:
        return []
    by = f"Ended by {facts.ended_by}" if facts.ended_by else "By itself"
    over = _rung(facts, now)
    warning = (
        None
        if clock.warning is None
        else Step(f"Last hand, {digits(clock.warning)} left", "By itself", _warning(clock))
    )
    return [
        (warning, over or clock.warned(now)),
        (Step("Stop, count what you hold", by, clock.ended_at or clock.deadline), over),
    ]


def _warning(clock: RoundClock) -> datetime | None:
    """When it comes, or came; a round that was ended before it had none."""
    return clock.warning_at if clock.ended_at is None or (clock.warning_at or clock.ended_at) < clock.ended_at else None


def digits(time: timedelta) -> str:
    """5:00."""
    minutes, seconds = divmod(int(time.total_seconds()), 60)
    return f"{minutes}:{seconds:02}"


def _sheets(facts: Facts, now: datetime) -> Step:
    if not _rung(facts, now) and facts.clock is not None:
        return Step("Count, and accept the sheets", "Each table by itself")
    if not facts.missing:
        return Step("All sheets are in")
    return Step(f"Waiting for {tables(facts.missing)}", "Their sheets are not accepted yet")


def tables(numbers: Sequence[int], most: int = 4) -> str:
    """Table 3; tables 3 and 7; tables 1, 2 and 3; 9 tables."""
    if len(numbers) > most:
        return f"{len(numbers)} tables"
    named = [str(number) for number in numbers]
    return f"table {named[0]}" if len(named) == 1 else f"tables {', '.join(named[:-1])} and {named[-1]}"


def _outcome(facts: Facts) -> Step:
    """What the round decides."""
    if facts.last:
        title = "The winner" if facts.format is Format.KNOCKOUT else "The results"
    else:
        title = "Who moves where" if facts.format is Format.ROTATION else "Who goes on"
    return Step(title, "" if facts.closed_at else "When the organiser closes the round", facts.closed_at)
