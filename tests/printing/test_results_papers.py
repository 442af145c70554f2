"""Results on paper: every place and every point as the pages have them."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.cast import a_day
from tests.printing.documents import printed
from tests.printing.reading import has, has_row
from tests.round_views import view_round
from tournament.models import Draw, Seat
from tournament.printing.paper_sizes import LETTER
from tournament.queries.people import read_people
from tournament.queries.results import read_results
from tournament.queries.standing import read_standing
from tournament.rules.errors import NothingToPrint

pytestmark = pytest.mark.django_db
FINISHED = [("syg", 14, {}), ("bac", 13, {"rounds": 2}), ("classroom", 8, {"table_max": 4})]


def standings(day):
    results = read_results(day.competition, read_standing(day.competition, timezone.now()))
    return [one for section in results.sections.values() for one in section]


@pytest.mark.parametrize(("preset", "people", "choices"), FINISHED)
def test_the_standings_have_everybody_s_place(preset, people, choices):
    day = a_day(preset, people, "finished", **choices)
    document = printed(day, "standings")
    for one in standings(day):
        assert has_row(document.text, one.place, one.person.name, one.person.group, f"{one.points:,}", one.won)
    assert not has(document.text, "Mia O'Brien")


@pytest.mark.parametrize(("preset", "people", "choices"), FINISHED)
def test_everybody_who_played_has_a_certificate_with_the_whole_name(preset, people, choices):
    day = a_day(preset, people, "finished", **choices)
    document = printed(day, "certificates", LETTER)
    found = standings(day)
    assert len(document.pages) == len(found)
    assert {page.size for page in document.pages} == {(792, 612)}
    for one, page in zip(found, document.pages, strict=True):
        assert has(page.text, day.who(one.person.code).competitor.name)
    assert "Winner" in document.pages[0].text
    assert "Took part" in document.pages[-1].text


def test_a_round_s_results_are_those_of_the_seats():
    day = a_day("syg", 14, "round closed")
    text = printed(day, "round-results").text
    people = read_people(day.competition)
    for seat in Seat.objects.filter(round=day.round):
        assert has_row(text, people[seat.entry_id].name, people[seat.entry_id].group, f"{seat.points:,}")
    assert "Goes on to table 1" in text


def test_a_rotation_s_results_say_who_moves():
    assert "Moves to table" in printed(a_day("bac", 13, "round closed", rounds=2), "round-results").text


def test_sheets_that_are_still_to_come_are_said():
    day = a_day("syg", 14, "time up")
    day.play(2)
    text = printed(day, "round-results").text
    assert "3 sheets still to come" in text
    assert "Table 1: its sheet is not in yet" in text


@pytest.mark.parametrize(("preset", "people", "choices"), FINISHED)
def test_the_report_has_everything_and_bookmarks(preset, people, choices):
    day = a_day(preset, people, "finished", **choices)
    document = printed(day, "report")
    titles = [title for _, title, _ in document.bookmarks]
    rounds = [f"Round {number}" for number in range(1, day.round.number + 1)]
    if day.competition.format == "knockout":
        rounds[-1] = "Final"
    assert titles == ["Uno Open", "Final standings", "How it was played", "The draw", *rounds]
    draw = Draw.objects.get(competition=day.pk, published_at__isnull=False)
    assert has(document.text, draw.seed)
    for one in standings(day):
        assert has_row(document.text, one.place, one.person.name, one.person.group, f"{one.points:,}", one.won)
    for round_ in day.competition.round_set.all():
        for table in view_round(day.competition, round_.number).tables:
            for hand in table.hands:
                points = [f"({cell.points})" if cell.out else cell.points for cell in hand.cells]
                assert has_row(document.text, hand.number, *points)


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("standings", "Uno Open is not finished yet: nobody has a place."),
        ("certificates", "Uno Open is not finished yet: nobody has a place."),
        ("report", "Uno Open is not finished yet: nobody has a place."),
        ("round-results", "No sheet of round 1 is in yet, so it has no result."),
    ],
)
def test_before_there_is_a_result_there_is_a_plain_sentence(key, sentence):
    with pytest.raises(NothingToPrint, match=sentence):
        printed(a_day("syg", 14, "published"), key)
