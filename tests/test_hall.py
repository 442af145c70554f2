"""Sixty-four tablets at the bell, and a server that is killed while it saves: nothing is lost, nothing comes twice."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.hall import MOMENTS, TABLES


def hall(environment: dict[str, str], what: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.hall", what]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    outcome: dict[str, Any] = json.loads(done.stdout)
    return outcome


def test_all_tables_count_within_two_seconds_of_the_bell(database_of_a_program):
    outcome = hall(database_of_a_program, "bell")
    assert set(outcome["statuses"]) == {"200"}
    assert outcome["sent"] > TABLES
    assert outcome["answers"] == {'{"hand": 2, "version": 1}': outcome["sent"]}
    assert (outcome["hands"], outcome["logged"]) == (2 * TABLES, 2 * TABLES)


@pytest.mark.parametrize("database_of_a_program", ["sqlite"], indirect=True)
def test_a_server_killed_while_it_saves_loses_and_doubles_nothing(database_of_a_program):
    """On a laptop, whose one process is everything; Postgres keeps its own promises."""
    outcome = hall(database_of_a_program, "killed")
    assert outcome["acknowledged"] == MOMENTS
    assert (outcome["hands"], outcome["logged"]) == (MOMENTS + 1, MOMENTS + 1)
    moments = outcome["before"]
    assert set(moments) <= {"acknowledged, there 1 times", "unknown, there 0 times", "unknown, there 1 times"}
    assert moments.get("unknown, there 0 times", 0) > 0
