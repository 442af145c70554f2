"""An umpire records a hand: saved whole, or refused with nothing left behind (RULES 3 and 4)."""

from __future__ import annotations

from copy import copy
from datetime import UTC, datetime

import pytest
import time_machine

from scoring.actions import hands
from scoring.models import Hand, Held
from tests.cast import OUT, Day, a_day
from tests.refusals import refused
from tournament.actions import clock
from tournament.rules.errors import HandRefused, NeedsConfirmation, NotFound, NotPermitted, RoundRefused, Stale

pytestmark = pytest.mark.django_db


def table_of_four(preset: str = "syg", **choices) -> Day:
    """Ana, Ben, Cal and Dee in this order at the only table, and the round is running."""
    day = Day(preset, **choices)
    for name in ("Ana", "Ben", "Cal", "Dee"):
        day.enter(name, f"Group of {name}")
    return day.until("drawn").arrange([["Ana", "Ben", "Cal", "Dee"]]).until("running")


@pytest.fixture(scope="module")
def made_once(kept: None) -> Day:
    return table_of_four()


@pytest.fixture
def day(made_once: Day) -> Day:
    """That table, for the tests that change no choice."""
    return copy(made_once)


def totals(day: Day) -> dict[str, int]:
    """What the accepted sheet of the only table says, by name."""
    return dict(day.table(1).seats.values_list("entry__competitor__name", "points"))


def test_a_hand_is_recorded_with_what_everybody_holds(day):
    with time_machine.travel(datetime(2026, 11, 21, 14, 5, tzinfo=UTC), tick=False):
        answer = day.hand(1, [OUT, {"7": 1, "0": 1, "skip": 1, "wild": 1}, 27, {"9": 2}], last_card="draw_two")
    assert answer == {"hand": 1, "version": 1}
    hand = Hand.objects.select_related("out__entry__competitor").get()
    assert (hand.out.entry.competitor.name, hand.last_card, hand.complete, hand.late, hand.playoff) == (
        "Ana", "draw_two", True, False, False,
    )  # fmt: skip
    assert hand.recorded_at == datetime(2026, 11, 21, 14, 5, tzinfo=UTC)
    assert list(Held.objects.order_by("pk").values_list("seat__entry__competitor__name", "points", "cards")) == [
        ("Ben", 77, {"7": 1, "0": 1, "skip": 1, "wild": 1}),
        ("Cal", 27, None),
        ("Dee", 18, {"9": 2}),
    ]


def test_the_first_hand_begins_the_round_and_the_table():
    day = a_day("classroom", 4, "published")
    assert (day.round.began_at, day.table(1).dealt_at) == (None, None)
    day.hand(1, [OUT, 10, 20, 30])
    first = Hand.objects.get().recorded_at
    assert day.table(1).dealt_at == first
    assert day.round.began_at is not None
    day.hand(1, [OUT, 10, 20, 30])
    assert day.table(1).dealt_at == first


@pytest.mark.parametrize(
    ("preset", "choices", "points"),
    [
        ("syg", {}, {"Ana": 0, "Ben": 84, "Cal": 6, "Dee": 50}),
        ("classroom", {"hands": 1}, {"Ana": 140, "Ben": 0, "Cal": 0, "Dee": 0}),
    ],
)
def test_the_cards_drawn_at_the_end_count(preset, choices, points):
    """Ana goes out on a Draw Two, Ben holds 5 + Reverse and draws 9 + Wild (RULES 4, worked)."""
    day = table_of_four(preset, **choices)
    ben = {"5": 1, "reverse": 1, "9": 1, "wild": 1}
    day.hand(1, [OUT, ben, {"6": 1}, {"wild_draw_four": 1}], last_card="draw_two")
    day.ring().accept(1)
    assert totals(day) == points


def test_at_the_bell_everybody_s_held_cards_count(day):
    """Ana 61, Ben 88, Cal 47, Dee 61, then Skip / 2, 5 / Wild, 4 / 6, 6: Dee goes on (RULES 4, worked)."""
    day.hand(1, {"Ana": 61, "Ben": 88, "Cal": 47, "Dee": OUT})
    day.hand(1, {"Ana": {"0": 1}, "Ben": {"0": 1}, "Cal": OUT, "Dee": 61})
    day.ring()
    day.hand(1, [{"skip": 1}, {"2": 1, "5": 1}, {"wild": 1, "4": 1}, {"6": 2}])
    day.accept(1).close_round()
    assert totals(day) == {"Ana": 81, "Ben": 95, "Cal": 101, "Dee": 73}
    assert day.table(1).first.competitor.name == "Dee"


def test_an_incomplete_hand_can_be_set_to_be_ignored():
    day = table_of_four(incomplete="ignore")
    day.hand(1, {"Ana": 61, "Ben": 88, "Cal": 47, "Dee": OUT})
    day.hand(1, {"Ana": {"0": 1}, "Ben": {"0": 1}, "Cal": OUT, "Dee": 61})
    day.ring()
    day.hand(1, [{"skip": 1}, {"2": 1, "5": 1}, {"wild": 1, "4": 1}, {"6": 2}])
    day.accept(1).close_round()
    assert totals(day) == {"Ana": 61, "Ben": 88, "Cal": 47, "Dee": 61}
    assert day.table(1).first.competitor.name == "Cal"


def test_where_the_winner_takes_an_incomplete_hand_scores_nothing_and_is_kept():
    day = table_of_four("classroom", hands=3, clock=600)
    day.hand(1, [OUT, 10, 20, 30])
    day.ring()
    day.hand(1, [1, 2, 3, 4])
    day.accept(1)
    assert totals(day) == {"Ana": 60, "Ben": 0, "Cal": 0, "Dee": 0}
    assert list(Hand.objects.values_list("number", "complete")) == [(1, True), (2, False)]


@pytest.mark.parametrize(
    ("held", "more", "sentence"),
    [
        ([OUT, 10, 20, None], {}, "Still to count: Dee."),
        ([OUT, {}, 20, 30], {}, "Ben didn’t go out, so Ben holds at least one card."),
        ([OUT, {"wild": 3}, {"wild": 2}, 30], {}, "More than 4 Wild cards at one table. One deck has 4."),
        ([OUT, {"wild": 5}, 20, 30], {}, "More than 4 Wild cards at one table. One deck has 4."),
        ([OUT, {"0": 5}, 20, 30], {}, "More than 4 0 cards at one table. One deck has 4."),
        ([OUT, {"skip": 9}, 20, 30], {}, "More than 8 Skip cards at one table. One deck has 8."),
        ([OUT, {"joker": 1}, 20, 30], {}, "There is no card called “joker” in this competition."),
        ([OUT, {"7": 0}, 20, 30], {}, "The number of 7 cards must be 1 or more."),
        ([OUT, {"7": True}, 20, 30], {}, "The number of 7 cards must be 1 or more."),
        ([OUT, -1, 20, 30], {}, "Ben can’t hold -1 points: no cards make that total."),
        ([OUT, 1241, 20, 30], {}, "Ben can’t hold 1241 points: no cards make that total."),
        ([OUT, 1239, 1, 1], {}, "Together that’s more than all the cards at one table are worth (1,240)."),
        ([OUT, 10**30, 20, 30], {}, f"Ben can’t hold {10**30} points: no cards make that total."),
        ([OUT, 10.5, 20, 30], {}, "Ben: count the cards, or type a whole number of points."),
        ([OUT, "10", 20, 30], {}, "Ben: count the cards, or type a whole number of points."),
        ([OUT, True, 20, 30], {}, "Ben: count the cards, or type a whole number of points."),
        ([10, 10, 20, 30], {"last_card": "skip"}, "Nobody went out, so there is no last card."),
        ([OUT, 10, 20, 30], {"last_card": "joker"}, "There is no card called “joker” in this competition."),
        ([OUT, 10, 20, 30], {"held": None}, "Count what each player holds."),
        ([OUT, 10, 20, 30], {"number": 2}, "The next hand at this table is number 1."),
        ([OUT, 10, 20, 30], {"number": 0}, "The next hand at this table is number 1."),
        ([OUT, 10, 20, 30], {"out": 0}, "This hand has somebody in it who doesn’t sit at this table."),
        ([OUT, 0, 0, 0], {"held": {}}, "Still to count: Ben, Cal, Dee."),
    ],
)
def test_what_a_real_table_cannot_hold_is_refused(day, held, more, sentence):
    with refused(HandRefused, sentence):
        day.hand(1, held, sure=True, **more)


def test_who_went_out_holds_nothing(day):
    typed = day.typed(1, [OUT, 10, 20, 30])
    typed["held"][str(typed["out"])] = 5
    with refused(HandRefused, "Ana went out and holds nothing."):
        hands.record_hand(by=day.umpire(1), **typed)


def test_only_zeros_is_not_going_out_and_there_are_four_of_them():
    day = a_day("classroom", 6, "published", format="single", table_max=6)
    sentence = "Too many players have 0 points without going out: there aren’t that many zeros in the deck."
    with refused(HandRefused, sentence):
        day.hand(1, [OUT, 0, 0, 0, 0, 0])
    day.hand(1, [OUT, 0, 0, 0, 0, 7])


def test_more_decks_hold_more_cards_and_extra_cards_count():
    day = table_of_four(decks=2, extra_cards={"Harvest": {"points": 25, "count": 2}})
    day.hand(1, [OUT, {"wild": 4}, {"Harvest": 4}, {"wild": 2, "7": 1}])
    assert list(Held.objects.order_by("pk").values_list("points", flat=True)) == [200, 100, 107]


@pytest.mark.parametrize(
    ("held", "more", "sentence"),
    [
        ([OUT, 251, 20, 30], {}, "Ben with 251 points: that is unusual. Sure?"),
        ([OUT, {"wild": 4, "skip": 3}, 20, 30], {}, "Ben with 260 points: that is unusual. Sure?"),
        ([OUT, {"0": 1}, 20, 0], {"sure": False}, "Dee has 0 points but didn’t go out, so only zeros are left. Sure?"),
        (
            [OUT, {"7": 1}, 20, {"5": 1}],
            {"last_card": "draw_two"},
            "After a Draw Two the next player draws 2, but Ben and Dee hold fewer cards. Sure?",
        ),
        (
            [OUT, 10, 20, 30],
            {"late": True},
            "No new hand is dealt after the warning. Did this one really start after it?",
        ),
    ],
)
def test_what_is_unusual_asks_once(day, held, more, sentence):
    with refused(NeedsConfirmation, sentence):
        day.hand(1, held, **more)
    day.hand(1, held, **more | {"sure": True})
    assert list(Hand.objects.values_list("late", flat=True)) == [more.get("late", False)]


def test_who_drew_is_asked_about_where_the_umpire_says_who(day):
    """RULES 4: the next player in the direction of play; which way that was, only the table knows."""
    held, ben = [OUT, {"7": 1}, 20, {"5": 2}], day.who("Ben").pk
    with refused(NeedsConfirmation, "After a Draw Two the next player draws 2, but Ben holds fewer cards. Sure?"):
        day.hand(1, held, last_card="draw_two", drew=ben)
    with refused(HandRefused, "This hand has somebody in it who doesn’t sit at this table."):
        day.hand(1, held, last_card="draw_two", drew=999_999)
    day.hand(1, held, last_card="draw_two", drew=day.who("Dee").pk)
    assert Hand.objects.count() == 1


def test_a_play_off_asks_only_who_went_out():
    """RECORD 3: the record has `held` of those who play it, and anybody can check that."""
    day = a_day("syg", 8, "running")
    for held in ([OUT, 10, 30, 40], [10, OUT, 30, 40]):
        day.hand(1, held)
    day.ring()
    out = day.table(1).seats.get(number=2).entry_id
    typed = {"by": day.umpire(1), "table": day.table(1).pk, "number": 3, "out": out, "held": {}, "playoff": True}
    assert hands.record_hand(**typed) == hands.record_hand(**typed)  # as two tablets send it
    counted = Held.objects.filter(hand__playoff=True)
    assert list(counted.values_list("seat__number", "points", "cards")) == [(1, 0, None)]
    other = day.table(1).seats.get(number=1).entry_id
    hands.change_hand(by=day.umpire(1), table=day.table(1).pk, number=3, version=1, out=other, held={})
    assert list(counted.values_list("seat__number", "points", "cards")) == [(2, 0, None)]
    day.accept(1).until("finished")  # which checks the record


def test_250_points_ask_nothing(day):
    day.hand(1, [OUT, 250, 20, 30])
    assert Hand.objects.count() == 1


def test_two_tablets_that_record_the_same_hand_see_both_values(day):
    day.hand(1, [OUT, {"7": 1}, 20, 30], last_card="skip")
    a, b, c, d = day.seats()[0]
    with refused(Stale, "Hand 1 is already recorded. Which one is right?") as caught:
        day.hand(1, [8, OUT, 20, {"wild": 1}], number=1)
    assert caught.value.theirs == {"out": a, "last_card": "skip", "held": {b: {"7": 1}, c: 20, d: 30}, "version": 1}
    assert caught.value.yours == {"out": b, "last_card": None, "held": {a: 8, c: 20, d: {"wild": 1}}}


def test_somebody_from_another_table_cannot_be_in_the_hand():
    day = a_day("syg", 8, "running")
    stranger = day.seats()[1][0]
    seated = day.seats()[0]
    for held in ({**dict.fromkeys(seated, 10), stranger: 5}, {**dict.fromkeys(seated, 10), stranger: OUT}):
        with refused(HandRefused, "This hand has somebody in it who doesn’t sit at this table."):
            day.hand(1, held)


def test_an_empty_chair_plays_no_hand():
    day = a_day("syg", 4, "published")
    day.gone("E001")
    day.start()
    others = [code for code in day.seats()[0] if code != "(E001)"]
    with refused(HandRefused, "This hand has somebody in it who doesn’t sit at this table."):
        day.hand(1, {**dict.fromkeys(others, 10), "E001": OUT})
    day.hand(1, [OUT, 10, 20])


def test_one_player_alone_plays_no_hand():
    day = a_day("syg", 4, "published")
    for code in day.seats()[0][1:]:
        day.gone(code)
    day.start()
    with refused(HandRefused, "Only one player is here, so they go on without playing a hand."):
        day.hand(1, [OUT])


def test_before_the_clock_is_started_no_hand_is_taken():
    day = a_day("syg", 4, "published")
    with refused(HandRefused, "The round hasn’t begun: the clock hasn’t started yet."):
        hands.record_hand(by=day.umpire(1), **day.typed(1, [OUT, 10, 20, 30]))


def test_an_umpire_keeps_the_own_table_s_sheet_only():
    day = a_day("syg", 8, "running")
    with refused(NotPermitted, "Umpire of table 2 can’t do this. Ask an organiser of this event."):
        day.hand(1, [OUT, 10, 20, 30], by=day.umpire(2))
    with refused(NotFound, "There is no such table."):
        day.hand(1, [OUT, 10, 20, 30], table=0)


def test_before_the_draw_is_published_there_is_no_table_to_record_at():
    day = a_day("syg", 4, "drawn")
    with refused(NotFound, "There is no such table."):
        hands.record_hand(by=day.organiser, table=0, number=1, out=None, held={})


def test_after_acceptance_and_after_closing_nothing_is_recorded():
    day = a_day("syg", 4, "sheets in")
    with refused(RoundRefused, "This sheet is accepted. Only the organiser can reopen or correct it now."):
        day.hand(1, [OUT, 10, 20, 30])
    day.close_round()
    with refused(RoundRefused, "This round is closed."):
        day.hand(1, [OUT, 10, 20, 30], by=day.organiser)


@pytest.mark.parametrize(
    ("preset", "choices", "sentence"),
    [
        ("classroom", {"hands": 1}, "The only hand is played. No other hand can follow."),
        ("classic-500", {"target": 60}, "Somebody has reached 60 points. No other hand can follow."),
    ],
)
def test_when_the_ending_has_come_no_other_hand_follows(preset, choices, sentence):
    day = Day(preset, **choices).people(4).until("published")
    day.hand(1, [OUT, 10, 20, 30])
    with refused(HandRefused, sentence):
        day.hand(1, [OUT, 10, 20, 30])


def running() -> Day:
    return a_day("syg", 4, "running")


def paused() -> Day:
    day = running()
    clock.pause_clock(by=day.mc, competition=day.pk)
    return day


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        (running, "The clock is still running: was this hand really stopped?"),
        (paused, "The clock is only paused: was this hand really stopped?"),
        (lambda: a_day("classroom", 4, "published"), "This round has no clock: was this hand really stopped?"),
    ],
)
def test_a_hand_that_no_bell_has_stopped_asks_once(at, sentence):
    """Nobody said who went out; taken as it is, it would be the last hand of the table's round."""
    day = at()
    with refused(NeedsConfirmation, sentence):
        day.hand(1, [1, 2, 3, 4])
    day.hand(1, [1, 2, 3, 4], sure=True)
    assert list(Hand.objects.values_list("complete", "out")) == [(False, None)]


def test_a_clock_that_ran_out_by_itself_asks_nothing():
    with time_machine.travel(datetime(2026, 11, 21, 14, 0, tzinfo=UTC), tick=False) as now:
        day = running()
        now.shift(30 * 60 - 1)
        with refused(NeedsConfirmation, "The clock is still running: was this hand really stopped?"):
            day.hand(1, [1, 2, 3, 4])
        now.shift(1)
        day.hand(1, [1, 2, 3, 4])


def test_a_play_off_without_a_winner_asks_too():
    day = a_day("classroom", 4, "published", hands=2)
    day.hand(1, [OUT, 10, 20, 30])
    day.hand(1, [10, OUT, 20, 30])
    with refused(NeedsConfirmation, "This round has no clock: was this hand really stopped?"):
        day.hand(1, [1, 2, None, None], playoff=True)
    day.hand(1, [1, 2, None, None], playoff=True, sure=True)


def test_after_the_incomplete_hand_no_other_follows(day):
    day.hand(1, [1, 2, 3, 4], sure=True)
    with refused(HandRefused, "The unfinished hand is in. No other hand can follow."):
        day.hand(1, [OUT, 10, 20, 30])


def test_hands_that_were_finished_before_the_bell_may_be_entered_after_it(day):
    day.ring()
    day.hand(1, [OUT, 10, 20, 30])
    day.hand(1, [1, 2, 3, 4])
    assert Hand.objects.count() == 2
