"""The worked examples of the rules are records in which nothing is found."""

import pytest

from scoring.record.check import check_record, extent

from . import known


@pytest.mark.parametrize("make", [known.at_the_bell, known.winner_takes, known.thirteen_rotate])
def test_a_worked_example_follows_from_its_facts(make):
    assert [str(found) for found in check_record(make())] == []


def test_the_extent_of_a_record_counts_rounds_and_hands():
    assert extent(known.at_the_bell()) == (1, 3)
    assert extent(known.thirteen_rotate()) == (2, 3)


def test_the_extent_of_something_else_is_nothing():
    assert extent({"record": 1}) == (0, 0)


def test_without_the_incomplete_hand_it_would_have_been_cal():
    """RULES.md 4: with `ignore` the last hand is void, and every later number is another."""
    record = known.at_the_bell()
    record["competition"]["incomplete"] = "ignore"
    assert [str(found) for found in check_record(record)] == [
        "Round 1, table 1, hand 3, void: The hand is void, the record says it is not void."
    ]
    sheet = record["rounds"][0]["tables"][0]
    sheet["hands"][2].update(void=True, points=dict.fromkeys(sheet["totals"], 0))
    sheet["totals"] = {"E001": 61, "E002": 88, "E003": 47, "E004": 61}
    record["final_order"] = check_order(record)
    assert [str(found) for found in check_record(record)] == []


def check_order(record):
    """Ana and Dee are level on 61; Ana won a hand."""
    sheet = record["rounds"][0]["tables"][0]
    sheet["order"], sheet["through"] = ["E003", "E001", "E004", "E002"], ["E003"]
    return sheet["order"]
