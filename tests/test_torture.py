"""A short seeded part of `make torture`, on a laptop and on servers, and the comparison itself. No timings here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from scoring.models import Hand, Held
from scoring.record.export import export_record
from tests.cast import OUT, Day
from tests.torture.__main__ import Findings
from tests.torture.finding import find, stored_hands
from tests.torture.flood_answers import ANSWERS, trouble_with
from tests.torture.floods import CONNECTIONS
from tests.torture.outcome import Found, OutcomeRow, Spell, row_of, troubles
from tests.torture.tablets import SavedHand, Written
from tests.torture.verdicts import verdicts
from tests.torture.watchers import Asked, Watcher
from tournament.models import LogEntry

ON_A_LAPTOP = (
    "sign-ins", "codes", "forged hands", "streams", "slow readers",
    "lock held", "network cut", "copies taken", "clock set back", "killed",
)  # fmt: skip
ON_SERVERS = ("lock held", "web killed", "Redis killed", "Postgres killed")


def tormented(where: str, *faults: str) -> dict[str, Any]:
    options = ["--where", where, "--minutes", f"{2 * len(faults) / 60:.3f}", "--tables", "4", "--recorded", "8"]
    options += ["--hands", "1"]
    command = [sys.executable, "-m", "tests.torture", *options, "--pace", "0.5", "--json", "--faults", *faults]
    own = {name: value for name, value in os.environ.items() if not name.startswith(("TURNTABLE_", "DJANGO_"))}
    done = subprocess.run(command, env=own, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    outcome: dict[str, Any] = json.loads(done.stdout)
    return outcome


def nothing_is_lost(outcome: dict[str, Any], faults: tuple[str, ...]) -> None:
    assert [row["fault"] for row in outcome["rows"]] == list(faults)
    for row in outcome["rows"]:
        assert row["acknowledged"] > 0, row
        assert (row["lost"], row["doubled"], row["refused"]) == (0, 0, 0), row
    assert outcome["troubles"] == []


def test_a_tormented_laptop_loses_and_doubles_nothing():
    nothing_is_lost(tormented("laptop", *ON_A_LAPTOP), ON_A_LAPTOP)


def test_tormented_servers_lose_and_double_nothing():
    nothing_is_lost(tormented("servers", *ON_SERVERS), ON_SERVERS)


# The comparison itself


class Played:
    """A table whose tablet had three hands acknowledged, in a competition that was then played to its end."""

    def __init__(self) -> None:
        day = Day("syg", cap=4).people(4).until("running")
        self.sent = [self.hand(day, number) for number in (1, 2, 3)]
        stored = stored_hands(day.competition)
        self.competition = day.until("finished").competition
        self.later: Counter[Written] = stored_hands(self.competition) - stored
        self.record = export_record(self.competition)

    def hand(self, day: Day, number: int) -> SavedHand:
        held = [OUT, 50 + number, 20, 30]
        known = {str(pk): number for pk, number in day.competition.entries.values_list("pk", "travel_id")}
        typed = {str(known[player]): int(points) for player, points in day.typed(1, held)["held"].items()}
        day.hand(1, held, request=f"hand-{number}")
        return SavedHand(day.table(1).pk, number, f"hand-{number}", typed, sent_at=1.0, acknowledged_at=1.5)

    def compared(self) -> tuple[OutcomeRow, list[str]]:
        found = find(self.competition, self.record, self.later)
        row = row_of(Spell("calm", 0.0, 2.0, 0.0), self.sent, found)
        return row, troubles([row], self.sent, found)


@pytest.fixture
def played(db) -> Played:
    return Played()


def test_what_is_there_as_it_was_sent_is_neither_lost_nor_doubled(played):
    row, told = played.compared()
    assert (row.acknowledged, row.lost, row.doubled, told) == (3, 0, 0, [])


def alter_a_row() -> None:
    Held.objects.filter(hand__number=2, points=20).update(points=21)


def remove_a_row() -> None:
    Hand.objects.filter(number=3).delete()


def swap_two_numbers() -> None:
    first, second = Hand.objects.get(number=1), Hand.objects.get(number=2)
    for hand, number in ((first, 9), (second, 1), (first, 2)):
        Hand.objects.filter(pk=hand.pk).update(number=number)


def double_under_the_next_number() -> None:
    hand = Hand.objects.get(number=3)
    held = list(hand.held.all())
    hand.pk, hand.number = None, 5
    hand.save()
    for row in held:
        Held.objects.create(hand=hand, seat_id=row.seat_id, points=row.points)


def log_twice() -> None:
    line = LogEntry.objects.get(request="hand-2")
    line.pk = None
    line.save()


@pytest.mark.parametrize(
    ("tamper", "lost", "doubled", "word"),
    [
        (alter_a_row, 1, 0, "the database has hands that no tablet sent: 1"),
        (remove_a_row, 1, 0, "calm: 1 lost"),
        (swap_two_numbers, 2, 0, "the database has hands that no tablet sent: 2"),
        (double_under_the_next_number, 0, 1, "calm: 1 doubled"),
        (log_twice, 0, 1, "calm: 1 doubled"),
    ],
)
def test_a_database_that_was_tampered_with_is_found_out(played, tamper: Callable[[], None], lost, doubled, word):
    tamper()
    row, told = played.compared()
    assert (row.lost, row.doubled) == (lost, doubled)
    assert word in told


def test_a_record_that_was_tampered_with_is_found_out(played):
    hands = played.record["rounds"][0]["tables"][0]["hands"]
    removed = hands.pop(0)
    row, told = played.compared()
    assert (row.lost, row.doubled, told) == (1, 0, ["calm: 1 lost"])
    hands += [removed, {**removed, "number": 5}]
    row, told = played.compared()
    assert (row.lost, row.doubled) == (0, 1)
    assert told == ["calm: 1 doubled", "the record has hands that no tablet sent: 1"]


# Whether a flood was one


@pytest.mark.parametrize(
    ("flood", "answers", "told"),
    [
        ("sign-ins", {"403": 10, "ConnectionResetError": 9}, []),
        ("sign-ins", {"400": 500}, ["0 of 500 were answered as a flood is: {'400': 500}"]),
        ("records", {"ConnectionRefusedError": 500, "200": 1}, ["1 of 501 were answered as a flood is"]),
        ("forged hands", {"200": 5}, ["0 of 5 were answered as a flood is"]),
        ("searches", {}, ["0 of 0 were answered as a flood is"]),
    ],
)
def test_a_flood_that_was_refused_at_the_door_is_none(flood, answers, told):
    row = row_of(Spell(flood, 0.0, 1.0, 0.0, answers), [], Found(Counter(), Counter(), Counter()))
    assert [words[: len(start)] for words, start in zip(trouble_with(row), told, strict=True)] == told


def test_every_flood_says_what_it_must_be_answered():
    assert set(ANSWERS) == set(CONNECTIONS)


# What is told beside the rows


def test_a_fault_that_could_not_be_tried_is_told():
    findings = Findings([], [], [], ["disk full"])
    assert "disk full             not tried: nothing can be mounted here" in findings.lines()


def slow_state(*, worked: bool = True, wait: float = 2.5) -> Watcher:
    watcher = Watcher("states", lambda: 200)
    watcher.asked = [Asked(1.0, wait, worked, "200" if worked else "429")]
    return watcher


@pytest.mark.parametrize(
    ("watcher", "missed"),
    [
        (slow_state(), ["p99 of states is 2.5 s", "no check-in at all"]),
        (slow_state(wait=0.1, worked=False), ["1 of 1 states failed: {'429': 1}", "no check-in at all"]),
    ],
)
def test_tables_that_are_not_shown_in_time_miss_what_is_promised(watcher, missed):
    calm, flood = Spell("calm", -2.0, 0.0, 0.0), Spell("pages", 0.0, 2.0, 0.0, {"200": 9})
    every = [SavedHand(1, number, "", {}, at, acknowledged_at=at + 0.1) for number, at in ((1, -1.0), (2, 1.0))]
    nothing = Found(Counter(), Counter(), Counter())
    rows = [row_of(spell, every, nothing) for spell in (calm, flood)]
    [verdict] = verdicts([calm, flood], rows, every, [watcher], floods=["pages"], enough=1)
    assert verdict.missed == missed
    assert (verdict.requests, verdict.hands) == (9, 1)
