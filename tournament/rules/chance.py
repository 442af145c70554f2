"""Chance that anybody can re-run (RECORD 1): one seed per competition, and a labelled stream for each choice."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from struct import Struct
from typing import Final, NamedTuple

from tournament.rules.errors import DrawRefused

WORDS_BELOW: Final = 1 << 64
"""Each word of a stream is a number below this."""
_FOUR_WORDS: Final = Struct(">4Q").unpack

Lot = Callable[[Iterable[str]], str]
"""Takes some codes and answers the one that the lot takes."""


class ListLine(NamedTuple):
    """One listed entry, as it is sealed."""

    code: str
    group: str
    kind: str


def list_hash(*, form: str, size: int, plan: Sequence[int], redraw: bool, lines: Iterable[ListLine]) -> str:
    """What is fixed before the seed exists: format, size, plan, redraw and every listed entry."""
    text = list_text(form=form, size=size, plan=plan, redraw=redraw, lines=lines)
    return hashlib.sha256(text.encode()).hexdigest()


def list_text(*, form: str, size: int, plan: Sequence[int], redraw: bool, lines: Iterable[ListLine]) -> str:
    """The text that is hashed, for anybody to hash again."""
    head = f"draw\t{form}\t{size}\t{','.join(map(str, plan))}\t{'yes' if redraw else 'no'}\n"
    return head + "".join(f"{line.code}\t{line.group}\t{line.kind}\n" for line in sorted(lines))


def commitment(salt: str) -> str:
    """Published at the seal: it fixes the salt without showing it."""
    return hashlib.sha256(salt.encode("ascii")).hexdigest()


def public_numbers(text: str) -> str:
    """What somebody outside supplied, as it goes into the seed: ends cut, NFC, one line of readable characters."""
    public = unicodedata.normalize("NFC", text.strip())
    if not public:
        raise DrawRefused("Type the numbers from the hall first, for example what the dice show.")
    if len(public) > 200 or any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in public):
        raise DrawRefused("Write the numbers from the hall on one line, 200 characters at most.")
    return public


def seed(*, list_hash: str, salt: str, public: str) -> bytes:
    """All chance of a competition comes from these 32 bytes."""
    return hashlib.sha256(f"turntable-draw/1\n{list_hash}\n{salt}\n{public}\n".encode()).digest()


def words(seed: bytes, label: str) -> Iterator[int]:
    """The stream of this label, eight bytes at a time: SHA-256(seed ‖ label ‖ n) for n = 0, 1, 2 … joined."""
    base = hashlib.sha256(seed + label.encode("ascii"))
    for n in count():
        block = base.copy()
        block.update(n.to_bytes(8, "big"))
        yield from _FOUR_WORDS(block.digest())


def below(stream: Iterator[int], k: int) -> int:
    """A number from 0 to k − 1, each equally likely: words past the last whole multiple of k are passed over."""
    fair = WORDS_BELOW - WORDS_BELOW % k
    return next(word for word in stream if word < fair) % k


def shuffle(seed: bytes, label: str, codes: Iterable[str]) -> list[str]:
    """Sort by code; then for i from the last index down to 1, swap items i and below(i + 1)."""
    items = sorted(codes)
    stream = words(seed, label)
    for i in range(len(items) - 1, 0, -1):
        word = next(stream)
        # A word below 2^64 − k is always fair, so the exact test is needed only for the very highest.
        while word >= WORDS_BELOW - i - 1 and word >= WORDS_BELOW - WORDS_BELOW % (i + 1):
            word = next(stream)
        j = word % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def lot(seed: bytes, label: str) -> Lot:
    """A lot of this label: shuffle the tied; the first is taken."""
    return lambda codes: shuffle(seed, label, codes)[0]


def final_ranks(seed: bytes, codes: Iterable[str]) -> dict[str, int]:
    """`final`: the order for anything still equal, over everyone who ever had a seat; lower index first."""
    return {code: rank for rank, code in enumerate(shuffle(seed, "final", set(codes)))}
