"""A list of people against what is already entered: what can be, what is there, what cannot and why (RULES 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from tournament.rules import names
from tournament.rules.entries import Kind, check_limits
from tournament.rules.errors import EntryRefused
from tournament.rules.presets import Settings

MOST_ROWS: Final = 100_000


class ImportStep(StrEnum):
    """How far an import is. Saved or discarded, it is no more."""

    READING = "reading"
    CHECKED = "checked"
    SAVING = "saving"
    FAILED = "failed"


class ListedPerson(NamedTuple):
    """Somebody in a row of a list, each part right in itself."""

    row: int
    group: str
    name: str
    kind: str
    grade: str = ""


class RowProblem(NamedTuple):
    """A row that cannot be entered: what it says, and why."""

    row: int
    text: str
    why: str


@dataclass(frozen=True)
class AlreadyEntered:
    """What a list is checked against: the event's competitions, its groups, and this competition's standing entries."""

    settings: Settings
    grade: str
    grades: Sequence[str]
    groups: Iterable[str]
    entered: Iterable[tuple[str, str, str]]
    """Group, name and kind of each entry that stands."""
    others: Iterable[tuple[str, str, str]] = ()
    """Group, name and competition of each entry that stands in another grade."""


@dataclass
class CheckedList:
    """What would come of a list: nobody is entered twice, and no limit is passed."""

    fresh: list[ListedPerson] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    """New ones, to be added."""
    known: int = 0
    """How many rows name somebody who is entered already."""
    elsewhere: Counter[str] = field(default_factory=Counter)
    """How many rows are for another competition of the event."""
    also: Counter[str] = field(default_factory=Counter)
    """How many of the new are in another competition too: allowed, and worth a look."""
    problems: list[RowProblem] = field(default_factory=list)

    def count(self, kind: Kind) -> int:
        """How many of this kind would be new."""
        return sum(person.kind == kind for person in self.fresh)


def check(people: Iterable[ListedPerson], already: AlreadyEntered) -> CheckedList:
    """Take the rows in their order; whoever comes first has the place, and a row with a problem takes none."""
    return _ListCheck(already).take(people)


def fold(text: str) -> str:
    """Names are the same in small letters and capitals of any script."""
    return names.folded(text)


class _ListCheck:
    """Goes through a list row by row, and counts on what the rows before have taken."""

    def __init__(self, already: AlreadyEntered) -> None:
        self.already, self.checked = already, CheckedList()
        self.groups = {fold(group) for group in already.groups}
        self.entered: dict[tuple[str, str], str] = {}
        self.rows: dict[tuple[str, str], int] = {}
        self.of_group: Counter[tuple[str, str]] = Counter()
        self.entries = 0
        self.grades: dict[str, str | None] = {}
        self.others = {(fold(group), fold(name)): grade for group, name, grade in already.others}
        for group, name, kind in already.entered:
            self.entered[fold(group), fold(name)] = kind
            self._count(group, kind)

    def _count(self, group: str, kind: str) -> None:
        self.of_group[fold(group), kind] += 1
        self.entries += kind == Kind.ENTRY

    def take(self, people: Iterable[ListedPerson]) -> CheckedList:
        for person in people:
            try:
                self._take(person)
            except EntryRefused as error:
                self.checked.problems.append(RowProblem(person.row, f"{person.name}, {person.group}", str(error)))
        return self.checked

    def _take(self, person: ListedPerson) -> None:
        grade = self._grade(person.grade)
        if grade != self.already.grade:
            self.checked.elsewhere[grade] += 1
            return
        who = (fold(person.group), fold(person.name))
        if who in self.rows:
            raise EntryRefused(f"The same person as in row {self.rows[who]}.")
        if who in self.entered:
            self._already(person, self.entered[who])
        else:
            self._enter(person)
        self.rows[who] = person.row

    def _grade(self, name: str) -> str:
        if not name:
            return self.already.grade
        if name not in self.grades:
            self.grades[name] = which_grade(name, self.already.grades)
        grade = self.grades[name]
        if grade is None:
            raise EntryRefused(f"This event has no competition called “{name}”.")
        return grade

    def _already(self, person: ListedPerson, kind: str) -> None:
        if kind != person.kind:
            raise EntryRefused(f"Already there as {kind}. Withdraw that first, or leave this row out.")
        self.checked.known += 1

    def _enter(self, person: ListedPerson) -> None:
        settings = self.already.settings
        of_group = self.of_group[fold(person.group), person.kind]
        check_limits(settings, Kind(person.kind), of_group=of_group, entries=self.entries)
        if fold(person.group) not in self.groups:
            self.groups.add(fold(person.group))
            self.checked.groups.append(person.group)
        self._count(person.group, person.kind)
        self.checked.fresh.append(person)
        if also := self.others.get((fold(person.group), fold(person.name))):
            self.checked.also[also] += 1


def which_grade(name: str, grades: Sequence[str]) -> str | None:
    """The competition that is meant: by its whole name, or by words that only one of them has (“open”, “under 18”)."""
    whole = [grade for grade in grades if fold(grade) == fold(name)]
    words = set(_words(name))
    close = [grade for grade in grades if words and words <= set(_words(grade))]
    return next((found[0] for found in (whole, close) if len(found) == 1), None)


def _words(text: str) -> Iterator[str]:
    return iter("".join(char if char.isalnum() else " " for char in fold(text)).split())
