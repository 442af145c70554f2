"""Every document there is, in the order of the day, and how one is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Final

from scoring.printing import scoresheets
from tournament.models import Competition, Competitor, Group
from tournament.printing import bracket, draw_lists, rotation_chart
from tournament.printing.job import Draw, Job
from tournament.printing.pen import Pen


@dataclass(frozen=True)
class Document:
    """One kind of paper: what it is called, what it is for, and which facts it is made from.

    `facts` are kinds of tournament.queries.facts: when one of them changes, a kept file is out of date.
    """

    key: str
    title: str
    purpose: str
    draw: Draw
    facts: tuple[str, ...]
    of_round: bool = False
    two_sided: bool = False


DOCUMENTS: Final = {
    document.key: document
    for document in (
        Document(
            "scoresheets", "Scoresheets", "One for each table, with the rules on its back. Print on both sides.",
            scoresheets.draw_scoresheets, ("name", "group", "seat", "rule", "key", "address"),
            of_round=True, two_sided=True,
        ),
        Document(
            "blank-sheets", "Blank scoresheets", "Without names, for whatever was not foreseen. Print on both sides.",
            scoresheets.draw_blank_sheets, ("rule",), two_sided=True,
        ),
        Document(
            "tables", "The draw by table", "Large, for the door.",
            draw_lists.draw_by_table, ("name", "group", "seat"), of_round=True,
        ),
        Document(
            "names", "The draw by name", "Find your table: everybody in alphabetical order.",
            draw_lists.draw_by_name, ("name", "group", "seat"), of_round=True,
        ),
        Document(
            "groups", "The draw by group", "A slip for each group, for its coordinator: whole names.",
            draw_lists.draw_by_group, ("name", "group", "seat", "entry"), of_round=True,
        ),
        Document(
            "bracket", "Bracket poster", "A3 or tabloid, with lines to write the winners on.",
            bracket.draw_bracket, ("name", "seat", "rule"),
        ),
        Document(
            "bracket-tiles", "Bracket poster in four sheets", "Without large paper: cut, and stick together.",
            bracket.draw_tiled_bracket, ("name", "seat", "rule"),
        ),
        Document(
            "rotation", "Rotation chart", "Who moves where after each round, with arrows.",
            rotation_chart.draw_rotation_chart, ("name", "seat", "rule", "move"),
        ),
    )
}  # fmt: skip


def make(out: IO[bytes], job: Job, key: str, noted: Callable[[int], None] = lambda _: None) -> int:
    """Write a document's PDF; how many pages it has. Raises NothingToPrint, with nothing written, if there is none."""
    document = DOCUMENTS[key]
    pen = Pen(out, job.paper, title_of(job, document))
    pen.noted = noted
    document.draw(pen, job)
    pen.save()
    return pen.pages


def title_of(job: Job, document: Document) -> str:
    """What a reader's window shows: Uno Open, round 1: Scoresheets."""
    of = f"{job.competition}, round {job.round}" if document.of_round else str(job.competition)
    return f"{of}: {document.title}"


def names_on(competition: Competition) -> list[str]:
    """Everything that people named themselves: what fonts must have letters for."""
    people = Competitor.objects.filter(event=competition.event_id).values_list("name", flat=True)
    groups = Group.objects.filter(event=competition.event_id).values_list("name", flat=True)
    return [competition.name, competition.event.name, competition.event.place, *people, *groups]
