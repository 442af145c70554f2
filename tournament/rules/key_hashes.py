"""What is stored of a key or a link that lets somebody in: its hash alone."""

from __future__ import annotations

import hashlib


def hash_of(key: str) -> str:
    """The hash of a key. Reading the database does not open anything, because keys are long and random."""
    return hashlib.sha256(key.encode()).hexdigest()
