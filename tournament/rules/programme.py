"""What the hall's screens show, and in which order: the programme of a competition (RULES 8).

It is derived from how far the competition is, so nobody has to prepare it or set it back. Each phase has its scenes:
one of them comes by itself, and the MC steps to the others. As soon as the phase changes, the new phase's own scene
comes. The MC's own slides are scenes like the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from tournament.rules.breaks import find_break
from tournament.rules.clock import State
from tournament.rules.presets import Format
from tournament.rules.standing import Standing


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
    DRAW = "draw"
    TABLES = "tables"
    NAMES = "names"
    DEALER = "dealer"
    CLOCK = "clock"
    COUNTDOWN = "countdown"
    STATES = "states"
    RESULTS = "results"
    BRACKET = "bracket"
    STANDINGS = "standings"
    PODIUM = "podium"
    SLIDE = "slide"


class Lack(StrEnum):
    """What is still missing for a scene to show anything."""

    DRAW = "draw"
    CEREMONY = "ceremony"
    CLOCK = "clock"
    BREAK = "break"
    FIRST_RESULTS = "first results"
    KNOCKOUT = "knockout"
    ORDER = "order"
    WINNERS = "winners"
    PODIUM = "podium"


FOLLOWS: Final = "programme"
"""What a screen shows unless somebody chooses a scene for it: the programme."""
SHOWS: Final = (FOLLOWS, *(scene.value for scene in Scene))
"""Everything that a screen can be told to show."""


@dataclass(frozen=True)
class Item:
    """One line of the running order; `slide` says which of the MC's slides it is."""

    scene: Scene
    slide: int | None = None


_BY_CLOCK: Final[Mapping[State, Phase]] = {
    State.READY: Phase.SEATED,
    State.RUNNING: Phase.PLAYING,
    State.PAUSED: Phase.PLAYING,
    State.TIME_UP: Phase.TIME_UP,
    State.CLOSED: Phase.RESULTS,
}
_ORDER: Final[Mapping[Phase, tuple[Scene, ...]]] = {
    Phase.BEFORE: (Scene.WELCOME, Scene.RULES, Scene.DRAW, Scene.SLIDE),
    Phase.SEATED: (Scene.WELCOME, Scene.RULES, Scene.TABLES, Scene.NAMES, Scene.COUNTDOWN, Scene.DEALER, Scene.CLOCK),
    Phase.PLAYING: (Scene.CLOCK, Scene.STATES, Scene.SLIDE),
    Phase.TIME_UP: (Scene.CLOCK, Scene.STATES),
    Phase.RESULTS: (Scene.PODIUM, Scene.RESULTS, Scene.BRACKET, Scene.STANDINGS, Scene.COUNTDOWN, Scene.SLIDE),
    Phase.FINISHED: (Scene.PODIUM, Scene.STANDINGS, Scene.BRACKET),
}
_NEED_SEATS: Final = (Scene.TABLES, Scene.NAMES, Scene.STATES, Scene.DEALER, Scene.CLOCK, Scene.BRACKET)
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


def phase_of(standing: Standing, now: datetime) -> Phase:
    """How far the competition is, as a hall sees it. A round without a clock is played from its first deal on."""
    latest = standing.latest
    if standing.is_finished:
        return Phase.FINISHED
    if latest is None:
        return Phase.BEFORE
    if latest.closed_at is not None:
        return Phase.RESULTS
    if latest.clock is None:
        return Phase.SEATED if latest.began_at is None else Phase.PLAYING
    return _BY_CLOCK[latest.clock.state(now)]


def latest_number(standing: Standing) -> int:
    """The number of the latest seated round; 0 before the draw is published."""
    return standing.latest.number if standing.latest is not None else 0


def latest_closed(standing: Standing) -> int:
    """The number of the latest round whose results are known; 0 if there is none."""
    latest = standing.latest
    if latest is None:
        return 0
    return latest.number if latest.closed_at is not None or standing.is_finished else latest.number - 1


def what_lacks(scene: Scene, standing: Standing) -> Lack | None:
    """Why a scene would be empty now; None if it would not."""
    latest = standing.latest
    rotates = standing.format is Format.ROTATION
    if scene is Scene.BRACKET and standing.format is not Format.KNOCKOUT:
        return Lack.KNOCKOUT
    if scene in _NEED_SEATS and latest is None:
        return Lack.DRAW
    if scene in (Scene.RESULTS, Scene.STANDINGS) and standing.held_until is not None:
        return Lack.PODIUM
    if scene is Scene.CLOCK and latest is not None and latest.clock is None:
        return Lack.CLOCK
    if scene is Scene.RESULTS and not latest_closed(standing):
        return Lack.FIRST_RESULTS
    if scene is Scene.STANDINGS and not standing.is_finished and not (rotates and latest_closed(standing)):
        return Lack.ORDER
    if scene is Scene.DRAW and not is_drawing(standing):
        return Lack.CEREMONY
    if scene is Scene.COUNTDOWN and find_break(standing) is None:
        return Lack.BREAK
    return Lack.WINNERS if scene is Scene.PODIUM and not has_podium(standing) else None


def is_drawing(standing: Standing) -> bool:
    """Whether the draw is being held before the hall: from the seal until it is published."""
    return standing.draw is not None and standing.draw.sealed_at is not None and standing.published is None


def has_podium(standing: Standing) -> bool:
    """Whether the podium stands: once the last round is closed, with every card face down. In `single` it lists the
    winner of each table, who are known when the competition is finished."""
    latest = standing.latest
    is_over = latest is not None and latest.closed_at is not None and latest.is_last
    return standing.is_finished or (is_over and standing.format is not Format.SINGLE)


def running_order(standing: Standing, phase: Phase, slides: Sequence[int]) -> tuple[Item, ...]:
    """The scenes of the phase, without those that would be empty; each of the MC's slides is one."""
    order: list[Item] = []
    for scene in _ORDER[phase]:
        if scene is Scene.SLIDE:
            order += [Item(scene, slide) for slide in slides]
        elif what_lacks(scene, standing) is None:
            order.append(Item(scene))
    return tuple(order)


def by_itself(phase: Phase, order: Sequence[Item], *, is_break_nearly_over: bool = False) -> int:
    """Where the running order stands unless the MC stepped: at the phase's own scene, or at the first one.

    While the draw is being held, that is the draw. After the last round it is the podium, so that no list of results
    tells who won before the MC does. In the last minute of a break it is the countdown.
    """
    scenes = [item.scene for item in order]
    last_minute = [Scene.COUNTDOWN] if phase is Phase.SEATED and is_break_nearly_over else []
    wanted = (*last_minute, Scene.DRAW, Scene.PODIUM, _BY_ITSELF[phase])
    return next((scenes.index(scene) for scene in wanted if scene in scenes), 0)


@dataclass(frozen=True)
class Stepped:
    """Where the MC stepped, in which phase of which round. In any other phase it no longer counts."""

    phase: Phase
    round: int
    item: Item

    def counts(self, standing: Standing, phase: Phase) -> bool:
        """Whether the competition is still where it was when the MC stepped."""
        return (self.phase, self.round) == (phase, latest_number(standing))


def place(
    standing: Standing,
    phase: Phase,
    order: Sequence[Item],
    stepped: Stepped | None,
    *,
    is_break_nearly_over: bool = False,
) -> int:
    """Where the running order stands."""
    if stepped is not None and stepped.counts(standing, phase) and stepped.item in order:
        return list(order).index(stepped.item)
    return by_itself(phase, order, is_break_nearly_over=is_break_nearly_over)


def step(order: Sequence[Item], at: int, steps: int) -> Item:
    """The scene `steps` on, or back if negative. It stays at the ends, so that one press too many does no harm."""
    return order[max(0, min(len(order) - 1, at + steps))]


def comes_next(standing: Standing, phase: Phase) -> Scene | None:
    """The scene that comes by itself when this phase is over; nothing comes after the end."""
    if phase is Phase.RESULTS and standing.following is None:
        return Scene.PODIUM
    following = _NEXT.get(phase)
    if following is Phase.TIME_UP and (standing.latest is None or standing.latest.clock is None):
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
    is_ceremony: bool = False
    """Whether the hall looks at a draw or at a podium that is being opened."""
    is_sealed: bool = False
    """Whether its draw waits to be held: it may be hours until then."""

    @property
    def latest(self) -> datetime | None:
        """When something changed last."""
        return max((moment for moment in (self.since, self.stepped_at) if moment is not None), default=None)


def lead(claims: Sequence[Claim]) -> int:
    """Which competition's programme a screen of the whole event follows.

    A ceremony comes first. A programme that the MC stepped, and a clock that runs, come before what only waits; among
    those the latest comes first. So an MC who steps a programme sees it at once, and everybody a clock that starts.
    """

    def weight(n: int) -> tuple[bool, bool, float, int]:
        claim = claims[n]
        going = claim.phase in (Phase.PLAYING, Phase.TIME_UP)
        latest = claim.latest.timestamp() if claim.latest is not None else 0.0
        return (claim.is_ceremony, going or claim.stepped_at is not None, latest, -n)

    return max(range(len(claims)), key=weight)
