"""Everybody's phone: one page for the event, reached by the QR code on the screens, and one for each person followed.

    /e/syg26                    what people type: leads to the page of the event
    /e/<event>/                 type a name or a group; who is followed on this device; every competition
    /e/<event>/me/<code>        one person: table, seat, clock, who sits with them, where to go next
    /e/<event>/hide/<person>    for the event's organisers and MCs

The code of a person is their number, signed: it stays the same, and cannot be guessed from anybody else's. Whom a
device follows is kept in a cookie of the event's own, so it works without JavaScript, and for a whole family.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.actions import hiding
from tournament.event_time import show_in_time_of
from tournament.live.topics import everyone, staff
from tournament.permissions import Actor, as_mc
from tournament.queries.event_facts import EventFacts, event_facts
from tournament.queries.events import find_public_event, find_slug_of, read_event
from tournament.queries.onward import Gathering, Grade, KnownPerson, TableMate, Whereabouts, read_gathering, read_grades
from tournament.queries.people import is_person_of
from tournament.queries.search import LONGEST_SEARCH
from tournament.rules import names
from tournament.rules.numbers import whole_number
from tournament.rules.standing import Standing
from tournament.web import throttle
from tournament.web.clock import clock_context
from tournament.web.everyone import for_one, heard_by, is_anonymous, page_of
from tournament.web.forms import carry_out
from tournament.web.live_page import live_for_phones
from tournament.web.onward import Message, say
from tournament.web.remembered import remember, shelf
from tournament.web.visitors import account_of, for_mc, is_of_team

if TYPE_CHECKING:
    from tournament.models import Event

COOKIE: Final = "turntable_follows"
NO_EVENT: Final = "There is no event at this address. Perhaps a letter is missing."
SECONDS_A_DEVICE_FOLLOWS: Final = 60 * 24 * 60 * 60
MOST_FOLLOWED: Final = 8
FEWEST_LETTERS: Final = 2
MOST_FOUND: Final = 20
"""Who finds more types another letter: a search is for finding somebody, not for listing everybody."""


# Codes


def code_of(person: int) -> str:
    """What stands in the address of somebody's page."""
    return f"{person}-{salted_hmac('turntable.follow', str(person)).hexdigest()[:12]}"


def person_of(code: str) -> int:
    """Whose code this is; 0, which nobody has, if it is not one of ours."""
    person = whole_number(code.partition("-")[0])
    return person if person is not None and constant_time_compare(code, code_of(person)) else 0


def followed_by(request: HttpRequest) -> list[int]:
    """Whom this device follows, the newest first."""
    people = (person_of(code) for code in request.COOKIES.get(COOKIE, "")[:400].split("."))
    return list(dict.fromkeys(person for person in people if person))[:MOST_FOLLOWED]


def _keep_following(answer: HttpResponse, event: EventFacts, people: Sequence[int]) -> HttpResponse:
    page = reverse("event-page", args=[event.slug])
    codes = ".".join(code_of(person) for person in people[:MOST_FOLLOWED])
    if not codes:
        answer.delete_cookie(COOKIE, path=page)
        return answer
    answer.set_cookie(COOKIE, codes, max_age=SECONDS_A_DEVICE_FOLLOWS, path=page, httponly=True, samesite="Lax")
    return answer


# What is shown


@dataclass(frozen=True)
class PhoneCard:
    """Somebody followed, in one competition."""

    grade: Grade
    where: Whereabouts
    message: Message
    clock: dict[str, Any]

    @property
    def standing(self) -> Standing:
        return self.grade.standing

    @property
    def mates(self) -> list[TableMate]:
        """The others at the table, while they sit there."""
        chair = self.where.chair
        if chair is None or self.where.onward.table != chair.table or self.standing.open is None:
            return []
        return [mate for mate in self.grade.tables.get(chair.table, ()) if mate.seat != chair.seat]

    @property
    def seat(self) -> int:
        """Their seat, while they sit in it or should."""
        chair = self.where.chair
        sits = chair is not None and self.where.onward.table and self.standing.open is not None
        return chair.seat if chair is not None and sits else 0


@dataclass(frozen=True)
class EventTopics:
    """An event's number, and what its public pages listen to."""

    pk: int
    topics: Sequence[str]
    hidden: bool = False

    @property
    def with_staff(self) -> list[str]:
        """Names and settings are told to the event's staff alone, but public pages show them too."""
        return [*self.topics, staff(self.pk)]


def find_event(request: HttpRequest, slug: str) -> EventTopics:
    """The event of this address, looked up once for many phones: which number it has does not change. A hidden event
    is there for its team alone."""
    found = shelf.take(("where", slug), ((), 0), settings.SECONDS_REMEMBERED, lambda: _find_event(slug))
    if found.hidden and not is_of_team(request, read_event(found.pk)):
        raise Http404(NO_EVENT)
    return found


def _find_event(slug: str) -> EventTopics:
    found = find_public_event(slug)
    if found is None:
        raise Http404(NO_EVENT)
    return EventTopics(found.event, [everyone(competition) for competition in found.competitions], found.hidden)


def gather(request: HttpRequest, topics: EventTopics) -> tuple[Gathering, Actor | None]:
    """The event's facts: worked out once for all phones; for its staff anew each time, with everybody's name."""
    gathering, by = _gather(request, topics)
    show_in_time_of(gathering.event)
    return gathering, by


def _gather(request: HttpRequest, topics: EventTopics) -> tuple[Gathering, Actor | None]:
    account = None if is_anonymous(request) else account_of(request)
    event = read_event(topics.pk) if account else None
    if account and event and (by := as_mc(account, event)):
        return read_gathering(event, timezone.now(), staff=True), by
    make = lambda: read_gathering(read_event(topics.pk), timezone.now())  # noqa: E731 (one line says it)
    return remember(("gathering", topics.pk), topics.with_staff, make, heard_by(request)), None


def clock_of(grade: Grade) -> dict[str, Any]:
    """A competition's clock, counting."""
    latest = grade.standing.latest
    words = f"left in {latest.name.inside}" if latest else ""
    return clock_context(grade.standing.clock, grade.competition.pk, words, timezone.now())


def cards_of(gathering: Gathering, person: int) -> list[PhoneCard]:
    """Somebody's card in each of their competitions."""
    return [
        PhoneCard(grade, where, say(grade, where), clock_of(grade)) for grade, where in gathering.whereabouts(person)
    ]


# The event's page


@require_safe
def show_event(request: HttpRequest, event: str) -> HttpResponse:
    """Everything at once; `q` searches. Before somebody types or follows anybody it is the same page for all."""
    try:
        topics = find_event(request, event)
    except Http404:
        slug = find_slug_of(event.lower())
        if slug is None:
            raise
        return HttpResponseRedirect(reverse("event-page", args=[slug]))
    if not is_anonymous(request) or COOKIE in request.COOKIES or request.GET:
        return _answer(request, _draw_event(request, topics))
    make = lambda: page_of(_draw_plainly(request, topics).content)  # noqa: E731 (one line says it)
    return remember(("event", topics.pk), topics.with_staff, make, heard_by(request)).answer(request)


def _draw_plainly(request: HttpRequest, topics: EventTopics) -> HttpResponse:
    """As it stands on every phone that was just pointed at the QR code: nobody of all the people is read for it."""
    hears = live_for_phones(topics.topics)
    event = read_event(topics.pk)
    show_in_time_of(event)
    grades = [(grade, clock_of(grade)) for grade in read_grades(event, timezone.now())]
    context = {"event": event_facts(event), "by": None, "grades": grades, "words": ""}
    return render(request, "public/event.html", hears | context)


def _draw_event(request: HttpRequest, topics: EventTopics) -> HttpResponse:
    hears = live_for_phones(topics.topics)
    gathering, by = gather(request, topics)
    follows = [person for person in followed_by(request) if person in gathering.people or _plays(gathering, person)]
    followed = [(code_of(person), cards_of(gathering, person)) for person in follows]
    context = hears | {
        "event": gathering.event,
        "by": by,
        "grades": [(grade, clock_of(grade)) for grade in gathering.grades],
        "followed": followed,
        "tables_followed": " ".join(str(card.where.table_pk) for _, cards in followed for card in cards),
    }
    context |= _search(request, gathering)
    return render(request, "public/event.html", context, status=context.pop("status", 200))


def _plays(gathering: Gathering, person: int) -> bool:
    """Also once names are erased."""
    return bool(gathering.whereabouts(person))


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
    lines = [_line(gathering, person) for person in found[:MOST_FOUND]]
    return {"words": words, "found": lines, "total": len(found)}


def _line(gathering: Gathering, person: KnownPerson) -> dict[str, Any]:
    return {"person": person, "code": code_of(person.pk), "whereabouts": gathering.whereabouts(person.pk)}


def _answer(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Personal, so only the phone itself may keep it; what it has already is not sent again."""
    if answer.status_code != 200:
        return for_one(answer)
    return for_one(page_of(answer.content).answer(request))


# One person


@require_http_methods(["GET", "HEAD", "POST"])
def show_person(request: HttpRequest, event: str, code: str) -> HttpResponse:
    """Where somebody is, and where they go next. Opening it is following; sending its form ends that."""
    topics, person = find_event(request, event), person_of(code)
    hears = live_for_phones(topics.topics)
    gathering, by = gather(request, topics)
    found = gathering.event
    cards = cards_of(gathering, person)
    if not cards:
        raise Http404("There's nobody at this address now. Look for the name on the event's page.")
    others = [other for other in followed_by(request) if other != person and _plays(gathering, other)]
    if request.method == "POST":
        page = reverse("event-page", args=[found.slug])
        return _keep_following(HttpResponseRedirect(page), found, others)
    context = hears | {
        "event": found,
        "by": by,
        "code": code,
        "known": gathering.people.get(person),
        "person": cards[0].where.person,
        "cards": cards,
        "others": [(code_of(other), gathering.whereabouts(other)[0][1].person) for other in others],
    }
    answer = _answer(request, render(request, "public/person.html", context))
    return answer if by else _keep_following(answer, found, [person, *others])


# Hiding


@for_mc
@require_POST
def hide(request: HttpRequest, event: Event, by: Actor, person: int) -> HttpResponse:
    """One tap takes somebody's name off everything public, another puts it back."""
    if not is_person_of(event.pk, person):
        raise Http404("There is no such person in this event.")
    action = hiding.show_person if request.POST.get("do") == "show" else hiding.hide_person
    done = carry_out(request, action, by=by, competitor=person)
    if done.trouble is not None:
        return render(request, "refused.html", {"sentence": done.trouble}, status=done.status)
    return HttpResponseRedirect(reverse("event-person", args=[event.slug, code_of(person)]))
