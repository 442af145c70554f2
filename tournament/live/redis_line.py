"""The line between the processes on servers: one channel of Redis.

A laptop is a single process and has no Redis, so there this module is not imported: redis costs each start of each
command a fifth of a second.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import cache
from typing import Final

import redis.asyncio
from django.conf import settings
from redis.commands.core import Script

CHANNEL: Final = "turntable.live"
VERSION: Final = "turntable.live.version"
TROUBLE: Final = (redis.RedisError, OSError)
"""What telling and hearing raise while Redis is away."""

_TELL: Final = """
redis.call('set', KEYS[1], ARGV[1], 'NX')
local version = redis.call('incr', KEYS[1])
redis.call('publish', ARGV[2], string.format('%d %s', version, ARGV[3]))
"""
"""Count and publish in one step, so that versions are heard in their order."""


def tell(first_version: int, text: str) -> None:
    """Tell all processes this, with the next version. Redis begins to count at this one if it knows none."""
    _tell()(keys=[VERSION], args=[first_version, CHANNEL, text])


@cache
def _tell() -> Script:
    """The script, with one pool of connections for all threads and short time-outs."""
    line = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1)
    return line.register_script(_TELL)


async def heard() -> AsyncIterator[int | str]:
    """First the newest version, once everything that follows it is heard; then each message, until Redis goes."""
    line = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=None)
    async with line, line.pubsub() as channel:
        newest = int(await line.get(VERSION) or 0)
        await channel.subscribe(CHANNEL)
        async for message in channel.listen():
            if message["type"] == "subscribe":
                yield newest
            elif message["type"] == "message":
                yield message["data"].decode()
