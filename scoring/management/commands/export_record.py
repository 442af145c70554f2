"""manage.py export_record COMPETITION: write the open record of a finished competition (docs/record.md)."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError

from scoring.record.export import as_text, export_record
from tournament import words
from tournament.management.plain_command import PlainCommand
from tournament.models import Competition
from tournament.rules.errors import TurntableError


class Command(PlainCommand):
    help = "Write a finished competition’s open record to a file, so that anybody can check it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("competition", metavar="COMPETITION", help="its short name, as in its address")
        parser.add_argument("--out", metavar="FILE", help="a file instead of standard output")
        parser.add_argument("--names", action="store_true", help="with people’s names")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            competition = Competition.objects.filter(slug=options["competition"]).first()
        except DatabaseError:
            raise CommandError("The database isn’t set up yet. `make run`, or a rehearsal, does that.") from None
        if competition is None:
            slugs = list(Competition.objects.order_by("-pk").values_list("slug", flat=True))
            instead = words.there_is("competition", slugs)
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
    """Write the whole file, or say plainly why not. Interrupted half-way it leaves what was there before."""
    with _said(path):
        if _is_device(path):
            path.write_text(text, encoding="utf-8")
            return
        with _beside(path) as part:
            part.write_text(text, encoding="utf-8")
            part.replace(path.resolve())


def check_file(path: Path) -> None:
    """Say plainly why it cannot be written, before there is anything to write; nothing is left of the attempt."""
    with _said(path):
        if path.exists():
            path.open("a").close()
        if not _is_device(path):
            with _beside(path) as part:
                part.touch()


def _is_device(path: Path) -> bool:
    """What is there but is no file, such as /dev/stdout or a pipe, can only be written into."""
    return path.exists() and not path.is_file()


@contextmanager
def _said(path: Path) -> Iterator[None]:
    """What the system refuses, in a sentence."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"{path} can’t be written: {error.strerror}.") from None


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """Where a file is written until it is whole: in its folder. Afterwards it is gone, even after a failure."""
    whole = path.resolve()
    part = whole.with_name(f".{whole.name}.part")
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)
