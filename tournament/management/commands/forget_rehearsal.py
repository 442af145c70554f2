"""manage.py forget_rehearsal COMPETITION…: remove rehearsals, and nothing else."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError, transaction

from tournament import words
from tournament.actions.removing import remove_event
from tournament.backups.files import BackupReason
from tournament.backups.making import backed_up_first
from tournament.management.plain_command import PlainCommand
from tournament.models import Competition, Event
from tournament.permissions import organiser
from tournament.rules.errors import Refused, TurntableError


class Command(PlainCommand):
    help = "Remove rehearsals with everything that was played in them. A copy is kept for a week. Real events stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("competitions", nargs="*", metavar="COMPETITION", help="its short name, as in its address")
        parser.add_argument("--all", action="store_true", help="every rehearsal there is")

    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["competitions"]) == options["all"]:
            raise CommandError("Give the short names of the rehearsals, as in their addresses, or --all.")
        try:
            events = _rehearsals() if options["all"] else _events(options["competitions"])
            forget(events)
        except TurntableError as refused:
            raise CommandError(str(refused)) from None
        except DatabaseError:
            raise CommandError("The database isn’t set up, or is an older one: `make run` puts that right.") from None
        self.stdout.write(f"{words.count(len(events), 'rehearsal')} removed.")


@backed_up_first(BackupReason.REMOVE)
@transaction.atomic
def forget(events: Sequence[Event]) -> None:
    """All of them or, where one is a real event, none."""
    for event in events:
        if not event.fictional:
            raise Refused(
                f"“{event}” isn’t a rehearsal, so it stays. Events never played can be removed in their settings."
            )
        remove_event(by=organiser(event), event=event.pk, name=event.name)


def _rehearsals() -> list[Event]:
    return list(Event.objects.filter(fictional=True).order_by("pk"))


def _events(slugs: Sequence[str]) -> list[Event]:
    """The events of these competitions, each once."""
    found = {
        competition.slug: competition.event
        for competition in Competition.objects.filter(slug__in=slugs).select_related("event")
    }
    if missing := [slug for slug in slugs if slug not in found]:
        rehearsals = Competition.objects.filter(event__fictional=True).order_by("-pk").values_list("slug", flat=True)
        raise CommandError(f"There is no competition “{missing[0]}”.{words.there_is('rehearsal', list(rehearsals))}")
    return sorted(set(found.values()), key=lambda event: event.pk)
