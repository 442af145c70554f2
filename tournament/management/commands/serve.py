"""`manage.py serve`, which `make run` starts."""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS
from typing import Any, Final

from django.core.management.base import CommandParser

from tournament.management.plain_command import PlainCommand
from tournament.rules.numbers import whole_number
from tournament.server import CannotStart
from tournament.server.run import leave, serve

LAST_PORT: Final = 65535


class Command(PlainCommand):
    help = "Run everything a hall needs in this one process, until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--port", default=os.environ.get("PORT") or "8000", help="where to listen; 0 takes any free port"
        )
        parser.add_argument("--door", type=int, help=SUPPRESS)  # of a server that starts itself anew; always the last

    def handle(self, *args: Any, port: str, door: int | None, **options: Any) -> None:
        number = whole_number(port)
        if number is None or number > LAST_PORT:
            raise CannotStart(f"The port must be a number from 0 to {LAST_PORT}, not “{port}”.")
        serve(port=number, out=sys.stdout, door=door)
        leave()
