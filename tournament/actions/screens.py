"""The hall's screens: a browser becomes one, and an MC connects it, chooses what it shows and steps through the
programme.

Nobody sits at a screen's keyboard, so opening a screen and hearing from it are nobody's acts and are not logged.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from tournament import current_time
from tournament.actions.base import action, lock_competition, lock_word, log
from tournament.log_kinds import Happened
from tournament.models import Competition, Event, Programme, Screen, Slide
from tournament.permissions import Actor, may_run_hall, require
from tournament.queries.programme import read_programme
from tournament.queries.screens import TIME_UNTIL_A_SCREEN_IS_FORGOTTEN, find_screen, only_event
from tournament.rules import names, programme
from tournament.rules.errors import NotFound, Refused
from tournament.rules.key_hashes import hash_of
from tournament.rules.programme import FOLLOWS, SHOWS, Item, Scene

M = TypeVar("M", Competition, Slide)

TIME_BETWEEN_NOTES_OF_HEARING: Final = timedelta(seconds=20)
"""A screen asks every few seconds; that it was heard from is written down this often."""
TIME_UNTIL_A_NUMBER_IS_FREE: Final = timedelta(minutes=10)
"""A screen that nobody connected, and that was closed again, gives its number back after this long."""
MOST_UNNAMED_FROM_ONE_ADDRESS: Final = 8
"""Screens that join an event by themselves. More than these wait with their number until the MC connects them."""
MOST_WAITING_FROM_ONE_ADDRESS: Final = 20
LONGEST_NAME: Final = 40
TOO_MANY: Final = "There are already too many screens. Close some, then try again."
NO_SCREEN: Final = "No screen has this number. Check it again: four digits, on the screen itself."


# A screen opens, and is heard from


def open_screen(key: str, opened_from: str = "") -> Screen:
    """Make a browser a screen. If it can only be for one event, it belongs to that event at once.

    `opened_from` stands for its address: one address adds a few screens to an event and no more, so that nobody fills
    the MC's list, or takes all numbers.
    """
    forget_old_screens()
    with transaction.atomic():
        lock_word(f"screens from {opened_from}")
        event = _joins(opened_from)
        waiting = Screen.objects.filter(event__isnull=True, opened_from=opened_from)
        if event is None and opened_from and waiting.count() >= MOST_WAITING_FROM_ONE_ADDRESS:
            raise Refused(TOO_MANY)
        return _new_screen(key, event, opened_from)


def _new_screen(key: str, event: Event | None, opened_from: str) -> Screen:
    now = current_time.now()
    about = {"event": event, "opened_from": opened_from, "made_at": now, "last_seen": now}
    for _ in range(50):
        number = secrets.randbelow(9000) + 1000
        try:
            with transaction.atomic():
                return Screen.objects.create(number=number, key_hash=hash_of(key), **about)
        except IntegrityError:  # the number is taken, or the same browser asked twice at once
            if (screen := find_screen(key)) is not None:
                return screen
    raise Refused(TOO_MANY)


def _joins(opened_from: str) -> Event | None:
    """The event that a screen from there joins by itself."""
    event = only_event()
    if event is None or not opened_from:
        return event
    unnamed = Screen.objects.filter(event=event, name="", opened_from=opened_from)
    return event if unnamed.count() < MOST_UNNAMED_FROM_ONE_ADDRESS else None


def forget_old_screens() -> int:
    """Forget screens that were closed: of those that nobody named, after a day; of those without an event, soon."""
    now = current_time.now()
    waits = Q(event__isnull=True, last_seen__lt=now - TIME_UNTIL_A_NUMBER_IS_FREE)
    unnamed = Q(name="", last_seen__lt=now - TIME_UNTIL_A_SCREEN_IS_FORGOTTEN)
    pks = list(Screen.objects.filter(waits | unnamed).values_list("pk", flat=True))
    return Screen.objects.filter(pk__in=pks).delete()[0] if pks else 0  # deleting locks, and this runs every second


def hear(screen: Screen, now: datetime) -> None:
    """Note that a screen was heard from, but not each time it asks.

    A screen that waits for an event joins it as soon as there is only one it can be for.
    """
    if screen.last_seen > now - TIME_BETWEEN_NOTES_OF_HEARING:
        return
    screen.last_seen = now
    Screen.objects.filter(pk=screen.pk).update(last_seen=now)
    if screen.event is None and only_event() is not None:
        _join(screen)


@transaction.atomic
def _join(screen: Screen) -> None:
    lock_word(f"screens from {screen.opened_from}")
    screen.event = _joins(screen.opened_from)
    if screen.event is not None:
        Screen.objects.filter(pk=screen.pk, event__isnull=True).update(event=screen.event)


# What an MC does


@action
def take_screen(*, by: Actor, event: int, number: int, request: str = "") -> int:
    """Connect a screen by the number it shows. A screen of another event stays there."""
    require(may_run_hall(by, event), by)
    host = _event(event)
    screen = Screen.objects.select_for_update().filter(number=number).first()
    if screen is None or screen.event_id not in (None, event):
        raise NotFound(NO_SCREEN)
    screen.event = host
    screen.save(update_fields=["event"])
    log(by, host, Happened.SCREEN_TAKEN, request, screen=screen.number)
    return screen.pk


@action
def set_screen(
    *,
    by: Actor,
    screen: int,
    shows: str = FOLLOWS,
    competition: int | None = None,
    slide: int | None = None,
    request: str = "",
) -> None:
    """Choose what a screen shows: the programme or one scene, of one competition or of the whole event."""
    locked, event = _lock_screen(by, screen)
    if shows not in SHOWS:
        raise Refused("No screen can show this. Choose something from the list.")
    locked.shows = shows
    locked.competition = None if competition is None else _of(Competition.objects.filter(event=event), competition)
    locked.slide = _of(Slide.objects.filter(event=event), slide) if shows == Scene.SLIDE else None
    locked.save(update_fields=["shows", "competition", "slide"])
    log(by, event, Happened.SCREEN_SET, request, screen=locked.number, scene=shows)


@action
def name_screen(*, by: Actor, screen: int, name: str, request: str = "") -> None:
    """Name a screen for where it hangs, such as “Stage” or “Left wall”. An empty name leaves only its number."""
    locked, event = _lock_screen(by, screen)
    locked.name = names.clean(name, "The screen’s name") if name.strip() else ""
    if len(locked.name) > LONGEST_NAME:
        raise Refused(f"A screen’s name can have {LONGEST_NAME} characters; this one has {len(locked.name)}.")
    locked.save(update_fields=["name"])
    log(by, event, Happened.SCREEN_NAMED, request, screen=locked.number)


@action
def mute_screen(*, by: Actor, screen: int, muted: bool, request: str = "") -> None:
    """Switch a screen's sound off or on. A muted screen says so for everybody to see."""
    locked, event = _lock_screen(by, screen)
    locked.muted = bool(muted)
    locked.save(update_fields=["muted"])
    log(by, event, Happened.SCREEN_MUTED, request, screen=locked.number, sound="off" if locked.muted else "on")


@action
def forget_screen(*, by: Actor, screen: int, request: str = "") -> None:
    """Take a screen off the list. If it is still open somewhere, it comes back as a new one."""
    locked, event = _lock_screen(by, screen)
    log(by, event, Happened.SCREEN_FORGOTTEN, request, screen=locked.number)
    locked.delete()


@action
def step_programme(
    *, by: Actor, competition: int, steps: int = 0, scene: str = "", slide: int | None = None, request: str = ""
) -> str:
    """Move the screens that follow this competition's programme: `steps` scenes on or back, or to this scene."""
    locked = lock_competition(competition)
    require(may_run_hall(by, locked.event_id), by)
    now = current_time.now()
    running = read_programme(locked, now)
    item = programme.step(running.order, running.at, steps) if not scene else _wanted(scene, slide)
    if item not in running.order:
        raise Refused("This is no longer in the programme: the round has moved on. Check what’s there now.")
    step = {"phase": running.phase, "round": programme.latest_number(running.standing)}
    shown = {"scene": item.scene, "slide_id": item.slide, "stepped_at": now}
    Programme.objects.update_or_create(competition=locked, defaults=step | shown)
    log(by, locked, Happened.PROGRAMME_STEPPED, request, scene=item.scene)
    return item.scene.value


def _wanted(scene: str, slide: int | None) -> Item:
    if scene not in SHOWS or scene == FOLLOWS:
        raise Refused("No screen can show this. Choose something from the list.")
    return Item(Scene(scene), slide if scene == Scene.SLIDE else None)


def _lock_screen(by: Actor, pk: int) -> tuple[Screen, Event]:
    screen = Screen.objects.select_for_update(of=("self",)).select_related("event").filter(pk=pk).first()
    if screen is None:
        raise NotFound("That screen is no longer connected.")
    require(screen.event is not None and may_run_hall(by, screen.event_id), by)
    assert screen.event is not None
    return screen, screen.event


def _event(pk: int) -> Event:
    event = Event.objects.filter(pk=pk).first()
    if event is None:
        raise NotFound("There is no such event.")
    return event


def _of(rows: QuerySet[M], pk: int | None) -> M:
    found = rows.filter(pk=pk or 0).first()
    if found is None:
        raise Refused("What you chose for this screen is gone. Choose again.")
    return found
