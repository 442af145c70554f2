"""RULES 6 and 7, RECORD 3: who is first, best and worst, by which step, and the order of a table."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

import pytest

from tournament.rules import ranking
from tournament.rules.ranking import Standoff, Tally, TieBreak


def last_of(codes: Iterable[str]) -> str:
    """A lot that always takes the last by code, to be told from 'the first of a list'."""
    return max(codes)


def final(codes: str) -> dict[str, int]:
    """Ranks of `final` in this order."""
    return {code: rank for rank, code in enumerate(codes)}


A, B, C = (lambda points, won=0, last=None, code=code: Tally(code, points, 4, won, last) for code in "ABC")


@pytest.mark.parametrize(
    ("tallies", "low_wins", "playoff", "decided"),
    [
        pytest.param([A(9), B(3), C(5)], True, None, ("B", None), id="RULES 6: own_hand, the lowest goes on"),
        pytest.param([A(9), B(3), C(5)], False, None, ("A", None), id="RULES 6: winner_takes, the most points"),
        pytest.param([A(9)], True, None, ("A", None), id="RECORD 3: one present player goes through"),
        pytest.param(
            [A(3, 1), B(3, 2), C(9, 4)],
            True,
            None,
            ("B", TieBreak(("A", "B"), "hands_won", "B")),
            id="RULES 6: a tie, most hands won",
        ),
        pytest.param(
            [A(7, 1), B(7, 2), C(3, 4)],
            False,
            None,
            ("B", TieBreak(("A", "B"), "hands_won", "B")),
            id="RULES 6: most hands won under winner_takes too",
        ),
        pytest.param(
            [A(3, 2), B(3, 2), C(3, 1)],
            True,
            "B",
            ("B", TieBreak(("A", "B", "C"), "playoff", "B")),
            id="RULES 6: then the play-off; between is all level on points",
        ),
        pytest.param(
            [A(3, 2), B(3, 1), C(9)],
            True,
            "B",
            ("A", TieBreak(("A", "B"), "hands_won", "A")),
            id="RULES 6: hands won come before the play-off",
        ),
        pytest.param(
            [A(3, 2), B(3, 2), C(3, 1)],
            True,
            "C",
            ("B", TieBreak(("A", "B", "C"), "lot", "B")),
            id="RECORD 3: who is not level cannot win the play-off",
        ),
        pytest.param(
            [A(3, 2), B(3, 2), C(3, 1)],
            True,
            None,
            ("B", TieBreak(("A", "B", "C"), "lot", "B")),
            id="RULES 6: then the lot, among those level after all steps",
        ),
        pytest.param(
            [A(3, 2, 0), B(3, 2, 9)],
            True,
            None,
            ("B", TieBreak(("A", "B"), "lot", "B")),
            id="RECORD 3: the last hand decides nothing in a knockout",
        ),
    ],
)
def test_who_goes_on(
    tallies: list[Tally], low_wins: bool, playoff: str | None, decided: tuple[str, TieBreak | None]
) -> None:
    for order in permutations(tallies):
        assert ranking.first_place(order, low_wins=low_wins, playoff=playoff, lot=last_of) == decided


def test_without_a_lot_a_tie_is_a_standoff_of_those_still_level() -> None:
    tallies = [C(3, 2), A(3, 1), B(3, 2)]
    assert ranking.first_place(tallies, low_wins=True) == Standoff(("A", "B", "C"), ("B", "C"))


@pytest.mark.parametrize(
    ("tallies", "low_wins", "best", "worst"),
    [
        pytest.param([A(1), B(5), C(9)], True, ("A", None), ("C", None), id="RULES 7: own_hand, lowest is best"),
        pytest.param([A(1), B(5), C(9)], False, ("C", None), ("A", None), id="RULES 7: winner_takes, most is best"),
        pytest.param(
            [A(5, 2), B(5, 1), C(5, 0)],
            True,
            ("A", TieBreak(("A", "B", "C"), "hands_won", "A")),
            ("C", TieBreak(("A", "B", "C"), "hands_won", "C")),
            id="RULES 7: most hands won is best, fewest is worst",
        ),
        pytest.param(
            [A(5, 2), B(5, 1), C(5, 0)],
            False,
            ("A", TieBreak(("A", "B", "C"), "hands_won", "A")),
            ("C", TieBreak(("A", "B", "C"), "hands_won", "C")),
            id="RULES 7: so under winner_takes",
        ),
        pytest.param(
            [A(5, 1, 30), B(5, 1, 7), C(5, 1, 20)],
            True,
            ("B", TieBreak(("A", "B", "C"), "last_hand", "B")),
            ("A", TieBreak(("A", "B", "C"), "last_hand", "A")),
            id="RULES 7: then the last complete hand, lowest is best",
        ),
        pytest.param(
            [A(5, 1, 0), B(5, 1, 40), C(5, 1, 0)],
            False,
            ("B", TieBreak(("A", "B", "C"), "last_hand", "B")),
            ("C", TieBreak(("A", "B", "C"), "lot", "C")),
            id="RULES 7: winner_takes, most in it is best; worst goes to the lot of two",
        ),
        pytest.param(
            [A(5, 2, 9), B(5, 2, 0), C(5, 1, 0)],
            True,
            ("B", TieBreak(("A", "B", "C"), "last_hand", "B")),
            ("C", TieBreak(("A", "B", "C"), "hands_won", "C")),
            id="RULES 7: hands won before the last hand",
        ),
        pytest.param(
            [A(5, 1, 4), B(5, 1, 4), C(5, 1, 4)],
            True,
            ("C", TieBreak(("A", "B", "C"), "lot", "C")),
            ("C", TieBreak(("A", "B", "C"), "lot", "C")),
            id="RULES 7: then the lot",
        ),
        pytest.param(
            [A(5), B(5), C(9)],
            True,
            ("B", TieBreak(("A", "B"), "lot", "B")),
            ("C", None),
            id="RECORD 3: no complete hand, so the last hand is skipped",
        ),
    ],
)
def test_the_best_and_the_worst(
    tallies: list[Tally], low_wins: bool, best: tuple[str, TieBreak | None], worst: tuple[str, TieBreak | None]
) -> None:
    for order in permutations(tallies):
        assert ranking.mover(order, low_wins=low_wins, worst=False, lot=last_of) == best
        assert ranking.mover(order, low_wins=low_wins, worst=True, lot=last_of) == worst


@pytest.mark.parametrize(
    ("tallies", "absent", "low_wins", "first", "order"),
    [
        pytest.param([A(9), B(3), C(5)], "", True, None, "BCA", id="RECORD 3: points, best first"),
        pytest.param([A(9), B(3), C(5)], "", False, None, "ACB", id="RECORD 3: most first under winner_takes"),
        pytest.param([A(3), B(3, 2), C(3, 1)], "", True, None, "BCA", id="RECORD 3: then hands won"),
        pytest.param([A(3), B(3), C(3)], "", True, None, "CAB", id="RECORD 3: then final"),
        pytest.param([A(3), B(3), C(3)], "", True, "B", "BCA", id="RECORD 3: the winner of a tie stands first"),
        pytest.param([B(99)], "AC", True, None, "BCA", id="RECORD 3: the absent last, by final"),
    ],
)
def test_the_order_of_a_table(tallies: list[Tally], absent: str, low_wins: bool, first: str, order: str) -> None:
    ranks = final("CAB")
    found = ranking.table_order(tallies, absent, low_wins=low_wins, ranks=ranks, first=first)
    assert found == list(order)
