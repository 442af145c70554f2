"""Carries a change from the thread or process that made it to the event loops that hold the streams."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any, Final

import redis
from django.conf import settings
from redis.commands.core import Script

from tournament.live import streams

log = logging.getLogger(__name__)

_numbers = count(streams.FIRST_VERSION + 1)


def publish(topics: Sequence[str], message: Mapping[str, Any]) -> None:
    """Tell everybody who listens to these topics.

    It never fails and never waits long: a change that is committed must not seem to have failed because nobody could
    be told, and pages look for themselves now and then.
    """
    text = json.dumps([topics, message])
    if settings.EMBEDDED:
        streams.hear(f"{next(_numbers)} {text}")
        return
    try:
        _tell()(keys=[streams.VERSION], args=[next(_numbers), streams.CHANNEL, text])
    except redis.RedisError as problem:
        log.warning("Nobody could be told that something changed: %s", problem)


def end_streams(account: int, event: int) -> None:
    """Somebody is no longer of an event's team: what they listen to as such ends, in every process."""
    publish([], {"removed": [account, event]})


_TELL: Final = """
redis.call('set', KEYS[1], ARGV[1], 'NX')
local version = redis.call('incr', KEYS[1])
redis.call('publish', ARGV[2], string.format('%d %s', version, ARGV[3]))
"""
"""Count and publish in one step, so that versions are heard in their order."""


@cache
def _tell() -> Script:
    """The script, with one pool of connections for all threads and short time-outs."""
    line = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1)
    return line.register_script(_TELL)
