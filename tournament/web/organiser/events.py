"""The organiser's events, and one event's overview."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import current_time
from tournament.actions import copying, looking_after, removed_events
from tournament.backups.status import read_status
from tournament.permissions import Actor, as_organiser_of_removed, keeps_laptop
from tournament.queries.events import read_event, read_listed, read_listed_of
from tournament.queries.groups import read_numbers
from tournament.queries.members import (
    announced_events,
    find_organised_events,
    helped_events,
    may_set_up,
    read_found_events,
    read_own_groups,
)
from tournament.queries.reminding import read_names_to_erase
from tournament.queries.removing import read_copies
from tournament.queries.screens import read_slides
from tournament.queries.search import LONGEST_SEARCH
from tournament.queries.wishes import count_open_wishes
from tournament.rules.pages import window
from tournament.web.forms import Done, carry_out, number
from tournament.web.organiser.backup_words import BackupWords, status_in_words
from tournament.web.organiser.navigation import WAYS_OF_COMPETITION, event_navigation
from tournament.web.organiser.next_steps import step_of_competition, step_of_event
from tournament.web.paging import page_asked, pages_of, query
from tournament.web.visitors import NOT_YOURS, account_of, for_account, for_organiser, opened_by
from tournament.words import new_short_address

if TYPE_CHECKING:
    from tournament.models import Account, Event

EVENTS_ON_A_PAGE: Final = 24


@for_account
@require_http_methods(["GET", "HEAD", "POST"])
def show_events(request: HttpRequest, account: Account) -> HttpResponse:
    """The events in whose team this person is, the groups they coordinate, and what they can bring back."""
    if request.method == "POST":
        return _bring_back(request, account)
    context = _organised(request, account) | {
        "groups": read_own_groups(account, opened_by(request)),
        "new": may_set_up(account),
        "announced": announced_events(account),
        "helped": helped_events(account),
        "removed": read_copies(account),
        "backups": _backups(current_time.now()) if keeps_laptop(account) else None,
    }
    return render(request, "organiser/events.html", context)


def _organised(request: HttpRequest, account: Account) -> dict[str, Any]:
    """The events that somebody organises, or those that they search for: a page of them."""
    words, number, now = request.GET.get("q", "")[:LONGEST_SEARCH], page_asked(request), current_time.now()
    every = find_organised_events(account)
    found = find_organised_events(account, words) if words.strip() else every
    events = read_found_events(found[window(len(found), EVENTS_ON_A_PAGE, number)])
    listed, to_erase = read_listed_of(events, now), read_names_to_erase([event.pk for event in events], now)
    names = Counter(event.name for event in every)
    address = lambda page: reverse("organise") + query(q=words, page=page)  # noqa: E731 (one line says it)
    return {
        "events": [(event, listed[event.pk], names[event.name] > 1, to_erase.get(event.pk, 0)) for event in events],
        "number_of_events": len(every),
        "words": words,
        "pages": pages_of("Events", len(found), EVENTS_ON_A_PAGE, number, address),
    }


def _bring_back(request: HttpRequest, account: Account) -> HttpResponse:
    """A removed event comes back, and its page opens."""
    removed = number(request, "event")
    by = as_organiser_of_removed(account, removed)
    if by is None:
        raise Http404(NOT_YOURS)
    done = carry_out(request, removed_events.bring_back, by=by, event=removed)
    if done.answer is None:
        messages.error(request, str(done.trouble))
        return redirect("organise")
    event, short = read_event(done.answer["event"]), done.answer["new_short"]
    messages.success(request, f"{event} is back. {new_short_address(short) if short else ''}".strip())
    return redirect("event", event.slug)


@for_organiser
@require_safe
def show_event(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """What to do next: for the event, and for each competition."""
    now = current_time.now()
    listed, numbers = read_listed(event, now), read_numbers(event)
    asks = count_open_wishes([line.competition for line in listed], now)
    context = event_navigation(event, "event") | {
        "step": step_of_event(event, listed, numbers),
        "competitions": [
            (line, step_of_competition(line, numbers), asks.get(line.competition.pk, 0)) for line in listed
        ],
        "ways_of_competition": WAYS_OF_COMPETITION,
        "numbers": numbers,
        "names_to_erase": read_names_to_erase([event.pk], now).get(event.pk, 0),
        "backups": _backups(now),
        "keeps_laptop": keeps_laptop(account_of(request)),
    }
    return render(request, "organiser/event.html", context)


def _backups(now: datetime) -> BackupWords | None:
    """How the laptop's backups are; None on servers."""
    status = read_status()
    return status_in_words(status, now) if status else None


@for_organiser
@require_POST
def keep_names(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """The names stay for now, and nobody is reminded again."""
    done = carry_out(request, looking_after.keep_names, by=by, event=event.pk)
    if done.trouble is None:
        messages.success(request, "The names stay. You can erase them at any time, under Settings.")
    return redirect("event", event.slug)


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def copy(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """A new event like this one: a name and a day, and whether its people and slides come along."""
    typed = {field: request.POST.get(field, "") for field in ("name", "on", "people", "slides")}
    if request.method != "POST":
        typed |= {"name": event.name, "people": "" if event.has_groups else "yes"}
    choices = {"people": typed["people"] == "yes", "slides": typed["slides"] == "yes"}
    about = {"name": typed["name"], "on": typed["on"], "sure": request.POST.get("sure") == "yes"} | choices
    done = (
        carry_out(request, copying.copy_event, by=by, event=event.pk, **about) if request.method == "POST" else Done()
    )
    if done.answer is not None:
        made = read_event(done.answer)
        messages.success(request, f"{made} is set up like {event}.")
        return redirect("event", made.slug)
    context = event_navigation(event, "event") | {"typed": typed, "said_again": typed, "trouble": done.trouble}
    context["slides"] = len(read_slides(event))
    return render(request, "organiser/copy.html", context, status=done.status)
