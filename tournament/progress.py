"""How far a long piece of work is, for pages to show. It is lost with a restart, and nothing depends on it: the work's
own row says what is done. It is not in the database, because rows that are saved ten thousand in one step are seen only
when all of them are."""

from __future__ import annotations

from typing import Final

from django.core.cache import cache

_KEPT: Final = 60 * 60


def note(work: str, done: int, total: int) -> None:
    """How much is done, and how much there is to do."""
    cache.set(f"progress:{work}", min(99, 100 * done // max(total, 1)), _KEPT)


def read(work: str) -> int:
    """A whole number of percent; 0 where nothing is known."""
    return int(cache.get(f"progress:{work}", 0))
