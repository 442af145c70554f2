"""A sheet that was changed: cards, points, who went out, totals, order, corrections, and what was sealed."""

import pytest

from .tampering import found_after

BELL = [
    (
        "a held card",
        "rounds.0.tables.0.hands.0.held.E001.cards",
        {"wild": 1, "8": 1, "4": 1},
        ["Round 1, table 1, hand 1: E001 holds cards for 62 points, the record says 61."],
    ),
    (
        "the points of held cards",
        "rounds.0.tables.0.hands.0.held.E001.points",
        62,
        [
            "Round 1, table 1, hand 1: E001 holds cards for 61 points, the record says 62.",
            "Round 1, table 1, hand 1: E001 scores 62 points, the record says 61.",
        ],
    ),
    (
        "a typed total",
        "rounds.0.tables.0.hands.1.held.E004.points",
        51,
        ["Round 1, table 1, hand 2: E004 scores 51 points, the record says 50."],
    ),
    (
        "a typed total beyond the pack",
        "rounds.0.tables.0.hands.1.held.E004.points",
        1241,
        [
            "Round 1, table 1, hand 2, held: E004 cannot hold cards for 1241 points.",
            "Round 1, table 1, hand 2, held: The table cannot hold cards for 1241 points beside the named cards.",
            "Round 1, table 1, hand 2: E004 scores 1241 points, the record says 50.",
        ],
    ),
    (
        "a fifth Wild",
        "rounds.0.tables.0.hands.2.held.E003.cards",
        {"wild": 5, "4": 1},
        [
            "Round 1, table 1, hand 3: E003 holds cards for 254 points, the record says 54.",
            "Round 1, table 1, hand 3, held: The pack has 4 of wild, the record has 5 held.",
        ],
    ),
    (
        "a card that is in no pack",
        "rounds.0.tables.0.hands.2.held.E003.cards",
        {"joker": 1, "wild": 1, "4": 1},
        ["Round 1, table 1, hand 3: E003 holds a card joker, which is not in the pack."],
    ),
    (
        "a player who holds nothing and did not go out",
        "rounds.0.tables.0.hands.2.held.E001.cards",
        {},
        [
            "Round 1, table 1, hand 3: E001 did not go out and holds no card.",
            "Round 1, table 1, hand 3: E001 holds cards for 0 points, the record says 20.",
        ],
    ),
    (
        "a player left out of the held cards",
        "rounds.0.tables.0.hands.0.held",
        lambda held: {"E001": held["E001"], "E002": held["E002"]},
        [
            "Round 1, table 1, hand 1, held: E004 should be here, the record leaves them out.",
            "Round 1, table 1, hand 1: E004 scores 0 points, the record says 11.",
        ],
    ),
    (
        "a player left out of the points",
        "rounds.0.tables.0.hands.0.points",
        {"E001": 61, "E002": 38, "E003": 0},
        [
            "Round 1, table 1, hand 1, points: E004 should be here, the record leaves them out.",
            "Round 1, table 1, hand 1, held: E004 should not be here, the record has them.",
            "Round 1, table 1, totals: E004 has a total of 62, the record says 73.",
        ],
    ),
    (
        "the points of a hand",
        "rounds.0.tables.0.hands.1.points.E003",
        46,
        [
            "Round 1, table 1, hand 2: E003 scores 47 points, the record says 46.",
            "Round 1, table 1, totals: E003 has a total of 100, the record says 101.",
        ],
    ),
    (
        "who went out",
        "rounds.0.tables.0.hands.0.out",
        "E004",
        [
            "Round 1, table 1, hand 1, held: E003 should be here, the record leaves them out.",
            "Round 1, table 1, hand 1, held: E004 should not be here, the record has them.",
            "Round 1, table 1, hand 1: E004 scores 0 points, the record says 11.",
        ],
    ),
    (
        "a complete hand that nobody went out of",
        "rounds.0.tables.0.hands.0.out",
        None,
        [
            "Round 1, table 1, hand 1: The hand is complete, and nobody went out.",
            "Round 1, table 1, hand 1, held: E003 should be here, the record leaves them out.",
        ],
    ),
    (
        "a hand that was finished and says it was not",
        "rounds.0.tables.0.hands.0.complete",
        False,
        [
            "Round 1, table 1, hand 1: The end of the round stopped this hand, and another hand follows.",
            "Round 1, table 1, hand 1: The hand is incomplete, and E003 went out.",
            "Round 1, table 1, hand 1, last_card: The hand is incomplete, and a last card ended it.",
        ],
    ),
    (
        "a hand that counts and says it is void",
        "rounds.0.tables.0.hands.2.void",
        True,
        [
            "Round 1, table 1, hand 3, void: The hand is not void, the record says it is void.",
            "Round 1, table 1, hand 3: E001 scores 0 points, the record says 20.",
            "Round 1, table 1, hand 3: E002 scores 0 points, the record says 7.",
            "Round 1, table 1, hand 3: E003 scores 0 points, the record says 54.",
            "Round 1, table 1, hand 3: E004 scores 0 points, the record says 12.",
        ],
    ),
    (
        "a hand that calls itself a play-off",
        "rounds.0.tables.0.hands.2.playoff",
        True,
        [
            "Round 1, table 1, hand 3: There is no tie that a play-off could decide.",
            "Round 1, table 1, totals: E003 has a total of 47, the record says 101.",
            "Round 1, table 1, totals: E001 has a total of 61, the record says 81.",
            "Round 1, table 1, totals: E002 has a total of 88, the record says 95.",
            "Round 1, table 1, totals: E004 has a total of 61, the record says 73.",
        ],
    ),
    (
        "a last card that is in no pack",
        "rounds.0.tables.0.hands.0.last_card",
        "joker",
        ["Round 1, table 1, hand 1, last_card: There is no card joker."],
    ),
    (
        "the last card of a hand that was stopped",
        "rounds.0.tables.0.hands.2.last_card",
        "7",
        ["Round 1, table 1, hand 3, last_card: The hand is incomplete, and a last card ended it."],
    ),
    (
        "a total",
        "rounds.0.tables.0.totals.E002",
        94,
        ["Round 1, table 1, totals: E002 has a total of 95, the record says 94."],
    ),
    (
        "a total that is left out",
        "rounds.0.tables.0.totals",
        {"E001": 81, "E002": 95, "E003": 101},
        ["Round 1, table 1, totals: E004 has a total of 73, the record has none."],
    ),
    (
        "the order of the table",
        "rounds.0.tables.0.order",
        ["E004", "E002", "E001", "E003"],
        [
            "Round 1, table 1, order: The order is E004, E001, E002, E003, the record says E004, E002, E001, E003.",
            "final_order: E002 is number 2, the record says E001.",
        ],
    ),
    (
        "who goes through",
        "rounds.0.tables.0.through",
        ["E001"],
        ["Round 1, table 1, through: E004 goes through, the record says E001."],
    ),
    (
        "the champion left out of those who go through",
        "rounds.0.tables.0.through",
        [],
        ["Round 1, table 1, through: E004 goes through, the record says nobody."],
    ),
    (
        "a tie that was none",
        "rounds.0.tables.0.ties",
        [{"between": ["E001", "E004"], "by": "lot", "took": "E004"}],
        ["Round 1, table 1, ties: This should be no tie, the record says E001, E004 by lot for E004."],
    ),
    (
        "an empty chair",
        "rounds.0.tables.0.seats.0.absent",
        True,
        [
            "Round 1, table 1: E003 is absent from here to the end, the record says they did not leave.",
            "Round 1, table 1, hand 1, points: E003 should not be here, the record has them.",
            "Round 1, table 1, totals: E003 is not present and has a total.",
        ],
    ),
    (
        "a seat",
        "rounds.0.tables.0.seats.0.entry",
        "E001",
        [
            "Round 1, table 1, hand 1, points: E003 should not be here, the record has them.",
            "Round 1, table 1, totals: E003 is not present and has a total.",
            "Round 1, table 1, order: The order is E004, E001, E002, the record says E004, E001, E002, E003.",
            "Round 1, table 1, seat 1: This is the seat of E003, the record says E001.",
            "Round 1, table 1, seat 2: E001 has a second seat in this round.",
        ],
    ),
    (
        "the final order",
        "final_order",
        ["E004", "E001", "E003", "E002"],
        ["final_order: E002 is number 3, the record says E003."],
    ),
    (
        "somebody left out of the final order",
        "final_order",
        ["E004", "E001", "E002"],
        ["final_order: The final order has 4 players, the record has 3."],
    ),
    (
        "what a correction left",
        "corrections.1.now",
        39,
        ["Round 1, table 1, hand 1, corrections: E002 holds 38 points, the last correction says 39 points."],
    ),
    (
        "what a correction started from",
        "corrections.1.was",
        41,
        [("Round 1, table 1, hand 1, corrections: Correction 2 starts from 41 points, the one before left 40 points.")],
    ),
    (
        "the round of a correction",
        "corrections.0.round",
        2,
        ["Round 2, table 1, hand 1, corrections: Correction 1 is of a hand that this player did not play."],
    ),
    (
        "the table of a correction",
        "corrections.0.table",
        7,
        ["Round 1, table 7, hand 1, corrections: Correction 1 is of a hand that this player did not play."],
    ),
    (
        "the hand of a correction",
        "corrections.0.hand",
        4,
        ["Round 1, table 1, hand 4, corrections: Correction 1 is of a hand that this player did not play."],
    ),
    (
        "the player of a correction",
        "corrections.1.entry",
        "E004",
        [
            "Round 1, table 1, hand 1, corrections: E002 holds 38 points, the last correction says 40 points.",
            "Round 1, table 1, hand 1, corrections: E004 holds 11 points, the last correction says 38 points.",
        ],
    ),
    (
        "whether stopped hands count",
        "competition.incomplete",
        "ignore",
        ["Round 1, table 1, hand 3, void: The hand is void, the record says it is not void."],
    ),
    (
        "a clock that does not say when",
        "competition.clock",
        None,
        ["competition.clock: Rounds end by clock, and the record does not say at what."],
    ),
    (
        "a number of hands beside the clock",
        "competition.hands",
        3,
        ["competition.hands: Rounds end by clock, the record says 3 here."],
    ),
    (
        "a target beside the clock",
        "competition.target",
        101,
        ["competition.target: Rounds end by clock, the record says 101 here."],
    ),
    (
        "the pack: Harvest is no longer in it",
        "competition.extra_cards",
        {},
        ["Round 1, table 1, hand 2, last_card: There is no card Harvest."],
    ),
    (
        "the pack: an extra card called Skip",
        "competition.extra_cards",
        {"Harvest": {"points": 15, "count": 4}, "skip": {"points": 1, "count": 1}},
        ["competition.extra_cards: skip is a card of every pack."],
    ),
    (
        "the format",
        "competition.format",
        "single",
        [
            "chance.list_hash: The list hash is not that of the draw and the listed entries.",
            "Round 1, table 1, through: nobody goes through, the record says E004.",
            "final_order: The final order has 0 players, the record has 4.",
        ],
    ),
]

WINNER_TAKES = [
    (
        "what the winner takes",
        "rounds.0.tables.0.hands.0.points.E001",
        139,
        ["Round 1, table 1, hand 1: E001 scores 140 points, the record says 139."],
    ),
    (
        "the points of somebody who did not go out",
        "rounds.0.tables.0.hands.0.points.E002",
        84,
        [
            "Round 1, table 1, hand 1: E002 scores 0 points, the record says 84.",
            "Round 1, table 1, order: The order is E001, E002, E004, E003, the record says E001, E004, E003, E002.",
        ],
    ),
    (
        "a hand started after a warning that no clock gave",
        "rounds.0.tables.0.hands.0.late",
        True,
        ["Round 1, table 1, hand 1, late: The hand is marked as started after the warning, and there is no clock."],
    ),
    (
        "a number of hands that was not played",
        "competition.hands",
        2,
        ["Round 1, table 1: The round ends after 2 hands, the record has 1 hand."],
    ),
    (
        "a target beside a number of hands",
        "competition.target",
        140,
        ["competition.target: Rounds end by hands, the record says 140 here."],
    ),
    (
        "a largest table smaller than the tables",
        "competition.table_max",
        3,
        ["draw.plan: 4 players at 1 table need a table of more than 3."],
    ),
    (
        "a largest table that no hall has",
        "competition.table_max",
        11,
        ["competition.table_max: The largest table has 10 seats, the record says 11."],
    ),
]


@pytest.mark.parametrize(("what", "path", "value", "sentences"), BELL, ids=[row[0] for row in BELL])
def test_it_finds_a_change_on_the_sheet_of_the_bell(what, path, value, sentences):
    assert found_after("bell", path, value) == sentences


@pytest.mark.parametrize(("what", "path", "value", "sentences"), WINNER_TAKES, ids=[row[0] for row in WINNER_TAKES])
def test_it_finds_a_change_where_the_winner_takes(what, path, value, sentences):
    assert found_after("winner_takes", path, value) == sentences
