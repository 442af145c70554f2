"""Who organises, announces and helps: the members of an event, and the invitations that are still open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.actions import invitations
from tournament.permissions import Actor
from tournament.queries.invitation_facts import open_invitations
from tournament.queries.members import read_members
from tournament.web.forms import Deed, Done, do, number
from tournament.web.organiser.groups import shown_link
from tournament.web.organiser.navigation import event_navigation
from tournament.web.visitors import for_organiser

if TYPE_CHECKING:
    from tournament.models import Event


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def show_team(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Organisers, MCs and helpers, and how to invite one."""
    done = do(request, _deeds(request, event, by)) if request.method == "POST" else Done()
    if request.method == "POST" and done.trouble is None:
        return redirect("team", event=event.slug)
    waiting = [invitation for invitation in open_invitations(event) if invitation.group is None]
    context = event_navigation(event, "team") | {
        "members": read_members(event),
        "me": by.account,
        "open": [shown_link(request, invitation) for invitation in reversed(waiting)],
        "trouble": done.trouble,
    }
    return render(request, "organiser/team.html", context, status=done.status)


def _deeds(request: HttpRequest, event: Event, by: Actor) -> dict[str, Deed]:
    inviting = {"by": by, "event": event.pk}
    return {
        "invite organiser": Deed(
            invitations.invite, inviting | {"role": "organiser"}, lambda _: "The invitation is below: pass it on."
        ),
        "invite mc": Deed(
            invitations.invite, inviting | {"role": "mc"}, lambda _: "The invitation is below: pass it on."
        ),
        "invite helper": Deed(
            invitations.invite, inviting | {"role": "helper"}, lambda _: "The invitation is below: pass it on."
        ),
        "revoke": Deed(
            invitations.revoke_invitation,
            {"by": by, "invitation": number(request, "invitation")},
            lambda _: "The invitation no longer works.",
        ),
        "remove": Deed(
            invitations.remove_member,
            {"by": by, "membership": number(request, "membership")},
            lambda _: "They lose access at their next click.",
        ),
    }
