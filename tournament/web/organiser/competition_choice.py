"""The first page of whoever works for the whole event: its competitions, to choose one from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament import current_time
from tournament.permissions import Role
from tournament.queries.events import read_listed
from tournament.web.organiser.navigation import event_navigation

if TYPE_CHECKING:
    from tournament.models import Event


def show_competition_choice(
    request: HttpRequest, event: Event, address: str, template: str, *, page: str, role: Role
) -> HttpResponse:
    """Every competition, with the way to its page at this address; if there is only one, that is the page."""
    competitions = read_listed(event, current_time.now())
    if len(competitions) == 1:
        return redirect(address, event.slug, competitions[0].competition.slug)
    return render(request, template, event_navigation(event, page, role) | {"competitions": competitions})
