"""Erasing all names of an event, when it is over (RULES 5)."""

from __future__ import annotations

from django.dispatch import Signal

from tournament import current_time
from tournament.actions.base import action, lock_event, log
from tournament.actions.fingerprints import forget_what_was_asked
from tournament.actions.remains import note_remains
from tournament.backups.files import BackupReason
from tournament.backups.making import backed_up_first
from tournament.log_kinds import Happened
from tournament.models import Competitor, Event, FormerName, Import, Invitation, Note, Print, Slide, Wish
from tournament.permissions import Actor, may_organise, require
from tournament.queries.events import read_unfinished
from tournament.rules.errors import NeedsConfirmation, Refused

names_erased = Signal()
"""Sent in the same transaction with `event`, so that other modules that keep words about people forget them now."""


@backed_up_first(BackupReason.ERASE)
@action
def erase_names(*, by: Actor, event: int, sure: bool = False, request: str = "") -> int:
    """Erase all names and wristbands after the event and keep the results; how many people it was (RULES 5).

    While a published draw is still being played it asks first: an abandoned event can be erased too. With the names
    go former spellings, notes beside reasons, who was here, what groups asked for, lists that wait to be saved, papers,
    the coordinators' links, and what was written for the screens: a slide may show the winners, and a saying may name
    its dealer. What the database's files keep of all that is overwritten afterwards (`actions.remains`). The log stays,
    as all of it does: its reasons are words of a short list.
    """
    require(may_organise(by, event), by)
    locked_event = lock_event(event)
    if locked_event.erased_at is not None:
        raise Refused("The names in this event have already been erased.")
    # This waits for an entry that is being made right now, and the next one finds that names are erased.
    list(locked_event.competitions.select_for_update(no_key=True).order_by("pk"))
    if not sure and (names_of := read_unfinished(locked_event)):
        raise NeedsConfirmation(f"Not finished yet: {', '.join(names_of)}. Erase all names anyway?")
    now = current_time.now()
    people = Competitor.objects.filter(event=locked_event)
    erased = people.exclude(name="").count()
    people.update(name="", wristband="", here_at=None)
    FormerName.objects.filter(competitor__event=locked_event).delete()
    Note.objects.filter(event=locked_event).delete()
    Wish.objects.filter(entry__competition__event=locked_event).delete()
    Import.objects.filter(competition__event=locked_event).delete()
    Print.objects.filter(competition__event=locked_event).delete()
    Slide.objects.filter(event=locked_event).delete()
    Invitation.objects.filter(event=locked_event, group__isnull=False, revoked_at__isnull=True).update(revoked_at=now)
    forget_what_was_asked(locked_event)
    names_erased.send(sender=Event, event=locked_event.pk)
    locked_event.competitions.filter(closed_at__isnull=True).update(closed_at=now)  # nobody can be entered any more
    locked_event.erased_at, locked_event.sayings, locked_event.rules_of_the_day = now, [], ""
    locked_event.message, locked_event.message_until = "", None
    locked_event.save(update_fields=["erased_at", "sayings", "rules_of_the_day", "message", "message_until"])
    note_remains()
    log(by, locked_event, Happened.NAMES_ERASED, request, people=erased)
    return erased
