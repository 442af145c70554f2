"""Somebody of the same group takes a seat, until the first hand of that round is dealt (RULES 5)."""

from __future__ import annotations

import pytest

from scoring.actions import corrections, hands
from scoring.models import Hand, Held
from scoring.record.export import export_record
from tests.backends import ON_SQLITE
from tests.cast import OUT, Day, a_day
from tests.refusals import refused
from tournament.actions import attendance, registration
from tournament.models import Competitor, Entry, Move, Seat, Table
from tournament.rules.errors import EntryRefused, NotPermitted, RoundRefused

pytestmark = [pytest.mark.django_db, ON_SQLITE]

MOVED_OTHERS = (
    "Hands have been dealt in this round, and with this substitute other people would have changed tables. "
    "They can take the seat in the next round."
)
NO_SEAT_YET = (
    "This person arrives late in this round and has no seat to give up yet. "
    "Mark them as gone, then enter the other as a late arrival."
)
DEALT = "The first hand of this round has been dealt. Only an organiser can still substitute, with a reason."


def seat(code: str, round_number: int = 1) -> tuple[str | None, bool]:
    """For whom the person sits, and whether the chair is empty."""
    row = Seat.objects.select_related("stands_for").get(round__number=round_number, entry__code=code)
    return (row.stands_for.code if row.stands_for else None, row.absent)


def listed(name: str) -> tuple[str, str, bool, str, int | None]:
    entry = Entry.objects.get(competitor__name=name)
    return (entry.code, entry.group_code, entry.listed, entry.status, entry.left)


def call_up(day: Day, name: str) -> int:
    return attendance.call_up(by=day.organiser, competition=day.pk, entry=day.who(name).pk, sure=True)


def test_a_newcomer_takes_the_seat_under_a_code_of_their_own():
    day = a_day("syg", 4, "published")
    before = day.seats()[0]
    pk = day.substitute("Mia O'Brien", "Ivy King")
    assert day.who("Ivy King").pk == pk
    assert listed("Ivy King") == ("E005", "G01", False, "substitute", None)
    assert listed("Mia O'Brien") == ("E001", "G01", True, "in", 1)
    assert day.seats() == [[{"E001": "E005"}.get(code, code) for code in before]]
    assert seat("E005") == ("E001", False)


def test_a_reserve_who_was_not_drawn_takes_the_seat_under_the_code_on_the_list():
    day = a_day("syg", 4, "entries closed", reserves=1).choose(4).until("published")
    reserve = day.who("E005").competitor.name
    day.substitute("Mia O'Brien", reserve)
    assert listed(reserve) == ("E005", "G01", True, "substitute", None)
    assert seat("E005") == ("E001", False)


def test_who_withdrew_before_the_seal_may_come_after_all():
    day = Day("bac")
    day.enter("Ivy King", "Riverside")
    registration.withdraw(by=day.organiser, entry=day.who("Ivy King").pk)
    day.people(4).until("published")
    day.substitute("Mia O'Brien", "ivy king")
    assert listed("Ivy King") == ("E005", "G01", False, "substitute", None)


OTHER_GRADE = "That person is in Uno Under 18, another grade. Only an organiser can let them play here, with a reason."


def test_somebody_of_another_grade_plays_only_with_an_organiser_s_reason():
    """“A competitor of the same group and grade (entered or not)”."""
    day = a_day("syg", 4, "published")
    day.enter_in_under_18("Ivy King", "Riverside")
    for by in (day.coordinator("Riverside"), day.umpire(1), day.organiser):
        with refused(EntryRefused, OTHER_GRADE):
            day.substitute("Mia O'Brien", "ivy king", by=by)
    with refused(EntryRefused, OTHER_GRADE):
        day.substitute("Mia O'Brien", "Ivy King", why="we are few")
    day.substitute("Mia O'Brien", "Ivy King", by=day.organiser, why="they are few")
    assert "Ivy King" in day.names()[0]


def test_who_is_in_both_grades_or_withdrew_from_the_other_is_of_this_one():
    day = Day("syg").people(4, reserves=1)
    reserve = day.competition.entries.get(kind="reserve").competitor.name
    registration.withdraw(by=day.organiser, entry=day.enter_in_under_18("Ivy King", "Riverside"))
    day.enter_in_under_18(reserve, "Riverside")
    day.until("entries closed").choose(4).until("published")
    day.substitute("Mia O'Brien", reserve)
    day.substitute(reserve, "Ivy King")
    assert "Ivy King" in day.names()[0]


def test_who_withdrew_here_and_stands_in_another_grade_is_of_that_one():
    day = Day("syg")
    registration.withdraw(by=day.organiser, entry=day.enter("Ivy King", "Riverside"))
    day.people(4).until("published").enter_in_under_18("Ivy King", "Riverside")
    with refused(EntryRefused, OTHER_GRADE):
        day.substitute("Mia O'Brien", "Ivy King")


def test_an_empty_chair_can_be_taken_before_the_deal():
    day = a_day("syg", 4, "published")
    day.gone("Mia O'Brien")
    day.substitute("Mia O'Brien", "Ivy King")
    assert seat("E005") == ("E001", False)


def test_a_substitute_can_be_substituted_and_the_seat_remembers_the_first():
    day = a_day("syg", 4, "published")
    day.substitute("Mia O'Brien", "Ivy King")
    day.substitute("Ivy King", "Jude Addo")
    assert seat("E006") == ("E001", False)
    assert [listed(name)[-1] for name in ("Mia O'Brien", "Ivy King", "Jude Addo")] == [1, 1, None]


def test_who_was_substituted_can_take_the_own_seat_back():
    day = a_day("syg", 4, "published")
    before = day.seats()
    day.substitute("Mia O'Brien", "Ivy King")
    day.substitute("Ivy King", "Mia O'Brien")
    assert day.seats() == before
    assert seat("E001") == (None, False)
    assert listed("Mia O'Brien")[-1] is None


@pytest.mark.parametrize("comes_in", ["substitute", "called_up"])
def test_who_came_in_for_an_owner_who_is_back_waits_again_with_the_same_number(comes_in):
    day = a_day("syg", 4, "entries closed", reserves=2).choose(4).until("published")
    first, second = (day.who(code) for code in day.competition.draws.get().call)
    if comes_in == "substitute":
        owner = day.competition.entries.get(group=first.group, kind="entry").competitor.name
        day.substitute(owner, first.competitor.name)
    else:
        owner = day.competition.entries.get(group=second.group, kind="entry").competitor.name
        call_up(day, owner)
    assert listed(first.competitor.name)[-2:] == (comes_in, None)
    day.substitute(first.code, owner, by=day.organiser)
    assert listed(first.competitor.name)[-2:] == ("not_drawn", None)
    call_up(day, owner)
    assert listed(first.competitor.name)[-2:] == ("called_up", None)


def test_who_came_in_for_an_owner_who_is_back_stays_out_once_the_call_has_gone_past():
    day = a_day("syg", 4, "entries closed", reserves=2).choose(4).until("published")
    first, second = (day.who(code) for code in day.competition.draws.get().call)
    owner = day.competition.entries.get(group=first.group, kind="entry").competitor.name
    other = day.competition.entries.get(group=second.group, kind="entry").competitor.name
    day.substitute(owner, first.competitor.name)
    call_up(day, other)
    day.substitute(first.code, owner)
    assert listed(first.competitor.name)[-2:] == ("not_drawn", 1)
    assert listed(second.competitor.name)[-2:] == ("called_up", None)


def test_a_stand_in_whose_seat_a_third_takes_over_does_not_wait_again():
    day = a_day("syg", 4, "entries closed", reserves=1).choose(4).until("published")
    reserve = day.who("E005").competitor.name
    day.substitute("Mia O'Brien", reserve)
    day.substitute(reserve, "Ivy King")
    assert listed(reserve)[-2:] == ("not_drawn", 1)


def test_in_a_round_that_has_begun_the_own_seat_can_be_taken_back_too():
    day = a_day("syg", 8, "running")
    before = day.seats()
    day.substitute("Mia O'Brien", "Ivy King")
    day.substitute("Ivy King", "Mia O'Brien")
    assert day.seats() == before
    assert seat("E001") == (None, False)


def test_a_substitute_goes_on_in_their_own_right():
    day = a_day("syg", 8, "published")
    first = day.seats()[0][0]
    day.substitute(first, "Ivy King")
    day.until("round closed").next_round()
    assert day.who("Ivy King").code in day.seats()[0]
    assert seat("E009", 2) == (None, False)


def test_a_winner_who_was_substituted_in_the_next_round_is_not_knocked_out():
    day = a_day("syg", 8, "round closed").next_round()
    winner = day.seats()[0][0]
    day.substitute(winner, "Ivy King")
    day.substitute("Ivy King", day.who(winner).competitor.name)
    assert day.seats()[0][0] == winner
    assert seat(winner, 2) == (None, False)


def test_a_knockout_table_that_has_not_dealt_takes_substitutes_while_others_play():
    day = a_day("syg", 8, "running")
    first, second = day.seats()
    day.hand(1, [OUT, 10, 20, 30])
    day.substitute(second[1], "Ivy King")
    assert day.seats() == [first, [second[0], "E009", *second[2:]]]
    with refused(EntryRefused, DEALT):
        day.substitute(first[1], "Jude Addo")


def test_a_rotation_takes_none_once_a_hand_of_the_round_is_dealt_anywhere():
    day = a_day("bac", 8, "running")
    day.substitute(day.seats()[1][0], "Ivy King")
    day.hand(1, [OUT, 10, 20, 30])
    with refused(EntryRefused, DEALT):
        day.substitute(day.seats()[1][1], "Jude Addo")


def test_an_override_must_not_change_whom_the_lot_has_moved():
    """A substitute counts under their own code: with other codes in the lot it would have taken somebody else."""
    day = a_day("bac", 12, "sealed", rounds=2).draw("2").until("published")
    table = sorted(day.seats()[1])
    for code in day.seats()[0][:2]:
        day.gone(code)
    [moved] = Move.objects.filter(competition=day.pk).values_list("entry__code", flat=True)
    assert moved == table[-1]  # another code at the end of the list leaves the lot as it is, one before it does not
    day.hand(3, [OUT, 10, 20, 30])
    for code in table[:-1]:
        with refused(RoundRefused, MOVED_OTHERS):
            day.substitute(code, "Ivy King", by=day.organiser, why="fell ill")
    day.substitute(moved, "Ivy King", by=day.organiser, why="fell ill")
    assert Move.objects.get(competition=day.pk).entry.code == "E013"
    day.until("time up").accept(3).until("finished")


def test_a_late_arrival_has_no_seat_to_give_in_the_first_round():
    day = a_day("bac", 8, "round closed", rounds=2).next_round()
    day.late("Ivy King", "Riverside")
    with refused(EntryRefused, NO_SEAT_YET):
        day.substitute("Ivy King", "Jude Addo")
    day.hand(2, [OUT, 10, 20, 30])
    with refused(EntryRefused, NO_SEAT_YET):
        day.substitute("Ivy King", "Jude Addo", by=day.organiser, why="fell ill")


def test_who_was_replaced_in_this_round_takes_their_own_seat_back_and_no_other():
    day = a_day("bac", 8, "published", of_each=2)
    day.substitute("Mia O'Brien", "Ivy King")
    with refused(
        EntryRefused, "Somebody is sitting in for that person in this round. Give them their own seat back instead."
    ):
        day.substitute("Nguyễn Thị Ánh", "Mia O'Brien")


def test_a_namesake_in_another_group_is_another_person():
    day = Day("bac")
    day.enter("Ana Lee", "Riverside")
    day.people(7).until("published")
    elim = day.who("E008")
    day.substitute("E008", "Ana Lee")
    assert sorted(Competitor.objects.filter(name="Ana Lee").values_list("group__name", flat=True)) == sorted(
        ["Riverside", elim.group.name]
    )
    day.until("finished")


def test_a_substitute_whose_seat_a_correction_takes_away_never_came_in():
    day = a_day("syg", 8, "entries closed", reserves=8).choose(8).until("round closed").next_round()
    winner = day.who(day.seats()[0][0])
    reserve = Entry.objects.get(group=winner.group, kind="reserve")
    day.substitute(winner.code, reserve.competitor.name)
    first = day.seats(1)[0]
    table = Table.objects.get(round__competition=day.pk, round__number=1, number=1)
    out, *held = (day.who(first[seat]).pk for seat in (1, 0, 2, 3))
    corrections.correct_hand(
        by=day.organiser, table=table.pk, number=1, version=1, out=out, held=dict.fromkeys(held, 30), why="miscounted"
    )
    assert day.seats()[0][0] == first[1]
    assert listed(reserve.competitor.name)[3:] == ("not_drawn", 1)
    day.until("finished")


def test_each_refusal_says_its_reason_and_the_first_that_applies():
    """Round 2 is being played: everything could be said, the most telling is."""
    day = Day("syg", entries_per_group=2).people(8, of_each=2)
    day.enter("Xavier", "Elim")
    day.until("entries closed").choose(9, [3, 1]).until("round closed").next_round().start()
    day.hand(1, [OUT, 10, 20])
    sitting = day.who(day.seats()[0][1])
    mates = Entry.objects.filter(group=sitting.group).exclude(pk=sitting.pk)
    [knocked_out] = [mate.competitor.name for mate in mates]
    with refused(EntryRefused, "That’s the same person."):
        day.substitute(sitting.code, sitting.competitor.name.upper())
    with refused(EntryRefused, "That person has already been knocked out."):
        day.substitute(sitting.code, knocked_out)
    with refused(EntryRefused, DEALT):
        day.substitute(sitting.code, "Ivy King")
    with refused(EntryRefused, "A name is missing."):
        day.substitute(sitting.code, " ")


def test_who_has_a_seat_cannot_take_another_even_when_hands_are_dealt():
    day = a_day("bac", 8, "running", of_each=2)
    with refused(EntryRefused, "That person already has a seat in this round."):
        day.substitute("Mia O'Brien", "Nguyễn Thị Ánh")


@pytest.mark.parametrize("why", ["", "fell ill"])
def test_only_the_organiser_and_only_with_a_reason_overrides_the_deal(why):
    day = a_day("syg", 4, "running")
    day.hand(1, [OUT, 10, 20, 30])
    with refused(EntryRefused, DEALT):
        day.substitute("Mia O'Brien", "Ivy King", why=why)
    if not why:
        for nothing in ("", "  "):
            with refused(EntryRefused, DEALT):
                day.substitute("Mia O'Brien", "Ivy King", by=day.organiser, why=nothing)
    else:
        day.substitute("Mia O'Brien", "Ivy King", by=day.organiser, why=why)
        assert seat("E005") == ("E001", False)
        assert day.competition.log.get(what="substituted").facts["why"] == "other"


def test_the_hands_already_played_go_with_the_seat():
    """“Held has everyone present but the one who went out” (RECORD 4): the sheet stays one that could be played."""
    day = a_day("syg", 4, "running")
    a, b, c, d = day.seats()[0]
    day.hand(1, {a: OUT, b: 10, c: 20, d: 30})
    day.hand(1, {b: OUT, a: 5, c: 5, d: 5})
    day.substitute(a, "Ivy King", by=day.organiser, why="fell ill")
    assert list(Hand.objects.values_list("out__entry__code", flat=True)) == ["E005", b]
    assert not Held.objects.filter(seat__entry__code=a).exists()
    hands.change_hand(by=day.umpire(1), **(day.typed(1, {"E005": OUT, b: 11, c: 20, d: 30}) | {"number": 1}), version=1)
    day.hand(1, {"E005": OUT, b: 1, c: 1, d: 1})
    day.ring().accept(1).close_round().finish()
    [table] = export_record(day.competition)["rounds"][0]["tables"]
    assert table["totals"] == {"E005": 5, b: 12, c: 26, d: 36}
    assert table["order"] == ["E005", b, c, d]


def test_a_chair_that_was_empty_at_the_deal_stays_empty_in_that_round():
    day = a_day("syg", 4, "published")
    day.gone("Mia O'Brien")
    day.hand(1, [OUT, 10, 20])
    with refused(RoundRefused, "This chair was empty when the first hand was dealt, so it stays empty in this round."):
        day.substitute("Mia O'Brien", "Ivy King", by=day.organiser, why="came late")


def test_a_sheet_that_is_in_belongs_to_those_who_played_it():
    day = a_day("syg", 8, "time up").play(1)
    code = day.seats()[0][0]
    with refused(RoundRefused, "This table’s sheet is in. They can take a seat in the next round."):
        day.substitute(code, "Ivy King", by=day.organiser, why="went home")


def test_a_coordinator_of_another_group_may_not():
    day = a_day("syg", 4, "published")
    with refused(NotPermitted, "Coordinator of Bethel can’t do this. Ask an organiser of this event."):
        day.substitute("Mia O'Brien", "Ivy King", by=day.coordinator("Bethel"))


def test_between_rounds_there_is_no_seat_to_take():
    day = a_day("syg", 8, "round closed")
    with refused(RoundRefused, "There is no open round."):
        day.substitute("Mia O'Brien", "Ivy King")


def test_who_has_no_seat_has_none_to_give():
    day = a_day("syg", 4, "entries closed", reserves=1).choose(4).until("published")
    with refused(RoundRefused, "This person has no seat in this round."):
        day.substitute("E005", "Ivy King")
