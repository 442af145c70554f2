"""How somebody came in and when they left, changed: every entry is explained by the list, the draw or a seat."""

import pytest

from scoring.record.check import check_record

from .made import record
from .tampering import found_after

ADDED = {"code": "E026", "group": "G01", "kind": "entry", "listed": False, "status": "substitute", "left": None}
NOBODY = "entries: E026 is not on the list and never had a seat."

BRACKET = [
    *(
        (
            f"a reserve who was not drawn and left, now {status}",
            "entries.18",
            lambda entry, status=status: {**entry, "status": status, "left": 1},
            [f"entries: E019 should have the status not_drawn, the record says {status}."],
        )
        for status in ("substitute", "late")
    ),
    (
        "somebody invented, as a substitute",
        "entries",
        lambda entries: [*entries, ADDED],
        [NOBODY],
    ),
    (
        "somebody invented, as a substitute who left again",
        "entries",
        lambda entries: [*entries, {**ADDED, "left": 1}],
        [NOBODY],
    ),
    (
        "somebody invented, as late",
        "entries",
        lambda entries: [*entries, {**ADDED, "status": "late", "left": 2}],
        [NOBODY],
    ),
    (
        "somebody invented, as not drawn",
        "entries",
        lambda entries: [*entries, {**ADDED, "status": "not_drawn"}],
        [NOBODY],
    ),
    (
        "leaving after the last round",
        "entries.18.left",
        4,
        ["entries: E019 left from round 4 on, and the last round is 3."],
    ),
    (
        "that somebody whose seat was taken left",
        "entries.11.left",
        None,
        [
            "Round 1: E012 gave the seat away here and has none afterwards, the record says they did not leave.",
        ],
    ),
    (
        "when somebody whose seat was taken left",
        "entries.11.left",
        2,
        [
            "Round 1: E012 gave the seat away here and has none afterwards, the record says they left from round 2 on.",
        ],
    ),
]


@pytest.mark.parametrize(("what", "path", "value", "sentences"), BRACKET, ids=[row[0] for row in BRACKET])
def test_it_finds_somebody_who_did_not_come_in_so(what, path, value, sentences):
    assert found_after("bracket", path, value) == sentences


def test_whoever_called_up_and_left_again_without_a_seat_was_not_drawn():
    made = record("bracket")
    made["entries"][18].update(status="called_up", left=1)
    sentence = "entries: E019 should have the status not_drawn, the record says called_up."
    assert sentence in [str(found) for found in check_record(made)]


def test_anybody_sits_for_anybody_only_where_every_listed_entry_is_its_own_group():
    made = record("club night")
    groups = {entry["code"]: entry["group"] for entry in made["entries"]}
    stand_ins = [
        (seat["entry"], seat["for"])
        for rnd in made["rounds"] for table in rnd["tables"] for seat in table["seats"] if seat["for"]
    ]  # fmt: skip
    assert stand_ins and all(groups[new] != groups[old] for new, old in stand_ins)
    assert check_record(made) == []
    made["entries"][12]["group"] = made["entries"][11]["group"]
    found = [str(discrepancy) for discrepancy in check_record(made)]
    assert any(f"{new} sits for {old} and is of another group." in line for new, old in stand_ins for line in found)
