"""What is there afterwards: the hands of round 1 in the database and in the record, and their lines in the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tests.torture.outcome import Found
from tests.torture.tablets import Written


def find(competition: Any, record: Mapping[str, Any], later: Counter[Written]) -> Found:
    """All but what was played later, without tablets, to bring the competition to its end."""
    recorded = recorded_hands(competition, record)
    return Found(stored_hands(competition) - later, recorded - later, logged_requests(competition))


def together(findings: Iterable[Found]) -> Found:
    """What is there of several competitions."""
    every = Found(Counter(), Counter(), Counter())
    for found in findings:
        every = Found(every.stored + found.stored, every.recorded + found.recorded, every.logged + found.logged)
    return every


def stored_hands(competition: Any) -> Counter[Written]:
    from scoring.models import Held

    held = Held.objects.filter(
        hand__table__round__competition=competition, hand__table__round__number=1, hand__deleted_at=None
    )
    hands: dict[int, tuple[int, int, set[tuple[int, int]]]] = {}
    facts = held.values_list("hand", "hand__table", "hand__number", "seat__entry__travel_id", "points")
    for hand, table, number, player, points in facts:
        hands.setdefault(hand, (table, number, set()))[2].add((player, points))
    return Counter(Written.of(table, number, players) for table, number, players in hands.values())


def recorded_hands(competition: Any, record: Mapping[str, Any]) -> Counter[Written]:
    from tournament.models import Table

    players = dict(competition.entries.values_list("code", "travel_id"))
    tables = dict(Table.objects.filter(round__competition=competition, round__number=1).values_list("number", "pk"))
    return Counter(
        Written.of(
            tables[table["number"]],
            hand["number"],
            {(players[code], held["points"]) for code, held in hand["held"].items()},
        )
        for table in record["rounds"][0]["tables"]
        for hand in table["hands"]
    )


def logged_requests(competition: Any) -> Counter[str]:
    """What comes from no tablet has no request."""
    from tournament.models import LogEntry

    lines = LogEntry.objects.filter(competition=competition, what="hand recorded").exclude(request="")
    return Counter(lines.values_list("request", flat=True))
