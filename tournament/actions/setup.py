"""Setting an event up: the event, its competitions from a preset, its groups; erasing names, forgetting rehearsals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from datetime import date
from itertools import count
from typing import Any

from django.utils import timezone
from django.utils.text import slugify

from tournament.actions.base import action, check_names_kept, lock_competition, lock_event, log
from tournament.models import Competition, Competitor, Event, Group, Invitation, Table, Wish
from tournament.permissions import Actor, Role, may_organise, require
from tournament.rules import names
from tournament.rules.errors import EntryRefused, NeedsConfirmation, NotPermitted, Refused, SettingsRefused
from tournament.rules.presets import Settings, preset


def free_slug(model: type[Event] | type[Competition], name: str) -> str:
    """The name as part of an address, made unique by a number where it must."""
    base = slugify(name)[:70] or model._meta.model_name or ""
    taken = set(model.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in _numbered(base) if slug not in taken)


def _numbered(base: str) -> Iterator[str]:
    yield base
    yield from (f"{base}-{n}" for n in count(2))


@action
def create_event(
    *, by: Actor, name: str, on: str = "", place: str = "", fictional: bool = False, request: str = ""
) -> int:
    """A new event, for an organiser to fill."""
    if by.role is not Role.ORGANISER:
        raise NotPermitted("Only an organiser can set an event up.")
    name = names.clean(name, "The event's name")
    place = names.clean(place, "The place") if place.strip() else ""
    event = Event.objects.create(
        name=name, slug=free_slug(Event, name), date=_day(on), place=place, fictional=fictional
    )
    log(by, event, "event created", request)
    return event.pk


def _day(on: str) -> date | None:
    try:
        return date.fromisoformat(on) if on else None
    except ValueError:
        raise SettingsRefused(f"“{on}” is not a day. Write it as 2026-11-21.") from None


@action
def create_competition(
    *,
    by: Actor,
    event: int,
    preset_name: str,
    name: str,
    slug: str = "",
    choices: dict[str, Any] | None = None,
    request: str = "",
) -> int:
    """A competition from a preset, with any choice changed. Presets are rows of data, not code paths (RULES 2)."""
    require(may_organise(by, event), by)
    check_names_kept(lock_event(event))
    settings = preset(preset_name).settings.change(**(choices or {}))
    name = names.clean(name, "The competition's name")
    if slug and not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,79}", slug):
        raise SettingsRefused("A short name has small letters, digits and hyphens, for example “friday-night”.")
    if slug and Competition.objects.filter(slug=slug).exists():
        raise SettingsRefused(f"There is already a competition called “{slug}”. Choose another short name.")
    competition = Competition.objects.create(
        event_id=event, name=name, slug=slug or free_slug(Competition, name), preset=preset_name, **columns(settings)
    )
    log(by, competition, "competition created", request, preset=preset_name, choices=choices or {})
    return competition.pk


def columns(settings: Settings) -> dict[str, Any]:
    """Settings as the competition's columns."""
    row = {field.name: getattr(settings, field.name) for field in fields(settings)}
    return row | {
        "move": settings.move or "",
        "ranking": settings.ranking or "",
        "extra_cards": {name: dict(card) for name, card in settings.extra_cards.items()},
        "switches": list(settings.switches),
    }


@action
def change_settings(*, by: Actor, competition: int, choices: dict[str, Any], request: str = "") -> None:
    """Change any choice until the draw is sealed; after that the seal has fixed them."""
    it = lock_competition(competition)
    require(may_organise(by, it.event_id), by)
    if it.draws.filter(discarded_at__isnull=True, sealed_at__isnull=False).exists():
        raise SettingsRefused("The draw is sealed: its settings can no longer be changed.")
    for field, value in columns(it.settings.change(**choices)).items():
        setattr(it, field, value)
    it.version += 1
    it.save()
    log(by, it, "settings changed", request, choices=choices)


@action
def add_group(*, by: Actor, event: int, name: str, request: str = "") -> int:
    """A group of this event; two cannot have the same name."""
    require(may_organise(by, event), by)
    name = names.clean(name, "The group's name")
    here = lock_event(event)
    check_names_kept(here)
    if Group.objects.filter(event=here, name__iexact=name).exists():
        raise EntryRefused(f"There is already a group called “{name}”.")
    group = Group.objects.create(event=here, name=name)
    log(by, here, "group added", request, group=group.pk)
    return group.pk


@action
def erase_names(*, by: Actor, event: int, sure: bool = False, request: str = "") -> int:
    """Erase all names and wristbands after the event and keep the results; how many people it was (RULES 5).

    While a published draw is still being played it asks first: an abandoned event can be erased too. With the names
    go who was here, what groups asked for, and the coordinators' links. Reasons in the log stay, as all of it does.
    """
    require(may_organise(by, event), by)
    here = lock_event(event)
    if here.erased_at is not None:
        raise Refused("The names of this event were erased already.")
    playing = here.competitions.filter(finished_at__isnull=True, draws__published_at__isnull=False)
    if not sure and (names_of := list(playing.order_by("pk").values_list("name", flat=True))):
        raise NeedsConfirmation(f"Not finished yet: {', '.join(names_of)}. Erase all names all the same?")
    now = timezone.now()
    people = Competitor.objects.filter(event=here)
    erased = people.exclude(name="").count()
    people.update(name="", wristband="", here_at=None)
    Wish.objects.filter(entry__competition__event=here).delete()
    Invitation.objects.filter(event=here, group__isnull=False, revoked_at__isnull=True).update(revoked_at=now)
    here.erased_at = now
    here.save(update_fields=["erased_at"])
    log(by, here, "names erased", request, people=erased)
    return erased


@action
def forget_rehearsal(*, by: Actor, event: int, request: str = "") -> None:
    """Remove a rehearsal with everything that was played in it. The log keeps its lines; a real event always stays."""
    require(may_organise(by, event), by)
    here = lock_event(event)
    if not here.fictional:
        raise Refused(f"“{here}” is not a rehearsal. Real events stay; their names can be erased when they are over.")
    competitions = list(here.competitions.select_for_update(no_key=True).order_by("pk"))
    # A tablet that is just sending a hand to one of its tables is waited for, and the next one finds no table.
    list(Table.objects.select_for_update().filter(round__competition__in=competitions))
    log(by, here, "rehearsal forgotten", request, competitions=[it.slug for it in competitions])
    here.delete()
