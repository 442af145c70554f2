"""Starts the project's own programs as people start them, and always stops them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
MANAGE = [sys.executable, "manage.py"]


def environment(data: Path, **more: str) -> dict[str, str]:
    """What a fresh terminal would have, and nothing of the tests' own settings."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    usual = {"PATH": path, "HOME": str(data), "LANG": "C.UTF-8", "TERM": "xterm-256color"}
    return {**usual, "TURNTABLE_DATA": str(data), **more}


PATIENCE = 60
"""Seconds after which something will never happen. Only a test that fails waits for so long."""


def wait_until(condition: Callable[[], object], seconds: float = PATIENCE) -> bool:
    """Whether it came true in time. Real programs take as long as they take, so no test sleeps a fixed while."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def get(
    url: str, headers: dict[str, str] | None = None, *, body: bytes | None = None
) -> tuple[int, str, dict[str, str]]:
    """Status, body and headers, whatever the status is; (0, …) if nobody answers. With a body it is a POST."""
    request = urllib.request.Request(url, data=body, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode(), dict(answer.headers)
    except urllib.error.HTTPError as answer:
        with answer:
            return answer.code, answer.read().decode(), dict(answer.headers)
    except (urllib.error.URLError, ConnectionError):
        return 0, "", {}


class Program:
    """A running program. What it prints goes to a file, so that it never waits for a reader."""

    def __init__(self, command: Sequence[str], env: dict[str, str], output: Path) -> None:
        self.command, self.env, self.output_file = command, env, output
        self.start()

    def start(self) -> None:
        """Also once more, after it ended or was killed."""
        with self.output_file.open("ab") as file:
            self.process = subprocess.Popen(
                self.command,
                cwd=PROJECT,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )

    @property
    def output(self) -> str:
        return self.output_file.read_text(errors="replace")

    @property
    def running(self) -> bool:
        return self.process.poll() is None

    def wait_for(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        came = wait_until(lambda: condition() or not self.running, seconds)
        assert came and condition(), f"{self.command} did not get that far; it said:\n{self.output}"

    def send(self, sig: signal.Signals) -> None:
        self.process.send_signal(sig)

    def wait(self, seconds: float = PATIENCE) -> int:
        return self.process.wait(seconds)

    def stop(self) -> int:
        """Asks, waits, and in the end leaves nothing of its process group behind."""
        self.send(signal.SIGTERM)
        try:
            return self.wait()
        finally:
            self.kill()

    def kill(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)


@contextmanager
def program(command: Sequence[str], env: dict[str, str], output: Path) -> Iterator[Program]:
    started = Program(command, env, output)
    try:
        yield started
    finally:
        started.kill()


class StartedServer(Program):
    """`manage.py serve` on a free port. `url` ends without a slash."""

    def __init__(self, data: Path, *options: str, **env: str) -> None:
        data.mkdir(exist_ok=True)
        self.data = data
        super().__init__([*MANAGE, "serve", *(options or ("--port", "0"))], environment(data, **env), data / "output")

    def wait_until_ready(self) -> StartedServer:
        self.wait_for(lambda: "Stop with Ctrl-C" in self.output)
        return self

    @property
    def url(self) -> str:
        line = next(line for line in self.output.splitlines() if "On this laptop" in line)
        return line.split()[-1].rstrip("/")

    def connect(self) -> socket.socket:
        host, port = self.url.removeprefix("http://").split(":")
        return socket.create_connection((host, int(port)), timeout=PATIENCE)

    def post_slowly(self, path: str = "/", *, method: str = "POST", length: int = 100, **headers: str) -> socket.socket:
        """A request that has begun: the server has read its head, and says by 100 that it waits for the body."""
        fields = {"Host": "localhost", "Content-Length": str(length), "Expect": "100-continue", **headers}
        sender = self.connect()
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        sender.sendall(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode())
        assert sender.recv(25, socket.MSG_WAITALL) == b"HTTP/1.1 100 Continue\r\n\r\n"
        return sender

    def manage(self, *arguments: str) -> str:
        """Runs another command on the same data and returns what it prints."""
        return subprocess.run(
            [*MANAGE, *arguments], cwd=PROJECT, env=self.env, check=True, capture_output=True, text=True
        ).stdout


@contextmanager
def serving(data: Path, *options: str, **env: str) -> Iterator[StartedServer]:
    """A server that is ready, and is gone afterwards."""
    server = StartedServer(data, *options, **env)
    try:
        yield server.wait_until_ready()
    finally:
        server.kill()
