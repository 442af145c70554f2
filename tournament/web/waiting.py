"""What a page asks of the event loop: answer late, or ask me again, which it can wait for without a thread; or answer
the next ones yourself.

All are headers of the answer that never leave the server; asgi/bridge.py takes them off.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse

PAUSE_HEADER: Final = "X-Turntable-Pause"
"""Seconds by which this answer is sent late."""
AGAIN_HEADER: Final = "X-Turntable-Again"
"""What was asked for is being made behind the pages: ask once more in a moment, and send this answer only if it takes
too long."""

KEEP_HEADER: Final = "X-Turntable-Keep"
"""A browser that asks for this address and says nothing about itself gets what is remembered under it
(remembered.py)."""


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
