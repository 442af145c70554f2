"""All links of an event's coordinators on one page: to copy at once, to print, and as a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.actions.invitations import path_of
from tournament.permissions import Actor
from tournament.queries.groups import GroupLine, read_groups
from tournament.web.links import is_only_here, is_only_in_this_network, site_of
from tournament.web.organiser.navigation import event_navigation
from tournament.web.spreadsheets import csv_file
from tournament.web.visitors import for_organiser

if TYPE_CHECKING:
    from tournament.models import Event


@dataclass(frozen=True)
class GroupLink:
    """A group's whole link. It is empty if there is none, or if an earlier version made it and the server's secret had
    changed since."""

    group: str
    pk: int
    link: str
    opened_at: datetime | None
    """When somebody first came in by it."""


def _links(request: HttpRequest, event: Event) -> Sequence[GroupLink]:
    """Every group, by name. Once names are erased, or where groups are left out, there is no such page."""
    if not event.has_groups or event.erased_at is not None:
        raise Http404("This event has no coordinators’ links.")
    return [_link(line, site_of(request)) for line in read_groups(event)]


def _link(line: GroupLine, site: str) -> GroupLink:
    path = path_of(line.invitation) if line.invitation else ""
    opened_at = line.invitation.opened_at if line.invitation else None
    return GroupLink(line.group.name, line.group.pk, f"{site}{path}" if path else "", opened_at)


@for_organiser
@require_safe
def show_links(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Who has which link, and who has opened theirs."""
    links, site = _links(request, event), site_of(request)
    made = [link for link in links if link.link]
    context = event_navigation(event, "groups") | {
        "links": links,
        "made": made,
        "without": len(links) - len(made),
        "opened": sum(link.opened_at is not None for link in made),
        "all_at_once": "\n".join(f"{link.group}: {link.link}" for link in made),
        "site": site,
        "only_here": is_only_here(site),
        "only_in_this_network": is_only_in_this_network(site),
    }
    return render(request, "organiser/group_links.html", context)


@for_organiser
@require_safe
def download_links(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """The same for a spreadsheet, or for a program that mails."""
    rows = [(link.group, link.link, _moment(link.opened_at)) for link in _links(request, event)]
    return csv_file(f"{event.slug}-links.csv", [("Group", "Link", "Opened"), *rows])


def _moment(at: datetime | None) -> str:
    return timezone.localtime(at).strftime("%Y-%m-%d %H:%M") if at else ""
