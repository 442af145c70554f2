"""The organiser fixes how somebody's name is spelt: from the entries, the check-in desk, or a table's sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournament import current_time
from tournament.actions import spelling
from tournament.permissions import Actor
from tournament.queries.entries import find_entry
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.group_facts import EntryFacts
from tournament.queries.spellings import read_former_spellings
from tournament.queries.standing import read_standing
from tournament.web.forms import Trouble, carry_out
from tournament.web.organiser.navigation import competition_navigation, way_back
from tournament.web.visitors import for_organiser_of_competition

if TYPE_CHECKING:
    from tournament.models import Competition


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def fix_spelling(request: HttpRequest, competition: Competition, by: Actor, entry: int) -> HttpResponse:
    """Show the name, to be typed again. A name that looks like somebody else, or is alike to another of the group, is
    asked about."""
    found = find_entry(competition, entry)
    if found is None:
        raise Http404("There is no such entry in this competition.")
    if request.method != "POST":
        return _show(request, found)
    typed = {name: request.POST.get(name, "") for name in ("name", "was", "why")}
    answers = {"same_person": request.POST.get("same") == "yes", "sure": request.POST.get("sure") == "yes"}
    done = carry_out(request, spelling.respell, by=by, competitor=found.person, **typed, **answers)
    if done.trouble is not None:
        return _show(request, find_entry(competition, entry) or found, done.trouble)
    name = " ".join(typed["name"].split())
    messages.success(
        request, f"Fixed: {name}. Tablets and screens update too; the print room says which papers are out of date."
    )
    return redirect(_back(request, competition))


def _back(request: HttpRequest, competition: KnownCompetition) -> str:
    asked = request.POST.get("back", "") or request.GET.get("back", "")
    return way_back(asked, reverse("entries", args=[competition.event.slug, competition.slug]))


def _show(request: HttpRequest, entry: EntryFacts, trouble: Trouble | None = None) -> HttpResponse:
    competition = entry.competition
    context = competition_navigation(competition, "entries") | {
        "entry": entry,
        "former": read_former_spellings(entry.person),
        "standing": read_standing(competition, current_time.now()),
        "back": _back(request, competition),
        "typed": request.POST.get("name", "") if trouble else entry.name,
        "why": request.POST.get("why", ""),
        "said_again": {name: request.POST.get(name, "") for name in ("name", "was", "why", "same", "back")},
        "trouble": trouble,
    }
    return render(request, "organiser/spelling.html", context, status=trouble.status if trouble else 200)
