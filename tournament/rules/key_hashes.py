"""What is stored of a key or a link that lets somebody in: its hash alone."""

from __future__ import annotations

import hashlib


def hash_of(key: str) -> str:
    """Whoever reads the database cannot come in with it: the keys are long and random."""
    return hashlib.sha256(key.encode()).hexdigest()
