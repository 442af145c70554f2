"""The draw ceremony as the organiser leads it: seal, numbers from the hall, reserves, tables, swaps, publish."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament import plan_words
from tournament.actions import draw, hall_numbers
from tournament.permissions import Actor
from tournament.queries.ceremony import Ceremony, read_ceremony
from tournament.rules.numbers import whole_number
from tournament.rules.reveal import RevealStep
from tournament.rules.round_names import name_round
from tournament.rules.rounds import how_many_rounds
from tournament.web.forms import Done, Trouble, carry_out, number_in, reason_given
from tournament.web.organiser.navigation import competition_navigation, waiting_wishes
from tournament.web.organiser.plan_numbers import chosen_numbers
from tournament.web.visitors import for_organiser_of_competition

if TYPE_CHECKING:
    from tournament.models import Competition

OLD_PAGE: Final = "This page was out of date. Now it shows how far the draw is."
DRAWN: Final = "The draw is made. Show it step by step, or all at once."
THROWN_AWAY: Final = "The draw is thrown away. It stays in the record, with its reason."

StepOfDraw: TypeAlias = Callable[[HttpRequest, "Competition", Actor], Done[Any]]
"""What one of the page's buttons does."""


def _seal(request: HttpRequest, competition: Competition, by: Actor) -> Done[Any]:
    return carry_out(request, draw.seal_draw, by=by, competition=competition.pk)


def _numbers(request: HttpRequest, competition: Competition, by: Actor) -> Done[Any]:
    numbers = {"public": request.POST.get("public", ""), "was": request.POST.get("was", "")}
    return carry_out(request, hall_numbers.type_numbers, by=by, competition=competition.pk, **numbers)


def _confirm(request: HttpRequest, competition: Competition, by: Actor) -> Done[Any]:
    public = request.POST.get("public", "")
    return carry_out(request, hall_numbers.supply_numbers, by=by, competition=competition.pk, public=public)


def _change(request: HttpRequest, competition: Competition, by: Actor) -> Done[Any]:
    public = request.POST.get("public", "")
    return carry_out(request, hall_numbers.change_numbers, by=by, competition=competition.pk, public=public)


def _reveal(request: HttpRequest, competition: Competition, by: Actor) -> Done[Any]:
    """`seen` is how far the draw was on the page whose button was pressed; without it, it is no page of ours."""
    shown = whole_number(request.POST.get("seen", ""))
    seen = -1 if shown is None else shown
    rest = request.POST.get("rest") == "yes"
    return carry_out(request, draw.reveal_next, by=by, competition=competition.pk, seen=seen, rest=rest)


def _swap(request: HttpRequest, competition: Competition, by: Actor) -> Done[Any]:
    """Swap the two whose names were tapped. Any other number of names is no pair, and the action says so."""
    tapped = request.POST.getlist("who")
    two = [number_in(pk) for pk in tapped]
    a, b = two if len(two) == 2 else (0, 0)
    swap = {"a": a, "b": b, "sure": request.POST.get("sure") == "yes"}
    return carry_out(request, draw.swap_seats, by=by, competition=competition.pk, **swap, **reason_given(request))


def _throw_away(request: HttpRequest, competition: Competition, by: Actor) -> Done[Any]:
    return carry_out(request, draw.discard_draw, by=by, competition=competition.pk, **reason_given(request))


STEPS: Final[Mapping[str, tuple[StepOfDraw, str]]] = {
    "seal": (_seal, "The draw is sealed. Nobody can change the list, the size or the plan now."),
    "numbers": (_numbers, ""),
    "confirm": (_confirm, DRAWN),
    "change": (_change, ""),
    "reveal": (_reveal, ""),
    "swap": (_swap, "The two have swapped seats."),
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
    step, message = STEPS[request.POST["do"]]
    done = step(request, competition, by)
    if done.trouble:
        return _page(request, competition, done.trouble)
    if message:
        messages.success(request, message)
    return redirect("ceremony", competition.event.slug, competition.slug)


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def publish(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Publish the draw in one deliberate step: first the page says what that does, then a button does it."""
    if request.method == "POST":
        done = carry_out(request, draw.publish_draw, by=by, competition=competition.pk)
        if done.trouble:
            return _page(request, competition, done.trouble)
        if not competition.event.has_groups:  # everybody is in the room already: the clock comes next
            return redirect("mc-desk", competition.event.slug, competition.slug)
        messages.success(request, "The draw is published. Everybody can see where they sit.")
        return redirect("ceremony", competition.event.slug, competition.slug)
    ceremony = read_ceremony(competition)
    if ceremony.stage != "drawn":
        return redirect("ceremony", competition.event.slug, competition.slug)
    rounds = how_many_rounds(competition.settings, ceremony.draw.plan if ceremony.draw else ())
    first_round = name_round(competition.settings.format, rounds, 1)
    return render(request, "organiser/publish.html", _context(competition, ceremony) | {"first_round": first_round})


def _page(request: HttpRequest, competition: Competition, trouble: Trouble | None = None) -> HttpResponse:
    context = _context(competition, read_ceremony(competition))
    typed = {"tapped": request.POST.getlist("who"), "do": request.POST.get("do", "")} if trouble else {}
    context |= {"trouble": trouble, "typed": request.POST if trouble else {}} | typed
    context["said_again"] = {
        name: request.POST.get(name, "") for name in ("public", "why", "note") if name in request.POST
    }
    return render(request, "organiser/ceremony.html", context, status=trouble.status if trouble else 200)


def _context(competition: Competition, ceremony: Ceremony) -> dict[str, Any]:
    standing_draw = ceremony.draw
    return (
        competition_navigation(competition, "ceremony")
        | waiting_wishes(competition)
        | {
            "ceremony": ceremony,
            "draw": standing_draw,
            "reveal": ceremony.reveal,
            "steps": _progress(ceremony),
            "plan": plan_words.plan_in_words(standing_draw.plan) if standing_draw else "",
            "who": plan_words.who_plays(ceremony.entries, ceremony.nominated, standing_draw.size)
            if standing_draw
            else "",
            "words_only": standing_draw is not None and not any(char.isdigit() for char in standing_draw.typed),
            "meeting": [table for table in ceremony.tables if table.meets],
            "numbers": chosen_numbers(competition, standing_draw.plan)
            if standing_draw and ceremony.stage == "chosen"
            else None,
        }
    )


def _progress(ceremony: Ceremony) -> list[tuple[str, str]]:
    """The steps of the ceremony, each with its state: done, now or later."""
    reveal, stages = ceremony.reveal, ["none", "chosen", "sealed", "drawn", "published"]
    titles = ["Plan", "Seal", "Numbers", *(["Reserves"] if ceremony.reserves else []), "Tables", "Publish"]
    now = stages.index(ceremony.stage)
    if ceremony.stage == "drawn":
        now += {RevealStep.RESERVES: 0, RevealStep.TABLES: bool(ceremony.reserves), RevealStep.DONE: len(titles) - 4}[
            reveal.next
        ]
    elif ceremony.stage == "published":
        now = len(titles)
    return [(title, "done" if n < now else "now" if n == now else "later") for n, title in enumerate(titles)]
