"""All links of an event's coordinators on one page: to copy at once, to print, and as a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.actions.invitations import path_of
from tournament.permissions import Actor
from tournament.queries.group_facts import GroupFacts
from tournament.queries.groups import read_links
from tournament.queries.invitation_facts import InvitationFacts
from tournament.rules.pages import window
from tournament.web.links import is_only_here, is_only_in_this_network, site_of
from tournament.web.organiser.navigation import event_navigation
from tournament.web.paging import page_asked, pages_of, query
from tournament.web.spreadsheets import csv_file
from tournament.web.visitors import for_organiser

if TYPE_CHECKING:
    from tournament.models import Event

LINKS_ON_A_PAGE: Final = 60


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
    site = site_of(request)
    return [_link(group, invitation, site) for group, invitation in read_links(event)]


def _link(group: GroupFacts, invitation: InvitationFacts | None, site: str) -> GroupLink:
    path = path_of(invitation) if invitation else ""
    opened_at = invitation.opened_at if invitation else None
    return GroupLink(group.name, group.pk, f"{site}{path}" if path else "", opened_at)


@for_organiser
@require_safe
def show_links(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Who has which link, and who has opened theirs: page by page, or with `?all=yes` on one page to print. What is
    copied is all of them in any case."""
    links, site = _links(request, event), site_of(request)
    made = [link for link in links if link.link]
    size = len(links) if request.GET.get("all") == "yes" else LINKS_ON_A_PAGE
    at = reverse("group-links", args=[event.slug])
    pages = pages_of("Groups", len(links), max(1, size), page_asked(request), lambda page: at + query(page=page))
    context = event_navigation(event, "groups") | {
        "links": links[window(len(links), max(1, size), pages.number)],
        "pages": pages,
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
