"""What every page of a group begins with: who may see it, whose it is, and what its address is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from tournament import current_time
from tournament.live.topics import coordinators, everyone
from tournament.permissions import Actor
from tournament.queries.competitions import read_competition_keys
from tournament.queries.event_facts import CompetitionFacts
from tournament.queries.group_entries import find_competition_of, find_entry_of
from tournament.queries.group_facts import EntryFacts, KnownGroup
from tournament.queries.standing import is_open
from tournament.rules.entries import Kind
from tournament.web.live_page import live_for_phones
from tournament.web.visitors import View, for_coordinator, group_frame

if TYPE_CHECKING:
    from tournament.models import Group


ANSWER_FOLLOWS: Final = "The organiser can see it, and the answer will be on your list."


def for_group(view: View) -> View:
    """A page about the group's people; once their names are erased there is only the page that says so."""

    @for_coordinator
    def guarded(request: HttpRequest, group: Group, by: Actor, **rest: Any) -> HttpResponse:
        return redirect("group", group.pk) if group.event.erased_at else view(request, group, by, **rest)

    return guarded


def group_page(group: KnownGroup) -> dict[str, Any]:
    """What every page of a group needs: its head, and a ticket to hear what the MC says to everybody, also while
    somebody types, and what the organiser answers."""
    told = [coordinators(group.event.pk), *map(everyone, read_competition_keys(group.event.pk))]
    return group_frame(group) | live_for_phones(told)


def find_competition(group: Group, slug: str) -> CompetitionFacts:
    """A competition of the group's own event."""
    competition = find_competition_of(group, slug)
    if competition is None:
        raise Http404("There is no such competition in this event.")
    return competition


def find_kind(kind: str) -> Kind:
    """Entry or reserve, as the address says."""
    if kind not in tuple(Kind):
        raise Http404("Somebody is an entry or a reserve. Go back and choose one.")
    return Kind(kind)


def find_entry(group: Group, entry: int) -> EntryFacts:
    """An entry of the group's own people, withdrawn or not."""
    found = find_entry_of(group, entry)
    if found is None:
        raise Http404("There is no such entry in this group.")
    return found


def no_longer_there(request: HttpRequest, entry: EntryFacts) -> HttpResponse:
    """Somebody else withdrew them meanwhile, or the back button led here: back to the list, with a word. A name that
    was typed for their place is named, and waits in the field of the page that can still enter it."""
    gone, typed = f"{entry.competitor} is no longer on your list for {entry.competition}", request.POST.get("name", "")
    if not typed:
        messages.warning(request, f"{gone}.")
        return redirect("group", entry.group.pk)
    messages.warning(request, f"{gone}, so “{typed}” wasn’t entered.")
    if not is_open(entry.competition, current_time.now()):
        return redirect("group", entry.group.pk)
    add = reverse("group-add", args=[entry.group.pk, entry.competition.slug, entry.kind])
    return redirect(f"{add}?{urlencode({'name': typed})}")
