"""A club night: a list of names, one of three ways to play, and it can be drawn (RULES 5: groups may be left out)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from tournament.rules import draw, duration, names
from tournament.rules.errors import EntryRefused, LinesLookAlike, NeedsConfirmation
from tournament.rules.namesakes import KnownNames
from tournament.rules.presets import CUSTOM, Format, Settings, preset
from tournament.rules.rounds import how_many_rounds

MOST_NAMES: Final = 1000
USUAL_ROUNDS: Final = 5
USUAL_MINUTES: Final = 15
LARGEST_SEPARATE_TABLE: Final = 5
_UNTIL_THE_START: Final = timedelta(minutes=5)
"""What rolling the dice and sitting down takes, at the least."""
_START_AT_FULL: Final = 5 * 60
_PRESETS: Final[Mapping[Format, str]] = {
    Format.ROTATION: "bac",
    Format.KNOCKOUT: CUSTOM.name,
    Format.SINGLE: CUSTOM.name,
}


@dataclass(frozen=True)
class WayToPlay:
    """How a club night is played: the format, its rounds (a rotation's alone), and the minutes of each."""

    format: Format = Format.ROTATION
    rounds: int = USUAL_ROUNDS
    minutes: int = USUAL_MINUTES

    @property
    def preset(self) -> str:
        """The preset it starts from."""
        return _PRESETS[self.format]

    @property
    def choices(self) -> dict[str, Any]:
        """What differs from that preset. The warning is BAC's, or half of a round that is shorter than twice that."""
        clock = self.minutes * 60
        chosen: dict[str, Any] = {
            "clock": clock,
            "warning": max(1, min(preset("bac").settings.warning or 0, clock // 2)),
        }
        if self.format is Format.ROTATION:
            return chosen | {"rounds": self.rounds}
        if self.format is Format.SINGLE:
            return chosen | {"format": Format.SINGLE, "table_max": LARGEST_SEPARATE_TABLE}
        return chosen

    @property
    def settings(self) -> Settings:
        """All settings; refused where they do not go together."""
        return preset(self.preset).settings.change(**self.choices)


@dataclass(frozen=True)
class Listed:
    """One line of the list: a name, and a group where there are groups."""

    name: str
    group: str = ""

    @property
    def key(self) -> str:
        """By which an answer about this line is found again, even if other lines were changed meanwhile."""
        return names.folded(f"{self.name}, {self.group}" if self.group else self.name)


@dataclass(frozen=True)
class AlikeLine:
    """A line whose name has the letters of somebody known, or of a line before it: the same person, or another?"""

    line: Listed
    known: str
    same: bool | None = None
    """What was said about it."""


def read_list(text: str, *, has_groups: bool = False) -> list[Listed]:
    """The people on a pasted list, one in each line; empty lines are not counted. Refused, with the line, where a name
    cannot be, stands twice, or lacks the group that every line must have once groups are wanted."""
    lines = list(enumerate((line for line in text.splitlines() if line.strip()), start=1))
    if len(lines) > MOST_NAMES:
        raise EntryRefused(f"That’s {len(lines):,} names; you can enter {MOST_NAMES:,} at once.")
    people: list[Listed] = []
    seen: dict[tuple[str, str], int] = {}
    for number, line in lines:
        person = _with_group(number, line) if has_groups else Listed(names.clean(line, f"Line {number}: the name"))
        first = seen.setdefault((names.folded(person.name), names.folded(person.group)), number)
        if first != number:
            raise EntryRefused(
                f"{person.name} is on lines {first} and {number}. "
                "If they are two people, write them so that everybody can tell them apart."
            )
        people.append(person)
    return people


def find_alike(people: Sequence[Listed], known: KnownNames, same: Mapping[str, bool]) -> list[AlikeLine]:
    """The lines that may be somebody known in another spelling, with what `same` says of them by their keys. Those who
    are on the list join the known."""
    alike: list[AlikeLine] = []
    for line in people:
        if spelt := known.find_alike(line.group, line.name):
            alike.append(AlikeLine(line, spelt, same.get(line.key)))
        if not (spelt and same.get(line.key)):
            known.add(line.group, line.name)
    return alike


def tell_apart(people: Sequence[Listed], alike: Sequence[AlikeLine]) -> list[Listed]:
    """Everybody on the list, once: a line that is somebody known in another spelling is that person."""
    meant = {asked.line: Listed(asked.known, asked.line.group) for asked in alike if asked.same}
    return list({line.key: line for line in (meant.get(line, line) for line in people)}.values())


def check_alike(alike: Sequence[AlikeLine]) -> None:
    """Ask about every line that may be somebody known, until all are answered."""
    if any(asked.same is None for asked in alike):
        raise LinesLookAlike("Some of these names may be the same person, spelt two ways. Who’s who?", lines=alike)


def _with_group(number: int, line: str) -> Listed:
    """The name, then a comma, a semicolon or a tab, then the group."""
    name, _, group = max((line.partition(mark) for mark in "\t;,"), key=lambda parts: bool(parts[1]))
    if not group.strip():
        raise EntryRefused(
            f"Line {number}: write the group after the name and a comma, for example “Mia O’Brien, Riverside”."
        )
    return Listed(names.clean(name, f"Line {number}: the name"), names.clean(group, f"Line {number}: the group’s name"))


def why_without_groups(*, are_names_erased: bool, is_sealed: bool, is_published: bool) -> str:
    """Why an event that was set up without groups stays without; empty while groups can be added."""
    if are_names_erased:
        return "The names in this event have been erased, so nobody can be put into a group."
    if is_published:
        return "The draw was made with everybody playing for themselves, so it stays that way."
    if is_sealed:
        return "The draw is sealed with everybody playing for themselves. Throw it away first, then add groups."
    return ""


def lines_for_groups(people: Iterable[str]) -> str:
    """A list that `read_list` reads, with each name and the mark after which its group is to be written."""
    return "\n".join(name + _mark_after(name) for name in people)


def _mark_after(name: str) -> str:
    """A comma, unless the name itself has such a mark; no name has a tab."""
    if ";" in name:
        return "\t"
    return "; " if "," in name else ", "


def groups_of(people: Iterable[str], listed: Iterable[Listed]) -> dict[str, str]:
    """Everybody's group, by the folded name. Refused unless the list has each of these people once, and nobody else."""
    known = {names.folded(name): name for name in people}
    groups: dict[str, str] = {}
    for line in listed:
        key = names.folded(line.name)
        if key not in known:
            raise EntryRefused(f"{line.name} isn’t entered here. Keep the names as they are, and add new people later.")
        if key in groups:
            raise EntryRefused(f"{line.name} is on the list twice. Everybody is in one group.")
        groups[key] = line.group
    if missing := [name for key, name in known.items() if key not in groups]:
        raise EntryRefused(f"{missing[0]} is missing from the list. Write their name and group on a line.")
    return groups


@dataclass(frozen=True)
class PlannedEvening:
    """What the list and the way to play come to."""

    settings: Settings
    plan: draw.Choice

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return how_many_rounds(self.settings, self.plan.plan)

    @property
    def tables(self) -> tuple[int, ...]:
        """How many sit at each table of the first round."""
        return draw.table_sizes(self.settings, self.plan.size, self.plan.plan[0])

    def times(self, start: datetime) -> list[tuple[datetime, datetime]]:
        """When each round begins and ends, with what people need between two."""
        length = timedelta(seconds=self.settings.clock or 0)
        between = timedelta(seconds=duration.SECONDS_BETWEEN_ROUNDS)
        starts = [start + number * (length + between) for number in range(self.rounds)]
        return [(begins, begins + length) for begins in starts]


def plan_evening(people: Sequence[Listed], way: WayToPlay) -> PlannedEvening:
    """The evening's plan, or a refusal that says why it cannot be drawn."""
    settings = way.settings
    if not people:
        raise EntryRefused("Type or paste the names first.")
    if len(people) == 1:
        raise EntryRefused("One name isn’t enough: a draw needs two players.")
    return PlannedEvening(settings, draw.suggest(settings, len(people), 0))


def check_pair(evening: PlannedEvening) -> None:
    """Ask where two players are everybody: a director would hardly let them play each other round after round."""
    if evening.plan.size == 2 and evening.rounds > 1:
        raise NeedsConfirmation(
            f"Two players make one table: they’d play each other {evening.rounds} times. Draw it anyway? For a single "
            "game, set the rounds to 1."
        )


def starts_about(now: datetime) -> datetime:
    """When the first round can begin: in five minutes, on a full five."""
    soon = now + _UNTIL_THE_START
    late = (soon.minute * 60 + soon.second) % _START_AT_FULL
    return (soon + timedelta(seconds=-late % _START_AT_FULL)).replace(second=0, microsecond=0)
