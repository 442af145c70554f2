"""Twenty coordinators race for the last place: one entry and nineteen plain refusals, on both databases."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.coordinators import CAP, COORDINATORS

FULL = f"The competition is full: {CAP} entries. You can still nominate a reserve."
CLEAN = {
    "answers": {"entered": 1, FULL: COORDINATORS - 1},
    "entries": CAP,
    "people": CAP,
    "logged": 1,
}


def race(environment: dict[str, str], *arguments: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.coordinators", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stderr
    outcome: dict[str, Any] = json.loads(done.stdout)
    return outcome


def test_one_gets_it_and_the_others_are_told(database_of_a_program):
    assert race(database_of_a_program, "--through", "own pages") == CLEAN


def test_control_without_the_lock_it_goes_wrong(database_of_a_program):
    """On Postgres too many get in; on SQLite, which has no other way to keep them apart, they get errors."""
    outcome = race(database_of_a_program, "--through", "own pages", "--without", "lock")
    plain = outcome["answers"].get("entered", 0) + outcome["answers"].get(FULL, 0)
    assert outcome["entries"] > CAP or plain < COORDINATORS
