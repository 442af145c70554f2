"""HTTP as devices speak it, on asyncio. No more is read of an answer than somebody looks at, because the clients share
the processors with what they measure."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

SECONDS_UNTIL_GIVEN_UP = 20
"""As a tablet's page does with what it sends."""
_EVENT = re.compile(rb"event: (\w+)\ndata: (.*)\n\n")
_STATUS = re.compile(rb"HTTP/1\.1 (\d{3})")
Heard = Callable[[str, dict[str, Any]], None]


class WireAnswer(NamedTuple):
    status: int
    head: bytes
    body: bytes

    def header(self, name: str) -> str:
        found = re.search(rb"(?im)^%s: *(.*?)\r?$" % name.encode(), self.head)
        return found[1].decode("latin-1") if found else ""

    def cookies(self) -> dict[str, str]:
        set_by = re.findall(rb"(?im)^set-cookie: *([^=;\s]+)=([^;\r]*)", self.head)
        return {name.decode(): value.decode() for name, value in set_by}


@dataclass(frozen=True)
class Wire:
    """The way to a server from one address. The whole of 127.0.0.0/8 is this machine, so every hall has an address of
    its own, as halls have."""

    port: int
    source: str

    async def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None) -> WireAnswer:
        """One request on a connection of its own: people ask so seldom that the server has closed the last one."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[bytes] = loop.create_future()
        sent = _head(method, path, {**headers, "Connection": "close"}, body)
        async with asyncio.timeout(SECONDS_UNTIL_GIVEN_UP):
            transport, _ = await self._open(lambda: _Exchange(sent, answered))
            try:
                return read_answer(await answered)
            finally:
                transport.abort()

    async def listen(self, path: str, hear: Heard) -> _Stream:
        """Opens a stream, and says what it hears until it is over."""
        sent = _head("GET", path, {"Accept": "text/event-stream"}, None)
        async with asyncio.timeout(SECONDS_UNTIL_GIVEN_UP):
            _, protocol = await self._open(lambda: _Stream(sent, hear))
            stream: _Stream = protocol
            await stream.begun
        return stream

    async def _open(self, protocol: Callable[[], Any]) -> tuple[Any, Any]:
        loop = asyncio.get_running_loop()
        return await loop.create_connection(protocol, "127.0.0.1", self.port, local_addr=(self.source, 0))


def _head(method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> bytes:
    fields = {"Host": "localhost", **headers} | ({} if body is None else {"Content-Length": str(len(body))})
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b"")


def read_answer(received: bytes) -> WireAnswer:
    """Raises ConnectionError for what is no whole answer."""
    head, end, body = received.partition(b"\r\n\r\n")
    status = _STATUS.match(head)
    if not end or status is None:
        raise ConnectionError
    answer = WireAnswer(int(status[1]), head, body)
    if len(body) < int(answer.header("content-length") or 0) and answer.status != 304:
        raise ConnectionError
    return answer


class _Exchange(asyncio.Protocol):
    """Sends, and takes what comes until the server closes."""

    def __init__(self, sent: bytes, answered: asyncio.Future[bytes]) -> None:
        self.sent, self.answered = sent, answered
        self.received = bytearray()

    def connection_made(self, transport: Any) -> None:
        transport.write(self.sent)

    def data_received(self, data: bytes) -> None:
        self.received += data

    def connection_lost(self, _: Exception | None) -> None:
        if not self.answered.done():
            self.answered.set_result(bytes(self.received))


class _Stream(asyncio.Protocol):
    """An open stream. `begun` is its status, `over` is done when it ends."""

    def __init__(self, sent: bytes, hear: Heard) -> None:
        loop = asyncio.get_running_loop()
        self.sent, self.hear = sent, hear
        self.begun: asyncio.Future[int] = loop.create_future()
        self.over: asyncio.Future[None] = loop.create_future()
        self.rest = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.sent)

    def data_received(self, data: bytes) -> None:
        if not self.begun.done() and (status := _STATUS.match(data)):
            self.begun.set_result(int(status[1]))
        self.rest += data
        end = 0
        for told in _EVENT.finditer(self.rest):
            end = told.end()
            self.hear(told[1].decode(), read_message(told[2]))
        self.rest = self.rest[end:] if b"event: " in self.rest[end:] else self.rest[end:][-8:]

    def connection_lost(self, _: Exception | None) -> None:
        if not self.begun.done():
            self.begun.set_exception(ConnectionError())
        if not self.over.done():
            self.over.set_result(None)


@lru_cache(maxsize=500)
def read_message(data: bytes) -> dict[str, Any]:
    """A hundred phones hear the same words."""
    return dict(json.loads(data))
