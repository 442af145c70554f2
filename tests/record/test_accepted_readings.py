"""Where the specification can be read in more than one way, each way is accepted and nothing else."""

import copy

import pytest

from scoring.record.check import check_record

from . import known
from .made import record
from .maker import Maker


def found(made):
    return [str(discrepancy) for discrepancy in check_record(made)]


def test_a_number_of_hands_or_a_target_may_also_carry_a_clock():
    for made in (known.winner_takes(), record("redraw")):
        made["competition"]["clock"] = 600
        assert found(made) == []


@pytest.mark.parametrize("public", [None, "", "6 6 6"])
def test_a_draw_may_be_thrown_away_before_or_after_the_public_value(public):
    made = known.at_the_bell()
    made["chance"]["discarded"] = [{"list_hash": "0" * 64, "salt": "1" * 64, "public": public, "why": "wrong list"}]
    assert found(made) == []


def test_a_chair_taken_over_twice_may_be_for_the_first_stand_in_or_for_whoever_was_drawn():
    """E024 sits for E012 of their group; now E026 comes for E024, who is in the file only if the seat is theirs."""
    made = record("bracket")
    made["entries"].append({**made["entries"][23], "code": "E026"})
    made["entries"][23]["left"] = 1
    replace_everywhere(made["rounds"], "E024", "E026")
    made["final_order"] = ["E026" if code == "E024" else code for code in made["final_order"]]
    seat = made["rounds"][0]["tables"][3]["seats"][1]
    seat["for"] = "E024"
    assert [line for line in found(made) if "order" not in line] == []
    made["entries"][23]["status"] = "not_drawn"
    assert "entries: E024 should have the status substitute, the record says not_drawn." in found(made)
    made["entries"] = [entry for entry in made["entries"] if entry["code"] != "E024"]
    seat["for"] = "E012"
    assert [line for line in found(made) if "order" not in line] == []
    seat["for"] = "E017"
    assert [line for line in found(made) if "order" not in line] != []


def replace_everywhere(value, old, new):
    """One code for another, as key or as value."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        if value[key] == old:
            value[key] = new
        elif isinstance(value[key], dict | list):
            replace_everywhere(value[key], old, new)
        if key == old:
            value[new] = value.pop(old)


@pytest.mark.parametrize("how", [{"left": 1}, {"status": "substitute", "left": 1}])
def test_somebody_who_left_or_came_in_otherwise_may_be_passed_over(how):
    """E019 is last in the order of call; were E022 before them not called up, E019 could be."""
    made = Maker(605, ["G01"] * 4, ["G02"] * 3, size=4, plan=[1], trouble=0).make()
    first, second, _ = made["draw"]["lot_reserves"]
    entry = {entry["code"]: entry for entry in made["entries"]}
    seat = made["rounds"][0]["tables"][0]["seats"][0]
    gone = seat["entry"]
    replace_everywhere(made["rounds"], gone, second)
    seat["for"] = gone
    entry[gone]["left"] = 1
    entry[second]["status"] = "called_up"
    passed = f"entries: {first} was passed over in the order of call."
    assert passed in found(made)
    entry[first].update(how)
    assert passed not in found(made)


def test_a_late_arrival_may_count_empty_chairs_as_room_or_not():
    """Two tables of 5 chairs, one with an empty chair: by present players it has room, by chairs it has none."""
    settings = {"format": "rotation", "move": "circular", "ranking": "total", "rounds": 2, "table_max": 5}
    made = Maker(8, [f"G{n}" for n in range(10, 19)], plan=[2], trouble=0, **settings)
    second = made.make()["rounds"][1]["tables"]
    assert [len(table["seats"]) for table in second] == [5, 4]
    for number in (1, 2):
        assert seats_found(made.record, number) == []


def seats_found(made, number):
    """What is said about the seats when somebody late sits down at that table of round 2 and nobody plays a hand."""
    made = copy.deepcopy(made)
    tables = made["rounds"][1]["tables"]
    absent = [seat["entry"] for seat in tables[0]["seats"]][:2]
    for seat in tables[0]["seats"][:2]:
        seat["absent"] = True
    for entry in made["entries"]:
        entry["left"] = 2 if entry["code"] in absent else None
    made["entries"].append({**made["entries"][0], "code": "E010", "listed": False, "status": "late", "left": None})
    seats = tables[number - 1]["seats"]
    seats.append({"seat": len(seats) + 1, "entry": "E010", "for": None, "absent": False})
    return [line for line in found(made) if "sit at" in line or "seat of" in line]


@pytest.mark.parametrize(("was", "now", "lines"), [(11, 0, 0), (11, None, 0), (11, 5, 1)])
def test_a_correction_of_who_went_out_may_leave_zero_or_nothing(was, now, lines):
    made = known.at_the_bell()
    made["corrections"] = [
        {"round": 1, "table": 1, "hand": 1, "entry": "E003", "was": was, "now": now, "why": "it was Cal who went out"}
    ]
    assert len(found(made)) == lines


def test_a_discrepancy_knows_its_round_table_hand_and_entry():
    made = known.at_the_bell()
    made["rounds"][0]["tables"][0]["hands"][1]["points"]["E003"] = 31
    place = check_record(made)[0].place
    assert (place.round, place.table, place.hand, place.entry) == (1, 1, 2, "E003")
