"""Celery's tasks about paper: an id in, one paper made."""

from __future__ import annotations

import logging

from kombu.exceptions import OperationalError

from scoring.printing.print_room import make_paper
from tournament.actions.prints import papers_that_wait
from tournament.celery_app import app
from tournament.tasks import DUE_WORK

log = logging.getLogger(__name__)


@app.task(name="scoring.tasks.make_paper")
def make(pk: int) -> None:
    """A paper was asked for."""
    make_paper(pk)


def work_on(pk: int) -> None:
    """Soon, by somebody else. If the broker is away the next sweep finds it."""
    try:
        make.delay(pk)
    except OperationalError:
        log.warning("The broker does not answer; the sweep takes up paper %s.", pk)


def work_on_papers_that_wait() -> None:
    """Papers whose task was lost, or whose worker was killed."""
    for pk in papers_that_wait():
        work_on(pk)


DUE_WORK.append(work_on_papers_that_wait)
