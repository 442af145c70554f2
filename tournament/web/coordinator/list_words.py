"""What a group's list says beside each name, and above each competition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournament.queries.group_list import GroupCompetition, GroupPlace
from tournament.queries.group_situations import Situation
from tournament.rules.entries import Kind, Status
from tournament.rules.onward import Onward, Way
from tournament.rules.standing import Standing
from tournament.words import count, listed

LABELS: Final[Mapping[str, str]] = {
    Status.SUBSTITUTE: "Substitute",
    Status.LATE: "Late arrival",
    Kind.ENTRY: "Entry",
    Kind.RESERVE: "Reserve",
}
NOTES: Final[Mapping[Situation, str]] = {
    Situation.EMPTY_CHAIR: "Not here: nobody plays instead",
    Situation.CALLED_UP: "Called up for somebody who didn’t come",
    Situation.PLAYS_FOR_SOMEBODY: "Plays for {other}",
    Situation.DRAWN_BY_LOT: "Drawn by lot",
    Situation.REPLACED: "{other} plays for them",
    Situation.IN_ORDER_OF_CALL: "Not drawn: number {number} in the order of call",
    Situation.NOT_DRAWN: "Not drawn",
    Situation.JOINS_LATER: "Plays from {round}",
    Situation.OUT: "Out after {round}",
    Situation.NOT_IN_THIS_ROUND: "Not in this round",
}
ONWARD: Final[Mapping[Way, str]] = {
    Way.GOES_ON: "Goes on to table {table} in {round}",
    Way.MOVES: "Moves to table {table} for {round}",
    Way.STAYS: "Stays at table {table} for {round}",
    Way.OUT: "Out after {round}",
}
"""Where the end of a round sends somebody: what their own phone tells them."""
NOTES_WITHOUT_A_NAME: Final[Mapping[Situation, str]] = {
    Situation.PLAYS_FOR_SOMEBODY: "Plays for somebody else",
    Situation.REPLACED: "Somebody was called up",
}
"""Where the other person is of another group, whose names are not for this one."""


def places_to_fill(number: int) -> str:
    """One place to fill; 8 places to fill."""
    return "One place to fill" if number == 1 else f"{count(number, 'place')} to fill"


@dataclass(frozen=True)
class GroupListLine:
    """One line of the list: a place, and the words beside it."""

    place: GroupPlace
    standing: Standing

    @property
    def label(self) -> str:
        """What they are: Entry, Reserve, Substitute, Late arrival."""
        return LABELS.get(self.place.status) or LABELS[self.place.kind]

    @property
    def note(self) -> str:
        """Between rounds where they go next; else how somebody came to their seat, or why they have none."""
        place = self.place
        if place.onward and place.onward.way in ONWARD:
            return self._next(place.onward)
        if place.situation is None:
            return ""
        if not place.other and place.situation in NOTES_WITHOUT_A_NAME:
            return NOTES_WITHOUT_A_NAME[place.situation]
        round_name = self.standing.name(place.number).lower
        return NOTES[place.situation].format(other=place.other, number=place.number, round=round_name)

    def _next(self, onward: Onward) -> str:
        drawn_anew = onward.way is Way.GOES_ON and not onward.table
        words = "Goes on to {round}, which gets a new draw" if drawn_anew else ONWARD[onward.way]
        table = self.standing.numbers.shown(onward.table)
        return words.format(table=table, round=self.standing.name(onward.round).lower)

    @property
    def also(self) -> str:
        """The other grades they are in."""
        return listed(self.place.also) if self.place.also else ""


@dataclass(frozen=True)
class GroupListSection:
    """One competition on the page of a group."""

    facts: GroupCompetition

    @property
    def lines(self) -> Sequence[GroupListLine]:
        """Everybody, and the places that are still empty."""
        return [GroupListLine(place, self.facts.standing) for place in self.facts.places]

    @property
    def entered(self) -> Sequence[GroupListLine]:
        """Everybody."""
        return [GroupListLine(place, self.facts.standing) for place in self.facts.entered]

    @property
    def missing_words(self) -> str:
        """One place to fill; 2 places to fill; a reserve is no more than possible."""
        entries = self.facts.missing.count(Kind.ENTRY)
        return places_to_fill(entries) if entries else "Room for a reserve"
