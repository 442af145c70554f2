"""A record of any wrong shape is told plainly, with its place; never with a traceback, never slowly."""

import contextlib
import copy
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.record.check import Discrepancy, check_record

from .made import record
from .maker import Maker
from .tampering import found_after

HAND = "rounds.0.tables.0.hands.0."
BILLION = "This should be a whole number from"
ATTEMPT = "draw.attempt: This should be a whole number from 0 to 4999, the record says"
NUMBER = "number: The number here should be 1, the record says"
WRONG = [
    ("competition", [], ["competition: This should be an object, the record says a list."]),
    ("competition.decks", 0, [f"competition.decks: {BILLION} 1 to a billion, the record says 0."]),
    ("competition.cap", True, [f"competition.cap: {BILLION} 1 to a billion, the record says true."]),
    ("draw.size", "4", [f'draw.size: {BILLION} 0 to a billion, the record says "4".']),
    ("draw.size", 4.0, [f"draw.size: {BILLION} 0 to a billion, the record says 4.0."]),
    ("draw.attempt", 10**12, [f"{ATTEMPT} 1000000000000."]),
    ("draw.attempt", 10**99, [f"{ATTEMPT} a huge number."]),
    ("draw.plan", [0], [f"draw.plan[0]: {BILLION} 1 to a billion, the record says 0."]),
    ("draw.method", "dealt", ['draw.method: This should be one of shuffle, deal, the record says "dealt".']),
    ("draw.swaps", None, ["draw.swaps: This should be a list, the record says null."]),
    ("entries.0.code", "Ä", [r'entries[0].code: This should be a code in ASCII, the record says "\xc4".']),
    (
        "entries.0.code",
        "E0001",
        ["entries: The codes are not padded to one width.", "draw.admitted: There is no entry E001."],
    ),
    (
        "entries.1.code",
        "E001",
        ["entries: The code E001 is there 2 times.", "draw.admitted: There is no entry E002."],
    ),
    ("entries.0.left", 0, [f"entries[0].left: {BILLION} 1 to a billion, the record says 0."]),
    ("entries.0.name", "Ana", []),
    ("chance.seed", "xyz", ['chance.seed: This should be 64 hex digits, the record says "xyz".']),
    (
        "chance.public",
        "\ud800",
        [r'chance.public: This should be text that UTF-8 can write, the record says "\ud800".'],
    ),
    ("rounds.0.number", 2, [f"Round 1, {NUMBER} 2."]),
    ("rounds.0.tables.0.number", 3, [f"Round 1, table 1, {NUMBER} 3."]),
    (
        "rounds.0.tables.0.seats.1.seat",
        1,
        ["Round 1, table 1, seat 2, seat: The number here should be 2, the record says 1."],
    ),
    (HAND + "number", 2, [f"Round 1, table 1, hand 1, {NUMBER} 2."]),
    (HAND + "late", "no", ['Round 1, table 1, hand 1, late: This should be true or false, the record says "no".']),
    (HAND + "late", None, ["Round 1, table 1, hand 1, late: This should be true or false, the record says null."]),
    (HAND + "mood", 1, ["Round 1, table 1, hand 1, mood: There is no such key in a record, the record says 1."]),
    (HAND + "held.E009", {"cards": None, "points": 1}, ["Round 1, table 1, hand 1, held: There is no entry E009."]),
    (
        HAND + "held.E001.points",
        -1,
        [f"Round 1, table 1, hand 1, held.E001.points: {BILLION} 0 to a billion, the record says -1."],
    ),
    (HAND + "held.E001", {"points": 61}, ["Round 1, table 1, hand 1, held.E001.cards: This key is missing."]),
    ("final_order.0", "E\n1", [r'final_order[0]: This should be a code in ASCII, the record says "E\n1".']),
    ("corrections.0.now", "29", [f'corrections[0].now: {BILLION} 0 to a billion, the record says "29".']),
]


@pytest.mark.parametrize(("path", "value", "sentences"), WRONG, ids=[f"{row[0]}={row[1]!r:.20}" for row in WRONG])
def test_a_wrong_value_is_told_with_its_place(path, value, sentences):
    assert found_after("bell", path, value) == sentences


@pytest.mark.parametrize("value", [None, 1, "record", [], {1: 2}, {"record": True}, {"record": 2}, object()])
def test_something_that_is_no_record_has_discrepancies(value):
    assert check_record(value) != []


def test_a_hundred_problems_are_enough():
    wrong = record("bell")
    wrong["final_order"] = [0] * 20_000
    assert len(check_record(wrong)) == 100


def test_the_message_of_a_code_that_nobody_has_is_told_once():
    wrong = record("bell")
    wrong["final_order"] = ["E777"] * 10
    assert [str(found) for found in check_record(wrong)] == ["final_order: There is no entry E777."]


def test_more_entries_than_any_competition_has_are_refused():
    wrong = record("bell")
    wrong["entries"] = [{**wrong["entries"][0], "code": f"E{n:04}"} for n in range(25_001)]
    assert str(check_record(wrong)[0]) == "entries: There are more than 25,000 entries, this checker reads no more."


def test_the_entries_and_reserves_of_the_largest_knockout_are_read():
    large = record("bell")
    large["entries"] = [{**large["entries"][0], "code": f"E{n:05}"} for n in range(20_000)]
    assert not any("reads no more" in str(found) for found in check_record(large))


CROWD = [{"seat": n, "entry": "E001", "for": "E001", "absent": True} for n in range(1, 10_000)]
HUGE = [
    ("draw.size", 10**9),
    ("draw.plan", [10**9, 10**9, 1]),
    ("draw.plan", [1] * 50_000),
    ("draw.plan", list(range(20_000, 0, -1))),
    ("competition.table_max", 10**9),
    ("competition.decks", 10**9),
    ("competition.cap", 10**9),
    ("competition.rounds", 10**9),
    ("competition.hands", 10**9),
    ("competition.extra_cards", {"Harvest": {"points": 10**9, "count": 10**9}}),
    ("corrections.0.round", 10**9),
    ("corrections.0.hand", 10**9),
    ("draw.admitted", ["E001"] * 50_000),
    ("draw.lot_reserves", ["E001"] * 50_000),
    ("rounds.0.moves", [{"entry": "E001", "from": 10**9, "to": 10**9, "why": "best"}] * 10_000),
    ("rounds.0.tables.0.seats", CROWD),
]


class Busy(BaseException):
    """Not an Exception: nobody who prepares for the worst may swallow it."""


@contextlib.contextmanager
def at_most(steps):
    """Counts the lines that are run, which are the same on every machine, and ends what would not end."""
    left = steps

    def count(frame, event, arg):
        nonlocal left
        left -= 1
        if left < 0:
            raise Busy(f"More than {steps:,} lines were run.")
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)


def test_endless_work_is_noticed():
    with pytest.raises(Busy), at_most(1000):
        while True:
            found_after("bell", "draw.size", 4)


@pytest.mark.parametrize(("path", "value"), HUGE, ids=[f"{row[0]}={row[1]!r:.20}" for row in HUGE])
@pytest.mark.parametrize("name", ["bell", "thirteen"])
def test_a_huge_value_does_not_keep_the_checker_busy(name, path, value):
    if not (name == "thirteen" and path.startswith("corrections")):
        with at_most(10_000_000):
            found_after(name, path, value)


def places(value, path=()):
    """Every place in a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inside:
        yield (*path, key)
        yield from places(below, (*path, key))


def small(name):
    if name == "rotation":
        settings = {"move": "circular", "ranking": "average", "rounds": 2, "table_max": 5, "format": name}
        return Maker(3, ["G1", "G2"] * 4, plan=[2], trouble=0.2, **settings).make()
    redraw = name == "redraw"
    return Maker(3, ["G1", "G2", "G3"] * 3, ["G4"] * 2, size=10, plan=[3, 1], trouble=0.2, redraw=redraw).make()


RECORDS = {name: small(name) for name in ("rotation", "redraw", "bracket")} | {"bell": record("bell")}
PLACES = {name: list(places(made)) for name, made in RECORDS.items()}
ODD = [
    *(None, True, False, 0, 1, 2, 3, -1, 10**9, 10**30, float("nan"), "", "E001", "E002", "E003", "G1", "\ud800"),
    *("late", "in", "called_up", "substitute", "lot", "playoff", "best", "worst", "balance", "shuffle", "deal"),
    *([], {}, [[]], ["E001"], ["E001", "E002"], {"E001": 1}, {"": {}}),
]


def value_at(made, path):
    for key in path:
        made = made[key]
    return made


def change(data, made, path, other):
    """Put something odd, a value from elsewhere in the record, or nothing at all where a value was."""
    target, way = value_at(made, path[:-1]), data.draw(st.sampled_from(["odd", "elsewhere", "nothing"]))
    if way == "nothing":
        del target[path[-1]]
    elif way == "elsewhere":
        target[path[-1]] = copy.deepcopy(value_at(made, other))
    else:
        target[path[-1]] = copy.deepcopy(data.draw(st.sampled_from(ODD)))


@settings(max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_whatever_is_changed_there_is_an_answer(data):
    name = data.draw(st.sampled_from(sorted(RECORDS)))
    made = copy.deepcopy(RECORDS[name])
    for _ in range(data.draw(st.integers(1, 3))):
        path, other = data.draw(st.sampled_from(PLACES[name])), data.draw(st.sampled_from(PLACES[name]))
        with contextlib.suppress(LookupError, TypeError):  # an earlier change may have taken this place away
            change(data, made, path, other)
    found = check_record(made)
    assert all(isinstance(fault, Discrepancy) for fault in found)
    assert all(str(fault).isascii() for fault in found)
