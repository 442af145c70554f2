"""The programmes in words: each competition's running order, as the MC's page lists it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournament.queries.event_facts import CompetitionFacts
from tournament.queries.programme import RunningProgramme
from tournament.rules.programme import Item, Phase, Scene, comes_next
from tournament.web.scenes import TITLES

WHEN_OVER: Final[Mapping[Phase, str]] = {
    Phase.BEFORE: "When the draw is published",
    Phase.SEATED: "When the round starts",
    Phase.PLAYING: "At time up",
    Phase.TIME_UP: "When the round is closed",
    Phase.RESULTS: "When the next round is made",
}
"""What ends each phase, so that the next one's scene comes by itself."""


@dataclass(frozen=True)
class SceneButton:
    """A scene of a running order, as a button."""

    title: str
    item: Item
    now: bool = False

    @property
    def slide(self) -> int:
        """Which of the MC's slides it is; 0 for every other scene."""
        return self.item.slide or 0


@dataclass(frozen=True)
class ListedProgramme:
    """One competition's running order on the MC's page."""

    competition: CompetitionFacts
    round: str
    steps: Sequence[SceneButton]
    back: SceneButton | None
    on: SceneButton | None
    after: str
    """What comes by itself when the phase is over."""

    @property
    def arrows(self) -> list[tuple[str, int, SceneButton]]:
        """Back and on, where there is something: the icon, the steps, and the scene there."""
        ways = (("back", -1, self.back), ("arrow", 1, self.on))
        return [(icon, steps, to) for icon, steps, to in ways if to is not None]


def scene_title(item: Item, titles: Mapping[int, str]) -> str:
    """What a scene is called; one of the MC's slides by its own title."""
    return titles.get(item.slide or 0, TITLES[Scene.SLIDE]) if item.scene is Scene.SLIDE else TITLES[item.scene]


def list_programme(running: RunningProgramme, titles: Mapping[int, str]) -> ListedProgramme:
    """The running order, with what comes before and after its present place."""
    at = running.at
    steps = [SceneButton(scene_title(item, titles), item, place == at) for place, item in enumerate(running.order)]
    comes = comes_next(running.standing, running.phase)
    return ListedProgramme(
        competition=running.competition,
        round=running.round.name.heading if running.round is not None else "Before the draw",
        steps=steps,
        back=steps[at - 1] if at else None,
        on=steps[at + 1] if at + 1 < len(steps) else None,
        after=f"{_when_over(running)}: {TITLES[comes].lower()}" if comes else "",
    )


def _when_over(running: RunningProgramme) -> str:
    """What ends the phase; after the last round, that the organiser finishes the competition."""
    is_last = running.phase is Phase.RESULTS and running.standing.following is None
    return "When the competition is finished" if is_last else WHEN_OVER[running.phase]
