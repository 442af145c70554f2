"""`manage.py make_checker [FILE]`: the record's checker as one file that needs nothing but Python."""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from scoring.record.checker_file import CHECKER_FILE_NAME, build_checker
from tournament.management.plain_command import PlainCommand


class Command(PlainCommand):
    """Needs no database and no settings of the project."""

    help = "Write the record’s checker as one file: python check-record.pyz record.json"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", default=CHECKER_FILE_NAME, help=f"where to write it ({CHECKER_FILE_NAME})"
        )

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        content = build_checker()
        Path(file).write_bytes(content)
        self.stdout.write(f"{file}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")
