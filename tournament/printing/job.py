"""What somebody wants on paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from tournament import current_time
from tournament.printing.paper_sizes import A4, PaperSize
from tournament.printing.pen import Pen
from tournament.queries.event_facts import CompetitionFacts
from tournament.queries.standing import read_standing
from tournament.rules.print_looks import PrintLook
from tournament.rules.round_names import RoundName
from tournament.rules.standing import Standing


@dataclass(frozen=True)
class Job:
    """A competition's document: on which paper, of which round, how often, for which group alone, in which look.

    `site` is this server's address as phones in the hall reach it, for links and QR codes.
    """

    competition: CompetitionFacts
    site: str
    paper: PaperSize = A4
    round: int = 1
    copies: int = 1
    group: int | None = None
    look: PrintLook = field(default_factory=PrintLook)

    @cached_property
    def standing(self) -> Standing:
        """How far the competition is, read once."""
        return read_standing(self.competition, current_time.now())

    @property
    def round_name(self) -> RoundName:
        """What the round is called."""
        return self.standing.name(self.round)


Draw = Callable[[Pen, Job], None]
"""Draws a document, ending its last page; raises NothingToPrint, before the first, where there is none."""
