"""Whether htmx asks for a part of a page, or a browser for the whole."""

from __future__ import annotations

from django.http import HttpRequest


def is_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks: it puts the answer into the page that is open."""
    return bool(request.headers.get("HX-Request"))
