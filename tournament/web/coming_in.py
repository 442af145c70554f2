"""The last step of every way in: a new session, and the page somebody came for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.urls import reverse

from tournament.actions.arrivals import Came, came_already, come_in_once
from tournament.models import Account
from tournament.queries.members import announced_events, may_set_up, read_own_groups
from tournament.web.forms import request_id
from tournament.web.visitors import OPENED, account_of, opened_by


def once(request: HttpRequest, come: Callable[[], Came]) -> Came:
    """Come in by this form, once however often it was sent; what was open to the browser before stays open."""
    return come_in_once(request_id(request), _session(request), lambda: {"opened": opened_by(request), **come()})


def already(request: HttpRequest) -> Came | None:
    """What came of this form when it was sent a moment ago."""
    return came_already(request_id(request), _session(request)) if request.method == "POST" else None


def _session(request: HttpRequest) -> str:
    """As the browser sent it: of two quick presses the second finds that session gone."""
    return request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")


def sign_in_as(request: HttpRequest, account: Account, opened: Sequence[int]) -> None:
    """Signed in, with a new session key; what the browser opened before as coordinator stays open."""
    login(request, account, backend="django.contrib.auth.backends.ModelBackend")
    if opened:
        request.session[OPENED] = list(opened)


def home_of(request: HttpRequest) -> str:
    """Where somebody goes who did not ask for a page."""
    account = account_of(request)
    if account is not None and may_set_up(account):
        return reverse("organise")
    groups = read_own_groups(account, opened_by(request))
    events = list(announced_events(account)) if account is not None else []
    if len(groups) + len(events) != 1:
        return reverse("organise" if account is not None and (groups or events) else "first-page")
    return reverse("group", args=[groups[0].pk]) if groups else reverse("mc", args=[events[0].slug])
