"""The organiser closes the round once every sheet is in: who goes on, who moves (RULES 6 and 7)."""

from __future__ import annotations

import pytest

from scoring.actions import tablets
from scoring.rules.troubles import HandInTrouble
from tests.cast import a_day
from tests.refusals import refused
from tournament.actions import clock
from tournament.models import Move
from tournament.rules.errors import RoundRefused

pytestmark = pytest.mark.django_db


def test_it_says_which_sheets_are_missing():
    day = a_day("syg", 10, "time up").play(2)
    with refused(RoundRefused, "Waiting for the sheet of table 1, 3."):
        day.close_round()


def test_it_says_that_the_clock_is_still_going_paused_or_not():
    day = a_day("syg", 8, "running")
    with refused(RoundRefused, "The clock is still running. Waiting for the sheet of table 1, 2."):
        day.close_round()
    clock.pause_clock(by=day.mc, competition=day.pk)
    for table in (1, 2):
        day.accept(table, by=day.organiser, why="the hall must be cleared", sure=True)
    with refused(RoundRefused, "The clock is still running."):
        day.close_round()


def test_it_waits_until_somebody_has_chosen_between_two_tablets_hands():
    """Also once the sheet is in: the next round's board would not show the other hand any more."""
    day = a_day("syg", 10, "sheets in")
    typed = {"out": None, "last_card": "", "held": {}, "late": False}
    for table, round_number in ((1, 1), (2, 1), (3, 2)):
        tablets.hear(day.pk, table, "tablet")
        trouble = HandInTrouble(f"hand-{table}", 1, "Which is right?", typed, round_number)
        tablets.hear(day.pk, table, "tablet", trouble=trouble)
    differs = "a tablet has a hand that isn’t on the sheet. Settle it first."
    with refused(RoundRefused, f"At tables 1 and 2 {differs}"):
        day.close_round()
    tablets.let_go(by=day.organiser, table=day.table(1).pk, settle="hand-1")
    with refused(RoundRefused, f"At table 2 {differs}"):
        day.close_round()
    tablets.let_go(by=day.organiser, table=day.table(2).pk, settle="hand-2")
    tablets.hear(day.pk, 2, "tablet", trouble=HandInTrouble("hand-2", 1, "Which is right?", typed, 1))  # not heard yet
    day.close_round()


def test_a_table_with_one_player_or_none_needs_no_sheet():
    day = a_day("syg", 10, "published")
    first, second, third = day.seats()
    for code in [*first, *second[1:]]:
        day.gone(code)
    day.start().ring().play(3).close_round()
    assert [table.first and table.first.code for table in day.round.tables.all()] == [None, second[0], third[0]]
    assert list(day.table(2).seats.filter(absent=False).values_list("points", "hands", "won")) == [(0, 0, 0)]


def test_a_closed_round_knows_its_winners_and_its_clock_is_closed():
    day = a_day("syg", 8, "sheets in").close_round()
    first, second = day.seats()
    assert [table.first.code for table in day.round.tables.all()] == [first[0], second[0]]
    assert day.round.closed_at is not None
    assert day.round.clock.closed_at is not None
    assert not day.round.clock.moments.filter(due_at__isnull=False).exists()


def test_a_closed_round_of_a_rotation_knows_who_moves():
    day = a_day("bac", 8, "sheets in", rounds=2).close_round()
    (a, _, _, d), (e, _, _, h) = day.seats()
    found = Move.objects.values_list("after", "number", "entry__code", "source", "target", "why")
    assert list(found) == [
        (1, 1, a, 1, 2, "best"),
        (1, 2, d, 1, 2, "worst"),
        (1, 3, e, 2, 1, "best"),
        (1, 4, h, 2, 1, "worst"),
    ]


def test_after_the_last_round_nobody_moves():
    a_day("bac", 8, "round closed", rounds=1)
    assert Move.objects.count() == 0


def test_a_round_without_a_clock_is_closed_by_its_sheets_alone():
    day = a_day("classroom", 6, "sheets in", hands=1).close_round()
    assert [table.first.code for table in day.round.tables.all()] == [table[0] for table in day.seats()]


def test_there_must_be_an_open_round():
    day = a_day("syg", 8, "drawn")
    with refused(RoundRefused, "There is no open round."):
        day.close_round()
    day.until("round closed")
    with refused(RoundRefused, "There is no open round."):
        day.close_round()


def test_a_round_nobody_came_to_can_be_closed():
    day = a_day("syg", 8, "published")
    for code in [code for table in day.seats() for code in table]:
        day.gone(code)
    day.close_round().next_round()
    assert day.seats() == [[]]
    day.close_round().finish()
    assert day.competition.finished_at is not None
