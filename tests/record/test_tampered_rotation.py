"""A rotation that was changed: best and worst, balancing, late arrivals, ties, ranking."""

import pytest

from .tampering import found_after

THIRTEEN = [
    (
        "who is best",
        "rounds.0.moves.0.entry",
        lambda code: "E001" if code != "E001" else "E002",
        [
            "Round 1, table 1, moves: E006 moves from table 1 to table 3 (best), the record does not say so.",
            "Round 1, table 1, moves: E001 does not move from table 1 to table 3 (best), the record says so.",
            "Round 2, table 1: E006 should sit at this table, the record does not say so.",
            "Round 2, table 3: E006 should not sit at this table, the record says so.",
        ],
    ),
    (
        "a move of the best that is left out",
        "rounds.0.moves",
        lambda moves: moves[1:],
        [
            "Round 1, table 1, moves: E006 moves from table 1 to table 3 (best), the record does not say so.",
            "Round 2, table 1: E006 should sit at this table, the record does not say so.",
            "Round 2, table 3: E006 should not sit at this table, the record says so.",
        ],
    ),
    (
        "the ranking: who is first",
        "final_order",
        lambda order: [order[1], order[0], *order[2:]],
        ["final_order: E009 is number 1, the record says E006."],
    ),
]

ROTATION = [
    (
        "a balancing move before round 1",
        "draw.moves.0.entry",
        "E002",
        [
            "Table 1, draw.moves: E015 moves from table 1 to table 3 (balance), the record does not say so.",
            "Table 1, draw.moves: E002 does not move from table 1 to table 3 (balance), the record says so.",
            "Round 1, table 1, seat 1: This is the seat of E015, the record says E002.",
            "Round 1, table 3, seat 5: This is the seat of E002, the record says E015.",
        ],
    ),
    (
        "a balancing move to another table",
        "rounds.1.moves.6.to",
        3,
        [
            "Round 2, table 2, moves: E014 moves from table 2 to table 1 (balance), the record does not say so.",
            "Round 2, table 2, moves: E014 does not move from table 2 to table 3 (balance), the record says so.",
            "Round 3, table 1, seat 6: This is the seat of E017, the record says E014.",
            "Round 3, table 2: E017 should not sit at this table, the record says so.",
            "Round 3, table 3: E014 should sit at this table, the record does not say so.",
        ],
    ),
    (
        "a balancing move that is left out",
        "rounds.1.moves",
        lambda moves: moves[:6],
        [
            "Round 2, table 2, moves: E014 moves from table 2 to table 1 (balance), the record does not say so.",
            "Round 3, table 1, seat 6: This is the seat of E017, the record says E014.",
            "Round 3, table 2, seat 3: This is the seat of E014, the record says E003.",
            "Round 3, table 2, seat 4: This is the seat of E003, the record says E001.",
            "Round 3, table 2, seat 5: This is the seat of E001, the record says E017.",
        ],
    ),
    (
        "a balancing move before the others",
        "rounds.1.moves",
        lambda moves: [moves[6], *moves[:6]],
        ["Round 2, moves: Balancing moves come after those of best and worst."],
    ),
    (
        "a balancing move after the last round",
        "rounds.3.moves",
        [{"entry": "E014", "from": 1, "to": 3, "why": "balance"}],
        ["Round 4, moves: Nobody is balanced after the last round."],
    ),
    (
        "why somebody moves",
        "rounds.0.moves.0.why",
        "worst",
        [
            "Round 1, table 1, moves: E004 moves from table 1 to table 3 (best), the record does not say so.",
            "Round 1, table 1, moves: E004 does not move from table 1 to table 3 (worst), the record says so.",
        ],
    ),
    (
        "the order of the moves",
        "rounds.0.moves",
        lambda moves: [moves[1], moves[0], *moves[2:]],
        ["Round 1, moves: The moves are of E004, E006, E003, E001, E014, E012 in this order and once each."],
    ),
    (
        "a move after the last round",
        "rounds.3.moves",
        [{"entry": "E014", "from": 1, "to": 3, "why": "best"}],
        ["Round 4, table 1, moves: E014 does not move from table 1 to table 3 (best), the record says so."],
    ),
    (
        "somebody through",
        "rounds.0.tables.0.through",
        ["E004"],
        ["Round 1, table 1, through: nobody goes through, the record says E004."],
    ),
    (
        "a tie for worst before the tie for best",
        "rounds.1.tables.0.ties",
        lambda ties: ties[::-1],
        [
            (
                "Round 2, table 1, ties: This should be E003, E005, E012, E016 by lot for E016, "
                "the record says E003, E005, E012 by lot for E003."
            ),
            (
                "Round 2, table 1, ties: This should be E003, E005, E012 by lot for E003, "
                "the record says E003, E005, E012, E016 by lot for E016."
            ),
        ],
    ),
    (
        "whom the lot took as best",
        "rounds.0.tables.1.ties.0.took",
        "E007",
        [
            "Round 1, table 2, ties: Between E003, E007 it is lot for E003, the record says lot for E007.",
            "Round 1, table 2, moves: E007 moves from table 2 to table 1 (best), the record does not say so.",
            "Round 1, table 2, moves: E003 does not move from table 2 to table 1 (best), the record says so.",
        ],
    ),
    (
        "how a tie for best was decided",
        "rounds.0.tables.2.ties.0.by",
        "lot",
        ["Round 1, table 3, ties: Between E014, E015 it is last_hand for E014, the record says lot for E014."],
    ),
    (
        "a tie after the last round",
        "rounds.3.tables.1.ties",
        [{"between": ["E001", "E007", "E010", "E016"], "by": "lot", "took": "E016"}],
        ["Round 4, table 2, ties: This should be no tie, the record says E001, E007, E010, E016 by lot for E016."],
    ),
    (
        "a play-off",
        "rounds.3.tables.2.hands.1.playoff",
        True,
        [
            "Round 4, table 3, hand 2: A rotation has no play-offs.",
            "Round 4, table 3, hand 2: There is no tie that a play-off could decide.",
            "Round 4, table 3, totals: E017 has a total of 0, the record says 1.",
            "Round 4, table 3, totals: E012 has a total of 2, the record says 3.",
            "final_order: E007 is number 3, the record says E015.",
        ],
    ),
    ("the number of rounds", "competition.rounds", 5, ["rounds: There should be 5 rounds, the record has 4."]),
    ("the ranking", "competition.ranking", "total", ["final_order: E007 is number 3, the record says E015."]),
    ("no ranking", "competition.ranking", None, ["competition.ranking: A rotation needs this, the record says null."]),
    ("no way to move", "competition.move", None, ["competition.move: A rotation needs this, the record says null."]),
    (
        "a late arrival who seems a substitute",
        "entries.15.status",
        "substitute",
        [
            "entries: E016 should have the status late, the record says substitute.",
            "Round 2, table 1: E016 should not sit at this table, the record says so.",
        ],
    ),
    (
        "a late arrival who is balanced",
        "rounds.1.tables.0.seats.4.for",
        "E006",
        [
            "Round 2, table 1: E016 should not sit at this table, the record says so.",
            "Round 2, table 2, seat 4: This is the seat of E016, the record says E006.",
            "Round 2, table 1, seat 5: E016 sits for E006, who has a seat in this round.",
            "Round 2, table 1, seat 5: E016 sits for E006 and is of another group.",
        ],
    ),
    (
        "more tables than players allow",
        "draw.plan",
        [4],
        [
            "Round 1: The plan has 4 tables, the record has 3.",
            "Round 2: The plan has 4 tables, the record has 3.",
            "Round 3: The plan has 4 tables, the record has 3.",
            "Round 4: The plan has 4 tables, the record has 3.",
            "chance.list_hash: The list hash is not that of the draw and the listed entries.",
            "draw.plan: 14 players at 4 tables leave a table of fewer than 4 without need.",
            "draw: The seats come from shuffle, attempt 1, the record says shuffle, attempt 16.",
            "Table 2, draw.moves: E012 moves from table 2 to table 1 (balance), the record does not say so.",
            "Table 1, draw.moves: E015 does not move from table 1 to table 3 (balance), the record says so.",
            "Round 1, table 1, seat 1: This is the seat of E007, the record says E002.",
            "Round 1: 14 more seats of this round should be somebody else's.",
        ],
    ),
]

CAPPED = [
    (
        "the lot of the entries",
        "draw.lot_entries",
        lambda lot: [*lot[:12], lot[13], lot[12]],
        ["draw.lot_entries: Number 13 should be E008, the record says E005."],
    ),
    (
        "the cap",
        "competition.cap",
        13,
        [
            "draw.size: The size of the draw should be 13, the record says 12.",
            "draw.admitted: Number 7 should be E008, the record says E009.",
        ],
    ),
    (
        "who was not drawn",
        "entries.4.status",
        "in",
        ["entries: E005 should have the status not_drawn, the record says in."],
    ),
    (
        "a rotation with two numbers of tables",
        "draw.plan",
        [3, 1],
        [
            "chance.list_hash: The list hash is not that of the draw and the listed entries.",
            "draw.plan: A rotation has one number of tables, the plan has 2.",
        ],
    ),
    (
        "a ladder that goes round",
        "competition.move",
        "circular",
        [
            "Round 1, table 1, moves: E012 moves from table 1 to table 3 (best), the record does not say so.",
            "Round 1, table 3, moves: E011 moves from table 3 to table 1 (worst), the record does not say so.",
            "Round 2, table 1, moves: E010 moves from table 1 to table 3 (best), the record does not say so.",
            "Round 2, table 3, moves: E006 moves from table 3 to table 1 (worst), the record does not say so.",
        ],
    ),
]


@pytest.mark.parametrize(("what", "path", "value", "sentences"), THIRTEEN, ids=[row[0] for row in THIRTEEN])
def test_it_finds_a_change_in_the_worked_rotation(what, path, value, sentences):
    assert found_after("thirteen", path, value) == sentences


@pytest.mark.parametrize(("what", "path", "value", "sentences"), ROTATION, ids=[row[0] for row in ROTATION])
def test_it_finds_a_change_in_a_rotation_full_of_trouble(what, path, value, sentences):
    assert found_after("rotation", path, value) == sentences


@pytest.mark.parametrize(("what", "path", "value", "sentences"), CAPPED, ids=[row[0] for row in CAPPED])
def test_it_finds_a_change_in_a_capped_ladder(what, path, value, sentences):
    assert found_after("capped", path, value) == sentences
