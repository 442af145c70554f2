"""The plan's page: looked at as often as one likes, before entries close and after; chosen once they are closed."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.cast import Day, a_day
from tests.refusals import everything
from tests.web.reading import read_page
from tests.web.visitors import Keeper, organiser
from tournament.actions import draw, setup
from tournament.models import Draw, LogEntry

pytestmark = pytest.mark.django_db
CLOSE_FIRST = "Close entries first: the list can’t change once the draw is made."


@pytest.fixture
def client() -> Keeper:
    return Keeper()


def path(day: Day, name: str = "plan") -> str:
    competition = day.competition
    return reverse(name, args=[competition.event.slug, competition.slug])


def look(client: Keeper, day: Day, status: int = 200, **asked: object) -> str:
    answer = client.get(path(day), asked)
    assert answer.status_code == status
    return " ".join(read_page(answer).replace("&#x27;", "'").split())


def test_fill_to_optimum_is_looked_at_first(client):
    day = a_day("syg", 47, "entries closed", reserves=9)
    page = look(client, day)
    assert "<h1>48 players</h1>" in page
    assert "47 entries and 1 of 9 reserves, by lot." in page
    assert "48 is the largest size that’s perfectly even, with no table of 2." in page
    assert "<h2>12 tables, then 4, then the final</h2>" in page
    assert "Every player has the same chance of the title." in page
    assert "4 × 3 × 4 = 48, whichever table they draw." in page
    assert "<dd>1 in 48</dd>" in page
    assert "<strong>1 h 50 min</strong>: 3 rounds of 30 minutes, 10 minutes between them." in page
    assert "<strong>12</strong> tables, umpires and decks at once." in page
    assert page.count('aria-current="true"') == 2  # the size and the plan


def test_taking_everyone_is_one_tap(client):
    day = a_day("syg", 47, "entries closed", reserves=9)
    assert 'href="?size=56"' in look(client, day)
    page = look(client, day, size=56)
    assert "<h1>56 players</h1>" in page
    assert "47 entries and all 9 reserves." in page
    assert "The optimum is 48: 47 entries and 1 of 9 reserves, by lot." in page
    assert "A player’s chance of the title depends on the table they draw." in page


def test_another_plan_is_a_link_away(client):
    day = a_day("syg", 47, "entries closed", reserves=9)
    assert 'href="?size=48&amp;plan=16,4,1"' in look(client, day)
    page = look(client, day, size=48, plan="16,4,1")
    assert "<h2>16 tables, then 4, then the final</h2>" in page
    assert "Use 16 tables, then 4, then 1" in page


def test_a_plan_of_one_s_own_stands_behind_the_best(client):
    day = a_day("syg", 47, "entries closed", reserves=9)
    page = look(client, day, size=47, plan="15, 5, 2, 1")
    assert 'id="plan-15-5-2-1"' in page
    assert "<h2>15 tables, then 5, then 2, then the final</h2>" in page


def test_a_limit_on_tables_leaves_out_what_needs_more_and_stays(client):
    day = a_day("syg", 47, "entries closed", reserves=9)
    page = look(client, day, tables=12)
    assert "12 tables, then 4" in page and "16 → 4" not in page
    assert "Take everyone" not in page and "Fill to optimum" in page  # 56 would need more tables than there are
    everyone = client.get(path(day), {"size": "56", "tables": "12"})
    shown = " ".join(read_page(everyone).split())
    assert everyone.status_code == 422 and "16 → 4" not in shown and "12 tables, then 4" in shown
    assert 'href="?size=56&amp;tables=16"' in look(client, day, tables=16)
    assert 'name="tables" inputmode="numeric" maxlength="6" autocomplete="off" value="12"' in page


def test_choosing_is_one_action_and_leads_to_the_draw(client):
    day = a_day("syg", 47, "entries closed", reserves=9)
    answer = client.post(path(day), {"size": "48", "plan": "12, 4, 1", "request": "0" * 32})
    assert (answer.status_code, answer["Location"]) == (302, path(day, "ceremony"))
    assert Draw.objects.values_list("size", "plan").get() == (48, [12, 4, 1])
    assert "The plan is chosen. Nothing is drawn yet." in read_page(client.get(answer["Location"]))
    client.post(path(day), {"size": "48", "plan": "12, 4, 1", "request": "0" * 32})
    assert LogEntry.objects.filter(what="plan chosen").count() == 1


def test_what_was_chosen_is_looked_at_first_until_something_else_is_asked(client):
    day = a_day("syg", 47, "entries closed", reserves=9).choose(50, [13, 4, 1])
    page = look(client, day)
    assert "<h1>50 players</h1>" in page and "Chosen: go to the draw" in page
    assert "Use 12 tables, then 4, then 1" in look(client, day, size=48)


def test_a_choice_that_does_not_fit_any_more_is_said(client):
    """The cap was lowered after choosing."""
    day = a_day("syg", 8, "entries closed").choose(8, [2, 1])
    setup.change_settings(by=day.organiser, competition=day.pk, choices={"cap": 6}, sure=True)
    page = look(client, day, status=422)
    assert "The draw can have 6 players, not 8." in page
    assert "<h1>6 players</h1>" in page


def test_before_closing_it_shows_what_would_be_and_what_prevents_choosing(client):
    day = a_day("syg", 8, "entries open")
    page = look(client, day)
    assert "<h1>8 players</h1>" in page
    assert CLOSE_FIRST in page and "button-primary" not in page
    answer = client.post(path(day), {"size": "8", "plan": "2, 1"})
    assert answer.status_code == 422
    assert CLOSE_FIRST in unescape(read_page(answer))
    assert not Draw.objects.exists()


@pytest.mark.parametrize("people", [0, 1])
def test_too_few_people_is_said_plainly(client, people):
    day = Day("syg").people(people)
    page = look(client, day)
    assert "<h1>No plan yet</h1>" in page
    assert "A draw needs at least two players." in page


def test_one_who_would_sit_alone_is_said_plainly(client):
    day = Day("syg", table_max=2).people(3).until("entries closed")
    page = look(client, day)
    assert "There is no knockout of 3 players with tables of 2 to 2: one would sit alone." in page


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"size": "many"}, "How many players? Write a number, such as 48."),
        ({"size": "-5"}, "How many players? Write a number, such as 48."),
        ({"size": "٤٨"}, "How many players? Write a number, such as 48."),
        ({"size": "9" * 400}, "How many players? Write a number, such as 48."),
        ({"size": "0"}, "The draw can have 47 to 56 players, not 0."),
        ({"size": "99"}, "The draw can have 47 to 56 players, not 99."),
        ({"tables": "\x00"}, "How many tables are there? Write a number, such as 16."),
        ({"tables": "3"}, "47 players need at least 12 tables of up to 4; there are only 3."),
        ({"plan": "12;4;1"}, "A plan is the tables of each round, the final last, such as 12, 4, 1."),
        ({"plan": "<script>"}, "A plan is the tables of each round, the final last, such as 12, 4, 1."),
        ({"plan": ",".join("1" * 21)}, "A plan is the tables of each round, the final last, such as 12, 4, 1."),
        ({"plan": "12,4"}, "A plan ends with one table, the final."),
        ({"plan": "999999,1"}, "There can’t be 999,999 tables for 48 players."),
        ({"plan": "5,1"}, "Round 1 would have tables of 9 to 10; 2 to 4 is allowed."),
    ],
)  # fmt: skip
def test_a_bad_address_gets_a_plain_sentence_and_a_whole_page(client, asked, sentence):
    day = a_day("syg", 47, "entries closed", reserves=9)
    page = look(client, day, status=422, **asked)
    assert f"<span>{sentence}</span>" in page
    assert "<h1>48 players</h1>" in page
    assert "<script>" not in page.replace("<script src", "")


@pytest.mark.parametrize("plan", ["12;4;1", "x" * 10_000, "\x00"])
def test_a_bad_form_is_refused_in_words_and_changes_nothing(client, plan):
    day = a_day("syg", 47, "entries closed", reserves=9)
    look(client, day)
    before = everything()
    answer = client.post(path(day), {"size": "48", "plan": plan})
    assert answer.status_code == 422
    assert "A plan is the tables of each round" in read_page(answer)
    assert everything() == before


def test_more_entries_than_places_is_said_before_it_happens(client):
    day = a_day("syg", 10, "entries closed", reserves=2)
    setup.change_settings(by=day.organiser, competition=day.pk, choices={"cap": 8}, sure=True)
    page = look(client, day)
    assert "8 of 10 entries, by lot." in page
    assert "There are 8 places for 10 entries: the lot decides among the entries too, and 2 won’t play." in page
    day.until("chosen")
    for stage in ("chosen", "sealed"):
        assert "the lot decides among the entries too" in read_page(client.get(path(day.until(stage), "ceremony")))


def test_a_rotation_shows_its_ring_and_the_numbers_of_tables(client):
    day = a_day("bac", 40, "entries closed")
    page = look(client, day)
    assert "<h2>8 tables</h2>" in page and "<dd>4 rounds</dd>" in page
    assert "8 tables of 5" in page
    assert "the best of a table moves down one number, from the first table to the last." in page
    assert page.count('class="picture-best"') == 8 + 8 + 1  # wide, tall, and what it means
    assert "<h2>10 tables</h2>" in look(client, day, plan=10)
    assert "40 players need 8 to 10 tables." in look(client, day, status=422, plan=11)


def test_a_ladder_says_who_stays(client):
    day = a_day("bac", 13, "entries closed", move="ladder")
    page = look(client, day)
    assert "and stays at the first table." in page and "and stays at the last." in page


def test_a_single_shows_its_tables(client):
    day = a_day("classroom", 23, "entries closed")
    page = look(client, day)
    assert "Every table is its own contest." in page
    assert "<dd>5 tables</dd>" in page
    assert "5 tables: 3 of 5, 2 of 4" in page


def test_drawn_anew_each_round_there_are_no_lines(client):
    day = a_day("syg", 16, "entries closed", redraw=True)
    page = look(client, day)
    assert "picture-lines" not in page
    assert "Each round gets a new draw, so nobody’s path is fixed." in page


def test_a_sealed_plan_stands(client):
    day = a_day("syg", 8, "sealed")
    page = look(client, day)
    assert "The draw is sealed, so its size and plan are fixed." in page
    assert "<h2>2 tables, then the final</h2>" in page
    assert "plan-card" not in page and "<button" not in page.split("<main")[1]


def test_a_stale_page_says_that_it_is_sealed(client):
    day = a_day("syg", 8, "sealed")
    answer = client.post(path(day), {"size": "8", "plan": "4, 2, 1"})
    assert answer.status_code == 422
    page = read_page(answer)
    assert "The draw is sealed. Next it needs the numbers from the hall." in page
    assert "<h2>2 tables, then the final</h2>" in page


def test_a_tap_fetches_only_the_plan(client):
    day = a_day("syg", 8, "entries closed")
    part = read_page(client.get(path(day), headers={"HX-Request": "true", "HX-Target": "plan"})).strip()
    assert part.startswith('<div class="plan" id="plan">') and "<html" not in part


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.fixture
def count() -> Callable[[int, str, str], int]:
    """How many queries a page takes with so many players at a stage."""

    def counted(players: int, stage: str, name: str) -> int:
        day = Day("syg", cap=None).people(players, reserves=min(players, 5))
        if stage == "all shown":
            day.until("drawn")
            for seen in (0, Draw.objects.latest("pk").reveal.reserves):
                if Draw.objects.latest("pk").reveal.next != "done":
                    draw.reveal_next(by=day.organiser, competition=day.pk, seen=seen, rest=True)
        else:
            day.until(stage)
        visitor = organiser(day.event)
        visitor.get(path(day, name))
        return queries(visitor, path(day, name))

    return counted


@pytest.mark.parametrize(
    ("stage", "name", "most"),
    [
        ("entries open", "plan", 9),
        ("entries closed", "plan", 9),
        ("sealed", "plan", 8),
        ("entries closed", "ceremony", 8),
        ("sealed", "ceremony", 8),
        ("all shown", "ceremony", 9),
        ("all shown", "publish", 9),
        ("published", "ceremony", 9),
        ("sealed", "ceremony-screen", 6),
        ("all shown", "ceremony-screen", 6),
        ("published", "ceremony-screen", 7),
    ],
)
def test_every_page_of_the_draw_takes_the_same_few_queries_at_any_size(count, stage, name, most):
    assert count(6, stage, name) == count(200, stage, name) <= most


def test_too_few_tables_are_refused_with_the_fewest_that_would_do(client):
    """45 entries may play without their 12 reserves: 12 tables are enough, not the 15 that everybody would need."""
    day = Day("syg").people(45, reserves=12)
    assert "45 players need at least 12 tables of up to 4; there are only 2." in look(client, day, 422, tables=2)


@pytest.mark.parametrize(
    ("entries", "reserves", "title", "rounds", "best"),
    [
        (2000, 300, "2,187 players", "Round 1 729 tables of 3 Round 2 243 tables of 3", "729,243,81,27,9,3,1"),
        (5000, 5000, "9,216 players", "Round 1 2,304 tables of 4 Round 2 576 tables of 4", "2304,576,144,36,12,4,1"),
    ],
)
def test_thousands_are_planned_and_drawn_on_a_page_of_a_sensible_size(client, entries, reserves, title, rounds, best):
    """Rounds of more than a hundred tables are told in words; the picture begins with the first that has fewer."""
    day = Day("syg", cap=None).people(entries, reserves=reserves).until("entries closed")
    for asked in ({}, {"size": entries}, {"size": entries + reserves}, {"tables": -(-entries // 4)}):
        answer = client.get(path(day), asked)
        assert answer.status_code == 200
        assert len(answer.content) < 150_000
    page = look(client, day)
    assert f"<h1>{title}</h1>" in page
    words = " ".join(re.sub(r"<[^>]+>", " ", page).replace(":", " ").split())
    assert rounds in words
    day.until("published")
    assert client.get(path(day)).status_code == 200
    assert ",".join(map(str, Draw.objects.get().plan)) == best
