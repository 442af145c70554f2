"""Every document there is, in the order of the day, and how one is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Final

from scoring.printing import at_tables, round_results, scoresheets
from tournament.models import Competition, Competitor, Group
from tournament.printing import (
    bracket,
    draw_certificate,
    draw_lists,
    lists,
    results,
    rotation_chart,
    run_sheet,
    slips,
)
from tournament.printing.job import Draw, Job
from tournament.printing.pen import Pen
from tournament.rules.presets import Format


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
    only: Format | None = None
    """The one format that has it."""


NAMES: Final = ("name", "group")
SEATS: Final = (*NAMES, "seat")

DOCUMENTS: Final = {
    document.key: document
    for document in (
        Document(
            "slips", "Invitation slips", "One for each group's coordinator: its link, as a QR code too.",
            slips.draw_slips, ("group", "invitation", "address", "rule"),
        ),
        Document(
            "check-in", "Check-in list", "Everybody by name, with a column for wristbands.",
            lists.draw_check_in, (*SEATS, "entry", "wristband"),
        ),
        Document(
            "certificate", "Draw certificate", "What was fixed, the numbers from the hall, and how to check it.",
            draw_certificate.draw_certificate, (*SEATS, "draw"),
        ),
        Document(
            "reserves", "Reserves' order of call", "Who is called next when somebody does not come.",
            lists.draw_reserves, (*NAMES, "entry", "draw"),
        ),
        Document(
            "tents", "Table numbers", "To fold and stand on the tables, with their QR codes.",
            at_tables.draw_tents, ("draw", "key", "address"),
        ),
        Document(
            "pocket-rules", "Umpire's pocket rules", "The rules of play, to fold twice.",
            at_tables.draw_pocket_rules, ("rule",),
        ),
        Document(
            "run-sheet", "MC's run sheet", "Every step of the day with its time, and what to say.",
            run_sheet.draw_run_sheet, ("rule", "draw"),
        ),
        Document(
            "sayings", "Dealer sayings", "Who deals first, one large saying for each round.",
            run_sheet.draw_sayings, ("rule", "draw"),
        ),
        Document(
            "tables", "The draw by table", "Large, for the door.",
            draw_lists.draw_by_table, SEATS, of_round=True,
        ),
        Document(
            "names", "The draw by name", "Find your table: everybody in alphabetical order.",
            draw_lists.draw_by_name, SEATS, of_round=True,
        ),
        Document(
            "groups", "The draw by group", "A slip for each group, for its coordinator: whole names.",
            draw_lists.draw_by_group, (*SEATS, "entry", "draw"), of_round=True,
        ),
        Document(
            "bracket", "Bracket poster", "A3 or tabloid, with lines to write the winners on.",
            bracket.draw_bracket, (*SEATS, "draw"), only=Format.KNOCKOUT,
        ),
        Document(
            "bracket-tiles", "Bracket poster in four sheets", "Without large paper: cut, and stick together.",
            bracket.draw_tiled_bracket, (*SEATS, "draw"), only=Format.KNOCKOUT,
        ),
        Document(
            "rotation", "Rotation chart", "Who moves where after each round, with arrows.",
            rotation_chart.draw_rotation_chart, (*SEATS, "draw", "rule"), only=Format.ROTATION,
        ),
        Document(
            "scoresheets", "Scoresheets", "One for each table, with the rules on its back. Print on both sides.",
            scoresheets.draw_scoresheets, (*SEATS, "rule", "key", "address", "draw"), of_round=True, two_sided=True,
        ),
        Document(
            "blank-sheets", "Blank scoresheets", "Without names, for whatever was not foreseen. Print on both sides.",
            scoresheets.draw_blank_sheets, ("rule",), two_sided=True,
        ),
        Document(
            "round-results", "Round results", "For the wall: every table in its order, and who goes where.",
            round_results.draw_round_results, (*SEATS, "result"), of_round=True,
        ),
        Document(
            "standings", "Final standings", "Everybody's place.",
            results.draw_standings, (*SEATS, "result"),
        ),
        Document(
            "certificates", "Certificates", "With whole names: the winner, the finalists, everybody who took part.",
            results.draw_certificates, (*SEATS, "result"),
        ),
        Document(
            "report", "The whole report", "Standings, the draw, and every round with its hands.",
            round_results.draw_report, (*SEATS, "result", "rule", "draw"),
        ),
    )
}  # fmt: skip
"""In the order of the day."""


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
