"""What the MC says to everybody, by itself: for the pages of an event that are about something else."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.queries.events import read_event
from tournament.web.event_topics import find_event
from tournament.web.visitors import works_for


@never_cache
@require_safe
def show_message(request: HttpRequest, event: str) -> HttpResponse:
    """Show the line, or nothing if there is none. The message of a hidden event is only for its team, on their own
    pages."""
    found = find_event(request, event, works_for)
    return render(request, "parts/hall_message.html", {"event": read_event(found.pk)})
