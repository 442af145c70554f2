"""Who can be found by name at an event, with the competitions they are in.

Public names are shortened over everybody of a competition together, so they are worked out once for all who search.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from tournament.models import Entry
from tournament.queries.event_facts import KnownEvent
from tournament.queries.name_index import NameIndex, Places
from tournament.queries.people import ENTRY_ROW, EntryRow, Person, name_people
from tournament.queries.search import Sought, split
from tournament.rules.travel_ids import TravelId


@dataclass(frozen=True, slots=True)
class FindablePerson:
    """Somebody as a search shows them, with the numbers of their competitions."""

    travel_id: TravelId
    name: str
    group: str
    grades: Sequence[int]


@dataclass(frozen=True)
class FoundPeople:
    """The first of those who may be meant, in the order of their names, and how many there are in all."""

    people: Sequence[FindablePerson]
    total: int


@dataclass(frozen=True)
class FindablePeople:
    """Everybody of the event who can be found, in the order of their names."""

    people: Sequence[FindablePerson]
    of_grade: Mapping[int, Places]
    index: NameIndex

    def find(self, text: str, grades: Collection[int], most: int) -> FoundPeople:
        """Those who may be meant and are in one of these competitions. `people` holds what the reader may see, so
        nobody learns more by searching than by looking."""
        known = set().union(*(self.of_grade.get(grade, ()) for grade in grades))
        found = sorted(self.index.find(split(text)) & known)
        return FoundPeople([self.people[place] for place in found[:most]], len(found))


class _FindableEntry(NamedTuple):
    """One entry: its competition, whose it is, and the columns of its name."""

    competition: int
    person: TravelId
    row: EntryRow


def read_findable(event: KnownEvent, *, staff: bool = False) -> FindablePeople:
    """Everybody who can be found, in one query. The event's staff find people who are hidden too. Once names are erased
    there is nobody to find."""
    entries = Entry.objects.filter(competition__event=event.pk, withdrawn_at__isnull=True)
    rows = entries.order_by("competition", "pk").values_list("competition_id", "competitor__travel_id", *ENTRY_ROW)
    entered = [_FindableEntry(competition, person, EntryRow(*row)) for competition, person, *row in rows]
    known = sorted(_known(entered, full_names=event.full_names, staff=staff), key=lambda known: known[0])
    people = [person for _, person in known]
    of_grade: dict[int, Places] = defaultdict(set)
    for place, person in enumerate(people):
        for grade in person.grades:
            of_grade[grade].add(place)
    index = NameIndex(Sought(name, group) for (name, group, _), _ in known)
    return FindablePeople(people, of_grade, index)


_Key = tuple[tuple[str, ...], tuple[str, ...], TravelId]
"""What people are sorted by: the words of their name and of their group, and their id."""


def _known(
    entered: Sequence[_FindableEntry], *, full_names: bool, staff: bool
) -> Iterator[tuple[_Key, FindablePerson]]:
    """Everybody once, under the name of their first competition."""
    names, grades = _names(entered, full_names=full_names, staff=staff), defaultdict(list)
    for entry in entered:
        grades[entry.person].append(entry.competition)
    words = cache(lambda text: tuple(split(text)))  # many share a group
    for entry in entered:
        if grades[entry.person][0] == entry.competition and entry.row.name and (staff or not entry.row.hidden):
            person = names[entry.row.pk]
            key = words(person.name), words(person.group), entry.person
            yield key, FindablePerson(entry.person, person.name, person.group, tuple(grades[entry.person]))


def _names(entered: Sequence[_FindableEntry], *, full_names: bool, staff: bool) -> dict[int, Person]:
    """What everybody is called, by entry: names are told apart within a competition."""
    of_grade: dict[int, list[EntryRow]] = defaultdict(list)
    for entry in entered:
        of_grade[entry.competition].append(entry.row)
    named = [name_people(rows, full_names=full_names, staff=staff) for rows in of_grade.values()]
    return {pk: person for people in named for pk, person in people.items()}
