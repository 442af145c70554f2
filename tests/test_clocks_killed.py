"""Whatever is killed with SIGKILL about a deadline, each of the clock's moments happens once, and none too early."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.clocks import CLOCKS, HAPPENS, LAPTOP, SERVERS


def killed(where: str, data: Path, **more: str) -> dict[str, Any]:
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "tournament.settings", "TURNTABLE_DATA": str(data), **more}
    command = [sys.executable, "-m", "tests.clocks", where]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    outcome: dict[str, Any] = json.loads(done.stdout)
    return outcome


def is_right(outcome: dict[str, Any], kills: int) -> None:
    assert outcome["happened"] == [[HAPPENS] * (kills + 1)] * CLOCKS
    assert outcome["early"] == 0
    assert sum(outcome["met"].values()) == kills * CLOCKS
    assert set(outcome["met"]) >= {"before", "after"}
    assert outcome["disturbed"] == 0
    assert outcome["others"] == [[[]], [[]]]
    assert outcome["tables"] == [["time up", True, 200]] * CLOCKS


def test_a_laptop_killed_about_the_deadline_rings_once_when_it_is_back(used):
    is_right(killed("laptop", used), len(LAPTOP))


def test_web_worker_beat_and_redis_killed_one_by_one_and_all_at_once(postgres, migrated_postgres, tmp_path):
    database = postgres.new_database(like=migrated_postgres)
    is_right(killed("servers", tmp_path, TURNTABLE_DATABASE_URL=database), len(SERVERS))
