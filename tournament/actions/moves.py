"""Writing down who changes tables after a round, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournament.models import Competition, Move
from tournament.rules import rotation


def add_moves(
    competition: Competition,
    after: int,
    moves: Sequence[rotation.TableMove],
    entries: Mapping[str, int],
    first: int = 1,
) -> None:
    """Add these moves after this round, numbered from `first`. `entries` are the entries' numbers by code."""
    Move.objects.bulk_create(
        Move(
            competition=competition,
            after=after,
            number=number,
            entry_id=entries[move.code],
            source=move.source,
            target=move.target,
            why=move.why,
        )
        for number, move in enumerate(moves, start=first)
    )
