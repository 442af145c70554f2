"""The number printed on a wristband (RULES 5): digits, perhaps with a letter or two before them, as bands have."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from tournament.rules.errors import EntryRefused

_PRINTED: Final = re.compile(r"([A-Za-z]{0,2})([0-9]{1,8})")
NOT_A_NUMBER: Final = (
    "Type the number that’s printed on the wristband: up to 8 digits, with at most two letters before them."
)


class Band(NamedTuple):
    """A number as it is printed: 00101 is written with its zeros, and is the same band as 101."""

    letters: str
    digits: str

    def __str__(self) -> str:
        return f"{self.letters}{self.digits}"

    @property
    def number(self) -> str:
        """The digits without leading zeros; a band of zeros keeps one."""
        return self.digits.lstrip("0") or "0"


def read(typed: str) -> Band | None:
    """The number that was typed, without its spaces; None if none was. What no band has is refused, never cut."""
    text = "".join(typed.split())
    if not text:
        return None
    printed = _PRINTED.fullmatch(text)
    if printed is None:
        raise EntryRefused(NOT_A_NUMBER)
    return Band(printed[1].upper(), printed[2])


def same(worn: str, band: Band) -> bool:
    """Whether this is the number somebody wears already. What was typed before this rule is compared as it is."""
    printed = _PRINTED.fullmatch(worn)
    if printed is None:
        return worn == str(band)
    other = Band(printed[1].upper(), printed[2])
    return (other.letters, other.number) == (band.letters, band.number)
