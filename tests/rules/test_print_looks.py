"""Looks of a paper: kept as they were chosen, and refused where the words would have no room."""

from __future__ import annotations

import pytest

from tournament.rules.errors import Refused
from tournament.rules.print_looks import PaperLook, PaperMargins, PrintLook, choose_look, read_look


@pytest.mark.parametrize(
    ("look", "stored"),
    [
        (PrintLook(), {}),
        (PrintLook(PaperLook.BLACK), {"look": "black"}),
        (
            PrintLook(PaperLook.PREPRINTED, PaperMargins(1, 2, 3, 4)),
            {"look": "preprinted", "top": 1, "right": 2, "bottom": 3, "left": 4},
        ),
    ],
    ids=["the usual look keeps nothing", "black", "pre-printed with its margins"],
)
def test_a_look_is_read_as_it_was_kept(look, stored):
    assert look.stored == stored
    assert read_look(stored) == look


@pytest.mark.parametrize(
    ("look", "margins", "why"),
    [
        ("golden", {}, "Choose one of the looks."),
        ("preprinted", {"top": -1}, "A margin is 0 mm or more."),
        ("preprinted", {"top": 60, "bottom": 51}, "The words need room"),
        ("preprinted", {"left": 80, "right": 81}, "The words need room"),
    ],
)
def test_what_leaves_no_room_is_refused(look, margins, why):
    with pytest.raises(Refused, match=why):
        choose_look(look, margins)


def test_as_much_as_may_be_is_taken():
    margins = {"top": 60, "bottom": 50, "left": 80, "right": 80}
    assert choose_look("preprinted", margins).margins == PaperMargins(**margins)
