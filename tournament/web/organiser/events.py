"""The organiser's events, and one event's overview."""

from __future__ import annotations

from collections import Counter

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.models import Account, Event
from tournament.permissions import Actor
from tournament.queries.events import read_listed, read_listed_of
from tournament.queries.groups import read_numbers
from tournament.queries.members import announced_events, may_set_up, organised_events, read_own_groups
from tournament.queries.wishes import count_open_wishes
from tournament.web.organiser.navigation import WAYS_OF_COMPETITION, event_navigation
from tournament.web.organiser.next_steps import step_of_competition, step_of_event
from tournament.web.visitors import for_account, for_organiser, opened_by


@for_account
@require_safe
def show_events(request: HttpRequest, account: Account) -> HttpResponse:
    """Every event this person organises, and the groups they coordinate."""
    events = list(organised_events(account).order_by("fictional", F("date").desc(nulls_last=True), "-pk"))
    listed = read_listed_of(events, timezone.now())
    names = Counter(event.name for event in events)
    for event in events:
        event.is_double = names[event.name] > 1  # type: ignore[attr-defined]
    groups = read_own_groups(account, opened_by(request))
    context = {"events": [(event, listed[event.pk]) for event in events], "groups": groups, "new": may_set_up(account)}
    return render(request, "organiser/events.html", context | {"announced": announced_events(account).order_by("-pk")})


@for_organiser
@require_safe
def show_event(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """What to do next: for the event, and for each competition."""
    listed, numbers = read_listed(event, timezone.now()), read_numbers(event)
    asks = count_open_wishes(one.competition for one in listed)
    context = event_navigation(event, "event") | {
        "step": step_of_event(event, listed, numbers),
        "competitions": [(one, step_of_competition(one, numbers), asks.get(one.competition.pk, 0)) for one in listed],
        "ways_of_competition": WAYS_OF_COMPETITION,
        "numbers": numbers,
    }
    return render(request, "organiser/event.html", context)
