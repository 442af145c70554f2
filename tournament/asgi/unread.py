"""Answers that wait to be read, because somebody reads slowly or not at all: how much memory they may take.

Nobody is refused for it. When too much waits, the sender with most waiting loses the reader that has read nothing for
the longest. So a phone with bad Wi-Fi that reads steadily gets its page, and a client that lets answers pile up loses
them.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, Protocol

MOST_BYTES_TOGETHER: Final = 96 * 2**20
MOST_BYTES_OF_ONE_SENDER: Final = 48 * 2**20
"""For each of two thousand phones behind one address 24 KB, beyond the 64 that the system keeps of each answer."""


class Reader(Protocol):
    """Somebody for whom an answer waits."""

    def let_go(self) -> None:
        """Forget the rest of the answer and the connection, now."""


_waiting: dict[str, dict[Reader, int]] = {}
"""By sender: how many bytes wait for each reader. The reader that read last comes last."""
_bytes: Counter[str] = Counter()


def keep(sender: str, reader: Reader, size: int) -> None:
    """Note how many bytes wait now for a reader who has just begun to wait, or has just read."""
    forget(sender, reader)
    _waiting.setdefault(sender, {})[reader] = size
    _bytes[sender] += size
    while _bytes[sender] > MOST_BYTES_OF_ONE_SENDER:
        _let_one_go(sender)
    while _bytes.total() > MOST_BYTES_TOGETHER:
        _let_one_go(max(_bytes, key=_bytes.__getitem__))


def forget(sender: str, reader: Reader) -> None:
    """Nothing waits for this reader any more."""
    readers = _waiting.get(sender, {})
    _bytes[sender] -= readers.pop(reader, 0)
    if not readers:
        _waiting.pop(sender, None)
        del _bytes[sender]


def _let_one_go(sender: str) -> None:
    reader = next(iter(_waiting[sender]))
    forget(sender, reader)
    reader.let_go()
