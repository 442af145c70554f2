"""Somebody's own account: what they are called, and a password for those who came by a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.actions import accounts
from tournament.queries.members import read_account
from tournament.rules.errors import Refused
from tournament.web.arrivals import BY_TERMINAL
from tournament.web.forms import trouble_of
from tournament.web.visitors import for_account

if TYPE_CHECKING:
    from tournament.models import Account


@for_account
@require_http_methods(["GET", "HEAD", "POST"])
def show_account(request: HttpRequest, account: Account) -> HttpResponse:
    """Change the name, or set or change the password. Somebody who changes it stays signed in here and nowhere else."""
    context = {
        "has_password": account.has_usable_password(),
        "is_keeper": _is_keeper(request),
        "name": str(account),
        "sign_in": account.username,
    }
    if request.method != "POST":
        return render(request, "signing_in/account.html", context)
    try:
        message = _save(request, account)
    except Refused as error:
        trouble, post = trouble_of(error), request.POST
        typed = {field: post[field] for field in ("name", "sign_in") if field in post}
        more = typed | {"trouble": trouble, "do": post.get("do", "")}
        return render(request, "signing_in/account.html", context | more, status=trouble.status)
    messages.success(request, message)
    return redirect("account")


def _is_keeper(request: HttpRequest) -> bool:
    """Whether this browser came in by a link from the terminal."""
    return bool(request.session.get(BY_TERMINAL))


def _save(request: HttpRequest, account: Account) -> str:
    fresh, post = read_account(account.pk), request.POST
    if post.get("do") == "name":
        accounts.introduce(fresh, name=post.get("name", ""))
        return "Saved. The log and the pages use this name from now on."
    typed = {field: post.get(field, "") for field in ("current", "sign_in", "password")}
    accounts.set_own_password(fresh, **typed, is_keeper=_is_keeper(request))
    update_session_auth_hash(request, fresh)
    return f"From now on you can sign in as {fresh.username}."
