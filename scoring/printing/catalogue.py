"""Every document there is, in the order of the day, and how one is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
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
from tournament.rules.errors import NothingToPrint
from tournament.rules.presets import Format


class Phase(StrEnum):
    """When in the day a paper is wanted."""

    BEFORE = "Before the day"
    DRAWN = "When the draw is made"
    ROUND = "For the round"
    AFTER = "After the round"
    END = "At the end"


class Needs(StrEnum):
    """What must be there first, as the page says it where it is not."""

    NOTHING = ""
    LINKS = "No group has a link yet. Make the links on the page Groups."
    ENTRIES = "Nobody is entered yet."
    PLAN = "The plan is not chosen yet."
    SEAL = "The draw is not sealed yet."
    DRAW = "The draw is not published yet."
    SEATS = "This round is not seated yet."
    SHEETS = "No sheet of this round is in yet."
    FINISH = "The competition is not finished yet."


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
    needs: Needs = Needs.NOTHING
    phase: Phase = Phase.BEFORE
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
            needs=Needs.LINKS,
        ),
        Document(
            "check-in", "Check-in list", "Everybody by name, with a column for wristbands.",
            lists.draw_check_in, (*SEATS, "entry", "wristband"),
            needs=Needs.ENTRIES,
        ),
        Document(
            "certificate", "Draw certificate", "What was fixed, the numbers from the hall, and how to check it.",
            draw_certificate.draw_certificate, (*SEATS, "draw"),
            needs=Needs.SEAL, phase=Phase.DRAWN,
        ),
        Document(
            "reserves", "Reserves' order of call", "Who is called next when somebody does not come.",
            lists.draw_reserves, (*NAMES, "entry", "draw"),
            needs=Needs.DRAW, phase=Phase.DRAWN,
        ),
        Document(
            "tents", "Table numbers", "To fold and stand on the tables, with their QR codes.",
            at_tables.draw_tents, ("draw", "key", "address"),
            needs=Needs.DRAW, phase=Phase.DRAWN,
        ),
        Document(
            "pocket-rules", "Umpire's pocket rules", "The rules of play, to fold twice.",
            at_tables.draw_pocket_rules, ("rule",),
        ),
        Document(
            "run-sheet", "MC's run sheet", "Every step of the day with its time, and what to say.",
            run_sheet.draw_run_sheet, ("rule", "draw"),
            needs=Needs.PLAN,
        ),
        Document(
            "sayings", "Dealer sayings", "Who deals first, one large saying for each round.",
            run_sheet.draw_sayings, ("rule", "draw"),
        ),
        Document(
            "tables", "The draw by table", "Large, for the door.",
            draw_lists.draw_by_table, SEATS, of_round=True,
            needs=Needs.SEATS, phase=Phase.ROUND,
        ),
        Document(
            "names", "The draw by name", "Find your table: everybody in alphabetical order.",
            draw_lists.draw_by_name, SEATS, of_round=True,
            needs=Needs.SEATS, phase=Phase.ROUND,
        ),
        Document(
            "groups", "The draw by group", "A slip for each group, for its coordinator: whole names.",
            draw_lists.draw_by_group, (*SEATS, "entry", "draw"), of_round=True,
            needs=Needs.SEATS, phase=Phase.ROUND,
        ),
        Document(
            "bracket", "Bracket poster", "A3 or tabloid, with lines to write the winners on.",
            bracket.draw_bracket, (*SEATS, "draw"), only=Format.KNOCKOUT,
            needs=Needs.DRAW, phase=Phase.DRAWN,
        ),
        Document(
            "bracket-tiles", "Bracket poster in four sheets", "Without large paper: cut, and stick together.",
            bracket.draw_tiled_bracket, (*SEATS, "draw"), only=Format.KNOCKOUT,
            needs=Needs.DRAW, phase=Phase.DRAWN,
        ),
        Document(
            "rotation", "Rotation chart", "Who moves where after each round, with arrows.",
            rotation_chart.draw_rotation_chart, (*SEATS, "draw", "rule"), only=Format.ROTATION,
            needs=Needs.DRAW, phase=Phase.DRAWN,
        ),
        Document(
            "scoresheets", "Scoresheets", "One for each table, with the rules on its back. Print on both sides.",
            scoresheets.draw_scoresheets, (*SEATS, "rule", "key", "address", "draw"), of_round=True, two_sided=True,
            needs=Needs.SEATS, phase=Phase.ROUND,
        ),
        Document(
            "blank-sheets", "Blank scoresheets", "Without names, for whatever was not foreseen. Print on both sides.",
            scoresheets.draw_blank_sheets, ("rule",), two_sided=True,
        ),
        Document(
            "round-results", "Round results", "For the wall: every table in its order, and who goes where.",
            round_results.draw_round_results, (*SEATS, "result"), of_round=True,
            needs=Needs.SHEETS, phase=Phase.AFTER,
        ),
        Document(
            "standings", "Final standings", "Everybody's place.",
            results.draw_standings, (*SEATS, "result"),
            needs=Needs.FINISH, phase=Phase.END,
        ),
        Document(
            "certificates", "Certificates", "With whole names: the winner, the finalists, everybody who took part.",
            results.draw_certificates, (*SEATS, "result"),
            needs=Needs.FINISH, phase=Phase.END,
        ),
        Document(
            "report", "The whole report", "Standings, the draw, and every round with its hands.",
            round_results.draw_report, (*SEATS, "result", "rule", "draw"),
            needs=Needs.FINISH, phase=Phase.END,
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


def make_round(out: IO[bytes], job: Job, noted: Callable[[int], None] = lambda _: None) -> int:
    """All for one round in one file: each part begins on a front and has a bookmark. A part that is not there yet is
    left out; where all are missing, the first says why."""
    pen = Pen(out, job.paper, f"{job.competition}, round {job.round}")
    pen.noted = noted
    why: NothingToPrint | None = None
    for document, of in ROUND_PARTS:
        try:
            _part(pen, replace(job, round=job.round + of), DOCUMENTS[document])
        except NothingToPrint as nothing:
            why = why or nothing
    if not pen.pages:
        raise why or NothingToPrint("There is nothing for this round.")
    pen.save()
    return pen.pages


def _part(pen: Pen, job: Job, document: Document) -> None:
    if job.round < 1:
        raise NothingToPrint("There is no round before the first.")
    pen.to_front()
    pen.soon = f"{document.title}, round {job.round}"
    document.draw(pen, job)


ROUND_PARTS: Final = (("round-results", -1), ("tables", 0), ("names", 0), ("groups", 0), ("scoresheets", 0))
"""What a round needs, in order: the results of the one before, where everybody sits, the sheets."""


def title_of(job: Job, document: Document) -> str:
    """What a reader's window shows: Uno Open, round 1: Scoresheets."""
    of = f"{job.competition}, round {job.round}" if document.of_round else str(job.competition)
    return f"{of}: {document.title}"


def names_on(competition: Competition) -> list[str]:
    """Everything that people named themselves: what fonts must have letters for."""
    people = Competitor.objects.filter(event=competition.event_id).values_list("name", flat=True)
    groups = Group.objects.filter(event=competition.event_id).values_list("name", flat=True)
    return [competition.name, competition.event.name, competition.event.place, *people, *groups]
