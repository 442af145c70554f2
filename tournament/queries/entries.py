"""The entries board: every group with its entries and reserves, and what it still misses (RULES 5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple

from tournament.models import Competition, Draw, Entry, Group, Seat
from tournament.prepared import PreparedQuery
from tournament.queries.grades import read_also
from tournament.queries.search import folded, natural
from tournament.rules.entries import NOTHING, Kind, Missing, missing


class Show(StrEnum):
    """Which groups the board shows."""

    ALL = "all"
    MISSING = "missing"
    COMPLETE = "complete"
    WITHDRAWN = "withdrawn"


class Entered(NamedTuple):
    """One entry. Numbers are text here, because a page writes hundreds of them and need not group their digits."""

    pk: str
    name: str
    kind: str
    plays_for: str = ""
    also: str = ""
    """The other grades they are in."""
    hidden: bool = False
    """Whether public pages and screens say "A player" for them."""


@dataclass(slots=True)
class Home:
    """A group with its people in this competition."""

    pk: str
    name: str
    entries: list[Entered] = field(default_factory=list)
    reserves: list[Entered] = field(default_factory=list)
    withdrawn: list[Entered] = field(default_factory=list)
    newcomers: list[Entered] = field(default_factory=list)
    """Who came after the seal, for somebody or late: they play, and are no entries."""
    missing: Missing = NOTHING

    def matches(self, words: Sequence[str]) -> bool:
        """Whether the group and its people together have all of these words in their names."""
        people = (one.name for part in (self.entries, self.reserves, self.withdrawn, self.newcomers) for one in part)
        there = folded(" ".join((self.name, *people)))
        return all(word in there for word in words)

    def shown_under(self, show: Show) -> bool:
        if show is Show.WITHDRAWN:
            return bool(self.withdrawn)
        return show is Show.ALL or (show is Show.MISSING) == bool(self.missing.entries)


@dataclass(frozen=True)
class Board:
    """A competition's groups in the order of their names, and how many of what there are."""

    homes: Sequence[Home]
    entries: int
    reserves: int
    full: bool
    """Whether the cap is reached, so that only reserves may still be nominated."""

    def under(self, show: Show, search: str = "") -> list[Home]:
        """The groups to show."""
        words = folded(search).split()
        return [home for home in self.homes if home.shown_under(show) and (not words or home.matches(words))]

    def counts(self) -> Iterator[tuple[Show, int]]:
        """How many groups each choice would show."""
        return ((show, sum(home.shown_under(show) for home in self.homes)) for show in Show)

    def home(self, pk: str) -> Home | None:
        """The group of this number."""
        return next((home for home in self.homes if home.pk == pk), None)


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
_GROUPS: Final = PreparedQuery(lambda event: Group.objects.filter(event=event).values_list("pk", "name"))


def read_board(competition: Competition) -> Board:
    """Every group of the event, in three queries; a fourth where somebody came after the seal."""
    people: dict[int, list[tuple[Entered, str]]] = defaultdict(list)
    newcomers: list[tuple[int, Entered]] = []
    also = read_also(competition)
    for pk, group, kind, name, code, withdrawn, listed, person, hidden in _ENTERED(competition.pk):
        one = Entered(str(pk), name or code or f"Entry {pk}", kind, "", also.get(person, ""), hidden)
        if code and not listed:
            newcomers.append((group, one))
        else:
            people[group].append((one, "withdrawn" if withdrawn is not None else kind))
    for group, one in _with_places(newcomers):
        people[group].append((one, "newcomer"))
    groups = sorted(_GROUPS(competition.event_id), key=_by_name)
    homes = [_home(pk, name, people[pk]) for pk, name in groups]
    return _board(competition, homes)


def _with_places(newcomers: Sequence[tuple[int, Entered]]) -> list[tuple[int, Entered]]:
    """For whom they play, where they play for somebody."""
    if not newcomers:
        return []
    seats = Seat.objects.filter(entry__in=[one.pk for _, one in newcomers], stands_for__isnull=False)
    names = seats.order_by("round__number").values_list("entry", "stands_for__competitor__name", "stands_for__code")
    plays_for = {str(pk): name or code for pk, name, code in names}
    return [(group, one._replace(plays_for=plays_for.get(one.pk, ""))) for group, one in newcomers]


def _by_name(group: tuple[int, str]) -> tuple[Any, str, int]:
    return natural(group[1]), group[1], group[0]


def _home(pk: int, name: str, people: Sequence[tuple[Entered, str]]) -> Home:
    home = Home(str(pk), name)
    parts = {Kind.ENTRY: home.entries, Kind.RESERVE: home.reserves, "withdrawn": home.withdrawn}
    for one, part in people:
        parts.get(part, home.newcomers).append(one)
    return home


def _board(competition: Competition, homes: Sequence[Home]) -> Board:
    settings = competition.settings
    entries = sum(len(home.entries) for home in homes)
    for home in homes:
        home.missing = missing(settings, len(home.entries), len(home.reserves), of_all=entries)
    full = settings.cap is not None and entries >= settings.cap
    return Board(homes, entries, sum(len(home.reserves) for home in homes), full)


def is_sealed(competition: Competition) -> bool:
    """Whether a draw is sealed, so that entries stay closed."""
    return sealed_draw(competition) is not None


def sealed_draw(competition: Competition) -> Draw | None:
    """The draw that stands, once it is sealed."""
    return competition.draws.filter(discarded_at__isnull=True, sealed_at__isnull=False).first()


def read_rows(competition: Competition) -> list[tuple[str, str, str, str]]:
    """Everybody who is entered, as the exported list has them: group, name, kind, competition."""
    standing = Entry.objects.filter(competition=competition, withdrawn_at__isnull=True)
    rows = standing.values_list("group__name", "competitor__name", "code", "kind", "pk")
    named = sorted(rows, key=lambda row: (natural(row[0]), row[3], row[4]))
    return [(group, name or code, kind, competition.name) for group, name, code, kind, _ in named]
