"""Who may open a page. Every page that is not for everyone begins with one of these.

    @for_account                        view(request, account, …)
    @for_keeper                         view(request, …)                    the laptop’s own pages
    @for_any_organiser                  view(request, by, …)                people who may set a new event up
    @for_organiser                      view(request, event, by, …)         at /organise/<event>/…
    @for_mc                             view(request, event, by, …)         at /mc/<event>/…
    @for_organiser_of_competition       view(request, competition, by, …)   at /organise/<event>/<competition>/…
    @for_mc_of_competition              view(request, competition, by, …)   in the same place
    @for_coordinator                    view(request, group, by, …)         at /group/<pk>/…

People who are not signed in are asked to sign in. To everybody else a page that is not theirs looks like one that does
not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from tournament.event_time import show_in_time_of
from tournament.permissions import (
    Actor,
    Numbered,
    Role,
    as_coordinator,
    as_helper,
    as_mc,
    as_organiser,
    coordinates_in,
    keeps_laptop,
)
from tournament.queries.group_facts import KnownGroup, group_facts
from tournament.queries.members import came_by_link_of, find_group, may_set_up, merged_into
from tournament.queries.slugs import find_competition_row, find_event_row
from tournament.web import badges
from tournament.web.fragments import is_fragment
from tournament.web.live_page import listen_for_team

if TYPE_CHECKING:
    from tournament.models import Account, Event

View = Callable[..., HttpResponse]
OPENED: Final = "opened_invitations"
"""The key in the session under which the invitations stand that this browser opened."""
NOT_YOURS: Final = "There’s nothing at this address, or you don’t have access to it."


def account_of(request: HttpRequest) -> Account | None:
    """The account that is signed in."""
    return request.user if request.user.is_authenticated else None


def is_of_team(request: HttpRequest, event: Numbered) -> bool:
    """Whether an organiser or MC of this event reads: they see its public pages also while those are closed."""
    account = account_of(request)
    return account is not None and as_mc(account, event) is not None


def works_for(request: HttpRequest, event: Numbered) -> bool:
    """Whether anybody reads who has pages of their own in this event: its team, a helper, a coordinator."""
    account, opened = account_of(request), opened_by(request)
    if account is not None and (as_mc(account, event) or as_helper(account, event)):
        return True
    return coordinates_in(account, opened, event)


def opened_by(request: HttpRequest) -> list[int]:
    """The coordinators' invitations this browser came in by."""
    return list(request.session.get(OPENED, []))


def ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Lead to the sign-in page and back. A fragment cannot be redirected by itself, so htmx gets the address."""
    address = f"{reverse('sign-in')}?{urlencode({'next': _page(request)})}"
    if is_fragment(request):
        return HttpResponse(headers={"HX-Redirect": address})
    return HttpResponseRedirect(address)


def _shut(request: HttpRequest, template: str = "", **context: Any) -> HttpResponse:
    """Say that there is nothing here, or why not any more.

    A fragment could not say so, so htmx loads the whole page again, which does.
    """
    if is_fragment(request):
        return HttpResponse(status=404, headers={"HX-Refresh": "true"})
    if template:
        return render(request, template, context, status=404)
    raise Http404(NOT_YOURS)


def _page(request: HttpRequest) -> str:
    """The page to come back to. A form cannot be sent again after signing in, but its page can be opened."""
    return request.get_full_path() if request.method in ("GET", "HEAD") else request.path


def is_anonymous(request: HttpRequest) -> bool:
    """Whether nobody is signed in and the browser came by no link."""
    return account_of(request) is None and not opened_by(request)


def for_account(view: View) -> View:
    """A page for people who are signed in."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, **rest: Any) -> HttpResponse:
        account = account_of(request)
        return ask_to_sign_in(request) if account is None else view(request, account, **rest)

    return guarded


def for_keeper(view: View) -> View:
    """The pages of the laptop itself, for its keeper. On servers there are none."""

    @for_account
    @wraps(view)
    def guarded(request: HttpRequest, account: Account, **rest: Any) -> HttpResponse:
        if not (settings.EMBEDDED and keeps_laptop(account)):
            return _shut(request)
        return view(request, **rest)

    return guarded


def for_any_organiser(view: View) -> View:
    """The pages that make an event: for the keeper, and people who already organise one."""

    @for_account
    @wraps(view)
    def guarded(request: HttpRequest, account: Account, **rest: Any) -> HttpResponse:
        if not may_set_up(account):
            return _shut(request)
        return view(request, Actor(Role.ORGANISER, None, str(account), account.pk), **rest)

    return guarded


def for_organiser(view: View) -> View:
    """The page of an event, for its organisers."""
    return _of_event(view, as_organiser)


def for_mc(view: View) -> View:
    """The page of an event, for its MCs and organisers."""
    return _of_event(view, as_mc)


def _of_event(view: View, as_who: Callable[[Account, Event], Actor | None]) -> View:
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, event: str, **rest: Any) -> HttpResponse:
        account = account_of(request)
        if account is None:
            return ask_to_sign_in(request)
        found = find_event_row(event)
        by = as_who(account, found) if found else None
        if found is None or by is None:
            return _shut(request)
        badges.give(request, "account", account.pk)
        listen_for_team(request, found.pk, by)
        show_in_time_of(found)
        return view(request, found, by, **rest)

    return guarded


def for_organiser_of_competition(view: View) -> View:
    """The page of a competition, for its event's organisers."""
    return _of_competition(view, as_organiser)


def for_helper(view: View) -> View:
    """The page of an event, for its helpers and organisers."""
    return _of_event(view, as_helper)


def for_helper_of_competition(view: View) -> View:
    """The page of a competition, for its event's helpers and organisers."""
    return _of_competition(view, as_helper)


def for_mc_of_competition(view: View) -> View:
    """The page of a competition, for its event's MCs and organisers."""
    return _of_competition(view, as_mc)


def _of_competition(view: View, as_who: Callable[[Account, Event], Actor | None]) -> View:
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, event: str, competition: str, **rest: Any) -> HttpResponse:
        account = account_of(request)
        if account is None:
            return ask_to_sign_in(request)
        found = find_competition_row(event, competition)
        by = as_who(account, found.event) if found else None
        if found is None or by is None:
            return _shut(request)
        badges.give(request, "account", account.pk)
        listen_for_team(request, found.event_id, by)
        show_in_time_of(found.event)
        return view(request, found, by, **rest)

    return guarded


def group_frame(group: KnownGroup) -> dict[str, Any]:
    """What the head of every page of a group needs."""
    facts = group_facts(group)
    return {"group": facts, "event": facts.event}


def for_coordinator(view: View) -> View:
    """The page of a group, for its coordinators; the organiser has pages of their own."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, group: int, **rest: Any) -> HttpResponse:
        if is_anonymous(request):
            return ask_to_sign_in(request)
        found = find_group(group)
        by = as_coordinator(account_of(request), opened_by(request), found) if found else None
        if found is not None and by is None and came_by_link_of(found, opened_by(request)):
            return _shut(request, "coordinator/ended.html", **group_frame(found))
        if found is None and (kept := merged_into(group, account_of(request), opened_by(request))):
            mine = as_coordinator(account_of(request), opened_by(request), kept) is not None
            return _shut(request, "coordinator/merged.html", **group_frame(kept), mine=mine)
        if found is None or by is None:
            return _shut(request)
        show_in_time_of(found.event)
        return view(request, found, by, **rest)

    return guarded
