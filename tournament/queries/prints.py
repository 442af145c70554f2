"""Reads the documents that were printed and are kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Competition, Print
from tournament.rules.print_looks import PrintLook, read_look
from tournament.rules.prints import PrintSigns, PrintStep


@dataclass(frozen=True)
class KeptPrint:
    """A kept document without its file."""

    pk: int
    what: str
    round: int
    step: PrintStep
    pages: int
    copies: int
    look: PrintLook
    facts: PrintSigns
    """What it was made from."""
    why: str
    """Why it could not be made."""
    made_at: datetime | None

    @property
    def is_being_made(self) -> bool:
        return self.step is PrintStep.MAKING


@dataclass(frozen=True)
class PrintedFile:
    """A kept document's PDF; without pages it was never made."""

    what: str
    round: int
    pages: int
    content: bytes


def read_kept_prints(competition: Competition, paper: str) -> dict[tuple[str, int], KeptPrint]:
    """The documents of a competition on one size of paper, by what they are and their round."""
    columns = ("pk", "what", "round", "step", "pages", "copies", "look", "facts", "why", "made_at")
    rows = Print.objects.filter(competition=competition, paper=paper).values_list(*columns)
    return {
        (what, round_): KeptPrint(pk, what, round_, PrintStep(step), pages, copies, read_look(look), *rest)
        for pk, what, round_, step, pages, copies, look, *rest in rows
    }


def find_printed_file(competition: Competition, pk: int) -> PrintedFile | None:
    """One kept document with its PDF."""
    found = Print.objects.filter(competition=competition, pk=pk).first()
    return PrintedFile(found.what, found.round, found.pages, bytes(found.content)) if found else None
