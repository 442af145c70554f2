"""The podium on the hall's screens, opened at the MC's press."""

from __future__ import annotations

from tournament import current_time
from tournament.actions.base import action, lock_competition, log
from tournament.log_kinds import Happened
from tournament.models import Competition
from tournament.permissions import Actor, may_run_hall, require
from tournament.queries.scenes import count_podium_steps
from tournament.queries.standing import read_standing
from tournament.rules import podium
from tournament.rules.errors import Refused


@action
def show_place(*, by: Actor, competition: int, place: int, request: str = "") -> None:
    """Open the card of a place: third first, the winner last."""
    locked = lock_competition(competition)
    require(may_run_hall(by, locked.event_id), by)
    shown = podium.show(place, _people(locked), locked.podium_shown)
    if shown == locked.podium_shown:
        return
    _save(locked, shown)
    log(by, locked, Happened.PODIUM_SHOWN, request, place=place)


@action
def close_podium(*, by: Actor, competition: int, request: str = "") -> None:
    """Turn every card face down again."""
    locked = lock_competition(competition)
    require(may_run_hall(by, locked.event_id), by)
    _people(locked)
    _save(locked, 0)
    log(by, locked, Happened.PODIUM_CLOSED, request)


def _people(competition: Competition) -> int:
    """How many people are on the podium, if the winners are known."""
    standing = read_standing(competition, current_time.now())
    if not standing.is_finished:
        raise Refused("The winners aren’t known yet. The organiser has to finish the competition first.")
    return count_podium_steps(standing)


def _save(competition: Competition, shown: int) -> None:
    competition.podium_shown, competition.podium_shown_at = shown, current_time.now()
    competition.save(update_fields=["podium_shown", "podium_shown_at"])
