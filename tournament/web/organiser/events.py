"""The organiser's events, and one event's overview."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.permissions import Actor
from tournament.queries.events import read_listed, read_listed_of
from tournament.queries.groups import read_numbers
from tournament.queries.members import announced_events, may_set_up, organised_events, read_own_groups
from tournament.queries.wishes import count_open_wishes
from tournament.web.organiser.navigation import WAYS_OF_COMPETITION, event_navigation
from tournament.web.organiser.next_steps import step_of_competition, step_of_event
from tournament.web.visitors import for_account, for_organiser, opened_by

if TYPE_CHECKING:
    from tournament.models import Account, Event


@for_account
@require_safe
def show_events(request: HttpRequest, account: Account) -> HttpResponse:
    """The events this person organises or announces, and the groups they coordinate."""
    events = organised_events(account)
    listed = read_listed_of(events, timezone.now())
    names = Counter(event.name for event in events)
    context = {
        "events": [(event, listed[event.pk], names[event.name] > 1) for event in events],
        "groups": read_own_groups(account, opened_by(request)),
        "new": may_set_up(account),
        "announced": announced_events(account),
    }
    return render(request, "organiser/events.html", context)


@for_organiser
@require_safe
def show_event(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """What to do next: for the event, and for each competition."""
    listed, numbers = read_listed(event, timezone.now()), read_numbers(event)
    asks = count_open_wishes(line.competition for line in listed)
    context = event_navigation(event, "event") | {
        "step": step_of_event(event, listed, numbers),
        "competitions": [
            (line, step_of_competition(line, numbers), asks.get(line.competition.pk, 0)) for line in listed
        ],
        "ways_of_competition": WAYS_OF_COMPETITION,
        "numbers": numbers,
    }
    return render(request, "organiser/event.html", context)
