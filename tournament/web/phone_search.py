"""Finding somebody on the event's page, by what everybody may see of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from django.http import HttpRequest

from tournament.permissions import Actor
from tournament.queries.event_facts import EventFacts
from tournament.queries.findable import FindablePerson, read_findable
from tournament.queries.onward import Grade
from tournament.queries.search import LONGEST_SEARCH, is_search_open
from tournament.rules import names
from tournament.web import throttle
from tournament.web.event_topics import EventTopics
from tournament.web.everyone import heard_by
from tournament.web.following import PhoneCodes
from tournament.web.remembered import remember

FEWEST_LETTERS: Final = 2
MOST_FOUND: Final = 20
"""Who finds more types another letter: a search is for finding somebody, not for listing everybody."""
Read = TypeVar("Read")


@dataclass(frozen=True)
class EventPage:
    """The event and its competitions, without anybody in them."""

    event: EventFacts
    grades: Sequence[Grade]


def remember_for_readers(
    request: HttpRequest, key: tuple[str, int], topics: Sequence[str], make: Callable[[], Read], by: Actor | None
) -> Read:
    """Facts that are the same for everybody, and under a key of their own what is the same for all of the staff."""
    return remember((*key, by is not None), topics, make, heard_by(request))


def search(request: HttpRequest, topics: EventTopics, page: EventPage, by: Actor | None) -> dict[str, Any]:
    """What was typed, and who may be meant. Nothing typed finds nobody."""
    words = names.shown(request.GET.get("q", "")[:LONGEST_SEARCH], LONGEST_SEARCH)
    if not words:
        return {"words": ""}
    if throttle.searches_too_often(request):
        return {"words": words, "wait": True}
    if _is_too_short(words):
        return {"words": words, "too_short": True}
    grades = {grade.competition.pk: grade for grade in page.grades}
    shown = [pk for pk, grade in grades.items() if by or is_search_open(page.event, [grade.standing])]
    make = partial(read_findable, page.event, staff=by is not None)
    findable = remember_for_readers(request, ("findable", page.event.pk), topics.with_staff, make, by)
    found = findable.find(words, shown, MOST_FOUND)
    return {
        "words": words,
        "found": [_line(person, grades, topics.codes) for person in found.people],
        "total": found.total,
    }


def _is_too_short(words: str) -> bool:
    """Whether these letters could begin anybody's name. One of Han, Hangul or kana can be all of it: 李, 王○○."""
    return sum(map(str.isalnum, words)) < FEWEST_LETTERS and not any(map(names.is_word_alone, words))


def _line(person: FindablePerson, grades: Mapping[int, Grade], codes: PhoneCodes) -> dict[str, Any]:
    theirs = [grades[grade] for grade in person.grades if grade in grades]
    return {"person": person, "code": codes.of(person.travel_id), "grades": theirs}
