"""/health: does this process answer, and does its database?"""

from __future__ import annotations

from collections.abc import Callable

from django.db import Error, connection
from django.http import HttpRequest, HttpResponse


class HealthMiddleware:
    """Answers before all other middleware, because whoever asks knows neither our host name nor https."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return answer() if request.path == "/health" else self.get_response(request)


def answer() -> HttpResponse:
    """200 if the database answers, 503 if not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return HttpResponse("The database isn't answering.\n", status=503, content_type="text/plain; charset=utf-8")
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")
