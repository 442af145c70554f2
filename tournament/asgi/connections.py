"""A connection that is patient with slow people, but not with clients that only hold it open.

uvicorn closes what is idle between two requests, but waits for ever for one that has begun, parses whatever comes in
one go, and keeps an answer in memory until somebody reads it. So here

    an address has so many connections and no more (open_connections.py);
    a head has ten seconds to arrive, and reaches uvicorn only whole and short (heads.py);
    a request that comes before the last one was answered and read is ignored, and the connection ends after that
    answer (no browser sends such a one); so is a body that comes when its request was answered without it;
    an answer may take as long as it likes while somebody reads; after a minute without reading, or where too much
    waits for its sender (unread.py), the connection is cut.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from dataclasses import dataclass
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.http.flow_control import FlowControl

from tournament.asgi import heads, open_connections, unread
from tournament.networks import sender_of

SECONDS_FOR_HEADERS = 10
SECONDS_TO_HEAR_WHY: Final = 1.0
SECONDS_BETWEEN_LOOKS = 10.0
LOOKS_WITHOUT_READING = 6
BYTES_THE_SYSTEM_KEEPS: Final = 64 * 2**10
"""Of each connection. Left to itself the system keeps megabytes, and takes no more before a third of them was read: a
phone that reads steadily would seem not to read for minutes."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class WithoutSocket:
    """A connection as uvicorn meets it. From the socket itself uvicorn would ask the system for both addresses, which
    the transport knows; each time, other threads would go first."""

    transport: Any

    def get_extra_info(self, name: str) -> Any:
        """An address is host and port: uvicorn knows no more of an IPv6 address either."""
        found = None if name == "socket" else self.transport.get_extra_info(name)
        return found[:2] if isinstance(found, tuple) else found


class Connection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's protocol, with deadlines and limits for who sends and who reads."""

    deadline: asyncio.TimerHandle | None = None
    next_look: asyncio.TimerHandle | None = None
    head = b""
    """The part of a head that has arrived so far."""
    body_left = 0
    is_deaf = False
    sender = ""
    counted_as: str | None = None
    """Whose it is among the open connections; None if there were too many."""
    unread_bytes = 0
    looks_in_vain = 0

    def connection_made(self, transport: Any) -> None:
        self.counted_as = open_connections.let_in((transport.get_extra_info("peername") or ("",))[0])
        if self.counted_as is None:
            transport.abort()
            return
        super().connection_made(WithoutSocket(transport))
        self.transport, self.flow = transport, FlowControl(transport)
        self.logger = log
        transport.set_write_buffer_limits(high=0)
        _keep_little(transport)
        self._wait_for_headers()

    # What comes in

    def data_received(self, data: bytes) -> None:
        try:
            while data and not self.is_deaf:
                data = self._take_body(data) if self.body_left else self._take_head(data)
        except heads.HeadRefused as refusal:
            self._refuse(refusal.answer)

    def _take_body(self, data: bytes) -> bytes:
        """Give uvicorn what belongs to the body. Where the answer is out and nobody waits for the rest, that is not
        heard: it would keep an idle connection from being closed, which uvicorn does some seconds after an answer."""
        if self.cycle.response_complete:
            self.is_deaf = True
            return b""
        part, rest = data[: self.body_left], data[self.body_left :]
        self.body_left -= len(part)
        super().data_received(part)
        return rest

    def _take_head(self, data: bytes) -> bytes:
        """Give uvicorn a head once it is whole. What came after it is left."""
        if self._is_busy():
            self._stop_hearing()
            return b""
        self._unset_keepalive_if_required()
        if self.deadline is None:
            self._wait_for_headers()
        head, rest = heads.split_head(self.head + data)
        self.head = b"" if head else rest
        if not head:
            return b""
        self._stop_waiting()
        self.body_left = heads.length_of_body(head)
        super().data_received(head)
        return rest

    def _is_busy(self) -> bool:
        """Whether the last request is still to be answered, or its answer to be read."""
        return self.cycle is not None and bool(not self.cycle.response_complete or self.next_look)

    def _stop_hearing(self) -> None:
        self.is_deaf = True
        if self.cycle.response_complete:
            self.transport.close()
        else:
            self.cycle.keep_alive = False

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002, the shape is uvicorn's
        self._refuse(heads.UNREADABLE)

    def _refuse(self, answer: bytes) -> None:
        """Send the answer, and throw away for a moment what still arrives: a client that is cut off while sending never
        hears why."""
        self.is_deaf = True
        self._stop_waiting()
        self.transport.write(answer)
        self.transport.write_eof()
        self.deadline = asyncio.get_running_loop().call_later(SECONDS_TO_HEAR_WHY, self.transport.close)

    def _wait_for_headers(self) -> None:
        self.deadline = asyncio.get_running_loop().call_later(SECONDS_FOR_HEADERS, self._refuse, heads.TOO_LATE)

    def _stop_waiting(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    # What goes out

    def pause_writing(self) -> None:
        """The system takes no more for now: what is left of the answer waits here to be read."""
        super().pause_writing()
        self.sender = sender_of(self.cycle.scope if self.cycle else {"client": self.client, "headers": []})
        self.looks_in_vain = 0
        self._note_unread()

    def resume_writing(self) -> None:
        """Nothing is left."""
        self._forget_unread()
        super().resume_writing()

    def _note_unread(self) -> None:
        self.unread_bytes = self.transport.get_write_buffer_size()
        self.next_look = asyncio.get_running_loop().call_later(SECONDS_BETWEEN_LOOKS, self._look_at_reader)
        unread.keep(self.sender, self, self.unread_bytes)

    def _look_at_reader(self) -> None:
        has_read = self.transport.get_write_buffer_size() < self.unread_bytes
        self.looks_in_vain = 0 if has_read else self.looks_in_vain + 1
        if self.looks_in_vain >= LOOKS_WITHOUT_READING:
            self.let_go()
        elif has_read:
            self._note_unread()
        else:
            self.next_look = asyncio.get_running_loop().call_later(SECONDS_BETWEEN_LOOKS, self._look_at_reader)

    def _forget_unread(self) -> None:
        if self.next_look is not None:
            self.next_look.cancel()
            self.next_look = None
            unread.forget(self.sender, self)

    def let_go(self) -> None:
        self._forget_unread()
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.counted_as is None:
            return
        open_connections.let_out(self.counted_as)
        self._stop_waiting()
        self._forget_unread()
        super().connection_lost(exc)


def _keep_little(transport: Any) -> None:
    """And send a body without waiting until its head was received, which asyncio's own sockets do. The socket is
    borrowed: to copy and to close it would let other threads go first, twice for each connection."""
    borrowed = socket.socket(socket.AF_INET, socket.SOCK_STREAM, 0, transport.get_extra_info("socket").fileno())
    try:
        borrowed.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BYTES_THE_SYSTEM_KEEPS)
        borrowed.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    finally:
        borrowed.detach()
