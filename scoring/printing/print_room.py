"""The print room's work: one kept paper made, or left as it is where nothing changed."""

from __future__ import annotations

import logging
from io import BytesIO
from typing import TYPE_CHECKING

from scoring.printing.documents import DOCUMENTS, make
from scoring.queries.print_sources import PrintSources, together
from tournament.actions import prints
from tournament.printing.job import Job
from tournament.printing.paper_sizes import PAPERS
from tournament.queries.event_facts import competition_facts
from tournament.rules.errors import TurntableError
from tournament.rules.print_looks import PrintLook, read_look
from tournament.rules.prints import PrintSigns

if TYPE_CHECKING:
    from tournament.models import Print

logger = logging.getLogger(__name__)


def facts_of(
    now: PrintSources, what: str, round_number: int, copies: int, look: PrintLook = prints.USUAL_LOOK
) -> PrintSigns:
    """What this paper would be made from, and how it is wanted."""
    return {**_facts(now, what, round_number), **now.as_wanted(copies, look)}


def _facts(now: PrintSources, what: str, round_number: int) -> PrintSigns:
    document = DOCUMENTS[what]
    if document.parts:
        return together(_facts(now, part, round_number + of) for part, of in document.parts if round_number + of)
    return now.of(document.facts, document.round or round_number)


def make_paper(pk: int) -> None:
    """Make a paper that was asked for."""
    wanted = prints.take_up(pk)
    if wanted is None:
        return
    try:
        _make(wanted)
    except TurntableError as refused:
        prints.note_failed(wanted, str(refused))
    except Exception:
        prints.note_failed(
            wanted, "This paper couldn’t be made. Ask the person who runs the server to look at its log."
        )
        logger.exception("Paper %s could not be made.", pk)


def _make(wanted: Print) -> None:
    now, look = PrintSources(wanted.competition, wanted.site), read_look(wanted.look)
    facts = facts_of(now, wanted.what, wanted.round, wanted.copies, look)
    if wanted.pages and wanted.facts == facts:
        prints.note_unchanged(wanted)
        return
    paper, of, copies = PAPERS[wanted.paper], max(wanted.round, 1), max(wanted.copies, 1)
    job = Job(competition_facts(wanted.competition), wanted.site, paper, of, copies, look=look)
    out = BytesIO()
    pages = make(out, job, wanted.what, prints.signs(wanted.pk))
    prints.note_made(wanted, out.getvalue(), pages, facts)
