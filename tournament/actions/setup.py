"""Setting an event up: the event and its competitions, from a preset; and changing their settings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import date
from itertools import count
from typing import Any, Final, TypeVar

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from tournament.actions.base import MEANWHILE, action, check_names_kept, lock_event, lock_with_event, log
from tournament.actions.closing import set_closing
from tournament.actions.event_days import ask_about_closings, ask_about_the_past, read_day
from tournament.actions.event_zone import keep_closing_times
from tournament.event_time import zone_of
from tournament.log_kinds import Happened
from tournament.models import Competition, Event, Membership
from tournament.models.event import zone_of_this_machine
from tournament.permissions import Actor, Role, may_organise, require
from tournament.queries.entries import is_sealed
from tournament.rules import names
from tournament.rules.entries import Kind
from tournament.rules.errors import NeedsConfirmation, NotPermitted, Refused, SettingsRefused, Stale
from tournament.rules.presets import Settings, preset
from tournament.rules.roles import Invited
from tournament.rules.short_addresses import short_address
from tournament.rules.time_zones import check_zone

M = TypeVar("M", Event, Competition)

PAGES: Final[Mapping[type[Event] | type[Competition], frozenset[str]]] = {
    Event: frozenset({"new", "demo"}),
    Competition: frozenset(
        {"new", "settings", "groups", "people", "log", "erase-names", "screens", "copy", "keep-names"}
    ),
}
"""Names of pages, which no address of an event, or of a competition of an event, may be."""
MOST_GRADES: Final = 12


def check_slug(slug: str) -> None:
    """A short name that somebody chose for a competition: part of its address, so plain, and taken once."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,79}", slug):
        raise SettingsRefused("Write the short name in small letters, digits and hyphens, for example “friday-night”.")
    if slug in PAGES[Competition] or Competition.objects.filter(slug=slug).exists():
        raise SettingsRefused(f"There is already a competition called “{slug}”. Choose another short name.")


def free_slug(model: type[Event] | type[Competition], name: str) -> str:
    """The name as part of an address, made unique by a number where it must."""
    base = slugify(name)[:70] or model._meta.model_name or ""
    taken = PAGES[model] | set(model.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    if model is Event:
        taken |= {event.short for event in Event.objects.filter(short__startswith=base) if event.short}
    return next(slug for slug in _numbered(base) if slug not in taken)


def free_short_address(slug: str, day: date | None) -> str:
    """An event's short address, which is no other event's, short or long."""
    taken = PAGES[Event] | {slug for slugs in Event.objects.values_list("slug", "short") for slug in slugs if slug}
    return short_address(slug, day, taken)


def _numbered(base: str) -> Iterator[str]:
    yield base
    yield from (f"{base}-{n}" for n in count(2))


def _create(model: type[M], name: str, slug: str = "", **columns: Any) -> M:
    """A row with an address of its own. Somebody else may take it at the same moment: then the next number is ours."""
    for _ in range(10):
        try:
            with transaction.atomic():
                address = slug or free_slug(model, name)
                short = {"short": free_short_address(address, columns.get("date"))} if model is Event else {}
                return model.objects.create(name=name, slug=address, **columns, **short)
        except IntegrityError:
            continue
    raise Refused("Somebody else just took this name. Try again.")


@action
def create_event(
    *, by: Actor, name: str, on: str = "", place: str = "", time_zone: str = "", fictional: bool = False,
    has_groups: bool = True, request: str = "",
) -> int:  # fmt: skip
    """Make a new event for an organiser to fill. A person with an account who makes it organises it. Without a time
    zone it gets this machine's."""
    if by.role is not Role.ORGANISER:
        raise NotPermitted("Only an organiser can set an event up.")
    name, place = names.clean(name, "The event’s name"), _place(place)
    event = _create(
        Event, name, date=read_day(on), place=place, time_zone=_zone(time_zone), fictional=fictional,
        has_groups=has_groups,
    )  # fmt: skip
    if by.account is not None:
        Membership.objects.create(account_id=by.account, event=event, role=Invited.ORGANISER)
    log(by, event, Happened.EVENT_CREATED, request)
    return event.pk


def _place(place: str) -> str:
    return names.clean(place, "The place") if place.strip() else ""


def _zone(time_zone: str) -> str:
    return check_zone(time_zone or zone_of_this_machine())


@action
def change_event(
    *, by: Actor, event: int, name: str, on: str = "", place: str = "", time_zone: str = "", full_names: bool = False,
    search_before_draw: bool = False, version: int, sure: bool = False, request: str = "",
) -> None:  # fmt: skip
    """Its name, day, place and time zone, whether public pages show whole names, and whether anybody can look for one
    before the draw. Its address stays: it was given out. A day for which entries close too late is asked about."""
    locked_event = lock_event(event)
    require(may_organise(by, event), by)
    zone, day = zone_of(locked_event), locked_event.date
    values = {
        "name": names.clean(name, "The event’s name"),
        "date": read_day(on),
        "place": _place(place),
        "time_zone": check_zone(time_zone) if time_zone else locked_event.time_zone,
        "full_names": bool(full_names),
        "search_before_draw": bool(search_before_draw),
    }
    changed = _changed(locked_event, values, version)
    if "time_zone" in changed:
        keep_closing_times(locked_event, zone)
    if "date" in changed and not sure:
        ask_about_closings(locked_event, day)
    if changed:
        log(by, locked_event, Happened.EVENT_CHANGED, request, changed=sorted(changed))


def _changed(row: Event | Competition, values: Mapping[str, Any], version: int | None) -> dict[str, Any]:
    """Save what differs from the row, and only that. Where somebody else changed the row since the form was shown
    (its version tells), both values are shown and nothing is overwritten."""
    changed = {field: value for field, value in values.items() if getattr(row, field) != value}
    if changed and version not in (None, row.version):
        raise Stale(MEANWHILE, theirs={field: getattr(row, field) for field in changed}, yours=changed)
    for field, value in changed.items():
        setattr(row, field, value)
    if changed:
        row.version += 1
        row.save(update_fields=[*changed, "version"])
    return changed


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
    name = _free_name(event, name)
    if slug:
        check_slug(slug)
    competition = _create(Competition, name, slug, event_id=event, preset=preset_name, **columns(settings))
    log(by, competition, Happened.COMPETITION_CREATED, request, preset=preset_name, choices=choices or {})
    return competition.pk


def _free_name(event: int, name: str, but: int = 0) -> str:
    """Two competitions of one name nobody could tell apart, on no page and in no list that is read in."""
    name = names.clean(name, "The competition’s name")
    others = Competition.objects.filter(event=event).exclude(pk=but).values_list("name", flat=True)
    if names.folded(name) in map(names.folded, others):
        raise SettingsRefused(f"This event already has a competition called “{name}”. Choose another name.")
    return name


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
def change_settings(
    *, by: Actor, competition: int, choices: dict[str, Any], name: str = "", version: int | None = None,
    sure: bool = False, request: str = "",
) -> None:  # fmt: skip
    """Change any choice, and the name, until the draw is sealed; after that the seal has fixed them. A cap below the
    number of entries is asked about: the lot would decide among them."""
    locked_competition = lock_with_event(competition)  # in which a name must be unique
    require(may_organise(by, locked_competition.event_id), by)
    if is_sealed(locked_competition):
        raise SettingsRefused("The draw is sealed, so you can’t change the settings.")
    values = columns(locked_competition.settings.change(**choices))
    if name:
        values["name"] = _free_name(locked_competition.event_id, name, but=locked_competition.pk)
    changed = _changed(locked_competition, values, version)
    if "cap" in changed and not sure:
        _ask_about_the_cap(locked_competition)
    if changed:
        log(by, locked_competition, Happened.SETTINGS_CHANGED, request, choices=changed)


def _ask_about_the_cap(competition: Competition) -> None:
    entered = competition.entries.filter(withdrawn_at__isnull=True, kind=Kind.ENTRY).count()
    if competition.cap is not None and entered > competition.cap:
        raise NeedsConfirmation(
            f"{entered} are entered, but only {competition.cap} could play: the lot would decide who. Save it?"
        )


def set_up_event(
    *,
    by: Actor,
    name: str,
    on: str = "",
    place: str = "",
    time_zone: str = "",
    grades: Sequence[str],
    preset_name: str,
    choices: dict[str, Any] | None = None,
    closes: str = "",
    sure_of_day: bool = False,
    sure_of_closing: bool = False,
    request: str = "",
) -> int:
    """The whole of the page for a new event, or nothing of it: the event and a competition for each grade.

    Several actions, each with its own line in the log and its own part of the request id, in one transaction. A day
    that is over is hardly meant, nor is a closing time after the start: each is asked about, and answered for itself.
    """
    if not sure_of_day:
        ask_about_the_past(read_day(on), _zone(time_zone))
    with transaction.atomic():
        event = create_event(by=by, name=name, on=on, place=place, time_zone=time_zone, request=request)
        add_competitions(
            by=replace(by, scope=event), event=event, grades=grades, preset_name=preset_name, choices=choices,
            closes=closes, sure_of_closing=sure_of_closing, request=request,
        )  # fmt: skip
    return event


def add_competitions(
    *,
    by: Actor,
    event: int,
    grades: Sequence[str],
    preset_name: str,
    choices: dict[str, Any] | None = None,
    closes: str = "",
    sure_of_closing: bool = False,
    request: str = "",
) -> list[int]:
    """A competition for each grade, all from one preset with the same choices; all of them, or none."""
    if not 1 <= len(grades) <= MOST_GRADES:
        raise SettingsRefused(f"Name the competition, or up to {MOST_GRADES} of them, one on each line.")
    made = []
    with transaction.atomic():
        for number, grade in enumerate(grades, start=1):
            part = f"{request}-{number}" if request else ""
            pk = create_competition(
                by=by, event=event, preset_name=preset_name, name=grade, choices=choices, request=part
            )
            set_closing(by=by, competition=pk, closes=closes, sure=sure_of_closing, request=part and f"{part}-closes")
            made.append(pk)
    return made
