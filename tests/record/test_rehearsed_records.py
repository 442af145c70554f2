"""Records that the software itself writes: the checker accepts them, and names what was tampered with."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db.models import F
from pytest_django import DjangoDbBlocker

from scoring.management.commands.rehearse import random_record
from scoring.models import Hand
from scoring.record.check import check_record
from tests.databases import database_in_memory
from tournament.models import LogEntry, Seat
from tournament.rules.draw import suggest

SEED, EVENTS, TAMPERINGS = "records", (15, 72, 197, 330, 332, 390), 25
Record = dict[str, Any]

MIXED_IN = {
    "gone", "back", "substituted", "substituted with a reason", "called up", "arrived late",
    "late beside an empty chair", "draw thrown away", "seats swapped", "a plan of their own", "clock paused",
    "clock changed", "hand changed", "hand deleted", "tie to the lot", "sheet accepted with a reason",
    "sheet reopened", "sheet corrected", "sheet with a target corrected", "sheet with a play-off corrected",
    "play-off unfinished", "hand dealt late",
}  # fmt: skip
"""What happens in these few small events, all together: found among the first hundreds of this seed."""


@dataclass(frozen=True)
class Rehearsed:
    """Some random events: their records, as they are written, and what happened in them."""

    texts: dict[int, str]
    happened: set[str]


@pytest.fixture(scope="module")
def rehearsed(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Rehearsed:
    with django_db_blocker.unblock(), database_in_memory():
        texts = {number: random_record(SEED, number) for number in EVENTS}
        return Rehearsed(texts, set(what_happened()))


@pytest.fixture
def texts(rehearsed: Rehearsed) -> dict[int, str]:
    return rehearsed.texts


def what_happened() -> Iterator[str]:
    """From the log, and from what is in the database."""
    for line in LogEntry.objects.select_related("competition"):
        yield f"{line.what} with a reason" if line.facts.get("why") else line.what
        if line.what in ("seats swapped", "draw thrown away", "hand changed", "hand deleted", "sheet reopened"):
            yield line.what
        if line.what == "sheet corrected":
            yield from _corrected(line)
        if line.what == "plan chosen":
            yield from _chosen(line)
    for late in Seat.objects.filter(entry__status="late", round__number=F("entry__joins")):
        if late.round.seats.filter(absent=True).exists():
            yield "late beside an empty chair"
    if Hand.objects.filter(playoff=True, complete=False).exists():
        yield "play-off unfinished"
    if Hand.objects.filter(late=True).exists():
        yield "hand dealt late"


def _corrected(line: LogEntry) -> Iterator[str]:
    yield line.what
    if line.competition.ending == "target":
        yield "sheet with a target corrected"
    if Hand.objects.filter(table__travel_id=line.facts["table"], playoff=True).exists():
        yield "sheet with a play-off corrected"


def _chosen(line: LogEntry) -> Iterator[str]:
    """Something else than the software suggests."""
    kinds = line.competition.entries.filter(listed=True).values_list("kind", flat=True)
    suggested = suggest(line.competition.settings, list(kinds).count("entry"), list(kinds).count("reserve"))
    if (line.facts["size"], tuple(line.facts["plan"])) != (suggested.size, suggested.plan):
        yield "a plan of their own"


def test_random_events_mix_in_whatever_may_happen(rehearsed: Rehearsed) -> None:
    assert MIXED_IN - rehearsed.happened == set()


def test_the_checker_accepts_every_rehearsed_event(texts: dict[int, str]) -> None:
    found = [str(fault) for text in texts.values() for fault in check_record(json.loads(text))]
    assert found == []


def test_the_same_seed_gives_the_same_record_to_the_byte(
    texts: dict[int, str], django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), database_in_memory():
        assert [random_record(SEED, number) for number in EVENTS[:2]] == [texts[number] for number in EVENTS[:2]]


def facts(record: Record, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every single value of a record, with the way to it."""
    items = record.items() if isinstance(record, dict) else enumerate(record)
    for key, value in items:
        if isinstance(value, dict | list):
            yield from facts(value, (*path, key))
        else:
            yield (*path, key), value


TAMPERED = {"points", "totals", "seed", "entry", "from", "to", "took", "code", "group", "kind", "salt", "list_hash",
            "commitment", "public", "size", "plan", "admitted", "lot_entries", "lot_reserves", "order", "through",
            "between", "seat", "absent", "out", "final_order", "attempt", "number", "now"}  # fmt: skip
NO_WITNESS = {"competition", "discarded", "held"}
"""Settings that no fact touches, draws thrown away, and a typed total of a hand that scored nothing."""


def altered(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return value[:-1] + ("1" if value[-1:] != "1" else "2")


def tampered(record: Record, path: tuple[Any, ...], value: Any) -> Record:
    """A copy of the record with one fact changed."""
    record = copy.deepcopy(record)
    place: Any = record
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = altered(value)
    return record


def test_a_single_fact_that_was_tampered_with_is_found(texts: dict[int, str]) -> None:
    """Some facts of every kind from all these events, one at a time."""
    missed = []
    for number, text in texts.items():
        record = json.loads(text)
        witnessed = [
            (path, value)
            for path, value in facts(record)
            if TAMPERED & set(map(str, path[-2:])) and not NO_WITNESS & set(map(str, path)) and value not in (None, "")
        ]
        for path, value in witnessed[:: max(1, len(witnessed) // TAMPERINGS)]:
            if not check_record(tampered(record, path, value)):
                missed.append((number, path, value))
    assert missed == []
