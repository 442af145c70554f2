"""What everyone may see of the tables: each round with its hands, and the open record."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.queries.rounds import read_round
from scoring.record.export import as_text, export_record
from tournament.rules.rounds import how_many_rounds
from tournament.web.everyone import for_everyone
from tournament.web.public import clock_now, find_competition, find_published_draw, frame, hears


@require_safe
@for_everyone
def show_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Every table of a round; a round that is not seated yet says what it waits for."""
    competition = find_competition(slug)
    told = hears(competition)
    draw = find_published_draw(competition)
    if draw is None:
        raise Http404("There are no rounds yet: the draw is not published.")
    if not 1 <= number <= how_many_rounds(competition.settings, draw.plan):
        raise Http404(f"{competition} has no round {number}.")
    context = told | frame(competition, draw, number) | {"number": number, "previous": number - 1}
    round_ = competition.round_set.select_related("clock").filter(number=number).first()
    if round_ is None:
        return render(request, "public/round_waits.html", context)
    clock = getattr(round_, "clock", None)
    counting = clock.facts if clock and round_.closed_at is None else None
    context |= clock_now(competition, counting, f"left in {round_}")
    return render(request, "public/round.html", context | {"view": read_round(competition, draw, round_)})


@require_safe
def download_record(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that decided a finished competition, without names (docs/record.md)."""
    competition = find_competition(slug)
    if competition.finished_at is None:
        raise Http404(f"The record of {competition} is complete only when it is finished.")
    name = f'attachment; filename="{slug}-record.json"'
    return HttpResponse(
        as_text(export_record(competition)), content_type="application/json", headers={"Content-Disposition": name}
    )
