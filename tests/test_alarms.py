"""Celery inside the laptop's one process."""

from __future__ import annotations

import threading
import time

import pytest
import time_machine
from django.conf import settings

from tests.cast import Day
from tests.programs import PATIENCE, wait_until
from tournament import tasks
from tournament.actions import clock
from tournament.celery_app import app
from tournament.server import alarms


@pytest.fixture
def due_work():
    """A list to put work on, emptied of it afterwards."""
    before = list(tasks.DUE_WORK)
    yield tasks.DUE_WORK
    tasks.DUE_WORK[:] = before


def test_due_work_is_done_every_second_even_if_some_of_it_fails(due_work):
    times: list[int] = []
    due_work += [lambda: 1 / 0, lambda: times.append(1)]
    with alarms.running():
        assert wait_until(lambda: len(times) == 4)
    assert {name: line["schedule"] for name, line in app.conf.beat_schedule.items()} == {"sweep": 1.0}
    assert "Work that was due failed; the next sweep tries again." in settings.LOG_FILE.read_text()


@pytest.mark.django_db
def test_an_alarm_is_set_once_and_anew_when_the_clock_is_changed(monkeypatch):
    """Sweeps that find the same moment coming would otherwise set an alarm each."""
    monkeypatch.setattr(tasks, "_armed", set())
    with time_machine.travel(time.time(), tick=False):
        day = Day("syg", clock=3, warning=2).people(2).until("running")
        app.control.purge()
        tasks.arm_moments(), tasks.arm_moments()
        assert app.control.purge() == 2
        clock.add_time(by=day.mc, competition=day.pk, seconds=-1)
        tasks.arm_moments(), tasks.arm_moments()
        assert app.control.purge() == 1  # the warning is due by now


@pytest.mark.django_db
def test_what_comes_within_a_second_shares_an_alarm(monkeypatch):
    monkeypatch.setattr(tasks, "_armed", set())
    with time_machine.travel(1_800_000_000, tick=False) as now:
        for _ in range(3):
            Day("syg", clock=2, warning=None).people(2).until("running")
            now.shift(0.2)
        app.control.purge()
        tasks.arm_moments()
        assert app.control.purge() == 1


def being_stopped(name: str) -> bool:
    return any(part.over.is_set() for part in threading.enumerate() if part.name == name)


def test_stopping_waits_for_the_work_in_progress(due_work, monkeypatch):
    """The work is done only when its worker has been told to stop, and that may take any time."""
    monkeypatch.setattr(alarms, "SECONDS_FOR_WORK", PATIENCE)
    begun, done = threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        if wait_until(lambda: being_stopped("worker")):
            done.set()

    due_work.append(slow)
    with alarms.running():
        assert begun.wait(PATIENCE)
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
    part.join(PATIENCE)
    assert not part.is_alive()
    assert "Celery’s worker failed." in caplog.text


def test_a_part_that_is_stopped_while_it_starts_ends_without_a_word(caplog):
    """Celery's worker then misses the connection that stopping it has closed."""

    class StillStarting:
        def __init__(self) -> None:
            self.begun, self.stopped = threading.Event(), threading.Event()

        def start(self) -> None:
            self.begun.set()
            assert self.stopped.wait(PATIENCE)
            raise AttributeError("The connection is gone.")

        def stop(self) -> None:
            self.stopped.set()

    part = alarms.KeptAlive("worker", StillStarting)
    part.start()
    assert wait_until(lambda: part.part) and part.part.begun.wait(PATIENCE)
    part.finish()
    part.join(PATIENCE)
    assert not part.is_alive()
    assert caplog.text == ""
