"""Where somebody sits, and where they go next: what a phone tells its owner (RULES 5, 6 and 7).

Every odd case has its name, so that no page has to guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournament.rules.entries import Status
from tournament.rules.presets import Format
from tournament.rules.standing import PlannedRound, Standing


class Way(StrEnum):
    """What there is to say to somebody."""

    WAITS = "waits"  # the draw is not published
    SITS = "sits"
    COUNTED = "counted"  # their sheet is accepted, the round goes on
    GOES_ON = "goes on"
    MOVES = "moves"
    STAYS = "stays"
    OUT = "out"
    OVER = "over"  # the last round is over, the result follows
    PLACED = "placed"  # all is over
    CALL = "call"  # waits in the order of call
    NOT_DRAWN = "not drawn"
    EMPTY = "empty"  # their chair is empty
    REPLACED = "replaced"  # somebody else has their seat
    JOINS = "joins"  # a late arrival
    GONE = "gone"


PLAYS_ON: Final = frozenset({Way.GOES_ON, Way.MOVES, Way.STAYS})
"""Whoever a closed round sends into the next one."""


@dataclass(frozen=True, slots=True)
class LatestChair:
    """The latest chair somebody had. `won`: first of a closed table; `moves_to`: where a closed round sends them."""

    round: int
    table: int
    seat: int
    absent: bool = False
    accepted: bool = False
    won: bool = False
    moves_to: int = 0


@dataclass(frozen=True, slots=True)
class Onward:
    """The answer: what, at which table and in which round; in the order of call `number` is their place."""

    way: Way
    table: int = 0
    round: int = 0
    number: int = 0


def onward(
    standing: Standing,
    chair: LatestChair | None,
    *,
    status: str = "",
    taken: bool = False,
    call: int = 0,
    dealt: bool = False,
    joins: int | None = None,
    left: int | None = None,
) -> Onward:
    """What to tell somebody with this latest chair. `taken`: somebody stands in for them; `call`: their place in the
    order of call, which ends when the first round has dealt; `joins` and `left`: the round from which they play, or
    from which they are gone."""
    latest = standing.latest
    if latest is None:
        return Onward(Way.WAITS)
    if chair is not None and chair.round == latest.number:
        return _seated(standing, latest, chair, left)
    if taken:
        return Onward(Way.REPLACED, round=latest.number)
    if chair is not None:
        return _knocked_out(standing, chair, left)
    if status == Status.NOT_DRAWN:
        waits = call and latest.number == 1 and not dealt and left is None
        return Onward(Way.CALL, number=call) if waits else Onward(Way.NOT_DRAWN)
    if joins is not None and joins > latest.number and left is None and not standing.is_finished:
        return Onward(Way.JOINS, round=joins)
    return Onward(Way.GONE)


def _seated(standing: Standing, latest: PlannedRound, chair: LatestChair, left: int | None) -> Onward:
    """They have a chair in the latest round."""
    if standing.is_finished:
        return Onward(Way.GONE if chair.absent else Way.PLACED, round=chair.round)
    if chair.absent:
        return Onward(Way.EMPTY, chair.table, chair.round)
    if latest.is_open:
        return Onward(Way.COUNTED if chair.accepted else Way.SITS, chair.table, chair.round)
    if latest.is_last:
        return Onward(Way.OVER, round=chair.round)
    return _after_round(standing, chair, left)


def _after_round(standing: Standing, chair: LatestChair, left: int | None) -> Onward:
    """The round is closed and another follows: a knockout sends its winners on, a rotation moves best and worst."""
    following = chair.round + 1
    if left is not None and left <= following:
        return Onward(Way.GONE)
    if standing.format is Format.KNOCKOUT:
        if not chair.won:
            return Onward(Way.OUT, round=chair.round)
        return Onward(Way.GOES_ON, standing.goal(chair.round, chair.table), following)
    if chair.moves_to:
        return Onward(Way.MOVES, chair.moves_to, following)
    return Onward(Way.STAYS, chair.table, following)


def _knocked_out(standing: Standing, chair: LatestChair, left: int | None) -> Onward:
    """They had a chair once, and have none now."""
    if chair.absent or left is not None:
        return Onward(Way.GONE)
    return Onward(Way.PLACED if standing.is_finished else Way.OUT, round=chair.round)
