"""When the database is held by somebody else for too long: "busy, send again", long before a tablet gives up.

A tablet's outbox takes no answer but its own request's as an acknowledgement, so words without its request id make it
send the hand again; pages of version 0.1 do so too.
"""

from __future__ import annotations

import json
import re
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

BUSY: Final = "The server is busy right now. Wait a few seconds, then send it again."
SECONDS_UNTIL_AGAIN: Final = 2
_OUTBOX: Final = re.compile(r"/table/[\w-]+/\d+/do/\w+")


def is_from_outbox(path: str) -> bool:
    """Whether a tablet's outbox sent it, which sends again by itself."""
    return bool(_OUTBOX.fullmatch(path))


def busy_message() -> str:
    """The JSON that tells a tablet to send again."""
    return json.dumps({"turntable": 1, "request": "", "busy": BUSY})


def answer_busy(request: HttpRequest) -> HttpResponse:
    """503, in words that the sender understands: a tablet's JSON or a page."""
    if is_from_outbox(request.path):
        answer = HttpResponse(busy_message(), content_type="application/json", status=503)
    else:
        answer = render(request, "refused.html", {"sentence": BUSY}, status=503)
    answer.headers["Retry-After"] = str(SECONDS_UNTIL_AGAIN)
    return answer
