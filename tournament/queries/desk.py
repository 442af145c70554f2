"""What an MC needs of a round: its clock with what each button would do, the order of the round, and who is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db.models import Count, Q

from tournament.models import Clock, ClockChange, Competition, Draw, Round, Table
from tournament.queries.clock import counted_since, is_hand_recorded
from tournament.rules import clock as rules
from tournament.rules import dealers
from tournament.rules.clock import ClockRule, State
from tournament.rules.errors import ClockRefused
from tournament.rules.rounds import is_final, is_last
from tournament.rules.timeline import Facts, Step, timeline
from tournament.words import round_to_come

MINUTE: Final = timedelta(minutes=1)
CHANGES: Final = (-5, -1, 1, 5)
"""Minutes that the buttons take or add."""

_RULES: Final[Mapping[str, ClockRule]] = {
    "start": rules.start,
    "call-off": rules.call_off,
    "pause": rules.pause,
    "resume": rules.resume,
    "end": rules.end,
}


@dataclass(frozen=True)
class Missing:
    """Tables that the hall waits for, and how many there are in all."""

    tables: Sequence[int]
    of: int
    counting: bool
    """Whether their sheets are missing; before the bell it is their first hand."""


@dataclass(frozen=True)
class Desk:
    """The round that an MC runs, or is about to."""

    round: Round
    clock: rules.RoundClock | None
    why_not: Mapping[str, str]
    """What keeps each button from working; empty for those that work."""
    steps: Sequence[Step]
    missing: Missing
    last: bool
    following: str
    """The round after this one, inside a sentence."""


def read_desk(competition: Competition, now: datetime) -> Desk | None:
    """None before the draw is published."""
    draw = competition.draws.filter(published_at__isnull=False).first()
    round_ = competition.round_set.select_related("clock").order_by("-number").first()
    if draw is None or round_ is None:
        return None
    round_.final = is_final(competition.settings, draw.plan, round_.number)
    clock: Clock | None = getattr(round_, "clock", None)
    tables = _tables(round_)
    facts = _facts(competition, draw, round_, clock, [table.number for table in tables if table.accepted_at is None])
    return Desk(
        round=round_,
        clock=facts.clock,
        why_not=_why_not(clock, now) if clock else {},
        steps=timeline(facts, now),
        missing=_missing(facts.clock, tables, now),
        last=facts.last,
        following=round_to_come(round_.number + 1, final=facts.final_follows),
    )


def _tables(round_: Round) -> list[Table]:
    """Those with a sheet to wait for: two players or more."""
    present = Count("seats", filter=Q(seats__absent=False))
    return list(round_.tables.annotate(present=present).filter(present__gte=2).order_by("number"))


def _facts(
    competition: Competition, draw: Draw, round_: Round, clock: Clock | None, missing: Sequence[int]
) -> Facts:  # fmt: skip
    by = _by(clock)
    return Facts(
        format=competition.settings.format,
        number=round_.number,
        final=round_.final,
        final_follows=is_final(competition.settings, draw.plan, round_.number + 1),
        last=is_last(competition.settings, draw.plan, round_.number),
        clock=clock.facts if clock else None,
        saying=dealers.saying(round_.number, competition.event.sayings),
        seated_at=draw.published_at if round_.number == 1 else None,
        began_at=round_.began_at,
        closed_at=round_.closed_at,
        missing=missing,
        finished=competition.finished_at is not None,
        started_by=by.get("started", ""),
        ended_by=by.get("ended", ""),
    )


def _by(clock: Clock | None) -> dict[str, str]:
    """Who started and who ended it; of several the last, and nobody where that was taken back."""
    if clock is None:
        return {}
    changes = ClockChange.objects.filter(clock=clock, change__in=("started", "ended")).order_by("at", "pk")
    said = {change.change: change.by for change in changes}
    return said if clock.ended_at else {"started": said.get("started", "")}


def _why_not(clock: Clock, now: datetime) -> dict[str, str]:
    """Each rule is asked what it would say, so that a button never promises what the action refuses."""
    facts = clock.facts
    asked: dict[str, ClockRule] = {
        **_RULES,
        "undo": partial(rules.undo, counted_since_end=counted_since(clock.competition_id, facts.ended_at)),
        "restart": partial(rules.restart, hand_recorded=is_hand_recorded(clock.competition_id)),
    }
    found = {name: _refusal(rule, facts, now) for name, rule in asked.items()}
    for minutes in CHANGES:
        found[f"add{minutes:+}"] = _refusal(partial(rules.add, amount=minutes * MINUTE), facts, now)
    return found


def _refusal(rule: ClockRule, facts: rules.RoundClock, now: datetime) -> str:
    try:
        rule(facts, now)
    except ClockRefused as refused:
        return str(refused)
    return ""


def _missing(clock: rules.RoundClock | None, tables: Sequence[Table], now: datetime) -> Missing:
    """While the clock goes, tables that have not sent a hand; afterwards, those whose sheets are not in. Before it
    nobody is missed."""
    state = None if clock is None else clock.state(now)
    if state in (State.RUNNING, State.PAUSED):
        return Missing([table.number for table in tables if not table.has_dealt], len(tables), counting=False)
    waits = [table.number for table in tables if table.accepted_at is None] if state is not State.READY else []
    return Missing(waits, len(tables), counting=True)
