"""A draw as pages and papers know it. Its salt and seed are secret until everybody may know them (RECORD 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.models import Draw
from tournament.rules.reveal import Reveal


@dataclass(frozen=True, slots=True)
class DrawFacts:
    """One draw: what was chosen and sealed, and once it is published or thrown away its chance."""

    size: int
    plan: tuple[int, ...]
    list_hash: str
    commitment: str
    typed: str
    """Numbers that were typed and wait to be confirmed."""
    public: str
    """The numbers that the hall gave."""
    salt: str
    seed: str
    method: str
    attempt: int | None
    tables: Sequence[Sequence[str]]
    """The codes at each table, as drawn and swapped."""
    stage: str
    """chosen, sealed, drawn or published."""
    reveal: Reveal
    sealed_at: datetime | None
    drawn_at: datetime | None
    published_at: datetime | None
    discarded_at: datetime | None
    why: str
    """Why it was thrown away: a word of `rules.reasons`."""
    note: str = ""
    """What an organiser wrote beside that; empty where others than organisers read."""
    salt_left_at: datetime | None = None
    """When a file with the salt was first made while the draw was sealed."""


def draw_facts(draw: Draw, note: str = "") -> DrawFacts:
    """The facts of a draw's row; for organisers with its note."""
    told = draw.published_at is not None or draw.discarded_at is not None
    return DrawFacts(
        size=draw.size,
        plan=tuple(draw.plan),
        list_hash=draw.list_hash,
        commitment=draw.commitment,
        typed=draw.typed,
        public=draw.public,
        salt=draw.salt if told else "",
        seed=draw.seed if told else "",
        method=draw.method,
        attempt=draw.attempt,
        tables=draw.tables,
        stage=draw.stage,
        reveal=draw.reveal,
        sealed_at=draw.sealed_at,
        drawn_at=draw.drawn_at,
        published_at=draw.published_at,
        discarded_at=draw.discarded_at,
        why=draw.why,
        note=note,
        salt_left_at=draw.salt_left_at,
    )
