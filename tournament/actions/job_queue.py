"""Long work behind the pages: lists are read and saved, papers are made. A demo is not a job and has no row: it is
played while its page waits, and only gives the same signs of life.

A row says what there is to do. A worker takes it with one conditional update, gives signs of life while working, and
notes the result. A worker that falls silent is taken to be gone, and another takes over. A row that ended two workers
is not tried again, because it may be what kills them.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final, Generic, TypeVar

from django.db.models import F, Q, QuerySet

from tournament import current_time
from tournament.models import QueuedJob

J = TypeVar("J", bound=QueuedJob)

MOST_ATTEMPTS: Final = 2
TIME_BETWEEN_SIGNS: Final = timedelta(seconds=5)
"""New work that nobody has taken for this long has lost its task."""


class JobQueue(Generic[J]):
    """One kind of long work. `give_up` notes what people are told about a row that nobody tries again."""

    def __init__(self, rows: QuerySet[J], *, silence: timedelta, give_up: Callable[[J], None]) -> None:
        self.rows, self.silence, self.give_up = rows, silence, give_up

    def take_up(self, pk: int, step: str) -> J | None:
        """The row, if it is at this step and nobody else works on it: one conditional update decides who does."""
        free = Q(working=False) | fell_silent("touched_at", self.silence)
        taken = {"working": True, "touched_at": current_time.now(), "attempts": F("attempts") + 1}
        is_mine = self.rows.model._default_manager.filter(free, pk=pk, step=step).update(**taken)
        row = self.rows.filter(pk=pk).first() if is_mine else None
        if row is not None and row.attempts > MOST_ATTEMPTS:
            self.give_up(row)
            return None
        return row

    def waiting(self, *steps: str) -> list[tuple[int, str]]:
        """Rows at these steps that nobody works on, because their task was lost, or its worker; and their steps."""
        lies = Q(working=False) & fell_silent("touched_at", TIME_BETWEEN_SIGNS)
        waiting = self.rows.model._default_manager.filter(fell_silent("touched_at", self.silence) | lies)
        return list(waiting.filter(step__in=steps).values_list("pk", "step"))


def fell_silent(column: str, silence: timedelta) -> Q:
    """Rows whose last sign of life, in this column, is longer ago."""
    return Q(**{f"{column}__lt": current_time.now() - silence})


def to_do() -> dict[str, Any]:
    """The columns of a row that waits to be taken up, for the first time or again."""
    return {"why": "", "working": False, "attempts": 0, "touched_at": current_time.now()}


class SignsOfLife:
    """Note that the work goes on. May be called often; writes to the database every few seconds only."""

    def __init__(self, rows: QuerySet[Any], column: str = "touched_at") -> None:
        self.rows, self.column, self.last = rows, column, current_time.now()

    def __call__(self) -> None:
        if current_time.now() - self.last > TIME_BETWEEN_SIGNS:
            self.last = current_time.now()
            self.rows.update(**{self.column: self.last})
