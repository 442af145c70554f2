"""What each screen of the hall shows, from where the programmes are; and the screens and slides of an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Q

from tournament.models import Competition, Event, Screen, Slide
from tournament.queries.event_facts import KnownEvent
from tournament.queries.programme import GOING, RunningProgramme
from tournament.rules.key_hashes import hash_of
from tournament.rules.programme import FOLLOWS, Item, Lack, Scene, lead, what_lacks
from tournament.rules.turns import who_takes_turns

TIME_UNTIL_A_SCREEN_IS_FORGOTTEN: Final = timedelta(hours=24)
"""A screen that nobody named leaves the list this long after it was last heard from."""
MOST_CLOCKS_SIDE_BY_SIDE: Final = 2


@dataclass(frozen=True)
class ShownScene:
    """What a screen shows: the scene, whose programme it is about, and what it lacks if there is nothing to see yet."""

    item: Item
    about: RunningProgramme | None
    clocks: Sequence[RunningProgramme] = ()
    """The programmes whose clocks are shown side by side, if it shows the clock."""
    lacks: Lack | None = None


@dataclass(frozen=True, slots=True)
class ScreenFacts:
    """A screen of the hall: how people know it, and what it was told to show."""

    pk: int
    number: int
    name: str
    label: str
    """What people call it: its name, or its number."""
    competition: int | None
    """Which competition it is about; None for the whole event."""
    shows: str
    slide: int | None
    muted: bool
    last_seen: datetime

    def __str__(self) -> str:
        return self.label


def screen_facts(screen: Screen) -> ScreenFacts:
    """The facts of a screen's row."""
    return ScreenFacts(
        pk=screen.pk,
        number=screen.number,
        name=screen.name,
        label=str(screen),
        competition=screen.competition_id,
        shows=screen.shows,
        slide=screen.slide_id,
        muted=screen.muted,
        last_seen=screen.last_seen,
    )


@dataclass(frozen=True, slots=True)
class SlideFacts:
    """A slide that the MC made; `digest` is its picture's address."""

    pk: int
    title: str
    text: str
    digest: str
    version: int

    def __str__(self) -> str:
        return self.title or self.text[:40] or "Picture"


class StoredPicture(NamedTuple):
    """What a slide's picture is made of."""

    content: bytes
    content_type: str


def find_turns(screen: ScreenFacts, programmes: Sequence[RunningProgramme]) -> list[ShownScene]:
    """What the screen shows in turns, the leading competition's scene first: the scenes of the programmes that it
    follows, or the scene that it was told to show of each competition."""
    own = programmes_of(screen, programmes)
    if not own:
        return [ShownScene(Item(Scene.WELCOME), None)]
    leads = [own[place] for place in who_takes_turns([running.claim for running in own])]
    if screen.shows == FOLLOWS or (screen.shows == Scene.SLIDE and not screen.slide):
        return _in_turns([(running.item, running) for running in leads])
    scene = Scene(screen.shows)
    if scene is Scene.SLIDE:
        return [ShownScene(Item(scene, screen.slide), leads[0])]
    others = [running for running in own if running not in leads]
    able = [running for running in (*leads, *others) if what_lacks(scene, running.public) is None]
    if not able:
        return [ShownScene(Item(scene), leads[0], lacks=what_lacks(scene, leads[0].public))]
    return _in_turns([(Item(scene), running) for running in able])


def _in_turns(items: Sequence[tuple[Item, RunningProgramme]]) -> list[ShownScene]:
    """A picture for each; clocks that go stand side by side, and what is the same for all is shown once."""
    clocks = [running for item, running in items if item.scene in _TIMES and _goes(running, item)]
    turns: dict[object, ShownScene] = {}
    for item, running in items:
        if running in clocks and item.scene in _TIMES:
            first = clocks.index(running) // MOST_CLOCKS_SIDE_BY_SIDE * MOST_CLOCKS_SIDE_BY_SIDE
            pair = clocks[first : first + MOST_CLOCKS_SIDE_BY_SIDE]
            beside = sorted(pair, key=lambda beside: beside.competition.pk)
            turns.setdefault(("clocks", first), ShownScene(item, running, beside))
        else:
            same = item if item.scene in (Scene.WELCOME, Scene.SLIDE) else (item, running.competition.pk)
            turns.setdefault(same, ShownScene(item, running, [running] if item.scene in _TIMES else ()))
    return list(turns.values())


_TIMES: Final = (Scene.CLOCK, Scene.COUNTDOWN)


def _goes(running: RunningProgramme, item: Item) -> bool:
    """Whether its clock or its break runs, so that it is shown beside others."""
    return running.break_now is not None if item.scene is Scene.COUNTDOWN else running.phase in GOING


def find_followed_programme(screen: ScreenFacts, programmes: Sequence[RunningProgramme]) -> RunningProgramme | None:
    """The programme that the screen follows, if it follows one."""
    own = programmes_of(screen, programmes)
    return own[lead([running.claim for running in own])] if own and screen.shows == FOLLOWS else None


def programmes_of(screen: ScreenFacts, programmes: Sequence[RunningProgramme]) -> list[RunningProgramme]:
    """The programmes that a screen can be about: its competition's, or all of the event's."""
    return [running for running in programmes if screen.competition in (None, running.competition.pk)]


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


def read_screens(event: Event, now: datetime) -> list[ScreenFacts]:
    """The screens that were heard from lately, and those that have a name."""
    lately = Q(last_seen__gt=now - TIME_UNTIL_A_SCREEN_IS_FORGOTTEN) | ~Q(name="")
    return [screen_facts(screen) for screen in event.screens.filter(lately)]


_SLIDE: Final = ("pk", "title", "text", "digest", "version")


def read_slides(event: KnownEvent) -> list[SlideFacts]:
    """The event's slides, without their pictures, which are large."""
    return [SlideFacts(*row) for row in Slide.objects.filter(event=event.pk).values_list(*_SLIDE)]


def find_slide(event: KnownEvent, slide: int) -> SlideFacts | None:
    """One slide of the event, without its picture."""
    row = Slide.objects.filter(event=event.pk, pk=slide).values_list(*_SLIDE).first()
    return SlideFacts(*row) if row is not None else None


def find_slide_for_everybody(event: KnownEvent) -> SlideFacts | None:
    """The slide that all screens of the event show while its message lasts."""
    row = Slide.objects.filter(event=event.pk, for_everybody=True).values_list(*_SLIDE).first()
    return SlideFacts(*row) if row is not None else None


def find_slide_picture(digest: str) -> StoredPicture | None:
    """The picture with this digest."""
    row = Slide.objects.filter(digest=digest).values_list("picture", "content_type").first() if digest else None
    return StoredPicture(bytes(row[0]), row[1]) if row is not None else None


def find_screen_of(event: Event, screen: int) -> ScreenFacts | None:
    """One screen of the event."""
    found = event.screens.filter(pk=screen).first()
    return screen_facts(found) if found is not None else None
