"""The coordinator's page, and their list on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament import current_time
from tournament.permissions import Actor
from tournament.queries.group_list import read_group
from tournament.web.coordinator.access import for_group, group_page
from tournament.web.coordinator.headline import deadline, headline
from tournament.web.coordinator.list_words import GroupListSection
from tournament.web.visitors import account_of, for_coordinator, group_frame

if TYPE_CHECKING:
    from tournament.models import Group


@for_coordinator
@require_safe
def show_group(request: HttpRequest, group: Group, by: Actor) -> HttpResponse:
    """What is missing, what is entered, and where everybody sits."""
    if group.event.erased_at is not None:
        return render(request, "coordinator/erased.html", group_frame(group))
    page = group_page(group)  # first: no change falls between reading and listening
    now = current_time.now()
    competitions = read_group(group, now)
    context = page | {
        "sections": [GroupListSection(competition) for competition in competitions],
        "headline": headline(competitions),
        "deadline": deadline(competitions, now),
        "by_link": account_of(request) is None,
    }
    return render(request, "coordinator/group.html", context)


@for_group
@require_safe
def print_group(request: HttpRequest, group: Group, by: Actor) -> HttpResponse:
    """The list on paper: names, tables once there are any, and a box to tick on the bus."""
    now = current_time.now()
    sections = [GroupListSection(competition) for competition in read_group(group, now)]
    return render(request, "coordinator/print.html", group_page(group) | {"sections": sections, "now": now})
