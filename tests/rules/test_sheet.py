"""RULES 2, 4 and 6: a table's totals, when its round has ended, and the walk through a tie for first."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules import hand as hand_rules
from scoring.rules import sheet as rules
from scoring.rules.hand import HeldCards, PlayedHand
from scoring.rules.sheet import TableSheet
from tests.rules.spec import refused
from tournament.rules.errors import HandRefused
from tournament.rules.presets import Settings, preset
from tournament.rules.ranking import Standoff, Tally, first_place

OWN_HAND = preset("syg").settings
IGNORE = OWN_HAND.change(incomplete="ignore")
TO_500 = preset("classic-500").settings
FIVE_HANDS = preset("classroom").settings
ROTATION = preset("bac").settings
TO_100_OWN = ROTATION.change(ending="target", target=100)


def played(out: str, **held: int) -> PlayedHand:
    return PlayedHand(True, out, {code: HeldCards(points) for code, points in held.items()})


def stopped(**held: int) -> PlayedHand:
    return PlayedHand(False, None, {code: HeldCards(points) for code, points in held.items()})


def playoff(out: str | None, **held: int) -> PlayedHand:
    return PlayedHand(out is not None, out, {code: HeldCards(points) for code, points in held.items()}, playoff=True)


def sheet(*hands: PlayedHand, players: str = "ABCD") -> TableSheet:
    return TableSheet(tuple(players), hands)


BELL = sheet(
    played("C", A=40, B=60, D=30),
    played("D", A=21, B=28, C=47),
    PlayedHand(True, "A", {"B": HeldCards(0), "C": HeldCards(0), "D": HeldCards(31)}),
    stopped(A=20, B=7, C=54, D=12),
)
"""RULES 4, worked: before the bell Ana 61, Ben 88, Cal 47, Dee 61; they hold 20, 7, 54 and 12."""


@pytest.mark.parametrize(
    ("table", "settings", "points", "goes_on"),
    [
        pytest.param(BELL, OWN_HAND, [81, 95, 101, 73], "D", id="RULES 4: 81 / 95 / 101 / 73, Dee goes on"),
        pytest.param(BELL, IGNORE, [61, 88, 47, 61], "C", id="RULES 4: without the incomplete hand it is Cal"),
        pytest.param(BELL, TO_500, [31, 0, 130, 96], "C", id="RULES 4: winner_takes, the incomplete hand is void"),
        pytest.param(
            sheet(played("A", B=84, C=6, D=50)), OWN_HAND, [0, 84, 6, 50], "A", id="RULES 4: own_hand 0/84/6/50"
        ),
        pytest.param(sheet(played("A", B=84, C=6, D=50)), TO_500, [140, 0, 0, 0], "A", id="RULES 4: A +140"),
    ],
)
def test_totals_and_who_goes_on(table: TableSheet, settings: Settings, points: list[int], goes_on: str) -> None:
    tallies = rules.tallies(table, settings)
    assert [tally.points for tally in tallies] == points
    assert first_place(tallies, low_wins=settings.low_wins) == (goes_on, None)


@pytest.mark.parametrize(
    ("table", "settings", "tallies"),
    [
        pytest.param(
            BELL,
            OWN_HAND,
            [Tally("A", 81, 4, 1, 0), Tally("B", 95, 4, 0, 0), Tally("C", 101, 4, 1, 0), Tally("D", 73, 4, 1, 31)],
            id="RULES 4: an incomplete hand is a hand, but nobody’s win and not the last complete one",
        ),
        pytest.param(
            BELL,
            IGNORE,
            [Tally("A", 61, 3, 1, 0), Tally("B", 88, 3, 0, 0), Tally("C", 47, 3, 1, 0), Tally("D", 61, 3, 1, 31)],
            id="RECORD 3: a void hand is no hand",
        ),
        pytest.param(
            sheet(played("A", B=5), playoff("B", A=9), players="AB"),
            OWN_HAND,
            [Tally("A", 0, 1, 1, 0), Tally("B", 5, 1, 0, 5)],
            id="RECORD 3: a play-off counts in no total, no number of hands, no hands won",
        ),
        pytest.param(
            sheet(stopped(A=3, B=5), players="AB"),
            OWN_HAND,
            [Tally("A", 3, 1, 0, None), Tally("B", 5, 1, 0, None)],
            id="RECORD 3: no complete hand, so no last one",
        ),
        pytest.param(sheet(players="AB"), OWN_HAND, [Tally("A"), Tally("B")], id="no hands"),
        pytest.param(
            sheet(played("B", A=5, Z=9), played("A", Z=4), players="AB"),
            OWN_HAND,
            [Tally("A", 5, 2, 1, 0), Tally("B", 0, 1, 1, None)],
            id="only those present have a total, of the hands they played",
        ),
    ],
)
def test_tallies(table: TableSheet, settings: Settings, tallies: list[Tally]) -> None:
    assert rules.tallies(table, settings) == tallies


def some_hand(players: str, random: Random, *, complete: bool = True) -> PlayedHand:
    out = random.choice(players) if complete else None
    return PlayedHand(complete, out, {code: HeldCards(random.randint(0, 150)) for code in players if code != out})


def some_sheet(number: int) -> TableSheet:
    random = Random(number)
    players = "ABCDE"[: random.randint(2, 5)]
    hands = [some_hand(players, random) for _ in range(random.randint(0, 8))]
    hands += [some_hand(players, random, complete=False)] if random.random() < 0.5 else []
    hands += [playoff("A", B=5)] if random.random() < 0.5 else []
    return TableSheet(tuple(players), tuple(hands))


@settings(max_examples=100)
@given(st.integers(0, 2**32).map(some_sheet), st.sampled_from([OWN_HAND, IGNORE, TO_500, ROTATION]))
def test_a_sheets_total_is_the_sum_of_its_hands(table: TableSheet, settings: Settings) -> None:
    counting = [
        hand for hand in table.hands if not hand.playoff and (hand.complete or settings in (OWN_HAND, ROTATION))
    ]
    points = [hand_rules.points(hand, settings) for hand in counting]
    tallies = rules.tallies(table, settings)
    assert [tally.code for tally in tallies] == list(table.players)
    assert [tally.points for tally in tallies] == [sum(each[code] for each in points) for code in table.players]
    assert [tally.hands for tally in tallies] == [len(counting)] * len(table.players)
    assert sum(tally.won for tally in tallies) == sum(hand.complete for hand in counting)
    held = sum(held.points for hand in counting for held in hand.held.values())
    assert sum(tally.points for tally in tallies) == held  # in either scoring nothing is lost


@pytest.mark.parametrize(
    ("table", "settings", "reason"),
    [
        pytest.param(sheet(), OWN_HAND, None, id="RULES 2: only the clock ends it"),
        pytest.param(sheet(*[played("A", B=500, C=1, D=1)] * 9), OWN_HAND, None, id="RULES 2: however long"),
        pytest.param(BELL, OWN_HAND, "The unfinished hand is in.", id="RULES 4: the hand that the end stopped"),
        pytest.param(BELL, IGNORE, "The unfinished hand is in.", id="RULES 4: also if it does not count"),
        pytest.param(sheet(*[played("A", B=1)] * 4, players="AB"), FIVE_HANDS, None, id="RULES 2: four of five hands"),
        pytest.param(
            sheet(*[played("A", B=1)] * 5, players="AB"),
            FIVE_HANDS,
            "All 5 hands are played.",
            id="RULES 2: five hands",
        ),
        pytest.param(sheet(played("A", B=499), players="AB"), TO_500, None, id="RULES 2: 499 of 500"),
        pytest.param(
            sheet(played("A", B=300), played("B", A=9), played("A", B=200), players="AB"),
            TO_500,
            "Somebody has reached 500 points.",
            id="RULES 2: 500 points",
        ),
        pytest.param(
            sheet(played("A", B=300), played("B", A=400), players="AB"), TO_500, None, id="RULES 2: 300 and 400"
        ),
        pytest.param(
            sheet(played("A", B=60), played("A", B=40), players="AB"),
            TO_100_OWN,
            "Somebody has reached 100 points.",
            id="RULES 7: target and own_hand, whoever reaches it",
        ),
        pytest.param(sheet(players="AB"), TO_500, None, id="no hands"),
        pytest.param(sheet(players=""), TO_500, None, id="nobody present"),
    ],
)
def test_when_the_ending_has_come_by_itself(table: TableSheet, settings: Settings, reason: str | None) -> None:
    assert rules.reached_end(table, settings) == reason


LEVEL = sheet(played("A", B=30, C=5), played("B", A=30, C=40), players="ABC")
"""Ana and Ben 30 with one hand won each; Cal 45."""
AFTER_PLAYOFF = sheet(*LEVEL.hands, playoff("B", A=9), players="ABC")
UNFINISHED = sheet(*LEVEL.hands, playoff(None, A=9, B=9), players="ABC")
BY_HANDS_WON = sheet(played("A", B=10, C=10), played("C", A=20, B=10), played("A", B=0, C=10), players="ABC")


@pytest.mark.parametrize(
    ("table", "settings", "standoff"),
    [
        pytest.param(LEVEL, OWN_HAND, Standoff(("A", "B"), ("A", "B")), id="RULES 6: level, so a play-off or the lot"),
        pytest.param(AFTER_PLAYOFF, OWN_HAND, None, id="RULES 6: the play-off decided it"),
        pytest.param(UNFINISHED, OWN_HAND, Standoff(("A", "B"), ("A", "B")), id="RECORD 3: not finished, so the lot"),
        pytest.param(BY_HANDS_WON, OWN_HAND, None, id="RULES 6: most hands won decided it"),
        pytest.param(LEVEL, ROTATION, None, id="RULES 7: a rotation settles its ties by itself"),
        pytest.param(sheet(players="AB"), OWN_HAND, Standoff(("A", "B"), ("A", "B")), id="RULES 6: two without a hand"),
        pytest.param(sheet(players="A"), OWN_HAND, None, id="RECORD 3: one present player goes through"),
        pytest.param(sheet(players=""), OWN_HAND, None, id="nobody is present"),
    ],
)
def test_a_tie_for_first(table: TableSheet, settings: Settings, standoff: Standoff | None) -> None:
    assert rules.standoff(table, settings) == standoff


@pytest.mark.parametrize(
    ("table", "winner"), [(LEVEL, None), (AFTER_PLAYOFF, "B"), (UNFINISHED, None), (sheet(played("A", B=1)), None)]
)
def test_the_play_off_is_won_by_whoever_goes_out(table: TableSheet, winner: str | None) -> None:
    assert rules.playoff_winner(table, OWN_HAND) == winner


@pytest.mark.parametrize(
    ("first", "second", "standoff"),
    [
        pytest.param(played("A", B=31, C=5), played("B", A=30, C=40), None, id="nobody is level any more"),
        pytest.param(played("B", A=0, C=5), played("B", A=0, C=40), None, id="level, but not on hands won"),
        pytest.param(
            played("C", A=15, B=15),
            played("C", A=15, B=15),
            None,
            id="others are first",
        ),
        pytest.param(
            stopped(A=9, B=9, C=9), stopped(A=9, B=9, C=9), Standoff(tuple("ABC"), tuple("ABC")), id="one more is level"
        ),
    ],
)
def test_a_play_off_among_others_than_those_level_decides_nothing(
    first: PlayedHand, second: PlayedHand, standoff: Standoff | None
) -> None:
    """A correction may bring that about: the play-off was played, and stays as it was."""
    table_sheet = sheet(first, second, playoff("B", A=9), players="ABC")
    assert [rules.is_idle(hand, table_sheet, OWN_HAND) for hand in table_sheet.hands] == [False, False, True]
    assert (rules.playoff_winner(table_sheet, OWN_HAND), rules.standoff(table_sheet, OWN_HAND)) == (None, standoff)


@pytest.mark.parametrize(
    ("table", "settings", "is_playoff", "players"),
    [
        pytest.param(sheet(), OWN_HAND, False, "ABCD", id="everyone present plays"),
        pytest.param(LEVEL, OWN_HAND, False, "ABC", id="level, but another hand may follow before the bell"),
        pytest.param(LEVEL, OWN_HAND, True, "AB", id="RULES 6: a play-off among those still level"),
    ],
)
def test_who_plays_next(table: TableSheet, settings: Settings, is_playoff: bool, players: str) -> None:
    assert rules.who_plays_next(table, settings, playoff=is_playoff) == tuple(players)


ONLY_ONE = "There’s only one play-off hand. If nobody went out, the lot decides."


@pytest.mark.parametrize(
    ("table", "settings", "is_playoff", "sentence"),
    [
        (sheet(players="A"), OWN_HAND, False, "Only one player is here, so they go on without playing a hand."),
        (sheet(players="A"), OWN_HAND, True, "Only one player is here, so they go on without playing a hand."),
        (BELL, OWN_HAND, False, "The unfinished hand is in. No other hand can follow."),
        (
            sheet(*[played("A", B=1)] * 5, players="AB"),
            FIVE_HANDS,
            False,
            "All 5 hands are played. No other hand can follow.",
        ),
        (
            sheet(played("A", B=500), players="AB"),
            TO_500,
            False,
            "Somebody has reached 500 points. No other hand can follow.",
        ),
        (AFTER_PLAYOFF, OWN_HAND, False, "The play-off hand is in, so no other hand can follow it."),
        (AFTER_PLAYOFF, OWN_HAND, True, ONLY_ONE),
        (UNFINISHED, OWN_HAND, True, ONLY_ONE),
        (LEVEL, ROTATION, True, "A rotation settles its ties by itself; there is no play-off hand."),
        (BELL, OWN_HAND, True, "Nobody is level for first place, so there is no play-off hand."),
        (BY_HANDS_WON, OWN_HAND, True, "Nobody is level for first place, so there is no play-off hand."),
    ],
)
def test_it_refuses_a_hand_that_cannot_follow(
    table: TableSheet, settings: Settings, is_playoff: bool, sentence: str
) -> None:
    with refused(HandRefused, sentence):
        rules.who_plays_next(table, settings, playoff=is_playoff)


@pytest.mark.parametrize("table", [sheet(), LEVEL, AFTER_PLAYOFF, UNFINISHED, BELL])
def test_hands_that_could_have_been_played_so(table: TableSheet) -> None:
    rules.check_history(table.hands, table.players, OWN_HAND)


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [
        pytest.param(
            [*BELL.hands[:3], BELL.hands[3], BELL.hands[0]],
            "The unfinished hand is in. No other hand can follow.",
            id="a hand after the bell",
        ),
        pytest.param(
            [played("A", B=30, C=5, D=99), played("B", A=31, C=40, D=99), playoff("B", A=9)],
            "Nobody is level for first place, so there is no play-off hand.",
            id="a correction that breaks the tie under the play-off",
        ),
        pytest.param(
            [played("A", B=30, C=5, D=99), played("B", A=30, C=25, D=99), playoff("B", A=9, D=9)],
            "The play-off hand was played by others than those who are level now. Delete it first.",
            id="a correction that makes others level",
        ),
    ],
)
def test_it_refuses_a_history_that_cannot_be(hands: list[PlayedHand], sentence: str) -> None:
    with refused(HandRefused, sentence):
        rules.check_history(hands, tuple("ABCD"), OWN_HAND)


# Sheets that are in


A, B = played("A", B=9), played("B", A=9)
TWO_HANDS, TO_20 = FIVE_HANDS.change(hands=2), TO_500.change(target=20)


@pytest.mark.parametrize(
    ("before", "after", "settings", "told"),
    [
        pytest.param([A, B, B], [A, B], OWN_HAND, False, id="RULES 10: a hand entered twice"),
        pytest.param([A], [], OWN_HAND, False, id="RULES 10: the only hand was none"),
        pytest.param([B], [A, B], OWN_HAND, True, id="RULES 10: a hand that was forgotten"),
        pytest.param([A, B], [A, stopped(A=1, B=2)], OWN_HAND, True, id="RULES 10: the last one was incomplete"),
        pytest.param([A, A, A], [B, A, A, A], TO_20, True, id="RULES 10: told, the target may be reached as it was"),
        pytest.param([B, B, A, B], [B, B, B, B], TO_20, True, id="RULES 10: told, it may be reached earlier"),
        pytest.param([A, A, A], [A, A], TO_20, True, id="RULES 10: told, it may not be reached"),
        pytest.param([B, A, A, A], [A, A, A], TO_20, False, id="RULES 10: the target is reached all the same"),
        pytest.param([A, A], [A], TWO_HANDS.change(clock=600), False, id="RULES 10: the bell may have come earlier"),
        pytest.param([A], [], TWO_HANDS, False, id="RULES 10: an organiser accepted it early"),
        pytest.param(
            [A, B, playoff("A", B=9)], [A, A, playoff("A", B=9)], OWN_HAND, True, id="RULES 10: told, an idle play-off"
        ),
    ],
)
def test_a_sheet_that_is_in_may_be_corrected_so(
    before: list[PlayedHand], after: list[PlayedHand], settings: Settings, told: bool
) -> None:
    rules.check_correction(sheet(*before, players="AB"), after, settings, told=told)


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize(
    ("before", "after", "settings", "sentence"),
    [
        ([A, B], [stopped(A=1, B=2), B], OWN_HAND, "The unfinished hand is in. No other hand can follow."),
        (
            [A, B, playoff("A", B=9)],
            [A, B, playoff("A", B=9), A],
            OWN_HAND,
            "The play-off hand is in, so no other hand can follow it.",
        ),
        ([A, A], [A, B, A], TWO_HANDS, "All 2 hands are played. No other hand can follow."),
        (
            [A, A],
            [A],
            TWO_HANDS,
            "That would leave 1 of 2 hands, and this round has no clock to end it early. Correct the hand instead.",
        ),
    ],
)
def test_no_correction_of_a_sheet_that_is_in_explains_this(
    before: list[PlayedHand], after: list[PlayedHand], settings: Settings, sentence: str, told: bool
) -> None:
    with refused(HandRefused, sentence):
        rules.check_correction(sheet(*before, players="AB"), after, settings, told=told)


@pytest.mark.parametrize(
    ("before", "after", "settings", "sentence"),
    [
        (
            [A, A, A],
            [A, A],
            TO_20,
            "Then nobody would have reached 20 points, and this round has no clock to end it early. "
            "Correct the hand instead.",
        ),
        (
            [A, B, playoff("A", B=9)],
            [A, playoff("A", B=9)],
            OWN_HAND,
            "Nobody is level for first place, so there is no play-off hand.",
        ),
    ],
)
def test_what_leaves_no_trace_in_the_record_must_make_sense_by_itself(
    before: list[PlayedHand], after: list[PlayedHand], settings: Settings, sentence: str
) -> None:
    with refused(HandRefused, sentence):
        rules.check_correction(sheet(*before, players="AB"), after, settings, told=False)


def test_one_player_alone_has_no_hand_to_correct() -> None:
    for told in (True, False):
        with refused(HandRefused, "Only one player is here, so they go on without playing a hand."):
            rules.check_correction(sheet(players="A"), [PlayedHand(True, "A", {})], OWN_HAND, told=told)
