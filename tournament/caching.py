"""What processes share for a while: in Redis, and in this process alone while Redis is away.

Counts of wrong passwords and how far a paper is are worth little, and no page may fail for want of them. While Redis
does not answer, each process counts for itself, and asks Redis again every few seconds. A laptop has one process.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

from tournament import current_time
from tournament.faults import is_of_redis

log = logging.getLogger(__name__)

SECONDS_UNTIL_REDIS_IS_ASKED_AGAIN: Final = 5.0
MOST_ENTRIES: Final = 20_000
"""A thousand phones that look somebody up, and the names that a guesser makes up, are a few thousand counts. None may
push another out. They take some ten megabytes."""


class OwnCache(LocMemCache):
    """What one process keeps for itself. How long is counted by a clock that nobody sets: on a laptop that fetches the
    time an hour's count must neither end at once nor last for ever."""

    _expire_info: dict[str, float | None]  # Django's own, which its types leave out

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, {"OPTIONS": {"MAX_ENTRIES": MOST_ENTRIES}} | params)

    def get_backend_timeout(self, timeout: Any = DEFAULT_TIMEOUT) -> float | None:
        """Until when, on that clock; None for ever."""
        seconds = self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout
        return None if seconds is None else current_time.steady() + seconds

    def _has_expired(self, key: str) -> bool:
        until = self._expire_info.get(key, -1)
        return until is not None and until <= current_time.steady()


class RedisOrOwnCache(BaseCache):
    """Django's cache in Redis, or one in memory."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._shared = RedisCache(server, params)
        self._own = OwnCache("while-redis-is-away", {})
        self._away_until = 0.0

    def _do(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= self._away_until:
            try:
                return getattr(self._shared, name)(*args, **kwargs)
            except Exception as problem:
                if not is_of_redis(problem, "RedisError"):
                    raise
                self._away_until = time.monotonic() + SECONDS_UNTIL_REDIS_IS_ASKED_AGAIN
                log.warning("This process counts for itself.", exc_info=problem)  # the log's filter says it once
        return getattr(self._own, name)(*args, **kwargs)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._do("add", key, value, timeout, version))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._do("get", key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._do("set", key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._do("touch", key, timeout, version))

    def delete(self, key: Any, version: int | None = None) -> bool:
        return bool(self._do("delete", key, version))

    def get_many(self, keys: Iterable[Any], version: int | None = None) -> dict[Any, Any]:
        return dict(self._do("get_many", list(keys), version))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return int(self._do("incr", key, delta, version))

    def clear(self) -> None:
        self._do("clear")
