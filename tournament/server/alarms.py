"""Celery's worker and beat as threads of this process."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from celery.beat import Service

from tournament.celery_app import app

log = logging.getLogger(__name__)

SECONDS_FOR_WORK = 2


@contextmanager
def running() -> Iterator[None]:
    """While the block runs, what is due is done; work in progress at its end is finished first, if it is quick."""
    threads = [KeptAlive("worker", make_worker), KeptAlive("beat", make_beat)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for thread in reversed(threads):
            thread.finish()


def make_worker() -> Any:
    return app.WorkController(without_gossip=True, without_mingle=True, without_heartbeat=True)


def make_beat() -> Any:
    return Service(app, scheduler_cls=app.conf.beat_scheduler)


class KeptAlive(threading.Thread):
    """Without alarms the clock would never ring, so a part that fails is started again a second later."""

    def __init__(self, name: str, make: Callable[[], Any]) -> None:
        super().__init__(name=name, daemon=True)
        self.make = make
        self.over = threading.Event()
        self.part: Any = None

    def run(self) -> None:
        while not self.over.is_set():
            try:
                self.part = self.make()
                self.part.start()
            except Exception:
                # A part that is told to stop while it still starts fails at what has been taken from it.
                if not self.over.is_set():
                    log.exception("Celery’s %s failed.", self.name)
            if not self.over.wait(1):
                log.error("Celery’s %s ended and is started again.", self.name)

    def finish(self) -> None:
        """Returns when the work is done, or has taken too long: it waits for the database, and what it has not
        committed is found again at the next start. The thread itself may sleep on; nobody needs to wait for that."""
        self.over.set()
        if self.part:
            stopping = threading.Thread(target=self.part.stop, daemon=True)
            stopping.start()
            stopping.join(SECONDS_FOR_WORK)
