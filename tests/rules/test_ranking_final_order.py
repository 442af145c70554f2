"""RULES 6 and 7, RECORD 3: the final order of a knockout and of a rotation."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rules import ranking
from tournament.rules.presets import Ranking, Settings, preset
from tournament.rules.ranking import Played, Tally


def final(codes: str) -> dict[str, int]:
    """Ranks of `final` in this order."""
    return {code: rank for rank, code in enumerate(codes)}


def played(round: int, code: str, points: int = 0, hands: int = 4, won: int = 0, mates: Iterable[int] = ()) -> Played:
    return Played(round, code, True, Tally(code, points, hands, won), tuple(mates))


def gone(round: int, code: str) -> Played:
    return Played(round, code, False, Tally(code))


@pytest.mark.parametrize(
    ("parts", "low_wins", "order"),
    [
        pytest.param([played(1, "C"), played(2, "A"), played(2, "B")], True, "BAC", id="RULES 6: the final’s order"),
        pytest.param(
            [played(1, "C", 1), played(2, "A"), played(2, "B"), played(2, "D", 99)],
            True,
            "BADC",
            id="RULES 6: then the round reached, latest first",
        ),
        pytest.param(
            [played(1, "C", 10, 3), played(1, "D", 13, 4), played(1, "E", 10, 4)],
            True,
            "BAEDC",
            id="RULES 6: average per hand, 10/4 before 13/4 before 10/3",
        ),
        pytest.param(
            [played(1, "C", 10, 3), played(1, "D", 13, 4), played(1, "E", 10, 4)],
            False,
            "BACDE",
            id="RULES 6: the highest average first under winner_takes",
        ),
        pytest.param(
            [played(1, "C", 2, 6), played(1, "D", 1, 3, 1), played(1, "E", 1, 3, 2)],
            True,
            "BAEDC",
            id="RECORD 3: 2/6 is exactly 1/3, then hands won",
        ),
        pytest.param(
            [played(1, "C", 5), played(1, "D", 5), played(1, "E", 5)], True, "BAEDC", id="RECORD 3: then final"
        ),
        pytest.param(
            [played(1, "C", 0, 0), played(1, "D", 99)], True, "BADC", id="RECORD 3: without a counting hand last"
        ),
        pytest.param(
            [gone(1, "E"), played(1, "C", 0, 0), gone(1, "D"), gone(2, "F")],
            True,
            "BAFCED",
            id="RECORD 3: then the absent of that round, by final",
        ),
        pytest.param(
            [played(1, "C", 1), played(2, "C", 50), played(2, "D", 40), played(1, "D", 90)],
            True,
            "BADC",
            id="RECORD 3: only the last round they reached counts",
        ),
        pytest.param([gone(2, "C"), played(1, "D", 1)], True, "BACD", id="RECORD 3: reached, though absent"),
    ],
)
def test_a_knockouts_final_order(parts: list[Played], low_wins: bool, order: str) -> None:
    for shuffled in (parts, parts[::-1]):
        found = ranking.knockout_order(shuffled, ["B", "A"], low_wins=low_wins, ranks=final("FEDCBA"))
        assert found == list(order)


@pytest.mark.parametrize(
    ("rank_by", "parts", "low_wins", "order"),
    [
        pytest.param(
            Ranking.AVERAGE,
            [played(1, "A", 30, 3), played(1, "B", 40, 5), played(1, "C", 20, 2)],
            True,
            "BCA",
            id="RULES 7: average, 8 before 10; then final",
        ),
        pytest.param(
            Ranking.TOTAL,
            [played(1, "A", 30, 3), played(1, "B", 40, 5), played(1, "C", 20, 2)],
            True,
            "CAB",
            id="RULES 7: total, 20 before 30 before 40",
        ),
        pytest.param(
            Ranking.TOTAL,
            [played(1, "A", 30), played(2, "A", 30), played(1, "B", 40), played(2, "B", 15)],
            False,
            "AB",
            id="RULES 7: total over the rounds, most first under winner_takes",
        ),
        pytest.param(
            Ranking.AVERAGE,
            [played(1, "A", 10, 1), played(2, "A", 0, 9), played(1, "B", 4, 4), played(2, "B", 4, 4)],
            True,
            "BA",
            id="RULES 7: average over all hands, 10/10 is 8/8, then final",
        ),
        pytest.param(
            Ranking.BEATEN,
            [
                played(1, "A", 5, mates=[5, 9, 9]),  # (2 + ½) / 3
                played(1, "B", 5, mates=[9, 9, 9, 1]),  # 3 / 4
                played(1, "C", 0, mates=[9]),  # 1
            ],
            True,
            "CAB",
            id="RULES 7: beaten, 1 before 5/6 before 3/4",
        ),
        pytest.param(
            Ranking.BEATEN,
            [
                played(1, "A", 5, mates=[9]),
                played(2, "A", 9, mates=[5, 5]),
                played(1, "B", 0),
                played(2, "B", mates=[1]),
            ],
            True,
            "BA",
            id="RECORD 3: the mean over rounds with table-mates, 1 before ½",
        ),
        pytest.param(
            Ranking.BEATEN,
            [played(1, "A", 9, mates=[5]), played(1, "B", 5, mates=[9])],
            False,
            "AB",
            id="RULES 7: beaten is having more under winner_takes",
        ),
        pytest.param(
            Ranking.AVERAGE,
            [played(1, "A", 0), played(1, "B", 99), played(2, "B", 99), gone(2, "A")],
            True,
            "BA",
            id="RULES 7: who played more rounds first",
        ),
        pytest.param(
            Ranking.AVERAGE,
            [played(1, "A", 8, 4, 1), played(1, "B", 4, 2, 2), played(1, "C", 2, 1, 1)],
            True,
            "BCA",
            id="RULES 7: then hands won, then the lot",
        ),
        pytest.param(
            Ranking.AVERAGE,
            [played(1, "A", 0, 0), played(1, "B", 99, 1), gone(1, "C"), gone(2, "C"), gone(1, "D")],
            True,
            "BADC",
            id="RECORD 3: without a value last; the absent too are in it",
        ),
        pytest.param(
            Ranking.BEATEN,
            [played(1, "B", 0), played(1, "A", 99, mates=[5])],
            True,
            "AB",
            id="RECORD 3: never any table-mates, so without a value",
        ),
    ],
)
def test_a_rotations_final_order(rank_by: Ranking, parts: list[Played], low_wins: bool, order: str) -> None:
    for shuffled in (parts, parts[::-1]):
        found = ranking.rotation_order(shuffled, rank_by, low_wins=low_wins, ranks=final("DCBA"))
        assert found == list(order)


@pytest.mark.parametrize(
    ("mine", "mates", "low_wins", "share"),
    [
        pytest.param(5, [9, 5, 1], True, Fraction(1, 2), id="RECORD 3: (1 beaten + ½ level) / 3"),
        pytest.param(5, [5, 5, 5], True, Fraction(1, 2), id="RECORD 3: all level"),
        pytest.param(0, [9, 5, 1], True, Fraction(1), id="RECORD 3: all beaten"),
        pytest.param(0, [9, 5, 1], False, Fraction(0), id="RECORD 3: none under winner_takes"),
        pytest.param(5, [9, 5, 1, 2], True, Fraction(3, 8), id="RECORD 3: 1½ of 4"),
    ],
)
def test_the_share_of_table_mates_beaten(mine: int, mates: list[int], low_wins: bool, share: Fraction) -> None:
    assert ranking.share_beaten(played(1, "A", mine, mates=mates), low_wins) == share


@given(st.lists(st.integers(0, 4), min_size=2, max_size=5), st.booleans())
def test_the_shares_of_one_table_add_up_to_half_its_players(points: list[int], low_wins: bool) -> None:
    shares = [
        ranking.share_beaten(played(1, "A", mine, mates=points[:n] + points[n + 1 :]), low_wins)
        for n, mine in enumerate(points)
    ]
    assert sum(shares) == Fraction(len(points), 2)


def test_everybody_s_part_in_a_round_in_seat_order() -> None:
    tallies = [Tally("C", 30, 2), Tally("A", 10, 2, 1)]
    assert ranking.played_at(2, "ABC", tallies) == [
        Played(2, "A", True, Tally("A", 10, 2, 1), (30,)),
        Played(2, "B", False, Tally("B"), (30, 10)),
        Played(2, "C", True, Tally("C", 30, 2), (10,)),
    ]


@pytest.mark.parametrize(
    ("settings", "order"),
    [
        pytest.param(preset("syg").settings, "BAC", id="RULES 6: a knockout’s final first"),
        pytest.param(preset("bac").settings, "ABC", id="RULES 7: a rotation’s ranking, here the average"),
        pytest.param(preset("bac").settings.change(scoring="winner_takes"), "BAC", id="RULES 7: high wins"),
        pytest.param(preset("classroom").settings, "", id="RECORD 3: single, each table’s order is its result"),
    ],
)
def test_each_format_has_its_final_order(settings: Settings, order: str) -> None:
    parts = [played(1, "A", 10), played(1, "B", 20), played(1, "C", 30), played(2, "A", 20), played(2, "B", 30)]
    assert ranking.final_order(settings, parts, lambda: "BA", final("ABC")) == list(order)
