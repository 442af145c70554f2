"""The print room's work: one kept paper made, or left as it is where nothing changed."""

from __future__ import annotations

import logging
from io import BytesIO
from typing import Final

from scoring.printing.catalogue import DOCUMENTS, make, make_round
from scoring.queries.facts import FactsNow
from tournament.actions import prints
from tournament.models import Print, Seat
from tournament.printing.job import Job
from tournament.printing.paper import PAPERS
from tournament.rules.errors import TurntableError
from tournament.rules.prints import Facts

ROUND: Final = "round"
"""All papers for a round, as one file."""
_OF_ROUND: Final = ("name", "group", "seat", "entry", "rule", "key", "address", "draw")

logger = logging.getLogger(__name__)


def facts_of(now: FactsNow, what: str, round_number: int, copies: int) -> Facts:
    """What this paper would be made from."""
    kinds = _OF_ROUND if what == ROUND else DOCUMENTS[what].facts
    return now.of(kinds, round_number, copies)


def make_paper(pk: int) -> None:
    """Make a paper that was asked for."""
    wanted = prints.take_up(pk)
    if wanted is None:
        return
    try:
        _make(wanted)
    except TurntableError as refused:
        prints.note_failed(pk, str(refused))
    except Exception:
        prints.note_failed(pk, "This paper could not be made. Tell whoever keeps the server; the log has more.")
        logger.exception("Paper %s could not be made.", pk)


def _make(wanted: Print) -> None:
    facts = facts_of(FactsNow(wanted.competition, wanted.site), wanted.what, wanted.round, wanted.copies)
    if wanted.made_at is not None and wanted.pages and wanted.facts == facts:
        prints.note_unchanged(wanted.pk)
        return
    job = Job(wanted.competition, wanted.site, PAPERS[wanted.paper], max(wanted.round, 1), max(wanted.copies, 1))
    noted = prints.signs(wanted.pk, 2 * Seat.objects.filter(round__competition=wanted.competition).count())
    out = BytesIO()
    pages = make_round(out, job, noted) if wanted.what == ROUND else make(out, job, wanted.what, noted)
    prints.note_made(wanted.pk, out.getvalue(), pages, facts)
