"""A coordinator asks the organiser for a substitution that they cannot make themselves, who grants it (RULES 5)."""

from __future__ import annotations

from tournament.rules.errors import EntryRefused, RoundRefused


def check_asking(*, finished: bool, entries_open: bool, has_seat: bool | None) -> None:
    """Refuse unless somebody else could still come in this place, and only the organiser could see to it.

    `has_seat` says whether the person has a seat in the latest round; None while there is no round.
    """
    if finished:
        raise EntryRefused("The competition is finished: nobody takes a seat any more.")
    if entries_open:
        raise EntryRefused("Entries are open: change the name instead.")
    if has_seat is False:
        raise EntryRefused("This person has no seat in this round that somebody else could take.")


def check_granting(*, sealed: bool, closed_round: str) -> None:
    """Refuse to grant any such wish now. Until the draw is sealed the list itself is changed; `sealed` says that it is
    and has no rounds yet. `closed_round` is what the latest round is called, if it is closed."""
    if sealed:
        raise RoundRefused("The draw is sealed, so the list stays as it is. Grant it when the draw is published.")
    if closed_round:
        raise RoundRefused(f"{closed_round} is closed. Grant it when the next round is made.")
