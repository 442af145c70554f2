"""What can be done about somebody who has not come, in the order of the rules (RULES 5): a substitute of the same
group, the next in the order of call, an empty chair. Each option asks its own action whether it would be refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.actions import attendance
from tournament.actions.attempts import SOMEBODY_NEW, why_not
from tournament.models import Competition, Entry
from tournament.permissions import Actor
from tournament.queries.check_in import Arrival, Candidate, Desk, home_of, read_substitutes


@dataclass(frozen=True)
class Option:
    """Something to do about a person: refused with a sentence, or possible, perhaps only with a reason."""

    cannot: str = ""
    needs_reason: bool = False


@dataclass(frozen=True)
class Options:
    """Everything about one person. What does not apply to them is None."""

    person: Arrival
    substitutes: Sequence[Candidate] = ()
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


def read_options(by: Actor, competition: Competition, desk: Desk, person: Arrival) -> Options:
    """One person's options. Nothing is done."""

    def ask(action: Callable[..., Any], entry: int = person.entry, **more: Any) -> Option:
        return Option(why_not(action, by=by, competition=competition.pk, entry=entry, **more))

    if person.replaced_by:
        sitter = Entry.objects.get(seats__round=desk.round, seats__stands_for=person.entry).pk
        return Options(person, take_back=ask(attendance.substitute, sitter, name=person.name), sitter=sitter)
    if not person.table:
        return Options(person, empty=None if person.gone else ask(attendance.mark_gone), back=_back(person, ask))
    entry = Entry.objects.select_related("competition").get(pk=person.entry)
    empty = None if person.gone else ask(attendance.mark_gone)
    return Options(
        person=person,
        substitutes=read_substitutes(entry, desk.round, home_of(entry, desk.round)),
        substitute=_substitute(ask),
        call_up=ask(attendance.call_up),
        next=desk.waiting[0] if desk.waiting else None,
        empty=empty,
        leaves=ask(attendance.mark_gone, next_round=True) if empty and empty.cannot else None,
        back=_back(person, ask),
    )


def _back(person: Arrival, ask: Callable[..., Option]) -> Option | None:
    return ask(attendance.mark_back) if person.gone else None


def _substitute(ask: Callable[..., Option]) -> Option:
    """An organiser may override the first deal, with a reason."""
    plain = ask(attendance.substitute, name=SOMEBODY_NEW)
    if not plain.cannot or ask(attendance.substitute, name=SOMEBODY_NEW, why="-").cannot:
        return plain
    return Option(needs_reason=True)
