"""The organiser's board: all tables of a round at a glance, who needs somebody, and the end of the round."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from scoring.queries.board import BoardRead, read_board
from scoring.queries.round_tables import count_tables
from scoring.queries.rounds import read_round
from scoring.rounds_in_words import tell_round
from scoring.web.board_cards import STAGES, StageSign, draw_card
from scoring.web.board_overview import MOST_NEEDS, look_over
from tournament import current_time
from tournament.actions import rounds
from tournament.live.topics import staff
from tournament.permissions import Actor
from tournament.queries.rounds import Waits, waiting_for_sheets
from tournament.queries.search import LONGEST_SEARCH
from tournament.queries.standing import read_standing
from tournament.rules.pages import window
from tournament.rules.presets import Format
from tournament.rules.standing import PlannedRound, Standing
from tournament.web.clock import clock_context
from tournament.web.forms import Deed, Done, do
from tournament.web.fragments import is_fragment
from tournament.web.live_page import live_context
from tournament.web.organiser.navigation import competition_navigation
from tournament.web.paging import Pages, page_asked, pages_of, query
from tournament.web.visitors import for_organiser_of_competition
from tournament.words import count, hands_to_choose

if TYPE_CHECKING:
    from tournament.models import Competition

TABLES_ON_A_PAGE: Final = 48
MOST_SHEETS: Final = 48
"""The page that closes a round names so many tables that it waits for; the board has all of them."""


def find_round(request: HttpRequest, standing: Standing) -> PlannedRound | None:
    """The round that the address asks for, or the latest. None before the draw is published."""
    asked = request.GET.get("round", "")
    if not asked:
        return standing.latest
    found = next((round_ for round_ in standing.made if str(round_.number) == asked), None)
    if found is None:
        raise Http404("There is no such round.")
    return found


def clock_of(competition: Competition, round_: PlannedRound) -> dict[str, Any]:
    """The round's clock, for the corner."""
    return clock_context(round_.clock, competition.pk, f"left in {round_.name.inside}", current_time.now())


def fingerprint(*facts: object) -> str:
    """A fingerprint of everything that a page shows. While it stays the same, nothing is drawn again."""
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


@for_organiser_of_competition
@require_safe
def show_board(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Show every table. `show` keeps one stage only, `q` searches, `round` shows an earlier round."""
    hears = live_context([staff(competition.event_id)], by=by)
    now = current_time.now()
    standing = read_standing(competition, now)
    round_ = find_round(request, standing)
    navigation = competition_navigation(competition, "board")
    if round_ is None:
        return render(request, "organiser/board_waits.html", navigation)
    if is_fragment(request) and request.GET.get("at", str(round_.number)) != str(round_.number):
        return HttpResponse(headers={"HX-Refresh": "true"})  # another round has been made
    read = read_board(standing, competition, round_, now)
    context = navigation | hears | clock_of(competition, round_) | _shown(request, competition, read)
    context |= {
        "made": standing.made,
        "looking_back": round_ is not standing.latest,
        "following": standing.name(round_.number + 1).lower,
    }
    if not is_fragment(request):
        return render(request, "organiser/board.html", context)
    if request.GET.get("seen") == context["version"]:
        return HttpResponse(status=204)
    return render(request, "organiser/board.html#tables", context)


def _shown(request: HttpRequest, competition: Competition, read: BoardRead) -> dict[str, Any]:
    """The cards that are left after the filter and the search."""
    board, words = look_over(read), request.GET.get("q", "")[:LONGEST_SEARCH]
    show = next((stage for stage in STAGES if stage.slug == request.GET.get("show")), None)
    found = [mark.number for mark in board.find(words) if show is None or mark.is_at(show)]
    page = found[window(len(found), TABLES_ON_A_PAGE, page_asked(request))]
    silent = board.silent[:MOST_NEEDS]
    cards = board.cards_of(dict.fromkeys([*page, *silent]))
    waits = _waits_in_words(read.waits) if board.round.closed_at is None else ""
    needs = board.needs({number: cards[number] for number in silent})
    shown: dict[str, Any] = {
        "needs": needs[:MOST_NEEDS],
        "more_needs": len(needs) > MOST_NEEDS or len(board.silent) > MOST_NEEDS,
        "on_paper": board.on_paper[:MOST_NEEDS],
        "found": len(found),
        "of": len(board.marks),
        "tables": [cards[number] for number in page],
        "pages": _pages(request, competition, len(found), show, words),
        "show": show,
        "words": words,
        "waits": waits,
    }
    version = fingerprint(shown, board.round, board.counts, board.calls, competition.finished_at)
    at = reverse("board", args=[competition.event.slug, competition.slug])
    back = "" if read.round is read.standing.latest else query(round=read.round.number)
    drawn = [draw_card(card, f"{at}{card.number}/{back}") for card in shown["tables"]]
    return shown | {"tables": drawn, "board": board, "round": board.round, "version": version}


def _pages(request: HttpRequest, competition: Competition, found: int, show: StageSign | None, words: str) -> Pages:
    at = reverse("board", args=[competition.event.slug, competition.slug])
    asked = {"show": show.slug if show else "", "q": words, "round": request.GET.get("round", "")}
    return pages_of("Tables", found, TABLES_ON_A_PAGE, page_asked(request), lambda page: at + query(**asked, page=page))


def _waits_in_words(waits: Waits) -> str:
    """What prevents closing the round, in one sentence. Empty if nothing does."""
    sheets = [f"Waiting for {count(len(waits.tables), 'sheet')} to be accepted."] if waits.tables else []
    disputes = [hands_to_choose(waits.disputed)] if waits.disputed else []
    return " ".join([*sheets, *disputes, *(["The clock is still running."] if waits.clock else [])])


# The end of a round


@for_organiser_of_competition
@require_http_methods(["GET", "HEAD", "POST"])
def show_round_end(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """Show what the round waits for, then the button that closes it and the results, then the next round or the end."""
    standing = read_standing(competition, current_time.now())
    if standing.published is None:
        raise Http404("There is no round yet: the draw isn’t published.")
    done: Done[Any] = Done()
    if request.method == "POST":
        done = do(request, _deeds(by, competition, standing))
        if done.trouble is None:
            return HttpResponseRedirect(_after(request, competition))
    round_ = find_round(request, standing)
    assert round_ is not None  # publishing the draw made the first round
    context = competition_navigation(competition, "board") | {"round": round_, "last": round_.is_last}
    context |= clock_of(competition, round_) | _end_of(request, competition, standing, round_)
    context["trouble"] = done.trouble
    return render(request, "organiser/board_round.html", context, status=done.status)


def _end_of(
    request: HttpRequest, competition: Competition, standing: Standing, round_: PlannedRound
) -> dict[str, Any]:  # fmt: skip
    """What the round waits for or, once it is closed, a page of its results."""
    if round_.closed_at is None:
        waits = waiting_for_sheets(standing, round_, current_time.now())
        return {
            "waits": waits,
            "sheets": waits.tables[:MOST_SHEETS],
            "closing_decides": _closing_decides(standing, round_),
        }
    of, page = count_tables(round_), page_asked(request)
    shown = window(of, TABLES_ON_A_PAGE, page)
    view = tell_round(read_round(standing, competition, round_, current_time.now(), staff=True, tables=shown))
    decided = [table for table in view.tables if table.ties or any(line.goes for line in table.lines)]
    at = reverse("board-round", args=[competition.event.slug, competition.slug])
    asked = request.GET.get("round", "")
    pages = pages_of("Tables", of, TABLES_ON_A_PAGE, page, lambda page: at + query(round=asked, page=page))
    return {"decided": decided, "pages": pages, "following": standing.name(round_.number + 1).lower}


def _closing_decides(standing: Standing, round_: PlannedRound) -> str:
    """What follows from the sheets of this round."""
    if standing.format is Format.SINGLE:
        return "who wins each table"
    if standing.format is Format.ROTATION:
        return "the final order" if round_.is_last else "who moves"
    return f"who wins {round_.name.lower}" if round_.is_last else "who goes on"


def _deeds(by: Actor, competition: Competition, standing: Standing) -> Mapping[str, Deed]:
    whose = {"by": by, "competition": competition.pk}
    return {
        "close": Deed(rounds.close_round, whose, lambda number: f"{standing.name(number).opening} is closed."),
        "next": Deed(rounds.make_next_round, whose, lambda _: "The next round is seated. Everybody can see where."),
        "finish": Deed(rounds.finish, whose, lambda _: "The competition is finished. The results are public."),
    }


def _after(request: HttpRequest, competition: Competition) -> str:
    where = [competition.event.slug, competition.slug]
    return reverse("board" if request.POST.get("do") == "next" else "board-round", args=where)
