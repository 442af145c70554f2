"""`manage.py serve`, which `make run` starts."""

from __future__ import annotations

import os
import sys
from typing import Any

from django.core.management.base import CommandParser

from tournament.management.plain_command import PlainCommand
from tournament.server import CannotStart
from tournament.server.run import leave, serve


class Command(PlainCommand):
    help = "Runs everything a hall needs in this one process, until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--port", default=os.environ.get("PORT") or "8000", help="where to listen; 0 takes any free port"
        )

    def handle(self, *args: Any, port: str, **options: Any) -> None:
        if not port.isascii() or not port.isdigit() or int(port) > 65535:
            raise CannotStart(f"The port must be a number from 0 to 65535, not “{port}”.")
        serve(port=int(port), out=sys.stdout)
        leave()
