"""What a page asks of the event loop, which can wait without a thread: answer late, or ask me again.

Both are headers of the answer that never leave the server; asgi/bridge.py takes them off.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse

PAUSE_HEADER: Final = "X-Turntable-Pause"
"""Seconds by which this answer is sent late."""
AGAIN_HEADER: Final = "X-Turntable-Again"
"""What was asked for is being made behind the pages: ask once more in a moment, and send this answer only if it takes
too long."""


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
