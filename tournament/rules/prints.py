"""Kept papers: how far one is, and what changed since it was made, in words."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

Facts = Mapping[str, Mapping[str, str]]
"""By kind, then by what it is about: a short sign of the value, equal while the value is."""


class Step(StrEnum):
    """How far a paper is."""

    MAKING = "making"
    READY = "ready"
    FAILED = "failed"


_ONE: Final[Mapping[str, tuple[str, str]]] = {
    "name": ("name", "names"),
    "group": ("group", "groups"),
    "seat": ("seat", "seats"),
    "entry": ("entry", "entries"),
    "wristband": ("wristband", "wristbands"),
    "rule": ("setting", "settings"),
    "draw": ("the draw", "the draw"),
    "key": ("table key", "table keys"),
    "address": ("this laptop's address", "this laptop's address"),
    "invitation": ("link", "links"),
    "result": ("result", "results"),
}
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def changed(was: Facts, now: Facts) -> str:
    """“two names changed, one seat changed”; nothing where all is as it was."""
    parts = []
    for kind in _ONE:
        before, after = was.get(kind, {}), now.get(kind, {})
        number = sum(before.get(about) != after.get(about) for about in {*before, *after})
        if number:
            parts.append(f"{_how_many(number, *_ONE[kind])} changed")
    return ", ".join(parts)


def _how_many(number: int, one: str, many: str) -> str:
    if one == many:
        return one
    return f"{_NUMBERS[number] if number < len(_NUMBERS) else f'{number:,}'} {one if number == 1 else many}"
