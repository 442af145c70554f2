"""An event's address that people type from a screen: the first letters of its name, and the year, as in `syg26`."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date
from itertools import count
from typing import Final

MOST_LETTERS: Final = 6
LONGEST_SHORT_ADDRESS: Final = 20


def short_address(slug: str, day: date | None, taken: Collection[str]) -> str:
    """The short address of an event whose long one is this, made unique by a number where it must."""
    words = [word for word in slug.split("-") if word.isalpha()]
    years = re.findall(r"\b20(\d\d)\b", slug)
    year = years[-1] if years else f"{day:%y}" if day is not None else ""
    letters = "".join(word[0] for word in words) if len(words) > 1 else "".join(words)
    base = f"{letters[:MOST_LETTERS] or 'event'}{year}"
    numbered = (f"{base}-{number}" for number in count(2))
    return base if base not in taken else next(short for short in numbered if short not in taken)
