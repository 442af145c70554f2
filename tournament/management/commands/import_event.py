"""manage.py import_event FILE: go on here with an event that was written to a file elsewhere (docs/event-file.md)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError

from tournament import words
from tournament.management.commands.export_event import people_in_words
from tournament.management.plain_command import PlainCommand
from tournament.models import Event
from tournament.rules.errors import TurntableError
from tournament.travel import copies
from tournament.travel.importing import bring_in, read_event_file


class Command(PlainCommand):
    help = "Bring in an event that was written to a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the file, such as friday-night.turntable")
        parser.add_argument("--as-copy", metavar="SLUG", help="as a second event, under this short name")

    def handle(self, *args: Any, file: str, as_copy: str | None, **options: Any) -> None:
        try:
            Event.objects.exists()
        except DatabaseError:
            raise CommandError("The database isn’t set up yet. `make run`, or a rehearsal, does that.") from None
        try:
            with Path(file).open("rb") as opened:
                event_file = read_event_file(opened)
            event = bring_in(event_file if as_copy is None else copies.as_copy(event_file, as_copy))
        except OSError as error:
            raise CommandError(f"{file} can’t be read: {error.strerror}.") from None
        except TurntableError as refused:
            raise CommandError(str(refused)) from None
        told = event_file.manifest.event
        parts = people_in_words(told.people), words.count(told.competitions, "competition")
        self.stdout.write(f"{event} is here, at /organise/{event.slug}/: {', '.join(parts)}.")
