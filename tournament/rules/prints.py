"""Kept papers: how far one is, and what changed since it was made, in words."""

from __future__ import annotations

from collections.abc import Container, Mapping
from enum import StrEnum
from typing import Final

from tournament.rules.numbers import number_in_words

FOR_MC: Final = frozenset({
    "pocket-rules", "run-sheet", "sayings", "blank-sheets", "seat-cards", "tables", "names", "bracket",
    "bracket-tiles", "rotation", "round-results", "standings", "report",
})  # fmt: skip
"""Papers that hold no more than public pages and what an MC says aloud: no whole names, no links, no tables' keys."""

PrintSigns = Mapping[str, Mapping[str, str]]
"""By kind, then by what it is about: a short sign of the value, equal while the value is."""


class PrintStep(StrEnum):
    """How far a paper is."""

    MAKING = "making"
    READY = "ready"
    FAILED = "failed"


KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "name": ("name", "names"),
    "public": ("name", "names"),
    "group": ("group", "groups"),
    "home": ("group", "groups"),
    "seat": ("seat", "seats"),
    "entry": ("entry", "entries"),
    "arrival": ("arrival", "arrivals"),
    "rule": ("setting", "settings"),
    "head": ("setting", "settings"),
    "closing": ("setting", "settings"),
    "saying": ("line on who deals first", "lines on who deals first"),
    "start": ("start", "starts"),
    "look": ("the look", "the look"),
    "draw": ("the draw", "the draw"),
    "move": ("move", "moves"),
    "winner": ("the winner", "the winner"),
    "sheet": ("sheet", "sheets"),
    "other": ("other competition", "other competitions"),
    "key": ("table key", "table keys"),
    "invitation": ("link", "links"),
    "address": ("this laptop’s address", "this laptop’s address"),
}
"""The kinds of facts, and what one and several of them are called. `name` is whole, `public` as public pages show it;
`group` are those of the people on it, `home` those with a link; `head` is what stands above every page."""
_BROUGHT: Final = ("name", "public", "group", "home", "arrival")
"""What somebody brings along who comes, and takes along who goes."""


def changed(was: PrintSigns, now: PrintSigns) -> str:
    """“two names changed, one seat changed”; empty if nothing changed.

    Somebody who takes a seat brings a name along. So names count as changed only where somebody is called differently
    than before, unless nothing else shows that they came or went.
    """
    if was == now:
        return ""
    return _counted(was, now, only_kept=_BROUGHT) or _counted(was, now) or "something on it changed"


def _counted(was: PrintSigns, now: PrintSigns, only_kept: Container[str] = ()) -> str:
    numbers = dict.fromkeys(KINDS.values(), 0)
    for kind, words in KINDS.items():
        before, after = was.get(kind, {}), now.get(kind, {})
        about = before.keys() & after.keys() if kind in only_kept else before.keys() | after.keys()
        numbers[words] += sum(before.get(key) != after.get(key) for key in about)
    return ", ".join(f"{_how_many(number, *words)} changed" for words, number in numbers.items() if number)


def _how_many(number: int, singular: str, plural: str) -> str:
    if singular == plural:
        return singular
    written = number_in_words(number)
    return f"{written} {singular if number == 1 else plural}"
