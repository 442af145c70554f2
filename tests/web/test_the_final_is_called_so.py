"""The last round of a knockout is called the final wherever it is named: on pages and in their titles, on screens,
tablets and paper, in the log, in messages and in what commands print. A knockout of one round is its own final."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from django.core.cache import cache

from tests.cast import Day
from tests.photographs import once
from tests.web.places import (
    Reader,
    closing,
    command,
    coordinator,
    page,
    paper,
    phone,
    refusal,
    roaming,
    screen,
    tablet,
)
from tournament.actions import rounds

pytestmark = pytest.mark.django_db

PROJECT: Final = Path(__file__).parents[2]
SEATED, RUNNING, CLOSED, FINISHED = "published", "running", "round closed", "finished"
BEFORE: Final = "before the final"
"""Round 1 is closed, and the final follows; only where there is a round before it."""


@pytest.fixture(autouse=True)
def nobody_came_before() -> None:
    cache.clear()


def a_final(people: int, stage: str) -> Day:
    """Eight people play a round and then the final; four play only the final."""

    def make() -> Day:
        day = Day("syg").people(people).until("published")
        if people > 4:
            day.until("round closed")
        if people > 4 and stage != BEFORE:
            day.next_round()
        return day if stage in (SEATED, RUNNING, BEFORE) else day.until(stage)

    day = once((people, stage, "final"), make)
    return day.until(RUNNING) if stage == RUNNING else day


BOARD: Final = "/organise/{event}/{slug}/board/"
PLACES: Final[dict[str, list[tuple[str, Reader]]]] = {
    BEFORE: [
        ("the overview", page("/c/{slug}/")),
        ("the final's own page, before it is seated", page("/c/{slug}/rounds/2/")),
        ("the bracket", page("/c/{slug}/standings/")),
        ("a phone", phone),
        ("the board", page(BOARD, "organiser")),
        ("the page that closes a round", page(f"{BOARD}round/", "organiser")),
        ("the MC's desk", page("/mc/{event}/{slug}/", "mc")),
        ("the bracket's poster", paper("bracket")),
        ("the dealer sayings", paper("sayings")),
        ("the run sheet", paper("run-sheet")),
        ("finishing too early", lambda day: refusal(rounds.finish)(day.next_round())),
    ],
    SEATED: [
        ("the overview", page("/c/{slug}/")),
        ("the page of the round", page("/c/{slug}/rounds/{number}/")),
        ("a phone", phone),
        ("the MC's desk", page("/mc/{event}/{slug}/", "mc")),
        ("the MC's screens", page("/mc/{event}/screens/", "mc")),
        ("the print room", page("/organise/{event}/{slug}/print/", "organiser")),
        ("the tables by number", paper("tables")),
        ("the tables by name", paper("names")),
        ("the tables by group", paper("groups")),
        ("the scoresheets", paper("scoresheets")),
        ("everything for the round", paper("round")),
        ("the screen: tables", screen("tables")),
        ("the screen: names", screen("names")),
        ("the screen: who deals first", screen("dealer")),
        ("the screen: the clock", screen("clock")),
    ],
    RUNNING: [
        ("the first page", page("/")),
        ("the organiser's events", page("/organise/", "organiser")),
        ("the organiser's event", page("/organise/{event}/", "organiser")),
        ("the overview with its clock", page("/c/{slug}/")),
        ("the page of the round with its clock", page("/c/{slug}/rounds/{number}/")),
        ("the event's page with its clock", page("/e/{event}/")),
        ("a phone with its clock", phone),
        ("a coordinator", coordinator),
        ("a tablet", tablet("")),
        ("what a tablet is sent", tablet("state.json")),
        ("the roaming umpire's list", roaming),
        ("the board", page(BOARD, "organiser")),
        ("a sheet on the board", page(f"{BOARD}{{table}}/", "organiser")),
        ("the page that closes it", page(f"{BOARD}round/", "organiser")),
        ("the MC's desk", page("/mc/{event}/{slug}/", "mc")),
        ("the screen: the clock", screen("clock")),
        ("the screen: how far the tables are", screen("states")),
        ("making a round too early", refusal(rounds.make_next_round)),
        ("finishing too early", refusal(rounds.finish)),
    ],
    "sheets in": [("the message that it is closed", closing)],
    CLOSED: [
        ("the overview", page("/c/{slug}/")),
        ("the bracket", page("/c/{slug}/standings/")),
        ("the phone of who won", phone),
        ("the board", page(BOARD, "organiser")),
        ("the page after closing", page(f"{BOARD}round/", "organiser")),
        ("the MC's desk", page("/mc/{event}/{slug}/", "mc")),
        ("the round's results on paper", paper("round-results")),
        ("the log", page("/organise/{event}/log/", "organiser")),
        ("the screen: results", screen("results")),
        ("the screen: bracket", screen("bracket")),
        ("making another round", refusal(rounds.make_next_round)),
    ],
    FINISHED: [
        ("the results", page("/c/{slug}/results/")),
        ("the page of the round", page("/c/{slug}/rounds/{number}/")),
        ("the standings on paper", paper("standings")),
        ("the report", paper("report")),
        ("the bracket's poster", paper("bracket")),
        ("the certificates", paper("certificates")),
        ("the record, by its command", lambda day: command("export_record", day.competition.slug, "--names")),
    ],
}
CASES: Final = [
    pytest.param(people, stage, read, id=f"{'two rounds' if people > 4 else 'one round'}, {stage}: {place}")
    for stage, places in PLACES.items()
    for place, read in places
    for people in ((8,) if stage == BEFORE else (8, 4))
]


@pytest.mark.parametrize(("people", "stage", "read"), CASES)
def test_it_is_called_the_final(people: int, stage: str, read: Reader) -> None:
    day = a_final(people, stage)
    number = 2 if people > 4 else 1
    text = read(day)
    assert re.search(r"\bfinal(ist|_order)?\b", text, re.IGNORECASE), text[:2000]
    named = re.findall(rf".{{0,40}}\bround {number}\b.{{0,40}}", text, re.IGNORECASE)
    assert named == []


def test_no_template_and_no_script_names_a_round_by_its_number() -> None:
    """The name is decided in rules/round_names.py; the tablet knows that no round before its own is a final."""
    sources = [*PROJECT.glob("templates/**/*.html"), *PROJECT.glob("static/js/**/*.js")]
    by_number = re.compile(r"\bround \{\{|\bround \$\{|add:-1|\bround\s+\{\{ round", re.IGNORECASE)
    named = {path.name: len(found) for path in sources if (found := by_number.findall(path.read_text()))}
    assert named == {"refused.js": 1}


def test_commands_call_it_so_too(tmp_path) -> None:
    assert "     Round 1: 2 tables of 4\n     Final: 1 table of 2\n" in command("plan", "8")
    assert "     Final: 1 table of 4\n" in command("plan", "4")
    day = a_final(8, SEATED)
    sheets = ("print_sheets", day.competition.slug, "--what", "tables", "--round", "2")
    assert "ound 2" not in command(*sheets, "--out", f"{tmp_path}/tables.pdf")
