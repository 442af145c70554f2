"""Tells the log from where somebody tries passwords, codes or links that are none: a line a minute for each address.

The line names no person and nothing that was typed, which may be a password in the wrong field. With thousands of
addresses it is some lines a minute for all of them, because nobody may fill the log by guessing.
"""

from __future__ import annotations

import hashlib
import logging
from enum import StrEnum
from typing import Final

from django.core.cache import cache
from django.http import HttpRequest

from tournament.web.senders import address_of

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LINES: Final = 60
LINES_A_MINUTE: Final = 20
LONGEST_ADDRESS: Final = 50


class Guess(StrEnum):
    """What was wrong, in the words of the log."""

    PASSWORD = "A wrong name or password"  # noqa: S105
    CODE = "A wrong table code"
    LINK = "A link that opens nothing"


def note_refusal(request: HttpRequest, guess: Guess) -> None:
    """Write it down, unless this address was told of within the last minute."""
    address = address_of(request)[:LONGEST_ADDRESS]
    if _is_first(f"{guess} {address}") and any(_is_first(f"line {line}") for line in range(LINES_A_MINUTE)):
        log.info("%s came from %s. More from there within a minute aren’t listed.", guess, address)


def _is_first(told: str) -> bool:
    return bool(cache.add(f"told:{hashlib.sha256(told.encode()).hexdigest()}", 1, SECONDS_BETWEEN_LINES))
