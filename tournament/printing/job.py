"""What somebody wants on paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tournament.models import Competition
from tournament.printing.paper_sizes import A4, PaperSize
from tournament.printing.pen import Pen


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


Draw = Callable[[Pen, Job], None]
"""Draws a document, ending its last page; raises NothingToPrint, before the first, where there is none."""
