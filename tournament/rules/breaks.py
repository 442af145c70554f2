"""The break between two rounds (RULES 8): it has a length and counts down to the next round's start.

It begins when a round is closed. Nothing happens by itself at its end, unless the MC set the start of the next round:
then the break ends with that start.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from tournament.rules.errors import ClockRefused
from tournament.rules.round_names import RoundName
from tournament.rules.standing import PlannedRound, Standing

LONGEST_BREAK: Final = 7 * 24 * 60 * 60
"""In seconds: the next round may be on another day."""
LAST_MINUTE: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Break:
    """The time until a round starts."""

    before: RoundName
    """The round that starts after it."""
    after: int
    """The number of the round after which it began; 0 before the first round, if its start is set."""
    since: datetime | None
    """When it began; None before the first round."""
    ends: datetime
    is_seated: bool
    """Whether everybody can find their table of the next round."""
    starts_by_itself: bool = False

    def left(self, now: datetime) -> timedelta:
        """What is left, never negative."""
        return max(timedelta(0), self.ends - now)

    def is_nearly_over(self, now: datetime) -> bool:
        """Whether its last minute runs: everybody should sit by now."""
        return timedelta(0) < self.ends - now <= LAST_MINUTE


def find_break(standing: Standing) -> Break | None:
    """The break that a competition has now; None while a round is played, and when no round follows."""
    latest = standing.latest
    if latest is None or standing.is_finished:
        return None
    if latest.closed_at is not None:
        following = standing.following
        return _break_after(standing, latest, following, is_seated=False) if following is not None else None
    has_begun = latest.began_at is not None or (latest.clock is not None and latest.clock.started_at is not None)
    return None if has_begun else _break_before(standing, latest)


def _break_before(standing: Standing, latest: PlannedRound) -> Break | None:
    """The break before a round that is seated."""
    before = standing.round(latest.number - 1)
    if latest.clock is not None and latest.clock.starts_at is not None:
        since = before.closed_at if before is not None else None
        return Break(latest.name, latest.number - 1, since, latest.clock.starts_at, True, starts_by_itself=True)
    return _break_after(standing, before, latest, is_seated=True) if before is not None else None


def _break_after(
    standing: Standing, closed: PlannedRound, following: PlannedRound, *, is_seated: bool
) -> Break | None:  # fmt: skip
    length = timedelta(seconds=length_of(standing, closed))
    if closed.closed_at is None or not length:
        return None
    return Break(following.name, closed.number, closed.closed_at, closed.closed_at + length, is_seated)


def length_of(standing: Standing, closed: PlannedRound) -> int:
    """How long the break after a round is, in seconds: as the MC changed it, or as the competition has it."""
    return standing.break_length if closed.break_after is None else closed.break_after


def change_break(now: Break | None, at: datetime, seconds: int) -> int:
    """The new length of the break in seconds, if this much is added, or taken where it is negative.

    A break that is over already goes on from this moment.
    """
    if now is None or now.since is None:
        raise ClockRefused("There is no break now.")
    if now.starts_by_itself:
        raise ClockRefused("The start is set. To change the break, cancel the start or set another time.")
    ends = max(now.ends, at) + timedelta(seconds=seconds)
    if ends <= at:
        raise ClockRefused(f"The break is {'over' if now.ends <= at else 'shorter than that now'}. {_instead(now)}")
    length = round((ends - now.since).total_seconds())
    if length > LONGEST_BREAK:
        raise ClockRefused("A break can last a week at most.")
    return length


def _instead(now: Break) -> str:
    """What to do where a break cannot be made shorter: a round that is not made cannot start."""
    if now.is_seated:
        return f"Start {now.before.lower} instead."
    return f"You can start {now.before.lower} as soon as the organiser has made it."


def need_length(minutes: int) -> int:
    """The usual length of a competition's breaks in seconds, or a refusal."""
    if not 0 <= 60 * minutes <= LONGEST_BREAK:
        raise ClockRefused("Write the break in whole minutes, a week at most. 0 means no countdown.")
    return 60 * minutes
