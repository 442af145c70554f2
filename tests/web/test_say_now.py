"""The words that an MC reads aloud: every step of a round has its own."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.web.test_mc_timeline import READY, ROUND, RUNNING, SAYING, at, desk
from tournament.rules import clock_changes as clocks
from tournament.rules.breaks import find_break
from tournament.rules.clock import RoundClock
from tournament.web.mc.say_now import SEND_HANDS, SEND_LAST_HAND, STOP, say_now

NOBODY = {"waits_for": ()}
ALL = {"waits_for": tuple(range(1, 9))}
UNWARNED = clocks.start(RoundClock(timedelta(minutes=30)), at(0))


@pytest.mark.parametrize(
    ("changes", "more", "minutes", "words"),
    [
        ({}, {}, 0, "Please sit down at your table. The player whose birthday is next deals first."),
        (
            {"clock": clocks.start_at(READY, at(0), at(7.5))}, {}, 0,
            "Round 1 starts in 7 minutes. Find your name on the lists, then sit down at your table.",
        ),
        ({"clock": RUNNING}, {}, 17.5, f"7 minutes to the last hand. {SEND_HANDS}"),
        ({"clock": RUNNING}, {}, 24, f"1 minute to the last hand. {SEND_HANDS}"),
        ({"clock": RUNNING}, {}, 24.5, f"Less than a minute to the last hand. {SEND_HANDS}"),
        ({"clock": UNWARNED}, {}, 20, f"10 minutes left. {SEND_HANDS}"),
        (
            {"clock": RUNNING}, {}, 26,
            "This is the last hand: don’t start another. When it’s over, please stay at your table.",
        ),
        (
            {"clock": clocks.pause(RUNNING, at(5))}, {}, 10,
            "The clock is paused. Please stay at your table and keep your cards in your hand.",
        ),
        (
            {"clock": clocks.change(RUNNING, at(26), clocks.pause)}, {}, 27,
            "The clock is paused. Please stay at your table and keep your cards in your hand. "
            "Don’t start another hand.",
        ),
        ({"clock": RUNNING}, ALL, 30, f"{STOP} {SEND_LAST_HAND}"),
        ({"clock": RUNNING}, {}, 31, "We’re waiting for tables 3 and 7. Everybody else, please stay close."),
        (
            {"clock": RUNNING}, NOBODY, 31,
            "All sheets are in. Please stay here: in a moment you’ll hear who goes on.",
        ),
        (
            {"clock": RUNNING}, NOBODY | {"last": True}, 31,
            "All sheets are in. Please stay here: in a moment you’ll hear who has won.",
        ),
        (
            {"clock": RUNNING, "closed_at": at(33)}, NOBODY, 34,
            "Round 1 is over. Look at the screens to see who goes on. The final starts in 9 minutes.",
        ),
        (
            {"clock": RUNNING, "closed_at": at(33)}, NOBODY, 44,
            "Round 1 is over. Look at the screens to see who goes on.",
        ),
        (
            {"clock": RUNNING, "closed_at": at(33)}, NOBODY | {"last": True}, 34,
            "That was the last hand. Please come to the front: here are the winners.",
        ),
        ({"clock": None}, {}, 0, "Please sit down at your table. The player whose birthday is next deals first."),
        (
            {"clock": None, "began_at": at(1)}, {}, 2,
            f"Take the time you need: each table ends by itself. {SEND_HANDS}",
        ),
        (
            {"clock": None, "began_at": at(1)}, NOBODY, 2,
            "All sheets are in. Please stay here: in a moment you’ll hear who goes on.",
        ),
    ],
)  # fmt: skip
def test_each_step_has_its_words(changes, more, minutes, words):
    at_desk = desk(replace(ROUND, **changes), **more, has_tablets=True)
    assert say_now(at_desk, SAYING, find_break(at_desk.standing), at(minutes)) == words


@pytest.mark.parametrize(
    ("changes", "more", "minutes", "words"),
    [
        ({"clock": RUNNING}, {}, 17.5, "7 minutes to the last hand."),
        ({"clock": UNWARNED}, {}, 20, "10 minutes left."),
        ({"clock": RUNNING}, ALL, 30, STOP),
        ({"clock": None, "began_at": at(1)}, {}, 2, "Take the time you need: each table ends by itself."),
    ],
)
def test_a_hall_that_plays_on_paper_is_asked_for_no_hand(changes, more, minutes, words):
    at_desk = desk(replace(ROUND, **changes), **more)
    assert say_now(at_desk, SAYING, None, at(minutes)) == words


def test_a_rotation_says_who_moves():
    words = say_now(desk(replace(ROUND, clock=RUNNING), form="bac", **NOBODY), SAYING, None, at(31))
    assert words == "All sheets are in. Please stay here: in a moment you’ll hear who moves where."
