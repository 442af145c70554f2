"""The page that asks for everybody's group, for an event that was set up without groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.actions.late_groups import bring_in_groups
from tournament.permissions import Actor
from tournament.queries.late_groups import read_names, read_why_without_groups
from tournament.rules.club_nights import lines_for_groups
from tournament.web.forms import Done, carry_out
from tournament.web.organiser.navigation import event_navigation
from tournament.words import count

if TYPE_CHECKING:
    from tournament.models import Event


def ask_for_groups(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Every name on a line, to write the group behind it. What was typed stays if a line is refused."""
    people = read_names(event)
    typed, done = lines_for_groups(people), Done[dict[str, int]]()
    if request.method == "POST":
        typed = request.POST.get("lines", "")
        done = carry_out(request, bring_in_groups, by=by, event=event.pk, lines=typed)
    if done.answer is not None:
        messages.success(request, _made(done.answer))
        return redirect("groups", event.slug)
    context = event_navigation(event, "event-settings") | {
        "people": len(people),
        "typed": typed,
        "rows": min(max(len(people), 4), 20),
        "why_not": read_why_without_groups(event),
        "trouble": done.trouble,
    }
    return render(request, "organiser/late_groups.html", context, status=done.status)


def _made(answer: dict[str, int]) -> str:
    if not answer["groups"]:
        return "This event has groups now. Add the first ones."
    return f"{count(answer['people'], 'name')} in {count(answer['groups'], 'group')}."
