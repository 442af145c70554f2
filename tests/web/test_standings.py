"""A knockout's bracket with who went on, and a rotation's order after each closed round."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from tests.cast import Day
from tests.web.reading import read_page
from tests.web.rehearsals import SCRIPTS
from tournament.models import Competition
from tournament.queries.bracket import read_bracket
from tournament.queries.results import read_order_so_far, read_results
from tournament.queries.standing import read_standing

pytestmark = pytest.mark.django_db


def page(day: Day) -> str:
    answer = Client().get(f"/c/{day.competition.slug}/standings/")
    assert answer.status_code == 200
    return unescape(read_page(answer))


def test_before_the_draw_it_says_what_it_waits_for():
    assert "It is shown here when the draw is published." in page(Day("syg").people(2))
    assert "They are shown here after each round." in page(Day("bac").people(4))


def test_a_table_is_to_come_being_played_and_done():
    day = Day("syg").people(9).until("published")
    states = lambda: re.findall(r'<circle class="way-(\S+)" cx="[\d.]+" cy', page(day))  # noqa: E731
    assert states().count("now") == 2 * 3 + 1 and "done" not in states()[3:]
    day.until("round closed")
    assert states().count("done") == 2 * 3 + 1
    assert states().count("to-come") == 2 + 1


def test_who_went_on_stands_first_with_the_table_they_go_to():
    day = Day("syg").people(9).until("round closed")
    winner = day.table(2).first.competitor.name
    text = page(day)
    assert "goes on to the final, table 1" in text
    standing = read_standing(day.competition, timezone.now())
    first = read_bracket(day.competition, standing).rounds[0].tables[1].first
    assert first is not None and winner.startswith(first.name.split()[0])


def test_the_winner_of_the_final_is_the_headline():
    day = Day("syg").people(3).until("finished")
    assert re.search(r"<h1><bdi>[^<]+</bdi> wins</h1>", page(day))


@pytest.mark.usefixtures("rehearsed")
def test_every_rehearsed_bracket_and_order_is_that_of_the_results(client):
    for slug in SCRIPTS:
        competition = Competition.objects.select_related("event").get(slug=slug)
        answer = client.get(f"/c/{slug}/standings/")
        assert answer.status_code == (404 if competition.format == "single" else 200)
        standing = read_standing(competition, timezone.now())
        results = read_results(competition, standing)
        if competition.format == "knockout":
            assert read_bracket(competition, standing).champion == (
                results.champion.person if results.champion else None
            )
        elif competition.format == "rotation":
            assert list(read_order_so_far(competition, standing).lines) == list(results.sections[0])


def test_a_rotation_counts_only_rounds_that_are_over():
    day = Day("bac", rounds=3).people(8).until("sheets in")
    assert "They are shown here when round 1 is over." in page(day)
    day.until("round closed")
    assert "After round 1 of 3." in page(day)
    before = re.findall(r'class="name">([^<]+)', page(day))
    assert len(before) == 8
    day.next_round().until("sheets in")
    assert re.findall(r'class="name">([^<]+)', page(day)) == before


@pytest.mark.usefixtures("rehearsed")
@pytest.mark.parametrize("kind", ["knockout", "rotation"])
def test_it_takes_the_same_queries_at_any_size(queries, kind):
    assert queries(f"/c/{kind}-small/standings/") == queries(f"/c/{kind}-large/standings/") <= 6
