"""The last round of a knockout is called the final wherever it is named: on pages and in their titles, on screens,
tablets and paper, in the log, in messages and in what commands print. A knockout of one round is its own final."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from io import StringIO
from typing import Final

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from scoring.queries.keys import ROAMING
from tests.cast import Day
from tests.photographs import once
from tests.printing.documents import printed
from tests.web import visitors
from tournament.actions import rounds, screens
from tournament.models import Event
from tournament.rules.errors import RoundRefused
from tournament.web.phone import code_of

pytestmark = pytest.mark.django_db

SEATED, RUNNING, CLOSED, FINISHED = "published", "running", "round closed", "finished"
BEFORE: Final = "before the final"
"""Round 1 is closed, and the final follows; only where there is a round before it."""
Reader = Callable[[Day], str]


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


# How each place is read


def page(path: str, role: str = "") -> Reader:
    """A page with its title, without its tags; {event} and {slug} are filled in."""

    def read(day: Day) -> str:
        competition = day.competition
        client = visitors.organiser(day.event, role) if role else Client()
        answer = client.get(path.format(event=competition.event.slug, slug=competition.slug, number=day.round.number))
        assert answer.status_code == 200, (path, answer.status_code)
        return words(answer.content.decode())

    return read


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<(?!title)[^>]*>", " ", html)).split())


def paper(key: str) -> Reader:
    """A printed document, with the title of its window."""

    def read(day: Day) -> str:
        document = printed(day, key, check=False, round=day.round.number)
        return f"{document.title} {document.text}"

    return read


def phone(day: Day) -> str:
    """Somebody who sat in the latest round and won it if it is closed."""
    first = day.table(1).first
    person = first.competitor_id if first else day.round.seats.order_by("pk")[0].entry.competitor_id
    return words(Client().get(f"/e/{Event.objects.get(pk=day.event).slug}/me/{code_of(person)}").content.decode())


def screen(scene: str) -> Reader:
    """A screen of the hall, stepped to this scene."""

    def read(day: Day) -> str:
        screens.step_programme(by=day.mc, competition=day.pk, scene=scene)
        return words(Client().get("/screen").content.decode())

    return read


def tablet(path: str) -> Reader:
    def read(day: Day) -> str:
        answer = visitors.umpire(day.competition, 1).get(f"/table/{day.competition.slug}/1/{path}")
        return answer.content.decode()

    return read


def roaming(day: Day) -> str:
    client = visitors.umpire(day.competition, ROAMING)
    return words(client.get(f"/table/{day.competition.slug}/").content.decode())


def coordinator(day: Day) -> str:
    group = day.round.seats.order_by("pk")[0].entry.group_id
    return words(visitors.coordinator(group).get(f"/group/{group}/").content.decode())


def closing(day: Day) -> str:
    """What the organiser reads after closing it."""
    competition = day.competition
    board = f"/organise/{competition.event.slug}/{competition.slug}/board/"
    client = visitors.organiser(day.event)
    return words(client.post(f"{board}round/", {"do": "close"}, follow=True).content.decode())


def refusal(action: Callable[..., object]) -> Reader:
    def read(day: Day) -> str:
        with pytest.raises(RoundRefused) as refused:
            action(by=day.organiser, competition=day.pk)
        return str(refused.value)

    return read


def command(*args: str) -> str:
    out = StringIO()
    call_command(*args, stdout=out, stderr=out)
    return out.getvalue()


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
        ("a sheet on the board", page(f"{BOARD}1/", "organiser")),
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
    assert re.search(r"\b(the )?final\b", text, re.IGNORECASE), text[:2000]
    named = re.findall(rf".{{0,40}}\bround {number}\b.{{0,40}}", text, re.IGNORECASE)
    assert named == []


def test_commands_call_it_so_too(tmp_path) -> None:
    assert "     Round 1: 2 tables of 4\n     Final: 1 table of 2\n" in command("plan", "8")
    assert "     Final: 1 table of 4\n" in command("plan", "4")
    day = a_final(8, SEATED)
    sheets = ("print_sheets", day.competition.slug, "--what", "tables", "--round", "2")
    assert "ound 2" not in command(*sheets, "--out", f"{tmp_path}/tables.pdf")
