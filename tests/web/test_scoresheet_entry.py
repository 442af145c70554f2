"""A scoresheet typed in: one line a hand, errors in place, nothing typed lost; or the code that a tablet shows."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scoring.models import Hand
from scoring.rules import carry
from scoring.rules.carry import CarriedHand
from tests.cast import OUT, Day, a_day
from tests.web.bad_input import REFUSED
from tests.web.offices import Office
from tests.web.reading import read_page

pytestmark = pytest.mark.django_db

PAPER = "board/1/paper/"
LINE = {"number": "1", "out": "B", "card": "", "seat1": "12", "seat2": "", "seat3": "84", "seat4": "7"}


@pytest.fixture
def office() -> Office:
    return Office(a_day("syg", 7, "running"))


@pytest.fixture
def day(office: Office) -> Day:
    return office.day


def save(office: Office, /, **typed: Any) -> Any:
    fields = office.fields(PAPER, "record") | LINE | typed
    return office.post(PAPER, **{name: value for name, value in fields.items() if value is not None})


def hands() -> list[tuple[int, list[int]]]:
    """Every hand with what was held, in seat order."""
    stood = Hand.objects.filter(deleted_at=None).order_by("number")
    return [(hand.number, [held.points for held in hand.held.order_by("seat__number")]) for hand in stood]


def typed_in(answer: Any) -> dict[str, str]:
    """What the form still holds."""
    inputs = re.findall(r'<input id="(\w+)" name="\w+" value="([^"]*)"', read_page(answer))
    return dict(inputs)


def errors(answer: Any) -> list[str]:
    return re.findall(r'class="field-error" id="[\w-]+"[^>]*>([^<]*)<', read_page(answer))


def test_the_fields_come_in_the_order_of_the_paper(office):
    form = office.form(PAPER, "record")
    order = re.findall(r'name="(number|out|card|seat\d+)"', form)
    assert order == ["number", "card", "out", "seat1", "seat2", "seat3", "seat4"]
    labels = [re.sub(r"<[^>]*>", "", label).split()[0] for label in re.findall(r"<label.*?</label>", form, re.DOTALL)]
    assert labels == ["Hand", "Last", "Out", "A", "B", "C", "D"]


def test_a_line_is_saved_and_the_next_one_waits(office):
    answer = save(office)
    assert answer["Location"] == f"{office.at}{PAPER}"
    assert hands() == [(1, [12, 84, 7])]
    assert office.fields(PAPER, "record")["number"] == "2"
    assert re.search(r'name="card" autofocus', office.page(PAPER))


def test_sent_twice_it_is_one_hand(office):
    fields = office.fields(PAPER, "record") | LINE
    assert [office.post(PAPER, **fields).status_code for _ in range(2)] == [302, 302]
    assert len(hands()) == 1


@pytest.mark.parametrize("out", ["B", "b", "2", " b "])
def test_who_went_out_is_a_letter_or_a_number(office, day, out):
    save(office, out=out)
    assert Hand.objects.get().out.number == 2


def test_the_last_card_that_makes_somebody_draw(office):
    save(office, card="draw_two")
    assert Hand.objects.get().last_card == "draw_two"


def test_the_incomplete_hand_has_nobody_out(office, day):
    day.ring()
    save(office, out="-", seat2="9")
    assert hands() == [(1, [12, 9, 84, 7])]
    assert not Hand.objects.get().complete


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"out": ""}, ["Who went out? If nobody did, choose “Unfinished hand (time up)”.", "Still to count."]),
        ({"out": "E"}, ["Nobody plays at that seat.", "Still to count."]),
        ({"seat2": "5"}, ["Went out, so holds nothing."]),
        ({"seat1": ""}, ["Still to count."]),
        ({"seat3": "1.5"}, ["Type a whole number of points."]),
        ({"seat3": "-1"}, ["Type a whole number of points."]),
        ({"seat3": "٣"}, ["Type a whole number of points."]),
        ({"seat3": "NaN"}, ["Type a whole number of points."]),
        ({"seat3": "1e9"}, ["Type a whole number of points."]),
        ({"number": "x"}, ["A hand’s number must be 1 or more."]),
        ({"number": "0"}, ["A hand’s number must be 1 or more."]),
    ],
)
def test_what_is_wrong_is_said_in_place_and_nothing_typed_is_lost(office, typed, sentence):
    answer = save(office, **typed)
    assert answer.status_code == 422
    assert errors(answer) == sentence
    kept = {name: value for name, value in (LINE | typed).items() if name.startswith("seat") or name == "number"}
    assert {name: typed_in(answer)[name] for name in kept} == kept
    assert hands() == []


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"seat3": "1239"}, "Together that’s more than all the cards"),
        ({"seat3": "999999"}, "can’t hold 999999 points"),
        ({"number": "3"}, "The next hand at this table is number 1."),
        ({"card": "joker"}, "There is no card called"),
    ],
)
def test_what_cannot_be_is_refused_by_the_rules(office, typed, sentence):
    answer = save(office, **typed)
    assert answer.status_code == 422
    assert sentence in read_page(answer)
    assert typed_in(answer)["seat1"] == "12"
    assert hands() == []


@pytest.mark.parametrize("bad", REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("field", ["number", "out", "seat1"])
def test_bad_input_breaks_nothing(office, field, bad):
    assert save(office, **{field: bad}).status_code in (409, 422)
    assert hands() == []


def test_what_is_unusual_asks_and_is_saved_when_sure(office):
    answer = save(office, seat3="260")
    assert answer.status_code == 409
    page = read_page(answer)
    assert "that is unusual. Sure?" in page
    assert "Yes, that’s right" in page
    assert 'name="sure" value="1"' in page
    assert save(office, seat3="260", sure="1").status_code == 302


def test_a_typed_0_of_somebody_who_did_not_go_out_asks(office):
    answer = save(office, seat3="0")
    assert answer.status_code == 409
    assert "has 0 points but didn’t go out, so only zeros are left. Sure?" in read_page(answer)
    assert save(office, seat3="0", sure="1").status_code == 302


def test_the_play_off_hand_asks_only_who_went_out(office, day):
    day.hand(1, [5, 5, 20, 30], sure=True)
    day.ring()
    assert save(office, number="2", out="A", seat1="", seat2="", seat3=None, seat4=None).status_code == 302
    assert hands()[1:] == [(2, [0])]


def test_a_hand_that_a_tablet_sent_meanwhile_shows_both_values(office, day):
    day.hand(1, [12, OUT, 48, 7])
    answer = save(office)
    page = read_page(answer)
    assert answer.status_code == 409
    assert "Hand 1 is already recorded. Which one is right?" in page
    both = re.search(r'<table class="both-table">.*?</table>', page, re.DOTALL)
    assert both and "48" in both[0] and "84" in both[0]
    assert typed_in(answer)["seat3"] == "84"
    assert hands() == [(1, [12, 48, 7])]
    assert save(office, do="replace", version="1").status_code == 302
    assert hands() == [(1, [12, 84, 7])]


def test_the_play_off_hand_is_among_those_who_are_level(office, day):
    day.hand(1, [5, 5, 20, 30], sure=True)
    day.ring()
    form = office.form(PAPER, "record")
    assert re.findall(r'name="(seat\d+)"', form) == ["seat1", "seat2"]
    assert save(office, number="2", out="A", seat1="", seat2="9", seat3=None, seat4=None).status_code == 302
    assert Hand.objects.get(number=2).playoff


def test_after_the_bell_ordinary_hands_can_follow_although_two_are_level(office, day):
    day.ring()
    day.hand(1, [10, OUT, 20, 30])
    day.hand(1, [OUT, 10, 20, 30])
    assert re.findall(r'name="(seat\d+)"', office.form(PAPER, "record")) == ["seat1", "seat2", "seat3", "seat4"]
    assert "Enter the play-off hand" in office.text(PAPER)
    assert re.findall(r'name="(seat\d+)"', office.form(f"{PAPER}?playoff=1", "record")) == ["seat1", "seat2"]
    assert save(office, number="3").status_code == 302
    assert not Hand.objects.get(number=3).playoff


def test_a_code_of_those_who_are_level_is_their_play_off_hand(office, day):
    day.ring()
    day.hand(1, [10, OUT, 20, 30])
    day.hand(1, [OUT, 10, 20, 30])
    assert office.press(PAPER, "carry", code=code(number=3, points={1: 12})).status_code == 302
    assert Hand.objects.get(number=3).playoff


def test_a_sheet_that_takes_no_other_hand_says_why(office, day):
    day.hand(1, [OUT, 10, 20, 30])
    day.ring().accept(1)
    assert "The sheet is accepted." in office.text(PAPER)
    assert 'value="record"' not in office.page(PAPER)
    assert office.post(PAPER, **LINE | {"do": "record", "number": "2"}).status_code == 422
    assert len(hands()) == 1


# The code that a tablet shows


def code(**more: Any) -> str:
    return carry.write(CarriedHand(**{"number": 1, "out_seat": 2, "points": {1: 12, 3: 84, 4: 7}} | more))


def test_a_carried_code_is_a_hand(office):
    answer = office.press(PAPER, "carry", code=code(last_card="wild_draw_four").lower())
    assert answer.status_code == 302
    assert hands() == [(1, [12, 84, 7])]
    assert (Hand.objects.get().last_card, Hand.objects.get().out.number) == ("wild_draw_four", 2)


@pytest.mark.parametrize("typed", ["", "5 A12", "1 A12 BX C84 D8 U", "x" * 500])
def test_a_code_that_is_mistyped_stays_in_its_field(office, typed):
    answer = office.press(PAPER, "carry", code=typed)
    assert answer.status_code == 422
    [error] = errors(answer)
    assert "code" in error
    assert f'value="{typed}"' in read_page(answer)
    assert hands() == []


def test_a_code_of_another_table_is_said(office):
    answer = office.press(PAPER, "carry", code=code(points={1: 12, 3: 84, 5: 7}))
    assert errors(answer)[0] == "Nobody plays at seat E of this table. Is it another table’s code?"


def test_a_code_that_asks_fills_the_line(office):
    answer = office.press(PAPER, "carry", code=code(points={1: 12, 3: 260, 4: 7}))
    assert answer.status_code == 409
    assert typed_in(answer)["seat3"] == "260"
    assert "Yes, that’s right" in read_page(answer)


def test_a_code_that_was_received_already_shows_both_values(office, day):
    day.hand(1, [12, OUT, 48, 7])
    answer = office.press(PAPER, "carry", code=code())
    assert answer.status_code == 409
    assert "Replace it with mine" in read_page(answer)
