"""What everyone may see: the first page, and each competition's overview, draw, bracket or standings, and results."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament import words
from tournament.models import Competition, Draw
from tournament.queries.draw import Published, read_draw, read_list_text
from tournament.queries.events import counted, read_events, read_overview
from tournament.queries.results import read_order_so_far, read_results
from tournament.queries.state import state_of
from tournament.queries.way import read_way
from tournament.rules.clock import RoundClock
from tournament.rules.knockout import chances
from tournament.rules.presets import Format
from tournament.rules.rounds import how_many_rounds
from tournament.web.bracket import draw_way
from tournament.web.clock import clock_context
from tournament.web.everyone import NO_COMPETITION, SPREAD, for_everyone, topics_of
from tournament.web.live_page import live_context


def find_competition(slug: str, among: QuerySet[Competition] | None = None) -> Competition:
    """The competition of this address, with its event."""
    competitions = among if among is not None else Competition.objects.select_related("event")
    found = competitions.filter(slug=slug).first()
    if found is None:
        raise Http404(NO_COMPETITION)
    return found


def find_published_draw(competition: Competition) -> Draw | None:
    """The draw, if the public may see it."""
    return competition.draws.filter(published_at__isnull=False).first()


def hears(competition: Competition) -> dict[str, Any]:
    """What a competition's page listens to; taken before anything else is read."""
    return live_context(topics_of(competition.pk, competition.event_id)[:1], spread=SPREAD)


def frame(competition: Competition, draw: Draw | None, here: object) -> dict[str, Any]:
    """What the head of every page of a competition needs; `here` is the page's own link."""
    rounds = range(1, how_many_rounds(competition.settings, draw.plan) + 1) if draw else ()
    return {"competition": competition, "event": competition.event, "rounds": rounds, "here": here}


def clock_now(competition: Competition, clock: RoundClock | None, words: str) -> dict[str, Any]:
    """The clock, counting, and in words for a page that does not."""
    now = timezone.now()
    if clock is None:
        return {"clock": None}
    told = {"clock_state": clock.state(now).value, "deadline": clock.deadline}
    return clock_context(clock, competition.pk, words, now) | told


@require_safe
def show_first_page(request: HttpRequest) -> HttpResponse:
    """What this is, and every event with its competitions."""
    page, events = read_events(request.GET.get("page"), timezone.now())
    return render(request, "public/first_page.html", {"page": page, "events": events})


@require_safe
@for_everyone
def show_competition(request: HttpRequest, slug: str) -> HttpResponse:
    """How far it is, its rounds, and how it is played."""
    competition = find_competition(slug, counted())
    told = hears(competition)
    overview = read_overview(competition, timezone.now())
    rules = words.how_it_is_played(competition.settings)
    state = overview.listed.state
    context = told | frame(competition, overview.listed.draw, "overview")
    context |= clock_now(competition, overview.clock, f"left in round {state.round}")
    return render(request, "public/overview.html", context | {"overview": overview, "rules": rules})


@require_safe
@for_everyone
def show_draw(request: HttpRequest, slug: str) -> HttpResponse:
    """The published draw, or in a sentence what is known so far."""
    competition = find_competition(slug)
    told = hears(competition)
    known = read_draw(competition)
    if not isinstance(known, Published):
        so_far = {"sealed": known, "stage": state_of(competition, None, None, timezone.now()).stage}
        return render(request, "public/draw_waits.html", told | frame(competition, None, "draw") | so_far)
    context = told | frame(competition, known.draw, "draw") | {"drawn": known}
    if known.plan:
        context["plan"] = words.plan_in_words(known.plan.tables)
        context["chances"] = words.chances_in_words(chances(known.plan, redraw=competition.redraw))
    return render(request, "public/draw.html", context)


@require_safe
def download_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The sealed list, so that anybody can hash it: `sha256sum` of the file is the list hash."""
    text = read_list_text(find_competition(slug))
    if text is None:
        raise Http404("The sealed list is shown when the draw is published.")
    name = f'attachment; filename="{slug}-list.txt"'
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})


@require_safe
@for_everyone
def show_results(request: HttpRequest, slug: str) -> HttpResponse:
    """The final order, once there is one."""
    competition = find_competition(slug)
    told = hears(competition)
    draw = find_published_draw(competition)
    context = told | frame(competition, draw, "results")
    if competition.finished_at is None or draw is None:
        return render(request, "public/results_wait.html", context)
    results = read_results(competition, draw)
    return render(request, "public/results.html", context | {"draw": draw, "results": results})


@require_safe
@for_everyone
def show_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """A knockout's bracket with who went on; a rotation's order after the rounds that are over."""
    competition = find_competition(slug)
    if competition.format == Format.SINGLE:
        raise Http404("Every table is its own contest here: see the tables of round 1.")
    told = hears(competition)
    draw = find_published_draw(competition)
    context = told | frame(competition, draw, "standings")
    if draw is None:
        return render(request, "public/standings_wait.html", context)
    if competition.format == Format.KNOCKOUT:
        way = read_way(competition, draw)
        context |= {"way": way, "pictures": draw_way(way, redraw=competition.redraw)}
        return render(request, "public/bracket.html", context)
    return render(request, "public/standings.html", context | {"standings": read_order_so_far(competition, draw)})


@require_safe
def show_robots(request: HttpRequest) -> HttpResponse:
    """Nothing here is for search engines: people's names are for the hall."""
    return HttpResponse("User-agent: *\nDisallow: /\n", content_type="text/plain; charset=utf-8")
