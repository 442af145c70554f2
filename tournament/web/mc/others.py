"""The other competitions of the event on an MC's desk: each with its clock, or the break that counts down there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.queries.event_facts import CompetitionFacts
from tournament.rules.breaks import find_break
from tournament.rules.round_names import RoundName
from tournament.rules.standing import Standing
from tournament.web.clock import break_context, clock_context


@dataclass(frozen=True)
class OtherClock:
    """Another competition, and what counts there: a round or the break before it; nothing before its draw and at its
    end."""

    competition: CompetitionFacts
    round: RoundName | None
    ticks: dict[str, Any]


def other_clocks(
    competition: CompetitionFacts,
    competitions: Iterable[CompetitionFacts],
    standings: Mapping[int, Standing],
    now: datetime,
) -> list[OtherClock]:
    """All competitions but this one."""
    return [_other_clock(other, standings[other.pk], now) for other in competitions if other.pk != competition.pk]


def _other_clock(competition: CompetitionFacts, standing: Standing, now: datetime) -> OtherClock:
    rest = find_break(standing)
    if rest is not None:
        return OtherClock(competition, rest.before, break_context(rest, competition.pk, now))
    ticks = clock_context(standing.clock, competition.pk, "", now)
    return OtherClock(competition, standing.open.name if standing.open is not None else None, ticks)
