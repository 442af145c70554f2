"""Makes the paper of a day, and reads it back. With PAPER_PICTURES=folder every page is kept there to be looked at."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import Any

from scoring.printing.documents import make
from tests.cast import Day
from tests.printing.reading import PrintedDocument
from tournament.printing.job import Job
from tournament.printing.paper_sizes import A4, PaperSize
from tournament.queries.event_facts import competition_facts

SITE = "http://192.168.7.20:8000"


def printed(day: Day, key: str, paper: PaperSize = A4, *, check: bool = True, **choices: Any) -> PrintedDocument:
    """A document of the day's competition, whose pages are all right in themselves."""
    out = BytesIO()
    pages = make(out, Job(competition_facts(day.competition), SITE, paper, **choices), key)
    document = PrintedDocument(out.getvalue())
    _keep(document, f"{key}-{day.competition.preset}-{paper.name}-{choices.get('round', 1)}-{pages}")
    assert len(document.pages) == pages
    document.fetches_nothing()
    return document.check() if check else document


def _keep(document: PrintedDocument, name: str) -> None:
    folder = os.environ.get("PAPER_PICTURES")
    for number, page in enumerate(document.pages[:4] if folder else [], start=1):
        page.picture(1.3).save(Path(folder or "", f"{name}-p{number}.png"))
