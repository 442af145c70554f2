"""What a page asks of the event loop: answer late, or ask me again, which it can wait for without a thread; answer the
next ones yourself; or send this one piece by piece.

All are headers of the answer that never leave the server; asgi/bridge.py takes them off.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse, StreamingHttpResponse

PAUSE_HEADER: Final = "X-Turntable-Pause"
"""Seconds by which this answer is sent late."""
AGAIN_HEADER: Final = "X-Turntable-Again"
"""What was asked for is being made behind the pages: ask once more in a moment, and send this answer only if it takes
too long."""

KEEP_HEADER: Final = "X-Turntable-Keep"
"""A browser that asks for this address and says nothing about itself gets what is remembered under it
(remembered.py)."""

PIECES_HEADER: Final = "X-Turntable-Pieces"
"""This answer is made piece by piece while it is sent, from what is in memory: it asks nothing, and holds no thread."""


def send_in_pieces(response: StreamingHttpResponse) -> StreamingHttpResponse:
    """Have the answer made while it is sent, so that it is never in memory as a whole."""
    response.headers[PIECES_HEADER] = "1"
    return response


def keep(response: HttpResponse) -> HttpResponse:
    """Have the next ones answered without asking Django, for as long as the page is good."""
    response.headers[KEEP_HEADER] = "1"
    return response


def hold_back(response: HttpResponse, seconds: int) -> HttpResponse:
    """Have this answer sent late."""
    if seconds:
        response.headers[PAUSE_HEADER] = str(seconds)
    return response


def ask_again(response: HttpResponse) -> HttpResponse:
    """Have the same asked again in a moment."""
    response.headers[AGAIN_HEADER] = "1"
    response.headers["Retry-After"] = "2"
    return response
