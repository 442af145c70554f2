"""Celery's tasks about paper: an id in, one paper made."""

from __future__ import annotations

from scoring.printing.print_room import make_paper
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


DUE_WORK.append(work_on_papers_that_wait)
