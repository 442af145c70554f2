"""Before round 1 the next in the order of call takes a no-show's seat (RULES 5)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.cast import OUT, Day, a_day
from tests.refusals import refused
from tournament.actions import attendance
from tournament.attendance_words import group_comes_first
from tournament.models import Competitor, Group, Seat
from tournament.permissions import Actor, Role
from tournament.queries.check_in_desk import read_waiting_arrivals
from tournament.queries.group_list import read_group
from tournament.queries.group_situations import Situation
from tournament.queries.group_slips import read_group_slips
from tournament.queries.onward import read_gathering
from tournament.queries.roster import read_roster
from tournament.queries.standing import read_standing
from tournament.rules.errors import NeedsConfirmation, NotFound, NotPermitted, RoundRefused
from tournament.rules.onward import Way
from tournament.web.organiser.no_show import who_would_meet
from tournament.words import isolated

pytestmark = pytest.mark.django_db

BEGUN = "Nobody can be called up now: the first hand of round 1 has been dealt."


def call_up(day: Day, code: str) -> str:
    """Somebody is called up for this no-show; who."""
    pk = attendance.call_up(by=day.organiser, competition=day.pk, entry=day.who(code).pk, sure=True)
    return day.competition.entries.get(pk=pk).code


def would_meet(day: Day, code: str) -> str:
    """What the desk says beforehand."""
    standing = read_standing(day.competition, timezone.now())
    return who_would_meet(day.competition, read_roster(day.competition), standing, code)


def with_waiting(stage: str = "published") -> Day:
    """Four at the table, three reserves not drawn."""
    return a_day("syg", 4, "entries closed", reserves=3).choose(4).until(stage)


def test_people_are_called_in_the_order_of_call():
    day = with_waiting()
    order = day.competition.draws.get().call
    [a, b, c, d] = day.seats()[0]
    assert [call_up(day, a), call_up(day, c)] == order[:2]
    assert day.seats() == [[order[0], b, order[1], d]]
    seat = Seat.objects.get(entry__code=order[0])
    assert (seat.stands_for.code, seat.absent) == (a, False)
    assert (day.who(order[0]).status, day.who(a).left) == ("called_up", 1)


def test_who_is_gone_or_already_sits_is_passed_over():
    day = with_waiting()
    order = day.competition.draws.get().call
    day.gone(order[0])
    mate = next(name for name in day.seats()[0] if day.who(name).group == day.who(order[1]).group)
    day.substitute(mate, day.who(order[1]).competitor.name)
    other = next(code for code in day.seats()[0] if code != order[1])
    assert call_up(day, other) == order[2]


def test_it_asks_before_two_of_a_group_meet():
    """As exchanging seats does (RULES 5 and 6)."""
    day = with_waiting()
    called = day.who(day.competition.draws.get().call[0])
    mate = next(code for code in day.seats()[0] if day.who(code).group == called.group)
    other = next(code for code in day.seats()[0] if code != mate)
    both = f"{called.competitor} and {day.who(mate).competitor}, both of {called.group}, would sit at table 1."
    typed = {"by": day.organiser, "competition": day.pk}
    assert would_meet(day, other) == both
    with refused(NeedsConfirmation, f"{both} Call up {isolated(str(called.competitor))} anyway?"):
        attendance.call_up(**typed, entry=day.who(other).pk)
    assert would_meet(day, mate) == ""
    assert attendance.call_up(**typed, entry=day.who(mate).pk) == called.pk


def with_a_spare(day: Day, name: str, code: str) -> Competitor:
    """Somebody of the group of this seat's player who is not entered, and is here."""
    entry = day.who(code)
    return Competitor.objects.create(event_id=day.event, group=entry.group, name=name, here_at=timezone.now())


@pytest.mark.parametrize("role", ["organiser", "helper"])
def test_it_asks_while_somebody_of_the_group_is_there_who_comes_first(role):
    """RULES 5: a substitute of the same group, else the next in the order of call."""
    day = with_waiting()
    called = day.who(day.competition.draws.get().call[0])
    mate = next(code for code in day.seats()[0] if day.who(code).group == called.group)
    missing = next(code for code in day.seats()[0] if code != mate)
    jo, group = with_a_spare(day, "Jo Reed", missing), day.who(missing).group
    by = day.organiser if role == "organiser" else Actor(Role.HELPER, day.event, "Hal Moore")
    call = {"by": by, "competition": day.pk, "entry": day.who(missing).pk}
    question = (
        f"{isolated('Jo Reed')} of {isolated(str(group))} is here, and comes before the order of call. "
        f"Call up {isolated(str(called.competitor))} anyway?"
    )
    with refused(NeedsConfirmation, question.replace("Call up", f"{would_meet(day, missing)} Call up")):
        attendance.call_up(**call)
    day.gone(mate)
    with refused(NeedsConfirmation, question):
        attendance.call_up(**call)
    Competitor.objects.filter(pk=jo.pk).update(here_at=None)
    assert attendance.call_up(**call) == called.pk


def test_whoever_is_of_the_group_may_be_called_themselves():
    day = with_waiting()
    called = day.who(day.competition.draws.get().call[0])
    mate = next(code for code in day.seats()[0] if day.who(code).group == called.group)
    with_a_spare(day, "Jo Reed", mate)
    assert attendance.call_up(by=day.organiser, competition=day.pk, entry=day.who(mate).pk) == called.pk


def test_a_few_of_them_are_named():
    few = [isolated(name) for name in ("Jo", "Ann", "Ben")]
    assert group_comes_first(["Jo", "Ann"], "Zion") == (
        f"{few[0]} and {few[1]} of {isolated('Zion')} are here, and come before the order of call."
    )
    assert group_comes_first(["Jo", "Ann", "Ben", "Cal", "Dee"], "Zion").startswith(f"{', '.join(few)} and 2 more of ")
    assert group_comes_first([], "Zion") == ""


def test_whoever_is_not_there_is_not_met():
    day = with_waiting()
    called = day.who(day.competition.draws.get().call[0])
    mate = next(code for code in day.seats()[0] if day.who(code).group == called.group)
    day.gone(mate)
    other = next(code for code in day.seats()[0] if not code.startswith("("))
    assert would_meet(day, other) == ""
    assert attendance.call_up(by=day.organiser, competition=day.pk, entry=day.who(other).pk) == called.pk


def test_an_empty_chair_is_filled_as_well():
    day = with_waiting()
    day.gone("E001")
    called = call_up(day, "E001")
    assert called in day.seats()[0]
    assert "(E001)" not in day.seats()[0]


def test_when_nobody_is_left_the_chair_stays_empty():
    day = a_day("syg", 4, "published")
    with refused(RoundRefused, "There’s nobody left to call up, so the chair stays empty."):
        call_up(day, "E001")


def test_once_the_first_hand_is_dealt_nobody_is_called():
    day = with_waiting("running")
    assert call_up(day, "E001") in day.seats()[0]
    day.hand(1, [OUT, 10, 20, 30])
    with refused(RoundRefused, BEGUN.replace("round 1", "the final")):
        call_up(day, "E002")


def test_a_first_hand_without_a_clock_ends_the_calls_too():
    day = a_day("classroom", 4, "published", reserves=1, cap=4)
    day.hand(1, [OUT, 10, 20, 30])
    with refused(RoundRefused, BEGUN):
        call_up(day, "E001")


def test_who_is_called_and_does_not_come_either_is_not_drawn_after_all():
    day = with_waiting()
    [first, second, _] = day.competition.draws.get().call
    call_up(day, "E001")
    assert call_up(day, first) == second
    assert (day.who(first).status, day.who(first).left) == ("not_drawn", 1)
    assert Seat.objects.get(entry__code=second).stands_for.code == "E001"
    day.until("finished")


def test_a_called_up_player_s_seat_is_taken_by_the_group_whose_seat_it_was():
    """A record knows the seat by whom it was drawn for, and a substitute is of the same group."""
    day = with_waiting()
    called = call_up(day, "E004")
    home, other = day.who("E004").group.name, day.who(called).group.name
    with refused(NotPermitted, f"Coordinator of {other} can’t do this. Ask an organiser of this event."):
        day.substitute(called, "Ivy King", by=day.coordinator(other))
    day.substitute(called, "Ivy King", by=day.organiser)
    assert day.who("Ivy King").group.name == home
    day.substitute("Ivy King", day.who("E004").competitor.name)
    assert "E004" in day.seats()[0]
    day.until("finished")


def test_in_later_rounds_nobody_is_called():
    day = a_day("syg", 8, "entries closed", reserves=1).choose(8).until("round closed").next_round()
    with refused(RoundRefused, BEGUN):
        call_up(day, day.seats()[0][0])


def test_only_a_seat_can_be_filled_and_only_once_the_draw_is_published():
    day = with_waiting()
    with refused(RoundRefused, "This person has no seat in this round."):
        call_up(day, day.competition.draws.get().call[0])
    with refused(NotFound, "There is no such entry in this competition."):
        attendance.call_up(by=day.organiser, competition=day.pk, entry=0)
    drawn = with_waiting("drawn")
    with refused(RoundRefused, "There is no open round."):
        call_up(drawn, "E001")


def places_in_call(day: Day) -> dict[str, list[int]]:
    """What the desk, everybody's phone, the groups' coordinators and the printed slips say of each in the order of
    call, in the order of the draw."""
    now, call = timezone.now(), day.competition.draws.get().call
    people = {code: day.who(code) for code in call}
    waiting = read_waiting_arrivals(day.competition, read_standing(day.competition, now))
    desk = {person.code: person.call for person in waiting}
    [grade] = read_gathering(day.competition.event, now).grades
    phone = {code: grade.people[entry.competitor.travel_id].onward for code, entry in people.items()}
    groups = Group.objects.select_related("event")
    lists = [place for group in groups for part in read_group(group, now) for place in part.places]
    coordinator = {place.entry: place.number for place in lists if place.situation is Situation.IN_ORDER_OF_CALL}
    slips = {line.name: line.call for slip in read_group_slips(day.competition, 1) for line in slip.lines}
    return {
        "desk": [desk.get(code, 0) for code in call],
        "phone": [phone[code].number if phone[code].way is Way.CALL else 0 for code in call],
        "coordinator": [coordinator.get(people[code].pk, 0) for code in call],
        "slip": [slips[str(people[code].competitor)] for code in call],
    }


@pytest.mark.parametrize(
    ("leaves", "called", "places"), [(0, 0, [1, 2, 3]), (0, 1, [0, 1, 2]), (1, 0, [0, 1, 2]), (1, 1, [0, 0, 1])]
)
def test_desk_phone_coordinator_and_slip_count_the_same_people(leaves, called, places):
    """Who was called up or passed over is counted by none of them."""
    day = with_waiting()
    for code in day.competition.draws.get().call[:leaves]:
        day.gone(code)
    for code in day.seats()[0][:called]:
        call_up(day, code)
    assert places_in_call(day) == dict.fromkeys(("desk", "phone", "coordinator", "slip"), places)
