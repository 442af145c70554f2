"""Recording a hand through the action, against a bare insert and commit in the same database."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from django.db import connection
from django.db.models import Max
from django.test.utils import CaptureQueriesContext

from scoring.actions.hands import record_hand
from scoring.models import Hand
from scoring.rehearsal.director import Director
from scoring.rehearsal.hands import HandDealer
from scoring.rehearsal.script import plain
from tests.bench.measure import Measurement, cpu
from tournament.models import Table
from tournament.permissions import Actor, Role

HANDS = 5


def hall() -> list[Table]:
    """The sixteen tables of a SYG competition of 64, its clock running."""
    director = Director(plain("Bench", "syg", 64, None, 0), Random(1))
    director.set_up()
    director.enter()
    director.hold_draw()
    director.begin_round(1)
    return list(Table.objects.filter(round__competition=director.pk).order_by("number"))


def bodies(tables: list[Table], first: int) -> list[dict[str, Any]]:
    """Real hands, five for each table, as tablets would send them."""
    settings = tables[0].round.competition.settings
    dealer = HandDealer(Random(first), settings)
    sent = []
    for table in tables:
        players = list(table.seats.order_by("number").values_list("entry", flat=True))
        for number in range(first, first + HANDS):
            dealt = dealer.deal(players)
            held = {str(player): dict(cards) for player, cards in dealt.held.items()}
            body = {"out": dealt.out, "last_card": dealt.last_card, "held": held, "sure": True}
            by = Actor(Role.UMPIRE, table.pk, "Umpire")
            request = f"bench-{table.pk}-{number}"
            sent.append({"by": by, "table": table.pk, "number": number, "request": request, **body})
    return sent


def record(sent: list[dict[str, Any]]) -> None:
    for body in sent:
        record_hand(**body)


def make_table() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench (id INTEGER PRIMARY KEY, words TEXT)")


def insert(times: int) -> None:
    """One row and one commit, with nothing asked and nothing checked."""
    with connection.cursor() as cursor:
        for _ in range(times):
            cursor.execute("INSERT INTO bench (words) VALUES (%s)", ["a hand"])


def measure() -> Iterator[Measurement]:
    tables = hall()
    make_table()
    units = len(tables) * HANDS
    floor = cpu(lambda: insert(units), units=units)
    batches = iter([bodies(tables, first) for first in (1, 1 + HANDS, 1 + 2 * HANDS)])
    ours = cpu(lambda: record(next(batches)), runs=3, units=units)
    last = Hand.objects.aggregate(Max("number"))["number__max"]
    hand = bodies(tables[:1], last + 1)[:1]
    with CaptureQueriesContext(connection) as queries:
        record(hand)
    job, of = "recording a hand through the action (CPU)", "a bare insert and commit"
    yield Measurement(job, ours, floor, of, aim="recording a hand", statements=len(queries))
