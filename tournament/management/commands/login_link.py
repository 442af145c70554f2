"""manage.py login_link: a link that signs the first organiser in once. On a laptop `make run` prints one anyway."""

from __future__ import annotations

from typing import Any

from tournament.actions.accounts import make_login_link
from tournament.management.plain_command import PlainCommand


class Command(PlainCommand):
    help = "Print the path of a link that signs the organiser in once. Links printed earlier stop working."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(make_login_link())
