"""Sixty-four tablets at the bell, and a server that is killed while it saves: nothing is lost, nothing comes twice."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.hall import MOMENTS, OUTCOMES, TABLES


def hall(environment: dict[str, str], what: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.hall", what]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    outcome: dict[str, Any] = json.loads(done.stdout)
    return outcome


def test_all_tables_count_within_two_seconds_of_the_bell(database_of_a_program):
    outcome = hall(database_of_a_program, "bell")
    assert set(outcome["statuses"]) == {"200"}
    assert outcome["sent"] > TABLES
    assert outcome["answers"] == {'{"hand": 3, "version": 1}': outcome["sent"]}
    assert (outcome["hands"], outcome["logged"]) == (3 * TABLES, 3 * TABLES)
    assert set(outcome["looked"]) == {"200"}
    assert outcome["looked"]["200"] >= 2 * TABLES  # when it began to follow, and after its own hand


def test_a_server_killed_while_it_saves_loses_and_doubles_nothing(database_of_a_program):
    outcome = hall(database_of_a_program, "killed")
    assert (outcome["moments"], outcome["acknowledged"]) == (MOMENTS, MOMENTS)
    assert (outcome["hands"], outcome["logged"]) == (MOMENTS + 1, MOMENTS + 1)
    assert {OUTCOMES[0], OUTCOMES[2]} <= set(outcome["before"]) <= set(OUTCOMES)  # the blink between is not always hit
