"""A group's own slip of the draw: the one paper that a coordinator may print, with nobody else on it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament import current_time
from tournament.permissions import Actor
from tournament.printing.draw_lists import draw_by_group
from tournament.printing.job import Job
from tournament.queries.event_facts import competition_facts
from tournament.queries.standing import read_standing
from tournament.web.coordinator.access import find_competition, for_group
from tournament.web.links import site_of
from tournament.web.small_papers import at_once, paper_in

if TYPE_CHECKING:
    from tournament.models import Group


@for_group
@require_safe
def print_draw(request: HttpRequest, group: Group, by: Actor, competition: str) -> HttpResponse:
    """Where the group's people sit in the latest round."""
    found = find_competition(group, competition)
    latest = read_standing(found, current_time.now()).latest
    paper, number = paper_in(request), latest.number if latest else 1
    job = Job(competition_facts(found), site_of(request), paper, number, group=group.pk)
    return at_once(partial(draw_by_group, job=job), paper, f"{found}: {group}", found.slug)
