"""A thread that watches over the computer while the server runs: its clock, its disk and its terminal."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Final, TextIO

from django.db import connection

from tournament import current_time
from tournament.actions.clock_steps import follow_computer
from tournament.disk_space import DiskState, read_disk
from tournament.disk_words import disk_in_words
from tournament.faults import is_busy
from tournament.questions import can_be_asked
from tournament.server import last_seen
from tournament.web.clock_step import step_in_words

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS: Final = 0.5


@contextmanager
def watching(folder: Path, out: TextIO) -> Iterator[None]:
    """While the block runs, what happens to the computer is noticed within half a second."""
    watch = ComputerWatch(folder, out)
    watch.start()
    try:
        yield
    finally:
        watch.over.set()
        last_seen.note(folder)


class ComputerWatch(threading.Thread):
    """Looks every half second. A look that fails is tried again: the disk may be full, or the database locked."""

    def __init__(self, folder: Path, out: TextIO) -> None:
        super().__init__(name="watch", daemon=True)
        self.folder, self.out = folder, out
        self.over = threading.Event()
        self.told = DiskState.FINE
        self.noted_at: float | None = None
        self.is_waiting = False
        self.has_terminal = can_be_asked() and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN

    def run(self) -> None:
        while not self.over.is_set():
            for look in (self.look_at_clock, self.look_at_disk, self.look_at_terminal):
                self.try_to(look)
            self.over.wait(SECONDS_BETWEEN_LOOKS)

    def try_to(self, look: Callable[[], None]) -> None:
        """Try a look. A database that stays locked is one line in the log, no matter for how long."""
        try:
            look()
        except Exception as error:
            if not is_busy(error):
                log.exception("The computer could not be watched.")
            elif not self.is_waiting:
                log.warning("The computer’s clock was set. The rounds move with it once the database is free.")
                self.is_waiting = True
        else:
            self.is_waiting = self.is_waiting and look != self.look_at_clock

    def look_at_clock(self) -> None:
        """If the computer's clock was set, move everything that counts time with it. Note the time for the next
        start."""
        if step := current_time.step():
            self.follow(step)
        if self.noted_at is None or time.monotonic() - self.noted_at >= last_seen.SECONDS_BETWEEN_NOTES:
            last_seen.note(self.folder)
            self.noted_at = time.monotonic()

    def follow(self, step: float) -> None:
        try:
            count = follow_computer(step)
        finally:
            connection.close()
        self.noted_at = None
        kept = " Rounds and breaks keep their length." if count else ""
        self.tell(f"{step_in_words(timedelta(seconds=step))}.{kept}")

    def look_at_disk(self) -> None:
        """Tell the terminal once that little room is left, once that none is, and once that there is room again."""
        disk = read_disk()
        if disk.state is DiskState.FINE and self.told is not DiskState.FINE:
            self.tell("The disk has room again.")
        elif disk.state is not DiskState.FINE and self.told not in (disk.state, DiskState.FULL):
            self.tell(disk_in_words(disk))
        else:
            return
        self.told = disk.state

    def look_at_terminal(self) -> None:
        """Stop the server when its terminal is closed, even if no signal comes."""
        if self.has_terminal and not can_be_asked():
            self.has_terminal = False
            os.kill(os.getpid(), signal.SIGTERM)

    def tell(self, sentence: str) -> None:
        """One sentence in the terminal, and in the log."""
        log.info(sentence)
        with suppress(OSError):
            self.out.write(f"\n{sentence}\n")
            self.out.flush()
