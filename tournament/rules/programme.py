"""What the hall's screens show, and in which order: the programme of a competition (RULES 8).

It is derived from how far the competition is, so nobody has to prepare it, and nobody has to set it back: each phase
has its scenes, one of which comes by itself, and the MC steps to the others. As soon as the phase is another one, its
own scene comes. Own slides are scenes like the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from tournament.rules.clock import State
from tournament.rules.presets import Format


class Phase(StrEnum):
    """How far a competition is, as a hall sees it."""

    BEFORE = "before"
    SEATED = "seated"
    PLAYING = "playing"
    TIME_UP = "time up"
    RESULTS = "results"
    FINISHED = "finished"


class Scene(StrEnum):
    """What a screen can show."""

    WELCOME = "welcome"
    RULES = "rules"
    TABLES = "tables"
    NAMES = "names"
    DEALER = "dealer"
    CLOCK = "clock"
    STATES = "states"
    RESULTS = "results"
    BRACKET = "bracket"
    STANDINGS = "standings"
    PODIUM = "podium"
    SLIDE = "slide"


FOLLOWS: Final = "programme"
"""What a screen shows unless somebody says otherwise: the programme."""
SHOWS: Final = (FOLLOWS, *(scene.value for scene in Scene))


@dataclass(frozen=True)
class Item:
    """One line of the running order; `slide` says which of the own slides it is."""

    scene: Scene
    slide: int | None = None


@dataclass(frozen=True)
class Facts:
    """What the programme is derived from: the latest seated round (0 before the draw is published) and its clock."""

    format: Format
    round: int = 0
    began: bool = False
    closed: bool = False
    finished: bool = False
    clock: State | None = None

    @property
    def phase(self) -> Phase:
        """A round without a clock is played from its first deal until it is closed."""
        if self.finished:
            return Phase.FINISHED
        if not self.round:
            return Phase.BEFORE
        if self.closed:
            return Phase.RESULTS
        if self.clock is None:
            return Phase.PLAYING if self.began else Phase.SEATED
        return _BY_CLOCK[self.clock]

    @property
    def last_closed(self) -> int:
        """The latest round whose results are known; 0 if there is none."""
        return self.round if self.closed or self.finished else max(0, self.round - 1)


_BY_CLOCK: Final[Mapping[State, Phase]] = {
    State.READY: Phase.SEATED,
    State.RUNNING: Phase.PLAYING,
    State.PAUSED: Phase.PLAYING,
    State.TIME_UP: Phase.TIME_UP,
    State.CLOSED: Phase.RESULTS,
}
_ORDER: Final[Mapping[Phase, tuple[Scene, ...]]] = {
    Phase.BEFORE: (Scene.WELCOME, Scene.RULES, Scene.SLIDE),
    Phase.SEATED: (Scene.WELCOME, Scene.RULES, Scene.TABLES, Scene.NAMES, Scene.DEALER, Scene.CLOCK),
    Phase.PLAYING: (Scene.CLOCK, Scene.STATES, Scene.SLIDE),
    Phase.TIME_UP: (Scene.CLOCK, Scene.STATES),
    Phase.RESULTS: (Scene.RESULTS, Scene.BRACKET, Scene.STANDINGS, Scene.SLIDE),
    Phase.FINISHED: (Scene.PODIUM, Scene.STANDINGS, Scene.BRACKET),
}
_BY_ITSELF: Final[Mapping[Phase, Scene]] = {
    Phase.BEFORE: Scene.WELCOME,
    Phase.SEATED: Scene.TABLES,
    Phase.PLAYING: Scene.CLOCK,
    Phase.TIME_UP: Scene.CLOCK,
    Phase.RESULTS: Scene.RESULTS,
    Phase.FINISHED: Scene.PODIUM,
}
_NEXT: Final[Mapping[Phase, Phase]] = {
    Phase.BEFORE: Phase.SEATED,
    Phase.SEATED: Phase.PLAYING,
    Phase.PLAYING: Phase.TIME_UP,
    Phase.TIME_UP: Phase.RESULTS,
    Phase.RESULTS: Phase.SEATED,
}


def why_not(scene: Scene, facts: Facts) -> str:
    """Why a scene would be empty now, as the hall may read it; nothing if it is not."""
    if scene in (Scene.TABLES, Scene.NAMES, Scene.STATES, Scene.DEALER) and not facts.round:
        return "The draw is not published yet."
    if scene is Scene.CLOCK and facts.clock is None:
        return "No clock runs in this round." if facts.round else "The draw is not published yet."
    if scene is Scene.RESULTS and not facts.last_closed:
        return "The first round is not over yet."
    if scene is Scene.BRACKET and facts.format is not Format.KNOCKOUT:
        return "Only a knockout has a bracket."
    if scene is Scene.BRACKET and not facts.round:
        return "The draw is not published yet."
    if scene is Scene.STANDINGS and not facts.finished and not (facts.format is Format.ROTATION and facts.last_closed):
        return "The order is not known yet."
    return "The winners are not known yet." if scene is Scene.PODIUM and not facts.finished else ""


def running_order(facts: Facts, slides: Sequence[int]) -> tuple[Item, ...]:
    """The scenes of the present phase, without those that would be empty; each own slide is one."""
    order: list[Item] = []
    for scene in _ORDER[facts.phase]:
        if scene is Scene.SLIDE:
            order += [Item(scene, slide) for slide in slides]
        elif not why_not(scene, facts):
            order.append(Item(scene))
    return tuple(order)


def by_itself(facts: Facts, order: Sequence[Item]) -> int:
    """Where the running order stands unless the MC stepped: where a round has no clock, its tables are shown."""
    scenes = [item.scene for item in order]
    wanted = _BY_ITSELF[facts.phase]
    return scenes.index(wanted) if wanted in scenes else 0


@dataclass(frozen=True)
class Stepped:
    """Where the MC stepped, in which phase of which round: in any other it does not count any more."""

    phase: Phase
    round: int
    item: Item


def place(facts: Facts, order: Sequence[Item], stepped: Stepped | None) -> int:
    """Where the running order stands."""
    counts = stepped is not None and (stepped.phase, stepped.round) == (facts.phase, facts.round)
    if counts and stepped is not None and stepped.item in order:
        return list(order).index(stepped.item)
    return by_itself(facts, order)


def step(order: Sequence[Item], at: int, steps: int) -> Item:
    """So many scenes on, or back; at the ends it stays where it is, so that one press too many does no harm."""
    return order[max(0, min(len(order) - 1, at + steps))]


def comes_next(facts: Facts) -> Scene | None:
    """What comes by itself when this phase is over; nothing comes after the end."""
    following = _NEXT.get(facts.phase)
    if following is Phase.TIME_UP and facts.clock is None:
        following = Phase.RESULTS
    return _BY_ITSELF[following] if following else None


@dataclass(frozen=True)
class Claim:
    """What speaks for showing a competition on a screen that follows the whole event."""

    phase: Phase
    since: datetime | None
    """When this phase began."""
    stepped_at: datetime | None = None
    """When the MC stepped in it, if at all."""


def lead(claims: Sequence[Claim]) -> int:
    """Whose programme a screen of the whole event follows: what was stepped, and clocks that go, come before what only
    waits; among those the latest. Whoever steps one programme sees it at once, and a clock that starts or rings is
    seen by everybody."""

    def weight(n: int) -> tuple[bool, float, int]:
        claim = claims[n]
        going = claim.phase in (Phase.PLAYING, Phase.TIME_UP)
        moments = [moment.timestamp() for moment in (claim.since, claim.stepped_at) if moment is not None]
        return (going or claim.stepped_at is not None, max(moments, default=0.0), -n)

    return max(range(len(claims)), key=weight)
