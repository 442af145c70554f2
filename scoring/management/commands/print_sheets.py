"""manage.py print_sheets COMPETITION --what scoresheets --round 1 --paper a4 --out FILE: any paper there is."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from dataclasses import astuple
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from scoring.management.commands.export_record import check_file
from scoring.printing.documents import DOCUMENTS, Document, has_codes, make, usual_copies
from scoring.queries.print_room import read_names
from tournament import addresses, current_time, words
from tournament.models import Competition, Group
from tournament.printing import fonts
from tournament.printing.job import Job
from tournament.printing.paper_sizes import PAPERS
from tournament.queries.event_facts import competition_facts
from tournament.queries.standing import read_standing
from tournament.rules.errors import Refused, TurntableError
from tournament.rules.numbers import typed_number
from tournament.rules.print_looks import PaperLook, PaperMargins, PrintLook, choose_look
from tournament.web.links import is_only_here

_USUAL_MARGINS: Final = [str(margin) for margin in astuple(PaperMargins())]
_ONLY_HERE: Final = (
    "Phones and tablets can’t open that address. Join the hall’s network, or give the address: "
    "--site http://10.0.0.2:8000"
)


class Command(BaseCommand):
    help = "Print a competition’s scoresheets, draw, results or any other paper into a PDF file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        kinds = "; ".join(f"{document.key}: {document.title}" for document in DOCUMENTS.values())
        parser.add_argument("competition", metavar="COMPETITION", help="its short name, as in its address")
        parser.add_argument("--what", metavar="WHAT", default="scoresheets", help=kinds)
        parser.add_argument("--round", type=int, default=1, metavar="NUMBER", help="the round (1)")
        parser.add_argument("--paper", choices=sorted(PAPERS), default="a4")
        parser.add_argument("--out", metavar="FILE", required=True, help="the PDF file to write")
        parser.add_argument("--copies", type=int, metavar="NUMBER", help="how many copies (1; for blank sheets 10)")
        parser.add_argument("--look", choices=list(PaperLook), default="colour", help="for certificates and seat cards")
        parser.add_argument(
            "--margins", metavar="MM", help="for pre-printed paper: top,right,bottom,left, such as 60,25,30,25"
        )
        parser.add_argument("--group", metavar="NAME", help="for the draw by group and for slips: this group only")
        parser.add_argument("--site", metavar="ADDRESS", help="where QR codes lead, such as http://10.0.0.2:8000")

    def handle(self, *args: Any, **options: Any) -> None:
        job = _job(options)
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
        if has_codes(DOCUMENTS[options["what"]]):
            self.stdout.write(f"Its codes lead to {job.site}.")
            if is_only_here(job.site):
                self.stderr.write(_ONLY_HERE)


def _job(options: dict[str, Any]) -> Job:
    competition, document = _competition(options["competition"]), _document(options["what"])
    standing = read_standing(competition, current_time.now())
    copies = usual_copies(document, standing) if options["copies"] is None else options["copies"]
    if not 1 <= copies <= document.most_copies:
        raise CommandError(f"You can print 1 to {document.most_copies:,} copies of this paper at once.")
    return Job(
        competition=competition_facts(competition),
        site=_chosen_site(options["site"]),
        paper=PAPERS[options["paper"]],
        round=options["round"],
        copies=copies,
        group=_group(competition, options["group"]),
        look=_look(document, options["look"], options["margins"]),
    )


def _document(key: str) -> Document:
    if key not in DOCUMENTS:
        instead = words.there_is("paper", list(DOCUMENTS), most=len(DOCUMENTS))
        raise CommandError(f"There is no paper “{key}”.{instead}")
    return DOCUMENTS[key]


def _look(document: Document, look: str, typed: str | None) -> PrintLook:
    """In colour, or as it was said; numbers go from the top clockwise."""
    if look != PaperLook.COLOUR and look not in document.looks:
        raise CommandError(f"{document.title} has no look “{look}”.")
    numbers = _USUAL_MARGINS if typed is None else typed.split(",")
    margins = [margin for number in numbers if (margin := typed_number(number)) is not None]
    if len(numbers) != 4 or len(margins) != 4:
        raise CommandError("Write four margins in millimetres, from the top clockwise: --margins 60,25,30,25")
    try:
        names = ("top", "right", "bottom", "left")
        return choose_look(look, dict(zip(names, margins, strict=True)))
    except Refused as refused:
        raise CommandError(str(refused)) from None


def _competition(slug: str) -> Competition:
    try:
        found = Competition.objects.select_related("event").filter(slug=slug).first()
    except DatabaseError:
        raise CommandError("The database isn’t set up yet. `make run`, or a rehearsal, does that.") from None
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


def _chosen_site(typed: str | None) -> str:
    """Where codes lead: as it was typed, if that is an address."""
    site = _site() if typed is None else typed.strip()
    if not addresses.is_site(site):
        raise CommandError(f"“{site}” isn’t an address that codes can lead to. Write it like http://10.0.0.2:8000")
    return site.rstrip("/")


def _site() -> str:
    """On a laptop its address in the hall, with the port of the server that runs there now, or else of the next one; a
    server's own name only its keeper knows."""
    if not settings.EMBEDDED:
        raise CommandError("On a server, give the address that QR codes lead to: --site https://uno.club.example")
    hall = addresses.in_the_hall()
    port = addresses.port_of_running_server(settings.DATA) or os.environ.get("PORT") or 8000
    return f"http://{hall[0] if hall else 'localhost'}:{port}"
