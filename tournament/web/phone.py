"""Everybody's phone: one page for the event, reached by the QR code on the screens, and one for each person followed.

    /e/<event>/                 type a name or a group; who is followed on this device; every competition
    /e/<event>/me/<code>        one person: table, seat, clock, who sits with them, where to go next
    /e/<event>/hide/<person>    for the event's organisers and MCs

The code of a person is their number, signed: it stays the same, and cannot be guessed from anybody else's. Whom a
device follows is kept in a cookie of the event's own, so it works without JavaScript, and for a whole family.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.actions import hiding
from tournament.live.topics import everyone, staff
from tournament.models import Competitor, Event
from tournament.permissions import Actor, as_mc
from tournament.queries.places import Gathering, Grade, Known, Place, read_gathering, read_grades
from tournament.rules import names
from tournament.web import throttle
from tournament.web.clock import clock_context
from tournament.web.everyone import SPREAD, for_one, heard_by, is_anonymous, page_of
from tournament.web.forms import carry_out
from tournament.web.live_page import live_context
from tournament.web.onward import Said, say
from tournament.web.remembered import remember, shelf
from tournament.web.visitors import account_of, for_mc

COOKIE: Final = "turntable_follows"
KEPT_FOR: Final = 60 * 24 * 60 * 60
MOST_FOLLOWED: Final = 8
LONGEST_SEARCH: Final = 100
FEWEST_LETTERS: Final = 2
MOST_FOUND: Final = 20
"""Who finds more types another letter: a search is for finding somebody, not for listing everybody."""


# Codes


def code_of(person: int) -> str:
    """What stands in the address of somebody's page."""
    return f"{person}-{salted_hmac('turntable.follow', str(person)).hexdigest()[:12]}"


def person_of(code: str) -> int:
    """Whose code this is; 0, which nobody has, if it is not one of ours."""
    number = code.partition("-")[0]
    if not (number.isascii() and number.isdigit() and len(number) <= 15):
        return 0
    return int(number) if constant_time_compare(code, code_of(int(number))) else 0


def followed_by(request: HttpRequest) -> list[int]:
    """Whom this device follows, the newest first."""
    people = (person_of(code) for code in request.COOKIES.get(COOKIE, "")[:400].split("."))
    return list(dict.fromkeys(person for person in people if person))[:MOST_FOLLOWED]


def _keep_following(answer: HttpResponse, event: Event, people: Sequence[int]) -> HttpResponse:
    where = reverse("event-page", args=[event.slug])
    said = ".".join(code_of(person) for person in people[:MOST_FOLLOWED])
    if not said:
        answer.delete_cookie(COOKIE, path=where)
        return answer
    answer.set_cookie(COOKIE, said, max_age=KEPT_FOR, path=where, httponly=True, samesite="Lax")
    return answer


# What is shown


@dataclass(frozen=True)
class Card:
    """Somebody followed, in one competition."""

    grade: Grade
    place: Place
    said: Said
    clock: dict[str, Any]

    @property
    def mates(self) -> list[Any]:
        """The others at the table, while they sit there."""
        chair = self.place.chair
        if chair is None or self.place.onward.table != chair.table or self.grade.progress.closed:
            return []
        return [mate for mate in self.grade.tables.get(chair.table, ()) if mate.seat != chair.seat]

    @property
    def seat(self) -> int:
        """Their seat, while they sit in it or should."""
        chair = self.place.chair
        sits = chair is not None and self.place.onward.table and not self.grade.progress.closed
        return chair.seat if chair is not None and sits else 0


@dataclass(frozen=True)
class Where:
    """An event's number, and what its public pages listen to."""

    pk: int
    topics: Sequence[str]

    @property
    def told(self) -> list[str]:
        """Names and settings are told to the event's staff alone, but public pages show them too."""
        return [*self.topics, staff(self.pk)]


def find_event(slug: str) -> Where:
    """The event of this address, looked up once for many phones: which number it has does not change."""
    return shelf.take(("where", slug), ((), 0), settings.SECONDS_REMEMBERED, lambda: _find_event(slug))


def _find_event(slug: str) -> Where:
    """A demo that is still being made is not there yet."""
    there = Event.objects.filter(slug=slug, unfinished_since=None).order_by("competitions")
    found = list(there.values_list("pk", "competitions"))
    if not found:
        raise Http404("There is no event at this address. Perhaps a letter is missing.")
    return Where(found[0][0], [everyone(competition) for _, competition in found if competition is not None])


def gather(request: HttpRequest, where: Where) -> tuple[Gathering, Actor | None]:
    """The event's facts: worked out once for all phones; for its staff anew each time, with everybody's name."""
    account = None if is_anonymous(request) else account_of(request)
    event = _event(where) if account else None
    if account and event and (by := as_mc(account, event)):
        return read_gathering(event, timezone.now(), staff=True), by
    make = lambda: read_gathering(_event(where), timezone.now())  # noqa: E731 (one line says it)
    return remember(("gathering", where.pk), where.told, make, heard_by(request)), None


def _event(where: Where) -> Event:
    return Event.objects.get(pk=where.pk)


def clock_of(grade: Grade) -> dict[str, Any]:
    """A competition's clock, counting."""
    words = f"left in {grade.round.in_words}" if grade.round else ""
    return clock_context(grade.clock, grade.competition.pk, words, timezone.now())


def cards_of(gathering: Gathering, person: int) -> list[Card]:
    """Somebody's place in each of their competitions."""
    return [Card(grade, place, say(grade, place), clock_of(grade)) for grade, place in gathering.places_of(person)]


# The event's page


@require_safe
def show_event(request: HttpRequest, event: str) -> HttpResponse:
    """Everything at once; `q` searches. Before somebody types or follows anybody it is the same page for all."""
    where = find_event(event)
    if not is_anonymous(request) or COOKIE in request.COOKIES or request.GET:
        return _answer(request, _draw_event(request, where))
    make = lambda: page_of(_draw_plainly(request, where).content)  # noqa: E731 (one line says it)
    return remember(("event", where.pk), where.told, make, heard_by(request)).answer(request)


def _draw_plainly(request: HttpRequest, where: Where) -> HttpResponse:
    """As it stands on every phone that was just pointed at the QR code: nobody of all the people is read for it."""
    hears = live_context(where.topics, spread=SPREAD)
    event = _event(where)
    grades = [(grade, clock_of(grade)) for grade in read_grades(event, timezone.now())]
    return render(request, "public/event.html", hears | {"event": event, "by": None, "grades": grades, "words": ""})


def _draw_event(request: HttpRequest, where: Where) -> HttpResponse:
    hears = live_context(where.topics, spread=SPREAD)
    gathering, by = gather(request, where)
    follows = [person for person in followed_by(request) if person in gathering.people or _plays(gathering, person)]
    context = hears | {
        "event": gathering.event,
        "by": by,
        "grades": [(grade, clock_of(grade)) for grade in gathering.grades],
        "followed": [(code_of(person), cards_of(gathering, person)) for person in follows],
    }
    context |= _search(request, gathering)
    return render(request, "public/event.html", context, status=context.pop("status", 200))


def _plays(gathering: Gathering, person: int) -> bool:
    """Also once names are erased."""
    return bool(gathering.places_of(person))


def _search(request: HttpRequest, gathering: Gathering) -> dict[str, Any]:
    """What was typed, and who may be meant. Nothing typed finds nobody."""
    typed = request.GET.get("q", "")
    words = names.shown(typed[:LONGEST_SEARCH], LONGEST_SEARCH)
    if not words:
        return {"words": ""}
    if throttle.searches_too_often(request):
        return {"words": words, "wait": True, "status": 429}
    if sum(char.isalnum() for char in words) < FEWEST_LETTERS:
        return {"words": words, "too_short": True}
    found = gathering.find(words)
    return {"words": words, "found": [_line(gathering, one) for one in found[:MOST_FOUND]], "total": len(found)}


def _line(gathering: Gathering, one: Known) -> dict[str, Any]:
    places = gathering.places_of(one.pk)
    return {"one": one, "code": code_of(one.pk), "places": places}


def _answer(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Personal, so only the phone itself may keep it; what it has already is not sent again."""
    if answer.status_code != 200:
        return for_one(answer)
    return for_one(page_of(answer.content).answer(request))


# One person


@require_http_methods(["GET", "HEAD", "POST"])
def show_person(request: HttpRequest, event: str, code: str) -> HttpResponse:
    """Where somebody is, and where they go next. Opening it is following; sending its form ends that."""
    where, person = find_event(event), person_of(code)
    hears = live_context(where.topics, spread=SPREAD)
    gathering, by = gather(request, where)
    found = gathering.event
    cards = cards_of(gathering, person)
    if not cards:
        raise Http404("There is nobody at this address any more. Look for the name on the event's page.")
    others = [other for other in followed_by(request) if other != person and _plays(gathering, other)]
    if request.method == "POST":
        there = reverse("event-page", args=[found.slug])
        return _keep_following(HttpResponseRedirect(there), found, others)
    context = hears | {
        "event": found,
        "by": by,
        "code": code,
        "known": gathering.people.get(person),
        "person": cards[0].place.person,
        "cards": cards,
        "others": [(code_of(other), gathering.places_of(other)[0][1].person) for other in others],
    }
    answer = _answer(request, render(request, "public/person.html", context))
    return answer if by else _keep_following(answer, found, [person, *others])


# Hiding


@for_mc
@require_POST
def hide(request: HttpRequest, event: Event, by: Actor, person: int) -> HttpResponse:
    """One tap takes somebody's name off everything public, another puts it back."""
    if not Competitor.objects.filter(pk=person, event=event).exists():
        raise Http404("There is no such person in this event.")
    action = hiding.show_person if request.POST.get("do") == "show" else hiding.hide_person
    done = carry_out(request, action, by=by, competitor=person)
    if done.trouble is not None:
        return render(request, "refused.html", {"sentence": done.trouble}, status=done.status)
    return HttpResponseRedirect(reverse("event-person", args=[event.slug, code_of(person)]))
