"""Every document there is, in the order of the day, and how one is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import IO, Final

from scoring.printing import pocket_rules, round_results, scoresheets, seat_cards, table_numbers
from tournament.event_time import in_time_of
from tournament.printing import (
    bracket,
    certificates,
    desk_lists,
    draw_certificate,
    draw_lists,
    invitation_slips,
    results,
    rotation_chart,
    run_sheet,
)
from tournament.printing.job import Draw, Job
from tournament.printing.pen import Noted, Pen, nobody
from tournament.rules.errors import NothingToPrint
from tournament.rules.presets import Format
from tournament.rules.print_looks import PaperLook
from tournament.rules.standing import Standing


class DocumentPhase(StrEnum):
    """When in the day a paper is wanted."""

    BEFORE = "Before the day"
    DRAWN = "When the draw is made"
    ROUND = "For the round"
    AFTER = "After the round"
    END = "At the end"


class Needs(StrEnum):
    """What must be there first, as the page says it where it is not."""

    NOTHING = ""
    LINKS = "No group has a link yet. Make the links on the Groups page."
    ENTRIES = "Nobody is entered yet."
    PLAN = "The plan isn’t chosen yet."
    SEAL = "The draw isn’t sealed yet."
    DRAW = "The draw isn’t published yet."
    SEATS = "This round isn’t seated yet."
    SHEETS = "No sheet of this round is in yet."
    FINISH = "The competition isn’t finished yet."


@dataclass(frozen=True)
class Document:
    """One kind of paper: what it is called, what it is for, and which facts it is made from.

    `facts` are kinds of tournament.rules.prints: when one of them changes, a kept file is out of date.
    """

    key: str
    title: str
    purpose: str
    draw: Draw
    facts: tuple[str, ...]
    of_round: bool = False
    round: int = 0
    """The one round that it is about, whichever is chosen."""
    two_sided: bool = False
    needs: Needs = Needs.NOTHING
    phase: DocumentPhase = DocumentPhase.BEFORE
    only: Format | None = None
    """The one format that has it."""
    by_group: bool = False
    """Whether it is made group by group, so that an event without groups has none."""
    looks: Sequence[PaperLook] = ()
    """The looks to choose from, where there is a choice."""
    copies: int = 1
    """How many are usually wanted."""
    for_each_table: bool = False
    """Whether that is one for each table."""
    most_copies: int = 100
    parts: Sequence[tuple[str, int]] = ()
    """Other documents that it puts into one file: of the same round, or of the round this many rounds before."""


ROUND: Final = "round"
"""All papers for a round, as one file."""
_PARTS: Final = (("round-results", -1), ("tables", 0), ("names", 0), ("groups", 0), ("scoresheets", 0))


def _draw_round(pen: Pen, job: Job) -> None:
    """Each part begins on a front and has a bookmark. A part that is not there yet is left out; where all are missing,
    the last says why."""
    why = NothingToPrint("There is nothing for this round.")
    for key, before in _PARTS:
        document, of = DOCUMENTS[key], job.round + before
        if document.by_group and not job.competition.event.has_groups:
            continue
        pen.part(f"{document.title}, {job.standing.name(of).lower}")
        try:
            document.draw(pen, replace(job, round=of))
        except NothingToPrint as nothing:
            why = nothing
    if not pen.pages:
        raise why


WALL: Final = ("head", "public", "group", "seat")
"""Who sits where, as public pages show it."""
DESK: Final = ("head", "name", "group", "seat")
"""Who sits where, with whole names."""

DOCUMENTS: Final = {
    document.key: document
    for document in (
        Document(
            "slips", "Invitation slips", "One for each group’s coordinator: the link, also as a QR code.",
            invitation_slips.draw_slips, ("head", "home", "invitation", "closing", "address"),
            needs=Needs.LINKS, by_group=True,
        ),
        Document(
            "check-in", "Check-in list", "Everybody who entered, by name, with a column for wristbands.",
            desk_lists.draw_check_in, (*DESK, "entry", "arrival"), round=1,
            needs=Needs.ENTRIES,
        ),
        Document(
            "certificate", "Draw certificate", "What was fixed, the numbers from the hall, and how to check it.",
            draw_certificate.draw_certificate, (*WALL, "draw"), round=1,
            needs=Needs.SEAL, phase=DocumentPhase.DRAWN,
        ),
        Document(
            "reserves", "Reserves’ order of call", "Who is called next when somebody doesn’t come.",
            desk_lists.draw_reserves, ("head", "name", "group", "entry", "arrival", "draw"),
            needs=Needs.DRAW, phase=DocumentPhase.DRAWN,
        ),
        Document(
            "tents", "Table numbers", "To fold and stand on the tables, with their QR codes.",
            table_numbers.draw_tents, ("head", "draw", "key", "address"),
            needs=Needs.DRAW, phase=DocumentPhase.DRAWN,
        ),
        Document(
            "seat-cards", "Seat cards", "To cut and fold, one set for a table: players’ shapes, and what cards count.",
            seat_cards.draw_seat_cards, ("head", "rule"), looks=(PaperLook.COLOUR, PaperLook.BLACK),
            for_each_table=True, most_copies=300,
        ),
        Document(
            "pocket-rules", "Umpire’s pocket rules", "The rules of play, to fold twice.",
            pocket_rules.draw_pocket_rules, ("head", "rule"),
        ),
        Document(
            "run-sheet", "MC’s run sheet", "Every step of the day with its time, and what to say.",
            run_sheet.draw_run_sheet, ("head", "rule", "draw", "saying", "start"),
            needs=Needs.PLAN,
        ),
        Document(
            "sayings", "Who deals first", "For the MC to hold up: one large line for each round.",
            run_sheet.draw_sayings, ("head", "rule", "draw", "saying"),
        ),
        Document(
            ROUND, "Everything for this round", "The results before it, where everybody sits, the slips and the "
            "scoresheets: one file with bookmarks. Print on both sides.",
            _draw_round, (), of_round=True, two_sided=True, parts=_PARTS,
            needs=Needs.SEATS, phase=DocumentPhase.ROUND,
        ),
        Document(
            "tables", "The draw by table", "Large, for the door.",
            draw_lists.draw_by_table, WALL, of_round=True,
            needs=Needs.SEATS, phase=DocumentPhase.ROUND,
        ),
        Document(
            "names", "The draw by name", "Find your table: everybody in alphabetical order.",
            draw_lists.draw_by_name, WALL, of_round=True,
            needs=Needs.SEATS, phase=DocumentPhase.ROUND,
        ),
        Document(
            "groups", "The draw by group", "A slip for each group’s coordinator, with full names.",
            draw_lists.draw_by_group, (*DESK, "entry", "draw"), of_round=True,
            needs=Needs.SEATS, phase=DocumentPhase.ROUND, by_group=True,
        ),
        Document(
            "bracket", "Bracket poster", "A3 or tabloid, with lines to write the winners on.",
            bracket.draw_bracket, (*WALL, "draw", "winner"), only=Format.KNOCKOUT,
            needs=Needs.DRAW, phase=DocumentPhase.DRAWN,
        ),
        Document(
            "bracket-tiles", "Bracket poster in four sheets", "No large paper? Cut these and stick them together.",
            bracket.draw_tiled_bracket, (*WALL, "draw", "winner"), only=Format.KNOCKOUT,
            needs=Needs.DRAW, phase=DocumentPhase.DRAWN,
        ),
        Document(
            "rotation", "Rotation chart", "Who moves where after each round, with arrows.",
            rotation_chart.draw_rotation_chart, ("head", "public", "draw", "rule", "move"), only=Format.ROTATION,
            needs=Needs.DRAW, phase=DocumentPhase.DRAWN,
        ),
        Document(
            "scoresheets", "Scoresheets", "One for each table, with the rules on its back. Print on both sides.",
            scoresheets.draw_scoresheets, (*DESK, "rule", "key", "address", "draw"), of_round=True, two_sided=True,
            needs=Needs.SEATS, phase=DocumentPhase.ROUND,
        ),
        Document(
            "blank-sheets", "Blank scoresheets", "Without names, for anything unexpected. Print on both sides.",
            scoresheets.draw_blank_sheets, ("head", "rule"), two_sided=True, copies=10, most_copies=1000,
        ),
        Document(
            "round-results", "Round results", "For the wall: the order at every table, and who goes where.",
            round_results.draw_round_results, (*WALL, "sheet"), of_round=True,
            needs=Needs.SHEETS, phase=DocumentPhase.AFTER,
        ),
        Document(
            "standings", "Final standings", "Everybody’s place.",
            results.draw_standings, (*WALL, "sheet"),
            needs=Needs.FINISH, phase=DocumentPhase.END,
        ),
        Document(
            "certificates", "Certificates", "With full names: the champion, the finalists, everybody who took part.",
            certificates.draw_certificates, (*DESK, "sheet"), looks=tuple(PaperLook),
            needs=Needs.FINISH, phase=DocumentPhase.END,
        ),
        Document(
            "report", "The whole report", "Standings, the draw, and every round with its hands.",
            round_results.draw_report, (*WALL, "sheet", "rule", "draw", "other"),
            needs=Needs.FINISH, phase=DocumentPhase.END,
        ),
    )
}  # fmt: skip
"""In the order of the day."""


def make(out: IO[bytes], job: Job, key: str, noted: Noted = nobody) -> int:
    """Write a document's PDF, as often as it is wanted, its times those of the event; how many pages it has. Raises
    NothingToPrint, with nothing written, if there is none."""
    document = DOCUMENTS[key]
    pen = Pen(out, job.paper, title_of(job, document))
    pen.noted = noted
    with in_time_of(job.competition.event):
        for before in range(job.copies):
            pen.copies, pen.is_copy = job.copies - before, before > 0
            if document.two_sided:
                pen.to_front()
            document.draw(pen, job)
    pen.save()
    return pen.pages


def usual_copies(document: Document, standing: Standing) -> int:
    """How many somebody wants who does not say; one for each table of the round that has most."""
    return max(standing.draw.plan) if document.for_each_table and standing.draw is not None else document.copies


def has_codes(document: Document) -> bool:
    """Whether codes or links to this server are on it."""
    return "address" in document.facts or any(has_codes(DOCUMENTS[key]) for key, _ in document.parts)


def title_of(job: Job, document: Document) -> str:
    """What a reader's window shows: Uno Open, round 1: Scoresheets."""
    of = f"{job.competition}, {job.round_name.lower}" if document.of_round else str(job.competition)
    return f"{of}: {document.title}"
