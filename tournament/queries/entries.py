"""Who is entered in a competition, group by group, and what each group still misses (RULES 5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from django.db.models import Count, Q

from tournament.models import Competition, Competitor, Draw, Entry, Event, Group, Seat
from tournament.prepared import PreparedQuery
from tournament.queries.draw_facts import DrawFacts, draw_facts
from tournament.queries.grades import read_also, read_also_of
from tournament.queries.group_facts import EntryFacts, find_entry_facts
from tournament.queries.published_draws import standing_draws
from tournament.queries.search import folded, natural, natural_of_group
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


class GroupNumbers(NamedTuple):
    """How many of what a group has: all that a list of thousands is counted, filtered and divided into pages by."""

    pk: int
    name: str
    entries: int
    reserves: int
    withdrawn: int
    newcomers: int
    missing: Missing

    def is_shown_under(self, choice: GroupFilter) -> bool:
        """Whether the group belongs to this choice."""
        if choice is GroupFilter.WITHDRAWN:
            return bool(self.withdrawn)
        return choice is GroupFilter.ALL or (choice is GroupFilter.MISSING) == bool(self.missing.entries)


@dataclass(frozen=True)
class CompetitionEntries:
    """A competition's groups in the order of their names, and how many of what there are."""

    groups: Sequence[GroupNumbers]
    entries: int
    reserves: int
    full: bool
    """Whether the cap is reached, so that only reserves may still be nominated."""

    def under(self, choice: GroupFilter) -> list[GroupNumbers]:
        """The groups of this choice."""
        return [group for group in self.groups if group.is_shown_under(choice)]

    def counts(self) -> Iterator[tuple[GroupFilter, int]]:
        """How many groups each choice has."""
        return ((choice, sum(group.is_shown_under(choice) for group in self.groups)) for choice in GroupFilter)

    def group(self, pk: str) -> GroupNumbers | None:
        """The group of this number, as an address writes it."""
        return next((group for group in self.groups if str(group.pk) == pk), None)


_CAME_LATER: Final = Q(listed=False) & ~Q(code="")
_STANDING: Final = ~_CAME_LATER & Q(withdrawn_at__isnull=True)


def _read_numbers(competition: int) -> Iterator[tuple[Any, ...]]:
    """Of each group: its number, and how many entries, reserves, withdrawn and newcomers it has."""
    counted = Entry.objects.filter(competition=competition).order_by().values_list("group")
    return counted.annotate(
        entries=Count("pk", filter=_STANDING & Q(kind=Kind.ENTRY)),
        reserves=Count("pk", filter=_STANDING & Q(kind=Kind.RESERVE)),
        withdrawn=Count("pk", filter=~_CAME_LATER & Q(withdrawn_at__isnull=False)),
        newcomers=Count("pk", filter=_CAME_LATER),
    ).iterator()


_ENTERED_FIELDS: Final = (
    "pk", "group", "kind", "competitor__name", "code", "withdrawn_at", "listed", "competitor", "competitor__hidden",
)  # fmt: skip
_ENTERED: Final = PreparedQuery(
    lambda competition: Entry.objects.filter(competition=competition).order_by("pk").values_list(*_ENTERED_FIELDS)
)
_WITHDRAWN: Final = "withdrawn"
_NEWCOMER: Final = "newcomer"

_EVERYBODY: Final = (0, "")
"""The one group of an event that has no groups."""
_NOBODY: Final = (0, 0, 0, 0)

PeopleByPart = Mapping[str, Sequence[EnteredPerson]]


def read_entries(competition: Competition) -> CompetitionEntries:
    """Every group of the event with its numbers, in two queries. No person is read."""
    numbers: dict[int, Sequence[int]] = {group: rest for group, *rest in _read_numbers(competition.pk)}
    has_groups = competition.event.has_groups
    if not has_groups:
        numbers = {0: [sum(parts) for parts in zip(*numbers.values(), strict=True)] or _NOBODY}
    entries, reserves = sum(parts[0] for parts in numbers.values()), sum(parts[1] for parts in numbers.values())
    settings = competition.settings
    known = Group.objects.filter(event=competition.event_id).values_list("pk", "name") if has_groups else [_EVERYBODY]
    return CompetitionEntries(
        groups=[
            _numbers(settings, pk, name, numbers.get(pk, _NOBODY), entries) for pk, name in sorted(known, key=_by_name)
        ],
        entries=entries,
        reserves=reserves,
        full=settings.cap is not None and entries >= settings.cap,
    )


def _by_name(group: tuple[int, str]) -> tuple[Any, str, int]:
    return natural_of_group(group[1]), group[1], group[0]


def _numbers(settings: Settings, pk: int, name: str, parts: Sequence[int], of_all: int) -> GroupNumbers:
    entries, reserves, withdrawn, newcomers = parts
    lacks = missing(settings, entries, reserves, of_all=of_all) if pk else Missing(0, 0)
    return GroupNumbers(pk, name, entries, reserves, withdrawn, newcomers, lacks)


def find_groups(competition: Competition, groups: Sequence[GroupNumbers], search: str) -> Sequence[GroupNumbers]:
    """Those of these groups that have all the words in their own and their people's names. Without a word it is all
    of them, and nobody is read."""
    words = folded(search).split()
    if not words:
        return groups
    names = _read_names(competition)
    texts = ((group, folded("\n".join([group.name, *names.get(group.pk, ())]))) for group in groups)
    return [group for group, text in texts if all(word in text for word in words)]


def _read_names(competition: Competition) -> dict[int, list[str]]:
    """What everybody is called who is or was entered, by group: to search for them."""
    names: dict[int, list[str]] = defaultdict(list)
    rows = Entry.objects.filter(competition=competition).values_list("group", "competitor__name", "code")
    for group, name, code in rows:
        names[group if competition.event.has_groups else 0].append(name or code)
    return names


# The people of the groups that are looked at


def read_people_of(
    competition: Competition, entries: CompetitionEntries, groups: Sequence[GroupNumbers]
) -> list[GroupEntries]:
    """These groups with their people, in two queries; a third where somebody came after the seal."""
    chosen = None if len(groups) == len(entries.groups) else [group.pk for group in groups]
    people = _read_people(competition, chosen)
    return [_group_entries(group, people[group.pk]) for group in groups]


def _read_people(competition: Competition, groups: Sequence[int] | None) -> Mapping[int, PeopleByPart]:
    """Everybody of these groups, or of all, who is or was entered, by group and part."""
    people: dict[int, dict[str, list[EnteredPerson]]] = defaultdict(lambda: defaultdict(list))
    rows, also_in = _rows_and_grades(competition, groups)
    plays_for = _read_plays_for([pk for pk, *_, code, _, listed, _, _ in rows if code and not listed])
    for pk, group, kind, name, code, withdrawn, listed, competitor, hidden in rows:
        part = _NEWCOMER if code and not listed else kind if withdrawn is None else _WITHDRAWN
        also = also_in.get(competitor, ())
        home = group if competition.event.has_groups else 0
        people[home][part].append(EnteredPerson(pk, name, code, also, hidden, plays_for.get(pk, "")))
    return people


def _rows_and_grades(
    competition: Competition, groups: Sequence[int] | None
) -> tuple[Sequence[tuple[Any, ...]], Mapping[int, tuple[str, ...]]]:
    """The entries of these groups, or of all, and in which other grades their people are."""
    if groups is None:
        return _ENTERED(competition.pk), read_also(competition)
    entered = Entry.objects.filter(competition=competition, group__in=groups).order_by("pk")
    rows = list(entered.values_list(*_ENTERED_FIELDS))
    return rows, read_also_of([row[7] for row in rows], competition)


def _read_plays_for(newcomers: Sequence[int]) -> Mapping[int, str]:
    """Whom each substitute among the newcomers plays for, by the substitute's entry."""
    if not newcomers:
        return {}
    seats = Seat.objects.filter(entry__in=newcomers, stands_for__isnull=False).order_by("round__number")
    names = seats.values_list("entry", "stands_for__competitor__name", "stands_for__code")
    return {pk: name or code for pk, name, code in names}


def _group_entries(group: GroupNumbers, people: PeopleByPart) -> GroupEntries:
    return GroupEntries(
        pk=group.pk,
        name=group.name,
        entries=people[Kind.ENTRY],
        reserves=people[Kind.RESERVE],
        withdrawn=people[_WITHDRAWN],
        newcomers=people[_NEWCOMER],
        missing=group.missing,
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
