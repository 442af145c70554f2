"""A group's own slip of the draw: the one paper that a coordinator may print, with nobody else on it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.models import Competition, Group
from tournament.permissions import Actor
from tournament.printing.draw_lists import draw_by_group
from tournament.printing.job import Job
from tournament.queries.wishes import latest_round
from tournament.web.coordinator.visit import for_group
from tournament.web.documents import at_once, paper_in
from tournament.web.links import site_of


@for_group
@require_safe
def print_draw(request: HttpRequest, group: Group, by: Actor, competition: str) -> HttpResponse:
    """Where the group's people sit in the latest round."""
    found = Competition.objects.select_related("event").filter(slug=competition, event=group.event_id).first()
    if found is None:
        raise Http404("There is no such competition in this event.")
    round_ = latest_round(found)
    job = Job(found, site_of(request), paper_in(request), round_.number if round_ else 1, group=group.pk)
    return at_once(draw_by_group, job, f"{found}: {group}", found.slug)
