"""Somebody's own account: what they are called, a password for those who came by a link, and where they are signed
in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.actions import accounts, sign_ins
from tournament.queries.members import read_account
from tournament.queries.sign_ins import read_sign_ins
from tournament.rules.errors import Refused
from tournament.rules.numbers import whole_number
from tournament.web.arrivals import BY_TERMINAL
from tournament.web.forms import trouble_of
from tournament.web.visitors import for_account

if TYPE_CHECKING:
    from tournament.models import Account


@for_account
@require_http_methods(["GET", "HEAD", "POST"])
def show_account(request: HttpRequest, account: Account) -> HttpResponse:
    """Change the name, set or change the password, or sign out somewhere else. Somebody who changes the password stays
    signed in in this browser and nowhere else."""
    context = {
        "has_password": account.has_usable_password(),
        "is_keeper": _is_keeper(request),
        "name": str(account),
        "sign_in": account.username,
        "sign_ins": read_sign_ins(account, request.session.session_key),
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
    if post.get("do") == "end":
        ended = sign_ins.end_sign_in(fresh, whole_number(post.get("signed_in", "")) or 0)
        return "You’re signed out there." if ended else "You had already signed out there."
    typed = {field: post.get(field, "") for field in ("current", "sign_in", "password")}
    accounts.set_own_password(fresh, **typed, is_keeper=_is_keeper(request))
    update_session_auth_hash(request, fresh)
    sign_ins.end_others(fresh, kept=str(request.session.session_key))
    return f"From now on you can sign in as {fresh.username}."
