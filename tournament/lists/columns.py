"""Finds out which column holds what. People give columns many names, put them in any order and add others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournament.lists.formulas import rearm
from tournament.rules.errors import ListRefused
from tournament.rules.names import shown

_CALLED: Final[Mapping[str, tuple[str, ...]]] = {
    "group": (
        "group", "group name", "name of group", "youth group", "church", "church name", "name of church",
        "church group", "team", "team name", "club", "club name", "school", "class", "congregation", "organisation",
        "organization",
    ),
    "name": (
        "name", "full name", "person", "competitor", "competitor name", "player", "player name", "participant",
        "participant name", "entrant", "who",
    ),
    "first": ("first name", "first", "given name", "given names", "forename", "forenames", "christian name"),
    "last": ("last name", "last", "surname", "family name", "second name"),
    "kind": ("kind", "kind of entry", "entry kind", "type", "entry type", "entry or reserve", "entry/reserve"),
    "grade": (
        "competition", "competitions", "which competition", "plays in", "entered in", "grade", "grades", "division",
        "divisions", "category", "categories", "level", "section", "age group",
    ),
}  # fmt: skip
_SAYS: Final = {
    "group": "the group", "name": "the name", "first": "the first name", "last": "the last name",
    "kind": "entry or reserve", "grade": "the competition",
}  # fmt: skip
_MOST_NAMED: Final = 20
NEEDED: Final = "The first row must name the columns: one for the group and one for the name."


def _plain(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


_FIELD: Final = {_plain(word): field for field, words in _CALLED.items() for word in words}


def recognised(cells: Sequence[str]) -> set[str]:
    """The fields that this row names if it is the header."""
    return {_FIELD[plain] for plain in map(_plain, cells) if plain in _FIELD}


def is_header(cells: Sequence[str]) -> bool:
    """Whether this row has a column for the group and one for the name, and so is the header."""
    found = recognised(cells)
    return "group" in found and bool(found & {"name", "first", "last"})


@dataclass(frozen=True)
class Columns:
    """Which column each field is in, and which columns nobody needs."""

    places: Mapping[str, int]
    unused: tuple[str, ...]

    def cell(self, field: str, cells: Sequence[str]) -> str:
        """The row's text in this column; empty if the list has no such column or the row ends before it."""
        place = self.places.get(field, len(cells))
        return rearm(cells[place].strip(" ")) if place < len(cells) else ""

    def name(self, cells: Sequence[str]) -> str:
        """The whole name, from one column or two. If there is a “Surname” column, “Name” holds the first name."""
        if "last" in self.places and "first" not in self.places:
            return self._joined(cells, "name", "last")
        return self.cell("name", cells) or self._joined(cells, "first", "last")

    def _joined(self, cells: Sequence[str], *fields: str) -> str:
        return " ".join(filter(None, (self.cell(field, cells) for field in fields)))


def read_header(cells: Sequence[str]) -> Columns:
    """Read the header. Refuses a list in which a column is missing or occurs twice, and says which."""
    places: dict[str, int] = {}
    for place, cell in enumerate(cells):
        field = _FIELD.get(_plain(cell))
        if field in places:
            raise ListRefused(
                f"Two columns say {_SAYS[field]}: {_column(cells, places[field])} and {_column(cells, place)}. "
                "Keep one of them, or call the other something else."
            )
        if field is not None:
            places[field] = place
    _check_complete(cells, places)
    unused = (shown(cell) for cell in cells if cell.strip() and _plain(cell) not in _FIELD)
    return Columns(places, tuple(unused)[:_MOST_NAMED])


def _check_complete(cells: Sequence[str], places: Mapping[str, int]) -> None:
    missing = [] if "group" in places else ["the group"]
    missing += [] if {"name", "first", "last"} & places.keys() else ["the name"]
    if missing:
        named = ", ".join(f"“{shown(cell)}”" for cell in cells[:8] if cell.strip())
        raise ListRefused(f"There is no column for {' and '.join(missing)}. {NEEDED} It has: {named}.")


def _column(cells: Sequence[str], place: int) -> str:
    return f"“{shown(cells[place])}” ({letter(place)})"


def letter(place: int) -> str:
    """A column's letters, as spreadsheet programs show them: 0 is A, 25 is Z, 26 is AA."""
    before, last = divmod(place, 26)
    return (letter(before - 1) if before else "") + chr(ord("A") + last)
