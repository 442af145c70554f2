"""The MC's pages: the clock of each competition and its buttons, the order of the round, and who is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions import clock
from tournament.live.topics import everyone, screens, staff
from tournament.models import Clock, Competition, Event
from tournament.permissions import Actor, Role
from tournament.queries.desk import CHANGES, Desk, read_desk
from tournament.queries.events import read_listed
from tournament.rules.clock import State
from tournament.rules.errors import ClockRefused, RequestReused, TurntableError
from tournament.web.clock import clock_context
from tournament.web.forms import NOT_OURS, Trouble, request_id, trouble_of
from tournament.web.live_page import live_context
from tournament.web.screens import screens_context
from tournament.web.visitors import COMPETITION, NOT_YOURS, for_mc

SURE: Final[Mapping[str, tuple[str, str]]] = {
    "end": ("End the round now? Everybody stops and counts what they hold.", "Yes, end the round"),
    "restart": ("Set the clock back to its beginning? The hall starts this round again.", "Yes, set it back"),
}
"""What asks once, and the button that answers."""
FURTHER: Final = (
    ("undo", "Take it back", "a slip"),
    ("call-off", "Call the start off", ""),
    ("end", "End the round now", "asks once more"),
    ("restart", "Set it back to the beginning", "asks once more"),
)


@for_mc
@require_safe
def show_event(request: HttpRequest, event: Event, by: Actor) -> HttpResponse:
    """Every competition, with the way to its clock; where there is one, that is the page."""
    competitions = read_listed(event, timezone.now())
    if len(competitions) == 1:
        return redirect("mc-desk", event.slug, competitions[0].competition.slug)
    return render(request, "mc/event.html", {"event": event, "competitions": competitions})


@for_mc
@require_http_methods(["GET", "HEAD", "POST"])
def show_desk(request: HttpRequest, event: Event, by: Actor, competition: str) -> HttpResponse:
    """The clock of a competition, and everything around it; a button pressed is carried out first."""
    hears = _hears(event)
    it = COMPETITION.first(event.slug, competition)
    if it is None:
        raise Http404(NOT_YOURS)
    trouble = _carry_out(request, by, it) if request.method == "POST" else None
    if request.method == "POST" and trouble is None and not request.htmx:  # type: ignore[attr-defined]
        return HttpResponseRedirect(_here(request, it))
    around = {} if request.htmx else screens_context(event, back="mc")  # type: ignore[attr-defined]
    context = around | hears | _context(request, it, by) | _asks(request, trouble)
    template = "mc/desk.html#desk" if request.htmx else "mc/desk.html"  # type: ignore[attr-defined]
    # htmx shows the answer whatever it is; without it a refusal is a refusal
    status = trouble.status if trouble and not request.htmx else 200  # type: ignore[attr-defined]
    return render(request, template, context, status=status)


def _hears(event: Event) -> dict[str, Any]:
    topics = [staff(event.pk), screens(event.pk), *map(everyone, event.competitions.values_list("pk", flat=True))]
    return live_context(topics)


def _here(request: HttpRequest, competition: Competition) -> str:
    together = "?together=yes" if _is_together(request) else ""
    return reverse("mc-desk", args=[competition.event.slug, competition.slug]) + together


def _is_together(request: HttpRequest) -> bool:
    return (request.POST.get("together") or request.GET.get("together")) == "yes"


# What the buttons do


def _carry_out(request: HttpRequest, by: Actor, competition: Competition) -> Trouble | None:
    """The pressed button's action; together, for every competition of the event whose clock can do it."""
    verb = request.POST.get("do", "")
    act = _action(request, verb)
    if act is None:
        return Trouble("Nothing was chosen. Press one of the buttons.")
    if verb in SURE and request.POST.get("sure") != "yes":
        return Trouble(SURE[verb][0], status=409, confirm=True)
    if not request_id(request):
        return Trouble(NOT_OURS)
    try:
        _do_all(act, by, _meant(request, competition), request_id(request))
    except TurntableError as error:
        return trouble_of(error)
    return None


def _action(request: HttpRequest, verb: str) -> Callable[..., Any] | None:
    """The action with what the form says."""
    if verb == "start-at":
        return lambda **said: clock.set_start(at=request.POST.get("at", ""), **said)
    if verb == "calls":
        return lambda **said: clock.set_calls(minutes=_minutes(request.POST.get("calls", "")), **said)
    if verb in {f"add{minutes:+}" for minutes in CHANGES}:
        return lambda **said: clock.add_time(seconds=60 * int(verb.removeprefix("add")), **said)
    return _PLAIN.get(verb)


_PLAIN: Final[Mapping[str, Callable[..., Any]]] = {
    "start": clock.start_clock,
    "call-off": clock.call_off_start,
    "pause": clock.pause_clock,
    "resume": clock.resume_clock,
    "end": clock.end_clock,
    "undo": clock.undo_clock,
    "restart": clock.restart_clock,
}


def _minutes(text: str) -> list[int]:
    """10, 5, 1: whole minutes, with commas or spaces between them."""
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) <= 4 for word in words):
        raise ClockRefused("Write the calls as whole minutes before the end, such as “10, 1”.")
    return [int(word) for word in words]


def _meant(request: HttpRequest, competition: Competition) -> list[int]:
    """This competition, and together with it every other of the event that has an open clock."""
    if not _is_together(request):
        return [competition.pk]
    others = Clock.objects.filter(competition__event=competition.event_id, closed_at__isnull=True)
    return [competition.pk, *others.exclude(competition=competition).values_list("competition_id", flat=True)]


def _do_all(act: Callable[..., Any], by: Actor, competitions: list[int], request: str) -> None:
    """Each in its own step. What the first refuses is said; that another clock is somewhere else already is no reason
    to stop this one."""
    for n, competition in enumerate(competitions):
        try:
            act(by=by, competition=competition, request=f"{request}/{n}" if n else request)
        except RequestReused:
            raise
        except ClockRefused:
            if n == 0:
                raise


# What the page shows


def _context(request: HttpRequest, competition: Competition, by: Actor) -> dict[str, Any]:
    now = timezone.now()
    desk = read_desk(competition, now)
    others = competition.event.competitions.exclude(pk=competition.pk).order_by("pk").only("name", "slug")
    facts = desk.clock if desk else None
    words = f"left in {desk.round.in_words}" if desk else ""
    return clock_context(facts, competition.pk, words, now) | {
        "event": competition.event,
        "competition": competition,
        "others": _others(others, now),
        "desk": desk,
        "now": now,
        "together": _is_together(request),
        "organises": by.role is Role.ORGANISER,
        "calls": ", ".join(str(seconds // 60) for seconds in competition.calls),
        "primary": _primary(desk, facts.state(now) if facts else None, together=_is_together(request)),
        **(_buttons(desk) if desk else {}),
        **(_times(desk, now) if desk else {}),
    }


def _others(competitions: Iterable[Competition], now: datetime) -> list[tuple[Competition, dict[str, Any]]]:
    """The other competitions, each with its clock while it has an open one."""
    there = list(competitions)
    clocks = {row.competition_id: row.facts for row in Clock.objects.filter(competition__in=there, closed_at=None)}
    return [(it, clock_context(clocks.get(it.pk), it.pk, "", now)) for it in there]


def _buttons(desk: Desk) -> dict[str, Any]:
    """Minutes to add and take; then what is rarer. A slip is taken back where there was one, and only then offered;
    while a round goes, what keeps it from being set back is said."""
    whys = desk.why_not
    changes = [(f"add{m:+}", f"{'+' if m > 0 else '−'} {abs(m)}", whys.get(f"add{m:+}", "")) for m in CHANGES]
    begun = bool(whys.get("start"))
    hidden = set() if begun else {"end"}  # nobody ends what has not begun
    told = {"restart"} if begun and not whys.get("end") else set()
    shown = (row for row in FURTHER if row[0] not in hidden and (row[0] in told or not whys.get(row[0])))
    return {
        "changes": changes,
        "further": [(*row, whys.get(row[0], "")) for row in shown],
        "cannot_change": dict.fromkeys(why for _, _, why in changes if why),
    }


def _times(desk: Desk, now: datetime) -> dict[str, Any]:
    """The three moments under the bar, and how the bar stands."""
    facts = desk.clock
    if facts is None:
        return {}
    whole = facts.length + facts.added
    return {
        "times": [
            ("Starts" if facts.starts_at else "Started", facts.begins),
            ("Last hand", facts.warning_at),
            ("Time up", facts.ended_at or facts.deadline),
        ],
        "share": f"{100 * facts.left(now) / whole:.2f}",
        "warning_at_share": f"{100 - 100 * facts.warning / whole:.2f}" if facts.warning else "",
    }


def _primary(desk: Desk | None, state: State | None, *, together: bool) -> tuple[str, str, str] | None:
    """The one large button: its verb, its word, its icon."""
    clocks = " all clocks" if together else ""
    if state is State.READY:
        now = " now" if desk and desk.clock and desk.clock.starts_at else ""
        return ("start", f"Start{clocks}{now}", "play")
    if state is State.RUNNING:
        return ("pause", f"Pause{clocks}", "over")
    return ("resume", f"Resume{clocks}", "play") if state is State.PAUSED else None


def _asks(request: HttpRequest, trouble: Trouble | None) -> dict[str, Any]:
    verb = request.POST.get("do", "")
    asks: dict[str, Any] = {}
    if trouble and trouble.confirm:
        said = {"together": "yes"} if _is_together(request) else {}
        asks = {"again": verb, "yes": SURE[verb][1], "said_again": said}
    return {"trouble": trouble, "typed_at": request.POST.get("at", ""), **asks}
