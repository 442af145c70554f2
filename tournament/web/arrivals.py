"""The last step of every way to sign in: a new session, and the page somebody came for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.urls import reverse

from tournament.actions.arrivals import Came, came_already, come_in_once
from tournament.actions.sign_ins import note_sign_in
from tournament.queries.members import announced_events, helped_events, may_set_up, read_own_groups
from tournament.rules.browsers import browser_of, system_of
from tournament.web.forms import request_id
from tournament.web.visitors import OPENED, account_of, opened_by

if TYPE_CHECKING:
    from tournament.models import Account


def once(request: HttpRequest, come: Callable[[], Came]) -> Came:
    """Sign in by this form once, however often it was sent. What was open to the browser before stays open."""
    return come_in_once(request_id(request), _session(request), lambda: {"opened": opened_by(request), **come()})


def already(request: HttpRequest) -> Came | None:
    """As whom this form signed in when it was sent a moment ago, if it was."""
    return came_already(request_id(request), _session(request)) if request.method == "POST" else None


def _session(request: HttpRequest) -> str:
    """The session's key as the browser sent it. Of two quick presses the second finds that session gone."""
    return request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")


BY_TERMINAL: Final = "by_terminal"
"""The key in the session of somebody who came in by a link from the terminal, and so holds the machine in their
hands."""


def sign_in_as(request: HttpRequest, account: Account, opened: Sequence[int]) -> None:
    """Sign somebody in with a new session key, and note where. The links that the browser opened as coordinator stay
    open."""
    login(request, account, backend="django.contrib.auth.backends.ModelBackend")
    if request.session.session_key is None:  # somebody else was signed in, whose session is gone
        request.session.create()
    agent = request.headers.get("User-Agent", "")
    session = str(request.session.session_key)
    note_sign_in(account, session=session, browser=browser_of(agent), system=system_of(agent))
    if opened:
        request.session[OPENED] = list(opened)


def home_of(request: HttpRequest) -> str:
    """The page for somebody who did not ask for one."""
    account = account_of(request)
    if account is not None and may_set_up(account):
        return reverse("organise")
    groups = read_own_groups(account, opened_by(request))
    pages = [reverse("group", args=[group.pk]) for group in groups]
    if account is not None:
        pages += [reverse("mc", args=[event.slug]) for event in announced_events(account)]
        pages += [reverse("helper", args=[event.slug]) for event in helped_events(account)]
    if len(pages) != 1:
        return reverse("organise" if account is not None and pages else "first-page")
    return pages[0]
