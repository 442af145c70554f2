"""The next round is seated from what the last one decided (RULES 6 and 7, RECORD 2)."""

from __future__ import annotations

import pytest

from tests.backends import ON_SQLITE
from tests.cast import OUT, Day, a_day
from tests.refusals import refused
from tournament.models import Clock
from tournament.rules.errors import RoundRefused

pytestmark = [pytest.mark.django_db, ON_SQLITE]


def test_winners_of_tables_1_2_3_fill_the_next_tables_in_that_order():
    day = a_day("syg", 12, "entries closed").choose(12, [4, 2, 1]).until("time up")
    first = day.seats()
    for table, winner in ((1, 2), (2, 1), (3, 3), (4, 1)):
        day.play(table, winner)
    day.close_round().next_round()
    assert day.seats() == [[first[0][1], first[1][0]], [first[2][2], first[3][0]]]
    assert (day.round.number, day.round.method, day.round.began_at) == (2, "", None)
    day.start().ring().play(1, 2).play(2, 1).close_round().next_round()
    assert day.seats() == [[first[1][0], first[2][2]]]


def test_a_redrawn_round_is_drawn_anew_among_the_winners():
    day = a_day("syg", 12, "entries closed", redraw=True).choose(12, [4, 2, 1]).until("round closed")
    winners = sorted(table[0] for table in day.seats())
    day.next_round()
    assert [len(table) for table in day.seats()] == [2, 2]
    assert sorted(code for table in day.seats() for code in table) == winners
    assert (day.round.method, day.round.attempt) == ("shuffle", 0)


def test_a_redraw_keeps_a_group_apart():
    """Two of the four winners are of one group: they do not meet in round 2."""
    day = Day("syg", redraw=True, entries_per_group=2).people(8, of_each=2)
    day.until("entries closed").choose(8, [4, 2, 1]).until("time up")
    groups = dict(day.competition.entries.values_list("code", "group_code"))
    for table, codes in enumerate(day.seats(), start=1):
        day.play(table, 2 if groups[codes[1]] == "G01" else 1)
    day.close_round().next_round()
    assert [[groups[code] for code in table].count("G01") for table in day.seats()] == [1, 1]


ROUND_1 = [["Eli", "Fay", "Gus", "Hal", "Ivy"], ["Ana", "Ben", "Cal", "Dee"], ["Jo", "Kim", "Lou", "Max"]]
POINTS = [[7, 64, 110, 22, 41], [12, 35, 80, 51], [OUT, 95, 33, 60]]


def thirteen(**choices) -> Day:
    """RULES 7, worked: T1 Eli 7, Fay 64, Gus 110, Hal 22, Ivy 41; T2 Ana 12 …; T3 Jo 0, Kim 95, Lou 33, Max 60."""
    day = Day("bac", rounds=2, **choices)
    for name in sorted(name for table in ROUND_1 for name in table):
        day.enter(name, f"Group of {name}")
    day.until("drawn").arrange(ROUND_1).until("time up")
    assert day.names() == ROUND_1
    for table, held in enumerate(POINTS, start=1):
        day.hand(table, held)
        day.accept(table)
    return day.close_round()


def test_the_worked_example_of_a_circular_rotation_to_the_seat():
    assert thirteen().next_round().names() == [
        ["Fay", "Hal", "Ivy", "Ana", "Kim"],
        ["Ben", "Dee", "Gus", "Jo"],
        ["Lou", "Max", "Eli", "Cal"],
    ]


def test_the_same_evening_as_a_ladder():
    """King of the table: Eli, best at table 1, and Kim, worst at the last, stay."""
    assert thirteen(move="ladder").next_round().names() == [
        ["Eli", "Fay", "Hal", "Ivy", "Ana"],
        ["Ben", "Dee", "Gus", "Jo"],
        ["Kim", "Lou", "Max", "Cal"],
    ]


def test_where_the_winner_takes_most_points_are_best():
    """Jo alone went out and took 188; where nobody did, the lot decides between noughts."""
    day = thirteen(scoring="winner_takes", incomplete="ignore").next_round()
    assert "Jo" in day.names()[1]


def test_at_one_table_nobody_moves():
    day = a_day("bac", 5, "round closed", rounds=2)
    before = day.seats()
    assert day.next_round().seats() == before


def test_each_round_has_a_clock_of_its_own():
    day = a_day("syg", 8, "round closed").next_round()
    clocks = Clock.objects.order_by("round__number")
    assert [(clock.round.number, clock.closed_at is None) for clock in clocks] == [(1, False), (2, True)]
    assert day.round.clock.started_at is None


def test_a_round_is_made_only_when_the_last_one_is_closed_and_once():
    day = a_day("syg", 8, "sheets in")
    with refused(RoundRefused, "Round 1 isn’t closed yet."):
        day.next_round()
    day.close_round().next_round()
    with refused(RoundRefused, "The final isn’t closed yet."):
        day.next_round()


@pytest.mark.parametrize(
    ("preset", "choices", "name"),
    [("syg", {}, "the final"), ("bac", {"rounds": 1}, "the last round"), ("classroom", {"hands": 1}, "the last round")],
)
def test_after_the_last_round_there_is_none(preset, choices, name):
    day = Day(preset, **choices).people(4).until("round closed")
    with refused(RoundRefused, f"There’s no next round: that was {name}."):
        day.next_round()
