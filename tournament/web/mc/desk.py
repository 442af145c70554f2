"""The MC's desk: the clock of a competition with its buttons, the order of the round, and who is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from tournament import current_time
from tournament.live.topics import everyone, screens, staff
from tournament.permissions import Actor, Role
from tournament.queries.competitions import read_competitions
from tournament.queries.event_facts import CompetitionFacts
from tournament.queries.mc_desk import McDesk, open_clocks, read_desk, read_double_seats
from tournament.queries.standing import read_standings
from tournament.rules import dealers
from tournament.rules.clock import State
from tournament.rules.duration import SECONDS_A_HAND_TAKES
from tournament.rules.errors import ClockRefused, RequestReused, TurntableError
from tournament.web.clock import clock_context
from tournament.web.clock_step import step_context
from tournament.web.forms import NOT_OURS, Trouble, request_id, trouble_of
from tournament.web.fragments import is_fragment
from tournament.web.live_page import live_context
from tournament.web.mc.breaks import BreakCard, break_card, podium_card
from tournament.web.mc.clock_buttons import (
    action_of,
    buttons_context,
    is_for,
    primary_button,
    question_of,
)
from tournament.web.mc.hall_messages import message_context
from tournament.web.mc.others import other_clocks
from tournament.web.mc.say_now import say_now
from tournament.web.mc.screen_list import screens_context
from tournament.web.mc.timeline import timeline
from tournament.web.organiser.competition_choice import show_competition_choice
from tournament.web.organiser.navigation import competition_navigation
from tournament.web.visitors import NOT_YOURS, for_mc

if TYPE_CHECKING:
    from tournament.models import Event

SHORTEST_HAND: Final = timedelta(seconds=SECONDS_A_HAND_TAKES[0])


@for_mc
@require_safe
def show_event(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Every competition, with the way to its clock; if there is only one, its clock is the page."""
    return show_competition_choice(request, event, "mc-desk", "mc/event.html", page="mc", role=by.role)


@for_mc
@require_http_methods(["GET", "HEAD", "POST"])
def show_desk(request: HttpRequest, event: Event, by: Actor, competition: str) -> HttpResponse:
    """The clock of a competition, and everything around it; a button pressed is carried out first."""
    competitions = read_competitions(event)
    topics = [staff(event.pk), screens(event.pk), *(everyone(listed.pk) for listed in competitions)]
    hears = live_context(topics, by=by)
    found = next((listed for listed in competitions if listed.slug == competition), None)
    if found is None:
        raise Http404(NOT_YOURS)
    reached = _reached(request, found, competitions)
    trouble = _carry_out(request, by, reached) if request.method == "POST" else None
    if request.method == "POST" and trouble is None and not is_fragment(request):
        return HttpResponseRedirect(_address(request, found))
    around = {} if is_fragment(request) else _around(event, by, found)
    context = hears | _context(request, found, competitions, by) | _question(request, reached, trouble) | around
    template = "mc/desk.html#desk" if is_fragment(request) else "mc/desk.html"
    # htmx shows every answer; without it a refusal keeps its status
    status = trouble.status if trouble and not is_fragment(request) else 200
    return render(request, template, context, status=status)


def _around(event: Event, by: Actor, competition: CompetitionFacts) -> dict[str, Any]:
    """The tabs above the clock, and the screens beside it. The other competitions have their clocks on the page."""
    around = screens_context(event, back=competition.slug) | message_context(event)
    return around | competition_navigation(competition, "mc-desk", by.role, others=())


def _address(request: HttpRequest, competition: CompetitionFacts) -> str:
    together = "?together=yes" if _is_together(request) else ""
    return reverse("mc-desk", args=[competition.event.slug, competition.slug]) + together


def _is_together(request: HttpRequest) -> bool:
    """Whether the buttons run all clocks of the event."""
    return (request.POST.get("together") or request.GET.get("together")) == "yes"


# A button was pressed


def _reached(
    request: HttpRequest, competition: CompetitionFacts, competitions: Iterable[CompetitionFacts]
) -> list[CompetitionFacts]:
    """The competition of this page, and together with it every other one of the event."""
    others = [listed for listed in competitions if listed.pk != competition.pk] if _is_together(request) else []
    return [competition, *others]


def _carry_out(request: HttpRequest, by: Actor, reached: Sequence[CompetitionFacts]) -> Trouble | None:
    """Carry out the pressed button's action; together, for every competition of the event whose clock can do it."""
    verb = request.POST.get("do", "")
    action = action_of(request, verb)
    if action is None:
        return Trouble("Nothing was chosen. Press one of the buttons.")
    question = _asked(request, reached)
    if question and request.POST.get("sure") != "yes":
        return Trouble(question[0], status=409, confirm=True)
    if not request_id(request):
        return Trouble(NOT_OURS)
    try:
        _do_all(action, by, _meant(reached), request_id(request))
    except TurntableError as error:
        return trouble_of(error)
    return None


def _asked(request: HttpRequest, reached: Sequence[CompetitionFacts]) -> tuple[str, str] | None:
    """What the pressed button asks first, and the words of the one that says yes."""
    verb, now = request.POST.get("do", ""), current_time.now()
    clocks = open_clocks(read_standings(reached, now))
    meant = [clock for clock in clocks if is_for(verb, clocks[clock], now)] if _is_together(request) else []
    names = [listed.name for listed in sorted(reached, key=lambda listed: listed.pk) if listed.pk in meant]
    return question_of(verb, clocks.get(reached[0].pk), now, names)


def _meant(reached: Sequence[CompetitionFacts]) -> list[int]:
    """The competition of this page, whatever its clock; the others if they have an open one."""
    first, *others = reached
    clocks = open_clocks(read_standings(others, current_time.now()))
    return [first.pk, *clocks]


def _do_all(action: Callable[..., Any], by: Actor, competitions: Sequence[int], request: str) -> None:
    """Do it to each clock in its own step. Only what the first clock refuses is reported.

    Another clock may be somewhere else already, which is no reason to stop this one.
    """
    for place, competition in enumerate(competitions):
        try:
            action(by=by, competition=competition, request=f"{request}/{place}" if place else request)
        except RequestReused:
            raise
        except ClockRefused:
            if place == 0:
                raise


# What the page shows


@dataclass(frozen=True)
class MissingTables:
    """The tables that the hall waits for, and how many there are in all."""

    tables: Sequence[int]
    of: int
    counting: bool
    """Whether their sheets are missing; before the bell it is their first hand."""
    is_early: bool = False
    """Whether no table can have finished a hand yet."""


def _missing(desk: McDesk, now: datetime) -> MissingTables:
    """While the clock goes, the tables that have not sent a hand; afterwards, those whose sheets are not in.

    Nobody is missing before the start, nor until a table could have finished a hand.
    """
    state = None if desk.clock is None else desk.clock.state(now)
    if desk.clock is not None and state in (State.RUNNING, State.PAUSED):
        is_early = bool(desk.without_hand) and desk.clock.played(now) < SHORTEST_HAND
        tables = [] if is_early else desk.without_hand
        return MissingTables(tables, len(desk.tables), counting=False, is_early=is_early)
    return MissingTables(desk.without_sheet if state is not State.READY else [], len(desk.tables), counting=True)


def _context(
    request: HttpRequest, competition: CompetitionFacts, competitions: Sequence[CompetitionFacts], by: Actor
) -> dict[str, Any]:
    now = current_time.now()
    standings = read_standings(competitions, now)
    desk = read_desk(standings[competition.pk], now)
    clock = desk.clock if desk else None
    words = f"left in {desk.round.name.inside}" if desk else ""
    rest = break_card(desk, competition, now) if desk else None
    context = clock_context(clock, competition.pk, words, now) | step_context(competition.pk, now)
    return context | {
        "event": competition.event,
        "competition": competition,
        "others": other_clocks(competition, competitions, standings, now),
        "plays_twice": read_double_seats(standings.values()) if len(competitions) > 1 else [],
        "desk": desk,
        "now": now,
        "together": _is_together(request),
        "organises": by.role is Role.ORGANISER,
        "calls": ", ".join(str(seconds // 60) for seconds in competition.calls),
        "primary": primary_button(clock, now, rest.coming.before if rest else None, together=_is_together(request)),
        "break_minutes": competition.break_length // 60,
        "rest": rest,
        **(_round_context(desk, competition, rest, now) if desk else {}),
    }


def _round_context(
    desk: McDesk, competition: CompetitionFacts, rest: BreakCard | None, now: datetime
) -> dict[str, Any]:  # fmt: skip
    """The order of the day, who is missing, and the clock's buttons and moments."""
    saying = dealers.saying(desk.round.number, competition.event.sayings)
    return {
        "steps": timeline(desk, saying, now),
        "say_now": say_now(desk, saying, rest.coming if rest else None, now),
        "missing": _missing(desk, now),
        "podium": podium_card(desk, competition),
        "following": desk.standing.name(desk.round.number + 1).lower,
        **buttons_context(desk, now, is_chosen_below=rest is not None and bool(rest.choice)),
        **_times(desk, now),
    }


def _times(desk: McDesk, now: datetime) -> dict[str, Any]:
    """The three moments under the bar, and how the bar stands."""
    clock = desk.clock
    if clock is None:
        return {}
    whole = clock.length + clock.added
    return {
        "times": [
            ("Starts" if clock.starts_at else "Started", clock.begins),
            ("Last hand", clock.given_warning(now) if clock.ended_at else clock.warning_at),
            ("Time up", clock.ended_at or clock.deadline),
        ],
        "share": f"{100 * clock.left(now) / whole:.2f}",
        "warning_at_share": f"{100 - 100 * min(1, clock.warning / whole):.2f}" if clock.warning else "",
    }


def _question(request: HttpRequest, reached: Sequence[CompetitionFacts], trouble: Trouble | None) -> dict[str, Any]:
    """What went wrong; and where a button asks first, the button that says yes."""
    verb = request.POST.get("do", "")
    question: dict[str, Any] = {}
    asked = _asked(request, reached) if trouble and trouble.confirm else None
    if asked:
        together = {"together": "yes"} if _is_together(request) else {}
        question = {"again": verb, "yes": asked[1], "said_again": together}
    return {"trouble": trouble, "typed_at": request.POST.get("at", ""), **question}
