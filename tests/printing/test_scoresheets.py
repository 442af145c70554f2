"""Scoresheets: the front is as the database has it, fronts and backs alternate, codes open their table."""

from __future__ import annotations

import re

import pytest

from scoring.queries.keys import keys_of
from scoring.rules.carry import SEATS
from scoring.rules.in_words import rules_of_play
from tests.cast import LONG_NAME, Day, a_day
from tests.printing.documents import SITE, printed
from tests.printing.reading import has
from tests.web.offices import Office, plain
from tournament.actions import hiding
from tournament.models import Seat
from tournament.printing.paper_sizes import A4, LETTER
from tournament.rules.errors import NothingToPrint

pytestmark = pytest.mark.django_db


def name_of_round(day, number):
    """The last round of a knockout is its final."""
    competition = day.competition
    plan = competition.draws.get(published_at__isnull=False).plan
    return "Final" if competition.format == "knockout" and number == len(plan) else f"Round {number}"


def check_fronts(day, document, round_number=1):
    """Every second page is a table's front with its people, its code and its link; the others are the rules."""
    tables = list(day.competition.round_set.get(number=round_number).tables.order_by("number"))
    assert len(document.pages) == 2 * len(tables)
    keys = keys_of(day.competition)
    for table, front, back in zip(tables, document.pages[::2], document.pages[1::2], strict=True):
        seats = Seat.objects.filter(table=table).select_related("entry__competitor", "entry__group")
        for seat in seats:
            assert has(front.text, seat.entry.competitor.name), seat.entry.competitor.name
            assert has(front.text, seat.entry.group.name)
        assert front.text.startswith("Table")
        assert name_of_round(day, round_number) in front.text
        assert has(front.text, day.competition.name)
        assert has(front.text, day.competition.event.name)
        assert keys[table.number].shown_code in front.text
        assert max(front.letters, key=lambda one: one.top - one.bottom).letter in str(table.number)
        assert "Special cards" in back.text
        assert "Scoring" in back.text


def test_who_is_hidden_from_the_public_is_whole_on_working_paper():
    day = a_day("syg", 4, "published")
    hiding.hide_person(by=day.mc, competitor=day.who("Mia O'Brien").competitor_id)
    check_fronts(day, printed(day, "scoresheets"))


@pytest.mark.parametrize(("paper", "size"), [(A4, (595, 842)), (LETTER, (612, 792))])
def test_a_knockout_round(paper, size):
    day = a_day("syg", 14, "published", reserves=2)
    document = printed(day, "scoresheets", paper)
    assert {page.size for page in document.pages} == {size}
    check_fronts(day, document)
    first = document.pages[0].text
    assert "Goes on to table 1:" in first
    assert "Nobody: incomplete" in first


def test_codes_open_the_right_table():
    day = a_day("syg", 14, "published", reserves=2)
    links = [page.codes() for page in printed(day, "scoresheets").pages[::2]]
    assert links == [[SITE + key.path] for key in keys_of(day.competition)[1:]]


@pytest.mark.parametrize(
    ("preset", "people", "choices"), [("syg", 8, {}), ("bac", 10, {"rounds": 2}), ("classroom", 10, {"table_max": 10})]
)
def test_the_fields_are_those_of_the_keyboard_form_in_its_order(preset, people, choices):
    day = a_day(preset, people, "running", **choices)
    form = Office(day).form("board/1/paper/", "record")
    labels = [plain(label) for label in re.findall(r"<label.*?</label>", form, re.DOTALL)]
    letters = [label.removeprefix(f"{seat} ")[0] for seat, label in enumerate(labels[3:], start=1)]
    assert (labels[:3], letters) == (["Hand", "Out", "Last card"], list(SEATS[: len(letters)]))
    front = printed(day, "scoresheets").pages[0]
    height = min(place.bottom for place in front.find("Hand Out Last card"))
    heads = [front.find("Hand Out Last card")[0].left, *(place.left for place in _heads(front, letters, height))]
    assert heads == sorted(heads)
    assert len(heads) == 1 + len(letters)
    for label, letter in zip(labels[3:], letters, strict=True):
        assert has(front.text, label.partition(f"{letter} ")[2])
    assert "Nobody: incomplete" in form
    assert ("Nobody: incomplete" in front.text) == (day.competition.clock is not None)


def _heads(front, letters, height):
    """The letter on top of each column: the lowest of all that stand alone above the grid."""
    above = [[one for one in front.letters if one.letter == letter and one.size == 12] for letter in letters]
    return [min((one for one in found if one.bottom > height - 8), key=lambda one: one.bottom) for found in above]


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize(
    ("preset", "people", "choices"), [("syg", 8, {}), ("bac", 10, {"rounds": 2}), ("classroom", 10, {"table_max": 10})]
)
def test_the_longest_names_can_be_read(preset, people, choices, paper):
    day = Day(preset, **choices).people(people, names=[LONG_NAME, "Nguy\u1ec5n Th\u1ecb \u00c1nh"]).until("published")
    document = printed(day, "scoresheets", paper)
    check_fronts(day, document)
    for front in document.pages[::2]:
        assert min(letter.size for letter in front.letters if letter.letter.islower()) >= 7.9


def test_every_rule_of_play_is_on_the_back():
    day = a_day(
        "syg",
        8,
        "published",
        switches=["stack_both", "sevens_swap"],
        extra_cards={"Double": {"points": 40, "count": 2}},
    )
    document = printed(day, "scoresheets")
    for title, said in rules_of_play(day.competition.settings):
        assert has(document.pages[1].text, title)
        assert has(document.pages[1].text, said)
    assert "Double 40" in document.pages[0].text


@pytest.mark.parametrize("people", [10, 23])
def test_a_rotation_says_who_moves_where(people):
    day = a_day("bac", people, "published", rounds=3)
    document = printed(day, "scoresheets")
    check_fronts(day, document)
    tables = len(document.pages) // 2
    assert f"Lowest score moves down to table {tables}:" in document.pages[0].text
    assert "Highest score moves up to table 2:" in document.pages[0].text


def test_ten_seats_at_a_table():
    day = a_day("classroom", 10, "published", table_max=10, of_each=2)
    document = printed(day, "scoresheets")
    check_fronts(day, document)
    assert "Wins table 1:" in document.pages[0].text
    check_fronts(day, printed(day, "scoresheets", LETTER))


def test_an_empty_chair_is_crossed_out_and_a_substitute_is_named():
    day = a_day("syg", 8, "published")
    gone, swapped = day.names()[0][0], day.names()[1][0]
    day.gone(gone)
    day.substitute(swapped, "Ivy Zealand")
    fronts = printed(day, "scoresheets").pages[::2]
    assert "Empty chair" in fronts[0].text
    assert has(fronts[1].text, "Ivy Zealand")
    assert has(fronts[1].text, f"for {swapped}")


def test_a_later_round_of_a_knockout_says_whose_winners_will_sit_there():
    day = a_day("syg", 16, "published")
    document = printed(day, "scoresheets", round=2)
    assert len(document.pages) == 2
    for table in range(1, 5):
        assert has(document.pages[0].text, f"Winner of table {table}")
    assert "Wins the final:" in document.pages[0].text


@pytest.mark.parametrize(
    ("preset", "stage", "number", "sentence"),
    [
        ("syg", "entries open", 1, "Uno Open is not drawn yet. Publish the draw first."),
        ("syg", "published", 9, "There is no round 9: Uno Open has 2."),
        ("bac", "published", 2, "Round 2 is not seated yet. Close round 1 first."),
    ],
)
def test_what_is_not_there_is_said_plainly(preset, stage, number, sentence):
    day = a_day(preset, 10, stage, rounds=3) if preset == "bac" else a_day(preset, 10, stage)
    with pytest.raises(NothingToPrint, match=sentence):
        printed(day, "scoresheets", round=number)


def test_an_empty_competition_has_blank_sheets():
    document = printed(Day("syg"), "blank-sheets", copies=3)
    assert len(document.pages) == 6
    assert all("Special cards" in page.text for page in document.pages[1::2])
    assert document.pages[0].codes() == []


def test_two_hundred_tables():
    day = Day("classroom", table_max=4).people(800).until("published")
    document = printed(day, "scoresheets", check=False)
    assert len(document.pages) == 400
    assert len(document.content) < 4_000_000
    document.pages[398].check()
    assert has(document.pages[398].text, day.names()[199][0])
