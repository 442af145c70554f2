"""A coordinator fixes how the name of one of their people is spelt, at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament import current_time
from tournament.actions import spelling, wishes
from tournament.permissions import Actor
from tournament.queries.group_facts import EntryFacts
from tournament.queries.standing import is_open
from tournament.web.coordinator.access import ANSWER_FOLLOWS, find_entry, for_group, group_page, no_longer_there
from tournament.web.forms import Trouble, carry_out

if TYPE_CHECKING:
    from tournament.models import Group


@for_group
@require_http_methods(["GET", "HEAD", "POST"])
def fix_spelling(request: HttpRequest, group: Group, by: Actor, entry: int) -> HttpResponse:
    """Show the name, to be typed again. A name that looks like somebody else is a substitution, or for the organiser to
    confirm."""
    found = find_entry(group, entry)
    if request.method != "POST":
        return _show(request, found)
    typed, was = request.POST.get("name", ""), request.POST.get("was", "")
    sure = request.POST.get("sure") == "yes"
    if request.POST.get("do") == "ask":
        return _ask(request, by, found, typed, sure=sure)
    done = carry_out(request, spelling.respell, by=by, competitor=found.person, name=typed, was=was, sure=sure)
    if done.trouble is not None:
        return _show(request, find_entry(group, entry), done.trouble, may_ask=done.trouble.can_ask)
    messages.success(request, f"Fixed: {find_entry(group, entry).competitor}. Every page shows it now.")
    return redirect("group", group.pk)


def _ask(request: HttpRequest, by: Actor, entry: EntryFacts, name: str, *, sure: bool) -> HttpResponse:
    """The organiser can confirm that it is the same person."""
    replaces = request.POST.get("replace") == "yes"
    asked = {"name": name, "why": request.POST.get("why", ""), "sure": sure, "replace": replaces}
    try:
        done = carry_out(request, wishes.ask_spelling, by=by, entry=entry.pk, **asked)
    except Http404:
        return no_longer_there(request, entry)
    if done.trouble is not None:
        return _show(request, entry, done.trouble, may_ask=True)
    messages.success(request, f"Asked: {entry.competitor} is spelt {' '.join(name.split())}. {ANSWER_FOLLOWS}")
    return redirect("group", entry.group.pk)


def _show(
    request: HttpRequest, entry: EntryFacts, trouble: Trouble | None = None, *, may_ask: bool = False
) -> HttpResponse:
    replaces = trouble is not None and trouble.replaces
    sent = {field: request.POST.get(field, "") for field in ("name", "was", "why", "do")}
    context = group_page(entry.group) | {
        "entry": entry,
        "competition": entry.competition,
        "is_open": is_open(entry.competition, current_time.now()),
        "typed": request.POST.get("name", "") if trouble else request.GET.get("name") or entry.name,
        "why": request.POST.get("why", ""),
        "may_ask": may_ask,
        "said_again": {"name": sent["name"], "why": sent["why"], "replace": "yes"} if replaces else sent,
        "trouble": trouble,
    }
    return render(request, "coordinator/spelling.html", context, status=trouble.status if trouble else 200)
