"""How far a competition is, in one word. A draw that is made but not published is still only sealed to the public."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from tournament.models import Competition, Draw, Round
from tournament.rules.rounds import is_final


class Stage(StrEnum):
    """The stages in their order; each has its icon."""

    OPEN = "open"
    CLOSED = "closed"
    SEALED = "sealed"
    DRAWN = "drawn"
    SEATED = "seated"
    RUNNING = "running"
    OVER = "over"
    FINISHED = "finished"


_WORDS: Final[Mapping[Stage, str]] = {
    Stage.OPEN: "Entries open",
    Stage.CLOSED: "Entries closed",
    Stage.SEALED: "Draw sealed",
    Stage.DRAWN: "Drawn",
    Stage.SEATED: "{} is next",
    Stage.RUNNING: "{} is running",
    Stage.OVER: "{} is over",
    Stage.FINISHED: "Finished",
}


@dataclass(frozen=True)
class State:
    """The stage, and the round it is about."""

    stage: Stage
    round: int = 0
    final: bool = False

    def __str__(self) -> str:
        return _WORDS[self.stage].format("The final" if self.final else f"Round {self.round}")


def state_of(competition: Competition, draw: Draw | None, last: Round | None, now: datetime) -> State:
    """From the competition, the draw that stands and the round with the highest number."""
    if competition.finished_at is not None:
        return State(Stage.FINISHED)
    if last is not None:
        final = draw is not None and is_final(competition.settings, draw.plan, last.number)
        return replace(_state_of_round(last), final=final)
    if draw is not None and draw.sealed_at is not None:
        return State(Stage.SEALED)
    return State(Stage.OPEN if is_open(competition, now) else Stage.CLOSED)


def is_open(competition: Competition, now: datetime) -> bool:
    """Whether entries may be made, changed and withdrawn: until the closing time, whether its alarm came or not."""
    past = competition.closes_at is not None and competition.closes_at <= now
    return competition.closed_at is None and not past


def _state_of_round(last: Round) -> State:
    if last.closed_at is not None:
        return State(Stage.OVER, last.number)
    if last.began_at is not None:
        return State(Stage.RUNNING, last.number)
    return State(Stage.DRAWN if last.number == 1 else Stage.SEATED, last.number)
