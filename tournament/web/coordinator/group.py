"""The coordinator's page, and their list on paper."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.live.topics import everyone
from tournament.models import Group
from tournament.permissions import Actor
from tournament.queries.coordinator import read_group
from tournament.web.coordinator.headline import deadline, headline
from tournament.web.coordinator.visit import for_group
from tournament.web.everyone import SPREAD
from tournament.web.live_page import live_context
from tournament.web.visitors import account_of, for_coordinator


def group_frame(group: Group) -> dict[str, Any]:
    """What the head of every page of a group needs."""
    return {"group": group, "event": group.event}


@for_coordinator
@require_safe
def show_group(request: HttpRequest, group: Group, by: Actor) -> HttpResponse:
    """What is missing, what is entered, and where everybody sits."""
    if group.event.erased_at is not None:
        return render(request, "coordinator/erased.html", group_frame(group))
    topics = [everyone(pk) for pk in group.event.competitions.values_list("pk", flat=True)]
    hears = live_context(topics, spread=SPREAD)
    now = timezone.now()
    parts = read_group(group, now)
    context = group_frame(group) | {"parts": parts, "headline": headline(parts), "deadline": deadline(parts, now)}
    return render(request, "coordinator/group.html", context | hears | {"by_link": account_of(request) is None})


@for_group
@require_safe
def print_group(request: HttpRequest, group: Group, by: Actor) -> HttpResponse:
    """The list on paper: names, tables once there are any, and a box to tick on the bus."""
    now = timezone.now()
    return render(request, "coordinator/print.html", group_frame(group) | {"parts": read_group(group, now), "now": now})
