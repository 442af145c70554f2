"""A screen of the whole event shows its competitions in fair turns."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tournament.rules.programme import Claim, Phase
from tournament.rules.turns import Turn, turn_at, who_takes_turns

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


def ago(minutes: int) -> datetime:
    return NOW - timedelta(minutes=minutes)


WAITS, SEATED = Claim(Phase.BEFORE, None), Claim(Phase.SEATED, ago(3))
PLAYS, RESULTS = Claim(Phase.PLAYING, ago(9)), Claim(Phase.RESULTS, ago(1))
DRAWS = Claim(Phase.BEFORE, ago(5), is_ceremony=True)


@pytest.mark.parametrize(
    ("claims", "turns"),
    [
        pytest.param([PLAYS], [0], id="one competition is always shown"),
        pytest.param([PLAYS, RESULTS], [0, 1], id="a clock and results alternate, the clock first"),
        pytest.param([RESULTS, SEATED, PLAYS], [2, 0, 1], id="three take turns"),
        pytest.param([SEATED, Claim(Phase.SEATED, ago(8), ago(0))], [1, 0], id="what the MC stepped comes first"),
        pytest.param([WAITS, PLAYS], [1], id="who only welcomes waits"),
        pytest.param([WAITS, WAITS], [0], id="one welcome is enough"),
        pytest.param([PLAYS, Claim(Phase.BEFORE, None, ago(1))], [1, 0], id="unless the MC stepped it"),
        pytest.param([PLAYS, DRAWS], [1], id="a draw that is held has the screen to itself"),
        pytest.param([PLAYS, Claim(Phase.FINISHED, ago(1), is_ceremony=True)], [1], id="so has an opening podium"),
    ],
)
def test_who_takes_turns(claims, turns):
    assert who_takes_turns(claims) == turns


def test_each_picture_is_open_as_long_as_the_others_and_turns_its_own_pages():
    seen = [turn_at(NOW + timedelta(seconds=12 * turn), NOW, 2) for turn in range(5)]
    assert seen == [Turn(0, 0), Turn(1, 0), Turn(0, 1), Turn(1, 1), Turn(0, 2)]


def test_a_turn_lasts_twelve_seconds_and_none_comes_before_its_time():
    assert turn_at(NOW + timedelta(seconds=11), NOW, 2) == turn_at(NOW - timedelta(hours=1), NOW, 2) == Turn(0, 0)
