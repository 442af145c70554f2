"""The umpire's tablet: the one page of a table, its state, and the list of tables for a roaming umpire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.actions import seen_seats, tablets
from scoring.queries.keys import ROAMING
from scoring.queries.roaming import find_roamed_round, read_roamed_tables
from scoring.queries.seat_changes import seats_now
from scoring.queries.table_address import address_of, find_table, table_facts
from scoring.queries.tablets import read_for_tablet
from scoring.rules.in_words import rules_of_play
from scoring.web.tablet_state import tablet_state
from scoring.web.umpire_door import SIGNED_OUT, ask_for_code, device_of, good_keys, organiser_of, umpire_of
from scoring.web.umpire_sends import NO_TABLE, answer
from tournament import current_time
from tournament.event_time import show_in_time_of
from tournament.live.topics import everyone
from tournament.live.topics import tablets as for_tablets
from tournament.queries.event_facts import competition_facts
from tournament.queries.standing import read_standing
from tournament.rules.numbers import whole_number
from tournament.rules.pages import window
from tournament.rules.standing import Standing
from tournament.web.clock import clock_context
from tournament.web.live_page import live_context
from tournament.web.paging import page_asked, pages_of, query

if TYPE_CHECKING:
    from tournament.models import Table

MOST_DIGITS_OF_A_ROUND: Final = 3
TABLES_ON_A_PAGE: Final = 120


def _open(request: HttpRequest, slug: str, number: int, round_: int | None = None) -> Table | None:
    """The table, if this tablet is let in to it; as it is now, or as it was in this round."""
    table = find_table(slug, number, round_)
    if table is None:
        raise Http404(NO_TABLE)
    show_in_time_of(table.round.competition.event)
    return table if umpire_of(request, address_of(table)) else None


def _state(request: HttpRequest, standing: Standing, table: Table) -> dict[str, Any]:
    read = read_for_tablet(standing, table.round.competition, table, current_time.now())
    if read.table.now.open and not hasattr(table, "seen_seats"):
        seen_seats.note_first_look(table.pk, seats_now(read.table.now))
    return tablet_state(read, device_of(request))


@never_cache
@require_safe
def show_table(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The one page. It is complete when it comes, and never navigates."""
    table = _open(request, slug, number)
    if table is None:
        return ask_for_code(request, SIGNED_OUT, 403)
    competition, now = table.round.competition, current_time.now()
    hears = live_context([everyone(competition.pk), for_tablets(competition.pk)])
    tablets.open_page(competition.pk, table.number, device_of(request))
    standing = read_standing(competition, now)
    round_ = standing.rounds[table.round.number - 1]
    facts = competition_facts(competition)
    context = {
        "competition": facts,
        "event": facts.event,
        "table": table_facts(table),
        "round": round_,
        "state": _state(request, standing, table),
        "rules": rules_of_play(competition.settings),
        "device": device_of(request),
        "roams": ROAMING in good_keys(request, competition.pk) or organiser_of(request, competition.event_id),
        **hears,
        "token": get_token(request),
        **clock_context(round_.clock, competition.pk, f"left in {round_.name.inside}", now),
    }
    return render(request, "umpire/table.html", context)


@never_cache
@require_safe
def show_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tables of the latest round, for a roaming umpire; `table` leads to the one with this number."""
    found = find_roamed_round(slug, current_time.now())
    if found is None or not found.numbers:
        raise Http404("There are no tables yet: the draw isn’t published.")
    competition = found.competition
    show_in_time_of(competition.event)
    good = good_keys(request, competition.pk)
    roams = ROAMING in good or organiser_of(request, competition.event.pk) is not None
    allowed = [number for number in found.numbers if roams or number in good]
    if not allowed:
        return ask_for_code(request, SIGNED_OUT, 403)
    typed = whole_number(request.GET.get("table", ""))
    if typed and competition.numbers.stored(typed) in allowed:
        return HttpResponseRedirect(reverse("table", args=[slug, typed]))
    page = page_asked(request)
    return render(
        request,
        "umpire/tables.html",
        {
            "competition": competition,
            "event": competition.event,
            "tables": read_roamed_tables(found, allowed[window(len(allowed), TABLES_ON_A_PAGE, page)]),
            "pages": pages_of("Tables", len(allowed), TABLES_ON_A_PAGE, page, lambda at: request.path + query(page=at)),
            "round": found.round,
        },
    )


@never_cache
@require_safe
def read_state(request: HttpRequest, slug: str, number: int) -> JsonResponse:
    """Send the table's state again, so that the page stays right."""
    asked = request.GET.get("round", "")
    table = _open(request, slug, number, whole_number(asked, most_digits=MOST_DIGITS_OF_A_ROUND))
    if table is None:
        return answer(403, signed_out=SIGNED_OUT)
    standing = read_standing(table.round.competition, current_time.now())
    return JsonResponse(_state(request, standing, table) | {"token": get_token(request)})
