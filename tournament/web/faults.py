"""Answers in our own words while the disk is full, or the database is held by others, or it or Redis is away.

Nothing was saved then, and the sender can send it again. A tablet gets JSON with its own request id, keeps what it
sent, and sends it again by itself.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

from tournament import disk_words
from tournament.disk_space import read_disk
from tournament.faults import Fault, fault_of, is_busy
from tournament.web.busy import answer_busy

log = logging.getLogger(__name__)

STATUS: Final = dict.fromkeys(Fault, 503) | {Fault.DISK_FULL: 507}
AWAY: Final = "The server can’t reach its {part} right now, so nothing was saved. Try again in a minute."
PARTS: Final = {Fault.DATABASE_AWAY: "database"} | dict.fromkeys(
    (Fault.REDIS_AWAY, Fault.REDIS_FULL), "message service"
)


class FaultMiddleware:
    """Turns such an error into an answer; the log's own filter makes it one line a minute."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Django calls this for what a view raises."""
        answer = answer_to(request, error)
        if answer is not None and not is_busy(error):
            log.error("A request could not be answered.", exc_info=error)
        return answer


def answer_error(request: HttpRequest) -> HttpResponse:
    """Django's last answer, also for errors after the view: a session, say, that could not be saved."""
    return answer_to(request, sys.exc_info()[1]) or server_error(request)


def answer_to(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """The answer to an error that is nobody's mistake; None to any other."""
    if is_busy(error):
        return answer_busy(request)
    fault = fault_of(error)
    return None if fault is None else answer(request, fault)


def answer(request: HttpRequest, fault: Fault) -> HttpResponse:
    """What the sender is told: a tablet in JSON, a person on a page."""
    if "X-Turntable-Device" in request.headers or request.content_type == "application/json":
        told = {"turntable": 1, "request": _request_id(request), "later": _for_tablets(fault)}
        return JsonResponse(told, status=STATUS[fault])
    # Without the request: who is signed in is asked of the database, too.
    return HttpResponse(render_to_string("outage.html", _words(fault)), status=STATUS[fault])


def _words(fault: Fault) -> dict[str, str]:
    if fault is Fault.DISK_FULL:
        sentence = disk_words.disk_in_words(read_disk())
        return {
            "heading": "The disk is full",
            "sentence": f"{sentence} What you sent wasn’t saved: send it again then.",
        }
    return {"heading": "Not right now", "sentence": AWAY.format(part=PARTS[fault])}


def _for_tablets(fault: Fault) -> str:
    if fault is Fault.DISK_FULL:
        return disk_words.ON_TABLETS.format(computer="laptop" if settings.EMBEDDED else "server")
    return "The server can’t reach its database: hands are kept on this tablet."


def _request_id(request: HttpRequest) -> str:
    """The id that a tablet gave to what it sent; without it the tablet would not take the answer for its own."""
    try:
        sent: Any = json.loads(request.body)
    except ValueError:
        return ""
    return str(sent.get("request", "")) if isinstance(sent, dict) else ""
