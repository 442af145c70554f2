"""The coordinator's page: their own group and nothing else."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.models import Group
from tournament.permissions import Actor
from tournament.queries.events import read_listed
from tournament.web.visitors import for_coordinator


@for_coordinator
@require_safe
def show_group(request: HttpRequest, group: Group, by: Actor) -> HttpResponse:
    """The group's competitions."""
    context = {"group": group, "event": group.event, "listed": read_listed(group.event, timezone.now())}
    return render(request, "coordinator/group.html", context)
