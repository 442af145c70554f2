"""A copy of a removed event: kept for a week, brought back by its organisers, then forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core import serializers
from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import Model, Q
from django.db.models.deletion import Collector

from tournament import current_time
from tournament.actions.base import action, log
from tournament.actions.remains import note_remains
from tournament.actions.setup import free_short_address, free_slug
from tournament.log_kinds import Happened
from tournament.models import Account, Competition, Event, Membership, RemovedEvent
from tournament.permissions import Actor, may_organise, require
from tournament.rules.errors import NotFound
from tournament.rules.removing import COPY_IS_KEPT_FOR
from tournament.rules.roles import Invited


def keep_copy(event: Event) -> None:
    """Write down every row that goes with the event, before it goes."""
    rows = serializers.serialize("python", _rows_of(event))
    about = {"event_number": event.pk, "name": event.name, "removed_at": current_time.now()}
    organisers = event.members.filter(role=Invited.ORGANISER).values_list("account", flat=True)
    RemovedEvent.objects.create(**about, rows=rows).organisers.set(organisers)


def _rows_of(event: Event) -> Iterable[Model]:
    """The event and everything that deleting it would delete."""
    collector = Collector(using=DEFAULT_DB_ALIAS, origin=event)
    collector.collect([event])
    for instances in collector.data.values():
        yield from instances
    for rows in collector.fast_deletes:
        yield from rows


@action
def bring_back(*, by: Actor, event: int, request: str = "") -> dict[str, Any]:
    """Bring the event back as it was, with the same numbers, which are never given out again. If another event now has
    its long or short address, its own gets a number behind it. Members whose account is gone are not members any more.
    Answers the event and, if its short address had to change, the new one."""
    require(may_organise(by, event), by)
    kept = RemovedEvent.objects.select_for_update().filter(event_number=event).first()
    if kept is None:
        raise NotFound("This event can’t be brought back: a removed event is kept for a week.")
    short = next(row["fields"].get("short") for row in kept.rows if row["model"] == Event._meta.label_lower)
    for row in serializers.deserialize("python", kept.rows):
        if _still_fits(row.object):
            row.save()
    kept.delete()
    back = Event.objects.get(pk=event)
    log(by, back, Happened.EVENT_BROUGHT_BACK, request)
    return {"event": event, "new_short": back.short if short and short != back.short else ""}


def _still_fits(row: Any) -> bool:
    if isinstance(row, Event):
        _give_free_addresses(row)
    if isinstance(row, Competition) and Competition.objects.filter(slug=row.slug).exists():
        row.slug = free_slug(Competition, row.slug)
    return not isinstance(row, Membership) or Account.objects.filter(pk=row.account_id).exists()


def _give_free_addresses(event: Event) -> None:
    """Long and short ones lead to the same page, so no two events share one, whichever it is."""
    if _is_taken(event.slug):
        event.slug = free_slug(Event, event.slug)
    if not event.short or _is_taken(event.short):  # a copy of an earlier version has none
        event.short = free_short_address(event.slug, event.date)


def _is_taken(address: str) -> bool:
    return Event.objects.filter(Q(slug=address) | Q(short=address)).exists()


def forget_old_copies() -> int:
    """Delete the copies that were kept for a week; how many."""
    old = RemovedEvent.objects.filter(removed_at__lt=current_time.now() - COPY_IS_KEPT_FOR)
    if not old.exists():
        return 0
    with transaction.atomic():
        note_remains()
        return old.delete()[0]
