"""What everybody at one rehearsed event shares: its script, its chance, its competition and who organises it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.rehearsal.script import Mishaps, RehearsalScript
from tournament.permissions import Actor
from tournament.rules.errors import Refused
from tournament.rules.presets import Settings


@dataclass(frozen=True)
class RehearsalScene:
    """All chance comes from the one `rng`, so the same seed gives the same event."""

    script: RehearsalScript
    rng: Random
    people: Iterator[str]
    organiser: Actor
    competition: int
    settings: Settings
    groups: list[int]

    @property
    def mishaps(self) -> Mishaps:
        return self.script.mishaps

    def happens(self, percent: int) -> bool:
        """Whether something of this likelihood happens now."""
        return self.rng.randrange(100) < percent

    def act(self, action: Callable[..., Any], **body: Any) -> Any:
        """The organiser does something with the competition."""
        return action(by=self.organiser, competition=self.competition, **body)

    def attempt(self, action: Callable[..., Any], **body: Any) -> bool:
        """The organiser tries something that may not be possible (any more): then the day goes on without it."""
        try:
            self.act(action, **body)
        except Refused:
            return False
        return True
