"""RULES 5 and 6, RECORD 1: limits, lots, the order of call."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.rules import spec
from tests.rules.spec import refused
from tournament.rules import entries
from tournament.rules.entries import Kind, Lots
from tournament.rules.errors import EntryRefused
from tournament.rules.presets import Settings, preset

SEED = hashlib.sha256(b"dice").digest()
SYG = preset("syg").settings
BAC = preset("bac").settings
THREE = SYG.change(entries_per_group=3, reserves_per_group=2)
NONE = SYG.change(entries_per_group=0, reserves_per_group=0)
FULL = "The competition is full: 64 entries. You can still nominate a reserve."


@pytest.mark.parametrize(
    ("settings", "kind", "of_group", "of_all"),
    [
        pytest.param(SYG, Kind.ENTRY, 0, 63, id="RULES 2: each group 1 entry, 64 per grade"),
        pytest.param(SYG, Kind.RESERVE, 0, 64, id="RULES 6: reserves are nominated beyond the cap"),
        pytest.param(THREE, Kind.ENTRY, 2, 10, id="RULES 5: a limit can be changed"),
        pytest.param(BAC, Kind.ENTRY, 999, 9999, id="RULES 2: bac has no limits"),
        pytest.param(BAC, Kind.RESERVE, 999, 9999, id="RULES 2: nor for reserves"),
    ],
)
def test_one_more_is_within_the_limits(settings: Settings, kind: Kind, of_group: int, of_all: int) -> None:
    entries.check_limits(settings, kind, of_group=of_group, entries=of_all)


@pytest.mark.parametrize(
    ("settings", "kind", "of_group", "of_all", "sentence"),
    [
        (SYG, Kind.ENTRY, 1, 9, "This group already has its entry. Change or withdraw one first."),
        (SYG, Kind.RESERVE, 1, 9, "This group already has its reserve. Change or withdraw one first."),
        (THREE, Kind.ENTRY, 3, 9, "This group already has all 3 of its entries. Change or withdraw one first."),
        (THREE, Kind.RESERVE, 2, 9, "This group already has both its reserves. Change or withdraw one first."),
        (THREE, Kind.ENTRY, 7, 9, "This group already has all 3 of its entries. Change or withdraw one first."),
        (NONE, Kind.ENTRY, 0, 9, "This competition takes no entries from groups."),
        (NONE, Kind.RESERVE, 0, 9, "This competition takes no reserves from groups."),
        (SYG, Kind.ENTRY, 0, 64, FULL),
        (SYG, Kind.ENTRY, 0, 65, FULL),
        (SYG, Kind.ENTRY, 1, 64, "This group already has its entry. Change or withdraw one first."),
    ],
)
def test_it_refuses_one_more_over_a_limit(
    settings: Settings, kind: Kind, of_group: int, of_all: int, sentence: str
) -> None:
    with refused(EntryRefused, sentence):
        entries.check_limits(settings, kind, of_group=of_group, entries=of_all)


def test_a_refusal_tells_which_limit_it_met():
    """An organiser is led to where it is changed."""
    refusal = "This group already has both its reserves. Change or withdraw one first."
    assert entries.limits_met(THREE, [refusal, "Nobody"]) == {Kind.RESERVE: 2}
    assert entries.limits_met(NONE, ["This competition takes no entries from groups."]) == {Kind.ENTRY: 0}
    assert entries.limits_met(BAC, [refusal]) == entries.limits_met(SYG, [FULL]) == {}


@pytest.mark.parametrize(
    ("settings", "kind", "of_both", "sentence"),
    [
        (SYG, Kind.ENTRY, 1, ""),
        (SYG, Kind.ENTRY, 2, "2 entries in Uno Open, and a group can have 1"),
        (THREE, Kind.RESERVE, 2, ""),
        (THREE, Kind.RESERVE, 3, "3 reserves in Uno Open, and a group can have 2"),
        (BAC, Kind.ENTRY, 999, ""),
    ],
)
def test_two_groups_that_become_one_keep_to_the_limit_of_one(
    settings: Settings, kind: Kind, of_both: int, sentence: str
) -> None:
    if not sentence:
        entries.check_joined(settings, kind, of_both=of_both, where="Uno Open")
        return
    with refused(EntryRefused, f"Together they would have {sentence}. Withdraw some first."):
        entries.check_joined(settings, kind, of_both=of_both, where="Uno Open")


def codes(first: int, many: int) -> list[str]:
    return [f"E{n:03}" for n in range(first, first + many)]


@pytest.mark.parametrize(
    ("entered", "reserves", "size", "admitted_reserves"),
    [
        pytest.param(47, 9, 48, 1, id="RULES 6: 47 + 9 → 48, one reserve by lot"),
        pytest.param(55, 20, 64, 9, id="RULES 6: 55 + 20 → 64, nine by lot"),
        pytest.param(50, 9, 59, 9, id="RULES 6: 50 + 9 → 59, all nine"),
        pytest.param(20, 20, 36, 16, id="RULES 6: 20 + 20 → 36, sixteen by lot"),
        pytest.param(64, 5, 64, 0, id="RECORD 1: a lot of reserves whenever there are any"),
        pytest.param(64, 0, 64, 0, id="RECORD 1: no lot where there are none"),
    ],
)
def test_reserves_are_chosen_by_lot(entered: int, reserves: int, size: int, admitted_reserves: int) -> None:
    sure, nominees = codes(1, entered), codes(101, reserves)
    lot = spec.shuffle(SEED, "lot/reserves", nominees)
    assert entries.hold_lots(SEED, sure, nominees, size) == Lots(
        entries=(),
        reserves=tuple(lot),
        admitted=tuple(sorted(sure + lot[:admitted_reserves])),
        call=tuple(lot[admitted_reserves:]),
    )


def test_beyond_the_cap_the_lot_decides_among_the_entries_too() -> None:
    sure, nominees = codes(1, 70), codes(101, 3)
    lot, lot_reserves = spec.shuffle(SEED, "lot/entries", sure), spec.shuffle(SEED, "lot/reserves", nominees)
    assert entries.hold_lots(SEED, sure, nominees, 64) == Lots(
        entries=tuple(lot),
        reserves=tuple(lot_reserves),
        admitted=tuple(sorted(lot[:64])),
        call=(*lot[64:], *lot_reserves),
    )


@given(st.integers(0, 30), st.integers(0, 12), st.integers(0, 42), st.binary(min_size=32, max_size=32))
@example(5, 0, 5, SEED)
def test_everyone_is_either_admitted_or_in_the_order_of_call(
    entered: int, reserves: int, size: int, seed: bytes
) -> None:
    size = min(size, entered + reserves)
    sure, nominees = codes(1, entered), codes(101, reserves)
    if size < entered:
        lots = entries.hold_lots(seed, sure, nominees, size)
    else:
        lots = entries.hold_lots(seed, sure[::-1], nominees[::-1], size)
    assert len(lots.admitted) == size
    assert sorted([*lots.admitted, *lots.call]) == sure + nominees
    assert list(lots.admitted) == sorted(lots.admitted)
    assert set(lots.admitted) <= set(sure) or set(sure) <= set(lots.admitted)


@pytest.mark.parametrize(
    ("entered", "reserves", "cap", "sizes"),
    [
        pytest.param(47, 9, 64, range(47, 57), id="RULES 6: E … E + R"),
        pytest.param(55, 20, 64, range(55, 65), id="RULES 6: E … C"),
        pytest.param(70, 3, 64, range(64, 65), id="RULES 6: E alone exceeds C"),
        pytest.param(47, 9, None, range(47, 57), id="no cap"),
        pytest.param(0, 0, None, range(1), id="nobody"),
    ],
)
def test_the_sizes_a_knockout_may_be_drawn_at(entered: int, reserves: int, cap: int | None, sizes: range) -> None:
    assert entries.draw_size_range(entered, reserves, cap) == sizes


@pytest.mark.parametrize(
    ("listed", "width"),
    [
        pytest.param(1, 3, id="RECORD: E001"),
        pytest.param(64, 3, id="RECORD: E064"),
        pytest.param(899, 3, id="with a hundred more, still below a thousand"),
        pytest.param(900, 4, id="a hundred more would be the thousandth"),
        pytest.param(1000, 4, id="RECORD: E0001 from a thousand on"),
        pytest.param(100_000, 6, id="the largest cap"),
    ],
)
def test_codes_are_padded_to_one_width(listed: int, width: int) -> None:
    assert entries.code_width(listed) == width


@pytest.mark.parametrize(
    ("settings", "has", "of_all", "missing"),
    [
        pytest.param(SYG, (0, 0), 10, (1, 1), id="one entry and one reserve"),
        pytest.param(SYG, (1, 0), 10, (0, 1), id="a reserve"),
        pytest.param(SYG, (1, 1), 10, (0, 0), id="complete"),
        pytest.param(SYG, (0, 0), 64, (0, 1), id="full: only a reserve"),
        pytest.param(SYG, (0, 0), 70, (0, 1), id="over a cap that was lowered"),
        pytest.param(THREE, (1, 2), 10, (2, 0), id="two of three entries"),
        pytest.param(THREE, (0, 0), 62, (2, 2), id="no more than there is room for"),
        pytest.param(THREE, (4, 3), 10, (0, 0), id="more than limits that were lowered"),
        pytest.param(BAC, (0, 0), 500, (1, 0), id="without limits one entry is expected"),
        pytest.param(BAC, (7, 0), 500, (0, 0), id="without limits nothing more"),
        pytest.param(NONE, (0, 0), 10, (0, 0), id="nobody is wanted"),
    ],
)
def test_what_a_group_still_misses(settings, has, of_all, missing):
    assert entries.missing(settings, *has, of_all=of_all) == missing
