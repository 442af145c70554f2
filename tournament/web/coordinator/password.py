"""A password, for the coordinator who would rather not look for the link again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.actions import invitations
from tournament.actions.arrivals import Came
from tournament.permissions import Actor
from tournament.queries.group_entries import find_standing_link
from tournament.queries.members import read_account
from tournament.rules.errors import TurntableError
from tournament.web.arrivals import already, once, sign_in_as
from tournament.web.coordinator.access import for_group, group_page
from tournament.web.forms import trouble_of
from tournament.web.visitors import account_of, opened_by

if TYPE_CHECKING:
    from tournament.models import Group


@require_http_methods(["GET", "HEAD", "POST"])
def set_password(request: HttpRequest, group: int) -> HttpResponse:
    """Somebody who came by the link may sign in without it from now on, also when the link is made again."""
    came = already(request)
    return _ask(request, group=group) if came is None else _come_in(request, group, came)


@for_group
def _ask(request: HttpRequest, group: Group, by: Actor) -> HttpResponse:
    if account_of(request) is not None:
        messages.info(request, f"You’re signed in as {account_of(request)}.")
        return redirect("group", group.pk)
    typed = {field: request.POST.get(field, "") for field in ("name", "sign_in", "password")}
    context = group_page(group) | {"typed": typed}
    if request.method != "POST":
        return render(request, "coordinator/password.html", context)
    invitation = find_standing_link(group, opened_by(request))
    if invitation is None:  # revoked a moment ago: the group's page says so
        return redirect("group", group.pk)
    try:
        came = once(request, lambda: {"account": invitations.keep_by_password(invitation, **typed).account_id})
    except TurntableError as error:
        trouble = trouble_of(error)
        return render(request, "coordinator/password.html", context | {"trouble": trouble}, status=trouble.status)
    return _come_in(request, group.pk, came)


def _come_in(request: HttpRequest, group: int, came: Came) -> HttpResponse:
    account = read_account(came["account"])
    sign_in_as(request, account, came["opened"])
    messages.success(request, f"From now on you can sign in as {account.username}.")
    return redirect("group", group)
