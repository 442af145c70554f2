"""A password, for the coordinator who would rather not look for the link again."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.actions import invitations
from tournament.models import Group, Invitation
from tournament.permissions import Actor
from tournament.rules.errors import Refused
from tournament.web.coordinator.group import group_frame
from tournament.web.coordinator.visit import for_group
from tournament.web.forms import trouble_of
from tournament.web.visitors import OPENED, account_of, opened_by


@for_group
@require_http_methods(["GET", "HEAD", "POST"])
def set_password(request: HttpRequest, group: Group, by: Actor) -> HttpResponse:
    """Whoever came by the link may sign in without it from now on, also when it is made again."""
    if account_of(request) is not None:
        messages.info(request, f"You are signed in as {account_of(request)}.")
        return redirect("group", group.pk)
    typed = {field: request.POST.get(field, "") for field in ("name", "sign_in", "password")}
    context = group_frame(group) | {"typed": typed}
    if request.method != "POST":
        return render(request, "coordinator/password.html", context)
    opened = opened_by(request)
    invitation = Invitation.objects.filter(pk__in=opened, group=group, revoked_at__isnull=True).first()
    if invitation is None:  # revoked a moment ago: the group's page says so
        return redirect("group", group.pk)
    try:
        member = invitations.keep_by_password(invitation, **typed)
    except Refused as error:
        trouble = trouble_of(error)
        return render(request, "coordinator/password.html", context | {"trouble": trouble}, status=trouble.status)
    login(request, member.account, backend="django.contrib.auth.backends.ModelBackend")
    request.session[OPENED] = opened
    messages.success(request, f"From now on you can sign in as {member.account.username}.")
    return redirect("group", group.pk)
