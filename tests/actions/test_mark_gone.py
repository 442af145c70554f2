"""Somebody is not there, or leaves, or is there after all: an empty chair, and who moves because of it (RULES 5, 7)."""

from __future__ import annotations

import pytest

from scoring.record.export import export_record
from tests.backends import ON_SQLITE
from tests.cast import OUT, Day, a_day
from tests.refusals import refused
from tournament.actions import attendance
from tournament.models import Entry, Move
from tournament.rules.errors import NotFound, RoundRefused

pytestmark = [pytest.mark.django_db, ON_SQLITE]


LEAVE_THE_CHAIR = (
    "Hands have been dealt in this round, and without this person others would have to change tables. "
    "Leave the chair as it is, and keep dealing them in: their cards stay on the table and count."
)


def call_up(day: Day, code: str) -> str:
    pk = attendance.call_up(by=day.organiser, competition=day.pk, entry=day.who(code).pk, sure=True)
    return Entry.objects.get(pk=pk).code


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
    first, two = a_day("bac", 8, "published"), a_day("bac", 8, "published")
    a, b, c, _ = first.seats()[0]
    for day, missed in ((first, (a, b, c)), (two, (c, a, b))):
        for code in missed:
            day.gone(code)
    assert first.seats() == two.seats()
    assert moves(first) == moves(two) != []


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
    """The second empty chair would have brought somebody over from table 1, which already plays."""
    day = a_day("bac", 8, "published", rounds=2)
    first, second = day.seats()
    day.hand(1, [OUT, 10, 20, 30])
    assert day.gone(second[0]) == 1
    with refused(RoundRefused, LEAVE_THE_CHAIR + " Mark them as gone from the next round."):
        day.gone(second[1])
    assert day.seats() == without([first, second], second[0])
    assert moves(day) == []
    assert day.gone(second[1], next_round=True) == 2
    assert day.seats() == without([first, second], second[0])
    day.until("round closed").next_round()
    assert without(day.seats(), second[1]) == day.seats()
    day.until("finished")


def test_in_the_last_round_the_chair_is_left_as_it_is():
    day = a_day("bac", 8, "published", rounds=1)
    second = day.seats()[1]
    day.hand(1, [OUT, 10, 20, 30])
    day.gone(second[0])
    with refused(RoundRefused, LEAVE_THE_CHAIR):
        day.gone(second[1])
    with refused(RoundRefused, "This is the last round, so there’s no next round to leave."):
        day.gone(second[1], next_round=True)
    day.until("finished")


def test_who_arrived_late_may_not_leave_after_the_deal_if_another_late_arrival_would_sit_elsewhere():
    """The record seats late arrivals one after the other, each where fewest are present."""
    day = a_day("bac", 12, "round closed", rounds=2).next_round()
    first, two = (Entry.objects.get(pk=day.late(name, "Riverside")).code for name in ("Ivy King", "Jude Addo"))
    assert [table[-1] for table in day.seats()[:2]] == [first, two]
    day.hand(3, [OUT, 10, 20, 30])
    with refused(RoundRefused, LEAVE_THE_CHAIR):
        day.gone(first)
    assert day.gone(two) == 2
    day.until("finished")


def test_after_the_clock_s_start_the_round_is_still_seated_anew_until_a_hand_is_recorded():
    day = a_day("bac", 8, "running")
    first, second = day.seats()
    for code in first[:2]:
        day.gone(code)
    [(_, moved, *_)] = moves(day)
    assert day.seats() == without([[*first, moved], [code for code in second if code != moved]], *first[:2])
    day.until("finished")


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
    day.accept(1, by=day.organiser, why="the table broke", sure=True)
    assert day.gone(day.seats()[0][0]) == 2


def test_an_accepted_sheet_begins_the_round():
    day = a_day("bac", 8, "published", rounds=2)
    drawn = day.seats()
    day.accept(1, by=day.organiser, why="the table broke", sure=True)
    day.gone(drawn[1][0])
    with refused(RoundRefused, LEAVE_THE_CHAIR + " Mark them as gone from the next round."):
        day.gone(drawn[1][1])
    assert day.seats() == without(drawn, drawn[1][0])


def test_who_is_back_after_the_deal_plays_again_from_the_next_round():
    day = a_day("bac", 8, "published", rounds=2)
    missing = day.seats()[0][3]
    day.gone(missing)
    day.start().hand(1, [OUT, 10, 20])
    day.back(missing)
    assert f"({missing})" in day.seats()[0]
    day.until("time up").accept(1).until("round closed").next_round()
    assert missing in day.seats()[0]
    day.until("finished")


@pytest.mark.parametrize("preset", ["syg", "bac"])
def test_who_is_back_while_only_other_tables_have_dealt_sits_down(preset):
    day = a_day(preset, 8, "published")
    drawn = day.seats()
    day.gone(drawn[0][3])
    day.hand(2, [OUT, 10, 20, 30])
    day.back(drawn[0][3])
    assert day.seats() == drawn
    day.until("finished")


def test_who_is_back_while_a_move_rests_on_their_absence_sits_down_in_the_next_round():
    day = a_day("bac", 12, "published", rounds=2)
    first, second = day.seats()[0][:2]
    day.gone(first)
    day.gone(second)
    settled = day.seats()
    [(_, _, source, _, _)] = moves(day)
    day.hand(5 - source, [OUT, 10, 20, 30])
    day.back(second)
    assert (day.seats(), day.who(second).left) == (settled, None)
    day.until("time up").accept(5 - source).until("round closed").next_round()
    assert second in day.seats()[0]
    day.until("finished")


def test_who_comes_back_to_a_table_that_is_full_now_is_refused():
    day = a_day("bac", 9, "published", rounds=3)
    full, missing = day.seats()[0], day.seats()[0][4]
    day.gone(missing)
    day.until("round closed")
    day.late("Ivy King", "Riverside")
    day.next_round()
    late = day.who("Ivy King").code
    assert day.seats()[0][-1] == late
    day.hand(1, [OUT, 10, 20, 30, 40])
    with refused(RoundRefused, "That table may be full in the next round. Ask again when that round is made."):
        day.back(missing)
    day.until("time up").accept(1).until("round closed").next_round()
    with refused(RoundRefused, "That table is full: it has 5 players. There is no chair for another player."):
        day.back(missing)
    day.gone(next(code for code in day.seats()[0] if code in full and code != missing))
    day.back(missing)
    assert missing in day.seats()[0]
    day.until("finished")


def test_of_several_who_come_back_at_once_only_those_with_a_chair_do():
    day = a_day("bac", 10, "published", rounds=2)
    first, two = day.seats()[0][:2]
    day.gone(first)
    day.gone(two)
    for name in ("Ivy King", "Jude Addo"):
        day.late(name, "Riverside")
    day.until("round closed")
    for missing in (first, two):
        with refused(RoundRefused, "Every table is full: 5 at each. There is no chair for another player."):
            day.back(missing)
    day.gone("Ivy King")
    day.back(first)
    with refused(RoundRefused, "Every table is full: 5 at each. There is no chair for another player."):
        day.back(two)
    day.until("finished")


def test_a_late_arrival_who_left_before_sitting_down_may_be_back_for_the_next_deal():
    day = a_day("bac", 8, "round closed", rounds=3)
    day.late("Ivy King", "Riverside")
    assert day.gone("Ivy King") == 2
    day.next_round().until("running")
    assert day.who("Ivy King").code not in str(day.seats())
    day.hand(1, [OUT, 10, 20, 30])
    day.back("Ivy King")
    assert day.who("Ivy King").joins == 3
    day.until("time up").accept(1).until("round closed").next_round()
    assert day.who("Ivy King").code in str(day.seats())
    day.until("finished")


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
    day.hand(1, [OUT, *range(10, 10 * len(day.seats()[0]) - 10, 10)])
    with refused(RoundRefused, "The round was dealt without them, and there’s no later round to come back to."):
        day.back(missing)
    assert day.who(missing).left == 1


def test_whose_seat_was_given_away_takes_it_back_as_a_substitute():
    day = a_day("bac", 8, "published", rounds=2)
    day.substitute("Mia O'Brien", "Ivy King")
    with refused(RoundRefused, "Somebody else has this person’s seat. They can take it, or another, as a substitute."):
        day.back("Mia O'Brien")
    day.until("round closed").next_round()
    day.substitute("Ivy King", "Mia O'Brien")
    day.until("finished")


def test_who_waits_and_was_missed_is_called_once_back_unless_the_call_has_gone_past():
    day = a_day("syg", 4, "entries closed", reserves=2).choose(4).until("published")
    first, second = day.competition.draws.get().call
    day.gone(first)
    day.back(first)
    assert call_up(day, "E001") == first
    other = a_day("syg", 4, "entries closed", reserves=2).choose(4).until("published")
    other.gone(first)
    assert call_up(other, "E001") == second
    with refused(
        RoundRefused, "This person was passed over in the order of call. They can still take a seat as a substitute."
    ):
        other.back(first)


def test_who_only_waits_has_no_chair_to_leave_and_is_not_called_up():
    day = a_day("syg", 8, "entries closed", reserves=2).choose(8).until("published")
    first, second = day.competition.draws.get().call
    assert day.gone(first, next_round=True) == 1
    assert call_up(day, "E001") == second
    day.until("finished")


def test_who_is_there_cannot_be_back():
    day = a_day("syg", 4, "published")
    with refused(RoundRefused, "This person isn’t marked as gone."):
        day.back("E001")


def test_after_the_last_round_nobody_comes_or_goes():
    day = a_day("bac", 8, "published", rounds=1)
    day.gone("E001")
    day.until("round closed")
    for step, code in ((day.gone, "E002"), (day.back, "E001")):
        with refused(RoundRefused, "The last round is over, so nobody can join or leave now."):
            step(code)


def test_who_is_missed_before_the_draw_is_published_is_gone_from_round_1_or_back():
    day = a_day("bac", 8, "drawn")
    day.gone("E001")
    day.gone("E002")
    day.back("E002")
    day.publish()
    assert "(E001)" in str(day.seats())
    assert "(E002)" not in str(day.seats())


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
