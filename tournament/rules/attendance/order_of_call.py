"""The order of call: who waits for a no-show's seat, and as which number (RULES 5, RECORD 1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from tournament.rules.attendance.roster import Player, Roster
from tournament.rules.entries import Status


class CallCandidate(Protocol):
    """Somebody who may be in the order of call, as a roster's player or a row of the database."""

    @property
    def code(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def left(self) -> int | None: ...


def still_waiting(call: Iterable[str], people: Iterable[CallCandidate]) -> list[str]:
    """The codes of those who can be called up, in their order: nobody who sits down or has left."""
    waiting = {person.code for person in people if person.status == Status.NOT_DRAWN and person.left is None}
    return [code for code in call if code in waiting]


def waiting(roster: Roster) -> list[Player]:
    """Who can be called up, in their order."""
    call = roster.draw.call if roster.draw else ()
    return [roster.players[code] for code in still_waiting(call, roster.players.values())]


def place_in_call(roster: Roster, code: str) -> int:
    """The number of this person in the order of call; 0 if they do not wait in it, or nobody is called up any more."""
    codes = [player.code for player in waiting(roster)] if _still_calls(roster) else []
    return codes.index(code) + 1 if code in codes else 0


def is_passed_over(roster: Roster, code: str) -> bool:
    """Whether this person was in the order of call and is not called any more, though others may still be."""
    player = roster.players[code]
    return _still_calls(roster) and player.status == Status.NOT_DRAWN and player.left is not None


def _still_calls(roster: Roster) -> bool:
    """The order of call is for no-shows before round 1."""
    return roster.open is not None and roster.open.number == 1 and not roster.open.has_dealt


def has_gone_past(roster: Roster, code: str) -> bool:
    """Whether somebody behind this person in the order of call was called up."""
    assert roster.draw is not None  # there is a round, so there is its draw
    behind = roster.draw.call[roster.draw.call.index(code) + 1 :]
    return any(roster.players[other].status == Status.CALLED_UP for other in behind if other in roster.players)


def wait_again(roster: Roster, code: str) -> Roster:
    """Somebody came in from the order of call, and the seat's owner has it back before a deal: they wait in it again,
    with the number they had. Not if the call has gone past them meanwhile: nobody behind them is sent away for it."""
    player = roster.players[code]
    never_came_in = player.listed and player.status == Status.NOT_DRAWN
    if not never_came_in or has_gone_past(roster, code):
        return roster
    return roster.with_player(replace(player, left=None))
