"""A short seeded part of `make torture`, on a laptop: what was acknowledged is there, once. No timings here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

FAULTS = ("sign-ins", "codes", "streams", "slow readers", "network cut", "copies taken", "clock set back", "killed")


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
    nothing_is_lost(tormented("laptop", *FAULTS), FAULTS)
