"""What can be taken away again because nobody used it yet; feeds the guard and the page that says why not."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.models import Competition, Draw, Entry

ENTERED = "Somebody was entered, so it stays. When it is over, its names can be erased."
SEALED = "A draw was sealed, so it stays in the record."


def why_not_remove(competitions: Iterable[Competition]) -> str:
    """What keeps these competitions, and their event; empty if nothing does. Who was withdrawn again was entered."""
    of = [it.pk for it in competitions]
    if Entry.objects.filter(competition__in=of).exists():
        return ENTERED
    return SEALED if Draw.objects.filter(competition__in=of, sealed_at__isnull=False).exists() else ""
