"""Five hundred phones refresh while hands are recorded: everybody is answered, and every hand is saved once."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.phones import HANDS, PHONES, TABLES


def test_phones_that_refresh_keep_no_hand_from_being_saved(database_of_a_program):
    """The control comes first: as many hands without a single phone. How long it takes says `make bench`."""
    command = [sys.executable, "-m", "tests.phones", "refresh"]
    done = subprocess.run(command, env=database_of_a_program, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    outcome = json.loads(done.stdout)
    assert outcome["phones answered"] == {"200": PHONES}
    assert outcome["hands saved"] == {"200": 2 * HANDS * TABLES}
    assert (outcome["hands"], outcome["logged"]) == (2 * HANDS * TABLES, 2 * HANDS * TABLES)
