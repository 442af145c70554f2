"""Finding somebody however their name is typed."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from typing import Final

ALIKE: Final = 0.88
_PLAIN: Final = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "þ": "th", "æ": "ae", "œ": "oe", "'": "", "’": "", "ʻ": ""}
)


def folded(text: str) -> str:
    """Small letters without their marks, as somebody types them in a hurry: nguyen for Nguyễn, obrien for O'Brien."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in plain if not unicodedata.combining(char)).translate(_PLAIN)


def natural(name: str) -> list[tuple[bool, int, str]]:
    """To sort names as people count: Parish 2 before Parish 10."""
    parts = re.split(r"([0-9]{1,18})", folded(name))
    return [(not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts if part]


def look_alike(one: str, other: str) -> bool:
    """Whether two names may well be meant for the same: a letter missed, or the one begins as the other. Numbers tell
    names apart: Parish 1 and Parish 2 are two."""
    if re.findall("[0-9]+", one) != re.findall("[0-9]+", other):
        return False
    short, long = sorted((folded(one), folded(other)), key=len)
    same = SequenceMatcher(None, short, long[: len(short) + 1], autojunk=False)
    return len(short) >= 4 and short[:2] == long[:2] and same.quick_ratio() >= ALIKE and same.ratio() >= ALIKE


def holds(text: str, words: str) -> bool:
    """Whether the text holds each of the words, or the beginning of one."""
    there = folded(text)
    return all(word in there for word in folded(words).split())
