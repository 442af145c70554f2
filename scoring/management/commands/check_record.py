"""`manage.py check_record FILE…`: whether the facts of an open record give everything else in it (docs/record.md)."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from scoring.record.check.report import report
from tournament.management.plain_command import PlainCommand

STOPPED = 130
"""The exit status by which a shell knows Ctrl-C."""


class Command(PlainCommand):
    """Needs no database and no settings of the project: anybody may check any record."""

    help = "Check an open record: work out every step again, and list what doesn’t match (exit status 1)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a record; - reads standard input")

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        try:
            fine = [self._tell(name) for name in files]
        except KeyboardInterrupt:
            sys.exit(STOPPED)
        except BrokenPipeError:
            # The reader of our lines has closed the pipe. Nothing more is written, not even when Python closes it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        if not all(fine):
            sys.exit(1)

    def _tell(self, name: str) -> bool:
        found = report(name)
        for line in found.lines:
            self.stdout.write(line)
        self.stdout.flush()
        return found.ok
