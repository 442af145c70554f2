"""What everyone may see: the first page, and each competition's overview, draw, bracket or standings, and results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament import current_time, plan_words, ranking_words, words
from tournament.event_time import show_in_time_of
from tournament.pictures.bracket import MOST_TABLES_OF_A_ROUND
from tournament.queries import events
from tournament.queries.bracket import read_bracket
from tournament.queries.draw import Published, read_draw, read_list_text
from tournament.queries.event_facts import CompetitionFacts
from tournament.queries.results import OrderSoFar, Results, read_order_so_far, read_results
from tournament.queries.standing import is_open, read_standing
from tournament.rules.entries import Status
from tournament.rules.knockout import chances
from tournament.rules.pages import page_window
from tournament.rules.podium import hold_back
from tournament.rules.presets import Format
from tournament.rules.standing import PlannedRound, Standing
from tournament.web.bracket import draw_bracket, latest_first
from tournament.web.clock import public_clock_context
from tournament.web.everyone import NO_COMPETITION, for_everyone, topics_of
from tournament.web.live_page import live_for_phones
from tournament.web.public_pages import (
    PLACES_ON_A_PAGE,
    TABLES_ON_A_PAGE,
    address_of_page,
    check_only_page,
    derived,
    leads_to_table,
    people_of,
    places_of_page,
    tables_of_page,
)
from tournament.web.visitors import is_of_team

EVENTS_ON_A_PAGE: Final = 12
MOST_TABLES_LISTED: Final = 40
"""Of one round on the bracket’s page. Rounds with more have pages of their own."""


def find_competition(request: HttpRequest, slug: str) -> CompetitionFacts:
    """The competition of this address, with its event, in whose time its page is written."""
    return _found(request, events.find_competition(slug))


def _found(request: HttpRequest, competition: CompetitionFacts | None) -> CompetitionFacts:
    """Refuses pages of a hidden event to everybody but its team."""
    if competition is None or (competition.event.hidden and not is_of_team(request, competition.event)):
        raise Http404(NO_COMPETITION)
    show_in_time_of(competition.event)
    return competition


def standing_for(request: HttpRequest, competition: CompetitionFacts) -> Standing:
    """How far the competition is, as this reader may know it: the team need not wait for the podium."""
    now = current_time.now()
    standing = read_standing(competition, now)
    public = hold_back(standing, now)
    return standing if public.held_until is not None and is_of_team(request, competition.event) else public


def hears(competition: CompetitionFacts) -> dict[str, Any]:
    """What a competition's page listens to; taken before anything else is read."""
    return live_for_phones(topics_of(competition.pk, competition.event.pk)[:1])


def frame(competition: CompetitionFacts, standing: Standing, current: object) -> dict[str, Any]:
    """What the head of every page of a competition needs; `current` is the page's own link. The rounds are public once
    the draw is."""
    held = {"held_until": standing.held_until}
    return held | _frame(competition, standing.rounds if standing.published else (), current)


def _frame(competition: CompetitionFacts, rounds: Sequence[PlannedRound], current: object) -> dict[str, Any]:
    return {"competition": competition, "event": competition.event, "rounds": rounds, "current": current}


def clock_now(competition: CompetitionFacts, standing: Standing, words: str) -> dict[str, Any]:
    """The clock, counting, and in words for a page that does not."""
    now, clock = current_time.now(), standing.clock
    told = {"clock_state": clock.state(now).value, "deadline": clock.deadline} if clock is not None else {}
    return public_clock_context(standing, competition.pk, words, now) | told


@require_safe
def show_first_page(request: HttpRequest) -> HttpResponse:
    """What this is, and every event with its competitions."""
    page = Paginator(range(events.count_events()), EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    last = page.number * EVENTS_ON_A_PAGE
    listed = events.read_events(range(last - EVENTS_ON_A_PAGE, last), current_time.now())
    return render(request, "public/first_page.html", {"page": page, "events": listed})


@require_safe
@for_everyone
def show_competition(request: HttpRequest, slug: str) -> HttpResponse:
    """How far it is, its rounds, and how it is played."""
    counted = events.find_counted_competition(slug)
    if counted is None:
        raise Http404(NO_COMPETITION)
    competition = _found(request, counted.competition)
    told = hears(competition)
    standing = standing_for(request, competition)
    listed = events.read_overview(counted, standing)
    context = told | frame(competition, standing, "overview")
    context |= clock_now(competition, standing, left_in(standing))
    rules = words.how_it_is_played(competition.settings, standing.rounds)
    return render(request, "public/overview.html", context | {"listed": listed, "rules": rules})


def left_in(standing: Standing) -> str:
    """What stands under a clock: left in round 2, left in the final."""
    return f"left in {standing.latest.name.lower}" if standing.latest else ""


@require_safe
@leads_to_table("draw")
@for_everyone
def show_draw(request: HttpRequest, slug: str, page: int = 1) -> HttpResponse:
    """The published draw, or in a sentence what is known so far."""
    competition = find_competition(request, slug)
    told = hears(competition)
    known = read_draw(competition, lambda: people_of(request, competition), page_window(page, TABLES_ON_A_PAGE))
    if not isinstance(known, Published):
        check_only_page(page)
        so_far = {"sealed": known, "takes_entries": is_open(competition, current_time.now())}
        return render(request, "public/draw_waits.html", told | _frame(competition, (), "draw") | so_far)
    context = told | _frame(competition, known.rounds, "draw") | {"drawn": known}
    context |= _page_of_draw(known, slug, page)
    if known.plan:
        context["plan"] = plan_words.plan_in_words(known.plan.tables)
        context["chances"] = plan_words.chances_in_words(chances(known.plan, redraw=competition.redraw))
    return render(request, "public/draw.html", context)


def _page_of_draw(known: Published, slug: str, page: int) -> dict[str, Any]:
    """Where this page is among the others, and the tables of it by code, as the record has them."""
    pages = tables_of_page("draw", slug, page=page, tables=len(known.draw.tables))
    codes = list(enumerate(known.draw.tables, start=1))[page_window(page, TABLES_ON_A_PAGE)]
    return {"pages": pages, "codes": codes, "last_page": address_of_page("draw", slug, page=pages.of)}


@require_safe
def download_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The sealed list, so that anybody can hash it: `sha256sum` of the file is the list hash."""
    text = read_list_text(find_competition(request, slug))
    if text is None:
        raise Http404("The sealed list is shown when the draw is published.")
    name = f'attachment; filename="{slug}-list.txt"'
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})


@require_safe
@for_everyone
def show_results(request: HttpRequest, slug: str, page: int = 1) -> HttpResponse:
    """The final order, once there is one."""
    competition = find_competition(request, slug)
    told = hears(competition)
    standing = standing_for(request, competition)
    context = told | frame(competition, standing, "results")
    if not standing.is_finished:
        check_only_page(page)
        waits = "public/podium_waits.html" if standing.held_until else "public/results_wait.html"
        return render(request, waits, context)
    results = _results_of(request, competition, standing)
    context |= {
        "players": _players(standing, results),
        "results": results,
        "how_ranked": ranking_words.how_ranked(standing.settings),
    }
    context |= _page_of_results(standing, results, slug, page)
    return render(request, "public/results.html", context)


def _results_of(request: HttpRequest, competition: CompetitionFacts, standing: Standing) -> Results:
    """The final order, worked out once for all of its pages."""
    make = lambda: read_results(competition, standing, people_of(request, competition))  # noqa: E731 (one line says it)
    return derived(request, competition, "results", make)


def _page_of_results(standing: Standing, results: Results, slug: str, page: int) -> dict[str, Any]:
    """Some of the places under their headings; in `single` some of the tables."""
    if standing.format is Format.SINGLE:
        tables = list(results.sections.items())
        pages = tables_of_page("results", slug, page=page, tables=len(tables))
        return {"tables": tables[page_window(page, TABLES_ON_A_PAGE)], "pages": pages}
    places = [(reached, line) for reached, lines in results.sections.items() for line in lines]
    pages = places_of_page("results", slug, page=page, places=len(places))
    shown = groupby(places[page_window(page, PLACES_ON_A_PAGE)], lambda place: place[0])
    sections = [(reached, _heading(standing, reached), [line for _, line in lines]) for reached, lines in shown]
    return {"sections": sections, "pages": pages}


def _players(standing: Standing, results: Results) -> int:
    """How many people were drawn or joined a rotation later."""
    late = sum(line.person.status == Status.LATE for lines in results.sections.values() for line in lines)
    return late + (standing.published.size if standing.published else 0)


def _heading(standing: Standing, reached: int) -> str:
    if not reached:
        return ranking_words.heading("Final order", standing.settings)
    name = standing.name(reached)
    return name.opening if name.is_final else f"Out in {name.lower}"


@require_safe
@for_everyone
def show_standings(request: HttpRequest, slug: str, page: int = 1) -> HttpResponse:
    """A knockout's bracket with who went on; a rotation's order after the rounds that are over."""
    competition = find_competition(request, slug)
    if competition.format == Format.SINGLE:
        raise Http404("Every table is its own contest here: see the tables of round 1.")
    told = hears(competition)
    standing = standing_for(request, competition)
    context = told | frame(competition, standing, "standings")
    if standing.published is None or standing.format is Format.KNOCKOUT:
        check_only_page(page)
    if standing.published is None:
        return render(request, "public/standings_wait.html", context)
    if standing.format is Format.KNOCKOUT:
        return render(request, "public/bracket.html", context | _bracket(request, competition, standing))
    standings = _order_so_far(request, competition, standing)
    order = {
        "standings": standings,
        "lines": standings.lines[page_window(page, PLACES_ON_A_PAGE)],
        "pages": places_of_page("standings", slug, page=page, places=len(standings.lines)),
        "after": standing.name(standings.after),
        "heading": ranking_words.heading("Standings", standing.settings),
        "how_ranked": ranking_words.how_ranked(standing.settings),
    }
    return render(request, "public/standings.html", context | order)


def _order_so_far(request: HttpRequest, competition: CompetitionFacts, standing: Standing) -> OrderSoFar:
    """The order after the rounds that this reader knows, worked out once for all of its pages."""
    what = "order" if standing.held_until is None else "order before the podium"
    return derived(request, competition, what, lambda: read_order_so_far(competition, standing))


def _bracket(request: HttpRequest, competition: CompetitionFacts, standing: Standing) -> dict[str, Any]:
    everybody = people_of(request, competition)
    bracket = read_bracket(competition, standing, everybody, most_tables=MOST_TABLES_OF_A_ROUND)
    pictures = draw_bracket(bracket, redraw=competition.redraw)
    return {
        "bracket": bracket,
        "latest_first": latest_first(bracket),
        "pictures": pictures,
        "most_tables": MOST_TABLES_LISTED,
    }


@require_safe
def show_robots(request: HttpRequest) -> HttpResponse:
    """Nothing here is for search engines: people's names are for the hall."""
    return HttpResponse("User-agent: *\nDisallow: /\n", content_type="text/plain; charset=utf-8")
