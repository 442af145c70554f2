"""A hand of a sheet that is in was forgotten: the organiser adds it, and the record still holds."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.actions import corrections, sheets
from tests.actions.correcting import (
    BEGUN,
    NOTHING,
    accepted_record,
    as_typed,
    closed,
    sheet,
    table_of,
    told,
    true_hand,
)
from tests.backends import ON_SQLITE
from tests.cast import OUT, Day, a_day
from tests.refusals import everything, refused
from tournament.rules.errors import HandRefused, NeedsConfirmation, NotFound, Refused, RoundRefused, Stale

pytestmark = [pytest.mark.django_db, ON_SQLITE]

FIRST, SECOND = [OUT, 20, 30, 40], [15, OUT, 30, 40]


def preview(day: Day, number: int, held: list[Any], **more: Any) -> dict[str, Any]:
    before = everything()
    body = as_typed(true_hand(day, 1, held) | {"number": number, **more})
    answer = corrections.preview_addition(by=day.organiser, **body)
    assert everything() == before
    return answer


def add(day: Day, number: int, held: list[Any], /, **more: Any) -> dict[str, Any]:
    seen = [version for _, version, _ in sheet(day)]
    body = true_hand(day, 1, held) | {"number": number, "seen": seen, "why": "forgotten", **more}
    return corrections.correct_by_adding(**{"by": day.organiser, **body})


def test_another_winner_is_seated_in_the_next_round_that_has_not_begun():
    day = closed(FIRST, SECOND).next_round()
    (a, b, c, _), (e, *_) = day.seats(1)
    assert day.seats() == [[a, e]]
    expected = NOTHING | {"totals": {a: [15, 30], c: [60, 70]}, "first": [a, b], "reseats": 2}
    assert preview(day, 3, [15, OUT, 10, {"0": 1}]) == expected
    assert add(day, 3, [15, OUT, 10, {"0": 1}]) == expected
    assert day.seats() == [[b, e]]
    assert told(accepted_record(day)) == sorted([(1, 1, 3, a, 0, 15, "forgotten"), (1, 1, 3, c, 0, 10, "forgotten")])


def test_a_round_that_has_begun_is_never_altered():
    day = closed(FIRST, SECOND).next_round().start()
    assert preview(day, 3, SECOND)["refused"] == BEGUN
    with refused(RoundRefused, BEGUN):
        add(day, 3, SECOND)


def test_a_hand_without_consequence_can_be_added_at_any_time():
    day = closed(FIRST, SECOND).next_round().start()
    *_, d = day.seats(1)[0]
    expected = NOTHING | {"totals": {d: [80, 120]}}
    zeros = [OUT, {"0": 1}, {"0": 1}, 40]
    assert preview(day, 1, zeros) == expected
    assert add(day, 1, zeros) == expected
    assert [len(table["hands"]) for table in accepted_record(day)["rounds"][0]["tables"]] == [3, 1]


def test_those_after_it_move_down_and_are_never_taken_for_another():
    day = closed(FIRST, SECOND, [1, 2, 3, OUT])
    add(day, 2, [7, 8, OUT, 9], last_card="skip", why=" forgotten\n by both ")
    assert sheet(day) == [(1, 1, [20, 30, 40]), (2, 2, [7, 8, 9]), (3, 2, [15, 30, 40]), (4, 2, [1, 2, 3])]
    body = true_hand(day, 1, SECOND) | {"number": 2, "version": 1, "why": "miscounted"}
    with refused(Stale, "Hand 2 is already recorded. Which one is right?") as caught:
        corrections.correct_hand(by=day.organiser, **body)
    assert sorted(caught.value.theirs["held"].values()) == [7, 8, 9]
    line = day.competition.log.get(what="sheet corrected")
    assert (line.facts["hand"], line.facts["why"], line.facts["was"]) == (2, "other", None)
    assert (line.facts["now"]["last_card"], sorted(line.facts["now"]["held"].values())) == ("skip", [7, 8, 9])
    accepted_record(day)


def test_corrections_move_with_their_hand():
    day = closed(FIRST, SECOND)
    *_, d = day.seats()[0]
    body = true_hand(day, 1, [15, OUT, 30, 44]) | {"number": 2, "version": 1, "why": "miscounted"}
    corrections.correct_hand(by=day.organiser, **body)
    add(day, 1, [OUT, 0, 0, 7], sure=True)
    assert told(accepted_record(day)) == [(1, 1, 3, d, 40, 44, "miscounted"), (1, 1, 1, d, 0, 7, "forgotten")]


def test_two_who_add_the_same_hand_add_it_once():
    day = closed(FIRST, SECOND)
    add(day, 3, SECOND, seen=[1, 1])
    with refused(Stale, "The sheet has changed since you looked. Look at it again.") as caught:
        add(day, 3, SECOND, seen=[1, 1])
    assert [hand["version"] for hand in caught.value.theirs["hands"]] == [1, 1, 2]


def test_other_moves_of_a_rotation_seat_the_next_round_anew():
    day = closed(FIRST, preset="bac", rounds=2).next_round()
    (a, b, _, d), _ = day.seats(1)
    answer = add(day, 1, [60, 1, 2, OUT])
    assert answer["moves"] == [
        [f"{a}: table 1 to 2 (best)", f"{d}: table 1 to 2 (worst)"],
        [f"{b}: table 1 to 2 (best)", f"{a}: table 1 to 2 (worst)"],
    ]
    assert answer["reseats"] == 2
    accepted_record(day)


def test_the_hand_that_the_bell_stopped_can_have_been_forgotten_too():
    day = closed(FIRST, SECOND)
    with refused(HandRefused, "The unfinished hand is in. No other hand can follow."):
        add(day, 2, [1, 2, 3, 4])
    add(day, 3, [1, 2, 3, 4])
    with refused(HandRefused, "The unfinished hand is in. No other hand can follow."):
        add(day, 4, FIRST)
    accepted_record(day)


def test_a_number_of_hands_stays_that_number():
    day = closed(FIRST, FIRST, preset="classroom", people=4, hands=2)
    with refused(HandRefused, "All 2 hands are played. No other hand can follow."):
        add(day, 2, SECOND)


def test_a_forgotten_hand_may_show_that_the_target_was_reached_earlier():
    """The hands after it were played all the same. Who deletes them, too, can do so one by one."""
    day = closed(FIRST, SECOND, FIRST, [1, OUT, 1, 1], FIRST, preset="classic-500", people=4, target=260)
    add(day, 1, FIRST)
    accepted_record(day)
    with refused(HandRefused, "There is no hand 7 at this table."):
        delete(day, 7)
    delete(day, 6)
    delete(day, 5)
    assert [number for number, _, _ in sheet(day)] == [1, 2, 3, 4]
    accepted_record(day)


def delete(day: Day, number: int) -> None:
    version = {n: version for n, version, _ in sheet(day)}.get(number, 1)
    corrections.correct_by_deleting(
        by=day.organiser, table=table_of(day, 1).pk, number=number, version=version, why="one too many"
    )


LEVEL = ([OUT, 10, 30, 30], [10, OUT, 30, 30])


def test_a_forgotten_play_off_decides_instead_of_the_lot():
    day = a_day("syg", 4, "time up")
    for held in LEVEL:
        day.hand(1, held)
    sheets.settle_by_lot(by=day.umpire(1), table=day.table(1).pk)
    day.accept(1).close_round()
    (a, b, *_), lot = day.seats()[0], day.table(1).first.code
    held = [OUT, 5, None, None] if lot == b else [5, OUT, None, None]
    with refused(HandRefused, "The play-off hand is in, so no other hand can follow it."):
        add(day, 1, held, playoff=True)
    add(day, 3, held, playoff=True)
    assert day.table(1).first.code == (a if lot == b else b)
    record = accepted_record(day)
    assert record["rounds"][0]["tables"][0]["ties"][0]["by"] == "playoff"
    with refused(HandRefused, "There’s only one play-off hand. If nobody went out, the lot decides."):
        add(day, 4, held, playoff=True)
    with refused(HandRefused, "The play-off hand is in, so no other hand can follow it."):
        add(day, 4, FIRST)


def test_a_hand_added_before_a_play_off_leaves_it_as_it_was_played():
    day = a_day("syg", 4, "time up")
    for held in LEVEL:
        day.hand(1, held)
    day.hand(1, [OUT, 5, None, None], playoff=True)
    day.accept(1).close_round()
    _, b, *_ = day.seats()[0]
    add(day, 3, [40, OUT, 1, 1])
    assert (day.table(1).first.code, day.table(1).ties.count()) == (b, 0)
    accepted_record(day)


def test_one_player_alone_has_no_hand_to_add():
    day = a_day("syg", 4, "published")
    for code in day.seats()[0][1:]:
        day.gone(code)
    day.start().ring().close_round()
    with refused(HandRefused, "Only one player is here, so they go on without playing a hand."):
        add(day, 1, [OUT])


@pytest.mark.parametrize(
    ("number", "held", "more", "kind", "sentence"),
    [
        (2, [OUT, {"wild": 5}, 1, 1], {}, HandRefused, "More than 4 Wild cards at one table. One deck has 4."),
        (2, [OUT, 1, 1, None], {}, HandRefused, "Still to count: {3}."),
        (0, FIRST, {}, HandRefused, "Give the hand a number from 1 to 2."),
        (3, FIRST, {}, HandRefused, "Give the hand a number from 1 to 2."),
        (2, FIRST, {"playoff": True}, HandRefused, "Nobody is level for first place, so there is no play-off hand."),
        (2, FIRST, {"why": ""}, Refused, "Please give a reason. It’s kept with the change."),
        (2, FIRST, {"table": 0}, NotFound, "There is no such table."),
        (2, [OUT, 1, 1, 300], {}, NeedsConfirmation, "{3} with 300 points: that is unusual. Sure?"),
    ],
)
def test_what_cannot_be_is_refused_and_what_is_unusual_asks(number, held, more, kind, sentence):
    day = closed(FIRST)
    with refused(kind, sentence.format(*day.names()[0])):
        add(day, number, held, **more)


def test_what_is_unusual_is_taken_when_it_is_said_again():
    day = closed(FIRST)
    add(day, 2, [OUT, 1, 1, 300], sure=True)
    accepted_record(day)


def test_a_sheet_that_is_not_in_is_changed_not_corrected():
    day = a_day("syg", 4, "running")
    day.hand(1, FIRST)
    with refused(RoundRefused, "This sheet isn’t accepted yet: change the hand itself."):
        add(day, 2, FIRST)
    with refused(RoundRefused, "This sheet isn’t accepted yet: change the hand itself."):
        preview(day, 2, FIRST)
