"""Choices that do not belong to the format, and changes without a reason or that cannot have been."""

import pytest

from tournament.rules.presets import CUSTOM, PRESETS

from .tampering import found_after

BEN = {"round": 1, "table": 1, "hand": 1, "entry": "E002"}
DISCARDED = {"list_hash": "0" * 64, "salt": "1" * 64, "public": "6", "why": "wrong list"}
AT = "Round 1, table 1, hand 1, corrections"

BELL = [
    ("a way to move", "competition.move", "ladder", ["competition.move: A knockout has none, the record says ladder."]),
    ("a ranking", "competition.ranking", "total", ["competition.ranking: A knockout has none, the record says total."]),
    (
        "the plan’s number of rounds",
        "competition.rounds",
        1,
        ["competition.rounds: A knockout has none, the record says 1."],
    ),
    (
        "another number of rounds",
        "competition.rounds",
        2,
        ["competition.rounds: A knockout has none, the record says 2."],
    ),
    ("a preset nobody knows", "competition.preset", "poker", ["competition.preset: There is no preset poker."]),
    *((f"the preset {preset}", "competition.preset", preset, []) for preset in (*PRESETS, CUSTOM.name, None)),
    (
        "a draw thrown away without a reason",
        "chance.discarded",
        [{**DISCARDED, "why": " "}],
        ["chance.discarded[0]: The draw was thrown away without a reason."],
    ),
    ("a correction without a reason", "corrections.0.why", "", [f"{AT}: Correction 1 has no reason."]),
    (
        "a correction that changes nothing",
        "corrections",
        [{**BEN, "was": 38, "now": 38, "why": "?"}],
        [f"{AT}: Correction 1 changes nothing."],
    ),
    *(
        (
            f"a correction from {was} points",
            "corrections",
            [{**BEN, "was": was, "now": 38, "why": "?"}],
            [f"{AT}: Correction 1 starts from {was} points, which nobody can hold."],
        )
        for was in (1301, 10**9)
    ),
    ("a correction from all the cards there are", "corrections", [{**BEN, "was": 1300, "now": 38, "why": "?"}], []),
]

SINGLE = [
    (
        "a way to move",
        "competition.move",
        "circular",
        ["competition.move: A single has none, the record says circular."],
    ),
    ("a ranking", "competition.ranking", "beaten", ["competition.ranking: A single has none, the record says beaten."]),
    ("a number of rounds", "competition.rounds", 1, ["competition.rounds: A single has none, the record says 1."]),
    (
        "a redraw",
        "competition.redraw",
        True,
        [
            "competition.redraw: A single is not redrawn, the record says it is.",
            "chance.list_hash: The list hash is not that of the draw and the listed entries.",
        ],
    ),
]


@pytest.mark.parametrize(("what", "path", "value", "sentences"), BELL, ids=[row[0] for row in BELL])
def test_a_knockout_says_only_what_belongs_to_it_and_why(what, path, value, sentences):
    assert found_after("bell", path, value) == sentences


@pytest.mark.parametrize(("what", "path", "value", "sentences"), SINGLE, ids=[row[0] for row in SINGLE])
def test_a_single_says_only_what_belongs_to_it(what, path, value, sentences):
    assert found_after("winner_takes", path, value) == sentences


def test_a_rotation_says_how_many_rounds_it_has():
    sentence = "competition.rounds: A rotation needs this, the record says null."
    assert found_after("thirteen", "competition.rounds", None) == [sentence]
