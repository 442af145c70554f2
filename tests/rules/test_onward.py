"""What somebody is told: where they sit and where they go next, for every odd case (RULES 5, 6 and 7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.standings import a_standing
from tournament.rules.onward import LatestChair, Onward, Way, onward
from tournament.rules.presets import preset
from tournament.rules.standing import Standing

SYG = preset("syg").settings
BAC = preset("bac").settings.change(rounds=2)
PLAN = (4, 2, 1)
SEATED = LatestChair(1, 4, 2)
PLAYING = a_standing(SYG, 16, PLAN, made=1)
CLOSED = a_standing(SYG, 16, PLAN, made=1, closed=True)
LAST = a_standing(SYG, 4, (1,), made=1, closed=True)
TURNED = a_standing(BAC, 16, (4,), made=1, closed=True)


@pytest.mark.parametrize(
    ("why", "standing", "chair", "more", "told"),
    [
        ("the draw is not published", a_standing(SYG, 16, PLAN), None, {}, Onward(Way.WAITS)),
        ("a seat in the round", PLAYING, SEATED, {}, Onward(Way.SITS, 4, 1)),
        ("the sheet is in", PLAYING, LatestChair(1, 4, 2, accepted=True), {}, Onward(Way.COUNTED, 4, 1)),
        ("an empty chair", PLAYING, LatestChair(1, 4, 2, absent=True), {}, Onward(Way.EMPTY, 4, 1)),
        ("won the table", CLOSED, LatestChair(1, 4, 2, won=True), {}, Onward(Way.GOES_ON, 2, 2)),
        (
            "won, and the next is drawn anew",
            a_standing(SYG.change(redraw=True), 16, PLAN, made=1, closed=True),
            LatestChair(1, 4, 2, won=True),
            {},
            Onward(Way.GOES_ON, 0, 2),
        ),
        ("won, and left", CLOSED, LatestChair(1, 4, 2, won=True), {"left": 2}, Onward(Way.GONE)),
        ("did not win", CLOSED, SEATED, {}, Onward(Way.OUT, 0, 1)),
        ("knocked out before", a_standing(SYG, 16, PLAN, made=2), SEATED, {}, Onward(Way.OUT, 0, 1)),
        ("won the only round", LAST, LatestChair(1, 1, 2, won=True), {}, Onward(Way.OVER, 0, 1)),
        ("best of the table", TURNED, LatestChair(1, 4, 2, moves_to=3), {}, Onward(Way.MOVES, 3, 2)),
        ("neither best nor worst", TURNED, SEATED, {}, Onward(Way.STAYS, 4, 2)),
        ("gone from the next round", TURNED, SEATED, {"left": 2}, Onward(Way.GONE)),
        (
            "the last round is over",
            a_standing(BAC, 16, (4,), made=2, closed=True),
            LatestChair(2, 4, 1),
            {},
            Onward(Way.OVER, 0, 2),
        ),
        (
            "every table for itself",
            a_standing(preset("classroom").settings, 16, (4,), made=1, closed=True),
            SEATED,
            {},
            Onward(Way.OVER, 0, 1),
        ),
        (
            "all is over",
            a_standing(SYG, 16, PLAN, made=3, closed=True, finished=True),
            SEATED,
            {},
            Onward(Way.PLACED, 0, 1),
        ),
        (
            "all is over, and was not there",
            a_standing(SYG, 4, (1,), made=1, closed=True, finished=True),
            LatestChair(1, 1, 1, absent=True),
            {},
            Onward(Way.GONE, round=1),
        ),
        ("in the order of call", PLAYING, None, {"status": "not_drawn", "call": 3}, Onward(Way.CALL, number=3)),
        (
            "nobody is called up any more",
            PLAYING,
            None,
            {"status": "not_drawn", "call": 3, "dealt": True},
            Onward(Way.NOT_DRAWN),
        ),
        ("not drawn", a_standing(SYG, 16, PLAN, made=2), None, {"status": "not_drawn"}, Onward(Way.NOT_DRAWN)),
        ("somebody else has the seat", PLAYING, None, {"taken": True}, Onward(Way.REPLACED, round=1)),
        (
            "comes late",
            a_standing(BAC, 16, (4,), made=1),
            None,
            {"status": "late", "joins": 2},
            Onward(Way.JOINS, round=2),
        ),
        (
            "came late and left",
            a_standing(BAC, 16, (4,), made=1),
            None,
            {"status": "late", "joins": 2, "left": 2},
            Onward(Way.GONE),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_somebody_is_told(
    why: str, standing: Standing, chair: LatestChair | None, more: dict[str, Any], told: Onward
) -> None:
    assert onward(standing, chair, **more) == told, why
