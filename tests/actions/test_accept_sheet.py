"""The players have seen their hands and totals: the sheet is in; and how it is opened again."""

from __future__ import annotations

import pytest
import time_machine

from scoring.actions import hands, players, sheets, tablets
from scoring.rules.troubles import HandInTrouble
from tests.cast import OUT, Day, a_day
from tests.refusals import refused
from tournament.rules.errors import NeedsConfirmation, NotFound, NotPermitted, Refused, RoundRefused, Stale

pytestmark = pytest.mark.django_db


def reopen(day: Day, why: str = "two hands were swapped", table: int = 1, **more):
    sheets.reopen_sheet(**{"by": day.organiser, "table": day.table(table).pk, "why": why, **more})


def test_an_accepted_sheet_says_what_everybody_s_hands_add_up_to():
    day = a_day("syg", 4, "running")
    a, b, c, d = day.seats()[0]
    day.hand(1, [OUT, 10, 20, 30])
    day.hand(1, [5, OUT, {"0": 1}, 30])
    day.ring()
    answer = sheets.accept_sheet(by=day.umpire(1), table=day.table(1).pk, seen=[1, 1])
    assert answer == {"totals": {a: 5, b: 10, c: 20, d: 60}}
    assert list(day.table(1).seats.values_list("points", "hands", "won", "last")) == [
        (5, 2, 1, 5), (10, 2, 1, 0), (20, 2, 0, 0), (60, 2, 0, 30),
    ]  # fmt: skip
    assert day.table(1).accepted_at is not None


def test_an_incomplete_hand_at_the_bell_counts_and_is_no_last_complete_hand():
    day = a_day("syg", 4, "time up")
    day.hand(1, [OUT, 10, 20, 30])
    day.hand(1, [1, 2, 3, 4])
    day.accept(1)
    assert list(day.table(1).seats.values_list("points", "hands", "won", "last")) == [
        (1, 2, 1, 0), (12, 2, 0, 10), (23, 2, 0, 20), (34, 2, 0, 30),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "choices", "sentence"),
    [
        ("syg", {}, "The round isn’t over yet: time isn’t up."),
        ("classic-500", {"target": 61}, "Nobody has reached the target yet."),
        ("classroom", {"hands": 2}, "There are hands still to play."),
    ],
)
def test_before_the_end_it_is_refused_in_words(preset, choices, sentence):
    day = Day(preset, **choices).people(4).until("running")
    day.hand(1, [OUT, 10, 20, 30])
    with refused(RoundRefused, sentence):
        day.accept(1)


def test_everything_that_prevents_it_is_said():
    day = a_day("syg", 4, "running")
    day.hand(1, [OUT, 10, 30, 30])
    day.hand(1, [10, OUT, 30, 30])
    level = ", ".join(sorted(day.names()[0][:2], key=lambda name: day.who(name).code))
    sentence = (
        "The round isn’t over yet: time isn’t up. "
        f"Level for first place: {level}. Let them play one more hand, or draw lots."
    )
    with refused(RoundRefused, sentence):
        day.accept(1)


@pytest.mark.parametrize(
    ("preset", "choices", "played"),
    [
        ("classic-500", {"target": 60}, [[OUT, 10, 20, 30]]),
        ("classroom", {"hands": 2}, [[OUT, 10, 20, 30]] * 2),
        ("classroom", {"hands": 5, "clock": 600}, [[OUT, 10, 20, 30], [1, 2, 3, 4]]),
        ("syg", {"ending": "target", "target": 30}, [[OUT, 10, 20, 30]]),
    ],
)
def test_when_the_ending_has_come_it_is_accepted_without_a_bell(preset, choices, played):
    day = Day(preset, **choices).people(4).until("running")
    for held in played:
        day.hand(1, held, sure=True)
    day.accept(1)
    assert day.table(1).accepted_at is not None


def test_a_clock_that_ran_out_by_itself_is_as_good_as_the_bell():
    with time_machine.travel("2026-11-21T14:00:00Z", tick=False) as now:
        day = a_day("syg", 4, "running")
        day.hand(1, [OUT, 10, 20, 30])
        now.shift(30 * 60 - 1)
        with refused(RoundRefused, "The round isn’t over yet: time isn’t up."):
            day.accept(1)
        now.shift(1)
        day.accept(1)


def test_an_organiser_may_accept_early_with_a_reason():
    day = a_day("syg", 4, "running")
    day.hand(1, [OUT, 10, 20, 30])
    with refused(RoundRefused, "The round isn’t over yet: time isn’t up."):
        day.accept(1, by=day.organiser)
    with refused(Refused, "Please give a reason. It’s kept with the change."):
        day.accept(1, by=day.organiser, why=" ")
    day.accept(1, by=day.organiser, why="one fell ill")
    assert day.competition.log.get(what="sheet accepted").facts["why"] == "other"


NO_HAND = "No hand is recorded at this table. If none was really played, the organiser can accept that."
SURE = "No hand is recorded at this table. Accept it with 0 points for everybody, and draw lots between them?"


@pytest.mark.parametrize(("preset", "choices"), [("syg", {}), ("bac", {"rounds": 2}), ("classroom", {"clock": 600})])
def test_a_sheet_without_a_hand_is_the_organiser_s_to_accept_and_only_if_they_are_sure(preset, choices):
    """More likely nobody sent them than nobody played; but a table that played nothing must not stop the round."""
    day = a_day(preset, 8, "time up", **choices)
    for sure in (False, True):
        with refused(RoundRefused, NO_HAND):
            day.accept(1, sure=sure)
    with refused(NeedsConfirmation, SURE):
        day.accept(1, by=day.organiser)
    day.accept(1, by=day.organiser, sure=True)
    assert set(day.table(1).seats.values_list("points", "hands")) == {(0, 0)}
    day.until("finished")


def test_a_reason_to_accept_early_is_none_to_accept_it_without_a_hand():
    day = a_day("syg", 4, "running")
    with refused(NeedsConfirmation, SURE):
        day.accept(1, by=day.organiser, why="one fell ill")
    day.accept(1, by=day.organiser, why="one fell ill", sure=True)
    assert day.table(1).lot


def test_the_last_of_the_players_to_agree_hears_that_there_is_no_hand():
    day = a_day("syg", 4, "time up")
    *others, last = day.table(1).seats.order_by("number").values_list("entry", flat=True)
    for entry in others:
        players.nod(by=day.umpire(1), table=day.table(1).pk, entry=entry, seen=[])
    with refused(RoundRefused, NO_HAND):
        players.nod(by=day.umpire(1), table=day.table(1).pk, entry=last, seen=[])
    with refused(NeedsConfirmation, SURE):
        players.nod(by=day.organiser, table=day.table(1).pk, entry=last, seen=[])
    assert players.nod(by=day.organiser, table=day.table(1).pk, entry=last, seen=[], sure=True)


def test_a_reason_does_not_help_an_umpire():
    day = a_day("syg", 4, "running")
    day.hand(1, [OUT, 10, 20, 30])
    with refused(RoundRefused, "The round isn’t over yet: time isn’t up."):
        day.accept(1, why="we are hungry")


def test_nobody_accepts_a_hand_that_was_changed_behind_their_back():
    day = a_day("syg", 4, "time up")
    a, b, c, d = day.seats()[0]
    day.hand(1, [OUT, 10, 20, 30])
    seen = day.versions(1)
    body = day.typed(1, [OUT, 10, 20, 31]) | {"number": 1, "version": 1}
    hands.change_hand(by=day.organiser, **body)
    with refused(Stale, "The sheet has changed since you looked. Look at it again.") as caught:
        day.accept(1, seen=seen)
    hand = {"out": a, "last_card": None, "held": {b: 10, c: 20, d: 31}, "version": 2}
    assert caught.value.theirs == {"hands": [hand], "totals": {a: 0, b: 10, c: 20, d: 31}}
    assert caught.value.yours == {"seen": [1]}
    day.accept(1, seen=[2])


def add(day: Day) -> None:
    day.hand(1, [OUT, 1, 2, 3])


def delete(day: Day) -> None:
    hands.delete_hand(by=day.umpire(1), table=day.table(1).pk, number=2, why="entered twice")


def replace(day: Day) -> None:
    """The last hand is another one, under the same number."""
    delete(day)
    day.hand(1, [OUT, 7, 8, 9])


@pytest.mark.parametrize("meanwhile", [add, delete, replace])
def test_nor_a_sheet_with_another_hand_or_without_one(meanwhile):
    day = a_day("syg", 4, "time up")
    day.hand(1, [OUT, 10, 20, 30])
    day.hand(1, [OUT, 11, 21, 31])
    seen = day.versions(1)
    meanwhile(day)
    with refused(Stale, "The sheet has changed since you looked. Look at it again."):
        day.accept(1, seen=seen)


def test_an_organiser_s_reason_does_not_stand_for_having_looked():
    day = a_day("syg", 4, "running")
    day.hand(1, [OUT, 10, 20, 30])
    with refused(Stale, "The sheet has changed since you looked. Look at it again."):
        day.accept(1, by=day.organiser, why="one fell ill", seen=[])


def test_a_sheet_is_accepted_once():
    day = a_day("syg", 4, "sheets in")
    with refused(RoundRefused, "This sheet is accepted. Only the organiser can reopen or correct it now."):
        day.accept(1)


def test_a_lone_player_s_sheet_waits_for_the_round_to_begin():
    day = a_day("syg", 4, "published")
    for code in day.seats()[0][1:]:
        day.gone(code)
    with refused(RoundRefused, "The round hasn’t begun."):
        day.accept(1)
    day.start().accept(1)
    assert list(day.table(1).seats.filter(absent=False).values_list("points", "hands")) == [(0, 0)]


def test_an_opened_sheet_can_be_written_again():
    day = a_day("syg", 4, "sheets in")
    reopen(day, " two hands were  swapped")
    assert day.table(1).accepted_at is None
    assert set(day.table(1).seats.values_list("points", "hands", "won", "last")) == {(None, None, None, None)}
    assert day.competition.log.get(what="sheet reopened").facts["why"] == "other"
    day.hand(1, [OUT, 1, 1, 1])
    day.accept(1)
    assert list(day.table(1).seats.values_list("points", flat=True)) == [0, 11, 21, 31]


def test_an_opened_sheet_has_its_tie_to_settle_again():
    day = a_day("syg", 4, "time up")
    day.hand(1, [5, 5, 20, 30])
    sheets.settle_by_lot(by=day.umpire(1), table=day.table(1).pk)
    day.accept(1)
    reopen(day)
    assert day.table(1).lot is False


def test_a_sheet_is_opened_only_before_its_round_is_closed():
    day = a_day("syg", 8, "sheets in")
    day.close_round()
    with refused(RoundRefused, "The round is closed. The organiser can correct the sheet instead."):
        reopen(day)


def test_what_is_open_needs_no_opening_and_a_reason_is_needed():
    day = a_day("syg", 8, "time up").play(1)
    with refused(RoundRefused, "This sheet is open."):
        reopen(day, table=2)
    with refused(Refused, "Please give a reason. It’s kept with the change."):
        reopen(day, "")
    with refused(NotFound, "There is no such table."):
        sheets.reopen_sheet(by=day.organiser, table=0, why="lost")


# Taken back at the table, a moment later


def take_back(day: Day, **more) -> None:
    sheets.take_back_acceptance(**{"by": day.umpire(1), "table": day.table(1).pk, **more})


def all_agree(day: Day) -> None:
    for entry in day.table(1).seats.order_by("number").values_list("entry", flat=True):
        players.nod(by=day.umpire(1), table=day.table(1).pk, entry=entry, seen=day.versions(1))


def agreed(day: Day) -> list[bool]:
    seats = day.table(1).seats.order_by("number")
    return [nodded is not None for nodded in seats.values_list("nod__at", flat=True)]


@pytest.fixture
def at_the_bell() -> Day:
    day = a_day("syg", 8, "running")
    day.hand(1, [OUT, 10, 20, 30])
    return day.ring()


def test_the_last_agree_is_taken_back_and_the_others_stay(at_the_bell):
    day = at_the_bell
    all_agree(day)
    assert day.table(1).accepted_at is not None
    take_back(day)
    assert day.table(1).accepted_at is None
    assert agreed(day) == [True, True, True, False]
    assert set(day.table(1).seats.values_list("points", flat=True)) == {None}
    all_agree(day)
    assert day.table(1).accepted_at is not None


def test_taken_back_twice_is_taken_back_once(at_the_bell):
    """Two taps, or one that is sent again: the second finds the sheet open, and no player is asked once more."""
    day = at_the_bell
    all_agree(day)
    take_back(day, request="undo")
    take_back(day, request="undo")
    take_back(day)
    assert agreed(day) == [True, True, True, False]


def test_what_the_umpire_accepted_is_taken_back_too(at_the_bell):
    day = at_the_bell.accept(1)
    take_back(day)
    assert day.table(1).accepted_at is None
    assert agreed(day) == [False] * 4


STAYS = "This sheet is accepted. Only the organiser can reopen or correct it now."


@pytest.mark.parametrize(("seconds", "stays"), [(10, False), (29, False), (31, True)])
def test_it_can_be_taken_back_for_ten_seconds_and_the_time_on_the_way(at_the_bell, seconds, stays):
    day = at_the_bell
    with time_machine.travel("2026-11-21T14:00:00Z", tick=False) as now:
        all_agree(day)
        now.shift(seconds)
        if stays:
            with refused(RoundRefused, STAYS):
                take_back(day)
        else:
            take_back(day)
    assert (day.table(1).accepted_at is not None) is stays


def test_an_umpire_does_not_take_back_what_the_organiser_accepted(at_the_bell):
    day = at_the_bell.accept(1, by=at_the_bell.organiser)
    with refused(RoundRefused, STAYS):
        take_back(day)
    reopen(day)
    day.accept(1)
    take_back(day)  # this time it was the umpire
    assert day.table(1).accepted_at is None


def test_no_other_table_takes_it_back(at_the_bell):
    day = at_the_bell
    all_agree(day)
    with pytest.raises(NotPermitted):
        take_back(day, by=day.umpire(2))
    assert day.table(1).accepted_at is not None


def test_once_the_round_is_closed_it_stays(at_the_bell):
    day = at_the_bell
    all_agree(day)
    day.sheets_in().close_round()
    with refused(RoundRefused, "The round is closed. The organiser can correct the sheet instead."):
        take_back(day)


def test_the_last_agree_asks_too_while_a_tablet_has_another_hand():
    day = a_day("syg", 4, "running")
    day.hand(1, [OUT, 10, 20, 30])
    day.ring()
    tablets.hear(day.pk, 1, "tablet")
    tablets.hear(day.pk, 1, "tablet", trouble=HandInTrouble("hand-7", 1, "Which is right?", round=1))
    *others, last = day.table(1).seats.values_list("entry", flat=True)
    agree = {"by": day.umpire(1), "table": day.table(1).pk, "seen": [1]}
    assert not any(players.nod(entry=entry, **agree) for entry in others)
    with refused(NeedsConfirmation, sheets.OTHER_HANDS.format(hands="hand 1")):
        players.nod(entry=last, **agree)
    assert players.nod(entry=last, sure=True, **agree)
    assert day.table(1).accepted_at is not None
