"""A short seeded part of `make load`, and its verdict: what gives way is told, and what holds is held for a reason."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.load.__main__ import are_held
from tests.load.devices import Ledger, Noted
from tests.load.evening import Evening
from tests.load.ground import Ground
from tests.load.page import page_of
from tests.load.verdict import LoadRow, next_size, row_of, summary
from tests.load.wire import read_answer

SHORT = ("--events", "2", "--minutes", "0.1", "--processes", "1", "--tables", "2", "--phones", "8", "--pace", "1")


def loaded(*options: str) -> tuple[int, list[dict[str, Any]]]:
    own = {name: value for name, value in os.environ.items() if not name.startswith(("TURNTABLE_", "DJANGO_"))}
    command = [sys.executable, "-m", "tests.load", *SHORT, "--hands", "2", "--once", "--json", *options]
    done = subprocess.run(command, env=own, capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


def test_two_events_play_an_evening_of_seconds_on_the_deployed_processes():
    """Their tablets, screens, phones and desks all listen and ask, and every part is at work. The bar is so far away
    that a busy machine does not matter."""
    status, [row] = loaded("--bar", "30")
    assert (status, row["troubles"]) == (0, [])
    assert (row["events"], row["streams"]) == (2, 2 * (2 + 4 + 8 + 1))
    assert set(row["pages"]) >= {"a heartbeat", "a phone’s page", "a press", "a screen’s picture", "a tap"}
    assert min(row["used"][part] for part in ("web", "Postgres", "clients")) > 0
    assert all(row["memory"][part] > 2**20 for part in ("web", "worker", "beat", "Postgres", "Redis"))


# The verdict


def a_row(*answers: Noted, saved: int = 0, stored: int = 0, enough: int = 1) -> LoadRow:
    evening = Evening(Ledger(list(answers)), streams=7, saved=saved, begun=100.0)
    facts = {
        "processes": 1,
        "events": 2,
        "seconds": 60.0,
        "used": {"web": 0.3},
        "peak": {"web": 0.9},
        "machine": 1.0,
        "memory": {},
        "cores": 2,
        "others": 0.0,
    }
    return row_of(evening, stored=stored, enough=enough, **facts)


def hands(number: int, wait: float, at: float = 110.0) -> list[Noted]:
    return [Noted("a hand", at, wait, "") for _ in range(number)]


def test_an_evening_of_quick_hands_without_a_failed_page_is_held():
    row = a_row(*hands(200, 0.1), *hands(1, 9.0), Noted("a table’s state", 110.0, 5.0, ""), saved=201, stored=203)
    assert (row.held, row.troubles) == (True, [])
    assert "held" in row.text()


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ([*hands(97, 0.1), *hands(3, 0.6, at=130.0)], ["p99 of saving a hand 600 ms, the first slow one after 30 s"]),
        (
            [*hands(100, 0.1), Noted("a screen’s picture", 112.0, 0.1, "503")],
            ["a screen’s picture: 503 (1×), first after 12 s"],
        ),
        (
            [*hands(100, 0.1), Noted("a tablet’s page", 90.0, 20.0, "no answer in 20 s")],
            ["a tablet’s page: no answer in 20 s (1×), first after -10 s"],
        ),
        ([*hands(99, 0.1), Noted("a hand", 120.0, 0.0, "403")], ["a hand: 403 (1×), first after 20 s"]),
    ],
)
def test_slow_hands_or_a_failed_page_give_way(answers, told):
    row = a_row(*answers)
    assert (row.held, row.troubles) == (False, told)
    assert f"gave way: {told[0]}" in row.text()
    assert not are_held(2, [row], [1])


def test_what_gave_way_first_is_told_first():
    slow, failed = hands(10, 0.7, at=130.0), Noted("a phone’s page", 120.0, 20.0, "503")
    assert a_row(*slow, failed).troubles[0].startswith("a phone’s page: 503")
    failed = Noted("a phone’s page", 140.0, 20.0, "503")
    assert "p99 of saving a hand" in a_row(*slow, failed).troubles[0]


def test_lost_hands_or_too_few_hold_nothing():
    assert a_row(*hands(10, 0.1), saved=10, stored=9).troubles == ["lost hands: 1"]
    assert a_row(*hands(10, 0.1), enough=11).troubles == ["only 10 hands, too few for a p99"]


def test_what_gave_way_names_the_part_that_was_busiest():
    assert a_row(*hands(10, 0.7)).busiest() == "busiest for five seconds: web, of 1 processors, 90%"


@pytest.mark.parametrize(
    ("held", "gave_way", "following"),
    [
        ([], [], 20), ([20], [], 30), ([20, 30], [], 45), ([], [20], 10), ([], [20, 10], 5), ([], [1], None),
        ([10], [20], 15), ([10, 15], [20], None), ([20, 30], [45], None),
    ],
)  # fmt: skip
def test_more_events_are_tried_until_it_gives_way_and_fewer_until_it_holds(held, gave_way, following):
    assert next_size(20, held, gave_way) == following


def test_the_last_line_says_what_was_held_and_whether_more_were_tried():
    held, not_held = a_row(*hands(60, 0.1)), a_row(*hands(60, 0.7))
    assert summary(1, [held, not_held]) == "1 web and 1 worker: 2 events, 7 streams, 1.0 hands/s"
    assert summary(1, [held]) == "1 web and 1 worker: 2 events, 7 streams, 1.0 hands/s; more were not tried"
    assert summary(1, [not_held]) == "1 web and 1 worker: nothing was held"


def test_what_was_asked_for_is_held_by_every_setting_that_holds_as_many_or_more():
    held, not_held = a_row(*hands(60, 0.1)), a_row(*hands(60, 0.7))
    assert are_held(2, [held, not_held], [1]) and are_held(1, [held], [1])
    assert not are_held(3, [held], [1]) and not are_held(2, [held], [1, 2])


def test_no_evening_begins_that_would_not_end_in_time(monkeypatch):
    """Each setting has its first evening in any case; the next setting begins with what this one held."""
    options = argparse.Namespace(events=4, minutes=1, pace=60, processes=[1, 2], within=0, once=False)
    ground = Ground(options, Path(), Any, Any, "")
    asked: list[tuple[int, int]] = []
    row = a_row(*hands(60, 0.1))

    def hold(processes: int, events: int) -> LoadRow:
        asked.append((processes, events))
        return row

    monkeypatch.setattr(ground, "row", hold)
    for processes in (1, 2):
        assert list(ground.rows(processes)) == [row]
    assert asked == [(1, 4), (2, 4)]


def test_the_page_says_what_was_held_with_which_parts_and_what_gave_way():
    written = "\n".join(page_of([a_row(*hands(60, 0.1)), a_row(*hands(60, 0.7))], seed=1))
    assert "| 1 | 2 | 7 | 1.0 | 100 | " in written
    assert "**1 web and 1 worker: 2 events, 7 streams, 1.0 hands/s**" in written
    assert "gave way: p99 of saving a hand 700 ms" in written


@pytest.mark.parametrize(
    "received", [b"", b"HTTP/1.1 200 OK\r\nContent-Len", b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nfour"]
)
def test_half_an_answer_is_none(received):
    with pytest.raises(ConnectionError):
        read_answer(received)
