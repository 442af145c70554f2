"""A table's sheet for one round: its totals, when it is finished, and the tie for first (RULES 2, 4 and 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from scoring.rules import hand as hand_rules
from scoring.rules.hand import PlayedHand
from tournament.rules.errors import HandRefused
from tournament.rules.presets import Ending, Format, Settings
from tournament.rules.ranking import Standoff, Tally, first_place

NOT_YET: Final[Mapping[Ending, str]] = {
    Ending.CLOCK: "The round isn’t over yet: time isn’t up.",
    Ending.TARGET: "Nobody has reached the target yet.",
    Ending.HANDS: "There are hands still to play.",
}
NO_HAND: Final = "No hand is recorded at this table. If none was really played, the organiser can accept that."

TIME_TO_TAKE_BACK: Final = timedelta(seconds=10)
"""How long a tablet offers to undo the last "agree"."""
TIME_ON_THE_WAY: Final = timedelta(seconds=20)
"""How long a tap that was made in time may still take to arrive: hall networks are slow, and tablets try again."""


@dataclass(frozen=True)
class TableSheet:
    """Who is present, in seat order, and the hands they played, in order."""

    players: tuple[str, ...]
    hands: tuple[PlayedHand, ...] = ()

    @property
    def ordinary(self) -> list[PlayedHand]:
        """The hands that are not play-offs."""
        return [hand for hand in self.hands if not hand.playoff]

    @property
    def is_blank(self) -> bool:
        """Whether there are players but no hand. More likely a hand was never sent than none was played."""
        return not self.hands and len(self.players) > 1


def tallies(sheet: TableSheet, settings: Settings) -> list[Tally]:
    """What each player's hands add up to: a sheet's total is the sum of its hands."""
    scored = [(hand, hand_rules.points(hand, settings)) for hand in sheet.hands if hand_rules.counts(hand, settings)]
    last = next((points for hand, points in reversed(scored) if hand.complete), None)
    return [
        Tally(
            code=code,
            points=sum(points.get(code, 0) for _, points in scored),
            hands=sum(code in points for _, points in scored),
            won=sum(hand.out == code for hand, _ in scored),
            last=None if last is None else last.get(code),
        )
        for code in sheet.players
    ]


def reached_end(sheet: TableSheet, settings: Settings) -> str | None:
    """Why the round has ended by itself, in words. None while it has not, or where only the clock ends it."""
    if any(not hand.complete for hand in sheet.ordinary):
        return "The unfinished hand is in."
    if settings.ending is Ending.HANDS and len(sheet.ordinary) >= (settings.hands or 0):
        return _all_played(settings)
    if settings.ending is Ending.TARGET:
        most = max((tally.points for tally in tallies(sheet, settings)), default=0)
        if most >= (settings.target or 0):
            return f"Somebody has reached {settings.target} points."
    return None


def _all_played(settings: Settings) -> str:
    return "The only hand is played." if settings.hands == 1 else f"All {settings.hands} hands are played."


def _level_for_first(sheet: TableSheet, settings: Settings) -> Standoff | None:
    """The tie for first that a play-off hand or the lot decides. A rotation settles its ties by itself."""
    if settings.format is Format.ROTATION or len(sheet.players) < 2:
        return None
    decided = first_place(tallies(sheet, settings), low_wins=settings.low_wins)
    return decided if isinstance(decided, Standoff) else None


def is_idle(hand: PlayedHand, sheet: TableSheet, settings: Settings) -> bool:
    """Whether this is a play-off hand that decides nothing, because a correction has since changed who is level."""
    if not hand.playoff:
        return False
    tie = _level_for_first(sheet, settings)
    return tie is None or hand.players != set(tie.level)


def playoff_winner(sheet: TableSheet, settings: Settings) -> str | None:
    """The player who went out in a play-off hand that was played by those who are level."""
    return next((h.out for h in sheet.hands if h.playoff and h.out and not is_idle(h, sheet, settings)), None)


def standoff(sheet: TableSheet, settings: Settings) -> Standoff | None:
    """The tie for first that still needs a play-off hand or the lot."""
    return None if playoff_winner(sheet, settings) else _level_for_first(sheet, settings)


def who_plays_next(sheet: TableSheet, settings: Settings, *, playoff: bool) -> tuple[str, ...]:
    """The players of the next hand. Refuses with the reason if there is none."""
    if len(sheet.players) < 2:
        raise HandRefused("Only one player is here, so they go on without playing a hand.")
    if playoff:
        return _who_plays_off(sheet, settings)
    if any(hand.playoff for hand in sheet.hands):
        raise HandRefused("The play-off hand is in, so no other hand can follow it.")
    if reason := reached_end(sheet, settings):
        raise HandRefused(f"{reason} No other hand can follow.")
    return sheet.players


def _who_plays_off(sheet: TableSheet, settings: Settings) -> tuple[str, ...]:
    """The players of the one play-off hand: those who are level."""
    if settings.format is Format.ROTATION:
        raise HandRefused("A rotation settles its ties by itself; there is no play-off hand.")
    if any(hand.playoff for hand in sheet.hands):
        raise HandRefused("There’s only one play-off hand. If nobody went out, the lot decides.")
    tie = standoff(sheet, settings)
    if tie is None:
        raise HandRefused("Nobody is level for first place, so there is no play-off hand.")
    return tie.level


def why_not_accept(
    sheet: TableSheet, settings: Settings, *, began: bool, over: bool, lot: bool, names: Mapping[str, str]
) -> Iterator[str]:
    """What prevents accepting the sheet, one sentence each. The guard and the button's explanation both use it. `lot`
    says that somebody has let the lot decide; on a sheet without hands only the organiser can."""
    if len(sheet.players) < 2:
        if not began:
            yield "The round hasn’t begun."
        return
    if sheet.is_blank and over:
        if not lot:
            yield NO_HAND
        return
    if not over:
        yield NOT_YET[settings.ending]
    if sheet.hands and not lot and (tie := standoff(sheet, settings)):
        level = ", ".join(names[code] for code in tie.level)
        yield f"Level for first place: {level}. Let them play one more hand, or draw lots."


def only_the_clock_ends(settings: Settings, *, unfinished: bool) -> bool:
    """Whether a table whose clock has not run out plays on, whatever its hands come to: the same as reached_end() says
    of its sheet, where nothing is known but whether there is an `unfinished` hand on it."""
    return settings.ending is Ending.CLOCK and not unfinished


def can_be_taken_back(accepted_at: datetime, now: datetime) -> bool:
    """Whether the table itself may still open its sheet again, because a finger slipped or somebody said "wait".
    It may not where the computer's clock was set back meanwhile: nobody could say for how long."""
    return abs(now - accepted_at) <= TIME_TO_TAKE_BACK + TIME_ON_THE_WAY


def check_history(hands: Sequence[PlayedHand], players: tuple[str, ...], settings: Settings) -> None:
    """Check after each change or deletion that the hands could have been played in this order."""
    for number, hand in enumerate(hands):
        before = TableSheet(players, tuple(hands[:number]))
        if set(who_plays_next(before, settings, playoff=hand.playoff)) != hand.players:
            raise HandRefused("The play-off hand was played by others than those who are level now. Delete it first.")


def check_correction(before: TableSheet, hands: Sequence[PlayedHand], settings: Settings, *, told: bool) -> None:
    """Check that an accepted sheet may have these hands instead (RULES 10).

    What followed a corrected hand stays as it was played, even if the target is now reached earlier or a play-off
    decides nothing. A reader of the record understands this where its corrections name the table (`told`). A deleted
    hand leaves no trace there, so the remaining hands must then make sense by themselves.
    """
    after = TableSheet(before.players, tuple(hands))
    _check_course(after, settings)
    if not told:
        check_history(hands, before.players, settings)
    if settings.clock is None and reached_end(before, settings) and not reached_end(after, settings):
        _check_ending(after, settings, told=told)


def _check_course(sheet: TableSheet, settings: Settings) -> None:
    """Refuse what no correction can explain: hands of a single player, a hand after the play-off or after the
    incomplete one, or too many hands."""
    if sheet.hands and len(sheet.players) < 2:
        raise HandRefused("Only one player is here, so they go on without playing a hand.")
    for hand, later in pairwise(sheet.hands):
        if hand.playoff:
            raise HandRefused("The play-off hand is in, so no other hand can follow it.")
        if not hand.complete and not later.playoff:
            raise HandRefused("The unfinished hand is in. No other hand can follow.")
    if settings.ending is Ending.HANDS and len(sheet.ordinary) > (settings.hands or 0):
        raise HandRefused(f"{_all_played(settings)} No other hand can follow.")


def _check_ending(sheet: TableSheet, settings: Settings, *, told: bool) -> None:
    """Without a clock a round can only end by itself, so its hands must show how it ended."""
    if settings.ending is Ending.HANDS:
        left = f"That would leave {len(sheet.ordinary)} of {settings.hands} hands"
        raise HandRefused(f"{left}, and this round has no clock to end it early. Correct the hand instead.")
    if not told:
        missed = f"Then nobody would have reached {settings.target} points"
        raise HandRefused(f"{missed}, and this round has no clock to end it early. Correct the hand instead.")
