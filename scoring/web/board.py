"""The organiser's board: all tables of a round at a glance, who needs somebody, and the round's end."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from scoring.queries.board import Board, Standing, read_board
from scoring.queries.rounds import read_round
from tournament.actions import rounds
from tournament.live.topics import staff
from tournament.models import Competition, Draw, Round
from tournament.permissions import Actor
from tournament.queries.rounds import waiting_for
from tournament.rules.rounds import is_final, is_last
from tournament.web.clock import clock_context
from tournament.web.forms import Deed, Done, do
from tournament.web.live_page import live_context
from tournament.web.organiser.navigation import competition_navigation
from tournament.web.visitors import for_organiser_of_competition
from tournament.words import round_to_come

LONGEST_SEARCH: Final = 100


def published_draw(competition: Competition) -> Draw | None:
    """The draw that everybody knows; before it there are no tables."""
    return competition.draws.filter(published_at__isnull=False).first()


def find_round(request: HttpRequest, competition: Competition) -> tuple[Round | None, list[Round]]:
    """The round that is asked for, or the latest; and all of them, in one query."""
    made = list(competition.round_set.select_related("clock").order_by("number"))
    asked = request.GET.get("round", "")
    if not asked:
        return (made[-1] if made else None), made
    found = next((one for one in made if str(one.number) == asked), None)
    if found is None:
        raise Http404("There is no such round.")
    return found, made


def name_rounds(made: Sequence[Round], competition: Competition, draw: Draw) -> None:
    """The final is called so."""
    for round_ in made:
        round_.final = is_final(competition.settings, draw.plan, round_.number)


def _following(competition: Competition, draw: Draw, round_: Round) -> str:
    number = round_.number + 1
    return round_to_come(number, final=is_final(competition.settings, draw.plan, number))


def clock_of(competition: Competition, round_: Round) -> dict[str, Any]:
    """The round's clock, for the corner."""
    clock = getattr(round_, "clock", None)
    return clock_context(clock.facts if clock else None, competition.pk, f"left in {round_.in_words}", timezone.now())


def is_fragment(request: HttpRequest) -> bool:
    """Whether a page that is there already asks for news."""
    return bool(request.htmx)  # type: ignore[attr-defined]


def fingerprint(*facts: object) -> str:
    """Stands for all that a page shows: if it is the same, nothing is drawn anew."""
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


@for_organiser_of_competition
@require_safe
def show_board(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Every table; `show` leaves only one standing, `q` searches, `round` looks back."""
    hears = live_context([staff(competition.event_id)])
    draw = published_draw(competition)
    round_, made = find_round(request, competition)
    frame = competition_navigation(competition, "board")
    if draw is None or round_ is None:
        return render(request, "organiser/board_waits.html", frame)
    if is_fragment(request) and request.GET.get("at", str(round_.number)) != str(round_.number):
        return HttpResponse(headers={"HX-Refresh": "true"})  # another round has been made
    name_rounds(made, competition, draw)
    board = read_board(competition, draw, round_, timezone.now())
    context = frame | hears | clock_of(competition, round_) | _shown(request, competition, board)
    context |= {
        "made": made,
        "looking_back": round_ is not made[-1],
        "following": _following(competition, draw, round_),
    }
    if not is_fragment(request):
        return render(request, "organiser/board.html", context)
    if request.GET.get("seen") == context["version"]:
        return HttpResponse(status=204)
    return render(request, "organiser/board.html#tables", context)


def _shown(request: HttpRequest, competition: Competition, board: Board) -> dict[str, Any]:
    """What the filter and the search leave."""
    words = request.GET.get("q", "")[:LONGEST_SEARCH]
    show = next((one for one in Standing if one.slug == request.GET.get("show")), None)
    tables = [t for t in board.tables if (show is None or t.is_at(show)) and (not words.strip() or t.is_found(words))]
    waits = _waits(competition, board)
    return {
        "board": board,
        "round": board.round,
        "tables": tables,
        "show": show,
        "words": words,
        "waits": waits,
        "version": fingerprint(board, show, words, waits, competition.finished_at),
    }


def _waits(competition: Competition, board: Board) -> str:
    """What prevents closing, in one sentence; empty when nothing does."""
    if board.round.closed_at is not None:
        return ""
    waits = waiting_for(board.round)
    sheets = len(waits.tables)
    said = [f"Waits for {sheets} sheet{'' if sheets == 1 else 's'} to be accepted."] if sheets else []
    return " ".join([*said, *(["The clock is still going."] if waits.clock else [])])


# The end of a round


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def show_round_end(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """What the round waits for; then closing it, and what came of it; then the next one, or the end of all."""
    draw = published_draw(competition)
    if draw is None:
        raise Http404("There is no round yet: the draw is not published.")
    done: Done[Any] = Done()
    if request.method == "POST":
        done = do(request, _deeds(by, competition))
        if done.trouble is None:
            return HttpResponseRedirect(_after(request, competition))
    round_, made = find_round(request, competition)
    name_rounds(made, competition, draw)
    assert round_ is not None  # a published draw has made the first
    last = is_last(competition.settings, draw.plan, round_.number)
    context = competition_navigation(competition, "board") | {"round": round_, "last": last, "trouble": done.trouble}
    context |= clock_of(competition, round_)
    if round_.closed_at is None:
        context |= {"waits": waiting_for(round_)}
    else:
        context |= {
            "view": read_round(competition, draw, round_, staff=True),
            "following": _following(competition, draw, round_),
        }
    return render(request, "organiser/board_round.html", context, status=done.status)


def _deeds(by: Actor, competition: Competition) -> dict[str, Deed]:
    said = {"by": by, "competition": competition.pk}
    return {
        "close": Deed(rounds.close_round, said, lambda number: f"Round {number} is closed."),
        "next": Deed(rounds.make_next_round, said, lambda _: "The next round is seated. Everybody can see where."),
        "finish": Deed(rounds.finish, said, lambda _: "The competition is finished. The results are public."),
    }


def _after(request: HttpRequest, competition: Competition) -> str:
    where = [competition.event.slug, competition.slug]
    return reverse("board" if request.POST.get("do") == "next" else "board-round", args=where)
