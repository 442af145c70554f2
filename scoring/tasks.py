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
    """Make a paper that somebody asked for."""
    make_paper(pk)


def work_on_paper(pk: int) -> None:
    """Have a paper made."""
    hand_over(make, pk)


def work_on_papers_that_wait() -> None:
    """Make the papers whose task was lost or whose worker was killed."""
    for pk in papers_that_wait():
        work_on_paper(pk)


log = logging.getLogger(__name__)
SECONDS_FOR_A_RECORD: Final = 30
"""After this long without a record, its task counts as lost."""


@app.task(name="scoring.tasks.make_record")
def make_record(pk: int) -> None:
    """Make a record that somebody wants and that is not kept yet."""
    keep_if_old(pk)


def work_on_record(pk: int) -> None:
    """Have a record made, once however many people ask. If no worker can be reached, it is made here and now."""
    if not cache.add(f"record:{pk}", 1, SECONDS_FOR_A_RECORD):
        return
    try:
        make_record.delay(pk)
    except OperationalError:
        log.warning("The broker does not answer; the record of competition %s is made here.", pk)
        keep_if_old(pk)


def work_on_records() -> None:
    """Make the records of competitions that have just finished, before anybody asks."""
    for pk in records_to_make():
        work_on_record(pk)


DUE_WORK.append(work_on_papers_that_wait)
DUE_WORK.append(work_on_records)
