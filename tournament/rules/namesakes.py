"""A name with the letters of somebody known: the same person in another spelling, or another person (RULES 5)?"""

from __future__ import annotations

from collections.abc import Iterable

from tournament.rules.names import folded, letter_keys


class KnownNames:
    """The people of an event by their groups, found by the letters of their names as they are spelt and were."""

    def __init__(self, people: Iterable[tuple[str, str, str]] = ()) -> None:
        """Group, spelling and name now of everybody: a former spelling is a further row."""
        self._names: set[tuple[str, str]] = set()
        self._by_letters: dict[tuple[str, str], str] = {}
        for group, spelling, now in people:
            self._names.add((folded(group), folded(now)))
            self._note_letters(group, spelling, now)

    def add(self, group: str, name: str) -> None:
        """One more person, of an earlier line of the same list."""
        self._names.add((folded(group), folded(name)))
        self._note_letters(group, name, name)

    def find_alike(self, group: str, name: str) -> str:
        """Somebody of the group whose name has the same letters; nobody if this is a known name itself."""
        if (folded(group), folded(name)) in self._names:
            return ""
        keys = ((folded(group), key) for key in letter_keys(name))
        return next((self._by_letters[key] for key in keys if key in self._by_letters), "")

    def _note_letters(self, group: str, spelling: str, now: str) -> None:
        for key in letter_keys(spelling):
            self._by_letters.setdefault((folded(group), key), now)
