"""What can be done about somebody who has not come, in the order of the rules (RULES 5): a substitute of the same
group, the next in the order of call, an empty chair. Each option says whether it would be refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament import words
from tournament.models import Competition, Entry
from tournament.queries.check_in import Arrival, Candidate, Desk, home_of, read_substitutes
from tournament.queries.roster import read_roster
from tournament.rules.attendance.calling_up import call_up, next_in_call, whom_they_meet
from tournament.rules.attendance.coming_back import come_back
from tournament.rules.attendance.going import leave
from tournament.rules.attendance.roster import Roster
from tournament.rules.attendance.substitution import newcomer_substitutes, substitute
from tournament.rules.errors import why_not


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


def read_options(competition: Competition, desk: Desk, person: Arrival) -> Options:
    """One person's options. Nothing is done."""
    roster = read_roster(competition)
    if person.replaced_by:
        return _take_back(roster, desk, person)
    back = Option(why_not(come_back, roster, person.code)) if person.gone else None
    empty = None if person.gone else Option(why_not(leave, roster, person.code))
    if not person.table:
        return Options(person, empty=empty, back=back)
    entry = Entry.objects.select_related("competition", "group").get(pk=person.entry)
    of_group = read_substitutes(entry, desk.round, home_of(entry, desk.round))
    return Options(
        person=person,
        substitutes=[candidate for candidate in of_group if not candidate.grade],
        others=[candidate for candidate in of_group if candidate.grade],
        substitute=_substitute(roster, person),
        call_up=_call_up(roster, desk, person),
        next=desk.waiting[0] if desk.waiting else None,
        empty=empty,
        leaves=Option(why_not(leave, roster, person.code, next_round=True)) if empty and empty.cannot else None,
        back=back,
    )


def _take_back(roster: Roster, desk: Desk, person: Arrival) -> Options:
    """Somebody else has the seat, which they could have back."""
    seats = roster.latest.seats if roster.latest else ()
    sitter = next(seat.code for seat in seats if seat.stands_for == person.code)
    take_back = Option(why_not(substitute, roster, sitter, roster.players[person.code]))
    return Options(person, take_back=take_back, sitter=desk.with_code(sitter).entry)


def _call_up(roster: Roster, desk: Desk, person: Arrival) -> Option:
    """It asks before two of one group meet."""
    cannot = why_not(call_up, roster, person.code)
    return Option(cannot, asks="" if cannot else who_would_meet(roster, desk, person.code))


def who_would_meet(roster: Roster, desk: Desk, code: str) -> str:
    """Whom of their own group the next in the order of call would sit with, in this person's seat; empty if nobody."""
    called = next_in_call(roster).code
    meeting = whom_they_meet(call_up(roster, code), called)
    if meeting is None:
        return ""
    people = [desk.with_code(met) for met in meeting.codes]
    return words.meeting_in_words([person.name for person in people], people[0].group, meeting.table)


def _substitute(roster: Roster, person: Arrival) -> Option:
    """An organiser may override the first deal, with a reason."""
    plain = why_not(newcomer_substitutes, roster, person.code)
    if not plain or why_not(newcomer_substitutes, roster, person.code, override=True):
        return Option(plain)
    return Option(needs_reason=True)
