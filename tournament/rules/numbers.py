"""Whole numbers as people type them and pages send them."""

from __future__ import annotations

import unicodedata
from typing import Final, NamedTuple

MOST_DIGITS: Final = 15
"""Every database can compare a number with this many digits, and none of ours has more."""


def whole_number(text: str, *, most_digits: int = MOST_DIGITS) -> int | None:
    """The number that the digits 0 to 9 write; None for anything else, and for what is too long."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= most_digits else None


def typed_number(text: str, *, most_digits: int = MOST_DIGITS) -> int | None:
    """The number that a person typed: spaces around it do not count, and digits may be of any script."""
    return whole_number(plain_digits(text.strip()), most_digits=most_digits)


def plain_digits(text: str) -> str:
    """Digits of any script as 0 to 9: a phone may write ٣٠ for 30."""
    return "".join(str(unicodedata.decimal(character, character)) for character in text)


_WRITTEN: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_in_words(number: int) -> str:
    """Two; from eleven on in digits, as people write."""
    return _WRITTEN[number] if number < len(_WRITTEN) else f"{number:,}"


class NumberRange(NamedTuple):
    """From the least to the most number that is allowed."""

    least: int
    most: int

    def has(self, value: object) -> bool:
        """Whether this is a whole number in the range (True and 1.0 are not)."""
        return type(value) is int and self.least <= value <= self.most

    def __str__(self) -> str:
        return f"{self.least} to {self.most:,}"
