"""What somebody is told: where they sit and where they go next, for every odd case (RULES 5, 6 and 7)."""

from __future__ import annotations

import pytest

from tournament.rules.onward import Chair, Onward, Progress, Way, onward
from tournament.rules.presets import Format

KNOCKOUT, ROTATION, SINGLE = Format.KNOCKOUT, Format.ROTATION, Format.SINGLE
GOALS = {1: 1, 2: 1, 3: 1, 4: 2}
HERE = Chair(1, 4, 2)
PLAYING = Progress(KNOCKOUT, 1, goals=GOALS)
CLOSED = Progress(KNOCKOUT, 1, closed=True, goals=GOALS)
TURNED = Progress(ROTATION, 1, closed=True)


@pytest.mark.parametrize(
    ("why", "progress", "chair", "more", "told"),
    [
        ("the draw is not published", Progress(KNOCKOUT), None, {}, Onward(Way.WAITS)),
        ("a seat in the round", PLAYING, HERE, {}, Onward(Way.SITS, 4, 1)),
        ("the sheet is in", PLAYING, Chair(1, 4, 2, accepted=True), {}, Onward(Way.COUNTED, 4, 1)),
        ("an empty chair", PLAYING, Chair(1, 4, 2, absent=True), {}, Onward(Way.EMPTY, 4, 1)),
        ("won the table", CLOSED, Chair(1, 4, 2, won=True), {}, Onward(Way.GOES_ON, 2, 2)),
        (
            "won, and the next is drawn anew",
            Progress(KNOCKOUT, 1, closed=True),
            Chair(1, 4, 2, won=True),
            {},
            Onward(Way.GOES_ON, 0, 2),
        ),
        ("won, and left", CLOSED, Chair(1, 4, 2, won=True), {"left": 2}, Onward(Way.GONE)),
        ("did not win", CLOSED, HERE, {}, Onward(Way.OUT, 0, 1)),
        ("knocked out before", Progress(KNOCKOUT, 2, goals={}), HERE, {}, Onward(Way.OUT, 0, 1)),
        ("best of the table", TURNED, Chair(1, 4, 2, moves_to=3), {}, Onward(Way.MOVES, 3, 2)),
        ("neither best nor worst", TURNED, HERE, {}, Onward(Way.STAYS, 4, 2)),
        ("gone from the next round", TURNED, HERE, {"left": 2}, Onward(Way.GONE)),
        (
            "the last round is over",
            Progress(ROTATION, 2, closed=True, last=True),
            Chair(2, 4, 1),
            {},
            Onward(Way.OVER, 0, 2),
        ),
        ("every table for itself", Progress(SINGLE, 1, closed=True, last=True), HERE, {}, Onward(Way.OVER, 0, 1)),
        (
            "all is over",
            Progress(KNOCKOUT, 2, closed=True, last=True, finished=True),
            HERE,
            {},
            Onward(Way.PLACED, 0, 1),
        ),
        (
            "all is over, and was not there",
            Progress(KNOCKOUT, 1, finished=True),
            Chair(1, 1, 1, absent=True),
            {},
            Onward(Way.GONE, round=1),
        ),
        ("in the order of call", PLAYING, None, {"status": "not_drawn", "call": 3}, Onward(Way.CALL, number=3)),
        (
            "nobody is called up any more",
            Progress(KNOCKOUT, 1, dealt=True),
            None,
            {"status": "not_drawn", "call": 3},
            Onward(Way.NOT_DRAWN),
        ),
        ("not drawn", Progress(KNOCKOUT, 2), None, {"status": "not_drawn"}, Onward(Way.NOT_DRAWN)),
        ("somebody else has the seat", PLAYING, None, {"taken": True}, Onward(Way.REPLACED, round=1)),
        ("comes late", Progress(ROTATION, 1), None, {"status": "late", "joins": 2}, Onward(Way.JOINS, round=2)),
        (
            "came late and left",
            Progress(ROTATION, 1),
            None,
            {"status": "late", "joins": 2, "left": 2},
            Onward(Way.GONE),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_somebody_is_told(why, progress, chair, more, told):
    assert onward(progress, chair, **more) == told
