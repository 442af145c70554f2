"""Many open streams in one thread, as a hall full of phones holds them."""

from __future__ import annotations

import resource
import selectors
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from tests.programs import PATIENCE


def allow_connections(size: int) -> None:
    """A process starts with room for about a thousand; here both ends of each may be in it."""
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = soft + 2 * size
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), most))


class ListeningCrowd:
    """So many connections that have asked for the same stream. `answers` counts the first lines of what they got."""

    def __init__(self, url: str, path: str, size: int) -> None:
        self.selector = selectors.DefaultSelector()
        self.answers: Counter[str] = Counter()
        self.open: set[socket.socket] = set()
        self.last = b""
        allow_connections(size)
        address = urlsplit(url)
        ask = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        for _ in range(size):
            connection = socket.create_connection((address.hostname or "", address.port or 80), timeout=PATIENCE)
            connection.sendall(ask)
            connection.setblocking(False)
            self.selector.register(connection, selectors.EVENT_READ)
            self.open.add(connection)
        self._wait_for_answers()

    def _wait_for_answers(self) -> None:
        """Until each has heard something: `hello`, or why not."""
        silent = set(self.open)
        end = time.monotonic() + PATIENCE
        while silent:
            assert time.monotonic() < end, f"{len(silent)} were not answered."
            for connection, heard in self._heard(1.0):
                if connection in silent:
                    silent.discard(connection)
                    self.answers[heard.split(b"\r\n", 1)[0].decode()] += 1

    def _heard(self, patience: float) -> Iterator[tuple[socket.socket, bytes]]:
        for key, _ in self.selector.select(patience):
            connection = key.fileobj
            assert isinstance(connection, socket.socket)
            heard = connection.recv(65536)
            if not heard:
                self._leave(connection)
            yield connection, heard

    def _leave(self, connection: socket.socket) -> None:
        self.selector.unregister(connection)
        self.open.discard(connection)
        connection.close()

    def hear(self, word: bytes) -> float:
        """When the last of them has heard this word."""
        waiting = set(self.open)
        end = time.monotonic() + PATIENCE
        while waiting:
            assert time.monotonic() < end, f"{len(waiting)} heard nothing."
            for connection, heard in self._heard(1.0):
                if word in heard or not heard:
                    waiting.discard(connection)
                    self.last = heard or self.last
        return time.time()

    def read(self, patience: float) -> None:
        """Whatever is there, or comes in that time."""
        for _ in self._heard(patience):
            pass

    def close(self) -> None:
        for connection in list(self.open):
            self._leave(connection)
        self.selector.close()


@contextmanager
def crowd(url: str, path: str, size: int) -> Iterator[ListeningCrowd]:
    opened = ListeningCrowd(url, path, size)
    try:
        yield opened
    finally:
        opened.close()
