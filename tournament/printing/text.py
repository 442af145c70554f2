"""Words as they are drawn: letters in the fonts that have them, right-to-left ones shaped and in their order.

What does not fit is shrunk, then wrapped, then shrunk further, but never cut. A word is broken only where it could not
be read otherwise. Nothing in a name is markup.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

import arabic_reshaper
from bidi.algorithm import get_display

from tournament.printing import fonts

INSTEAD: Final = "\N{REPLACEMENT CHARACTER}"
"""Seen where an emoji, or a letter without a font, would be."""
LEADING: Final = 1.18
SMALLEST_READABLE_SIZE: Final = 8.0
"""Nothing that somebody must read is smaller, where a layout can make room."""
SMALLEST_SIZE: Final = 2.0
"""In points. What must fit is never smaller."""
A_HAIR_LESS: Final = 0.999
"""So that what is divided and multiplied again still fits."""

Piece = tuple[str, str]
"""A font's name, and what is written in it."""

_JOINS: Final = "\u200d"
_AFTER: Final = re.compile("(?<=[-/])(?=.)")
"""Within a word a line ends best behind these."""
_TAGS: Final = re.compile("[\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
"""What only changes the look of the emoji before it."""

_ISOLATES: Final = re.compile("[\u2066-\u2069]")
"""Marks of direction that nobody sees, and that what orders the letters does not know."""
_ISOLATED: Final = re.compile("\u2068([^\u2066-\u2069]*)\u2069")
_RIGHT_TO_LEFT: Final = "\N{RIGHT-TO-LEFT MARK}"


@lru_cache(maxsize=50_000)
def pieces(text: str, weight: str) -> tuple[Piece, ...]:
    """What is drawn one after the other, from left to right."""
    written = [*_written(_in_visual_order(text), weight)]
    return tuple(
        (font, "".join(letter for _, letter in run)) for font, run in groupby(written, key=lambda pair: pair[0])
    )


def _in_visual_order(text: str) -> str:
    clean = _TAGS.sub("", unicodedata.normalize("NFC", " ".join(text.split())))
    if all(unicodedata.bidirectional(letter) not in ("R", "AL") for letter in clean):
        return clean
    bare = _ISOLATES.sub("", _ISOLATED.sub(_with_its_stop, clean))
    known = "".join(letter if unicodedata.bidirectional(letter) else INSTEAD for letter in bare)
    return str(get_display(arabic_reshaper.reshape(known)))


def _with_its_stop(isolated: re.Match[str]) -> str:
    """A name from right to left inside a sentence: the full stop at its end stays with it."""
    directions = (unicodedata.bidirectional(letter) for letter in isolated[1])
    is_turned = next((way for way in directions if way in ("L", "R", "AL")), "L") != "L"
    return f"{isolated[1]}{_RIGHT_TO_LEFT if is_turned else ''}"


def _written(text: str, weight: str) -> Iterator[Piece]:
    """Each letter with its font. A family of emoji that are joined into one picture is one sign."""
    joined = False
    for letter in text:
        if letter == _JOINS or unicodedata.category(letter) in ("Cf", "Cc"):
            joined = letter == _JOINS
            continue
        font = fonts.font_for(letter, weight)
        if font is not None:
            yield font, letter
        elif not joined:
            yield weight, INSTEAD
        joined = False


@lru_cache(maxsize=50_000)
def width_at_1(text: str, weight: str) -> float:
    """How wide a line is at size 1."""
    return sum(fonts.width(font, part) for font, part in pieces(text, weight))


def width(text: str, size: float, weight: str = fonts.PLAIN) -> float:
    """How wide a line is."""
    return width_at_1(text, weight) * size


@dataclass(frozen=True)
class Fitted:
    """Lines that fit where they should stand, and the size at which they do."""

    size: float
    lines: Sequence[str]

    @property
    def height(self) -> float:
        return len(self.lines) * self.size * LEADING


@lru_cache(maxsize=20_000)
def fit(text: str, across: float, down: float, size: float, weight: str = fonts.PLAIN, least: float = 0.72) -> Fitted:
    """One line at this size, or shrunk to no less than `least` of it; else wrapped, and shrunk until all of it fits and
    no word has to be broken, unless its letters would be too small to read."""
    one_line = width_at_1(text, weight) or 1
    highest = min(size, down / LEADING)
    if across / one_line >= min(highest, size * least):
        return Fitted(min(highest, across / one_line), [text])
    whole = across / widest(text, weight) * A_HAIR_LESS
    smaller = min(highest, whole) if has_room(text, across, weight) else highest
    while smaller > SMALLEST_SIZE:
        lines = wrap(text, across / smaller, weight)
        if len(lines) * smaller * LEADING <= down:
            return Fitted(smaller, lines)
        smaller *= 0.95
    return Fitted(SMALLEST_SIZE, wrap(text, across / SMALLEST_SIZE, weight))


def needs(text: str, across: float, size: float, weight: str = fonts.PLAIN, least: float = 0.72) -> float:
    """How high a box must be so that what `fit` puts into it can be read."""
    if across / (width_at_1(text, weight) or 1) >= max(SMALLEST_READABLE_SIZE, size * least):
        return size * LEADING
    small = SMALLEST_READABLE_SIZE * 1.05  # fit tries sizes in steps of 5 %
    return len(wrap(text, across / small, weight)) * small * LEADING


@lru_cache(maxsize=20_000)
def wrap(text: str, across: float, weight: str) -> list[str]:
    """Lines no wider than so much at size 1: broken between words, at a hyphen, and elsewhere only where a part of a
    word is wider than all."""
    lines: list[str] = []
    for glue, part in _parts(text):
        if lines and width_at_1(f"{lines[-1]}{glue}{part}", weight) <= across:
            lines[-1] += f"{glue}{part}"
        else:
            lines += _broken(part, across, weight)
    return lines or [""]


@lru_cache(maxsize=20_000)
def widest(text: str, weight: str = fonts.PLAIN) -> float:
    """How wide the widest part of a word is at size 1: a narrower line breaks it."""
    return max((width_at_1(part, weight) for _, part in _parts(text)), default=1.0) or 1.0


def has_room(text: str, across: float, weight: str = fonts.PLAIN) -> bool:
    """Whether every word can be read without being broken."""
    return across / widest(text, weight) >= SMALLEST_READABLE_SIZE


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """What stays together, with what stands before it on a line."""
    for word in text.split():
        for place, part in enumerate(_AFTER.split(word)):
            yield ("" if place else " "), part


def _broken(word: str, across: float, weight: str) -> list[str]:
    if width_at_1(word, weight) <= across:
        return [word]
    parts = [""]
    for letter in word:
        if parts[-1] and width_at_1(parts[-1] + letter, weight) > across and not unicodedata.combining(letter):
            parts.append("")
        parts[-1] += letter
    return parts


def forget() -> None:
    """Fonts were added, so forget every layout and make it again when it is asked for."""
    for known in (pieces, width_at_1, fit, wrap, widest):
        known.cache_clear()
