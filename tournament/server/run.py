"""Starts the embedded server and stops it: the whole of `make run`."""

from __future__ import annotations

import errno
import logging
import os
import socket
import sys
from pathlib import Path
from types import FrameType
from typing import NoReturn, TextIO

import uvicorn
from django.conf import settings
from django.db import connection

from tournament import addresses, live
from tournament.actions.accounts import make_login_link
from tournament.server import CannotStart, alarms, database, lock, welcome

SECONDS_FOR_OPEN_REQUESTS = 3


def serve(*, port: int, out: TextIO) -> None:
    """Everything that can go wrong goes wrong before the first line is printed."""
    if not settings.EMBEDDED:
        raise CannotStart(
            "With TURNTABLE_REDIS_URL set, web, worker and beat run as processes of their own; "
            "docker-compose.yml shows their commands."
        )
    os.umask(0o077)  # names of children are in there: what it writes is for its owner alone
    with lock.held(settings.DATA), listen(port) as door:
        database.prepare()
        Path(settings.DATABASES["default"]["NAME"]).chmod(0o600)
        login_path = make_login_link()
        connection.close()
        with alarms.running():
            Server(door, out, login_path).run(sockets=[door])
    out.write("\nStopped.\n")


def leave() -> NoReturn:
    """Ends the process now. Python would first wait for threads that still work on an answer nobody waits for any more;
    what they have not committed is as if it had never been asked."""
    logging.shutdown()
    sys.stdout.flush()
    os._exit(0)


def listen(port: int) -> socket.socket:
    """Takes the port at once, so that two servers cannot both believe they have it."""
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind(("0.0.0.0", port))  # noqa: S104, the hall's phones must reach it
        door.listen(2048)
    except OSError as problem:
        door.close()
        reason = (
            "is in use by another program"
            if problem.errno == errno.EADDRINUSE
            else f"can't be used ({problem.strerror})"
        )
        raise CannotStart(
            f"Port {port} {reason}. Choose another: make run PORT={8080 if port != 8080 else 8081}"
        ) from None
    return door


class Server(uvicorn.Server):
    """uvicorn, that prints the welcome when it is ready and closes the streams when it is told to stop."""

    def __init__(self, door: socket.socket, out: TextIO, login_path: str) -> None:
        super().__init__(
            uvicorn.Config(
                "tournament.asgi:application",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=SECONDS_FOR_OPEN_REQUESTS,
            )
        )
        self.port, self.out, self.login_path = door.getsockname()[1], out, login_path

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        welcome.show(self.out, port=self.port, hall=addresses.in_the_hall(), login_path=self.login_path)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002, the shape is uvicorn's
        """Stopping is the ordinary end, so unlike uvicorn's own this does not raise the signal again afterwards."""
        live.close_streams()
        self.force_exit = self.should_exit
        self.should_exit = True
