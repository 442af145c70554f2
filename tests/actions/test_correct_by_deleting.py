"""A hand of a sheet that is in was entered twice, or was none: the organiser deletes it, and the record still holds."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.actions import corrections
from scoring.models import Hand
from tests.actions.correcting import BEGUN, NOTHING, accepted_record, closed, sheet, table_of, told, true_hand
from tests.backends import ON_SQLITE
from tests.cast import OUT, Day, a_day
from tests.refusals import everything, refused
from tournament.rules.errors import HandRefused, NotFound, Refused, RoundRefused, Stale

pytestmark = [pytest.mark.django_db, ON_SQLITE]

FIRST, SECOND = [OUT, 20, 30, 40], [15, OUT, 30, 40]


def preview(day: Day, number: int, round_number: int = 1) -> dict[str, Any]:
    before = everything()
    table = table_of(day, 1, round_number)
    answer = corrections.preview_deletion(by=day.organiser, table=table.pk, number=number)
    assert everything() == before
    return answer


def delete(day: Day, number: int, /, **more: Any) -> dict[str, Any]:
    body = {"by": day.organiser, "table": table_of(day, 1).pk, "number": number, "version": 1, "why": "entered twice"}
    return corrections.correct_by_deleting(**body | more)


def test_another_winner_is_seated_in_the_next_round_that_has_not_begun():
    day = closed(FIRST, SECOND, SECOND).next_round()
    (a, b, c, d), (e, *_) = day.seats(1)
    assert day.seats() == [[b, e]]
    expected = NOTHING | {"totals": {a: [30, 15], c: [90, 60], d: [120, 80]}, "first": [b, a], "reseats": 2}
    assert preview(day, 3) == expected
    assert delete(day, 3) == expected
    assert day.seats() == [[a, e]]
    assert told(accepted_record(day)) == []


def test_a_round_that_has_begun_is_never_altered():
    day = closed(FIRST, SECOND, SECOND).next_round().start()
    assert preview(day, 3)["refused"] == BEGUN
    with refused(RoundRefused, BEGUN):
        delete(day, 3)


def test_a_hand_without_consequence_can_be_deleted_at_any_time():
    day = closed(FIRST, FIRST).next_round().start()
    _, b, c, d = day.seats(1)[0]
    expected = NOTHING | {"totals": {b: [40, 20], c: [60, 30], d: [80, 40]}}
    assert preview(day, 2) == expected
    assert delete(day, 2) == expected
    record = accepted_record(day)
    assert [len(record["rounds"][0]["tables"][n]["hands"]) for n in (0, 1)] == [1, 1]


def test_it_stays_in_the_history_and_those_after_it_move_up():
    day = closed(FIRST, SECOND, [1, 2, 3, OUT])
    assert sheet(day) == [(1, 1, [20, 30, 40]), (2, 1, [15, 30, 40]), (3, 1, [1, 2, 3])]
    delete(day, 2, why=" entered \n twice ")
    assert sheet(day) == [(1, 1, [20, 30, 40]), (2, 2, [1, 2, 3])]
    gone = Hand.objects.get(deleted_at__isnull=False)
    assert (gone.number, gone.deleted_why, gone.held.count()) == (2, "entered_twice", 3)
    line = day.competition.log.get(what="sheet corrected")
    assert (line.facts["hand"], line.facts["why"], line.facts["now"]) == (2, "entered_twice", None)
    assert sorted(line.facts["was"]["held"].values()) == [15, 30, 40]


def test_only_the_hand_that_was_on_the_screen_is_deleted():
    day = closed(FIRST, SECOND, [1, 2, 3, OUT])
    delete(day, 2)
    with refused(Stale, "Hand 2 has changed since you looked. Look again before you delete it.") as caught:
        delete(day, 2)
    assert (caught.value.theirs["version"], sorted(caught.value.theirs["held"].values())) == (2, [1, 2, 3])
    with refused(HandRefused, "There is no hand 3 at this table."):
        delete(day, 3)


def test_corrections_follow_their_hand_and_go_with_it():
    day = closed(FIRST, SECOND, [1, 2, 3, OUT])
    _, _, c, _ = day.seats()[0]
    for number, held in ((1, [OUT, 20, 30, 41]), (3, [1, 2, 4, OUT])):
        body = true_hand(day, 1, held) | {"number": number, "version": 1, "why": "miscounted"}
        corrections.correct_hand(by=day.organiser, **body)
    delete(day, 1, version=2)
    assert told(accepted_record(day)) == [(1, 1, 2, c, 3, 4, "miscounted")]


def test_without_any_hand_the_lot_decides():
    day = closed(FIRST)
    delete(day, 1)
    assert day.table(1).ties.get().by == "lot"
    accepted_record(day)


def test_other_moves_of_a_rotation_seat_the_next_round_anew():
    day = closed(FIRST, [60, 1, 2, OUT], preset="bac", rounds=2).next_round()
    (a, b, _, d), _ = day.seats(1)
    answer = delete(day, 2)
    assert answer["moves"] == [
        [f"{b}: table 1 to 2 (best)", f"{a}: table 1 to 2 (worst)"],
        [f"{a}: table 1 to 2 (best)", f"{d}: table 1 to 2 (worst)"],
    ]
    assert answer["reseats"] == 2
    accepted_record(day)


SHORT = "That would leave 1 of 2 hands, and this round has no clock to end it early. Correct the hand instead."


def test_a_number_of_hands_stays_that_number():
    day = closed(FIRST, FIRST, preset="classroom", people=4, hands=2)
    with refused(HandRefused, SHORT):
        delete(day, 2)
    with pytest.raises(HandRefused, match=SHORT):
        preview(day, 2)


def test_a_clock_may_have_ended_a_round_of_hands_earlier():
    day = closed(FIRST, FIRST, preset="classroom", people=4, hands=2, clock=600)
    delete(day, 2)
    accepted_record(day)


def test_a_target_that_nobody_would_have_reached_keeps_its_hand():
    """Seat 2 takes 32, then seat 1 takes 90 twice, and the target is 150."""
    day = closed([30, OUT, 1, 1], FIRST, FIRST, preset="classic-500", people=4, target=150)
    sentence = "Then nobody would have reached 150 points, and this round has no clock to end it early."
    with refused(HandRefused, f"{sentence} Correct the hand instead."):
        delete(day, 3)
    delete(day, 1)
    accepted_record(day)


def level() -> Day:
    """Seats 1 and 2 are level on points and hands won, and seat 1 wins the play-off."""
    day = a_day("syg", 4, "time up")
    for held in ([OUT, 10, 30, 30], [10, OUT, 30, 30], [5, 5, OUT, 30]):
        day.hand(1, held)
    day.hand(1, [OUT, 25, None, None], playoff=True)
    return day.accept(1).close_round()


def test_a_play_off_that_would_have_no_reason_is_deleted_first():
    day = level()
    _, b, c, d = day.seats()[0]
    with refused(HandRefused, "Nobody is level for first place, so there is no play-off hand."):
        delete(day, 1)
    assert delete(day, 4)["totals"] == {}
    assert day.table(1).ties.get().by == "lot"
    assert delete(day, 1)["totals"] == {b: [15, 5], c: [60, 30], d: [90, 60]}
    assert day.table(1).first.code == b
    accepted_record(day)


def test_a_play_off_among_the_same_people_stays():
    day = level()
    a, *_ = day.seats()[0]
    delete(day, 3)
    assert (day.table(1).first.code, day.table(1).ties.get().by) == (a, "playoff")
    accepted_record(day)


@pytest.mark.parametrize(
    ("more", "kind", "sentence"),
    [
        ({"why": " "}, Refused, "Please give a reason. It’s kept with the change."),
        ({"number": 0}, HandRefused, "There is no hand 0 at this table."),
        ({"table": 0}, NotFound, "There is no such table."),
    ],
)
def test_what_cannot_be_is_refused(more, kind, sentence):
    day = closed(FIRST, FIRST)
    with refused(kind, sentence):
        delete(day, 1, **more)


def test_a_sheet_that_is_not_in_is_changed_not_corrected():
    day = a_day("syg", 4, "running")
    day.hand(1, FIRST)
    with refused(RoundRefused, "This sheet isn’t accepted yet: change the hand itself."):
        delete(day, 1)
    with refused(RoundRefused, "This sheet isn’t accepted yet: change the hand itself."):
        preview(day, 1)


def test_a_correction_of_the_play_off_alone_explains_no_hand_that_is_gone():
    """The play-off would be idle then, and the record leaves it out with its corrections."""
    day = a_day("classic-500", 4, "running", scoring="own_hand", target=60)
    day.hand(1, [OUT, 10, 20, 30])
    day.hand(1, [10, OUT, 20, 30])
    day.hand(1, [25, OUT, None, None], playoff=True)
    day.accept(1).close_round()
    body = true_hand(day, 1, [24, OUT, None, None]) | {"number": 3, "version": 1, "why": "miscounted"}
    corrections.correct_hand(by=day.organiser, **body)
    with refused(HandRefused, "Nobody is level for first place, so there is no play-off hand."):
        delete(day, 2)
    accepted_record(day)
