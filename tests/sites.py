"""The whole site inside the test's process: Django, streams and all, on a real port."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn

from tests.backends import address_of_this_process
from tests.programs import PATIENCE, wait_until
from tournament import live
from tournament.asgi import kept
from tournament.web import remembered


@dataclass(frozen=True)
class Site:
    url: str


@contextmanager
def site_in_process() -> Iterator[Site]:
    """Needs a test database with real transactions (the `site` fixture sees to it): the threads see only commits. It
    remembers nothing of the site before, whose competitions had the same addresses."""
    remembered.shelf._kept.clear()
    kept._noted.clear()
    door = socket.create_server(address_of_this_process(), backlog=100)
    protocol = "tournament.asgi.connections:Connection"
    config = uvicorn.Config("tournament.asgi:application", http=protocol, log_config=None, timeout_graceful_shutdown=3)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([door],), daemon=True)
    thread.start()
    try:
        assert wait_until(lambda: server.started)
        yield Site(f"http://localhost:{door.getsockname()[1]}")
    finally:
        live.close_streams()
        server.should_exit = True
        thread.join(PATIENCE)
