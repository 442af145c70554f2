"""Starts the embedded server and stops it: the whole of `make run`."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn, TextIO

import uvicorn
from django.conf import settings
from django.db import DatabaseError, connection

from tournament import addresses, current_time, live
from tournament.actions.accounts import make_login_link
from tournament.backups import restoring
from tournament.rules.errors import Refused
from tournament.server import CannotStart, alarms, clock_question, database, last_seen, lock, welcome
from tournament.server.backing_up import backing_up
from tournament.server.watching import watching

SECONDS_FOR_OPEN_REQUESTS = 3
LET_IN_AT_ONCE: Final = 16
"""So many new connections at a time. uvloop lets in one at each door each time it goes round, and everybody else goes
round with it: with one door, 600 new connections a second stood in line for half a second, and hands among them."""

log = logging.getLogger(__name__)


def serve(*, port: int, out: TextIO, door: int | None = None) -> None:
    """Everything that can go wrong goes wrong before the first line is printed. `door` is the port of a server that
    started itself anew: whoever knocked meanwhile waits there."""
    if not settings.EMBEDDED:
        raise CannotStart(
            "With TURNTABLE_REDIS_URL set, web, worker and beat run as processes of their own; "
            "docker-compose.yml shows their commands."
        )
    os.umask(0o077)  # names of children are in there: what it writes is for its owner alone
    with lock.held(settings.DATA) as note_port, socket.socket(fileno=door) if door else listen(port) as at_door:
        note_port(at_door.getsockname()[1])
        need_log()
        restore(at_door, out)
        database.prepare(out)
        Path(settings.DATABASES["default"]["NAME"]).chmod(0o600)
        current_time.keep()
        login_path = first_steps(out)
        server = Server(at_door, out, login_path)
        with watching(settings.DATA, out), alarms.running(), backing_up():
            server.run(sockets=doors(at_door))
        if server.kept_door is not None:
            start_anew(server.kept_door)
        database.clear_remains()
    with suppress(OSError):  # the terminal may be closed
        out.write("\nStopped.\n")
        out.flush()


def restore(door: socket.socket, out: TextIO) -> None:
    """Put a backup in place that somebody chose to restore. Its key may be another than this process began with."""
    try:
        restored = restoring.finish()
    except Refused as problem:
        restoring.give_up()
        out.write(f"\nNothing was restored: {problem}\n")
        return
    except OSError as problem:
        raise CannotStart.because(problem, "The backup can’t be restored") from None
    if restored is None:
        return
    log.info("A backup was restored.")
    out.write("\nThe backup was restored.\n")
    out.flush()
    if restored.key and restored.key != settings.SECRET_KEY:
        start_anew(door.detach())


def start_anew(door: int) -> NoReturn:
    """Become a fresh start of the same program, with the same port open all the while."""
    logging.shutdown()
    os.set_inheritable(door, True)
    program = sys.orig_argv[1:]
    if "--door" in program:
        program = program[: program.index("--door")]
    os.execv(sys.executable, [sys.executable, *program, "--door", str(door)])  # noqa: S606 (this program itself)


def need_log() -> None:
    """A server whose log cannot be written could never say what went wrong."""
    try:
        settings.LOG_FILE.open("a").close()
    except OSError as problem:
        raise CannotStart.because(problem, f"The log {settings.LOG_FILE} can’t be written") from None


def first_steps(out: TextIO) -> str:
    """The first writes to the database: what the computer's clock did meanwhile, and the organiser's way in."""
    try:
        last_seen.count_steps(settings.DATA)
        clock_question.settle(settings.DATA, out)
        return make_login_link()
    except DatabaseError as problem:
        raise database.unusable(problem) from None
    finally:
        connection.close()


def leave() -> NoReturn:
    """Ends the process now. Python would first wait for threads that still work on an answer nobody waits for any more;
    what they have not committed is as if it had never been asked."""
    logging.shutdown()
    with suppress(OSError):
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
            else f"can’t be used ({problem.strerror})"
        )
        raise CannotStart(
            f"Port {port} {reason}. Choose another: make run PORT={8080 if port != 8080 else 8081}"
        ) from None
    return door


def doors(door: socket.socket) -> list[socket.socket]:
    """The same door, open so many times."""
    return [door, *(door.dup() for _ in range(LET_IN_AT_ONCE - 1))]


class Server(uvicorn.Server):
    """uvicorn, which prints the welcome when it is ready and closes the streams when it has to stop."""

    def __init__(self, door: socket.socket, out: TextIO, login_path: str) -> None:
        super().__init__(
            uvicorn.Config(
                "tournament.asgi:application",
                http="tournament.asgi.connections:Connection",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=SECONDS_FOR_OPEN_REQUESTS,
            )
        )
        self.port, self.out, self.login_path = door.getsockname()[1], out, login_path
        self.kept_door: int | None = None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Also the one that comes when the terminal is closed, unless it was started to outlive it (nohup)."""
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self.handle_exit)
        with super().capture_signals():
            yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        welcome.show(self.out, port=self.port, hall=addresses.in_the_hall(), login_path=self.login_path)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """uvicorn closes its doors. A server that starts itself anew keeps one open."""
        if sockets and restoring.staged_file().exists():
            self.kept_door = os.dup(sockets[0].fileno())
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002, the shape is uvicorn's
        """Stopping is the ordinary end, so unlike uvicorn's own this does not raise the signal again afterwards."""
        live.close_streams()
        self.force_exit = self.should_exit
        self.should_exit = True
