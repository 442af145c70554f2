"""What each screen of the hall shows, from where the programmes stand; and the screens of an event, for the MC."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q

from tournament.models import Competition, Event, Screen, Slide
from tournament.queries.programme import Running, clocks_beside
from tournament.rules.programme import FOLLOWS, Item, Scene, lead, why_not

SILENT_AFTER: Final = timedelta(seconds=60)
"""A screen asks every few seconds: one that has been silent for so long shows nothing new."""
KEPT: Final = timedelta(hours=24)
"""So long a screen that nobody named stays on the list after it was last heard of."""
MOST_BESIDE: Final = 2


@dataclass(frozen=True)
class Showing:
    """What a screen shows: the scene, what it is about, and why there is nothing to see yet."""

    item: Item
    about: Running | None
    beside: Sequence[Running] = ()
    waits: str = ""


def showing(screen: Screen, programmes: Sequence[Running]) -> Showing:
    """The programme it follows, or the scene it was told to show."""
    mine = [one for one in programmes if screen.competition_id in (None, one.competition.pk)]
    if not mine:
        return Showing(Item(Scene.WELCOME), None)
    about = mine[lead([one.claim for one in mine])]
    if screen.shows == FOLLOWS:
        return _shown(about.item, about, mine)
    scene = Scene(screen.shows)
    if scene is Scene.SLIDE:
        return Showing(Item(scene, screen.slide_id), about) if screen.slide_id else _shown(about.item, about, mine)
    waits = why_not(scene, about.facts)
    return Showing(Item(scene), about, waits=waits) if waits else _shown(Item(scene), about, mine)


def _shown(item: Item, about: Running, mine: Sequence[Running]) -> Showing:
    beside = clocks_beside(about, mine) if item.scene is Scene.CLOCK else []
    return Showing(item, about, sorted([about, *beside][:MOST_BESIDE], key=lambda one: one.competition.pk))


def following(screen: Screen, programmes: Sequence[Running]) -> Running | None:
    """The programme that the screen follows, if it follows one."""
    mine = [one for one in programmes if screen.competition_id in (None, one.competition.pk)]
    return mine[lead([one.claim for one in mine])] if mine and screen.shows == FOLLOWS else None


def hash_of(key: str) -> str:
    """What is stored of a screen's key."""
    return hashlib.sha256(key.encode()).hexdigest()


def find_screen(key: str) -> Screen | None:
    """The screen with this key, and all that says what it shows."""
    if not key:
        return None
    return Screen.objects.select_related("event", "competition").filter(key_hash=hash_of(key)).first()


def only_event() -> Event | None:
    """The event that a new screen can only be for: the one real event that is not over, or the one there is."""
    events = Event.objects.filter(unfinished_since=None)
    competitions = Competition.objects.filter(event=OuterRef("pk"))
    coming = events.filter(fictional=False).filter(
        Q(Exists(competitions.filter(finished_at__isnull=True))) | ~Exists(competitions)
    )
    for candidates in (list(coming[:2]), list(events[:2])):
        if len(candidates) == 1:
            return candidates[0]
    return None


def read_screens(event: Event, now: datetime) -> list[Screen]:
    """Those that were heard of lately, and those that have a name."""
    lately = Q(last_seen__gt=now - KEPT) | ~Q(name="")
    return list(event.screens.filter(lately).select_related("competition", "slide").defer("slide__picture"))


def read_slides(event: Event) -> list[Slide]:
    """Without their pictures, which are large."""
    return list(Slide.objects.filter(event=event).defer("picture"))
