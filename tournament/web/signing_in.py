"""Signing in by the link that the server prints, by an invitation or with a password; and signing out.

Opening a link keeps its hash in the session, and the link is gone from the address bar before anything is shown. Only
the button uses it up, because previews and prefetching browsers open links too. The link itself is stored nowhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.contrib.auth import authenticate, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.csrf import csrf_failure
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions import accounts, invitations
from tournament.actions.arrivals import Came
from tournament.queries.account_facts import account_facts
from tournament.queries.invitation_facts import invited_to
from tournament.queries.members import read_account, read_group_of_link
from tournament.rules import names
from tournament.rules.errors import Refused, TurntableError
from tournament.rules.key_hashes import hash_of
from tournament.rules.roles import Invited
from tournament.web.arrivals import BY_TERMINAL, already, home_of, once, sign_in_as
from tournament.web.forms import Trouble, trouble_of
from tournament.web.refused_guesses import Guess, note_refusal
from tournament.web.throttle import PAUSE, count_wrong_link, count_wrong_password, is_slowed, too_many_links
from tournament.web.visitors import OPENED, account_of, is_anonymous, opened_by
from tournament.web.waiting import hold_back

if TYPE_CHECKING:
    from tournament.models import Account

ARRIVING_BY: Final = "arriving_by"
"""The key in the session under which the link stands that somebody arrives by."""
MOST_OPEN_LINKS: Final = 20
"""A browser remembers this many coordinators' links."""
TOO_MANY_ATTEMPTS: Final = "Too many wrong attempts. Wait a minute, then try again."
DIFFERENT: Final = "This sign-in name and password don’t match."
SLOWED: Final = f"{DIFFERENT} There were many wrong attempts, so the next one takes a few seconds."


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
    hashed = hash_of(token)
    try:
        look(hashed)
    except TurntableError as error:
        count_wrong_link(request)
        note_refusal(request, Guess.LINK)
        if too_many_links(request):
            return hold_back(render(request, "refused.html", {"sentence": TOO_MANY_ATTEMPTS}, status=429), PAUSE)
        return render(request, "refused.html", {"sentence": str(error)}, status=403)
    request.session[ARRIVING_BY] = [kind, hashed]
    return redirect("welcome")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest) -> HttpResponse:
    """Say who they are here, and ask a new account for a name; the button signs in."""
    came = already(request)
    if came is not None:
        return _come_in(request, came)
    kind, hashed = request.session.get(ARRIVING_BY, ["", ""])
    if not kind:
        return redirect("sign-in" if is_anonymous(request) else home_of(request))
    try:
        return _by_login_link(request, hashed) if kind == "login" else _by_invitation(request, hashed)
    except TurntableError as error:
        request.session.pop(ARRIVING_BY, None)
        return render(request, "refused.html", {"sentence": str(error)}, status=403)


def _by_login_link(request: HttpRequest, hashed: str) -> HttpResponse:
    trouble = None
    if request.method == "POST":
        typed = {"name": request.POST.get("name", ""), **_typed(request)}
        try:
            came = once(request, lambda: {"account": accounts.sign_in_by_link(hashed, **typed).pk, BY_TERMINAL: True})
            return _come_in(request, came)
        except Refused as error:
            trouble = trouble_of(error)
    return _show_welcome(request, accounts.look_at_login_link(hashed).account, trouble)


def _by_invitation(request: HttpRequest, hashed: str) -> HttpResponse:
    trouble = None
    if request.method == "POST":
        try:
            return _come_in(request, once(request, lambda: _accept(request, hashed)))
        except Refused as error:
            trouble = trouble_of(error)
    invitation = invitations.look_at_invitation(hashed)
    invitations.check_role_is_new(invitation, account_of(request))
    return _show_welcome(request, account_of(request), trouble, invitation=invited_to(invitation))


def _accept(request: HttpRequest, hashed: str) -> Came:
    if invitations.look_at_invitation(hashed).role == Invited.COORDINATOR:
        return {"invitation": invitations.open_invitation(hashed).pk}
    name = request.POST.get("name", "")
    member = invitations.accept_invitation(hashed, account=account_of(request), name=name, **_typed(request))
    return {"account": member.account_id}


def _come_in(request: HttpRequest, came: Came) -> HttpResponse:
    """Sign an account in; for a coordinator, open one more link to this browser."""
    request.session.pop(ARRIVING_BY, None)
    if "account" in came:
        sign_in_as(request, read_account(came["account"]), came["opened"])
        if came.get(BY_TERMINAL):
            request.session[BY_TERMINAL] = True
        return redirect(home_of(request))
    request.session.cycle_key()
    request.session[OPENED] = list(dict.fromkeys([*came["opened"], came["invitation"]]))[-MOST_OPEN_LINKS:]
    return redirect("group", group=read_group_of_link(came["invitation"]))


def _typed(request: HttpRequest) -> dict[str, str]:
    return {"sign_in": request.POST.get("sign_in", ""), "password": request.POST.get("password", "")}


def _show_welcome(
    request: HttpRequest, account: Account | None, trouble: Trouble | None, **context: Any
) -> HttpResponse:
    typed: dict[str, Any] = {"name": request.POST.get("name", ""), "sign_in": request.POST.get("sign_in", "")}
    typed["password"] = bool(request.POST.get("password"))  # it is typed again, where they see the message
    context |= {"account": account_facts(account) if account else None, "trouble": trouble, "typed": typed}
    return render(request, "signing_in/welcome.html", context, status=trouble.status if trouble else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with a name and a password. People who have set none are told where their link is."""
    wanted = request.POST.get("next", request.GET.get("next", ""))
    safe = wanted if wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else ""
    context = {"next": safe, "typed": {"sign_in": request.POST.get("sign_in", "")}}
    if request.method != "POST":
        return render(request, "signing_in/sign_in.html", context)
    name = "".join(request.POST.get("sign_in", "").split()).casefold()
    known = names.is_printable(name)  # Postgres cannot even look for some of the rest
    account = authenticate(request, username=name, password=request.POST.get("password", "")) if known else None
    if account is None:
        pause = count_wrong_password(request, name)
        note_refusal(request, Guess.PASSWORD)
        trouble = SLOWED if is_slowed(request, name) else DIFFERENT
        return hold_back(render(request, "signing_in/sign_in.html", context | {"trouble": trouble}, status=403), pause)
    sign_in_as(request, account, opened_by(request))
    return redirect(safe or home_of(request))


def refuse_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form without its key.

    Somebody who pressed twice is signed in by the first press and has a new key, so they just go on.
    """
    page = request.resolver_match.url_name if request.resolver_match else ""
    if page in ("welcome", "sign-in", "group-password") and account_of(request) is not None:
        return redirect(home_of(request))
    return csrf_failure(request, reason)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out. As with signing in, the address only asks and the button does it."""
    if request.method != "POST":
        return render(request, "signing_in/sign_out.html")
    logout(request)
    return redirect("first-page")
