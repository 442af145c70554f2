"""RECORD 2: shuffle until apart, or deal, against an implementation straight from the page."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import spec
from tournament.rules import knockout, seating
from tournament.rules.chance import WORDS_BELOW
from tournament.rules.seating import Labels, Seating


def dice(rolled: object) -> bytes:
    return hashlib.sha256(f"dice {rolled}".encode()).digest()


SEED = dice("of the tests")


@dataclass(frozen=True)
class Hall:
    """A draw to be made: the seed, each code's group, the tables' sizes, how many tables each section has."""

    seed: bytes
    groups: dict[str, str]
    sizes: list[int]
    sections: list[int] | None


def hall(number: int) -> Hall:
    """Up to six tables of up to four, some groups (few make them large), with sections or without."""
    random = Random(number)
    small = random.randint(1, 3)
    sizes = [small + random.randint(0, 1) for _ in range(random.randint(1, 6))]
    codes = [f"E{n:03}" for n in range(1, sum(sizes) + 1)]
    random.shuffle(codes)
    most = random.choice([2, 4, 6, 9, len(codes)])
    ends = sorted({*random.sample(range(1, len(sizes) + 1), k=random.randint(0, len(sizes))), len(sizes)})
    sections = [end - start for start, end in zip([0, *ends], ends, strict=False)]
    return Hall(
        dice(number),
        {code: f"G{random.randint(1, most):02}" for code in codes},
        sizes,
        random.choice([None, sections]),
    )


halls = st.integers(0, 2**32).map(hall)


def tables_of(sections: list[int] | None) -> list[list[int]] | None:
    """Sections as the record's page sees them: lists of tables."""
    numbers = iter(range(sum(sections or [])))
    return None if sections is None else [[next(numbers) for _ in range(count)] for count in sections]


def as_spec(seating: Seating) -> tuple[str, int | None, spec.Tables]:
    return seating.method, seating.attempt, [list(table) for table in seating.tables]


def of_group_sizes(*sizes: int) -> dict[str, str]:
    """E001 … in groups of these sizes."""
    groups = [f"G{number:02}" for number, size in enumerate(sizes, start=1) for _ in range(size)]
    return {f"E{n:03}": group for n, group in enumerate(groups, start=1)}


@settings(max_examples=250)
@given(halls)
def test_everyone_sits_where_the_record_says(hall: Hall) -> None:
    seated = seating.seat(hall.seed, hall.groups, hall.sizes, hall.sections)
    assert as_spec(seated) == spec.seat(hall.seed, hall.groups, hall.sizes, tables_of(hall.sections))


@settings(max_examples=100)
@given(halls, st.integers(2, 12))
def test_a_redrawn_round_has_its_own_labels(hall: Hall, number: int) -> None:
    seated = seating.seat(hall.seed, hall.groups, hall.sizes, labels=seating.redraw_labels(number))
    labels = (f"redraw/{number}/", f"redraw/{number}/deal/")
    assert as_spec(seated) == spec.seat(hall.seed, hall.groups, hall.sizes, labels=labels)


@settings(max_examples=200)
@given(halls)
def test_nobody_is_lost_or_seated_twice(hall: Hall) -> None:
    seated = seating.seat(hall.seed, hall.groups, hall.sizes, hall.sections)
    assert [len(table) for table in seated.tables] == hall.sizes
    assert sorted(code for table in seated.tables for code in table) == sorted(hall.groups)
    apart = spec.is_apart([list(table) for table in seated.tables], hall.groups, tables_of(hall.sections))
    assert apart or seated.method == "deal"


@settings(max_examples=60)
@given(st.sampled_from([20, 27, 36, 47, 59]), st.integers(0, 2**32))
def test_groups_larger_than_the_sections_are_dealt_as_the_record_says(players: int, number: int) -> None:
    """Real knockouts of 20 to 64 whose first group, at least, cannot be kept apart."""
    random = Random(number)
    plan = random.choice(knockout.plans(players, 4))
    sizes = [random.randint(plan.tables[-2] + 1, players)]
    while sum(sizes) < players:
        sizes.append(random.randint(1, players - sum(sizes)))
    groups = of_group_sizes(*sizes)
    seated = seating.seat(dice(number), groups, plan.sizes[0], plan.sections)
    tables, sections = spec.spread(players, plan.tables[0]), spec.sections(players, plan.tables)
    assert as_spec(seated) == ("deal", None, spec.deal(dice(number), groups, tables, sections))


@pytest.mark.parametrize(
    ("sizes", "sections", "of_groups"),
    [
        pytest.param([4] * 16, [4] * 4, [2] * 8 + [1] * 48, id="RECORD 2: 64, eight groups of two, four sections"),
        pytest.param([4] * 16, [4] * 4, [1] * 64, id="RECORD 2: 64 groups of one"),
        pytest.param([4] * 12, [3] * 4, [4] + [1] * 44, id="RECORD 2: 48, one group as large as the sections"),
        pytest.param([4] * 12, [3] * 4, [5] + [1] * 43, id="RECORD 2: 48, one group larger than the sections"),
        pytest.param([5, 5, 5, 4, 4], None, [5, 5, 4] + [1] * 9, id="RECORD 2: 23 in a rotation, without sections"),
        pytest.param([4, 3, 3], [1, 1, 1], [3, 3, 2, 1, 1], id="RECORD 2: two rounds, each table its own section"),
        pytest.param([4], None, [2, 2], id="RECORD 2: one table, so a group of two is larger"),
        pytest.param([1], None, [1], id="RECORD 2: one player left in a redraw"),
    ],
)
def test_halls_of_real_sizes(sizes: list[int], sections: list[int] | None, of_groups: list[int]) -> None:
    groups = of_group_sizes(*of_groups)
    seated = seating.seat(SEED, groups, sizes, sections)
    assert as_spec(seated) == spec.seat(SEED, groups, sizes, tables_of(sections))


def test_it_deals_when_none_of_5000_shuffles_is_apart() -> None:
    """Seven pairs need seven seats in either section; one has six, so no shuffle can be apart."""
    groups = of_group_sizes(2, 2, 2, 2, 2, 2, 2)
    seated = seating.seat(SEED, groups, [4, 4, 3, 3], [2, 2])
    assert as_spec(seated) == ("deal", None, spec.deal(SEED, groups, [4, 4, 3, 3], [[0, 1], [2, 3]]))


@pytest.mark.parametrize(
    ("rolled", "method", "attempt"),
    [
        pytest.param(35059, "shuffle", 4999, id="RECORD 2: attempt 4999 is the last"),
        pytest.param(35179, "deal", None, id="RECORD 2: attempt 5000 would be apart, and is not made"),
    ],
)
def test_there_are_5000_attempts(rolled: int, method: str, attempt: int | None) -> None:
    groups = {f"E{n:03}": f"G{n % 4}" for n in range(1, 25)}
    seated = seating.seat(dice(rolled), groups, [4] * 6)
    assert (seated.method, seated.attempt) == (method, attempt)


@pytest.mark.parametrize("number", range(20))
def test_an_attempt_passes_over_the_words_that_would_be_unfair(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One word in 2^60: no seed shows it, so the stream is dictated. Ten groups of one, so the first is apart."""
    random = Random(number)
    words = [
        WORDS_BELOW - random.randint(1, 12) if random.random() < 0.7 else random.randrange(WORDS_BELOW)
        for _ in range(99)
    ]
    monkeypatch.setattr(seating, "words", lambda *_: iter(words))
    groups = of_group_sizes(*[1] * 10)
    expected = spec.cut(spec.shuffle_by(spec.Dictated(words), groups), [4, 3, 3])
    assert as_spec(seating.seat(SEED, groups, [4, 3, 3])) == ("shuffle", 0, expected)


def test_each_draw_that_is_apart_is_equally_likely() -> None:
    """Two groups of two at two tables of two: of the 24 orders 16 are apart."""
    groups = {"E1": "G1", "E2": "G1", "E3": "G2", "E4": "G2"}
    labels = [Labels(attempt=f"trial/{n}/", deal="deal/") for n in range(4_000)]
    counts = Counter(seating.seat(SEED, groups, [2, 2], labels=label).tables for label in labels)
    orders = [((a, b), (c, d)) for a, b, c, d in permutations(groups)]
    assert counts.keys() == {order for order in orders if all(groups[a] != groups[b] for a, b in order)}
    assert sum((count - 250) ** 2 / 250 for count in counts.values()) < 37.70  # 15 degrees, 99.9 %


@pytest.mark.parametrize("tables", [2, 3, 7])
@pytest.mark.parametrize("of_one_group", [8, 11, 25, 28])
def test_a_deal_shares_a_large_group_out_evenly(tables: int, of_one_group: int) -> None:
    groups = of_group_sizes(of_one_group, *[1] * (tables * 14 - of_one_group))
    seated = seating.seat(SEED, groups, [14] * tables)
    counts = [sum(groups[code] == "G01" for code in table) for table in seated.tables]
    assert seated.method == "deal"
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(
    ("players", "tables", "sizes"),
    [
        pytest.param(13, 3, (5, 4, 4), id="RULES 7: larger tables first"),
        pytest.param(12, 3, (4, 4, 4), id="RULES 7: all the same"),
        pytest.param(11, 3, (4, 4, 3), id="RULES 7: 11, with a table of 3"),
        pytest.param(7, 2, (4, 3), id="RULES 7: 7, with a table of 3"),
        pytest.param(3, 1, (3,), id="RULES 7: below 4"),
    ],
)
def test_sizes_of_rotation_and_single(players: int, tables: int, sizes: tuple[int, ...]) -> None:
    assert seating.larger_first(players, tables) == sizes


@given(st.integers(1, 200), st.integers(1, 40))
def test_sizes_differ_by_at_most_one_larger_first(players: int, tables: int) -> None:
    sizes = seating.larger_first(players, tables)
    assert (sum(sizes), len(sizes)) == (players, tables)
    assert list(sizes) == sorted(sizes, reverse=True)
    assert max(sizes) - min(sizes) <= 1
