"""The hall's screens: a browser becomes one, an MC takes it in and says what it shows; and the programme's steps.

A screen needs nobody: opening it, and being heard of, are no deeds of a person and stand in no log.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournament.actions.base import action, lock_competition, log
from tournament.models import Competition, Event, Programme, Screen, Slide
from tournament.permissions import Actor, may_run_clock, may_run_screens, require
from tournament.queries.programme import read_programme
from tournament.queries.screens import hash_of, only_event
from tournament.rules import names, programme
from tournament.rules.errors import NotFound, Refused
from tournament.rules.programme import FOLLOWS, SHOWS, Item, Scene

M = TypeVar("M", Competition, Slide)

HEARD_EVERY: Final = timedelta(seconds=20)
GONE_AFTER: Final = timedelta(minutes=10)
"""A screen that nobody took in and that was closed again gives its number back after so long."""
LONGEST_NAME: Final = 40
NO_SCREEN: Final = "No screen shows this number. Look at it once more: four digits, on the screen itself."


# Coming and being there


def open_screen(key: str) -> Screen:
    """A browser that was no screen before. Where it can only be for one event it belongs there at once."""
    now = timezone.now()
    Screen.objects.filter(event__isnull=True, last_seen__lt=now - GONE_AFTER).delete()
    event = only_event()
    for _ in range(50):
        number = secrets.randbelow(9000) + 1000
        try:
            with transaction.atomic():
                return Screen.objects.create(
                    number=number, key_hash=hash_of(key), event=event, made_at=now, last_seen=now
                )
        except IntegrityError:  # the number is taken, or the same browser asked twice at once
            if there := Screen.objects.select_related("event", "competition").filter(key_hash=hash_of(key)).first():
                return there
    raise Refused("There are too many screens already. Close some, and try again.")


def hear(screen: Screen, now: datetime) -> None:
    """It is there: written down now and then, because it asks every few seconds. One that waited for an event finds
    it as soon as there is only one."""
    if screen.last_seen > now - HEARD_EVERY:
        return
    screen.last_seen = now
    screen.event = screen.event or only_event()
    Screen.objects.filter(pk=screen.pk).update(last_seen=now)
    if screen.event is not None:
        Screen.objects.filter(pk=screen.pk, event__isnull=True).update(event=screen.event)


# What an MC says


@action
def take_screen(*, by: Actor, event: int, number: int, request: str = "") -> int:
    """Take a screen in by the number it shows. One that belongs to another event stays there."""
    require(may_run_screens(by, event), by)
    here = _event(event)
    screen = Screen.objects.select_for_update().filter(number=number).first()
    if screen is None or screen.event_id not in (None, event):
        raise NotFound(NO_SCREEN)
    screen.event = here
    screen.save(update_fields=["event"])
    log(by, here, "screen taken", request, screen=screen.number)
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
    """What it shows from now on: the programme, or one scene; of one competition, or of the whole event."""
    it, event = _lock_screen(by, screen)
    if shows not in SHOWS:
        raise Refused("No screen can show this. Choose something of the list.")
    it.shows = shows
    it.competition = None if competition is None else _of(Competition.objects.filter(event=event), competition)
    it.slide = _of(Slide.objects.filter(event=event), slide) if shows == Scene.SLIDE else None
    it.save(update_fields=["shows", "competition", "slide"])
    log(by, event, "screen set", request, screen=it.number, scene=shows)


@action
def name_screen(*, by: Actor, screen: int, name: str, request: str = "") -> None:
    """Where it hangs: Stage, Left wall. Empty: only its number."""
    it, event = _lock_screen(by, screen)
    it.name = names.clean(name, "The screen's name") if name.strip() else ""
    if len(it.name) > LONGEST_NAME:
        raise Refused(f"A screen's name can have {LONGEST_NAME} characters; this one has {len(it.name)}.")
    it.save(update_fields=["name"])
    log(by, event, "screen named", request, screen=it.number)


@action
def mute_screen(*, by: Actor, screen: int, muted: bool, request: str = "") -> None:
    """A muted screen says so, for everybody to see."""
    it, event = _lock_screen(by, screen)
    it.muted = bool(muted)
    it.save(update_fields=["muted"])
    log(by, event, "screen muted", request, screen=it.number, sound="off" if it.muted else "on")


@action
def forget_screen(*, by: Actor, screen: int, request: str = "") -> None:
    """Off the list. If it is still open somewhere it comes again, as a new one."""
    it, event = _lock_screen(by, screen)
    log(by, event, "screen forgotten", request, screen=it.number)
    it.delete()


@action
def step_programme(
    *, by: Actor, competition: int, steps: int = 0, scene: str = "", slide: int | None = None, request: str = ""
) -> str:
    """Lead the screens that follow this competition's programme: so many scenes on or back, or to this one."""
    it = lock_competition(competition)
    require(may_run_clock(by, it), by)
    now = timezone.now()
    here = read_programme(it, now)
    item = programme.step(here.order, here.at, steps) if not scene else _wanted(scene, slide)
    if item not in here.order:
        raise Refused("This is not in the programme any more: the round has gone on. Look at what is there now.")
    said = {"phase": here.facts.phase, "round": here.facts.round, "scene": item.scene, "slide_id": item.slide}
    Programme.objects.update_or_create(competition=it, defaults={**said, "stepped_at": now})
    log(by, it, "programme stepped", request, scene=item.scene)
    return item.scene.value


def _wanted(scene: str, slide: int | None) -> Item:
    if scene not in SHOWS or scene == FOLLOWS:
        raise Refused("No screen can show this. Choose something of the list.")
    return Item(Scene(scene), slide if scene == Scene.SLIDE else None)


def _lock_screen(by: Actor, pk: int) -> tuple[Screen, Event]:
    screen = Screen.objects.select_for_update(of=("self",)).select_related("event").filter(pk=pk).first()
    if screen is None:
        raise NotFound("There is no such screen any more.")
    require(screen.event is not None and may_run_screens(by, screen.event_id), by)
    assert screen.event is not None
    return screen, screen.event


def _event(pk: int) -> Event:
    event = Event.objects.filter(pk=pk).first()
    if event is None:
        raise NotFound("There is no such event.")
    return event


def _of(those: QuerySet[M], pk: int | None) -> M:
    found = those.filter(pk=pk or 0).first()
    if found is None:
        raise Refused("What this screen should show is not there any more. Choose again.")
    return found
