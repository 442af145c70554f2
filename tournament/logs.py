"""One line a happening, and never a person's name: what the database adds about rows is left out."""

from __future__ import annotations

import logging
from typing import Any


class PlainFormatter(logging.Formatter):
    """Postgres explains a refused row by quoting it (“DETAIL: Key (name)=(…) already exists”): that line goes."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatException(self, ei: Any) -> str:  # noqa: N802, the name is Python's
        lines = super().formatException(ei).splitlines()
        return "\n".join(line for line in lines if not line.lstrip().startswith("DETAIL:"))
