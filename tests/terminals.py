"""Starts the server in a real terminal, as people do."""

from __future__ import annotations

import os
import pty
import select
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.programs import PROJECT, StartedServer


class AtTerminal(StartedServer):
    """A server that somebody started by hand, in a terminal that can be closed or killed without a signal."""

    def start(self) -> None:
        self.screen, terminal = pty.openpty()
        self.process = subprocess.Popen(
            self.command, cwd=PROJECT, env=self.env, stdin=terminal, stdout=terminal, stderr=terminal, process_group=0
        )
        os.close(terminal)
        self.shown = ""

    @property
    def output(self) -> str:
        """What the terminal shows by now."""
        while select.select([self.screen], [], [], 0)[0]:
            try:
                self.shown += os.read(self.screen, 10_000).decode().replace("\r\n", "\n")
            except OSError:  # the program has ended
                break
        return self.shown

    def type(self, line: str) -> None:
        os.write(self.screen, f"{line}\n".encode())


@contextmanager
def at_terminal(data: Path, **env: str) -> Iterator[AtTerminal]:
    """A server that is just starting, and is gone afterwards."""
    server = AtTerminal(data, **env)
    try:
        yield server
    finally:
        server.kill()
