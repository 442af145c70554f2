"""A draw that was changed: the seal, the lots, who came in and how, the seats, the bracket and its redraw."""

import pytest

from .known import SALT
from .tampering import found_after

BELL = [
    (
        "the salt",
        "chance.salt",
        lambda salt: "f" + salt[1:],
        [
            "chance.commitment: The commitment is not the SHA-256 of the salt.",
            "chance.seed: The seed is not that of the list hash, the salt and the public value.",
        ],
    ),
    (
        "the commitment",
        "chance.commitment",
        lambda _: "0" * 64,
        ["chance.commitment: The commitment is not the SHA-256 of the salt."],
    ),
    (
        "the public value",
        "chance.public",
        "4 6 1 1 4",
        ["chance.seed: The seed is not that of the list hash, the salt and the public value."],
    ),
    (
        "spaces around the public value",
        "chance.public",
        " 4 6 1 1 3",
        [
            "chance.seed: The seed is not that of the list hash, the salt and the public value.",
            "chance.public: The public value has spaces at its ends.",
        ],
    ),
    (
        "letters of the public value that are not composed",
        "chance.public",
        "ü",
        [
            "chance.seed: The seed is not that of the list hash, the salt and the public value.",
            "chance.public: The public value is not in the Unicode form NFC.",
        ],
    ),
    (
        "no public value at all",
        "chance.public",
        "",
        [
            "chance.seed: The seed is not that of the list hash, the salt and the public value.",
            "chance.public: The public value is empty, nobody outside supplied one.",
        ],
    ),
    (
        "the list hash",
        "chance.list_hash",
        lambda _: "0" * 64,
        [
            "chance.list_hash: The list hash is not that of the draw and the listed entries.",
            "chance.seed: The seed is not that of the list hash, the salt and the public value.",
        ],
    ),
    (
        "the seed",
        "chance.seed",
        lambda _: "0" * 64,
        ["chance.seed: The seed is not that of the list hash, the salt and the public value."],
    ),
    (
        "a salt that was shown before",
        "chance.discarded",
        lambda _: [{"list_hash": "0" * 64, "salt": SALT, "public": "6", "why": "wrong list"}],
        ["chance.discarded[0]: The salt of this draw was shown with it, and the draw that stands uses it again."],
    ),
]

WINNER_TAKES = [
    (
        "a group",
        "entries.0.group",
        "G07",
        ["chance.list_hash: The list hash is not that of the draw and the listed entries."],
    ),
    (
        "a kind",
        "entries.0.kind",
        "reserve",
        [
            "chance.list_hash: The list hash is not that of the draw and the listed entries.",
            "draw.lot_reserves: Number 1 should be E001, the record says nobody.",
            "draw.admitted: Number 1 should be E002, the record says E001.",
        ],
    ),
    (
        "an entry that was on the list",
        "entries.0.listed",
        False,
        [
            "chance.list_hash: The list hash is not that of the draw and the listed entries.",
            "draw.size: The size of the draw should be 3, the record says 4.",
            "draw.admitted: Number 1 should be E002, the record says E001.",
        ],
    ),
]

BRACKET = [
    (
        "the lot of the reserves",
        "draw.lot_reserves",
        ["E023", "E020", "E021", "E022", "E019"],
        ["draw.lot_reserves: Number 1 should be E020, the record says E023."],
    ),
    (
        "a lot that was never held",
        "draw.lot_entries",
        ["E001"],
        ["draw.lot_entries: Number 1 should be nobody, the record says E001."],
    ),
    (
        "who was admitted",
        "draw.admitted.19",
        "E021",
        [
            "draw.admitted: Number 20 should be E023, the record says E021.",
            "entries: E021 should have the status in, the record says called_up.",
            "draw: The seats come from shuffle, attempt 264, the record says shuffle, attempt 1.",
            "Round 1, table 1, seat 1: This is the seat of E021, the record says E008.",
            "Round 1: 19 more seats of this round should be somebody else's.",
        ],
    ),
    (
        "the size",
        "draw.size",
        21,
        [
            "chance.list_hash: The list hash is not that of the draw and the listed entries.",
            "draw.admitted: Number 20 should be E021, the record says E023.",
            "entries: E021 was called up and is not in the order of call.",
        ],
    ),
    (
        "a size below the number of entries",
        "draw.size",
        17,
        [
            "chance.list_hash: The list hash is not that of the draw and the listed entries.",
            "draw.size: The size of the draw should be from 18 to 23, the record says 17.",
            "draw.admitted: Number 19 should be nobody, the record says E020.",
        ],
    ),
    (
        "the attempt",
        "draw.attempt",
        0,
        ["draw: The seats come from shuffle, attempt 1, the record says shuffle, attempt 0."],
    ),
    (
        "the method",
        "draw.method",
        "deal",
        ["draw: The seats come from shuffle, attempt 1, the record says deal, attempt 1."],
    ),
    (
        "a swap",
        "draw.swaps.0.b",
        "E009",
        [
            "Round 1, table 1, seat 1: This is the seat of E009, the record says E008.",
            "Round 1, table 4, seat 1: This is the seat of E002, the record says E009.",
            "Round 1, table 4, seat 3: This is the seat of E008, the record says E002.",
        ],
    ),
    (
        "a swap that is left out",
        "draw.swaps",
        [],
        [
            "Round 1, table 1, seat 1: This is the seat of E002, the record says E008.",
            "Round 1, table 4, seat 3: This is the seat of E008, the record says E002.",
        ],
    ),
    ("a swap without a reason", "draw.swaps.0.why", " ", ["draw.swaps[0]: The exchange has no reason."]),
    (
        "a swap with oneself",
        "draw.swaps",
        lambda swaps: [*swaps, {"a": "E001", "b": "E001", "why": "?"}],
        ["draw.swaps[1]: E001 cannot exchange seats with themselves."],
    ),
    (
        "a swap with somebody who was not drawn",
        "draw.swaps",
        lambda swaps: [*swaps, {"a": "E001", "b": "E019", "why": "?"}],
        ["draw.swaps[1]: E019 exchanges seats and has none in the draw."],
    ),
    (
        "a move before a knockout",
        "draw.moves",
        [{"entry": "E001", "from": 1, "to": 2, "why": "balance"}],
        ["draw.moves: Nobody is moved before round 1 of a knockout."],
    ),
    (
        "a move after a round of a knockout",
        "rounds.0.moves",
        [{"entry": "E001", "from": 1, "to": 2, "why": "best"}],
        ["Round 1, moves: Nobody moves in a knockout, the record has 1 move."],
    ),
    (
        "for whom a substitute sits",
        "rounds.0.tables.3.seats.1.for",
        "E003",
        [
            "Round 1, table 2, seat 1: E021 sits for E003, who had no seat to give in this round.",
            "Round 1, table 2, seat 1: This is the seat of E024, the record says E021.",
            "Round 1, table 4, seat 2: This is the seat of E012, the record says E024.",
            "Round 1, table 4, seat 2: Somebody else already sits for E003 in this round.",
        ],
    ),
    (
        "a substitute who seems drawn",
        "rounds.0.tables.3.seats.1.for",
        None,
        ["Round 1, table 4, seat 2: This is the seat of E012, the record says E024."],
    ),
    (
        "somebody drawn who seems a substitute",
        "rounds.0.tables.0.seats.0.for",
        "E017",
        [
            "Round 1, table 6, seat 3: This is the seat of E008, the record says E017.",
            "Round 1, table 1, seat 1: E008 sits for E017, who has a seat in this round.",
        ],
    ),
    (
        "somebody called up who seems not drawn",
        "entries.20.status",
        "not_drawn",
        [
            "entries: E021 was passed over in the order of call.",
            "entries: E021 should have the status substitute or called_up, the record says not_drawn.",
        ],
    ),
    (
        "somebody drawn who seems late",
        "entries.0.status",
        "late",
        ["entries: E001 should have the status in, the record says late."],
    ),
    (
        "a substitute who seems called up",
        "entries.23.status",
        "called_up",
        [
            "entries: E024 was called up and is not in the order of call.",
            "entries: E024 should have the status substitute, the record says called_up.",
        ],
    ),
    (
        "the group of a substitute",
        "entries.24.group",
        "G02",
        ["Round 1, table 5, seat 1: E025 sits for E001 and is of another group."],
    ),
    (
        "an empty chair that seems taken",
        "rounds.0.tables.4.seats.2.absent",
        False,
        [
            "Round 1, table 5: E011 is present and left from round 1 on.",
            "Round 1, table 5, hand 1, points: E011 should be here, the record leaves them out.",
            "Round 1, table 5, totals: E011 has a total of 0, the record has none.",
            "Round 1, table 5, order: The order is E011, E014, E025, the record says E014, E025, E011.",
            "final_order: E011 is number 7, the record says E002.",
        ],
    ),
    ("when somebody left", "entries.21.left", 2, ["Round 2, table 1: E022 is present and left from round 2 on."]),
    (
        "that somebody left",
        "entries.21.left",
        None,
        ["Round 3, table 1: E022 is absent from here to the end, the record says they did not leave."],
    ),
    (
        "who won a play-off",
        "rounds.0.tables.1.hands.0.out",
        "E013",
        [
            "Round 1, table 2, hand 1, held: E022 should be here, the record leaves them out.",
            "Round 1, table 2, hand 1, held: E013 should not be here, the record has them.",
            "Round 1, table 2, hand 1: E013 scores 0 points, the record says 2.",
            (
                "Round 1, table 2, ties: Between E013, E021, E022 it is playoff for E013, "
                "the record says playoff for E022."
            ),
        ],
    ),
    (
        "whom a play-off took",
        "rounds.0.tables.1.ties.0.took",
        "E013",
        [
            (
                "Round 1, table 2, ties: Between E013, E021, E022 it is playoff for E022, "
                "the record says playoff for E013."
            ),
            "Round 1, table 2, order: The order is E013, E021, E022, the record says E022, E013, E021.",
        ],
    ),
    (
        "a play-off where there is no tie",
        "rounds.0.tables.2.hands.0.playoff",
        True,
        [
            "Round 1, table 3, hand 2: An ordinary hand follows a play-off.",
            "Round 1, table 3, hand 1: There is no tie that a play-off could decide.",
            "Round 1, table 3, totals: E016 has a total of 0, the record says 1.",
            "Round 1, table 3, totals: E023 has a total of 1, the record says 3.",
            "final_order: E017 is number 14, the record says E023.",
        ],
    ),
    (
        "how a tie was decided",
        "rounds.0.tables.3.ties.0.by",
        "lot",
        ["Round 1, table 4, ties: Between E002, E004, E009 it is hands_won for E009, the record says lot for E009."],
    ),
    (
        "whom the lot took",
        "rounds.1.tables.2.ties.0.took",
        "E015",
        [
            "Round 2, table 3, ties: Between E014, E015 it is lot for E014, the record says lot for E015.",
            "Round 2, table 3, order: The order is E015, E014, the record says E014, E015.",
        ],
    ),
    (
        "between whom a tie was",
        "rounds.0.tables.3.ties.0.between",
        ["E002", "E009"],
        [
            (
                "Round 1, table 4, ties: This should be E002, E004, E009 by hands_won for E009, "
                "the record says E002, E009 by hands_won for E009."
            )
        ],
    ),
    (
        "a tie that is left out",
        "rounds.1.tables.2.ties",
        [],
        ["Round 2, table 3, ties: This should be E014, E015 by lot for E014, the record says no tie."],
    ),
    (
        "the winner of a table",
        "rounds.0.tables.0.through",
        ["E008"],
        [
            "Round 1, table 1, through: E006 goes through, the record says E008.",
            "Round 2, table 1, seat 1: This is the seat of E008, the record says E006.",
            "Round 2, table 1, seat 1: E006 was knocked out before and has a seat.",
        ],
    ),
    (
        "a table that sends nobody",
        "rounds.0.tables.0.through",
        [],
        [
            "Round 1, table 1, through: E006 goes through, the record says nobody.",
            "Round 2, table 1: E006 should not sit at this table, the record says so.",
            "Round 2, table 1, seat 1: E006 was knocked out before and has a seat.",
        ],
    ),
    (
        "a redraw of a fixed bracket",
        "rounds.1.draw",
        {"method": "shuffle", "attempt": 0},
        ["Round 2, draw: This round is not redrawn, the record says how it was."],
    ),
    (
        "a round that is left out",
        "rounds",
        lambda rounds: rounds[:2],
        ["rounds: There should be 3 rounds, the record has 2.", "final_order: E022 is number 1, the record says E014."],
    ),
    (
        "a table that is left out",
        "rounds.1.tables",
        lambda tables: tables[:2],
        [
            "Round 2: The plan has 3 tables, the record has 2.",
            "Round 3, table 1: E014 should not sit at this table, the record says so.",
            "Round 3, table 1, seat 3: E014 was knocked out before and has a seat.",
            "final_order: E002 is number 6, the record says E015.",
        ],
    ),
    (
        "two places of the final order",
        "final_order",
        lambda order: [*order[:4], order[5], order[4], *order[6:]],
        ["final_order: E006 is number 5, the record says E015."],
    ),
    (
        "an ordinary hand after a stopped one",
        "rounds.0.tables.2.hands",
        lambda hands: [{**hands[1], "number": 1}, {**hands[0], "number": 2}],
        ["Round 1, table 3, hand 1: The end of the round stopped this hand, and another hand follows."],
    ),
]

REDRAW = [
    (
        "the attempt of a redraw",
        "rounds.1.draw.attempt",
        1,
        ["Round 2, draw: The seats come from shuffle, attempt 0, the record says shuffle, attempt 1."],
    ),
    (
        "the method of a redraw",
        "rounds.2.draw",
        {"method": "shuffle", "attempt": 0},
        ["Round 3, draw: The seats come from deal, the record says shuffle, attempt 0."],
    ),
    (
        "a redraw that is left out",
        "rounds.1.draw",
        None,
        ["Round 2, draw: The seats come from shuffle, attempt 0, the record says nothing."],
    ),
    (
        "a number of hands beside a target",
        "competition.hands",
        8,
        ["competition.hands: Rounds end by target, the record says 8 here."],
    ),
    (
        "the champion left out of those who go through",
        "rounds.2.tables.0.through",
        [],
        ["Round 3, table 1, through: E002 goes through, the record says nobody."],
    ),
    (
        "a target that nobody reached",
        "competition.target",
        65,
        [
            "Round 2, table 2: The round ends when somebody reaches 65 points, and nobody did.",
            "Round 3, table 1: The round ends when somebody reaches 65 points, and nobody did.",
        ],
    ),
    (
        "a target that was reached before",
        "competition.target",
        50,
        [
            "Round 1, table 2, hand 8: E014 reached 50 points in hand 7, and this one was played.",
            "Round 2, table 1, hand 24: E013 reached 50 points in hand 23, and this one was played.",
            "Round 2, table 2, hand 5: E002 reached 50 points in hand 4, and this one was played.",
        ],
    ),
    (
        "a hand that is left out",
        "rounds.2.tables.0.hands",
        lambda hands: hands[:1],
        [
            "Round 3, table 1: The round ends when somebody reaches 60 points, and nobody did.",
            "Round 3, table 1, totals: E002 has a total of 0, the record says 63.",
        ],
    ),
]

DEALT = [
    (
        "a deal that seems a shuffle",
        "draw.method",
        "shuffle",
        ["draw: The seats come from deal, the record says shuffle."],
    ),
    ("a deal with an attempt", "draw.attempt", 0, ["draw: The seats come from deal, the record says deal, attempt 0."]),
    (
        "a group",
        "entries.3.group",
        "G02",
        [
            "chance.list_hash: The list hash is not that of the draw and the listed entries.",
            "Round 1, table 1, seat 3: This is the seat of E001, the record says E004.",
            "Round 1, table 1, seat 4: This is the seat of E011, the record says E005.",
            "Round 1, table 2, seat 3: This is the seat of E008, the record says E001.",
            "Round 1, table 2, seat 4: This is the seat of E005, the record says E011.",
            "Round 1, table 3, seat 3: This is the seat of E004, the record says E002.",
            "Round 1, table 3, seat 4: This is the seat of E002, the record says E008.",
        ],
    ),
]


@pytest.mark.parametrize(("what", "path", "value", "sentences"), BELL, ids=[row[0] for row in BELL])
def test_it_finds_a_change_in_what_was_sealed(what, path, value, sentences):
    assert found_after("bell", path, value) == sentences


@pytest.mark.parametrize(("what", "path", "value", "sentences"), WINNER_TAKES, ids=[row[0] for row in WINNER_TAKES])
def test_it_finds_a_change_in_the_list_of_entries(what, path, value, sentences):
    assert found_after("winner_takes", path, value) == sentences


@pytest.mark.parametrize(("what", "path", "value", "sentences"), BRACKET, ids=[row[0] for row in BRACKET])
def test_it_finds_a_change_in_a_bracket(what, path, value, sentences):
    assert found_after("bracket", path, value) == sentences


@pytest.mark.parametrize(("what", "path", "value", "sentences"), REDRAW, ids=[row[0] for row in REDRAW])
def test_it_finds_a_change_in_a_redrawn_knockout(what, path, value, sentences):
    assert found_after("redraw", path, value) == sentences


@pytest.mark.parametrize(("what", "path", "value", "sentences"), DEALT, ids=[row[0] for row in DEALT])
def test_it_finds_a_change_in_a_deal(what, path, value, sentences):
    assert found_after("dealt", path, value) == sentences
