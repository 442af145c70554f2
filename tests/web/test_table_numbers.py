"""Where competitions share a hall, each has its first table number (RULES 1): people see it on every page, paper,
screen and tablet, in the log and in messages. Only the record counts from 1, and the results page says so."""

from __future__ import annotations

import re
from typing import Final

import pytest
from django.core.cache import cache
from django.test import Client

from scoring.actions import calls
from scoring.queries.keys import key_of
from tests.cast import OUT, Day
from tests.photographs import once
from tests.web import visitors
from tests.web.places import (
    Reader,
    closing,
    coordinator,
    first_table,
    page,
    paper,
    phone,
    refusal,
    roaming,
    screen,
    tablet,
    words,
)
from tournament.actions import clock, draw, rounds
from tournament.rules.errors import ClockRefused

pytestmark = pytest.mark.django_db

FIRST: Final = 101
"""No hall here has so many tables: whatever has two digits was not told in the numbers that people see."""
STORED: Final = re.compile(
    r"(?<!your )\btables?[\s:-]*(?:\d+, )*\d{1,2}\b(?! in the record)"
    r"|/board/\d{1,2}/|/table/[\w-]+/\d{1,2}/|\"table\": \d{1,2}\b",
    re.IGNORECASE,
)
SHOWN: Final = re.compile(r"\b10[1-9]\b")
BOARD: Final = "/organise/{event}/{slug}/board/"
DRAW: Final = "/organise/{event}/{slug}/draw/"
ROUND: Final = "/c/{slug}/rounds/{number}/"


@pytest.fixture(autouse=True)
def nobody_came_before() -> None:
    cache.clear()


def a_hall(preset: str, people: int, stage: str) -> Day:
    """A competition whose first table is number 101, at this stage; `seated again` is its second round."""

    def make() -> Day:
        day = Day(preset).people(people).close().choose(first_table=FIRST)
        return day.until("round closed").next_round() if stage == "seated again" else day.until(stage)

    day = once((preset, people, stage if stage != "running" else "published", "from 101"), make)
    return day.until(stage) if stage == "running" else day


def revealed(day: Day) -> Day:
    """One table of the draw is on the screen."""
    draw.reveal_next(by=day.organiser, competition=day.pk, seen=0)
    return day


def in_need(day: Day) -> Day:
    """A hand was played at the first table, and somebody calls from there."""
    day.hand(1, [OUT, *[10] * (day.table(1).seats.count() - 1)])
    calls.raise_flag(by=day.umpire(1), table=day.table(1).pk, message="A card is torn")
    return day


def group_page(path: str) -> Reader:
    """A page of the group of whoever sits at the first table."""

    def read(day: Day) -> str:
        group = day.round.seats.order_by("pk")[0].entry.group_id
        return words(visitors.coordinator(group).get(f"/group/{group}/{path}").content.decode())

    return read


def sent(path: str, **typed: str) -> Reader:
    """What the organiser reads after sending this."""

    def read(day: Day) -> str:
        competition = day.competition
        where = path.format(event=competition.event.slug, slug=competition.slug, table=first_table(day))
        return words(visitors.organiser(day.event).post(where, typed, follow=True).content.decode())

    return read


def more_time(day: Day) -> str:
    """What the MC hears who gives more time after a table has counted."""
    with pytest.raises(ClockRefused) as refused:
        clock.add_time(by=day.mc, competition=day.pk, seconds=60)
    return str(refused.value)


def somebody_moved(day: Day) -> str:
    """What the tablet of the first table says after the lot moved somebody from it to the other one."""
    tablet("")(day)
    other = day.table(2)
    for seat in other.seats.select_related("entry")[: other.seats.count() - 2]:
        day.gone(seat.entry.code)
    told = tablet("state.json")(day)
    assert "moved to table 102" in told
    return told


def log_file(day: Day) -> str:
    address = f"/organise/{day.competition.event.slug}/log/file.csv"
    answer = visitors.organiser(day.event).get(address)
    return b"".join(answer.streaming_content).decode() if answer.streaming else answer.content.decode()


PLACES: Final[list[tuple[str, int, str, dict[str, Reader]]]] = [
    ("syg", 8, "chosen", {
        "the plan": page("/organise/{event}/{slug}/plan/", "organiser"),
        "before the seal": page(DRAW, "organiser"),
    }),
    ("syg", 8, "drawn", {
        "the ceremony": lambda day: page(DRAW, "organiser")(revealed(day)),
        "the ceremony on the screen": page(f"{DRAW}hall/", "organiser"),
        "the log": page("/organise/{event}/log/", "organiser"),
    }),
    ("syg", 8, "published", {
        "the sealed plan": page("/organise/{event}/{slug}/plan/", "organiser"),
        "the draw": page("/c/{slug}/draw/"),
        "the page of the round": page(ROUND),
        "the bracket": page("/c/{slug}/standings/"),
        "a phone": phone,
        "a coordinator": coordinator,
        "a coordinator’s list": group_page("list/"),
        "check-in": page("/organise/{event}/{slug}/check-in/", "organiser"),
        "the keys": page("/organise/{event}/{slug}/keys/", "organiser"),
        **{key: paper(key) for key in (
            "tents", "tables", "names", "groups", "certificate", "scoresheets", "round", "bracket", "bracket-tiles",
        )},
        **{f"the screen: {scene}": screen(scene) for scene in ("tables", "names")},
    }),
    ("syg", 8, "running", {
        "the board with a call": lambda day: page(BOARD, "organiser")(in_need(day)),
        "the search on the board": page(f"{BOARD}?q=table 101", "organiser"),
        "a sheet": page(f"{BOARD}{{table}}/", "organiser"),
        "a sheet from paper": page(f"{BOARD}{{table}}/paper/", "organiser"),
        "answering the call": sent(f"{BOARD}{{table}}/", do="lower"),
        "a new key": sent("/organise/{event}/{slug}/keys/", do="renew", number="1"),
        "what the round waits for": page(f"{BOARD}round/", "organiser"),
        "a tablet": tablet(""),
        "what a tablet is sent": tablet("state.json"),
        "the roaming umpire": roaming,
        "the screen: states": screen("states"),
        "closing too early": refusal(rounds.close_round),
        "the log": page("/organise/{event}/log/", "organiser"),
        "the log as a file": log_file,
        "the MC’s desk at time up": lambda day: page("/mc/{event}/{slug}/", "mc")(day.ring()),
    }),
    ("syg", 8, "sheets in", {"more time after counting": more_time, "closing": closing}),
    ("syg", 8, "round closed", {
        "the page of the round": page(ROUND),
        "the bracket": page("/c/{slug}/standings/"),
        "the phone of a winner": phone,
        "the end of the round": page(f"{BOARD}round/", "organiser"),
        "a forgotten hand": page(f"{BOARD}{{table}}/hands/add/", "organiser"),
        "a hand": page(f"{BOARD}{{table}}/hands/1/", "organiser"),
        "the results on paper": paper("round-results"),
        "the screen: results": screen("results"),
        "the screen: bracket": screen("bracket"),
    }),
    ("syg", 8, "seated again", {"where the tablet of round 1 sends its people": tablet("state.json?round=1")}),
    ("syg", 8, "finished", {
        "the results": page("/c/{slug}/results/"),
        "the bracket": page("/c/{slug}/standings/"),
        "the report": paper("report"),
        "the bracket’s poster": paper("bracket"),
    }),
    ("bac", 9, "published", {
        "the page of the round": page(ROUND),
        "a phone": phone,
        "the scoresheets": paper("scoresheets"),
        "the rotation": paper("rotation"),
        "somebody moved before the round": somebody_moved,
    }),
    ("bac", 9, "round closed", {
        "the page of the round": page(ROUND),
        "a phone": phone,
        "the end of the round": page(f"{BOARD}round/", "organiser"),
        "the screen: results": screen("results"),
        "the rotation": paper("rotation"),
        "the results on paper": paper("round-results"),
    }),
    ("classroom", 8, "finished", {
        "the results": page("/c/{slug}/results/"),
        "the page of the round": page(ROUND),
        "the screen: podium": screen("podium"),
        "the standings": paper("standings"),
        "the certificates": paper("certificates"),
        "the report": paper("report"),
    }),
]  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "people", "stage", "places"),
    [pytest.param(*case, id=f"{case[0]}, {case[2]}") for case in PLACES],
)
def test_people_see_the_numbers_of_the_hall(preset: str, people: int, stage: str, places: dict[str, Reader]) -> None:
    day = a_hall(preset, people, stage)
    told = {place: read(day) for place, read in places.items()}
    assert {place: found[0] for place, text in told.items() if (found := STORED.search(text))} == {}
    assert [place for place, text in told.items() if not SHOWN.search(text)] == []


def test_the_results_page_says_which_table_is_which_in_the_record() -> None:
    told = page("/c/{slug}/results/")(a_hall("syg", 8, "finished"))
    assert "The record counts tables from 1. Table 101 here is table 1 in the record." in told


def test_an_event_with_its_own_hall_reads_nothing_of_that() -> None:
    day = once("from 1", lambda: Day("syg").people(4).until("finished"))
    assert "table 1 in the record" not in page("/c/{slug}/results/")(day)


def test_a_table_is_opened_by_the_number_that_stands_on_it() -> None:
    day = a_hall("syg", 8, "published")
    board = f"/organise/{day.competition.event.slug}/{day.competition.slug}/board"
    organiser, umpire = visitors.organiser(day.event), visitors.umpire(day.competition, 2)
    assert [organiser.get(f"{board}/{number}/").status_code for number in (100, 101, 102, 103, 1, 2)] == [
        404, 200, 200, 404, 404, 404,
    ]  # fmt: skip
    opened = [umpire.get(f"/table/{day.competition.slug}/{number}/").status_code for number in (101, 102, 2)]
    assert opened == [403, 200, 404]


def test_a_table_s_code_opens_it_whatever_number_stands_on_it() -> None:
    """Codes are made from the record's number, so those that an earlier version printed still open."""
    day = a_hall("syg", 8, "published")
    answer = Client().get(key_of(day.pk, 2).path)
    assert answer.headers["Location"] == f"/table/{day.competition.slug}/102/"
