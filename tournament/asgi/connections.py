"""A connection that gives its sender a limited time for the headers of each request.

uvicorn closes what is idle between two requests, but waits for ever for one that has begun: whoever sends one letter a
minute would hold a connection, and with some thousands of them the whole server.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

SECONDS_FOR_HEADERS = 10
_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Connection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's protocol, with a deadline while it waits for headers."""

    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait_for_headers()

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._stop_waiting()
        elif self.deadline is None and (before is None or before.response_complete):
            self._wait_for_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_headers(self) -> None:
        self.deadline = asyncio.get_running_loop().call_later(SECONDS_FOR_HEADERS, self._give_up)

    def _stop_waiting(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _give_up(self) -> None:
        self.transport.write(_LATE)
        self.transport.close()
