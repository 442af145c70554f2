"""How far a draw was shown in the hall: reserves one by one in the lot's order, then the tables."""

from __future__ import annotations

import pytest

from tests.rules.spec import refused
from tournament.rules.errors import DrawRefused
from tournament.rules.reveal import Reveal, RevealStep, drawn_reserves

LATE = "Somebody else has already shown the next step. This page shows how far the draw is now."
DONE = "Everything has been shown in the hall. Publish the draw next."


@pytest.mark.parametrize(
    ("shown", "expected", "reserves", "tables"),
    [
        (0, RevealStep.RESERVES, 0, 0),
        (1, RevealStep.RESERVES, 1, 0),
        (2, RevealStep.TABLES, 2, 0),
        (4, RevealStep.TABLES, 2, 2),
        (5, RevealStep.DONE, 2, 3),
    ],
)
def test_reserves_come_first_then_the_tables(shown: int, expected: RevealStep, reserves: int, tables: int) -> None:
    reveal = Reveal(2, 3, shown)
    assert (reveal.next, reveal.reserves_shown, reveal.tables_shown, reveal.total) == (expected, reserves, tables, 5)


@pytest.mark.parametrize(("shown", "rest", "after"), [(0, False, 1), (0, True, 2), (2, False, 3), (2, True, 5)])
def test_a_step_shows_one_or_the_rest_of_its_kind(shown: int, rest: bool, after: int) -> None:
    assert Reveal(2, 3, shown).step(shown, rest=rest) == after


@pytest.mark.parametrize("seen", [0, 2, -1, 99])
def test_a_step_from_an_old_page_is_refused(seen: int) -> None:
    with refused(DrawRefused, LATE):
        Reveal(2, 3, 1).step(seen)


def test_after_everything_there_is_no_step() -> None:
    with refused(DrawRefused, DONE):
        Reveal(2, 3, 5).step(5)


@pytest.mark.parametrize(
    ("lot", "admitted", "taken"),
    [
        (["E9", "E7", "E8"], {"E1", "E7", "E9"}, ("E9", "E7")),
        (["E9", "E7"], {"E7", "E9"}, ()),
        (["E9", "E7"], {"E1"}, ()),
        ([], {"E1"}, ()),
    ],
    ids=["in the lot’s order", "all play: no lot to show", "none plays", "nobody was nominated"],
)
def test_which_reserves_are_shown(lot: list[str], admitted: set[str], taken: tuple[str, ...]) -> None:
    assert drawn_reserves(lot, admitted) == taken
