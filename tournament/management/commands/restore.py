"""`manage.py restore FILE`, which `make restore FILE=…` runs: go back to a backup, after showing what would be lost."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from tournament import addresses, questions
from tournament.backups import making, restoring
from tournament.management.plain_command import PlainCommand
from tournament.rules.errors import NeedsConfirmation, Refused
from tournament.server import lock
from tournament.web.organiser.backup_words import lost_in_words
from tournament.words import count


class Command(PlainCommand):
    help = "Put a backup in the place of this laptop’s database. What is there now is backed up first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the backup")
        parser.add_argument("--yes", action="store_true", help="don’t ask")

    def handle(self, *args: Any, file: str, yes: bool, **options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError("This restores a laptop’s backup. On servers, docs/servers.md says how.")
        if not file:
            raise CommandError(
                "Say which backup: make restore FILE=… with its path. They’re in backups/ in the data folder."
            )
        path = Path(file).expanduser().absolute()
        try:
            self.show(restoring.plan(path))
            if not yes and not self.agree("Restore it?"):
                self.stdout.write("Nothing was changed.")
                return
            self.restore(path, sure=False)
        except NeedsConfirmation as question:
            if not self.agree(str(question)):
                raise CommandError("Nothing was changed.") from None
            self.restore(path, sure=True)
        except (Refused, *making.FAILURES) as problem:
            raise CommandError(f"Nothing was restored: {problem}") from None

    def show(self, plan: restoring.RestorePlan) -> None:
        held = plan.backup.contents
        parts = count(held.hands, "hand"), count(held.entries, "entry"), count(len(held.events), "event")
        self.stdout.write(f"The backup holds {', '.join(parts)}. {lost_in_words(plan)}")
        if not plan.backup.key:
            self.stdout.write("It has no secret key, so the present one stays: it was made by an earlier version.")

    def agree(self, question: str) -> bool:
        if not questions.can_be_asked():
            raise CommandError("Nobody can be asked here. To restore it without a question, add --yes.")
        return questions.ask(question, self.stdout, otherwise=False)  # type: ignore[arg-type]

    def restore(self, path: Path, *, sure: bool) -> None:
        """A server that runs sees what is staged and starts itself anew."""
        restoring.stage(path, sure=sure)
        if addresses.port_of_running_server(settings.DATA) is not None:
            self.stdout.write("Turntable is starting again with the backup.")
            return
        with lock.held(settings.DATA):
            restoring.finish()
        self.stdout.write("The backup is restored. `make run` starts with it.")
