"""The draw ceremony in the organiser's hand: seal, numbers from the hall, reserves, tables, swaps, publish."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament import words
from tournament.actions import draw
from tournament.models import Competition
from tournament.permissions import Actor
from tournament.queries.ceremony import Ceremony, read_ceremony
from tournament.rules.reveal import Showing
from tournament.web.forms import Done, Trouble, carry_out, number, number_in
from tournament.web.organiser.navigation import competition_navigation, waiting_wishes
from tournament.web.visitors import for_organiser_of_competition

OLD_PAGE: Final = "This page was not the latest any more. How far the draw is now is shown here."
DRAWN: Final = "The draw is made. Show it step by step, or all at once."
THROWN_AWAY: Final = "The draw is thrown away. It stays in the record, with its reason."

Step = Callable[[HttpRequest, Competition, Actor], Done[Any]]


def _seal(request: HttpRequest, competition: Competition, by: Actor) -> Done[Any]:
    return carry_out(request, draw.seal_draw, by=by, competition=competition.pk)


def _numbers(request: HttpRequest, competition: Competition, by: Actor) -> Done[Any]:
    said = {"public": request.POST.get("public", ""), "sure": request.POST.get("sure") == "yes"}
    return carry_out(request, draw.supply_numbers, by=by, competition=competition.pk, **said)


def _reveal(request: HttpRequest, competition: Competition, by: Actor) -> Done[Any]:
    """`seen` is how far it was on the page that was pressed; an untold one is no page of ours."""
    seen = number(request, "seen") if request.POST.get("seen", "").isdigit() else -1
    rest = request.POST.get("rest") == "yes"
    return carry_out(request, draw.reveal_next, by=by, competition=competition.pk, seen=seen, rest=rest)


def _swap(request: HttpRequest, competition: Competition, by: Actor) -> Done[Any]:
    """The two whose names were tapped; any other number of them is no pair, and the action says so."""
    tapped = request.POST.getlist("who")
    two = [number_in(pk) for pk in tapped]
    a, b = two if len(two) == 2 else (0, 0)
    said = {"a": a, "b": b, "why": request.POST.get("why", ""), "sure": request.POST.get("sure") == "yes"}
    return carry_out(request, draw.swap_seats, by=by, competition=competition.pk, **said)


def _throw_away(request: HttpRequest, competition: Competition, by: Actor) -> Done[Any]:
    why = request.POST.get("why", "")
    return carry_out(request, draw.discard_draw, by=by, competition=competition.pk, why=why)


STEPS: Final[Mapping[str, tuple[Step, str]]] = {
    "seal": (_seal, "The draw is sealed. Nobody can change the list, the size or the plan any more."),
    "numbers": (_numbers, DRAWN),
    "reveal": (_reveal, ""),
    "swap": (_swap, "The two have exchanged their seats."),
    "throw-away": (_throw_away, THROWN_AWAY),
}


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def show_ceremony(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """How far the draw is, and the one step that comes next."""
    if request.method != "POST":
        return _page(request, competition)
    if request.POST.get("do") not in STEPS:
        return _page(request, competition, Trouble(OLD_PAGE))
    step, said = STEPS[request.POST["do"]]
    done = step(request, competition, by)
    if done.trouble:
        return _page(request, competition, done.trouble)
    if said:
        messages.success(request, said)
    return redirect("ceremony", competition.event.slug, competition.slug)


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def publish(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """One deliberate step: what it does is said first, then it is done."""
    if request.method == "POST":
        done = carry_out(request, draw.publish_draw, by=by, competition=competition.pk)
        if done.trouble:
            return _page(request, competition, done.trouble)
        messages.success(request, "The draw is published. Everybody can see where they sit.")
        return redirect("ceremony", competition.event.slug, competition.slug)
    ceremony = read_ceremony(competition)
    if ceremony.stage != "drawn":
        return redirect("ceremony", competition.event.slug, competition.slug)
    return render(request, "organiser/publish.html", _context(competition, ceremony))


def _page(request: HttpRequest, competition: Competition, trouble: Trouble | None = None) -> HttpResponse:
    context = _context(competition, read_ceremony(competition))
    typed = {"tapped": request.POST.getlist("who"), "do": request.POST.get("do", "")} if trouble else {}
    context |= {"trouble": trouble, "typed": request.POST if trouble else {}} | typed
    context["said_again"] = {name: request.POST.get(name, "") for name in ("public", "why") if name in request.POST}
    return render(request, "organiser/ceremony.html", context, status=trouble.status if trouble else 200)


def _context(competition: Competition, ceremony: Ceremony) -> dict[str, Any]:
    it = ceremony.draw
    return (
        competition_navigation(competition, "ceremony")
        | waiting_wishes(competition)
        | {
            "ceremony": ceremony,
            "draw": it,
            "reveal": ceremony.reveal,
            "steps": _progress(ceremony),
            "plan": words.plan_in_words(it.plan) if it else "",
            "who": words.who_plays(ceremony.entries, ceremony.nominated, it.size) if it else "",
            "meeting": [table for table in ceremony.tables if table.meets],
        }
    )


def _progress(ceremony: Ceremony) -> list[tuple[str, str]]:
    """The day's way through the draw: each step with its state, done, now or later."""
    reveal, stages = ceremony.reveal, ["none", "chosen", "sealed", "drawn", "published"]
    titles = ["Plan", "Seal", "Numbers", *(["Reserves"] if ceremony.reserves else []), "Tables", "Publish"]
    now = stages.index(ceremony.stage)
    if ceremony.stage == "drawn":
        now += {Showing.RESERVES: 0, Showing.TABLES: bool(ceremony.reserves), Showing.DONE: len(titles) - 4}[
            reveal.next
        ]
    elif ceremony.stage == "published":
        now = len(titles)
    return [(title, "done" if n < now else "now" if n == now else "later") for n, title in enumerate(titles)]
