"""Celery's tasks about papers and records: an id in, one of them made."""

from __future__ import annotations

import logging
from typing import Final

from django.core.cache import cache
from kombu.exceptions import OperationalError

from scoring.printing.print_room import make_paper
from scoring.record.kept import keep_if_old, records_to_make
from tournament.actions.prints import papers_that_wait
from tournament.celery_app import app
from tournament.tasks import DUE_WORK, hand_over


@app.task(name="scoring.tasks.make_paper")
def make(pk: int) -> None:
    """A paper was asked for."""
    make_paper(pk)


def work_on_paper(pk: int) -> None:
    """Have a paper made."""
    hand_over(make, pk)


def work_on_papers_that_wait() -> None:
    """Papers whose task was lost, or whose worker was killed."""
    for pk in papers_that_wait():
        work_on_paper(pk)


log = logging.getLogger(__name__)
SECONDS_FOR_A_RECORD: Final = 30
"""Whoever was asked to make a record and has not done so for this long has lost the task."""


@app.task(name="scoring.tasks.make_record")
def make_record(pk: int) -> None:
    """A record is wanted that is not kept."""
    keep_if_old(pk)


def work_on_record(pk: int) -> None:
    """Have a record made, once however many ask; here and now if no worker can be told."""
    if not cache.add(f"record:{pk}", 1, SECONDS_FOR_A_RECORD):
        return
    try:
        make_record.delay(pk)
    except OperationalError:
        log.warning("The broker does not answer; the record of competition %s is made here.", pk)
        keep_if_old(pk)


def work_on_records() -> None:
    """Records of what has just finished, before anybody asks."""
    for pk in records_to_make():
        work_on_record(pk)


DUE_WORK.append(work_on_papers_that_wait)
DUE_WORK.append(work_on_records)
