"""What a coordinator asks of the organiser, not being able to do it themselves, and when it is granted (RULES 5)."""

from __future__ import annotations

from enum import StrEnum

from tournament.rules.errors import EntryRefused, RoundRefused
from tournament.rules.presets import Format
from tournament.rules.standing import Standing


class WishKind(StrEnum):
    """What a group may ask for."""

    SUBSTITUTION = "substitution"
    """Somebody else in this place."""
    EMPTY_CHAIR = "empty chair"
    """They are not coming, and nobody plays instead."""
    SPELLING = "spelling"
    """The same person, spelt in a way that looks like somebody else."""


def check_asking(standing: Standing, has_seat: bool | None) -> None:
    """Refuse unless somebody else could still come in this place, and only the organiser could see to it.

    `has_seat` says whether the person has a seat in the latest round; None while there is no round.
    """
    if standing.is_finished:
        raise EntryRefused("The competition is finished: nobody can take a seat now.")
    if standing.takes_entries:
        raise EntryRefused("Entries are open: change the name instead.")
    if _is_last_round_closed(standing):
        raise EntryRefused(f"{standing.rounds[-1].name.opening} is over: nobody can take a seat now.")
    if has_seat is False:
        raise EntryRefused("This person has no seat in this round that somebody else could take.")


def check_granting(standing: Standing) -> None:
    """Refuse to grant any such wish now. Until the draw is sealed the list itself is changed, and once it is published
    a seat of the open round is."""
    latest = standing.latest
    if latest is None and standing.draw is not None and standing.draw.sealed_at is not None:
        raise RoundRefused(
            "The draw is sealed, so the list stays as it is. You can grant it once the draw is published."
        )
    if _is_last_round_closed(standing):
        over = standing.rounds[-1].name.opening
        raise RoundRefused(f"{over} is over: nobody can take a seat now. You can only decline it.")
    if latest is not None and not latest.is_open:
        if_on = ", if this person goes on" if standing.format is Format.KNOCKOUT else ""
        raise RoundRefused(f"{latest.name.opening} is closed. You can grant it once the next round is made{if_on}.")


def _is_last_round_closed(standing: Standing) -> bool:
    latest = standing.latest
    return latest is not None and latest.is_last and not latest.is_open
