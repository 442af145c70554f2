"""What everyone may see of the tables: each round with its hands, and the open record."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from scoring.queries.round_tables import count_tables
from scoring.queries.rounds import read_round
from scoring.record.checker_file import CHECKER_FILE_NAME, build_checker
from scoring.record.kept import Unpacked, find_kept, is_large, keep
from scoring.rounds_in_words import TableView, tell_round
from scoring.tasks import work_on_record
from tournament import current_time
from tournament.rules.clock import State
from tournament.rules.pages import page_window
from tournament.web.everyone import for_everyone
from tournament.web.public import clock_now, find_competition, frame, hears, standing_for
from tournament.web.public_pages import TABLES_ON_A_PAGE, check_only_page, leads_to_table, people_of, tables_of_page
from tournament.web.waiting import ask_again, send_in_pieces

TABLES_REMEMBERED: Final = 500
BEING_MADE: Final = "The record is being put together. Try again in a few seconds."


@require_safe
@leads_to_table("round")
@for_everyone
def show_round(request: HttpRequest, slug: str, number: int, page: int = 1) -> HttpResponse:
    """Show the tables of a round, a page of them. A round without seats says what it waits for."""
    competition, now = find_competition(request, slug), current_time.now()
    told = hears(competition)
    standing = standing_for(request, competition)
    if standing.published is None:
        raise Http404("There are no rounds yet: the draw isn’t published.")
    round_ = standing.round(number)
    if round_ is None:
        raise Http404(f"{competition} has no round {number}.")
    context = told | frame(competition, standing, number) | {"round": round_}
    if not round_.is_made or (round_.is_last and standing.held_until is not None):
        check_only_page(page)
    if not round_.is_made:
        return render(request, "public/round_waits.html", context)
    if round_.is_last and standing.held_until is not None:
        return render(request, "public/podium_waits.html", context)
    if round_ == standing.latest:
        context |= clock_now(competition, standing, f"left in {round_.name.inside}")
    pages = tables_of_page("round", slug, number, page=page, tables=count_tables(round_))
    people, tables = people_of(request, competition), page_window(page, TABLES_ON_A_PAGE)
    view = tell_round(read_round(standing, competition, round_, now, everybody=people, tables=tables))
    began, closed = round_.began_at is not None, round_.closed_at is not None
    time_up = context.get("clock_state") == State.TIME_UP
    drawn = [draw_table(TableLook(table, began, closed, time_up)) for table in view.tables]
    return render(request, "public/round.html", context | {"view": view, "tables": drawn, "pages": pages})


class TableLook(NamedTuple):
    """A table of a round, and how far the round is."""

    table: TableView
    began: bool
    closed: bool
    time_up: bool


@lru_cache(maxsize=TABLES_REMEMBERED)
def draw_table(look: TableLook) -> SafeString:
    """The HTML of a table, which is the same until something happens there: one saved hand draws one table anew."""
    return render_to_string("public/round_table.html", {"look": look})


@require_safe
def download_record(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Download everything that decided a finished competition, without names (docs/record.md)."""
    competition = find_competition(request, slug)
    if not standing_for(request, competition).is_finished:
        raise Http404(f"The record of {competition} comes with its results.")
    content = find_kept(competition.pk)
    if content is None and is_large(competition.pk):
        work_on_record(competition.pk)
        return ask_again(render(request, "refused.html", {"sentence": BEING_MADE}, status=503))
    return _as_file(request, content if content is not None else keep(competition.pk), slug)


def _as_file(request: HttpRequest, content: bytes, slug: str) -> HttpResponseBase:
    """The record as a file: as it is kept, compressed, if the browser accepts that, or else unpacked on its way."""
    kind = "application/json"
    headers = {"Content-Disposition": f'attachment; filename="{slug}-record.json"', "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(content, content_type=kind, headers=headers | {"Content-Encoding": "gzip"})
    return send_in_pieces(StreamingHttpResponse(Unpacked(content), content_type=kind, headers=headers))


@require_safe
def download_checker(request: HttpRequest) -> HttpResponse:
    """Download the record's checker as one file, for anybody who has Python but not our software."""
    name = f'attachment; filename="{CHECKER_FILE_NAME}"'
    return HttpResponse(build_checker(), content_type="application/zip", headers={"Content-Disposition": name})
