"""What can be done about somebody who has not come, in the order of the rules (RULES 5): a substitute of the same
group, the next in the order of call, an empty chair. Each option says whether it would be refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.actions.forecast import (
    who_would_meet_if_called,
    why_not_back,
    why_not_call_up,
    why_not_gone,
    why_not_substitute,
)
from tournament.models import Entry
from tournament.permissions import Actor
from tournament.queries.check_in import Arrival, Candidate, Desk, home_of, read_substitutes


@dataclass(frozen=True)
class Option:
    """Something to do about a person: refused with a sentence, or possible, perhaps only with a reason."""

    cannot: str = ""
    needs_reason: bool = False
    asks: str = ""
    """What it will ask about, said before the tap."""


@dataclass(frozen=True)
class Options:
    """Everything about one person. What does not apply to them is None."""

    person: Arrival
    substitutes: Sequence[Candidate] = ()
    others: Sequence[Candidate] = ()
    """Of the same group but another grade: only with a reason."""
    substitute: Option | None = None
    call_up: Option | None = None
    next: Arrival | None = None
    empty: Option | None = None
    """An empty chair; for somebody in the order of call, that they are passed over."""
    leaves: Option | None = None
    """The chair has to stay as it is in this round: gone from the next."""
    back: Option | None = None
    take_back: Option | None = None
    sitter: int = 0
    """Who has the seat that they could take back."""


def read_options(by: Actor, desk: Desk, person: Arrival) -> Options:
    """One person's options. Nothing is done."""
    entry = Entry.objects.select_related("competition", "group").get(pk=person.entry)
    back = Option(why_not_back(entry)) if person.gone else None
    if person.replaced_by:
        taken = Entry.objects.select_related("competition", "group")
        sitter = taken.get(seats__round=desk.round, seats__stands_for=person.entry)
        return Options(person, take_back=Option(why_not_substitute(by, sitter, entry)), sitter=sitter.pk)
    empty = None if person.gone else Option(why_not_gone(entry))
    if not person.table:
        return Options(person, empty=empty, back=back)
    of_group = read_substitutes(entry, desk.round, home_of(entry, desk.round))
    return Options(
        person=person,
        substitutes=[one for one in of_group if not one.grade],
        others=[one for one in of_group if one.grade],
        substitute=_substitute(by, entry),
        call_up=_call_up(entry),
        next=desk.waiting[0] if desk.waiting else None,
        empty=empty,
        leaves=Option(why_not_gone(entry, next_round=True)) if empty and empty.cannot else None,
        back=back,
    )


def _call_up(entry: Entry) -> Option:
    """It asks before two of one group meet."""
    cannot = why_not_call_up(entry)
    return Option(cannot, asks="" if cannot else who_would_meet_if_called(entry))


def _substitute(by: Actor, entry: Entry) -> Option:
    """An organiser may override the first deal, with a reason."""
    plain = why_not_substitute(by, entry)
    if not plain or why_not_substitute(by, entry, override=True):
        return Option(plain)
    return Option(needs_reason=True)
