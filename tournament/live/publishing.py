"""Telling: from the thread or process that made the change to the loops that hold the streams."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any, Final

import redis
from django.conf import settings

from tournament.live import streams

log = logging.getLogger(__name__)

_VERSION: Final = "turntable.live.version"

_numbers = count(time.time_ns() // 1_000_000)
"""Versions only grow, across restarts too: they start at the time."""


def publish(topics: Sequence[str], said: Mapping[str, Any]) -> None:
    """Tell whoever listens to these topics. Never fails and never waits long: pages look for themselves now and then,
    and a change that is committed must not seem to have failed because nobody could be told."""
    if settings.EMBEDDED:
        streams.hear(json.dumps([topics, said, next(_numbers)]))
        return
    try:
        line = _redis()
        line.set(_VERSION, next(_numbers), nx=True)
        line.publish(streams.CHANNEL, json.dumps([topics, said, line.incr(_VERSION)]))
    except redis.RedisError as problem:
        log.warning("Nobody could be told that something changed: %s", problem)


@cache
def _redis() -> redis.Redis:
    """One pool of connections for all threads, with short waits."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1)
