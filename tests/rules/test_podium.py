"""The podium opens from its lowest step on: third, second, first."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tournament.rules.errors import Refused
from tournament.rules.podium import comes_next, hold_back, is_open, is_shown, show, waits_until
from tournament.rules.presets import preset
from tournament.rules.standing import MadeRound, Stage, Standing, StandingDraw, make_standing

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("people", "presses"),
    [(64, [3, 2, 1]), (3, [3, 2, 1]), (2, [2, 1]), (1, [1]), (0, [])],
)
def test_as_many_presses_as_places_open_the_podium(people, presses):
    shown, open_places = 0, []
    for place in presses:
        assert not is_open(shown) and comes_next(people, shown) == place
        shown = show(place, people, shown)
        open_places.append(place)
        assert [place for place in range(3, 0, -1) if place <= people and is_shown(place, shown)] == open_places
    assert comes_next(people, shown) == 0 and is_open(shown) == bool(people)


def test_a_press_that_comes_twice_opens_one_card():
    assert show(3, 64, 0) == 1 and show(3, 64, 1) == 1


@pytest.mark.parametrize(("place", "why"), [(1, "Show third place first"), (4, "no such place"), (0, "no such")])
def test_no_card_opens_before_its_turn(place, why):
    with pytest.raises(Refused, match=why):
        show(place, 64, 0)


def closed(
    preset_name: str = "syg", *, rounds: int = 2, shown: int = 0, finished: bool = True, seen: int | None = 0
) -> Standing:
    """A competition of two rounds, so many of which are closed, the last one at noon. So many seconds after noon a
    screen of the hall was last heard from; None: there was none."""
    settings = preset(preset_name).settings
    seen_at = None if seen is None else NOON + timedelta(seconds=seen)
    made = [MadeRound(number, number, NOON, NOON, screen_seen_at=seen_at) for number in range(1, rounds + 1)]
    draw = StandingDraw(8, (2, 1), published_at=NOON)
    end = NOON if finished else None
    return make_standing(7, settings, draw, made, takes_entries=False, finished_at=end, podium_shown=shown)


@pytest.mark.parametrize(
    ("standing", "minutes", "waits"),
    [
        (closed(), 0, True),
        (closed(finished=False), 5, True),
        (closed(shown=2), 5, True),
        (closed(shown=3), 5, False),  # the winner is shown
        (closed(seen=None), 5, False),  # nobody sees a podium
        (closed(seen=-59), 5, True),  # a screen asks every few seconds
        (closed(seen=-60), 5, False),  # it was switched off before
        (closed(seen=None, shown=1), 5, True),  # the MC opens it all the same
        (closed(), 15, False),  # long enough
        (closed(rounds=1, finished=False), 0, False),  # the final is still to come
        (closed("classroom", rounds=1), 0, False),  # every table has its own winner
    ],
)
def test_the_public_waits_for_the_podium(standing, minutes, waits):
    now = NOON + timedelta(minutes=minutes)
    until = waits_until(standing, now)
    assert until == (NOON + timedelta(minutes=15) if waits else None)
    public = hold_back(standing, now)
    assert public.held_until == until
    if waits:
        assert (public.is_finished, public.stage) == (False, Stage.OVER)
