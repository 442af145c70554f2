"""Sixty-four tablets record hands at the same moment: no error, nothing lost, nothing doubled, on both databases."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.tablets import SAME, TABLES, TABLETS

CLEAN = {
    # Each of the same hands is answered "recorded" to both tablets; of two different ones, one is.
    "answers": {"recorded": TABLETS * SAME + TABLES, "both values, you choose": TABLES},
    "hands": TABLES * (SAME + 1),
    "doubled": 0,
    "held": TABLES * (SAME + 1),
    "logged": TABLES * (SAME + 1),
    "requests": TABLES * (SAME + 1),
}


def record(database_of_a_program: dict[str, str], *without: str) -> dict[str, Any]:
    arguments = [part for protection in without for part in ("--without", protection)]
    command = [sys.executable, "-m", "tests.tablets", *arguments]
    done = subprocess.run(command, env=database_of_a_program, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stderr
    outcome: dict[str, Any] = json.loads(done.stdout)
    del outcome["seconds"]
    return outcome


def test_nothing_is_lost_or_doubled(database_of_a_program: dict[str, str]) -> None:
    assert record(database_of_a_program) == CLEAN


@pytest.mark.parametrize("database_of_a_program", ["sqlite"], indirect=True)
def test_without_request_ids_the_same_hand_is_still_one(database_of_a_program: dict[str, str]) -> None:
    """Two people who typed the same agree: nobody is asked, and nothing comes twice."""
    assert record(database_of_a_program, "request-ids") == CLEAN | {"requests": 0}


def test_control_without_the_lock_tablets_get_errors(database_of_a_program: dict[str, str]) -> None:
    """Noting a request id is a write, which on SQLite takes the lock too; so that goes as well."""
    outcome = record(database_of_a_program, "lock", "request-ids")
    assert {"OperationalError", "IntegrityError"} & set(outcome["answers"])
