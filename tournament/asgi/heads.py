"""The head of a request, which is everything before its body: how long it may be, and how long the body will be."""

from __future__ import annotations

import re
from typing import Final

from tournament.asgi.sentences import plain_answer

MOST_BYTES_OF_A_HEAD: Final = 16 * 2**10
"""A stream's address with twenty tickets has some 4 KB, and all cookies of ours together less than 2."""

TOO_LONG: Final = plain_answer(
    "431 Request Header Fields Too Large",
    "The address or the cookies that your browser sent are too long. Delete this site’s cookies, then open it again.",
)
TOO_LATE: Final = plain_answer("408 Request Timeout", "The request didn’t arrive in time. Send it again.")
UNREADABLE: Final = plain_answer("400 Bad Request", "The server couldn’t read this request. Open the page again.")
WITHOUT_LENGTH: Final = plain_answer("411 Length Required", "Say how long the request is, then send it again.")

_END: Final = re.compile(rb"\n\r?\n")
_LENGTH: Final = re.compile(rb"\ncontent-length:[ \t]*(\d{1,15})", re.IGNORECASE)
_IN_PIECES: Final = re.compile(rb"\ntransfer-encoding", re.IGNORECASE)


class HeadRefused(Exception):
    """A request that is not even parsed; `answer` is all that its sender hears."""

    def __init__(self, answer: bytes) -> None:
        super().__init__(answer)
        self.answer = answer


def split_head(received: bytes) -> tuple[bytes, bytes]:
    """The head once it is whole, and what came after it; an empty one before that.

    What cannot be a request is refused by its first letter: a browser that tries https first then tries http at once.
    """
    if not b"A" <= received[:1] <= b"Z":
        raise HeadRefused(UNREADABLE)
    end = _END.search(received, 0, MOST_BYTES_OF_A_HEAD)
    if end is None and len(received) >= MOST_BYTES_OF_A_HEAD:
        raise HeadRefused(TOO_LONG)
    length = end.end() if end else 0
    return received[:length], received[length:]


def length_of_body(head: bytes) -> int:
    """How many bytes follow a head. Browsers always say so, and our proxy does."""
    if _IN_PIECES.search(head):
        raise HeadRefused(WITHOUT_LENGTH)
    length = _LENGTH.search(head)
    return int(length[1]) if length else 0
