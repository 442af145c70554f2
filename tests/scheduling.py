"""Which worker runs which module, and when: what waits and what works are under way at the same time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler.loadfile import LoadFileScheduling

MOSTLY_WAIT = ("test_clocks_killed.py", "test_torture.py", "test_hall.py")
LONGEST_IN_CHROMIUM = (
    "test_tablet_on_bad_wifi.py",
    "test_umpire_tablet.py",
    "test_evenings.py",
    "test_screens.py",
    "test_tablet_stays_open.py",
    "test_mc_desk.py",
    "test_draw_ceremony.py",
    "test_entries_pages.py",
    "test_public_pages.py",
)
LONGEST_OF_PROGRAMS = (
    "test_serve.py",
    "test_phones.py",
    "test_clock_is_set.py",
    "test_simultaneous.py",
    "test_live.py",
)


def put_the_longest_first(items: list[pytest.Item]) -> None:
    """What takes longest begins: modules that mostly wait beside those of Chromium, the longest first; then those that
    start programs. The many quick ones are left to even out the end. `--slowest=20` says what takes long."""
    tests = Path(__file__).parent
    first = [tests / name for name in MOSTLY_WAIT]
    first += [tests / "browser" / name for name in LONGEST_IN_CHROMIUM]
    first += [tests / "browser", *(tests / name for name in LONGEST_OF_PROGRAMS), tests]
    rank = {path: n for n, path in enumerate(dict.fromkeys(item.path for item in items))}
    turns = {
        path: next((n for n, begins in enumerate(first) if begins in (path, path.parent)), len(first)) for path in rank
    }
    items.sort(key=lambda item: (turns[item.path], rank[item.path]))


class TwoEndedScheduling(LoadFileScheduling):
    """All workers take the module that is first in line, but the last of them takes the one at the end of the line.
    Nothing there waits, so the processors have work while Chromium and the servers do."""

    def _assign_work_unit(self, node: Any) -> None:
        if node is self.nodes[-1]:
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)
