"""A late arrival joins a rotation from the next round, at the table with fewest (RULES 7)."""

from __future__ import annotations

import pytest

from tests.backends import ON_SQLITE
from tests.cast import OUT, Day, a_day, organiser_of_another_event
from tests.refusals import refused
from tournament.actions import attendance, groups, setup
from tournament.models import Competitor
from tournament.rules.errors import EntryRefused, NotFound, RoundRefused

pytestmark = [pytest.mark.django_db, ON_SQLITE]

FULL = "Every table is full: 5 at each. There is no chair for another player."


def test_who_comes_during_round_1_plays_from_round_2_at_the_table_with_fewest():
    day = a_day("bac", 9, "running", rounds=2)
    day.late("Ivy King", "Riverside")
    assert [len(table) for table in day.seats()] == [5, 4]
    late = day.who("Ivy King")
    assert (late.code, late.group_code, late.listed, late.status, late.joins) == ("E010", "G01", False, "late", 2)
    day.until("round closed").next_round()
    assert day.seats()[1][-1] == "E010"


def test_who_comes_before_the_first_deal_waits_for_round_2_too():
    day = a_day("bac", 8, "published", rounds=2)
    drawn = day.seats()
    day.late("Ivy King", "Riverside")
    assert (day.seats(), day.who("Ivy King").joins) == (drawn, 2)


def test_who_comes_between_rounds_plays_the_next():
    day = a_day("bac", 8, "round closed", rounds=2)
    day.late("Ivy King", "Riverside")
    day.next_round()
    assert day.seats()[0][-1] == "E009"


def test_who_comes_when_the_next_round_is_made_but_not_begun_is_seated_at_once():
    day = a_day("bac", 8, "round closed", rounds=2).next_round()
    first, second = day.seats()
    day.late("Ivy King", "Riverside")
    day.late("Jude Addo", "Riverside")
    assert day.seats() == [[*first, "E009"], [*second, "E010"]]


def test_a_new_group_gets_the_next_code():
    day = a_day("bac", 8, "running", rounds=2)
    day.late("Ivy King", "Grace Park")
    assert day.who("Ivy King").group_code == "G09"
    day.late("Jude Addo", "Grace Park")
    assert day.who("Jude Addo").group_code == "G09"


def test_when_every_chair_is_taken_it_is_refused():
    day = a_day("bac", 9, "running", rounds=2)
    day.late("Ivy King", "Riverside")
    with refused(RoundRefused, FULL):
        day.late("Jude Addo", "Riverside")


def test_an_empty_chair_makes_room():
    day = a_day("bac", 10, "published", rounds=2)
    with refused(RoundRefused, FULL):
        day.late("Ivy King", "Riverside")
    day.gone(day.seats()[1][0])
    day.late("Ivy King", "Riverside")
    day.until("round closed").next_round()
    assert day.seats()[1][-1] == day.who("Ivy King").code


def test_a_chair_given_away_is_not_there_for_who_comes_back_until_somebody_leaves():
    day = a_day("bac", 10, "published", rounds=2)
    missing = day.seats()[1][0]
    day.gone(missing)
    day.late("Ivy King", "Riverside")
    day.until("round closed")
    with refused(RoundRefused, FULL):
        day.back(missing)
    day.gone("Ivy King")
    day.back(missing)
    day.next_round()
    assert missing in str(day.seats())
    assert day.who("Ivy King").code not in str(day.seats())


def test_somebody_whose_name_is_known_to_the_group_is_the_same_person():
    day = Day("syg")
    day.enter("Ivy King", "Riverside")
    rotation = setup.create_competition(by=day.organiser, event=day.event, preset_name="bac", name="Rotation")
    day.pk = rotation
    day.people(8).until("running")
    attendance.arrive_late(by=day.organiser, competition=rotation, group=day.group("Riverside"), name="ivy king")
    assert Competitor.objects.filter(name__iexact="ivy king").count() == 1


def test_who_already_plays_does_not_arrive_again():
    day = a_day("bac", 8, "running", rounds=2)
    with refused(EntryRefused, "This person is already in the competition."):
        day.late("MIA O'BRIEN", "Riverside")


def test_in_the_last_round_it_is_too_late():
    day = a_day("bac", 8, "round closed", rounds=2).next_round().start()
    day.late("Ivy King", "Riverside")
    day.hand(2, [OUT, 10, 20, 30])
    with refused(RoundRefused, "The last round has begun, so nobody can join now."):
        day.late("Jude Addo", "Riverside")
    day.until("time up").accept(2).until("finished")
    first = a_day("bac", 8, "published", rounds=1)
    with refused(RoundRefused, "The last round has begun, so nobody can join now."):
        first.late("Ivy King", "Riverside")


def test_who_will_be_back_has_the_chair_before_a_late_arrival():
    day = a_day("bac", 10, "published", rounds=2)
    missing = day.seats()[0][0]
    day.gone(missing)
    day.start().hand(1, [OUT, 10, 20, 30])
    day.back(missing)
    with refused(RoundRefused, FULL):
        day.late("Ivy King", "Riverside")


def test_who_lost_a_seat_before_ever_sitting_down_may_come_late():
    day = a_day("bac", 8, "published", rounds=2)
    day.substitute("Mia O'Brien", "Ivy King")
    day.substitute("Ivy King", "Mia O'Brien")
    day.late("Ivy King", "Riverside")
    late = day.who("Ivy King")
    assert (late.code, late.status, late.joins, late.left) == ("E009", "late", 2, None)
    day.until("round closed").next_round()
    assert day.seats()[0][-1] == "E009"
    day.until("finished")


@pytest.mark.parametrize("preset", ["syg", "classroom"])
def test_other_formats_take_no_late_arrivals(preset):
    day = Day(preset).people(4).until("published")
    with refused(RoundRefused, "Late arrivals can join only a rotation."):
        day.late("Ivy King", "Riverside")


def test_before_the_draw_is_published_nobody_is_late():
    day = a_day("bac", 8, "drawn")
    with refused(RoundRefused, "The draw isn’t published yet: enter them instead."):
        day.late("Ivy King", "Riverside")


def test_the_group_must_be_of_this_event():
    day, tomasi = a_day("bac", 8, "published"), organiser_of_another_event()
    elsewhere = groups.add_group(by=tomasi, event=tomasi.scope, name="Riverside")
    with refused(NotFound, "There is no such group in this event."):
        attendance.arrive_late(by=day.organiser, competition=day.pk, group=elsewhere, name="Ivy King")
