"""Finding somebody however their name is typed."""

from __future__ import annotations

import unicodedata
from typing import Final

_PLAIN: Final = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "þ": "th", "æ": "ae", "œ": "oe", "'": "", "’": "", "ʻ": ""}
)


def folded(text: str) -> str:
    """Small letters without their marks, as somebody types them in a hurry: nguyen for Nguyễn, obrien for O'Brien."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in plain if not unicodedata.combining(char)).translate(_PLAIN)


def holds(text: str, words: str) -> bool:
    """Whether the text holds each of the words, or the beginning of one."""
    there = folded(text)
    return all(word in there for word in folded(words).split())
