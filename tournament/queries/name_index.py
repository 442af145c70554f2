"""Finds people by the words of their names without looking at each of them: thousands are found as fast as dozens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import or_

from tournament.queries.search import Sought, is_part

Places = set[int]
"""People, by their place in the list that the index was made of."""


class NameIndex:
    """Who may be meant by what was typed, judged by nothing but what everybody can see of them.

    "mia obrien" means Mia O., because O'Brien begins with O; it would mean her too if her name were Olsen, so nobody
    learns a last name by trying. Words in between may be names that are not shown: "ana de la cruz" means Ana C. In the
    same way 王小明 and 王大明 both mean 王○○.
    """

    def __init__(self, people: Iterable[Sought]) -> None:
        self._whole: dict[str, Places] = defaultdict(set)
        self._shortened: dict[str, Places] = defaultdict(set)
        self._first: dict[str, Places] = defaultdict(set)
        for place, person in enumerate(people):
            self._add(place, person)

    def _add(self, place: int, person: Sought) -> None:
        for shown in (*person.name, *person.group):
            if not shown.endswith("."):
                self._whole[shown].add(place)
        for shown in person.name:
            if shown.endswith("."):
                self._shortened[shown[:-1]].add(place)
        for shown in person.name[:1]:
            self._first[shown].add(place)

    def find(self, typed: Sequence[str]) -> Places:
        """Everybody who may be meant by these words: each of them is read in what is shown, or may be the rest of what
        is shortened, and one of them at least is read."""
        read = [_matching(self._whole, word, is_part) for word in typed]
        guessed = [_matching(self._shortened, word, _may_go_on) for word in typed]
        anybody = set().union(*read)
        meant = anybody.intersection(*map(or_, read, guessed))
        if len(typed) > 2:
            called = set().union(*(_matching(self._first, word, is_part) for word in typed))
            meant |= anybody & called & set().union(*guessed)
        return meant


def _matching(words: Mapping[str, Places], typed: str, matches: Callable[[str, str], bool]) -> Places:
    found = [places for shown, places in words.items() if matches(shown, typed)]
    return found[0] if len(found) == 1 else set().union(*found)


def _may_go_on(shortened: str, typed: str) -> bool:
    """Whether a shortened word may be this one."""
    return typed.startswith(shortened)


def is_meant(person: Sought, typed: Sequence[str]) -> bool:
    """Whether this person may be meant."""
    return bool(NameIndex([person]).find(typed))
