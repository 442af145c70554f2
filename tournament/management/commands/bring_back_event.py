"""manage.py bring_back_event [NUMBER]: which removed events are still kept, or one of them back."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from tournament.actions.removed_events import bring_back
from tournament.management.plain_command import PlainCommand
from tournament.models import Event
from tournament.permissions import SYSTEM, Actor, Role
from tournament.queries.removing import read_copies
from tournament.rules.errors import TurntableError
from tournament.words import new_short_address


class Command(PlainCommand):
    help = "Bring back an event that was removed less than a week ago. Without a number: list them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("number", nargs="?", type=int, metavar="NUMBER", help="the number from the list")

    def handle(self, *args: Any, **options: Any) -> None:
        number = options["number"]
        if number is None:
            self._list()
            return
        try:
            done = bring_back(by=Actor(Role.ORGANISER, number, SYSTEM.name), event=number)
        except TurntableError as refused:
            raise CommandError(str(refused)) from None
        event = Event.objects.get(pk=number)
        self.stdout.write(f"{event} is back, at /organise/{event.slug}/")
        if done["new_short"]:
            self.stdout.write(new_short_address(done["new_short"]))

    def _list(self) -> None:
        copies = read_copies()
        if not copies:
            self.stdout.write("There is no removed event to bring back.")
        for copy in copies:
            until = timezone.localtime(copy.until)
            self.stdout.write(f"{copy.event}  {copy.name}, kept until {until:%d %B %Y, %H:%M}")
