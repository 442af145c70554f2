"""Finding somebody however their name is typed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from tournament.models import Event
from tournament.queries.event_facts import EventFacts
from tournament.rules.names import RING, letters
from tournament.rules.standing import Standing

ALIKE: Final = 0.88
LONGEST_SEARCH: Final = 100
"""How many letters of a search are used."""
LONGEST_FOLDED: Final = 400
"""One letter can become many when it is folded."""
GROUPS_REMEMBERED: Final = 4096
_SIGNS: Final = '"“”‘’()[]{}<>,;:!?/\\'
_PLAIN: Final = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "þ": "th", "æ": "ae", "œ": "oe", "'": "", "’": "", "ʻ": ""}
)


def folded(text: str) -> str:
    """Small letters without their marks, as somebody types them in a hurry: nguyen for Nguyễn, obrien for O'Brien."""
    if text.isascii():
        return text.lower().translate(_PLAIN)
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in plain if not unicodedata.combining(char)).translate(_PLAIN)


def natural(name: str) -> tuple[tuple[bool, int, str], ...]:
    """To sort names as people count: Parish 2 before Parish 10."""
    parts = re.split(r"([0-9]{1,18})", folded(name))
    return tuple((not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts if part)


@lru_cache(maxsize=GROUPS_REMEMBERED)
def natural_of_group(name: str) -> tuple[tuple[bool, int, str], ...]:
    """The same for the names of groups, remembered: all of them are put in order whenever somebody looks at some."""
    return natural(name)


def look_alike(name: str, other: str) -> bool:
    """Whether two names may well be meant for the same: a letter missed, or the one begins as the other. Numbers tell
    names apart: Parish 1 and Parish 2 are two."""
    if re.findall("[0-9]+", name) != re.findall("[0-9]+", other):
        return False
    short, long = sorted((folded(name), folded(other)), key=len)
    same = SequenceMatcher(None, short, long[: len(short) + 1], autojunk=False)
    return len(short) >= 4 and short[:2] == long[:2] and same.quick_ratio() >= ALIKE and same.ratio() >= ALIKE


def holds(text: str, words: str) -> bool:
    """Whether the text holds each of the words, or the beginning of one."""
    known = folded(text)
    return all(word in known for word in folded(words).split())


def split(text: str) -> list[str]:
    """The words of a name or of what was typed: folded, without signs; a shortened one keeps its dot."""
    words = (word.strip(_SIGNS) for word in re.split(r"[\s\-]+", folded(text)[:LONGEST_FOLDED]))
    return [word for word in words if word.strip(".")]


def is_search_open(event: Event | EventFacts, standings: Iterable[Standing]) -> bool:
    """Whether anybody can search for people in these competitions: once a draw is published, or earlier if the
    organiser chose so."""
    return event.search_before_draw or any(standing.published for standing in standings)


@dataclass(frozen=True, slots=True)
class Sought:
    """By what somebody can be found: the words of their name and of their group, both as everybody may see them."""

    name: tuple[str, ...]
    group: tuple[str, ...] = ()


def is_part(shown: str, typed: str) -> bool:
    """The beginning of what is shown; or any part of it, which is how names without spaces are typed."""
    typed = typed.rstrip(".")
    return shown.startswith(typed) or (len(typed) > 1 and typed in shown) or (RING in shown and _fits(shown, typed))


def _fits(ringed: str, typed: str) -> bool:
    """Whether a ring stands for each letter that is not shown: 王小明 and 王大明 both fit 王○○. Folding takes Korean
    syllables apart, so they are put together first."""
    seen, given = (letters(unicodedata.normalize("NFC", text)) for text in (ringed, typed))
    return len(given) <= len(seen) and all(shown in (letter, RING) for shown, letter in zip(seen, given, strict=False))
