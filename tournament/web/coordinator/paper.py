"""A group's own slip of the draw: the one paper that a coordinator may print, with nobody else on it."""

from __future__ import annotations

from io import BytesIO

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.models import Competition, Group
from tournament.permissions import Actor
from tournament.printing.draw_lists import draw_by_group
from tournament.printing.job import Job
from tournament.printing.paper import PAPERS
from tournament.printing.pen import Pen
from tournament.queries.wishes import latest_round
from tournament.rules.errors import NothingToPrint
from tournament.web.coordinator.visit import for_group
from tournament.web.links import site_of


@for_group
@require_safe
def print_draw(request: HttpRequest, group: Group, by: Actor, competition: str) -> HttpResponse:
    """Where the group's people sit in the latest round. One page or two, so it is made at once."""
    found = Competition.objects.select_related("event").filter(slug=competition, event=group.event_id).first()
    if found is None:
        raise Http404("There is no such competition in this event.")
    paper = PAPERS.get(request.GET.get("paper", "a4"), PAPERS["a4"])
    round_ = latest_round(found)
    job = Job(found, site_of(request), paper, round_.number if round_ else 1, group=group.pk)
    out = BytesIO()
    pen = Pen(out, paper, f"{found}: {group}")
    try:
        draw_by_group(pen, job)
    except NothingToPrint as nothing:
        raise Http404(str(nothing)) from None
    pen.save()
    shown = {"Content-Disposition": f'inline; filename="{found.slug}.pdf"', "Cache-Control": "private, no-store"}
    return HttpResponse(out.getvalue(), content_type="application/pdf", headers=shown)
