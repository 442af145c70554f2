"""Live pages: something changed, and the streams that carry it.

    publish(["competition:7"], {"kind": "clock", …})   from any thread or process, after the commit
    ticket(["competition:7"])                           what a page carries to be let in to a stream
    seen(["competition:7"])                             how new that page is
    version(["competition:7"])                          the same, to compare: is what was worked out before still true?
    end_streams(12, 3)                                  account 12 is no longer of the team of event 3
    start, stop, stream, close_streams, catch_up        for asgi/ and the server

A stream says only that something of a kind changed, and the moments of a clock; the page then asks for its fragment
as it would anyway, so a stream gives nobody more than their page would. Embedded, the fan-out is in the process; with
Redis, each web process listens to one channel and fans out what it hears.
"""

from __future__ import annotations

from tournament.live.publishing import end_streams, publish
from tournament.live.streams import catch_up, close_streams, seen, start, stop, stream, version
from tournament.live.tickets import Holder, ticket

__all__ = [
    "Holder",
    "catch_up",
    "close_streams",
    "end_streams",
    "publish",
    "seen",
    "start",
    "stop",
    "stream",
    "ticket",
    "version",
]
