"""Scoresheets: the front is as the database has it, fronts and backs alternate, codes open their table."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from scoring.queries.keys import keys_of
from scoring.rules.carry import SEATS
from scoring.rules.in_words import rules_of_play
from scoring.words import UNFINISHED
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
        assert max(front.letters, key=lambda letter: letter.top - letter.bottom).letter in str(table.number)
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
    assert has(first, "Lowest total goes on Final, table 1")
    assert has(first, "Unfinished hand (time up): finish this turn and any draw, then everyone’s cards count")


def test_codes_open_the_right_table():
    day = a_day("syg", 14, "published", reserves=2)
    links = [page.codes() for page in printed(day, "scoresheets").pages[::2]]
    assert links == [[SITE + key.path] for key in keys_of(day.competition)[1:]]


SIZES = [("syg", 8, {}), ("bac", 10, {"rounds": 2}), ("classroom", 10, {"table_max": 10})]


@pytest.mark.parametrize(("preset", "people", "choices"), SIZES)
def test_the_fields_are_those_of_the_keyboard_form_in_its_order(preset, people, choices):
    day = a_day(preset, people, "running", **choices)
    form = Office(day).form("board/1/paper/", "record")
    labels = [plain(label) for label in re.findall(r"<label.*?</label>", form, re.DOTALL)]
    letters = [label.removeprefix(f"{seat} ")[0] for seat, label in enumerate(labels[3:], start=1)]
    assert (labels[:3], letters) == (["Hand", "Last card", "Out"], list(SEATS[: len(letters)]))
    front = printed(day, "scoresheets").pages[0]
    hand, card = front.find("hand"), front.find("last card")
    outs = sorted(place.left for place in front.find("out") if abs(place.bottom - card[0].bottom) < 1)
    titles = [min(hand, key=lambda place: abs(place.bottom - card[0].bottom)).left, card[0].left, *outs]
    assert titles == sorted(titles)
    corners = [_corner(front, letter).left for letter in letters]
    assert len(outs) == len(corners) == len(letters)
    assert corners == sorted(corners)
    for label, letter in zip(labels[3:], letters, strict=True):
        assert has(front.text, label.partition(f"{letter} ")[2])
    assert UNFINISHED in form
    assert has(front.text, UNFINISHED) == (day.competition.clock is not None)


def _corner(front, letter):
    """A seat's letter in the corner of its card above the column: the only letters of that size."""
    return next(glyph for glyph in front.letters if glyph.letter == letter and glyph.size in (6.76, 8.32))


@pytest.mark.parametrize(
    ("preset", "choices", "told", "not_told"),
    [
        ("syg", {}, ["They get 0", "Points: the others add up their own cards", "Total: all points so far",
         "0 31 84 112"
                     " 6 59 50 70", "Most hands won goes on"], ["sum", "Sum:"]),
        ("classic-500", {"table_max": 4}, ["They hold 0", "Sum: the player who went out scores it", "Highest total "
                     "goes on", "0 171 84 28 6 53 50 20 140"], ["Unfinished", "Points:"]),
        ("syg", {"incomplete": "ignore"}, ["it doesn’t count. Leave it out."], ["Nobody went out"]),
        ("syg", {"switches": ["no_special_cards"]}, ["Out: tick"], ["+2", "20 points", "last card"]),
        ("bac", {"rounds": 2}, ["A tie? The organisers settle it"], ["Play-off"]),
    ],
)  # fmt: skip
def test_the_sheet_says_how_it_is_filled_in(preset, choices, told, not_told):
    front = printed(a_day(preset, 16, "published", **choices), "scoresheets").pages[0].text
    always = ["Example", "Dealt first: tick one", "Started", "Ended", "Signed if you agree", "Need more rows?"]
    assert [words for words in (*always, *told) if not has(front, words)] == []
    assert [words for words in not_told if has(front, words)] == []


def test_running_totals_stand_where_there_is_room():
    fronts = {
        seats: printed(a_day("classroom", seats, "published", table_max=10), "scoresheets").pages[0].text
        for seats in (2, 6, 7)
    }
    assert {seats: text.count("total") for seats, text in fronts.items()} == {2: 3, 6: 7, 7: 1}


def test_an_a4_sheet_has_twelve_rows_of_eight_millimetres():
    day = Day("syg").people(8, names=["Mia O'Brien", "Zoë Müller", "Ben"]).until("published")
    front = printed(day, "scoresheets").pages[0]
    _, *rows = front.find("+2+4")
    assert len(rows) == 12
    apart = [upper.bottom - other.bottom for upper, other in pairwise(rows)]
    assert min(apart) >= 22 and max(apart) < 24


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize(("preset", "people", "choices"), SIZES)
def test_the_longest_names_can_be_read(preset, people, choices, paper):
    day = Day(preset, **choices).people(people, names=[LONG_NAME, "Nguy\u1ec5n Th\u1ecb \u00c1nh"]).until("published")
    document = printed(day, "scoresheets", paper)
    check_fronts(day, document)
    for front in document.pages[::2]:
        assert min(letter.size for letter in front.letters if letter.letter.islower()) >= 7.9
    assert all(word in document.text.replace("-", " ").split() for word in re.findall(r"\w+", LONG_NAME)[:-1])


def test_a_word_that_no_column_has_room_for_stands_whole_in_a_list_of_the_names():
    """Beside it are the tables of people whose names fit above their columns."""
    names = [LONG_NAME, *("Christopher Tauiliili" for _ in range(9))]
    first, second = printed(Day("bac", rounds=2).people(10, names=names).until("published"), "scoresheets").pages[::2]
    listed, above = (first, second) if "Wolfe" in first.text else (second, first)
    whose = {word: [place.bottom for place in listed.find(word)] for word in ("Wolfe", "Christopher")}
    assert min(whose["Wolfe"] + whose["Christopher"]) > listed.find("Dealtfirst")[0].bottom
    assert len(above.find("Christopher")) == 5
    assert len({round(place.bottom) for place in above.find("Christopher")}) == 1  # side by side
    assert len({round(place.bottom) for place in listed.find("Christopher")}) == 3


def test_every_rule_of_play_is_on_the_back():
    day = a_day(
        "syg",
        8,
        "published",
        switches=["stack_both", "sevens_swap"],
        extra_cards={"Double": {"points": 40, "count": 2}},
    )
    document = printed(day, "scoresheets")
    for title, sentence in rules_of_play(day.competition.settings):
        assert has(document.pages[1].text, title)
        assert has(document.pages[1].text, sentence)
    assert "Double 40" in document.pages[0].text


@pytest.mark.parametrize("people", [10, 23])
def test_a_rotation_says_who_moves_where(people):
    day = a_day("bac", people, "published", rounds=3)
    document = printed(day, "scoresheets")
    check_fronts(day, document)
    tables = len(document.pages) // 2
    assert has(document.pages[0].text, f"Lowest total moves down To table {tables}")
    assert has(document.pages[0].text, "Highest total moves up To table 2")


def test_ten_seats_at_a_table():
    day = a_day("classroom", 10, "published", table_max=10, of_each=2)
    document = printed(day, "scoresheets")
    check_fronts(day, document)
    assert has(document.pages[0].text, "Highest total Wins table 1")
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
    assert has(document.pages[0].text, "Lowest total Wins the final")


@pytest.mark.parametrize(
    ("preset", "stage", "number", "sentence"),
    [
        ("syg", "entries open", 1, "Uno Open isn’t drawn yet. Publish the draw first."),
        ("syg", "published", 9, "There is no round 9: Uno Open has 2."),
        ("bac", "published", 2, "Round 2 isn’t seated yet. Close round 1 first."),
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
