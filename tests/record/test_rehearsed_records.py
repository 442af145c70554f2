"""Records that the software itself writes: the checker accepts them, and names what was tampered with."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from scoring.management.commands.rehearse import random_record
from scoring.record.check import check_record
from scoring.rehearsal.scratch import scratch_database

SEED, EVENTS, TAMPERINGS = "records", 6, 25
Record = dict[str, Any]


@pytest.fixture(scope="module")
def texts(django_db_blocker: DjangoDbBlocker) -> dict[int, str]:
    """The records of some random events, as they are written."""
    with django_db_blocker.unblock(), scratch_database():
        return {number: random_record(SEED, number) for number in range(1, EVENTS + 1)}


def test_the_checker_accepts_every_rehearsed_event(texts: dict[int, str]) -> None:
    found = [str(one) for text in texts.values() for one in check_record(json.loads(text))]
    assert found == []


def test_the_same_seed_gives_the_same_record_to_the_byte(
    texts: dict[int, str], django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), scratch_database():
        assert [random_record(SEED, number) for number in (2, 3)] == [texts[2], texts[3]]


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
