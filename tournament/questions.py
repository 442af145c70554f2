"""Questions that only the person who starts the server can answer, in the terminal."""

from __future__ import annotations

import sys
from typing import TextIO


def can_be_asked() -> bool:
    """Whether somebody sits at the terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


def ask(question: str, out: TextIO, *, otherwise: bool) -> bool:
    """Yes or no; Enter alone, or nobody who could answer, means `otherwise`."""
    while can_be_asked():
        out.write(f"\n{question}\n")
        out.write("[Y/n] " if otherwise else "[y/N] ")
        out.flush()
        line = sys.stdin.readline()
        if not line or not line.strip():
            return otherwise
        if line.strip().lower() in ("y", "yes", "n", "no"):
            return line.strip().lower().startswith("y")
    return otherwise
