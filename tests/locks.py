"""In which order an action locks rows: one order for everybody, so that no two can wait for each other for ever."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection
from django.test.utils import CaptureQueriesContext

ORDER: Final = tuple(f"tournament_{row}" for row in ("event", "competition", "import", "table", "group", "wish"))
"""What is locked first; a wish is locked by being written. Clocks, screens and the like are not among them: whoever
locks one of those and something else holds the competition already."""
_LOCK: Final = re.compile(
    r'FROM "(\w+)".* FOR (?:NO KEY )?UPDATE|(?:^UPDATE|^DELETE FROM) "(tournament_wish)"', re.DOTALL
)


@contextmanager
def locks_in_order() -> Iterator[None]:
    """Fail if what is done here first locks a row that stands earlier in the order than one it holds. On Postgres;
    SQLite has one lock for all."""
    with CaptureQueriesContext(connection) as queries:
        yield
    found = (_LOCK.search(query["sql"]) for query in queries.captured_queries)
    locked = [name for name in dict.fromkeys(lock[1] or lock[2] for lock in found if lock) if name in ORDER]
    assert locked == sorted(locked, key=ORDER.index)
