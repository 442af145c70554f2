"""Carries a change from the thread or process that made it to the event loops that hold the streams."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from django.conf import settings

from tournament.live import streams

if not settings.EMBEDDED:
    from tournament.live import redis_line

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
        redis_line.tell(next(_numbers), text)
    except redis_line.TROUBLE as problem:
        log.warning("Nobody could be told that something changed: %s", problem)


def end_streams(account: int, event: int) -> None:
    """Somebody is no longer of an event's team: what they listen to as such ends, in every process."""
    publish([], {"removed": [account, event]})
