"""One line a happening; never a person's name, and never a link that lets somebody in."""

from __future__ import annotations

import logging
import re
import sys
import time
from logging.handlers import RotatingFileHandler
from typing import Final, TextIO

from tournament.faults import Fault, fault_of

KEY = re.compile(r"(/(?:login|join|t)/)[^\s\"'<>]+")
SECONDS_BETWEEN_LINES_ABOUT_A_FAULT: Final = 60
ANSWERS_TO_FAULTS: Final = (503, 507)
REFUSED_TO_STRANGERS: Final = "django.security"


class PlainFormatter(logging.Formatter):
    """What a library adds to a line is put right here, because it is the last place that every record passes.

    Postgres explains a refused row by quoting it (“DETAIL: Key (name)=(…) already exists”): that line goes. Django
    names the address of a request it refuses, and the address of a login link, an invitation or a table is the key
    itself: it stays unsaid.
    """

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        """The whole of a record: its message, its traceback, its stack."""
        lines = super().format(record).splitlines()
        text = "\n".join(line for line in lines if not line.lstrip().startswith("DETAIL:"))
        return KEY.sub(r"\1…", text)


class FaultFilter(logging.Filter):
    """A full disk, or a database or Redis that is away, is one line a minute, whoever notices it and however often.

    Every sweep, every tablet and every page would otherwise write a traceback: megabytes that say the same, and that a
    full disk has no room for. So is each kind of what Django refuses to strangers, such as a form without its key: it
    may say that a proxy is set up wrongly, but anybody can send it without end.
    """

    def __init__(self, seconds: float = SECONDS_BETWEEN_LINES_ABOUT_A_FAULT) -> None:
        super().__init__()
        self.seconds = seconds
        self._told: dict[Fault | str, float] = {}
        self._untold: dict[Fault | str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is written; one about a fault is first made into our own sentence.

        Every handler asks, and all get the same answer.
        """
        if not hasattr(record, "is_written"):
            fault = _fault_in(record)
            kind = fault or (record.name if record.name.startswith(REFUSED_TO_STRANGERS) else None)
            is_written = not _is_told_already(record) if kind is None else self._is_time_to_tell(record, kind)
            vars(record).update(fault=fault, is_written=is_written)
        return bool(vars(record)["is_written"])

    def _is_time_to_tell(self, record: logging.LogRecord, kind: Fault | str) -> bool:
        now, last = time.monotonic(), self._told.get(kind)
        if last is not None and now - last < self.seconds:
            self._untold[kind] = self._untold.get(kind, 0) + 1
            return False
        self._told[kind] = now
        _tell(record, kind, self._untold.pop(kind, 0))
        return True


def _fault_in(record: logging.LogRecord) -> Fault | None:
    """What a record is about: the error it was written for, or one that is named in it."""
    named = record.args if isinstance(record.args, tuple) else ()
    errors = [record.exc_info[1] if record.exc_info else None, *named]
    return next((fault for fault in map(fault_of, errors) if fault is not None), None)


def _is_told_already(record: logging.LogRecord) -> bool:
    """Django adds a line for each answer by which somebody was told of a fault; the fault has its own."""
    return vars(record).get("status_code") in ANSWERS_TO_FAULTS and not record.exc_info


def _tell(record: logging.LogRecord, kind: Fault | str, untold: int) -> None:
    sentence = f"{kind}. It’s tried again by itself." if isinstance(kind, Fault) else record.getMessage()
    more = f" ({untold} more like this since the last line)" if untold else ""
    record.msg, record.args = f"{sentence}{more}", ()
    record.exc_info = record.exc_text = record.stack_info = None
    if isinstance(kind, Fault):
        record.levelno, record.levelname = logging.ERROR, "ERROR"


class TerminalFilter(logging.Filter):
    """A laptop's terminal is told by `server.watching` that the disk is full, once and with what helps."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the terminal shows the record."""
        return vars(record).get("fault") is not Fault.DISK_FULL


class CarriesOn(logging.Handler):
    """Where the log cannot be written, as on a full disk or in a terminal that was closed, the program goes on."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802, the name is Python's
        """Python would print a traceback for every line that is lost."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


class LogFile(CarriesOn, RotatingFileHandler):
    """The log of a laptop."""


class LogStream(CarriesOn, logging.StreamHandler[TextIO]):
    """The terminal of a laptop, and the log of servers."""
