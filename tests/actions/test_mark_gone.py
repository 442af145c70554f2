"""Somebody is not there, or leaves, or is there after all: an empty chair, and who moves because of it (RULES 5, 7)."""

from __future__ import annotations

import pytest

from scoring.record.export import export_record
from tests.cast import OUT, Day, a_day
from tests.refusals import refused
from tournament.actions import attendance
from tournament.models import Move
from tournament.rules.errors import NotFound, RoundRefused

pytestmark = pytest.mark.django_db


def without(tables: list[list[str]], *gone: str) -> list[list[str]]:
    """The same seats, these chairs empty."""
    return [[f"({code})" if code in gone else code for code in table] for table in tables]


def moves(day: Day) -> list[tuple[int, str, int, int, str]]:
    found = Move.objects.filter(competition=day.pk, why="balance")
    return list(found.values_list("after", "entry__code", "source", "target", "why"))


def test_a_no_show_before_round_1_of_a_knockout_leaves_an_empty_chair():
    day = a_day("syg", 8, "published")
    drawn = day.seats()
    assert day.gone("E001") == 1
    assert day.seats() == without(drawn, "E001")
    assert day.who("E001").left == 1


def test_a_rotation_balances_no_shows_before_round_1():
    day = a_day("bac", 8, "published")
    first, second = day.seats()
    day.gone(first[0])
    assert moves(day) == []
    day.gone(first[1])
    [(after, moved, source, target, _)] = moves(day)
    assert (after, source, target) == (0, 2, 1)
    assert day.seats() == without([[*first, moved], [code for code in second if code != moved]], first[0], first[1])


def test_who_is_back_before_the_deal_has_the_chair_again_and_nobody_had_to_move():
    day = a_day("bac", 8, "published")
    drawn = day.seats()
    for code in drawn[0][:2]:
        day.gone(code)
    day.back(drawn[0][1])
    assert day.seats() == without(drawn, drawn[0][0])
    assert moves(day) == []
    day.back(drawn[0][0])
    assert day.seats() == drawn


def test_the_order_in_which_people_are_missed_does_not_matter():
    one, two = a_day("bac", 8, "published"), a_day("bac", 8, "published")
    a, b, c, _ = one.seats()[0]
    for day, missed in ((one, (a, b, c)), (two, (c, a, b))):
        for code in missed:
            day.gone(code)
    assert one.seats() == two.seats()
    assert moves(one) == moves(two) != []


def test_who_leaves_between_rounds_is_gone_from_the_next():
    day = a_day("bac", 8, "round closed", rounds=2)
    stays = day.seats()[0][2]
    assert day.gone(stays) == 2
    day.next_round()
    assert f"({stays})" in day.seats()[0]
    assert f"({stays})" not in str(day.seats(1))


def test_a_best_who_leaves_moves_all_the_same_and_the_chair_stays_empty():
    day = a_day("bac", 8, "round closed", rounds=2)
    best = day.seats()[0][0]
    day.gone(best)
    day.next_round()
    assert f"({best})" in day.seats()[1]


def test_who_leaves_a_round_that_is_made_but_not_begun_is_gone_from_it():
    day = a_day("bac", 8, "round closed", rounds=2).next_round()
    made = day.seats()
    assert day.gone(made[1][1]) == 2
    assert day.seats() == without(made, made[1][1])


def test_after_the_first_deal_of_the_round_nobody_is_redrawn():
    day = a_day("bac", 8, "published")
    first, second = day.seats()
    day.hand(1, [OUT, 10, 20, 30])
    assert [day.gone(code) for code in second[:2]] == [1, 1]
    assert day.seats() == without([first, second], *second[:2])
    assert moves(day) == []


def test_the_clock_begins_the_round_too():
    day = a_day("bac", 8, "running")
    drawn = day.seats()
    for code in drawn[0][:2]:
        day.gone(code)
    assert day.seats() == without(drawn, *drawn[0][:2])


def test_after_the_own_table_s_first_hand_the_round_counts_and_they_are_gone_from_the_next():
    day = a_day("bac", 8, "running", rounds=2)
    drawn = day.seats()
    day.hand(1, [OUT, 10, 20, 30])
    assert day.gone(drawn[0][1]) == 2
    assert day.seats() == drawn
    day.ring().accept(1).play(2).close_round().next_round()
    assert f"({drawn[0][1]})" in day.seats()[0]


def test_whose_sheet_is_in_without_a_hand_is_gone_from_the_next_round():
    """An organiser may accept a sheet early; the round counts for those who sat there."""
    day = a_day("bac", 8, "running", rounds=2)
    day.accept(1, by=day.organiser, why="the table broke")
    assert day.gone(day.seats()[0][0]) == 2


def test_an_accepted_sheet_begins_the_round():
    day = a_day("bac", 8, "published", rounds=2)
    drawn = day.seats()
    day.accept(1, by=day.organiser, why="the table broke")
    for code in drawn[1][:2]:
        day.gone(code)
    assert day.seats() == without(drawn, *drawn[1][:2])


def test_who_is_back_after_the_deal_plays_again_from_the_next_round():
    day = a_day("bac", 8, "published", rounds=2)
    missing = day.seats()[0][3]
    day.gone(missing)
    day.start()
    day.back(missing)
    assert f"({missing})" in day.seats()[0]
    day.until("round closed").next_round()
    assert missing in day.seats()[0]


def test_who_is_gone_from_round_1_stays_so_in_the_record():
    """“The round from which on they were gone”: a later click does not move it."""
    day = a_day("bac", 8, "published", rounds=2)
    missing = day.seats()[0][3]
    day.gone(missing)
    day.until("round closed")
    with refused(RoundRefused, "This person is already marked as gone."):
        day.gone(missing)
    day.next_round()
    day.substitute(missing, "Ivy King")
    day.until("finished")
    [left] = [entry["left"] for entry in export_record(day.competition)["entries"] if entry["code"] == missing]
    assert left == 1


def test_who_is_back_but_never_sat_down_was_gone_all_the_time():
    day = a_day("bac", 8, "published", rounds=2)
    missing = day.seats()[0][3]
    day.gone(missing)
    day.until("round closed")
    day.back(missing)
    day.next_round()
    assert day.gone(missing) == 1
    assert f"({missing})" in day.seats()[0]
    day.back(missing)
    day.substitute(missing, "Ivy King")
    assert day.who(missing).left == 1


@pytest.mark.parametrize(("preset", "choices"), [("syg", {}), ("classroom", {}), ("bac", {"rounds": 1})])
def test_nobody_comes_back_to_a_round_that_was_dealt_without_them_if_no_other_follows(preset, choices):
    day = a_day(preset, 8, "published", **choices)
    missing = day.seats()[0][3]
    day.gone(missing)
    day.hand(2, [OUT, *range(10, 10 * len(day.seats()[1]), 10)])
    with refused(RoundRefused, "The round was dealt without them, and there is no other for them to come back to."):
        day.back(missing)
    assert day.who(missing).left == 1


def test_a_winner_who_left_between_rounds_may_be_back_before_the_deal():
    day = a_day("syg", 8, "round closed")
    winner = day.seats()[0][0]
    day.gone(winner)
    day.next_round()
    assert day.seats()[0][0] == f"({winner})"
    day.back(winner)
    assert day.seats()[0][0] == winner


def test_a_knockout_table_with_nobody_present_sends_nobody():
    day = a_day("syg", 8, "published")
    for code in day.seats()[0]:
        day.gone(code)
    winner = day.seats()[1][0]
    day.until("round closed").next_round()
    assert day.seats() == [[winner]]


def test_one_present_player_goes_through_without_a_hand():
    day = a_day("syg", 8, "published")
    first, second = day.seats()
    for code in first[1:]:
        day.gone(code)
    day.start().ring().play(2).close_round().next_round()
    assert day.seats() == [[first[0], second[0]]]


def test_only_people_of_this_competition_can_be_gone_or_back():
    day, other = a_day("syg", 4, "published"), a_day("syg", 4, "published")
    stranger = other.who("E001").pk
    for action in (attendance.mark_gone, attendance.mark_back):
        with refused(NotFound, "There is no such entry in this competition."):
            action(by=day.organiser, competition=day.pk, entry=stranger)


def test_before_the_seal_there_is_nobody_to_miss():
    day = a_day("syg", 4, "entries closed")
    with refused(NotFound, "There is no such entry in this competition."):
        day.gone("Mia O'Brien")
