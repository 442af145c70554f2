"""A connection that gives its sender a limited time, and room, for the headers of each request.

uvicorn closes what is idle between two requests, but waits for ever for one that has begun: whoever sends one letter a
minute would hold a connection, and with some thousands of them the whole server. Nor does its quick parser count what
has come: a head without an end would be kept until the memory is full.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

SECONDS_FOR_HEADERS = 10
MOST_BYTES_OF_HEADERS: Final = 64 * 1024
_LATE: Final = b"408 Request Timeout"
_LONG: Final = b"431 Request Header Fields Too Large"


class Connection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's protocol, with a deadline and a limit while it waits for headers."""

    deadline: asyncio.TimerHandle | None = None
    bytes_of_headers = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if (door := transport.get_extra_info("socket")) is not None:
            door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # or a body waits until its head was received
        self._wait_for_headers()

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._stop_waiting()
            return
        if self.deadline is None and (before is None or before.response_complete):
            self._wait_for_headers()
        if self.deadline is not None:
            self.bytes_of_headers += len(data)
            if self.bytes_of_headers > MOST_BYTES_OF_HEADERS:
                self._give_up(_LONG)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_headers(self) -> None:
        self.deadline = asyncio.get_running_loop().call_later(SECONDS_FOR_HEADERS, self._give_up, _LATE)

    def _stop_waiting(self) -> None:
        self.bytes_of_headers = 0
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _give_up(self, status: bytes) -> None:
        self._stop_waiting()
        if not self.transport.is_closing():
            self.transport.write(b"HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n" % status)
            self.transport.close()
