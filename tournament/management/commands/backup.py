"""`manage.py backup`, which `make backup` runs: a checked backup, also beside a server that runs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError

from tournament.backups import making, second
from tournament.backups.files import BackupReason, has_backups
from tournament.management.plain_command import PlainCommand


class Command(PlainCommand):
    help = "Make a checked backup of this laptop’s database and secret key, also while the server runs."

    def handle(self, *args: Any, **options: Any) -> None:
        if not has_backups():
            raise CommandError("There’s no database here to back up. On servers docker-compose.yml backs up Postgres.")
        try:
            backup = making.make(BackupReason.BY_HAND)
        except making.FAILURES as problem:
            raise CommandError(f"The backup failed: {problem}") from None
        self.stdout.write(f"Backed up and checked: {backup.path}")
        if second.bring_up_to_date():
            self.stdout.write(f"It’s in {second.second_folder()} too.")
        self.stdout.write("It holds all names and the secret key: keep it to yourself.")
