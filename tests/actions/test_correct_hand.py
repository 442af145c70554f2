"""The organiser corrects a sheet that is in: what it changes is shown first, and redone, but no begun round is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring.actions import corrections
from scoring.models import Correction
from scoring.record.check import check_record
from scoring.record.export import as_text, export_record
from tests.actions.correcting import BEGUN, NOTHING, ROUND_2_BEGUN, accepted_record, as_typed, true_hand
from tests.backends import ON_SQLITE
from tests.cast import OUT, Day, a_day
from tests.refusals import everything, refused
from tournament.rules.errors import HandRefused, NeedsConfirmation, NotFound, Refused, RoundRefused, Stale

pytestmark = [pytest.mark.django_db, ON_SQLITE]


def preview(day: Day, table: int, held: list[Any], round_number: int = 1) -> dict[str, Any]:
    before = everything()
    answer = corrections.preview_correction(by=day.organiser, **as_typed(true_hand(day, table, held, round_number)))
    assert everything() == before
    return answer


def correct(day: Day, table: int, held: list[Any], round_number: int = 1, /, **more: Any) -> dict[str, Any]:
    body = {
        "by": day.organiser,
        "version": 1,
        "why": "miscounted",
        **true_hand(day, table, held, round_number),
        **more,
    }
    return corrections.correct_hand(**body)


def test_another_winner_is_seated_in_the_next_round_that_has_not_begun():
    day = a_day("syg", 8, "round closed").next_round()
    (a, b, *_), (e, *_) = day.seats(1)
    assert day.seats() == [[a, e]]
    expected = {
        "totals": {a: [0, 10], b: [10, 0]},
        "first": [a, b],
        "moves": None,
        "reseats": 2,
        "refused": None,
    }
    assert preview(day, 1, [10, OUT, 20, 30]) == expected
    assert correct(day, 1, [10, OUT, 20, 30]) == expected
    assert day.seats() == [[b, e]]
    assert [table.first.code for table in day.competition.round_set.get(number=1).tables.all()] == [b, e]


def test_before_the_next_round_is_made_it_is_simply_made_so():
    day = a_day("syg", 8, "round closed")
    (a, b, *_), (e, *_) = day.seats()
    answer = correct(day, 1, [10, OUT, 20, 30])
    assert (answer["first"], answer["reseats"]) == ([a, b], None)
    assert day.next_round().seats() == [[b, e]]


def test_a_round_that_has_begun_is_never_altered():
    day = a_day("syg", 8, "round closed").next_round().start()
    assert preview(day, 1, [10, OUT, 20, 30])["refused"] == BEGUN
    with refused(RoundRefused, BEGUN):
        correct(day, 1, [10, OUT, 20, 30])


def test_points_without_consequence_can_be_corrected_at_any_time():
    day = a_day("syg", 8, "round closed").next_round().start()
    *_, d = day.seats(1)[0]
    expected = NOTHING | {"totals": {d: [30, 72]}}
    assert preview(day, 1, [OUT, 10, 20, 72]) == expected
    assert correct(day, 1, [OUT, 10, 20, 72]) == expected
    record = accepted_record(day)
    assert record["rounds"][0]["tables"][0]["totals"][d] == 72
    assert record["corrections"] == [
        {"round": 1, "table": 1, "hand": 1, "entry": d, "was": 30, "now": 72, "why": "miscounted"}
    ]


def test_other_moves_of_a_rotation_seat_the_next_round_anew():
    day = a_day("bac", 8, "round closed", rounds=2).next_round()
    (a, b, c, d), (e, f, g, h) = day.seats(1)
    assert day.seats() == [[b, c, e, h], [f, g, a, d]]
    expected = {
        "totals": {c: [20, 60]},
        "first": None,
        "moves": [
            [f"{a}: table 1 to 2 (best)", f"{d}: table 1 to 2 (worst)"],
            [f"{a}: table 1 to 2 (best)", f"{c}: table 1 to 2 (worst)"],
        ],
        "reseats": 2,
        "refused": None,
    }
    assert preview(day, 1, [OUT, 10, 60, 30]) == expected
    assert correct(day, 1, [OUT, 10, 60, 30]) == expected
    assert day.seats() == [[b, d, e, h], [f, g, a, c]]
    day.start()
    assert preview(day, 1, [OUT, 10, 20, 30])["refused"] == ROUND_2_BEGUN
    with refused(RoundRefused, ROUND_2_BEGUN):
        correct(day, 1, [OUT, 10, 20, 30], version=2)


def test_who_was_substituted_in_the_next_round_stays_so_where_it_still_applies():
    day = a_day("syg", 8, "round closed").next_round()
    (_, b, *_), (e, *_) = day.seats(1)
    day.substitute(e, "Ivy King")
    correct(day, 1, [10, OUT, 20, 30])
    assert day.seats() == [[b, "E009"]]


def test_a_substitute_of_somebody_who_no_longer_goes_on_has_no_seat():
    day = a_day("syg", 8, "round closed").next_round()
    (a, b, *_), (e, *_) = day.seats(1)
    day.substitute(a, "Ivy King")
    correct(day, 1, [10, OUT, 20, 30])
    assert day.seats() == [[b, e]]


def test_a_sheet_of_an_open_round_can_be_corrected_too():
    day = a_day("syg", 8, "sheets in")
    a, b, *_ = day.seats()[0]
    expected = NOTHING | {"totals": {a: [0, 10], b: [10, 0]}, "first": [a, b]}
    assert preview(day, 1, [10, OUT, 20, 30]) == expected
    assert correct(day, 1, [10, OUT, 20, 30]) == expected
    day.close_round()
    assert day.table(1).first.code == b


def test_the_final_can_be_corrected_after_the_competition_is_finished():
    day = a_day("syg", 4, "finished")
    a, b, c, d = day.seats()[0]
    assert export_record(day.competition)["final_order"] == [a, b, c, d]
    correct(day, 1, [15, OUT, 20, 30])
    assert export_record(day.competition)["final_order"] == [b, a, c, d]


def test_what_was_and_is_held_is_kept_with_the_reason():
    day = a_day("syg", 4, "round closed")
    a, b, *_ = day.seats()[0]
    correct(day, 1, [10, OUT, 20, 30], why=" miscounted\n")
    kept = Correction.objects.order_by("seat__entry__code").values_list("seat__entry__code", "was", "now", "why")
    assert list(kept) == sorted([(a, 0, 10, "miscounted"), (b, 10, 0, "miscounted")])


def test_two_corrections_of_one_hand_show_both_values():
    day = a_day("syg", 4, "round closed")
    *_, d = day.seats()[0]
    correct(day, 1, [OUT, 10, 20, 31])
    with refused(Stale, "Hand 1 is already recorded. Which one is right?") as caught:
        correct(day, 1, [OUT, 10, 20, 32])
    assert (caught.value.theirs["held"][d], caught.value.yours["held"][d]) == (31, 32)


@pytest.mark.parametrize(
    ("held", "more", "kind", "sentence"),
    [
        ([OUT, {"wild": 5}, 1, 1], {}, HandRefused, "More than 4 Wild cards at one table. One deck has 4."),
        ([OUT, 10, 20, 31], {"why": " "}, Refused, "Please give a reason. It’s kept with the change."),
        ([OUT, 10, 20, 31], {"number": 2}, HandRefused, "There is no hand 2 at this table."),
        ([OUT, 10, 20, 31], {"table": 0}, NotFound, "There is no such table."),
    ],
)
def test_a_correction_that_cannot_be_is_refused(held, more, kind, sentence):
    day = a_day("syg", 4, "round closed")
    with refused(kind, sentence):
        correct(day, 1, held, **more)


def test_more_than_250_asks_once():
    day = a_day("syg", 4, "round closed")
    with refused(NeedsConfirmation, f"{day.names()[0][3]} with 300 points: that is unusual. Sure?"):
        correct(day, 1, [OUT, 10, 20, 300])
    correct(day, 1, [OUT, 10, 20, 300], sure=True)


def test_a_sheet_that_is_not_in_is_changed_not_corrected():
    day = a_day("syg", 4, "running")
    day.hand(1, [OUT, 10, 20, 30])
    with refused(RoundRefused, "This sheet isn’t accepted yet: change the hand itself."):
        correct(day, 1, [OUT, 10, 20, 31])
    with refused(RoundRefused, "This sheet isn’t accepted yet: change the hand itself."):
        preview(day, 1, [OUT, 10, 20, 31])


def test_a_play_off_that_a_correction_makes_idle_decides_nothing_and_decides_again_once_it_is_taken_back():
    """The record holds what decided: the play-off only while it does."""
    day = a_day("syg", 4, "time up")
    a, b, *_ = day.seats()[0]
    day.hand(1, [OUT, 10, 30, 30])
    day.hand(1, [10, OUT, 30, 30])
    day.hand(1, [25, OUT, None, None], playoff=True)
    day.accept(1).close_round().finish()

    def told() -> tuple[str, list[str], list[bool]]:
        record = export_record(day.competition)
        assert check_record(json.loads(as_text(record))) == []
        [table] = record["rounds"][0]["tables"]
        return table["order"][0], [t["by"] for t in table["ties"]], [hand["playoff"] for hand in table["hands"]]

    assert told() == (b, ["playoff"], [False, False, True])
    correct(day, 1, [OUT, 11, 30, 30])
    assert told() == (a, [], [False, False])
    correct(day, 1, [OUT, 10, 30, 30], version=2)
    assert told() == (b, ["playoff"], [False, False, True])


def test_a_tie_that_a_correction_makes_goes_to_the_lot():
    day = a_day("syg", 4, "round closed")
    a, b, *_ = day.seats()[0]
    correct(day, 1, [10, 10, 20, 30])
    assert day.table(1).ties.values_list("between", "by").get() == (sorted([a, b]), "lot")


def test_only_the_last_hand_can_turn_out_to_be_the_incomplete_one():
    day = a_day("syg", 4, "time up")
    day.hand(1, [OUT, 10, 20, 30])
    day.hand(1, [OUT, 10, 20, 30])
    day.accept(1)
    with refused(HandRefused, "The unfinished hand is in. No other hand can follow."):
        correct(day, 1, [5, 10, 20, 30])
    correct(day, 1, [5, 10, 20, 30], number=2)
    accepted_record(day.close_round())


def test_a_hand_that_no_bell_stopped_asks_once():
    day = a_day("classroom", 4, "round closed", hands=1)
    with refused(NeedsConfirmation, "This round has no clock: was this hand really stopped?"):
        correct(day, 1, [5, 10, 20, 30])
    correct(day, 1, [5, 10, 20, 30], sure=True)
    accepted_record(day)


def test_what_nothing_in_the_record_would_explain_is_refused():
    """Ben went out, not Ana, and both held no points: no correction is listed, and the play-off had no reason."""
    day = a_day("syg", 4, "time up")
    day.hand(1, [OUT, 0, 30, 30])
    day.hand(1, [0, OUT, 30, 30])
    day.hand(1, [OUT, 5, None, None], playoff=True)
    day.accept(1).close_round()
    with refused(HandRefused, "Nobody is level for first place, so there is no play-off hand."):
        correct(day, 1, [{"0": 1}, OUT, 30, 30])
    _, b, *_ = day.seats()[0]
    corrections.correct_by_deleting(
        by=day.organiser, table=day.table(1).pk, number=3, version=1, why="there was no tie"
    )
    correct(day, 1, [{"0": 1}, OUT, 30, 30])
    assert day.table(1).first.code == b
    assert accepted_record(day)["corrections"] == []
