"""Closing entries, after a look at what is missing; and opening them again, with a reason, until the draw is sealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament import current_time
from tournament.actions import registration
from tournament.permissions import Actor
from tournament.queries.entries import GroupFilter, read_entries
from tournament.queries.standing import is_open, read_standing
from tournament.web.forms import Trouble, carry_out, reason_given
from tournament.web.organiser.navigation import competition_navigation
from tournament.web.visitors import for_organiser_of_competition
from tournament.words import missing_in_words

if TYPE_CHECKING:
    from tournament.models import Competition

MOST_GROUPS_NAMED: Final = 60
"""More groups than this are told by their number; the entries page has all of them."""


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """What is still missing, and the button."""
    if request.method != "POST":
        return _ask_to_close(request, competition)
    done = carry_out(request, registration.close_entries, by=by, competition=competition.pk)
    if done.trouble:
        return _ask_to_close(request, competition, done.trouble)
    messages.success(request, "Entries are closed. Now choose the plan.")
    return redirect("plan", competition.event.slug, competition.slug)


def _ask_to_close(request: HttpRequest, competition: Competition, trouble: Trouble | None = None) -> HttpResponse:
    entries = read_entries(competition)
    missing = entries.under(GroupFilter.MISSING)
    context = competition_navigation(competition, "entries") | {
        "entries": entries,
        "lacking": len(missing),
        "missing": [(group.name, missing_in_words(group.missing)) for group in missing[:MOST_GROUPS_NAMED]],
        "open": is_open(competition, current_time.now()),
        "trouble": trouble,
    }
    return render(request, "organiser/close_entries.html", context, status=trouble.status if trouble else 200)


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Why, and the button."""
    if request.method != "POST":
        return _ask_to_reopen(request, competition)
    told = reason_given(request) | {"keep_closing": bool(request.POST.get("keep_closing"))}
    done = carry_out(request, registration.reopen_entries, by=by, competition=competition.pk, **told)
    if done.trouble:
        return _ask_to_reopen(request, competition, done.trouble)
    messages.success(request, "Entries are open again.")
    return redirect("entries", competition.event.slug, competition.slug)


def _ask_to_reopen(request: HttpRequest, competition: Competition, trouble: Trouble | None = None) -> HttpResponse:
    now, closes = current_time.now(), competition.closes_at
    draw = read_standing(competition, now).draw
    context = competition_navigation(competition, "entries") | {
        "open": is_open(competition, now),
        "closes": closes if closes and closes > now else None,
        "sealed": draw is not None and draw.sealed_at is not None,
        "chosen": draw is not None,
        "typed": request.POST,
        "trouble": trouble,
    }
    return render(request, "organiser/reopen_entries.html", context, status=trouble.status if trouble else 200)
