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
from tournament.ranking_words import decimal, percent
from tournament.rules.errors import NothingToPrint
from tournament.rules.print_looks import PaperLook, PaperMargins, PrintLook

pytestmark = pytest.mark.django_db
FINISHED = [("syg", 14, {}), ("bac", 13, {"rounds": 2}), ("classroom", 8, {"table_max": 4})]


def standings(day):
    results = read_results(day.competition, read_standing(day.competition, timezone.now()))
    return [line for section in results.sections.values() for line in section]


def row_of(day, line):
    """A line of the standings; a rotation's says how many rounds were played."""
    rounds = [line.rounds] if day.competition.format == "rotation" else []
    return (
        line.place,
        line.person.name,
        line.person.group,
        *rounds,
        f"{line.points:,}",
        line.won,
        decimal(line.average),
    )


@pytest.mark.parametrize(
    ("ranking", "heading", "decides"),
    [
        ("average", "Final standings by points per hand", "Ranked by points per hand. The lowest is best."),
        ("total", "Final standings by total points", "Ranked by total points. The lowest is best."),
        ("beaten", "Final standings by table-mates beaten", "Ranked by table-mates beaten. The highest is best."),
    ],
)
def test_a_rotation_s_standings_say_what_they_are_ranked_by(ranking, heading, decides):
    day = a_day("bac", 13, "finished", rounds=2, ranking=ranking)
    document = printed(day, "standings")
    assert has(document.text, heading)
    assert has(document.text, decides)
    shown = {"average": lambda line: decimal(line.average), "total": lambda line: f"{line.points:,}",
             "beaten": lambda line: percent(line.beaten)}  # fmt: skip
    first = standings(day)[0]
    assert has_row(
        document.text, *([first.won] if ranking == "total" else [first.points, first.won]), shown[ranking](first)
    )
    assert has(printed(day, "report").text, decides)


@pytest.mark.parametrize(("preset", "people", "choices"), FINISHED)
def test_the_standings_have_everybody_s_place(preset, people, choices):
    day = a_day(preset, people, "finished", **choices)
    document = printed(day, "standings")
    for line in standings(day):
        assert has_row(document.text, *row_of(day, line))
    assert not has(document.text, "Mia O'Brien")


@pytest.mark.parametrize(("preset", "people", "choices"), FINISHED)
def test_everybody_who_played_has_a_certificate_with_the_whole_name(preset, people, choices):
    day = a_day(preset, people, "finished", **choices)
    document = printed(day, "certificates", LETTER)
    found = standings(day)
    assert len(document.pages) == len(found)
    assert {page.size for page in document.pages} == {(792, 612)}
    for line, page in zip(found, document.pages, strict=True):
        assert has(page.text, day.who(line.person.code).competitor.name)
    first = "Winner of table 1" if preset == "classroom" else f"Champion First of {len(found)} players"
    assert has(document.pages[0].text, first)
    assert has(document.pages[-1].text, "Took part")
    assert all(has(page.text, "Uno Open Certificate") for page in document.pages)


@pytest.mark.parametrize(
    ("preset", "choices", "words"),
    [
        ("syg", {}, ["Champion", "Finalist", "Finalist", "Finalist", "Took part"]),
        ("bac", {"rounds": 2}, ["Champion", "Second place", "Third place", "Took part", "Took part"]),
    ],
)
def test_what_a_certificate_is_for(preset, choices, words):
    document = printed(a_day(preset, 14, "finished", **choices), "certificates")
    assert [next(word for word in words if has(page.text, word)) for page in document.pages[: len(words)]] == words


def test_onto_pre_printed_paper_only_words_are_printed_inside_its_margins():
    day = a_day("syg", 14, "finished")
    look = PrintLook(PaperLook.PREPRINTED, PaperMargins(top=70, right=40, bottom=30, left=50))
    page = printed(day, "certificates", look=look).pages[0]
    width, height = page.size
    millimetre = 72 / 25.4
    assert min(letter.left for letter in page.letters) >= 50 * millimetre
    assert max(letter.right for letter in page.letters) <= width - 40 * millimetre
    assert max(letter.top for letter in page.letters) <= height - 70 * millimetre
    assert min(letter.bottom for letter in page.letters) >= 30 * millimetre
    picture = page.picture(1)
    dark = [x for x in range(picture.width) if any(picture.getpixel((x, y)) < 128 for y in range(picture.height))]
    assert min(dark) >= 50 * millimetre - 1


def test_a_competition_that_does_not_say_its_game_has_it_on_the_certificate():
    day = a_day("syg", 4, "finished", name="Under 18")
    assert has(printed(day, "certificates").pages[0].text, "Under 18 Uno certificate")


def test_a_round_s_results_are_those_of_the_seats():
    day = a_day("syg", 14, "round closed")
    text = printed(day, "round-results").text
    people = read_people(day.competition)
    for seat in Seat.objects.filter(round=day.round):
        assert has_row(text, people[seat.entry_id].name, people[seat.entry_id].group, f"{seat.points:,}")
    assert "Goes on to the final, table 1" in text


def test_a_rotation_s_results_say_who_moves():
    assert "Moves to table" in printed(a_day("bac", 13, "round closed", rounds=2), "round-results").text


def test_sheets_that_are_still_to_come_are_said():
    day = a_day("syg", 14, "time up")
    day.play(2)
    text = printed(day, "round-results").text
    assert "3 sheets still to come" in text
    assert "Table 1: its sheet isn’t in yet" in text


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
    for line in standings(day):
        assert has_row(document.text, *row_of(day, line))
    for round_ in day.competition.round_set.all():
        for table in view_round(day.competition, round_.number).tables:
            for hand in table.hands:
                points = [f"({cell.points})" if cell.out else cell.points for cell in hand.cells]
                assert has_row(document.text, hand.number, *points)


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("standings", "Uno Open isn’t finished yet: nobody has a place."),
        ("certificates", "Uno Open isn’t finished yet: nobody has a place."),
        ("report", "Uno Open isn’t finished yet: nobody has a place."),
        ("round-results", "No sheet of round 1 is in yet, so it has no result."),
    ],
)
def test_before_there_is_a_result_there_is_a_plain_sentence(key, sentence):
    with pytest.raises(NothingToPrint, match=sentence):
        printed(a_day("syg", 14, "published"), key)
