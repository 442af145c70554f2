"""An umpire changes a hand, or deletes it, before the sheet is accepted; what it was is kept."""

from __future__ import annotations

import pytest

from scoring.actions import hands
from scoring.models import Correction, Hand, Held
from tests.cast import OUT, Day, a_day
from tests.refusals import refused
from tournament.rules.errors import HandRefused, NeedsConfirmation, NotPermitted, Refused, RoundRefused, Stale

pytestmark = pytest.mark.django_db


def change(day: Day, number: int, held, version: int = 1, **more):
    typed = day.typed(1, held) | {"number": number}
    return hands.change_hand(**{"by": day.umpire(1), **typed, "version": version, **more})


def delete(day: Day, number: int, why: str = "played with a short deck", **more):
    hands.delete_hand(**{"by": day.umpire(1), "table": day.table(1).pk, "number": number, "why": why, **more})


def sheet(day: Day) -> list[tuple[int, str | None, dict[str, int]]]:
    """The hands that stand: number, who went out, what the others held."""
    return [
        (
            hand.number,
            hand.out.entry.code if hand.out else None,
            dict(hand.held.values_list("seat__entry__code", "points")),
        )
        for hand in Hand.objects.filter(table=day.table(1), deleted_at__isnull=True).select_related("out")
    ]


def four(*played: list) -> Day:
    day = a_day("syg", 4, "running")
    for held in played:
        day.hand(1, held)
    return day


def test_a_recount_replaces_what_was_held_and_keeps_what_it_was():
    day = four([OUT, 10, 20, 30])
    a, b, c, d = day.seats()[0]
    assert change(day, 1, [OUT, 10, {"wild": 1}, 30], why=" miscounted ") == {"hand": 1, "version": 2}
    assert sheet(day) == [(1, a, {b: 10, c: 50, d: 30})]
    assert list(Held.objects.exclude(cards=None).values_list("seat__entry__code", "cards")) == [(c, {"wild": 1})]
    assert list(Correction.objects.values_list("seat__entry__code", "was", "now", "why")) == [(c, 20, 50, "miscounted")]
    line = day.competition.log.get(what="hand changed")
    assert line.facts["was"]["held"] == {b: 10, c: 20, d: 30}
    assert line.facts["now"]["held"] == {b: 10, c: {"wild": 1}, d: 30}


def test_somebody_else_went_out():
    day = four([OUT, 10, 20, 30])
    a, b, c, d = day.seats()[0]
    change(day, 1, [5, OUT, 20, 30], last_card="wild")
    assert sheet(day) == [(1, b, {a: 5, c: 20, d: 30})]
    assert list(
        Correction.objects.order_by("seat__entry__code").values_list("seat__entry__code", "was", "now")
    ) == sorted([(a, 0, 5), (b, 10, 0)])


def test_a_complete_hand_can_turn_out_to_be_the_incomplete_one():
    day = four([OUT, 10, 20, 30])
    with refused(NeedsConfirmation, "The clock is still running: was this hand really stopped?"):
        change(day, 1, [5, 10, 20, 30])
    change(day, 1, [5, 10, 20, 30], sure=True)
    assert list(Hand.objects.values_list("complete", "out", "last_card")) == [(False, None, "")]


def test_two_who_change_the_same_hand_see_both_values():
    day = four([OUT, 10, 20, 30])
    a, b, c, d = day.seats()[0]
    change(day, 1, [OUT, 11, 20, 30])
    with refused(Stale, "Hand 1 is already recorded. Which one is right?") as caught:
        change(day, 1, [OUT, 12, 20, 30], version=1)
    assert caught.value.theirs == {"out": a, "last_card": None, "held": {b: 11, c: 20, d: 30}, "version": 2}
    assert caught.value.yours == {"out": a, "last_card": None, "held": {b: 12, c: 20, d: 30}}
    assert change(day, 1, [OUT, 12, 20, 30], version=2) == {"hand": 1, "version": 3}


@pytest.mark.parametrize(
    ("held", "more", "kind", "sentence"),
    [
        ([OUT, {"wild": 5}, 1, 1], {}, HandRefused, "More than 4 Wild cards at one table. One deck has 4."),
        ([OUT, 10, 20, 30], {"why": ""}, Refused, "Please give a reason. It’s kept with the change."),
        ([OUT, 10, 20, 30], {"number": 2}, HandRefused, "There is no hand 2 at this table."),
        (
            [OUT, 10, 20, 30],
            {"late": True},
            NeedsConfirmation,
            "No new hand is dealt after the warning. Did this one really start after it?",
        ),
    ],
)
def test_a_change_that_cannot_be_is_refused(held, more, kind, sentence):
    day = four([OUT, 10, 20, 30])
    with refused(kind, sentence):
        change(day, **{"number": 1, "held": held, **more})


def test_more_than_250_asks_again_when_it_is_typed_again():
    day = four([OUT, 10, 20, 30])
    sentence = f"{day.names()[0][1]} with 300 points: that is unusual. Sure?"
    with refused(NeedsConfirmation, sentence):
        change(day, 1, [OUT, 300, 20, 30])
    change(day, 1, [OUT, 300, 20, 30], sure=True)
    assert Hand.objects.get().version == 2


def test_only_the_last_hand_can_be_the_incomplete_one():
    day = four([OUT, 10, 20, 30], [OUT, 10, 20, 30])
    with refused(HandRefused, "The unfinished hand is in. No other hand can follow."):
        change(day, 1, [5, 10, 20, 30], sure=True)


def test_a_deleted_hand_stays_in_the_history_and_those_after_it_move_up():
    day = four([OUT, 1, 2, 3], [OUT, 10, 20, 30], [4, 5, 6, OUT])
    a, b, c, d = day.seats()[0]
    delete(day, 2, " played with a  short deck")
    assert sheet(day) == [(1, a, {b: 1, c: 2, d: 3}), (2, d, {a: 4, b: 5, c: 6})]
    assert list(
        Hand.objects.filter(deleted_at__isnull=False).values_list("number", "deleted_why", "deleted_note__text")
    ) == [(2, "other", "played with a short deck")]
    assert day.hand(1, [OUT, 7, 7, 7])["hand"] == 3


def test_a_number_that_moved_up_is_another_hand_and_is_never_overwritten_unseen():
    """The first tablet still shows three hands; what it calls hand 2 is now what it called hand 3."""
    day = four([OUT, 1, 2, 3], [OUT, 10, 20, 30], [OUT, 4, 5, 6])
    a, b, c, d = day.seats()[0]
    delete(day, 1)
    with refused(Stale, "Hand 2 is already recorded. Which one is right?") as caught:
        change(day, 2, [OUT, 11, 20, 30], version=1)
    assert caught.value.theirs["held"] == {b: 4, c: 5, d: 6}
    change(day, 2, [OUT, 4, 5, 7], version=caught.value.theirs["version"])
    assert sheet(day)[1] == (2, a, {b: 4, c: 5, d: 7})


def test_a_hand_recorded_in_place_of_a_deleted_one_is_another_hand():
    """The first tablet still shows what was deleted; the version it knows is never given again."""
    day = four([OUT, 1, 2, 3], [OUT, 10, 20, 30])
    _, b, c, d = day.seats()[0]
    delete(day, 2)
    assert day.hand(1, [OUT, 4, 5, 6]) == {"hand": 2, "version": 2}
    with refused(Stale, "Hand 2 is already recorded. Which one is right?") as caught:
        change(day, 2, [OUT, 10, 20, 31], version=1)
    assert caught.value.theirs["held"] == {b: 4, c: 5, d: 6}
    delete(day, 1)
    delete(day, 1)
    assert [day.hand(1, [OUT, 7, 8, 9])["version"] for _ in range(2)] == [4, 5]


def test_a_hand_in_place_of_a_deleted_one_has_the_same_answer_when_it_is_sent_again():
    """Its version is another than the one that a hand usually has."""
    day = four([OUT, 1, 2, 3])
    delete(day, 1)
    hand = day.typed(1, [OUT, 4, 5, 6])
    answers = [day.hand(1, [OUT, 4, 5, 6], **hand, request="tablet-1/17") for _ in range(2)]
    assert answers == [{"hand": 1, "version": 2}] * 2
    assert Hand.objects.filter(deleted_at__isnull=True).count() == 1


def test_a_hand_is_deleted_only_as_it_was_on_the_screen():
    day = four([OUT, 1, 2, 3], [OUT, 10, 20, 30], [OUT, 4, 5, 6])
    delete(day, 1, version=1)
    with refused(Stale, "Hand 2 has changed since you looked. Look again before you delete it.") as caught:
        delete(day, 2, version=1)
    assert sorted(caught.value.theirs["held"].values()) == [4, 5, 6]


@pytest.mark.parametrize("number", [-1, 0, 2, 10**9])
def test_a_hand_that_is_not_there_cannot_be_deleted(number):
    day = four([OUT, 1, 2, 3])
    with refused(HandRefused, f"There is no hand {number} at this table."):
        delete(day, number)


def test_deleting_needs_a_reason():
    day = four([OUT, 1, 2, 3])
    with refused(Refused, "Please give a reason. It’s kept with the change."):
        delete(day, 1, "")


def test_after_acceptance_and_after_closing_nothing_is_changed():
    day = a_day("syg", 4, "sheets in")
    for sentence in (
        "This sheet is accepted. Only the organiser can reopen or correct it now.",
        "This round is closed.",
    ):
        with refused(RoundRefused, sentence):
            change(day, 1, [OUT, 10, 20, 31])
        with refused(RoundRefused, sentence):
            delete(day, 1)
        if day.stage == "sheets in":
            day.close_round()


def test_another_umpire_may_neither_change_nor_delete():
    day = a_day("syg", 8, "running")
    day.hand(1, [OUT, 1, 2, 3])
    sentence = "Umpire of table 2 can’t do this. Ask an organiser of this event."
    with refused(NotPermitted, sentence):
        change(day, 1, [OUT, 10, 20, 31], by=day.umpire(2))
    with refused(NotPermitted, sentence):
        delete(day, 1, by=day.umpire(2))
