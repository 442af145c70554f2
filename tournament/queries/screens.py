"""What each screen of the hall shows, from where the programmes are; and the screens and slides of an event."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q

from tournament.models import Competition, Event, Screen, Slide
from tournament.queries.programme import RunningProgramme, clocks_beside
from tournament.rules.programme import FOLLOWS, Item, Lack, Scene, lead, what_lacks

TIME_UNTIL_A_SCREEN_IS_SILENT: Final = timedelta(seconds=60)
"""A screen asks every few seconds, so after this long without a word it shows nothing new."""
TIME_UNTIL_A_SCREEN_IS_FORGOTTEN: Final = timedelta(hours=24)
"""A screen that nobody named leaves the list this long after it was last heard from."""
MOST_CLOCKS_SIDE_BY_SIDE: Final = 2


@dataclass(frozen=True)
class ShownScene:
    """What a screen shows: the scene, whose programme it is about, and what it lacks if there is nothing to see yet."""

    item: Item
    about: RunningProgramme | None
    clocks: Sequence[RunningProgramme] = ()
    """The programmes whose clocks stand side by side, if it shows the clock."""
    lacks: Lack | None = None


def find_shown_scene(screen: Screen, programmes: Sequence[RunningProgramme]) -> ShownScene:
    """The scene of the programme that the screen follows, or the scene that it was told to show."""
    own = programmes_of(screen, programmes)
    if not own:
        return ShownScene(Item(Scene.WELCOME), None)
    about = own[lead([running.claim for running in own])]
    if screen.shows == FOLLOWS or (screen.shows == Scene.SLIDE and not screen.slide_id):
        return _shown(about.item, about, own)
    scene = Scene(screen.shows)
    if scene is Scene.SLIDE:
        return ShownScene(Item(scene, screen.slide_id), about)
    lacks = what_lacks(scene, about.standing)
    return ShownScene(Item(scene), about, lacks=lacks) if lacks else _shown(Item(scene), about, own)


def _shown(item: Item, about: RunningProgramme, own: Sequence[RunningProgramme]) -> ShownScene:
    beside = clocks_beside(about, own) if item.scene is Scene.CLOCK else []
    clocks = [about, *beside][:MOST_CLOCKS_SIDE_BY_SIDE]
    return ShownScene(item, about, sorted(clocks, key=lambda running: running.competition.pk))


def find_followed_programme(screen: Screen, programmes: Sequence[RunningProgramme]) -> RunningProgramme | None:
    """The programme that the screen follows, if it follows one."""
    own = programmes_of(screen, programmes)
    return own[lead([running.claim for running in own])] if own and screen.shows == FOLLOWS else None


def programmes_of(screen: Screen, programmes: Sequence[RunningProgramme]) -> list[RunningProgramme]:
    """The programmes that a screen can be about: its competition's, or all of the event's."""
    return [running for running in programmes if screen.competition_id in (None, running.competition.pk)]


def hash_of(key: str) -> str:
    """The hash of a screen's key, which is all that is stored of it."""
    return hashlib.sha256(key.encode()).hexdigest()


def find_screen(key: str) -> Screen | None:
    """The screen with this key, and all that says what it shows."""
    if not key:
        return None
    return Screen.objects.select_related("event", "competition").filter(key_hash=hash_of(key)).first()


def only_event() -> Event | None:
    """The only event that a new screen can be for: the one real event that is not over, or the only one there is."""
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
    """The screens that were heard from lately, and those that have a name."""
    lately = Q(last_seen__gt=now - TIME_UNTIL_A_SCREEN_IS_FORGOTTEN) | ~Q(name="")
    return list(event.screens.filter(lately).select_related("competition", "slide").defer("slide__picture"))


def read_slides(event: Event) -> list[Slide]:
    """The event's slides, without their pictures, which are large."""
    return list(Slide.objects.filter(event=event).defer("picture"))


def find_slide(event: Event, slide: int) -> Slide | None:
    """One slide of the event, without its picture."""
    return Slide.objects.filter(event=event, pk=slide).defer("picture").first()


def find_slide_picture(digest: str) -> Slide | None:
    """The slide whose picture has this digest."""
    return Slide.objects.filter(digest=digest).first() if digest else None


def find_screen_of(event: Event, screen: int) -> Screen | None:
    """One screen of the event."""
    return event.screens.filter(pk=screen).first()
