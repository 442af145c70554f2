"""Everybody's phone: one page for the event, reached by the QR code on the screens, and one for each person followed.

/e/syg26                    what people type: leads to the page of the event
/e/<event>/                 type a name or a group; who is followed on this device; every competition
/e/<event>/me/<code>        one person: table, seat, clock, who sits with them, where to go next
/e/<event>/hide/<person>    for the event's organisers and MCs
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import current_time
from tournament.actions import hiding
from tournament.event_time import show_in_time_of
from tournament.permissions import Actor, as_mc
from tournament.queries.events import find_slug_of, read_event
from tournament.queries.onward import Gathering, Grade, TableMate, Whereabouts, read_gathering, read_grades
from tournament.queries.people import find_person_of
from tournament.queries.search import is_search_open
from tournament.rules.presets import Format
from tournament.rules.standing import Standing
from tournament.rules.travel_ids import TravelId
from tournament.web import throttle, waiting
from tournament.web.clock import public_clock_context
from tournament.web.event_topics import EventTopics, find_event
from tournament.web.everyone import answer_everyone, for_one, is_anonymous, page_of
from tournament.web.following import COOKIE, PhoneCodes, followed_by, keep_following
from tournament.web.forms import carry_out
from tournament.web.fragments import is_fragment
from tournament.web.live_page import live_for_phones
from tournament.web.onward import Message, say
from tournament.web.phone_search import EventPage, remember_for_readers, search
from tournament.web.public_pages import address_of_page, address_of_place, address_of_table
from tournament.web.visitors import account_of, for_mc

if TYPE_CHECKING:
    from tournament.models import Event

LIVE_PART: Final = "public/part.html"
"""The frame of what an open page asks for when something was told."""


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
    def tables_address(self) -> str:
        """The tables of the latest round, at the page with their own."""
        latest, competition, chair = self.standing.latest, self.grade.competition, self.where.chair
        if latest is None:
            return ""
        if chair is None or chair.round != latest.number:
            return address_of_page("round", competition.slug, latest.number, page=1)
        return address_of_table("round", competition, competition.numbers.shown(chair.table), latest.number)

    @property
    def results_address(self) -> str:
        """The results, at the page with their place; in `single` with their table."""
        competition, chair = self.grade.competition, self.where.chair
        if competition.format == Format.SINGLE and chair is not None:
            return address_of_table("results", competition, competition.numbers.shown(chair.table))
        return address_of_place("results", competition, self.where.rank)

    @property
    def seat(self) -> int:
        """Their seat, while they sit in it or should."""
        chair = self.where.chair
        sits = chair is not None and self.where.onward.table and self.standing.open is not None
        return chair.seat if chair is not None and sits else 0


def gather(request: HttpRequest, topics: EventTopics) -> tuple[Gathering, Actor | None]:
    """The event's facts, worked out once for all phones, and apart for its staff, with everybody's name."""
    by = _staff_of(request, topics)
    make = partial(_read_gathering, topics, staff=by is not None)
    gathering = remember_for_readers(request, ("gathering", topics.pk), topics.with_staff, make, by)
    show_in_time_of(gathering.event)
    return gathering, by


def _read_gathering(topics: EventTopics, *, staff: bool) -> Gathering:
    return read_gathering(read_event(topics.pk), current_time.now(), staff=staff)


def _staff_of(request: HttpRequest, topics: EventTopics) -> Actor | None:
    """Who asks for a page of the event, if they are of its staff."""
    account = None if is_anonymous(request) else account_of(request)
    return as_mc(account, read_event(topics.pk)) if account else None


def clock_of(grade: Grade) -> dict[str, Any]:
    """A competition's clock, counting."""
    latest = grade.standing.latest
    words = f"left in {latest.name.inside}" if latest else ""
    return public_clock_context(grade.standing, grade.competition.pk, words, current_time.now())


def cards_of(gathering: Gathering, person: TravelId) -> list[PhoneCard]:
    """Somebody's card in each of their competitions."""
    return [
        PhoneCard(grade, where, say(grade, where), clock_of(grade)) for grade, where in gathering.whereabouts(person)
    ]


# The event's page


@require_safe
def show_event(request: HttpRequest, event: str) -> HttpResponse:
    """Everything at once; `q` searches. Before somebody types or follows anybody it is the same page for all, whoever
    is signed in; a hidden event's is for its team."""
    try:
        topics = find_event(request, event)
    except Http404:
        slug = find_slug_of(event.lower())
        if slug is None:
            raise
        return HttpResponseRedirect(reverse("event-page", args=[slug]))
    if topics.hidden or COOKIE in request.COOKIES or request.GET:
        return _answer(request, _draw_event(request, topics))
    return answer_everyone(request, topics.with_staff, lambda nobody: _draw_plainly(nobody, topics))


def _draw_plainly(request: HttpRequest, topics: EventTopics) -> HttpResponse:
    """The page as it is on every phone that was just pointed at the QR code. No person is read for it."""
    hears = live_for_phones(topics.topics)
    event = read_event(topics.pk)
    show_in_time_of(event)
    grades = [(grade, clock_of(grade)) for grade in read_grades(event, current_time.now())]
    context = hears | {"event": event, "by": None, "grades": grades, "words": ""}
    context["search_is_open"] = is_search_open(event, [grade.standing for grade, _ in grades])
    return render(request, "public/event.html", context)


def _draw_event(request: HttpRequest, topics: EventTopics) -> HttpResponse:
    hears = live_for_phones(topics.topics)
    page, by, followed = _page_and_followed(request, topics)
    context = hears | {
        "frame": LIVE_PART if is_fragment(request) else "",
        "event": page.event,
        "by": by,
        "grades": [(grade, clock_of(grade)) for grade in page.grades],
        "followed": followed,
        "tables_followed": " ".join(str(card.where.table_told) for _, cards in followed for card in cards),
    }
    context["search_is_open"] = by or is_search_open(page.event, [grade.standing for grade in page.grades])
    context |= search(request, topics, page, by) if context["search_is_open"] else {"words": ""}
    answer = render(request, "public/event.html", context, status=429 if "wait" in context else 200)
    return waiting.hold_back(answer, throttle.PAUSE if "wait" in context else 0)


def _read_page(topics: EventTopics, *, staff: bool) -> EventPage:
    event = read_event(topics.pk)
    return EventPage(event, read_grades(event, current_time.now(), staff=staff))


_Followed = list[tuple[str, list[PhoneCard]]]
"""The code of each person who is followed, and their cards."""


def _page_and_followed(request: HttpRequest, topics: EventTopics) -> tuple[EventPage, Actor | None, _Followed]:
    """The event with its competitions, and who is followed on this device. Nobody is read where nobody is followed."""
    if not (people := followed_by(request, topics.codes)):
        by = _staff_of(request, topics)
        make = partial(_read_page, topics, staff=by is not None)
        page = remember_for_readers(request, ("grades", topics.pk), topics.with_staff, make, by)
        show_in_time_of(page.event)
        return page, by, []
    gathering, by = gather(request, topics)
    # also once names are erased
    follows = [person for person in people if person in gathering.people or gathering.whereabouts(person)]
    page = EventPage(gathering.event, gathering.grades)
    return page, by, [(topics.codes.of(person), cards_of(gathering, person)) for person in follows]


def _answer(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Personal, so only the phone itself may keep it; what it has already is not sent again. A part of a page is never
    taken for the whole of it."""
    if answer.status_code != 200:
        return for_one(answer)
    page = page_of(answer.content)
    sent = (page.as_part() if is_fragment(request) else page).answer(request)
    patch_vary_headers(sent, ["HX-Request"])
    return for_one(sent)


# One person


@require_http_methods(["GET", "HEAD", "POST"])
def show_person(request: HttpRequest, event: str, code: str) -> HttpResponse:
    """Where somebody is, and where they go next. Opening it is following; sending its form ends that."""
    topics = find_event(request, event)
    codes, hears = topics.codes, live_for_phones(topics.topics)
    gathering, by = gather(request, topics)
    found, person = gathering.event, codes.person(code)
    cards = cards_of(gathering, person)
    if not cards:
        raise Http404("There’s nobody at this address now. Look for the name on the event’s page.")
    others = [other for other in followed_by(request, codes) if other != person and gathering.whereabouts(other)]
    if request.method == "POST":
        page = reverse("event-page", args=[found.slug])
        return keep_following(HttpResponseRedirect(page), found, codes, others)
    context = hears | {
        "frame": LIVE_PART if is_fragment(request) else "",
        "event": found,
        "by": by,
        "code": code,
        "known": gathering.people.get(person),
        "person": cards[0].where.person,
        "cards": cards,
        "others": [(codes.of(other), gathering.whereabouts(other)[0][1].person) for other in others],
    }
    answer = _answer(request, render(request, "public/person.html", context))
    return answer if by or is_fragment(request) else keep_following(answer, found, codes, [person, *others])


# Hiding


@for_mc
@require_POST
def hide(request: HttpRequest, event: Event, by: Actor, person: int) -> HttpResponse:
    """One tap takes somebody's name off everything public, another puts it back."""
    found = find_person_of(event, person)
    if found is None:
        raise Http404("There is no such person in this event.")
    action = hiding.show_person if request.POST.get("do") == "show" else hiding.hide_person
    done = carry_out(request, action, by=by, competitor=found.pk)
    if done.trouble is not None:
        return render(request, "refused.html", {"sentence": done.trouble}, status=done.status)
    code = PhoneCodes(event.pk, event.secret).of(found.travel_id)
    return HttpResponseRedirect(reverse("event-person", args=[event.slug, code]))
