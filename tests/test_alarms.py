"""Celery inside the laptop's one process."""

from __future__ import annotations

import threading
import time
from itertools import pairwise

import pytest
from django.conf import settings

from tests.programs import wait_until
from tournament import tasks
from tournament.server import alarms


@pytest.fixture
def due_work():
    """A list to put work on, emptied of it afterwards."""
    before = list(tasks.DUE_WORK)
    yield tasks.DUE_WORK
    tasks.DUE_WORK[:] = before


def test_due_work_is_done_every_second_even_if_some_of_it_fails(due_work):
    moments: list[float] = []
    due_work += [lambda: 1 / 0, lambda: moments.append(time.monotonic())]
    with alarms.running():
        assert wait_until(lambda: len(moments) == 4)
    gaps = [later - earlier for earlier, later in pairwise(moments)]
    assert all(0.5 < gap < 2 for gap in gaps), gaps
    assert "Work that was due failed; the next sweep tries again." in settings.LOG_FILE.read_text()


def test_stopping_waits_for_the_work_in_progress(due_work):
    begun, done = threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        time.sleep(0.7)
        done.set()

    due_work.append(slow)
    with alarms.running():
        assert begun.wait(10)
    assert done.is_set()


def test_a_part_that_fails_is_started_again(caplog):
    attempts: list[int] = []

    class Failing:
        def start(self) -> None:
            attempts.append(1)
            raise RuntimeError("broken")

        def stop(self) -> None:
            pass

    part = alarms.KeptAlive("worker", Failing)
    part.start()
    assert wait_until(lambda: len(attempts) == 2)
    part.finish()
    part.join(5)
    assert not part.is_alive()
    assert "Celery's worker failed." in caplog.text
