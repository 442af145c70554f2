"""Enter, change and withdraw the group's people, until entries close."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from tournament import current_time
from tournament.actions import registration
from tournament.permissions import Actor
from tournament.queries.event_facts import CompetitionFacts
from tournament.queries.grades import grades_beside
from tournament.queries.group_entries import read_name, read_offered_people
from tournament.queries.group_facts import EntryFacts
from tournament.queries.group_list import GroupCompetition, read_group
from tournament.queries.standing import is_open
from tournament.rules.entries import Kind
from tournament.web.coordinator.access import (
    find_competition,
    find_entry,
    find_kind,
    for_group,
    group_page,
    no_longer_there,
)
from tournament.web.forms import Trouble, carry_out
from tournament.words import also_in_words

if TYPE_CHECKING:
    from tournament.models import Group


@for_group
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest, group: Group, by: Actor, competition: str, kind: str) -> HttpResponse:
    """Enter somebody, or nominate a reserve. Where many may come, the page stays for the next name."""
    found, what = find_competition(group, competition), find_kind(kind)
    if request.method != "POST":
        return _show_add(request, group, found, what)
    typed = request.POST.get("name", "")
    sure = request.POST.get("sure") == "yes"
    about = {"competition": found.pk, "group": group.pk, "kind": what}
    done = carry_out(request, registration.enter, by=by, name=typed, sure=sure, **about)
    if done.trouble is not None:
        return _show_add(request, group, found, what, trouble=done.trouble)
    return _added(request, group, found, what, _entered_sentence(found, done.answer or 0, what))


def _entered_sentence(competition: CompetitionFacts, entry: int, kind: Kind) -> str:
    """Who is entered, and in which other grades they are."""
    entered = f"{read_name(entry)} is entered{' as a reserve' if kind is Kind.RESERVE else ''}."
    return entered + also_in_words(grades_beside(competition, entry))


def _added(
    request: HttpRequest, group: Group, competition: CompetitionFacts, kind: Kind, sentence: str
) -> HttpResponse:
    part = _part(group, competition)
    stays = kind in part.may_add
    if request.htmx and stays:  # type: ignore[attr-defined]
        return _show_add(request, group, competition, kind, part=part, sentence=sentence)
    messages.success(request, sentence)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(redirect("group", group.pk)["Location"])
    return redirect("group-add", group.pk, competition.slug, kind) if stays else redirect("group", group.pk)


def _part(group: Group, competition: CompetitionFacts) -> GroupCompetition:
    return next(part for part in read_group(group, current_time.now()) if part.competition.pk == competition.pk)


def _show_add(
    request: HttpRequest,
    group: Group,
    competition: CompetitionFacts,
    kind: Kind,
    *,
    part: GroupCompetition | None = None,
    trouble: Trouble | None = None,
    sentence: str = "",
) -> HttpResponse:
    part = part or _part(group, competition)
    entered = [place for place in reversed(part.entered) if place.kind is kind]
    context = group_page(group) | {
        "competition": competition,
        "kind": kind,
        "part": part,
        "entered": entered,
        "known": read_offered_people(group, competition.pk),
        "typed": request.POST.get("name", "") if trouble else request.GET.get("name", ""),
        "said_again": {"name": request.POST.get("name", "")},
        "trouble": trouble,
        "sentence": sentence,
        # Somebody was quicker with the only place: both names, a person chooses.
        "instead": entered[0] if trouble and len(entered) == 1 and _has_no_place(part, kind) else None,
    }
    template = "coordinator/add.html#adding" if request.htmx else "coordinator/add.html"  # type: ignore[attr-defined]
    return render(request, template, context, status=trouble.status if trouble else 200)


def _has_no_place(part: GroupCompetition, kind: Kind) -> bool:
    """Whether the group has as many of this kind as it may have, though entries are open and there is room."""
    return part.is_open and kind not in part.may_add and not (part.is_full and kind is Kind.ENTRY)


def _show_question(request: HttpRequest, template: str, found: EntryFacts) -> HttpResponse:
    """The page about one entry, unless it was withdrawn meanwhile."""
    return no_longer_there(request, found) if found.withdrawn_at is not None else _show_entry(request, template, found)


@for_group
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, group: Group, by: Actor, entry: int) -> HttpResponse:
    """Correct a name, or enter somebody else in this place."""
    found = find_entry(group, entry)
    if request.method != "POST":
        return _show_question(request, "coordinator/change.html", found)
    typed, was = request.POST.get("name", ""), request.POST.get("was", "")
    sure = request.POST.get("sure") == "yes"
    try:
        done = carry_out(request, registration.rename, by=by, entry=found.pk, name=typed, was=was, sure=sure)
    except Http404:
        return no_longer_there(request, found)
    if done.trouble is not None:
        typed_again = {"typed": typed, "said_again": {"name": typed, "was": was}}
        return _show_entry(request, "coordinator/change.html", find_entry(group, entry), done.trouble, **typed_again)
    messages.success(request, f"Saved: {find_entry(group, entry).competitor}.")
    return redirect("group", group.pk)


@for_group
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, group: Group, by: Actor, entry: int) -> HttpResponse:
    """Asks once; the button does it."""
    found = find_entry(group, entry)
    if request.method != "POST":
        return _show_question(request, "coordinator/withdraw.html", found)
    try:
        done = carry_out(request, registration.withdraw, by=by, entry=found.pk, was=request.POST.get("was", ""))
    except Http404:
        return no_longer_there(request, found)
    if done.trouble is not None:
        return _show_entry(request, "coordinator/withdraw.html", find_entry(group, entry), done.trouble)
    messages.success(request, f"{found.competitor} is withdrawn from {found.competition}.")
    return redirect("group", group.pk)


def _show_entry(
    request: HttpRequest, template: str, entry: EntryFacts, trouble: Trouble | None = None, **more: Any
) -> HttpResponse:
    competition = entry.competition
    context = group_page(entry.group) | more | {
        "entry": entry,
        "competition": competition,
        "trouble": trouble,
        "is_open": is_open(competition, current_time.now()),
    }  # fmt: skip
    return render(request, template, context, status=trouble.status if trouble else 200)
