"""Who is entered in a competition, group by group, and what each group still misses (RULES 5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from tournament.models import Competition, Competitor, Draw, Entry, Event, Group, Seat
from tournament.prepared import PreparedQuery
from tournament.queries.draw_facts import DrawFacts, draw_facts
from tournament.queries.grades import read_also
from tournament.queries.group_facts import EntryFacts, find_entry_facts
from tournament.queries.published_draws import standing_draws
from tournament.queries.search import folded, natural
from tournament.rules.entries import Kind, Missing, missing
from tournament.rules.presets import Settings


class GroupFilter(StrEnum):
    """Which groups somebody wants to see."""

    ALL = "all"
    MISSING = "missing"
    COMPLETE = "complete"
    WITHDRAWN = "withdrawn"


class EnteredPerson(NamedTuple):
    """Somebody with an entry, withdrawn or not, or who came after the seal."""

    pk: int
    """The entry's number."""
    name: str
    """Empty once names are erased."""
    code: str
    also_in: Sequence[str] = ()
    """The other grades they are in."""
    hidden: bool = False
    """Whether public pages and screens say "A player" for them."""
    plays_for: str = ""
    """Who had the seat that a substitute took."""


@dataclass(frozen=True, slots=True)
class GroupEntries:
    """A group with its people in this competition. Where the event has no groups all of them are one, with the number
    0 and without a name."""

    pk: int
    name: str
    entries: Sequence[EnteredPerson]
    reserves: Sequence[EnteredPerson]
    withdrawn: Sequence[EnteredPerson]
    newcomers: Sequence[EnteredPerson]
    """Those who came after the seal, as a substitute or late: they play, but are no entries."""
    missing: Missing

    def matches(self, words: Sequence[str]) -> bool:
        """Whether the group and its people together have all of these words in their names."""
        parts = (self.entries, self.reserves, self.withdrawn, self.newcomers)
        names = folded("\n".join([self.name, *(person.name or person.code for part in parts for person in part)]))
        return all(word in names for word in words)

    def is_shown_under(self, choice: GroupFilter) -> bool:
        """Whether the group belongs to this choice."""
        if choice is GroupFilter.WITHDRAWN:
            return bool(self.withdrawn)
        return choice is GroupFilter.ALL or (choice is GroupFilter.MISSING) == bool(self.missing.entries)


@dataclass(frozen=True)
class CompetitionEntries:
    """A competition's groups in the order of their names, and how many of what there are."""

    groups: Sequence[GroupEntries]
    entries: int
    reserves: int
    full: bool
    """Whether the cap is reached, so that only reserves may still be nominated."""

    def under(self, choice: GroupFilter, search: str = "") -> list[GroupEntries]:
        """The groups of this choice in which all the words are found."""
        words = folded(search).split()
        return [group for group in self.groups if group.is_shown_under(choice) and (not words or group.matches(words))]

    def counts(self) -> Iterator[tuple[GroupFilter, int]]:
        """How many groups each choice has."""
        return ((choice, sum(group.is_shown_under(choice) for group in self.groups)) for choice in GroupFilter)

    def group(self, pk: str) -> GroupEntries | None:
        """The group of this number, as an address writes it."""
        return next((group for group in self.groups if str(group.pk) == pk), None)


_ENTERED: Final = PreparedQuery(
    lambda competition: (
        Entry.objects.filter(competition=competition)
        .order_by("pk")
        .values_list(
            "pk",
            "group",
            "kind",
            "competitor__name",
            "code",
            "withdrawn_at",
            "listed",
            "competitor",
            "competitor__hidden",
        )
    )
)
_WITHDRAWN: Final = "withdrawn"
_NEWCOMER: Final = "newcomer"

_EVERYBODY: Final = (0, "")
"""The one group of an event that has no groups."""

PeopleByPart = Mapping[str, Sequence[EnteredPerson]]


def read_entries(competition: Competition) -> CompetitionEntries:
    """Every group of the event, in three queries; a fourth where somebody came after the seal."""
    has_groups = competition.event.has_groups
    people = _read_people(competition, has_groups=has_groups)
    entries, reserves = (sum(len(parts[kind]) for parts in people.values()) for kind in Kind)
    settings = competition.settings
    known = Group.objects.filter(event=competition.event_id).values_list("pk", "name") if has_groups else [_EVERYBODY]
    return CompetitionEntries(
        groups=[_group_entries(settings, pk, name, people[pk], entries) for pk, name in sorted(known, key=_by_name)],
        entries=entries,
        reserves=reserves,
        full=settings.cap is not None and entries >= settings.cap,
    )


def _read_people(competition: Competition, *, has_groups: bool) -> Mapping[int, PeopleByPart]:
    """Everybody who is or was entered, by group and part."""
    people: dict[int, dict[str, list[EnteredPerson]]] = defaultdict(lambda: defaultdict(list))
    also_in, rows = read_also(competition), _ENTERED(competition.pk)
    plays_for = _read_plays_for([pk for pk, *_, code, _, listed, _, _ in rows if code and not listed])
    for pk, group, kind, name, code, withdrawn, listed, competitor, hidden in rows:
        part = _NEWCOMER if code and not listed else kind if withdrawn is None else _WITHDRAWN
        also = also_in.get(competitor, ())
        home = group if has_groups else 0
        people[home][part].append(EnteredPerson(pk, name, code, also, hidden, plays_for.get(pk, "")))
    return people


def _read_plays_for(newcomers: Sequence[int]) -> Mapping[int, str]:
    """Whom each substitute among the newcomers plays for, by the substitute's entry."""
    if not newcomers:
        return {}
    seats = Seat.objects.filter(entry__in=newcomers, stands_for__isnull=False).order_by("round__number")
    names = seats.values_list("entry", "stands_for__competitor__name", "stands_for__code")
    return {pk: name or code for pk, name, code in names}


def _by_name(group: tuple[int, str]) -> tuple[Any, str, int]:
    return natural(group[1]), group[1], group[0]


def _group_entries(settings: Settings, pk: int, name: str, people: PeopleByPart, of_all: int) -> GroupEntries:
    entries, reserves = people[Kind.ENTRY], people[Kind.RESERVE]
    return GroupEntries(
        pk=pk,
        name=name,
        entries=entries,
        reserves=reserves,
        withdrawn=people[_WITHDRAWN],
        newcomers=people[_NEWCOMER],
        missing=missing(settings, len(entries), len(reserves), of_all=of_all) if pk else Missing(0, 0),
    )


def find_entry(competition: Competition, entry: int) -> EntryFacts | None:
    """An entry of this competition with its person, withdrawn or not."""
    return find_entry_facts(Entry.objects.filter(competition=competition, pk=entry))


def count_named_people(event: Event) -> int:
    """How many people of the event still have a name."""
    return Competitor.objects.filter(event=event).exclude(name="").count()


def is_sealed(competition: Competition) -> bool:
    """Whether a draw is sealed, so that entries stay closed."""
    return sealed_draw(competition.pk) is not None


def sealed_draw(competition: int) -> Draw | None:
    """The current draw, if it is sealed."""
    return standing_draws().filter(competition=competition, sealed_at__isnull=False).first()


def read_sealed_draw(competition: int) -> DrawFacts | None:
    """The same, for papers."""
    draw = sealed_draw(competition)
    return draw_facts(draw) if draw is not None else None


def read_rows(competition: Competition) -> list[tuple[str, str, str, str]]:
    """Everybody who is entered, as the exported list has them: group, name, kind, competition."""
    standing = Entry.objects.filter(competition=competition, withdrawn_at__isnull=True)
    rows = standing.values_list("group__name", "competitor__name", "code", "kind", "pk")
    named = sorted(rows, key=lambda row: (natural(row[0]), row[3], row[4]))
    return [(group, name or code, kind, competition.name) for group, name, code, kind, _ in named]
