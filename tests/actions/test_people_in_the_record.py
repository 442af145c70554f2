"""Who stands in the record: everybody on the list, and of those added later whoever had a seat."""

from __future__ import annotations

import pytest

from scoring.record.export import export_record
from tests.backends import ON_SQLITE
from tests.cast import OUT, Day, a_day

pytestmark = [pytest.mark.django_db, ON_SQLITE]


def left(day: Day) -> dict[str, int | None]:
    """Every code of the record, which nobody finds fault with, and the round from which on they were gone."""
    return {entry["code"]: entry["left"] for entry in export_record(day.until("finished").competition)["entries"]}


def test_a_late_arrival_who_went_again_before_sitting_down_is_left_out():
    day = a_day("bac", 8, "running", rounds=2)
    day.late("Ivy King", "Riverside")
    day.gone("Ivy King")
    assert sorted(left(day)) == [f"E00{n}" for n in range(1, 9)]


def test_a_substitute_whose_seat_another_took_before_the_deal_is_left_out():
    day = a_day("syg", 4, "published")
    day.substitute(day.seats()[0][0], "Ivy King")
    day.substitute("Ivy King", "Jude Addo")
    assert (day.who("Ivy King").code, day.who("Jude Addo").code) == ("E005", "E006")
    assert sorted(left(day)) == ["E001", "E002", "E003", "E004", "E006"]


def test_a_reserve_whose_seat_the_owner_took_back_waited_to_the_end():
    day = a_day("syg", 4, "entries closed", reserves=1).choose(4).until("published")
    day.substitute("Mia O'Brien", day.who("E005").competitor.name)
    day.substitute("E005", "Mia O'Brien")
    assert left(day) == dict.fromkeys(["E001", "E002", "E003", "E004", "E005"])


def test_whoever_got_up_after_the_last_hands_was_there_to_the_end():
    day = a_day("syg", 4, "running")
    day.hand(1, [OUT, 10, 20, 30])
    going = day.seats()[0][3]
    assert day.gone(going) == 2
    assert left(day)[going] is None
