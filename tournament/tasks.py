"""Celery's tasks: an id in, one action called."""

from __future__ import annotations

import logging
from collections.abc import Callable

from tournament.actions.clock import fire_time_up
from tournament.actions.registration import close_due_entries
from tournament.celery_app import SWEEP, app

log = logging.getLogger(__name__)

# Functions that do whatever is due now, and nothing if nothing is. They may run late, twice or at the same time in two
# threads, so each decides by a conditional update who does the work.
DUE_WORK: list[Callable[[], object]] = [fire_time_up, close_due_entries]


@app.task(name=SWEEP)
def sweep() -> None:
    """Runs every second. One kind of work that fails must not keep the others from being done."""
    for work in DUE_WORK:
        try:
            work()
        except Exception:
            log.exception("Work that was due failed; the next sweep tries again.")
