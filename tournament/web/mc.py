"""The MC's page: the event they announce, its competitions, and where each of them stands."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.models import Event
from tournament.permissions import Actor
from tournament.queries.events import read_listed
from tournament.web.visitors import for_mc


@for_mc
@require_safe
def show_event(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Every competition with its tables and results."""
    return render(request, "mc/event.html", {"event": event, "competitions": read_listed(event, timezone.now())})
