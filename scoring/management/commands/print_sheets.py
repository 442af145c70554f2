"""manage.py print_sheets COMPETITION --what scoresheets --round 1 --paper a4 --out FILE: any paper there is."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from scoring.management.commands.export_record import check_file
from scoring.printing.documents import DOCUMENTS, make
from scoring.queries.print_room import read_names
from tournament import addresses, words
from tournament.models import Competition, Group
from tournament.printing import fonts
from tournament.printing.job import Job
from tournament.printing.paper_sizes import PAPERS
from tournament.rules.errors import TurntableError


class Command(BaseCommand):
    help = "Print a competition's scoresheets, draw, results or any other paper into a PDF file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        kinds = "; ".join(f"{document.key}: {document.title}" for document in DOCUMENTS.values())
        parser.add_argument("competition", metavar="COMPETITION", help="its short name, as in its address")
        parser.add_argument("--what", metavar="WHAT", default="scoresheets", help=kinds)
        parser.add_argument("--round", type=int, default=1, metavar="NUMBER", help="the round (1)")
        parser.add_argument("--paper", choices=sorted(PAPERS), default="a4")
        parser.add_argument("--out", metavar="FILE", required=True, help="the PDF file to write")
        parser.add_argument("--copies", type=int, default=10, metavar="NUMBER", help="how many blank sheets (10)")
        parser.add_argument("--group", metavar="NAME", help="by group or as slips: this group alone")
        parser.add_argument("--site", metavar="ADDRESS", help="where QR codes lead, as http://10.0.0.2:8000")

    def handle(self, *args: Any, **options: Any) -> None:
        job = _job(options)
        if options["what"] not in DOCUMENTS:
            instead = words.there_is("paper", list(DOCUMENTS), most=len(DOCUMENTS))
            raise CommandError(f"There is no paper “{options['what']}”.{instead}")
        path = Path(options["out"])
        new = not path.exists()
        check_file(path)
        for sentence in fonts.warning(fonts.without_font(read_names(job.competition))):
            self.stderr.write(sentence)
        try:
            with path.open("wb") as out:
                pages = make(out, job, options["what"])
        except TurntableError as refused:
            if new:
                path.unlink()
            raise CommandError(str(refused)) from None
        self.stdout.write(f"{words.count(pages, 'page')} written to {path}.")


def _job(options: dict[str, Any]) -> Job:
    competition = _competition(options["competition"])
    if not 1 <= options["copies"] <= 1000:
        raise CommandError("From 1 to 1,000 blank sheets can be printed at once.")
    return Job(
        competition=competition,
        site=(options["site"] or _site()).rstrip("/"),
        paper=PAPERS[options["paper"]],
        round=options["round"],
        copies=options["copies"],
        group=_group(competition, options["group"]),
    )


def _competition(slug: str) -> Competition:
    try:
        found = Competition.objects.select_related("event").filter(slug=slug).first()
    except DatabaseError:
        raise CommandError("The database is not set up yet. `make run`, or a rehearsal, does that.") from None
    if found is None:
        slugs = list(Competition.objects.order_by("-pk").values_list("slug", flat=True))
        raise CommandError(f"There is no competition “{slug}”.{words.there_is('competition', slugs)}")
    return found


def _group(competition: Competition, name: str | None) -> int | None:
    if name is None:
        return None
    groups = Group.objects.filter(event=competition.event_id)
    found = groups.filter(name__iexact=name).first()
    if found is None:
        instead = words.there_is("group", list(groups.order_by("name").values_list("name", flat=True)))
        raise CommandError(f"There is no group “{name}”.{instead}")
    return found.pk


def _site() -> str:
    """On a laptop its address in the hall; a server's own name only its keeper knows."""
    if not settings.EMBEDDED:
        raise CommandError("On a server say the address that QR codes lead to: --site https://uno.club.example")
    hall = addresses.in_the_hall()
    return f"http://{hall[0] if hall else 'localhost'}:{os.environ.get('PORT') or 8000}"
