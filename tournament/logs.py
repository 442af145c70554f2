"""One line a happening; never a person's name, and never a link that signs somebody in."""

from __future__ import annotations

import logging
import re

LINK = re.compile(r"(/(?:login|join)/)[^\s\"'<>]+")


class PlainFormatter(logging.Formatter):
    """What a library adds to a line is put right here, because it is the last place that every record passes.

    Postgres explains a refused row by quoting it (“DETAIL: Key (name)=(…) already exists”): that line goes. Django
    names the address of a request it refuses, and the address of a login link or an invitation is the key itself: it
    stays unsaid.
    """

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        """The whole of a record: its message, its traceback, its stack."""
        lines = super().format(record).splitlines()
        text = "\n".join(line for line in lines if not line.lstrip().startswith("DETAIL:"))
        return LINK.sub(r"\1…", text)
