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


class Step(StrEnum):
    """How far an import is. Saved or discarded, it is no more."""

    READING = "reading"
    CHECKED = "checked"
    SAVING = "saving"
    FAILED = "failed"


class Line(NamedTuple):
    """One row of a list, each part right in itself."""

    row: int
    group: str
    name: str
    kind: str
    grade: str = ""


class Problem(NamedTuple):
    """A row that cannot be entered: what it says, and why."""

    row: int
    said: str
    why: str


@dataclass(frozen=True)
class Here:
    """What is already there: the event's competitions, its groups, and this competition's standing entries."""

    settings: Settings
    grade: str
    grades: Sequence[str]
    groups: Iterable[str]
    entered: Iterable[tuple[str, str, str]]
    """Group, name and kind of each entry that stands."""
    others: Iterable[tuple[str, str, str]] = ()
    """Group, name and competition of each entry that stands in another grade."""


@dataclass
class Checked:
    """What would come of a list: nobody is entered twice, and no limit is passed."""

    fresh: list[Line] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    """New ones, to be added."""
    there: int = 0
    elsewhere: Counter[str] = field(default_factory=Counter)
    """How many rows are for another competition of the event."""
    also: Counter[str] = field(default_factory=Counter)
    """How many of the new are in another competition too: allowed, and worth a look."""
    problems: list[Problem] = field(default_factory=list)

    def count(self, kind: Kind) -> int:
        """How many of this kind would be new."""
        return sum(line.kind == kind for line in self.fresh)


def check(lines: Iterable[Line], here: Here) -> Checked:
    """Take the rows in their order; whoever comes first has the place, and a row with a problem takes none."""
    return _Checking(here).take(lines)


def fold(text: str) -> str:
    """Names are the same in small letters and capitals of any script."""
    return names.folded(text)


class _Checking:
    def __init__(self, here: Here) -> None:
        self.here, self.checked = here, Checked()
        self.groups = {fold(group) for group in here.groups}
        self.entered: dict[tuple[str, str], str] = {}
        self.rows: dict[tuple[str, str], int] = {}
        self.of_group: Counter[tuple[str, str]] = Counter()
        self.entries = 0
        self.grades: dict[str, str | None] = {}
        self.others = {(fold(group), fold(name)): grade for group, name, grade in here.others}
        for group, name, kind in here.entered:
            self.entered[fold(group), fold(name)] = kind
            self._count(group, kind)

    def _count(self, group: str, kind: str) -> None:
        self.of_group[fold(group), kind] += 1
        self.entries += kind == Kind.ENTRY

    def take(self, lines: Iterable[Line]) -> Checked:
        for line in lines:
            try:
                self._take(line)
            except EntryRefused as error:
                self.checked.problems.append(Problem(line.row, f"{line.name}, {line.group}", str(error)))
        return self.checked

    def _take(self, line: Line) -> None:
        grade = self._grade(line.grade)
        if grade != self.here.grade:
            self.checked.elsewhere[grade] += 1
            return
        who = (fold(line.group), fold(line.name))
        if who in self.rows:
            raise EntryRefused(f"The same person as in row {self.rows[who]}.")
        if who in self.entered:
            self._already(line, self.entered[who])
        else:
            self._enter(line)
        self.rows[who] = line.row

    def _grade(self, said: str) -> str:
        if not said:
            return self.here.grade
        if said not in self.grades:
            self.grades[said] = which_grade(said, self.here.grades)
        grade = self.grades[said]
        if grade is None:
            raise EntryRefused(f"This event has no competition called “{said}”.")
        return grade

    def _already(self, line: Line, kind: str) -> None:
        if kind != line.kind:
            raise EntryRefused(f"Already there as {kind}. Withdraw that first, or leave this row out.")
        self.checked.there += 1

    def _enter(self, line: Line) -> None:
        settings = self.here.settings
        of_group = self.of_group[fold(line.group), line.kind]
        check_limits(settings, Kind(line.kind), of_group=of_group, entries=self.entries)
        if fold(line.group) not in self.groups:
            self.groups.add(fold(line.group))
            self.checked.groups.append(line.group)
        self._count(line.group, line.kind)
        self.checked.fresh.append(line)
        if also := self.others.get((fold(line.group), fold(line.name))):
            self.checked.also[also] += 1


def which_grade(said: str, grades: Sequence[str]) -> str | None:
    """The competition that is meant: by its whole name, or by words that only one of them has (“open”, “under 18”)."""
    whole = [grade for grade in grades if fold(grade) == fold(said)]
    words = set(_words(said))
    close = [grade for grade in grades if words and words <= set(_words(grade))]
    return next((found[0] for found in (whole, close) if len(found) == 1), None)


def _words(text: str) -> Iterator[str]:
    return iter("".join(char if char.isalnum() else " " for char in fold(text)).split())
