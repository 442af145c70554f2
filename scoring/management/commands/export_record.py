"""manage.py export_record COMPETITION: write the open record of a finished competition (docs/record.md)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from scoring.record.export import as_text, export_record
from tournament import words
from tournament.models import Competition
from tournament.rules.errors import TurntableError


class Command(BaseCommand):
    help = "Write the open record of a finished competition, for anybody to check."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("competition", metavar="COMPETITION", help="its short name, as in its address")
        parser.add_argument("--out", metavar="FILE", help="a file instead of standard output")
        parser.add_argument("--names", action="store_true", help="with people's names")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            competition = Competition.objects.filter(slug=options["competition"]).first()
        except DatabaseError:
            raise CommandError("The database is not set up yet. `make run`, or a rehearsal, does that.") from None
        if competition is None:
            there = list(Competition.objects.order_by("-pk").values_list("slug", flat=True))
            instead = words.there_is("competition", there)
            raise CommandError(f"There is no competition “{options['competition']}”.{instead}")
        try:
            text = as_text(export_record(competition, names=options["names"]))
        except TurntableError as refused:
            raise CommandError(str(refused)) from None
        if options["out"]:
            write_file(Path(options["out"]), text)
        else:
            self.stdout.write(text, ending="")


def write_file(path: Path, text: str) -> None:
    """Write the file, or say plainly why not."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from None


def check_file(path: Path) -> None:
    """Say plainly why it cannot be written, before there is anything to write."""
    try:
        path.open("a").close()
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from None
