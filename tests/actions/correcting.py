"""A sheet that is in, and what its corrections leave behind; for the tests of each way to correct one."""

from __future__ import annotations

from typing import Any

from scoring.actions.locked_table import TypedHand
from scoring.models import Hand
from scoring.record.check import check_record
from scoring.record.export import export_record
from tests.cast import OUT, Day, a_day
from tournament.models import Table

BEGUN = "The final has begun, and this would send other people there. So the result stays as it is."
ROUND_2_BEGUN = "Round 2 has begun, and this would send other people there. So the result stays as it is."
NOTHING: dict[str, Any] = {"totals": {}, "first": None, "moves": None, "reseats": None, "refused": None}


def closed(*played: list[Any], preset: str = "syg", people: int = 8, **choices: Any) -> Day:
    """These hands at table 1, the usual ones at the others, and the round is closed."""
    day = a_day(preset, people, "time up", **choices)
    for held in played:
        day.hand(1, held)
    day.accept(1)
    return day.until("round closed")


def table_of(day: Day, number: int, round_number: int = 1) -> Table:
    return day.competition.round_set.get(number=round_number).tables.get(number=number)


def true_hand(day: Day, table: int, held: list[Any], round_number: int = 1) -> dict[str, Any]:
    """Hand 1 of this table as it should have been, in seat order; who is None plays not."""
    seated_table = table_of(day, table, round_number)
    seated = zip(seated_table.seats.filter(absent=False).values_list("entry", flat=True), held, strict=True)
    entries = {pk: value for pk, value in seated if value is not None}
    out = next((pk for pk, value in entries.items() if value == OUT), None)
    others = {str(pk): value for pk, value in entries.items() if value != OUT}
    return {"table": seated_table.pk, "number": 1, "out": out, "held": others}


def as_typed(body: dict[str, Any]) -> dict[str, Any]:
    """The same for what only looks at it: where it is, and the hand as it is typed."""
    place = {key: value for key, value in body.items() if key in ("by", "table", "number")}
    return place | {"typed": TypedHand(**{key: value for key, value in body.items() if key not in place})}


def sheet(day: Day, table: int = 1, round_number: int = 1) -> list[tuple[int, int, list[int]]]:
    """The hands that stand: number, version, and what was held by those who did not go out, in seat order."""
    hands = Hand.objects.filter(table=table_of(day, table, round_number), deleted_at__isnull=True).order_by("number")
    held = {hand.pk: hand.held.order_by("seat__number").values_list("points", flat=True) for hand in hands}
    return [(hand.number, hand.version, list(held[hand.pk])) for hand in hands]


def accepted_record(day: Day) -> dict[str, Any]:
    """The record at the end of the day, which nobody finds fault with."""
    if day.stage != "finished":
        day.play_on() if day.stage == "round closed" else day.until("finished")
    record = export_record(day.competition)
    assert [str(found) for found in check_record(record)] == []
    return record


def told(record: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The record's corrections, line by line."""
    return [tuple(line.values()) for line in record["corrections"]]
