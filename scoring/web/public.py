"""What everyone may see of the tables: each round with its hands, and the open record."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.queries.rounds import read_round
from scoring.record.checker_file import CHECKER_FILE_NAME, build_checker
from scoring.record.export import as_text, export_record
from scoring.rounds_in_words import tell_round
from tournament.web.everyone import for_everyone
from tournament.web.public import clock_now, find_competition, frame, hears, standing_for


@require_safe
@for_everyone
def show_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Every table of a round; a round that is not seated yet says what it waits for."""
    competition, now = find_competition(request, slug), timezone.now()
    told = hears(competition)
    standing = standing_for(request, competition)
    if standing.published is None:
        raise Http404("There are no rounds yet: the draw isn't published.")
    round_ = standing.round(number)
    if round_ is None:
        raise Http404(f"{competition} has no round {number}.")
    context = told | frame(competition, standing, number) | {"round": round_}
    if not round_.is_made:
        return render(request, "public/round_waits.html", context)
    if round_.is_last and standing.held_until is not None:
        return render(request, "public/podium_waits.html", context)
    clock = round_.clock if round_.is_open else None
    context |= clock_now(competition, clock, f"left in {round_.name.inside}")
    view = tell_round(read_round(standing, competition, round_, now))
    return render(request, "public/round.html", context | {"view": view})


@require_safe
def download_record(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that decided a finished competition, without names (docs/record.md)."""
    competition = find_competition(request, slug)
    if not standing_for(request, competition).is_finished:
        raise Http404(f"The record of {competition} comes with its results.")
    name = f'attachment; filename="{slug}-record.json"'
    return HttpResponse(
        as_text(export_record(competition)), content_type="application/json", headers={"Content-Disposition": name}
    )


@require_safe
def download_checker(request: HttpRequest) -> HttpResponse:
    """The record's checker as one file, for whoever has Python and nothing of ours."""
    name = f'attachment; filename="{CHECKER_FILE_NAME}"'
    return HttpResponse(build_checker(), content_type="application/zip", headers={"Content-Disposition": name})
