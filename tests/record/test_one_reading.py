"""Where a record could seem to leave a choice, there is one reading, and the other one is found."""

import pytest

from scoring.record.check import check_record

from . import known
from .chance import shuffle
from .made import record

ANA, BEN, CAL, DEE = "E001", "E002", "E003", "E004"


def played_off():
    """The bell's sheet, on which Ben's first hand was corrected, with another last hand: Ana and Cal are level at 81
    points and one hand won each, and Cal wins the play-off."""
    made = known.at_the_bell()
    table = made["rounds"][0]["tables"][0]
    last = {ANA: 20, BEN: 7, CAL: 34, DEE: 50}
    playoff = {**known.hand(4, CAL, {ANA: known.held({"5": 1}, 5)}, {ANA: 5, CAL: 0}), "playoff": True}
    unfinished = known.hand(3, None, {code: known.held(None, points) for code, points in last.items()}, last)
    table["hands"][2:] = [unfinished, playoff]
    table["totals"] = {ANA: 81, BEN: 95, CAL: 81, DEE: 111}
    table["ties"] = [{"between": [ANA, CAL], "by": "playoff", "took": CAL}]
    table["through"], table["order"] = [CAL], [CAL, ANA, BEN, DEE]
    made["final_order"] = list(table["order"])
    return made, table


def found(made):
    return [str(discrepancy) for discrepancy in check_record(made)]


def test_a_finished_play_off_decides_also_on_a_sheet_that_was_corrected():
    made, _ = played_off()
    assert made["corrections"] != []
    assert found(made) == []


def by_lot(made, table):
    lot = shuffle(bytes.fromhex(made["chance"]["seed"]), "tie/1/1", [ANA, CAL])
    assert lot[0] == ANA
    table["ties"][0].update(by="lot", took=ANA)
    table["through"], table["order"] = [ANA], [ANA, CAL, BEN, DEE]
    made["final_order"] = list(table["order"])


def without_a_tie(made, table):
    table["hands"][2]["held"][CAL]["points"] = table["hands"][2]["points"][CAL] = 33
    table["totals"][CAL], table["ties"] = 80, []


def with_a_stranger(made, table):
    table["hands"][3]["held"][BEN] = known.held({"5": 1}, 5)
    table["hands"][3]["points"][BEN] = 5


def among_others(made, table):
    table["hands"][3].update(held={BEN: known.held({"5": 1}, 5)}, points={CAL: 0, BEN: 5})


ANOTHER = [
    (by_lot, ["ties: Between E001, E003 it is playoff for E003, the record says lot for E001."]),
    (without_a_tie, ["hand 4: There is no tie that a play-off could decide."]),
    (with_a_stranger, ["hand 4, points: E002 should not be here, the record has them."]),
    (
        among_others,
        [
            "hand 4, points: E001 should be here, the record leaves them out.",
            "hand 4, points: E002 should not be here, the record has them.",
        ],
    ),
]


@pytest.mark.parametrize(("change", "sentences"), ANOTHER, ids=[row[0].__name__ for row in ANOTHER])
def test_a_correction_opens_no_other_way_to_read_a_play_off(change, sentences):
    made, table = played_off()
    change(made, table)
    assert found(made) == [f"Round 1, table 1, {sentence}" for sentence in sentences]


@pytest.mark.parametrize(
    ("incomplete", "void", "sentence"),
    [
        ("count", True, "The hand is not void, the record says it is void."),
        ("ignore", False, "The hand is void, the record says it is not void."),
    ],
)
def test_an_unfinished_play_off_is_void_where_unfinished_hands_do_not_count(incomplete, void, sentence):
    made = record("bracket")
    made["competition"]["incomplete"] = incomplete
    hand = made["rounds"][1]["tables"][2]["hands"][0]
    assert (hand["playoff"], hand["complete"], hand["void"]) == (True, False, False)
    if void:
        hand.update(void=True, points=dict.fromkeys(hand["points"], 0))
    assert f"Round 2, table 3, hand 1, void: {sentence}" in found(made)
