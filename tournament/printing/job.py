"""What somebody wants on paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from django.utils import timezone

from tournament.models import Competition
from tournament.printing.paper_sizes import A4, PaperSize
from tournament.printing.pen import Pen
from tournament.queries.standing import read_standing
from tournament.rules.round_names import RoundName
from tournament.rules.standing import Standing


@dataclass(frozen=True)
class Job:
    """A competition's document: on which paper, of which round, how many blank ones, for which group alone.

    `site` is this server's address as phones in the hall reach it, for links and QR codes.
    """

    competition: Competition
    site: str
    paper: PaperSize = A4
    round: int = 1
    copies: int = 10
    group: int | None = None

    @cached_property
    def standing(self) -> Standing:
        """How far the competition is, read once."""
        return read_standing(self.competition, timezone.now())

    @property
    def round_name(self) -> RoundName:
        """What the round is called."""
        return self.standing.name(self.round)


Draw = Callable[[Pen, Job], None]
"""Draws a document, ending its last page; raises NothingToPrint, before the first, where there is none."""
