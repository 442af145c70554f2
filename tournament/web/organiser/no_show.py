"""What can be done about somebody who has not come, in the order of the rules (RULES 5): a substitute of the same
group, the next in the order of call, an empty chair. Each option says whether it would be refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tournament import words
from tournament.queries.check_in import Arrival
from tournament.queries.check_in_desk import read_arrival, read_waiting_arrivals
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.roster import read_roster
from tournament.queries.substitutes import Candidate, read_substitutes
from tournament.rules.attendance.calling_up import call_up, next_in_call, whom_they_meet
from tournament.rules.attendance.coming_back import come_back
from tournament.rules.attendance.going import leave
from tournament.rules.attendance.roster import Roster
from tournament.rules.attendance.substitution import newcomer_substitutes, substitute
from tournament.rules.errors import why_not
from tournament.rules.presets import Format
from tournament.rules.standing import Standing

if TYPE_CHECKING:
    from tournament.models import Competition


MOST_LIKELY: Final = 3
"""How many substitutes are offered at once."""


@dataclass(frozen=True)
class NoShowOption:
    """Something to do about a person: refused with a sentence, or possible, perhaps only with a reason."""

    cannot: str = ""
    needs_reason: bool = False
    asks: str = ""
    """What it will ask about, said before the tap."""


@dataclass(frozen=True)
class NoShowOptions:
    """Everything about one person. What does not apply to them is None."""

    person: Arrival
    substitutes: Sequence[Candidate] = ()
    others: Sequence[Candidate] = ()
    """Of the same group but another grade: only with a reason."""
    substitute: NoShowOption | None = None
    call_up: NoShowOption | None = None
    next: Arrival | None = None
    empty: NoShowOption | None = None
    """An empty chair; for somebody in the order of call, that they are passed over."""
    leaves: NoShowOption | None = None
    """The chair has to stay as it is in this round: gone from the next."""
    back: NoShowOption | None = None
    take_back: NoShowOption | None = None
    sitter: int = 0
    """Who has the seat that they could take back."""

    @property
    def likely(self) -> Sequence[Candidate]:
        """The first few who could take the seat: more at once is more than anybody reads."""
        return self.substitutes[:MOST_LIKELY]

    @property
    def further(self) -> Sequence[Candidate]:
        """Everybody else who could, for one more tap."""
        return self.substitutes[MOST_LIKELY:]

    @property
    def come_first(self) -> Sequence[Candidate]:
        """Of the same group, who could play without a reason: before the next in the order of call (RULES 5)."""
        plain = self.substitute and not self.substitute.cannot and not self.substitute.needs_reason
        return self.substitutes if plain else ()


def read_options(competition: Competition, standing: Standing, person: Arrival) -> NoShowOptions:
    """One person's options. Nothing is done."""
    roster = read_roster(competition)
    if person.replaced_by:
        return _take_back(competition, roster, standing, person)
    back = NoShowOption(why_not(come_back, roster, person.code)) if person.gone else None
    empty = None if person.gone else NoShowOption(why_not(leave, roster, person.code))
    if not person.table:
        return NoShowOptions(person, empty=empty, back=back)
    number, waiting = standing.latest.number if standing.latest else 0, read_waiting_arrivals(competition, standing)
    has_reserves = competition.event.has_groups and competition.format == Format.KNOCKOUT
    of_group = read_substitutes(competition, sitter=person.competitor, home=person.home, round_number=number)
    return NoShowOptions(
        person=person,
        substitutes=[candidate for candidate in of_group if not candidate.grade],
        others=[candidate for candidate in of_group if candidate.grade],
        substitute=_substitute(roster, person),
        call_up=_call_up(competition, roster, standing, person) if waiting or has_reserves else None,
        next=waiting[0] if waiting else None,
        empty=empty,
        leaves=NoShowOption(why_not(leave, roster, person.code, next_round=True)) if empty and empty.cannot else None,
        back=back,
    )


def _take_back(competition: Competition, roster: Roster, standing: Standing, person: Arrival) -> NoShowOptions:
    """Somebody else has the seat, which they could have back."""
    seats = roster.latest.seats if roster.latest else ()
    sitter = next(seat.code for seat in seats if seat.stands_for == person.code)
    take_back = NoShowOption(why_not(substitute, roster, sitter, roster.players[person.code]))
    return NoShowOptions(person, take_back=take_back, sitter=_with_code(competition, standing, sitter).entry)


def _with_code(competition: KnownCompetition, standing: Standing, code: str) -> Arrival:
    """Somebody who sits in the latest round."""
    person = read_arrival(competition, standing, code=code)
    assert person is not None
    return person


def _call_up(competition: Competition, roster: Roster, standing: Standing, person: Arrival) -> NoShowOption:
    """It asks before two of one group meet."""
    cannot = why_not(call_up, roster, person.code)
    return NoShowOption(cannot, asks="" if cannot else who_would_meet(competition, roster, standing, person.code))


def who_would_meet(competition: KnownCompetition, roster: Roster, standing: Standing, code: str) -> str:
    """Whom of their own group the next in the order of call would sit with, in this person's seat; empty if nobody."""
    called = next_in_call(roster).code
    meeting = whom_they_meet(call_up(roster, code), called)
    if meeting is None:
        return ""
    people = [_with_code(competition, standing, met) for met in meeting.codes]
    table = standing.numbers.shown(meeting.table)
    return words.meeting_in_words([person.name for person in people], people[0].group, table)


def _substitute(roster: Roster, person: Arrival) -> NoShowOption:
    """An organiser may override the first deal, with a reason."""
    plain = why_not(newcomer_substitutes, roster, person.code)
    if not plain or why_not(newcomer_substitutes, roster, person.code, override=True):
        return NoShowOption(plain)
    return NoShowOption(needs_reason=True)
