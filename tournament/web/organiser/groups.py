"""The event's groups: the list, one group with its coordinator's link, and the slips to print."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions import groups, invitations, mailing
from tournament.permissions import Actor
from tournament.printing.invitation_slips import draw_slips_of
from tournament.queries.event_facts import event_facts
from tournament.queries.group_facts import group_facts
from tournament.queries.groups import (
    GroupLine,
    find_twin,
    last_mail,
    read_entries_of_group,
    read_groups,
    read_other_groups,
)
from tournament.queries.invitation_facts import InvitationFacts, find_open_link
from tournament.queries.members import Member, find_group, read_coordinators
from tournament.queries.search import LONGEST_SEARCH, holds
from tournament.rules.pages import window
from tournament.web.forms import Deed, Done, do, number, number_in
from tournament.web.links import is_only_here, is_only_in_this_network, qr_code, site_of
from tournament.web.organiser.late_groups import ask_for_groups
from tournament.web.organiser.navigation import event_navigation
from tournament.web.paging import page_asked, pages_of, query
from tournament.web.small_papers import at_once, paper_in
from tournament.web.visitors import for_organiser
from tournament.words import count, listed

if TYPE_CHECKING:
    from tournament.models import Event, Group

GROUPS_ON_A_PAGE: Final = 60


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def show_groups(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Every group with its entries and its link; further ones are added, many at once. Where groups were left out, the
    page that adds them after all."""
    if not event.has_groups:
        return ask_for_groups(request, event, by)
    done = do(request, _deeds(request, event, by)) if request.method == "POST" else Done()
    if request.method == "POST" and done.trouble is None:
        return redirect("groups", event=event.slug)
    lines = read_groups(event)
    context = event_navigation(event, "groups") | _found(request, event, lines)
    context |= {
        "lines": lines,
        "without_link": sum(line.invitation is None for line in lines),
        "typed": request.POST.get("lines", ""),
        "site": site_of(request),
        "only_here": is_only_here(site_of(request)),
        "only_in_this_network": is_only_in_this_network(site_of(request)),
        "trouble": done.trouble,
    }
    return render(request, "organiser/groups.html", context, status=done.status)


def _found(request: HttpRequest, event: Event, lines: Sequence[GroupLine]) -> dict[str, Any]:
    """The groups that somebody searches for, or all: a page of them."""
    words, number = request.GET.get("q", "")[:LONGEST_SEARCH], page_asked(request)
    at = reverse("groups", args=[event.slug])
    found = [place for place, line in enumerate(lines) if not words.strip() or holds(line.group.name, words)]
    shown = found[window(len(found), GROUPS_ON_A_PAGE, number)]
    address = lambda page: at + query(q=words, page=page)  # noqa: E731 (one line says it)
    return {
        "found": [(lines[place], find_twin(lines, place)) for place in shown],
        "pages": pages_of("Groups", len(found), GROUPS_ON_A_PAGE, number, address),
        "words": words,
    }


def _deeds(request: HttpRequest, event: Event, by: Actor) -> dict[str, Deed]:
    of = {"by": by, "event": event.pk}
    lines = request.POST.get("lines", "").splitlines()
    return {
        "add": Deed(groups.add_groups, of | {"lines": lines}, _added),
        "invite": Deed(invitations.invite_missing, of, lambda made: f"{count(made, 'link')} made."),
    }


def _added(answer: dict[str, int]) -> str:
    known = f" You already had {count(answer['there'], 'group')}." if answer["there"] else ""
    twice = f" {count(answer['twice'], 'line')} repeated a group." if answer["twice"] else ""
    return f"{count(answer['added'], 'group')} added.{known}{twice}"


# One group


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def show_group(request: HttpRequest, event: Event, by: Actor, group: int) -> HttpResponse:
    """Its coordinator's link in every way it can be handed on, and what is done to the group itself."""
    found = find_group(group)
    if found is None or found.event_id != event.pk or not event.has_groups:
        raise Http404("That group is no longer in this event.")
    done = do(request, _deeds_of_group(request, found, by)) if request.method == "POST" else Done()
    if request.method == "POST" and done.trouble is None:
        gone = request.POST["do"] in ("merge", "remove")
        return redirect("groups", event=event.slug) if gone else redirect("event-group", event=event.slug, group=group)
    found.refresh_from_db()
    context = event_navigation(event, "groups") | _shown(request, found) | {"trouble": done.trouble}
    return render(request, "organiser/group.html", context, status=done.status)


def _mailed(invitation: int) -> str:
    """What is known of the mail so far: a broker that is away is noticed at once."""
    last = last_mail(invitation)
    if last is not None and last.failed:
        return "The mail couldn’t be sent. Copy the link, show its code, or try again later."
    return "The mail is on its way."


def _deeds_of_group(request: HttpRequest, group: Group, by: Actor) -> dict[str, Deed]:
    post, of = request.POST, {"by": by, "group": group.pk}
    name = {"name": post.get("name", ""), "was": post.get("was", "")}
    into = {"into": number(request, "into"), "sure": bool(post.get("sure"))}
    link, ends = {"by": by, "invitation": number(request, "invitation")}, {"members": bool(post.get("members"))}
    mail = {"to": post.get("to", ""), "site": site_of(request)}
    removed = _removed(group) if ends["members"] else ""
    return {
        "rename": Deed(groups.rename_group, of | name, lambda _: "Saved."),
        "invite": Deed(
            invitations.invite,
            of | ends | {"event": group.event_id, "role": "coordinator"},
            lambda _: f"The new link is ready.{removed}",
        ),
        "revoke": Deed(invitations.revoke_invitation, link | ends, lambda _: f"The link no longer works.{removed}"),
        "mail": Deed(mailing.mail_invitation, link | mail, lambda _: _mailed(number(request, "invitation"))),
        "merge": Deed(groups.merge_groups, of | into, lambda _: f"{group} is merged."),
        "remove": Deed(groups.remove_group, of, lambda _: f"{group} is removed."),
        "dismiss": Deed(
            invitations.remove_member,
            {"by": by, "membership": number(request, "membership")},
            lambda _: "They’re no longer a coordinator.",
        ),
    }


def _removed(group: Group) -> str:
    """Who goes with the group's link, to follow a sentence."""
    gone = [member.name for member in _members_by_link(read_coordinators(group), find_open_link(group))]
    now = "is no longer a coordinator" if len(gone) == 1 else "are no longer coordinators"
    return f" {listed(gone)} {now}." if gone else ""


def _members_by_link(coordinators: Sequence[Member], link: InvitationFacts | None) -> list[Member]:
    """The coordinators who set a password by this link."""
    return [member for member in coordinators if link is not None and member.invitation == link.pk]


def _shown(request: HttpRequest, group: Group) -> dict[str, Any]:
    """The group, what it has entered, its link, and the other groups it may be one with."""
    post, link, coordinators = request.POST, find_open_link(group), read_coordinators(group)
    return {
        "group": group_facts(group),
        "entries": read_entries_of_group(group),
        "others": read_other_groups(group),
        "coordinators": coordinators,
        "by_this_link": _members_by_link(coordinators, link),
        "typed": {
            "name": post.get("name", group.name),
            "to": post.get("to", ""),
            "into": number(request, "into") or number_in(request.GET.get("into", "")),
        },
        "said_again": {"into": post.get("into", "")},
        "mail": settings.MAIL is not None,
        "mailed": last_mail(link.pk) if link else None,
    } | shown_link(request, link)


def shown_link(request: HttpRequest, invitation: InvitationFacts | None) -> dict[str, Any]:
    """An invitation's whole link with its QR code. Empty if there is none, or if an earlier version made it
    and the server's secret had changed since."""
    site = site_of(request)
    path = invitations.path_of(invitation) if invitation else ""
    code: SafeString | str = qr_code(f"{site}{path}") if path else ""
    return {
        "invitation": invitation,
        "link": f"{site}{path}" if path else "",
        "code": code,
        "site": site,
        "only_here": is_only_here(site),
        "only_in_this_network": is_only_in_this_network(site),
    }


# Paper


@for_organiser
@require_safe
def print_slips(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """A slip to hand to each group's coordinator, or with ?group= to one."""
    only = number_in(request.GET["group"]) if "group" in request.GET else None
    facts, site = event_facts(event), site_of(request)
    draw = partial(draw_slips_of, event=facts, site=site, only=only)
    return at_once(draw, paper_in(request), f"{event}: slips", f"{event.slug}-slips")
