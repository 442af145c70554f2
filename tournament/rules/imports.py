"""A list of people against what is already entered: what can be, what is there, what cannot and why (RULES 5)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from tournament.rules import names
from tournament.rules.entries import Kind, check_limits
from tournament.rules.errors import EntryRefused
from tournament.rules.namesakes import KnownNames
from tournament.rules.presets import Settings

MOST_ROWS: Final = 100_000
_BETWEEN_GRADES: Final = re.compile(r"[;,/+&|]|\band\b", re.IGNORECASE)


class ImportStep(StrEnum):
    """How far an import is. Once it is saved or discarded, its row is deleted."""

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
class GradeNow:
    """One competition of the event: what it allows, whether it takes entries, and who is entered in it."""

    name: str
    settings: Settings
    entered: Sequence[tuple[str, str, str]] = ()
    """Group, name and kind of each entry that was not withdrawn."""
    is_open: bool = True


@dataclass(frozen=True)
class AlreadyEntered:
    """What a list is checked against: the event's competitions, its groups and its people."""

    grade: str
    """The competition of the rows that name none."""
    grades: Sequence[GradeNow]
    groups: Iterable[str]
    people: Iterable[tuple[str, str, str]] = ()
    """Group, spelling and name now of everybody: a former spelling is a further row."""


class AlikeRow(NamedTuple):
    """A row whose name has the letters of somebody known: the same person, or another?"""

    row: int
    group: str
    name: str
    known: str


class AlikeGroup(NamedTuple):
    """A new group whose name has the letters of one that is known, with the first row that names it."""

    row: int
    group: str
    known: str


@dataclass
class CheckedList:
    """What would come of a list: nobody is entered twice, and no limit is passed."""

    fresh: list[ListedPerson] = field(default_factory=list)
    """Each with the whole name of the competition they are new in."""
    groups: list[str] = field(default_factory=list)
    """New ones, to be added."""
    known: int = 0
    """How many rows name somebody who is entered already."""
    also: Counter[str] = field(default_factory=Counter)
    """How many of the new are in another competition too: allowed, and worth a look."""
    alike: list[AlikeRow] = field(default_factory=list)
    """Those about whom somebody has to say who they are; until then they are not entered."""
    alike_groups: list[AlikeGroup] = field(default_factory=list)
    """Those about which somebody has to say whether they are a known group; until then nobody of them is entered."""
    problems: list[RowProblem] = field(default_factory=list)

    def count(self, kind: Kind, grade: str = "") -> int:
        """How many of this kind would be new, in one competition or in all."""
        return sum(person.kind == kind and grade in ("", person.grade) for person in self.fresh)


@dataclass(frozen=True)
class SameAnswers:
    """What somebody said about names with the letters of a known one: whether it is the same."""

    people: Mapping[int, bool] = field(default_factory=dict)
    """By row."""
    groups: Mapping[str, bool] = field(default_factory=dict)
    """By the group's name, folded."""


def check(people: Iterable[ListedPerson], already: AlreadyEntered, same: SameAnswers | None = None) -> CheckedList:
    """Check the rows in their order. Earlier rows get the places, and a row with a problem takes none. `same` says, for
    names with the letters of a known one, whether they are the same person."""
    return _ListCheck(already, same or SameAnswers()).take(people)


def fold(text: str) -> str:
    """What two names have in common that are the same, in small letters or capitals of any script."""
    return names.folded(text)


class _GradeCheck:
    """One competition while a list is gone through: it counts on what the rows before have taken."""

    def __init__(self, grade: GradeNow) -> None:
        self.grade = grade
        self.entered: dict[tuple[str, str], str] = {}
        self.rows: dict[tuple[str, str], int] = {}
        self.of_group: Counter[tuple[str, str]] = Counter()
        self.entries = 0
        for group, name, kind in grade.entered:
            self.take(ListedPerson(0, group, name, kind))

    def take(self, person: ListedPerson) -> None:
        self.entered[fold(person.group), fold(person.name)] = person.kind
        self.of_group[fold(person.group), person.kind] += 1
        self.entries += person.kind == Kind.ENTRY

    def is_new(self, person: ListedPerson, *, again: bool) -> bool:
        """Whether this row enters somebody; refused where it cannot. `again`: somebody said that an earlier row means
        the same person."""
        who = (fold(person.group), fold(person.name))
        if who in self.rows and not again:
            raise EntryRefused(f"The same person as in row {self.rows[who]}.")
        if who in self.entered:
            if self.entered[who] != person.kind:
                raise EntryRefused(
                    f"Already on the list as {self.entered[who]}. Withdraw that first, or leave this row out."
                )
            return False
        if not self.grade.is_open:
            raise EntryRefused(f"Entries for {self.grade.name} are closed.")
        of_group = self.of_group[fold(person.group), person.kind]
        check_limits(self.grade.settings, Kind(person.kind), of_group=of_group, entries=self.entries)
        return True


class _HomeCheck:
    """The groups while a list is gone through: which one a row means."""

    def __init__(self, groups: Iterable[str], same: Mapping[str, bool]) -> None:
        self.same = same
        self.asked: list[AlikeGroup] = []
        self._known: set[str] = set()
        self._by_letters: dict[str, str] = {}
        for group in groups:
            self.add(group)

    def add(self, group: str) -> None:
        """One more group, known or of an earlier row."""
        self._known.add(fold(group))
        for key in names.letter_keys(group):
            self._by_letters.setdefault(key, group)

    def is_new(self, group: str) -> bool:
        return fold(group) not in self._known

    def find(self, person: ListedPerson) -> str | None:
        """The group that a row means; None while somebody has to say whether it is a known one in another spelling."""
        keys = names.letter_keys(person.group) if self.is_new(person.group) else ()
        known = next((self._by_letters[key] for key in keys if key in self._by_letters), "")
        if not known:
            return person.group
        if fold(person.group) not in self.same:
            if all(fold(asked.group) != fold(person.group) for asked in self.asked):
                self.asked.append(AlikeGroup(person.row, person.group, known))
            return None
        return known if self.same[fold(person.group)] else person.group


class _ListCheck:
    """Goes through a list row by row."""

    def __init__(self, already: AlreadyEntered, same: SameAnswers) -> None:
        self.already, self.same, self.checked = already, same.people, CheckedList()
        self.homes = _HomeCheck(already.groups, same.groups)
        self.grades = {grade.name: _GradeCheck(grade) for grade in already.grades}
        self.meant: dict[str, list[str]] = {}
        self.known = KnownNames(already.people)
        self.elsewhere: dict[tuple[str, str], set[str]] = {}
        for grade in already.grades:
            for group, name, _ in grade.entered:
                self.elsewhere.setdefault((fold(group), fold(name)), set()).add(grade.name)

    def take(self, people: Iterable[ListedPerson]) -> CheckedList:
        for person in people:
            try:
                self._take(person)
            except EntryRefused as error:
                self.checked.problems.append(RowProblem(person.row, f"{person.name}, {person.group}", str(error)))
        self.checked.alike_groups = self.homes.asked
        return self.checked

    def _take(self, person: ListedPerson) -> None:
        """A row that names several competitions is entered in all of them, or in none."""
        grades = [self.grades[name] for name in self._grades(person.grade)]
        home = self.homes.find(person)
        if home is None:
            return
        person = person._replace(group=home)
        if known := self.known.find_alike(person.group, person.name):
            if person.row not in self.same:
                self.checked.alike.append(AlikeRow(person.row, person.group, person.name, known))
                return
            person = person._replace(name=known) if self.same[person.row] else person
        again = self.same.get(person.row, False)
        new = [grade for grade in grades if grade.is_new(person, again=again)]
        for grade in grades:
            grade.rows.setdefault((fold(person.group), fold(person.name)), person.row)
        self.checked.known += not new
        for grade in new:
            grade.take(person)
            self.checked.fresh.append(person._replace(grade=grade.grade.name))
        self._note(person, [grade.grade.name for grade in grades], bool(new))

    def _note(self, person: ListedPerson, grades: Sequence[str], new: bool) -> None:
        """What the rows after this one have to know, and what is worth a look."""
        who = (fold(person.group), fold(person.name))
        self.known.add(person.group, person.name)
        if not new:
            return
        if self.homes.is_new(person.group):
            self.homes.add(person.group)
            self.checked.groups.append(person.group)
        self.checked.also.update(sorted(self.elsewhere.get(who, set()) - set(grades))[:1])

    def _grades(self, text: str) -> list[str]:
        if text not in self.meant:
            self.meant[text] = which_grades(text, list(self.grades)) if text else [self.already.grade]
        return self.meant[text]


def which_grades(text: str, grades: Sequence[str]) -> list[str]:
    """The competitions that a cell means: one, or several with a sign or “and” between them."""
    if (whole := which_grade(text, grades)) is not None:
        return [whole]
    parts = [part.strip() for part in _BETWEEN_GRADES.split(text) if part.strip()] or [text]
    found = [(part, which_grade(part, grades)) for part in parts]
    for part, grade in found:
        if grade is None:
            raise EntryRefused(f"This event has no competition called “{part}”.")
    return list(dict.fromkeys(grade for _, grade in found if grade is not None))


def which_grade(name: str, grades: Sequence[str]) -> str | None:
    """The competition that is meant: by its whole name, or by words that only one of them has (“open”, “under 18”)."""
    whole = [grade for grade in grades if fold(grade) == fold(name)]
    words = set(_words(name))
    close = [grade for grade in grades if words and words <= set(_words(grade))]
    return next((found[0] for found in (whole, close) if len(found) == 1), None)


def _words(text: str) -> Iterator[str]:
    return iter("".join(char if char.isalnum() else " " for char in fold(text)).split())
