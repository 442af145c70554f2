"""Invented competitions of every kind: whatever happened in them, nothing is found."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.record.check import check_record

from .made import MAKERS, groups, record
from .maker import Maker

OFTEN = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("name", MAKERS)
def test_a_record_that_tampering_starts_from_is_in_order(name):
    assert [str(found) for found in check_record(record(name))] == []


@st.composite
def common(draw):
    """What every format may have: an ending, a scoring, and people who do not come."""
    ending = draw(st.sampled_from(["clock", "hands", "target"]))
    return {
        "luck": draw(st.integers(0, 10**6)),
        "trouble": draw(st.sampled_from([0.0, 0.1, 0.5])),
        "scoring": draw(st.sampled_from(["own_hand", "winner_takes"])),
        "incomplete": draw(st.sampled_from(["count", "ignore"])),
        "ending": ending,
        "clock": 900 if ending == "clock" else draw(st.sampled_from([None, 900])),
        "hands": draw(st.integers(1, 4)) if ending == "hands" else None,
        "target": 40 if ending == "target" else None,
    }


@st.composite
def people(draw, fewest):
    """Entries and reserves of so many groups, with a cap that may be too small for them, and the size."""
    entries, reserves, of = draw(st.integers(fewest, 24)), draw(st.integers(0, 6)), draw(st.integers(1, 24))
    cap = draw(st.sampled_from([None, entries + 2, max(fewest, entries - 2)]))
    most = min(cap or 99, entries + reserves)
    return {"groups": groups(entries, of), "reserves": groups(reserves, of), "cap": cap}, min(entries, most), most


def plans(draw, size, most):
    """A plan of a knockout: at every round any number of tables that can be seated."""
    plan = []
    while not plan or plan[-1] > 1:
        tables = [tables for tables in range(1, size // 2 + 1) if -(-size // tables) <= most]
        size = draw(st.sampled_from(tables))
        plan.append(size)
    return plan


@OFTEN
@given(st.data())
def test_a_knockout_follows_from_its_facts(data):
    who, fewest, most = data.draw(people(2))
    size, table_max = data.draw(st.integers(fewest, most)), data.draw(st.integers(4, 5))
    plan, redraw = plans(data.draw, size, table_max), data.draw(st.booleans())
    made = Maker(**data.draw(common()), **who, size=size, plan=plan, redraw=redraw, table_max=table_max)
    assert [str(found) for found in check_record(made.make())] == []


@OFTEN
@given(st.data())
def test_a_rotation_follows_from_its_facts(data):
    who, _, size = data.draw(people(4))
    fewest = -(-size // 5)
    plan = [data.draw(st.integers(fewest, max(fewest, size // 4)))]
    choices = {
        "move": data.draw(st.sampled_from(["circular", "ladder"])),
        "ranking": data.draw(st.sampled_from(["average", "total", "beaten"])),
        "rounds": data.draw(st.integers(1, 4)),
    }
    made = Maker(**data.draw(common()), **who, **choices, size=size, plan=plan, format="rotation", table_max=5)
    assert [str(found) for found in check_record(made.make())] == []


@OFTEN
@given(st.data())
def test_a_single_follows_from_its_facts(data):
    who, _, size = data.draw(people(2))
    tables = [tables for tables in range(1, size // 2 + 1) if -(-size // tables) <= 10]
    plan = [data.draw(st.sampled_from(tables))]
    made = Maker(**data.draw(common()), **who, size=size, plan=plan, format="single", table_max=10)
    assert [str(found) for found in check_record(made.make())] == []
