"""RULES 7: tables of 4 or 5, who moves where, empty chairs, balancing, late arrivals."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.rules.spec import refused
from tournament.rules import rotation
from tournament.rules.errors import DrawRefused, RoundRefused
from tournament.rules.presets import Moving
from tournament.rules.rotation import Ahead, TableMove

CIRCULAR, LADDER = Moving.CIRCULAR, Moving.LADDER


@pytest.mark.parametrize(
    ("players", "counts"),
    [
        pytest.param(20, [4, 5], id="RULES 7: ⌈20/5⌉ ≤ T ≤ ⌊20/4⌋"),
        pytest.param(13, [3], id="RULES 7: 13, the worked example’s three tables"),
        pytest.param(40, [8, 9, 10], id="RULES 7: the fewest first, which is the default"),
        pytest.param(4, [1], id="RULES 7: one table of 4"),
        pytest.param(5, [1], id="RULES 7: one table of 5"),
        pytest.param(6, [2], id="RULES 7: 6 is two tables of 3"),
        pytest.param(7, [2], id="RULES 7: 7 is 4 and 3"),
        pytest.param(11, [3], id="RULES 7: 11 is 4, 4 and 3"),
        pytest.param(3, [1], id="RULES 7: below 4, a table of 3"),
        pytest.param(2, [1], id="RULES 7: below 4, a table of 2"),
    ],
)
def test_how_many_tables(players: int, counts: list[int]) -> None:
    assert list(rotation.table_counts(players, 5)) == counts


@given(st.integers(2, 500))
def test_tables_of_4_or_5_wherever_there_can_be(players: int) -> None:
    four_or_five = [t for t in range(1, players) if 4 * t <= players <= 5 * t]
    counts = list(rotation.table_counts(players, 5))
    assert counts == four_or_five or (four_or_five == [] and players in {2, 3, 6, 7, 11} and len(counts) == 1)


def test_tables_of_up_to_4_only_where_the_organiser_says_so() -> None:
    assert [list(rotation.table_counts(n, 4)) for n in (4, 5, 8, 9, 12)] == [[1], [2], [2], [3], [3]]


@pytest.mark.parametrize("players", [0, 1])
def test_it_refuses_a_rotation_of_fewer_than_two(players: int) -> None:
    with refused(DrawRefused, "A draw needs at least two players."):
        rotation.table_counts(players, 5)


@pytest.mark.parametrize(
    ("number", "why", "move", "to"),
    [
        pytest.param(2, "best", CIRCULAR, 1, id="RULES 7: the best moves down one table number"),
        pytest.param(1, "best", CIRCULAR, 3, id="RULES 7: from table 1 to the highest"),
        pytest.param(2, "worst", CIRCULAR, 3, id="RULES 7: the worst moves up one"),
        pytest.param(3, "worst", CIRCULAR, 1, id="RULES 7: from the highest to table 1"),
        pytest.param(3, "best", LADDER, 2, id="RULES 7: ladder, the best moves down"),
        pytest.param(1, "best", LADDER, 1, id="RULES 7: ladder, at table 1 the best stays"),
        pytest.param(1, "worst", LADDER, 2, id="RULES 7: ladder, the worst moves up"),
        pytest.param(3, "worst", LADDER, 3, id="RULES 7: ladder, at the last table the worst stays"),
    ],
)
def test_where_the_best_and_worst_of_three_tables_go(number: int, why: str, move: Moving, to: int) -> None:
    assert rotation.target(number, 3, why, move) == to


@pytest.mark.parametrize("why", ["best", "worst"])
def test_with_two_tables_both_change_over(why: str) -> None:
    assert [rotation.target(number, 2, why, CIRCULAR) for number in (1, 2)] == [2, 1]


def moves_of(tables: Sequence[Sequence[str]], move: Moving) -> list[TableMove]:
    """The first of each table as its best, the last as its worst, of one alone only a best; who stays is not listed."""
    moves = []
    for number, table in enumerate(tables, start=1):
        for why, code in (("best", table[:1]), ("worst", table[1:][-1:])):
            if not code:
                continue
            to = rotation.target(number, len(tables), why, move)
            moves += [TableMove(code[0], number, to, why)] if to != number else []
    return moves


halls = st.lists(st.integers(2, 5), min_size=2, max_size=9).map(
    lambda sizes: [[f"E{number}{seat}" for seat in range(size)] for number, size in enumerate(sizes, start=1)]
)


@given(halls, st.sampled_from(Moving))
def test_no_move_changes_a_tables_size_or_loses_anybody(tables: list[list[str]], move: Moving) -> None:
    after = rotation.next_tables(tables, moves_of(tables, move))
    assert [len(table) for table in after] == [len(table) for table in tables]
    assert sorted(code for table in after for code in table) == sorted(code for table in tables for code in table)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=9), st.sampled_from(Moving))
def test_a_table_gets_more_than_it_loses_only_if_fewer_than_two_are_there(sizes: list[int], move: Moving) -> None:
    """What `check_room_ahead` rests on."""
    tables = [[f"E{number}{seat}" for seat in range(size)] for number, size in enumerate(sizes, start=1)]
    after = rotation.next_tables(tables, moves_of(tables, move))
    assert all(len(now) <= max(before, 2) for now, before in zip(after, sizes, strict=True))


def test_those_who_stay_come_first_then_by_the_table_they_come_from_best_before_worst() -> None:
    tables = [["A1", "A2", "A3"], ["B1", "B2", "B3"]]
    moves = [
        TableMove("B3", 2, 1, "worst"),
        TableMove("A3", 1, 2, "worst"),
        TableMove("B1", 2, 1, "best"),
        TableMove("A1", 1, 2, "best"),
    ]
    assert rotation.next_tables(tables, moves) == [["A2", "B1", "B3"], ["B2", "A1", "A3"]]


def first(_: int, present: Sequence[str]) -> str:
    return present[0]


@pytest.mark.parametrize(
    ("tables", "absent", "after", "moves"),
    [
        pytest.param(
            ["abcde", "fgh", "ij"],
            "",
            ["bcde", "fgh", "ija"],
            [TableMove("a", 1, 3, "balance")],
            id="RULES 7: a table below 3 takes one from the fullest",
        ),
        pytest.param(
            ["abcd", "efgh", "ij"],
            "",
            ["bcd", "efgh", "ija"],
            [TableMove("a", 1, 3, "balance")],
            id="RECORD 3: the lowest number of the fullest",
        ),
        pytest.param(
            ["ab", "cdefg", "hi"],
            "",
            ["abc", "efg", "hid"],
            [TableMove("c", 2, 1, "balance"), TableMove("d", 2, 3, "balance")],
            id="RECORD 3: the lowest-numbered short table first",
        ),
        pytest.param(
            ["abcd", "efgh"],
            "ef",
            ["bcd", "efgha"],
            [TableMove("a", 1, 2, "balance")],
            id="RECORD 3: the absent keep the empty chair and are not counted",
        ),
        pytest.param(
            ["abcde", "fg"],
            "a",
            ["acde", "fgb"],
            [TableMove("b", 1, 2, "balance")],
            id="RECORD 3: only those present are shuffled",
        ),
        pytest.param(["abc", "def", "gh"], "", ["abc", "def", "gh"], [], id="RECORD 3: no table has more than three"),
        pytest.param(["abcd", "efg"], "", ["abcd", "efg"], [], id="RECORD 3: no table has fewer than three"),
        pytest.param(
            ["abcde", ""],
            "",
            ["cde", "ab"],
            [TableMove("a", 1, 2, "balance"), TableMove("b", 1, 2, "balance")],
            id="RECORD 3: while, so it stops at three",
        ),
    ],
)
def test_balancing(tables: list[str], absent: str, after: list[str], moves: list[TableMove]) -> None:
    hall = [list(table) for table in tables]
    assert rotation.balance(hall, absent, first) == moves
    assert hall == [list(table) for table in after]


def test_the_k_th_lot_is_asked_with_k() -> None:
    asked: list[tuple[int, list[str]]] = []

    def lot(k: int, present: Sequence[str]) -> str:
        asked.append((k, list(present)))
        return present[-1]

    rotation.balance([list("abcde"), list("fghij"), list("k")], "a", lot)
    assert asked == [(1, list("fghij")), (2, list("bcde"))]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=8), st.integers(0, 2**40))
@example([5, 5, 5, 0], 0)
@example([5, 0, 0], 0)
def test_balancing_ends_and_leaves_no_short_table_beside_one_of_four(sizes: list[int], gone: int) -> None:
    tables = [[f"E{number}{seat}" for seat in range(size)] for number, size in enumerate(sizes)]
    everyone = [code for table in tables for code in table]
    absent = {code for bit, code in enumerate(everyone) if gone >> bit & 1}
    moves = rotation.balance(tables, absent, first)
    counts = [sum(code not in absent for code in table) for table in tables]
    assert min(counts) >= 3 or max(counts) <= 3
    assert sorted(code for table in tables for code in table) == sorted(everyone)
    assert not {move.code for move in moves} & absent


@pytest.mark.parametrize(
    ("tables", "absent", "late", "after"),
    [
        pytest.param(["abcd", "efg"], "", "x", ["abcd", "efgx"], id="RULES 7: the table with fewest"),
        pytest.param(["abcde", "fgh"], "", "xy", ["abcde", "fghxy"], id="RULES 7: one full table bars nobody"),
        pytest.param(["abc", "efg"], "", "x", ["abcx", "efg"], id="RECORD 3: the lowest number on equal"),
        pytest.param(["abc", "efg"], "", "zyx", ["abcxz", "efgy"], id="RECORD 2: late arrivals by code"),
        pytest.param(["abcde", "efgh"], "ab", "x", ["abcdex", "efgh"], id="RECORD 3: fewest present; chairs stay"),
        pytest.param(["abcde", "fghij"], "", "", ["abcde", "fghij"], id="nobody is late"),
    ],
)
def test_a_late_arrival(tables: list[str], absent: str, late: str, after: list[str]) -> None:
    hall = [list(table) for table in tables]
    rotation.join(hall, absent, late, 5)
    assert hall == [list(table) for table in after]


def test_it_refuses_a_late_arrival_when_every_table_is_full() -> None:
    with refused(RoundRefused, "Every table is full: 5 at each. There is no chair for another player."):
        rotation.join([list("abcde"), list("fghi")], "", ["x", "y"], 5)


def test_it_refuses_seats_of_which_a_table_has_more_than_its_maximum() -> None:
    tables = [list("ABCDE"), list("FGHIJK")]
    rotation.check_room(tables, {"G"}, 5)
    with refused(RoundRefused, "That table is full: it has 5 players. There is no chair for another player."):
        rotation.check_room(tables, {"A"}, 5)


FULL = "Every table is full: 5 at each. There is no chair for another player."
MAYBE = "That table may be full in the next round. Ask again when that round is made."


@pytest.mark.parametrize(
    ("tables", "late", "sentence"),
    [
        pytest.param([Ahead(5), Ahead(5)], 0, None, id="everybody stays"),
        pytest.param([Ahead(5), Ahead(5)], 1, FULL, id="RULES 7: refused when every table is full"),
        pytest.param([Ahead(5, going=1), Ahead(5)], 1, None, id="somebody leaves: there is a chair"),
        pytest.param([Ahead(4, back=1), Ahead(5)], 0, None, id="the chair is still there"),
        pytest.param([Ahead(4, back=2), Ahead(4)], 0, MAYBE, id="two back at once, and one chair"),
        pytest.param([Ahead(4), Ahead(5, back=1)], 0, MAYBE, id="it was given away"),
        pytest.param([Ahead(4), Ahead(5, back=1)], 1, FULL, id="it was given away, and another is coming"),
        pytest.param([Ahead(3), Ahead(5, going=1, back=1)], 0, MAYBE, id="who goes may be best, and move"),
        pytest.param([Ahead(5), Ahead(0, back=4)], 0, MAYBE, id="an empty table gets a best and a worst"),
        pytest.param([Ahead(5), Ahead(0, back=3)], 0, None, id="three come back to it"),
    ],
)
def test_whether_everybody_will_have_a_chair_in_a_round_not_made_yet(
    tables: list[Ahead], late: int, sentence: str | None
) -> None:
    if sentence is None:
        rotation.check_room_ahead(tables, late, 5)
        return
    with refused(RoundRefused, sentence):
        rotation.check_room_ahead(tables, late, 5)
