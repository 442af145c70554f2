"""Listening to a stream as a device would, over a real connection."""

from __future__ import annotations

import json
import queue
import socket
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.core import signing

from tests.programs import PATIENCE
from tournament.live import ticket


class HeardStream:
    """An open stream; what it heard waits to be read. `over` is set when the server ends it."""

    def __init__(self, url: str, *topics: str, secret: str = "", also: str = "") -> None:
        """`secret` is another program's, whose tickets this one cannot write otherwise; `also` a further ticket."""
        allowed = signing.dumps(list(topics), key=secret, salt="turntable.live") if secret else ticket(topics)
        query = urllib.parse.urlencode({"t": [allowed, also] if also else allowed}, doseq=True)
        self._answer = urllib.request.urlopen(f"{url}/live/events?{query}", timeout=PATIENCE)
        self._heard: queue.Queue[tuple[str, Any]] = queue.Queue()
        self.over = threading.Event()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        name = ""
        with suppress(OSError, ValueError, AttributeError):
            for line in self._answer:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    self._heard.put((name, json.loads(value)))
        self.over.set()

    def hear(self, name: str = "told", seconds: float = PATIENCE) -> Any:
        """The next of these; the others before it are passed over."""
        while True:
            heard, data = self._heard.get(timeout=seconds)
            if heard == name:
                return data

    @property
    def is_silent(self) -> bool:
        """Whether nothing waits to be read."""
        return self._heard.empty()

    def close(self) -> None:
        """Go away as a device does: without a word."""
        with suppress(OSError, AttributeError):  # the server may have ended it first
            self._answer.fp.raw._sock.shutdown(socket.SHUT_RDWR)
        self._answer.close()


@contextmanager
def listening(url: str, *topics: str, secret: str = "", also: str = "") -> Iterator[HeardStream]:
    stream = HeardStream(url, *topics, secret=secret, also=also)
    try:
        yield stream
    finally:
        stream.close()
