"""Coming in: by the link the server prints, by an invitation, or with a password; and going out.

A link is looked at, kept in the session and gone from the address bar before anything is shown; only the button
uses it up, because previews and prefetching browsers open links too.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth import authenticate, login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions import accounts, invitations
from tournament.models import Account, Invitation
from tournament.queries.members import announced_events, may_set_up, read_own_groups
from tournament.rules.errors import Refused, TurntableError
from tournament.rules.roles import Invited
from tournament.web.forms import Trouble, trouble_of
from tournament.web.throttle import count_wrong, too_many
from tournament.web.visitors import OPENED, account_of, opened_by

ARRIVING_BY: Final = "arriving_by"
SLOW_DOWN: Final = "Too many wrong attempts. Wait a minute, then try again."


@never_cache
@require_safe
def open_login_link(request: HttpRequest, token: str) -> HttpResponse:
    """The keeper's link, from the terminal."""
    return _arrive(request, "login", token, accounts.look_at_login_link)


@never_cache
@require_safe
def open_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """An organiser's, MC's or coordinator's link."""
    return _arrive(request, "join", token, invitations.look_at_invitation)


def _arrive(request: HttpRequest, kind: str, token: str, look: Any) -> HttpResponse:
    try:
        look(token)
    except TurntableError as error:
        count_wrong(request)
        if too_many(request):
            return render(request, "refused.html", {"sentence": SLOW_DOWN}, status=429)
        return render(request, "refused.html", {"sentence": str(error)}, status=403)
    request.session[ARRIVING_BY] = [kind, token]
    return redirect("welcome")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest) -> HttpResponse:
    """Who they are here, and for a new account what to call them; the button comes in."""
    kind, token = request.session.get(ARRIVING_BY, ["", ""])
    if not kind:
        return redirect("sign-in")
    try:
        return _by_login_link(request, token) if kind == "login" else _by_invitation(request, token)
    except TurntableError as error:
        request.session.pop(ARRIVING_BY, None)
        return render(request, "refused.html", {"sentence": str(error)}, status=403)


def _by_login_link(request: HttpRequest, token: str) -> HttpResponse:
    account = accounts.look_at_login_link(token).account
    if request.method != "POST":
        return _show_welcome(request, account=account)
    name = request.POST.get("name", "") or account.first_name
    try:
        account = accounts.sign_in_by_link(token, name=name, **_typed(request))
    except Refused as error:
        return _show_welcome(request, account=account, trouble=trouble_of(error))
    return _come_in(request, account)


def _by_invitation(request: HttpRequest, token: str) -> HttpResponse:
    invitation = invitations.look_at_invitation(token)
    if invitation.role == Invited.COORDINATOR:
        return _as_coordinator(request, token, invitation)
    account = account_of(request)
    if request.method != "POST":
        return _show_welcome(request, account=account, invitation=invitation)
    try:
        name = request.POST.get("name", "")
        member = invitations.accept_invitation(token, account=account, name=name, **_typed(request))
    except Refused as error:
        return _show_welcome(request, account=account, invitation=invitation, trouble=trouble_of(error))
    return _come_in(request, member.account)


def _as_coordinator(request: HttpRequest, token: str, invitation: Invitation) -> HttpResponse:
    if request.method != "POST":
        return _show_welcome(request, invitation=invitation)
    opened = invitations.open_invitation(token)
    kept = [*opened_by(request), opened.pk]
    request.session.pop(ARRIVING_BY)
    request.session.cycle_key()
    request.session[OPENED] = list(dict.fromkeys(kept))[-20:]
    return redirect("group", group=opened.group_id)


def _typed(request: HttpRequest) -> dict[str, str]:
    return {"sign_in": request.POST.get("sign_in", ""), "password": request.POST.get("password", "")}


def _show_welcome(request: HttpRequest, *, trouble: Trouble | None = None, **context: Any) -> HttpResponse:
    typed = {"name": request.POST.get("name", ""), "sign_in": request.POST.get("sign_in", "")}
    context |= {"trouble": trouble, "typed": typed}
    return render(request, "signing_in/welcome.html", context, status=trouble.status if trouble else 200)


def _come_in(request: HttpRequest, account: Account) -> HttpResponse:
    """Signed in, with a new session key; what the browser opened before as coordinator stays open."""
    kept = opened_by(request)
    request.session.pop(ARRIVING_BY, None)
    login(request, account, backend="django.contrib.auth.backends.ModelBackend")
    if kept:
        request.session[OPENED] = kept
    return redirect(_home(request, account))


def _home(request: HttpRequest, account: Account) -> str:
    """Where somebody goes who did not ask for a page."""
    if may_set_up(account):
        return reverse("organise")
    groups, events = read_own_groups(account, opened_by(request)), list(announced_events(account))
    if len(groups) + len(events) != 1:
        return reverse("organise" if groups or events else "first-page")
    return reverse("group", args=[groups[0].pk]) if groups else reverse("mc", args=[events[0].slug])


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """With a sign-in name and a password, for those who have set one; the others are told where their link is."""
    there = request.POST.get("next", request.GET.get("next", ""))
    safe = there if url_has_allowed_host_and_scheme(there, allowed_hosts=None) else ""
    context = {"next": safe, "typed": {"sign_in": request.POST.get("sign_in", "")}}
    if request.method != "POST":
        return render(request, "signing_in/sign_in.html", context)
    name = "".join(request.POST.get("sign_in", "").split()).casefold()
    if too_many(request, name):
        return render(request, "signing_in/sign_in.html", context | {"trouble": SLOW_DOWN}, status=429)
    account = authenticate(request, username=name, password=request.POST.get("password", ""))
    if not isinstance(account, Account):
        count_wrong(request, name)
        trouble = "This sign-in name and password do not go together."
        return render(request, "signing_in/sign_in.html", context | {"trouble": trouble}, status=403)
    came = _come_in(request, account)
    return redirect(safe) if safe else came


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """Like signing in: the address only asks, the button does it."""
    if request.method != "POST":
        return render(request, "signing_in/sign_out.html")
    logout(request)
    return redirect("first-page")
