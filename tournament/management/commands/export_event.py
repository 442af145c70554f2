"""manage.py export_event EVENT --out FILE: everything of an event in one file (docs/event-file.md)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError

from tournament import words
from tournament.management.plain_command import PlainCommand
from tournament.models import Event
from tournament.rules.errors import TurntableError
from tournament.travel.exporting import export_event
from tournament.travel.schema import schema_as_text


class Command(PlainCommand):
    help = "Write a whole event to a file, so that another Turntable can go on with it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", nargs="?", help="its short name, as in its address")
        parser.add_argument("--out", metavar="FILE", help="the file, such as friday-night.turntable")
        parser.add_argument(
            "--without-names", action="store_true", help="with codes for people, for somebody who helps"
        )
        parser.add_argument("--schema", action="store_true", help="print the JSON Schema of event files instead")

    def handle(
        self, *args: Any, event: str | None, out: str | None, without_names: bool, schema: bool, **options: Any
    ) -> None:
        if schema:
            self.stdout.write(schema_as_text(), ending="")
            return
        if not event or not out:
            raise CommandError("Say which event, and the file to write: export_event EVENT --out FILE.")
        chosen, path = find_event(event), Path(out)
        part = path.with_name(f".{path.name}.part")
        try:
            with part.open("xb") as file:
                part.chmod(0o600)
                manifest = export_event(chosen.pk, file, names=not without_names)
            part.replace(path)
        except TurntableError as refused:
            raise CommandError(str(refused)) from None
        except OSError as error:
            raise CommandError(f"{path} can’t be written: {error.strerror}.") from None
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(f"{chosen} with {people_in_words(manifest.event.people)}: {path}")
        if without_names:
            self.stdout.write("It holds no names, and nothing that opens anything.")
            return
        self.stdout.write("It holds names, keys and everything else of the event: keep it to yourself.")


def people_in_words(number: int) -> str:
    """1 person, 64 people."""
    return "1 person" if number == 1 else f"{number:,} people"


def find_event(slug: str) -> Event:
    """The event of this long or short address."""
    try:
        found = Event.objects.filter(slug=slug).first() or Event.objects.filter(short=slug).first()
        if found is not None:
            return found
        slugs = list(Event.objects.order_by("-pk").values_list("slug", flat=True))
    except DatabaseError:
        raise CommandError("The database isn’t set up yet. `make run`, or a rehearsal, does that.") from None
    raise CommandError(f"There is no event “{slug}”.{words.there_is('event', slugs)}")
