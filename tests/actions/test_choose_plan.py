"""Once entries are closed the organiser chooses the draw's size and plan (RULES 6 and 7)."""

from __future__ import annotations

import pytest
from django.db import connection

from tests.cast import Day, a_day
from tests.refusals import refused
from tournament.actions import draw, setup
from tournament.rules import knockout
from tournament.rules.errors import DrawRefused, NotPermitted
from tournament.rules.plan_search import Level

pytestmark = pytest.mark.django_db


def choose(day: Day, **more):
    return draw.choose_plan(by=day.organiser, competition=day.pk, **more)


def chosen(day: Day) -> list[tuple[int, list[int]]]:
    return list(day.competition.draws.values_list("size", "plan"))


def test_nothing_chosen_means_fill_to_optimum():
    """20 entries and 20 reserves would be 36 (RULES 6); 5 and 4 are 9, at three even tables."""
    day = a_day("syg", 5, "entries closed", reserves=4)
    assert choose(day) == {"size": 9, "plan": [3, 1]}
    assert chosen(day) == [(9, [3, 1])]


def test_a_rotation_takes_everyone_at_the_fewest_tables():
    day = a_day("bac", 8, "entries closed", reserves=2)
    assert choose(day) == {"size": 10, "plan": [2]}


def test_a_size_alone_gets_its_best_plan():
    day = a_day("syg", 5, "entries closed", reserves=4)
    assert choose(day, size=6) == {"size": 6, "plan": [2, 1]}


def test_an_own_plan_is_taken():
    day = a_day("syg", 8, "entries closed")
    assert choose(day, size=8, plan=[4, 2, 1]) == {"size": 8, "plan": [4, 2, 1]}


def test_a_plan_is_never_passed_over_for_want_of_a_size():
    day = a_day("syg", 8, "entries closed")
    with refused(DrawRefused, "Say how many players the plan is for."):
        choose(day, plan=[4, 2, 1])


def test_the_last_choice_before_the_seal_counts():
    day = a_day("syg", 8, "entries closed")
    choose(day)
    choose(day, size=8, plan=[3, 1])
    assert chosen(day) == [(8, [3, 1])]


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        ({"size": 4}, "The draw can have 5 to 9 players, not 4."),
        ({"size": 10}, "The draw can have 5 to 9 players, not 10."),
        ({"size": 8, "plan": [2]}, "A plan ends with one table, the final."),
        ({"size": 8, "plan": [8, 1]}, "Round 1 would have tables of 1 to 1; 2 to 4 is allowed."),
        ({"size": 9, "plan": [2, 1]}, "Round 1 would have tables of 4 to 5; 2 to 4 is allowed."),
        ({"size": 8, "plan": [0, 1]}, "A plan ends with one table, the final."),
    ],
)
def test_a_choice_that_does_not_fit_is_refused(choice, sentence):
    day = a_day("syg", 5, "entries closed", reserves=4)
    with refused(DrawRefused, sentence):
        choose(day, **choice)


def test_a_rotation_leaves_nobody_out():
    day = a_day("bac", 9, "entries closed")
    with refused(DrawRefused, "The draw can have 9 players, not 8."):
        choose(day, size=8)
    with refused(DrawRefused, "9 players need 2 tables."):
        choose(day, size=9, plan=[3])


@pytest.mark.parametrize("preset", ["syg", "bac", "classroom"])
def test_one_player_is_no_draw(preset):
    day = Day(preset).people(1).until("entries closed")
    with refused(DrawRefused, "A draw needs at least two players."):
        choose(day)


def test_entries_must_be_closed_first():
    day = Day("syg").people(8)
    with refused(DrawRefused, "Close entries first: the list can’t change once the draw is made."):
        choose(day)


def test_a_sealed_choice_stands():
    day = a_day("syg", 8, "sealed")
    with refused(DrawRefused, "The draw is sealed. Next it needs the numbers from the hall."):
        choose(day)


def test_with_more_entries_than_the_cap_the_draw_has_the_cap():
    day = a_day("syg", 6, "entries closed", reserves=2)
    setup.change_settings(by=day.organiser, competition=day.pk, choices={"cap": 4}, sure=True)
    assert choose(day) == {"size": 4, "plan": [1]}


really = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ranking(commits, monkeypatch) -> list[bool]:
    """Each time plans are searched: whether others have to wait for it, because a transaction has begun."""
    knockout.optimum.cache_clear()
    knockout._ranked.cache_clear()
    looked, plans = [], Level.plans

    def search_and_look(level, most_tables):
        looked.append(connection.in_atomic_block)
        return plans(level, most_tables)

    monkeypatch.setattr(Level, "plans", search_and_look)
    return looked


@really
@pytest.mark.parametrize("choice", [{}, {"size": 12}])
def test_plans_are_ranked_before_anybody_has_to_wait(ranking, choice):
    day = Day("syg").people(11, reserves=8).until("entries closed")
    choose(day, **choice)
    assert (len(ranking) > 0, any(ranking)) == (True, False)


@really
def test_what_changes_while_plans_are_ranked_is_noticed(ranking, monkeypatch):
    """The cap is lowered in the middle of it: what was worked out for sixteen is not what is chosen."""
    day = Day("syg").people(11, reserves=8).until("entries closed")
    plans = Level.plans

    def lower_the_cap(level, most_tables):
        if day.competition.cap != 12:
            setup.change_settings(by=day.organiser, competition=day.pk, choices={"cap": 12}, sure=True)
        return plans(level, most_tables)

    monkeypatch.setattr(Level, "plans", lower_the_cap)
    assert choose(day) == {"size": 12, "plan": [3, 1]}
    assert chosen(day) == [(12, [3, 1])]


@really
def test_nothing_is_worked_out_for_whoever_may_not_choose(ranking):
    day = Day("syg").people(11, reserves=8).until("entries closed")
    with refused(NotPermitted, "Sam Reid can’t do this. Ask an organiser of this event."):
        draw.choose_plan(by=day.mc, competition=day.pk)
    assert ranking == []
