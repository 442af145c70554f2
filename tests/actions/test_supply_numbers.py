"""Somebody in the hall supplies numbers; lots and seats follow from them, and anybody can re-run it (RECORD 1)."""

from __future__ import annotations

import hashlib

import pytest

from tests.cast import SALT, Day, a_day
from tests.refusals import refused
from tournament.actions import draw, hall_numbers, setup
from tournament.rules.errors import DrawRefused

pytestmark = pytest.mark.django_db


def supply(day: Day, public: str):
    """Typed, and confirmed as they were typed."""
    hall_numbers.type_numbers(by=day.organiser, competition=day.pk, public=public)
    return hall_numbers.supply_numbers(by=day.organiser, competition=day.pk, public=public)


def test_the_seed_is_made_of_the_list_the_salt_and_the_numbers():
    day = a_day("syg", 4, "sealed")
    supply(day, "  4 6 1 1 3 ")
    drawn = day.competition.draws.get()
    text = f"turntable-draw/1\n{drawn.list_hash}\n{SALT}\n4 6 1 1 3\n"
    assert drawn.seed == hashlib.sha256(text.encode()).hexdigest()


def test_letters_are_composed_before_they_count():
    day = a_day("syg", 4, "sealed")
    supply(day, "Glu\u0308ck 7")
    assert day.competition.draws.get().public == "Gl\u00fcck 7"


def test_200_characters_are_the_most():
    day = a_day("syg", 4, "sealed")
    with refused(DrawRefused, "Write the numbers from the hall on one line, 200 characters at most."):
        supply(day, "6" * 201)
    supply(day, "6" * 200)
    assert day.competition.draws.get().public == "6" * 200


@pytest.mark.parametrize("public", ["4 6\n1", "4\x006", "4\u20286", "4\ud83d"])
def test_the_numbers_are_one_readable_line(public):
    day = a_day("syg", 4, "sealed")
    with refused(DrawRefused, "Write the numbers from the hall on one line, 200 characters at most."):
        supply(day, public)


@pytest.mark.parametrize("public", ["", " \n "])
def test_without_numbers_there_is_no_draw(public):
    day = a_day("syg", 4, "sealed")
    sentence = "Type the numbers from the hall first, for example what the dice show."
    with refused(DrawRefused, sentence):
        supply(day, public)


def test_the_draw_must_be_sealed_first_and_is_made_once():
    day = a_day("syg", 4, "chosen")
    with refused(DrawRefused, "The draw isn’t sealed yet: seal it first."):
        supply(day, "4")
    day.until("drawn")
    sentence = "The draw has already been made, with the numbers 4 6 1 1 3. The numbers you typed weren’t used."
    with refused(DrawRefused, sentence):
        supply(day, "4")


def kept(day: Day) -> tuple[str, str, bool]:
    row = day.competition.draws.get()
    return row.typed, row.public, row.drawn_at is not None


def test_nothing_follows_from_numbers_before_they_are_confirmed():
    day = a_day("syg", 4, "sealed")
    of = {"by": day.organiser, "competition": day.pk}
    with refused(DrawRefused, "Type the numbers first. Everybody sees them before they’re used."):
        hall_numbers.supply_numbers(**of, public="4 6 1")
    hall_numbers.type_numbers(**of, public=" 4 6 7 ")
    assert kept(day) == ("4 6 7", "", False)
    assert day.competition.draws.get().seed == ""
    assert set(day.competition.entries.values_list("status", flat=True)) == {""}
    with refused(DrawRefused, "The numbers are now 4 6 7. Check them again before you confirm."):
        hall_numbers.supply_numbers(**of, public="4 6 1")
    hall_numbers.change_numbers(**of, public="4 6 7")
    assert kept(day) == ("", "", False)
    hall_numbers.type_numbers(**of, public="4 6 1")
    hall_numbers.supply_numbers(**of, public="4 6 1")
    assert kept(day) == ("", "4 6 1", True)
    lines = day.competition.log.filter(what__in=("numbers typed", "numbers changed", "drawn")).order_by("pk")
    assert [(line.what, line.facts["public"]) for line in lines] == [
        ("numbers typed", "4 6 7"), ("numbers changed", "4 6 7"), ("numbers typed", "4 6 1"), ("drawn", "4 6 1"),
    ]  # fmt: skip


def test_of_two_organisers_who_type_the_second_sees_the_first_s():
    day = a_day("syg", 4, "sealed")
    of = {"by": day.organiser, "competition": day.pk}
    hall_numbers.type_numbers(**of, public="4 6 1")
    hall_numbers.type_numbers(**of, public="4 6 1")  # the same numbers: both typed what the dice show
    with refused(DrawRefused, "Somebody else has typed 4 6 1. Confirm those numbers, or change them."):
        hall_numbers.type_numbers(**of, public="4 6 7")
    with refused(DrawRefused, "The numbers are now 4 6 1. Check them again before you confirm."):
        hall_numbers.change_numbers(**of, public="4 6 7")
    assert kept(day) == ("4 6 1", "", False)


def test_numbers_that_wait_are_thrown_away_with_the_draw_and_are_in_no_record():
    day = a_day("syg", 4, "sealed")
    hall_numbers.type_numbers(by=day.organiser, competition=day.pk, public="4 6 1")
    draw.discard_draw(by=day.organiser, competition=day.pk, why="a name was missing")
    assert day.competition.draws.get().public == ""
    day.stage = "entries closed"
    day.until("finished")


def test_everybody_drawn_has_exactly_one_seat():
    day = a_day("syg", 7, "sealed", reserves=4)
    answer = supply(day, "4")
    seated = sorted(code for table in answer["tables"] for code in table)
    assert seated == answer["admitted"] == sorted(set(seated))
    statuses = dict(day.competition.entries.values_list("code", "status"))
    assert statuses == {code: "in" if code in seated else "not_drawn" for code in statuses}


def test_people_of_one_group_sit_apart():
    day = a_day("bac", 12, "sealed", of_each=3)
    answer = supply(day, "4")
    groups = dict(day.competition.entries.values_list("code", "group_code"))
    assert [len(table) for table in answer["tables"]] == [4, 4, 4]
    assert all(len({groups[code] for code in table}) == 4 for table in answer["tables"])


def test_reserves_fill_the_draw_by_lot_and_the_rest_wait_in_the_order_of_call():
    day = a_day("syg", 5, "entries closed", reserves=4).choose(6).until("drawn")
    drawn = day.competition.draws.get()
    assert sorted(drawn.lot_reserves) == ["E006", "E007", "E008", "E009"]
    assert drawn.admitted == sorted(["E001", "E002", "E003", "E004", "E005", drawn.lot_reserves[0]])
    assert drawn.call == drawn.lot_reserves[1:]
    assert drawn.lot_entries == []


def test_with_more_entries_than_the_cap_the_lot_decides_among_them_too():
    day = a_day("syg", 6, "entries closed", reserves=1)
    setup.change_settings(by=day.organiser, competition=day.pk, choices={"cap": 4}, sure=True)
    day.until("drawn")
    drawn = day.competition.draws.get()
    assert drawn.admitted == sorted(drawn.lot_entries[:4])
    assert drawn.call == [*drawn.lot_entries[4:], "E007"]


def test_the_same_list_salt_and_numbers_give_the_same_seats():
    saturday, sunday, other = (a_day("syg", 8, "sealed") for _ in range(3))
    assert supply(saturday, "1 2 3") == supply(sunday, "1 2 3") != supply(other, "1 2 4")
