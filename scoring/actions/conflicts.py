"""Notices that two people wrote the same hand, or that somebody looked at an older sheet."""

from __future__ import annotations

from typing import Any

from scoring.actions.locked_table import LockedTable
from scoring.rules.hand import PlayedHand
from scoring.rules.table_now import RecordedHand
from tournament.log_facts import AHand
from tournament.rules.errors import Stale


def facts_of(hand: PlayedHand) -> AHand:
    """A hand as the log and a conflict store it: codes and numbers, no names."""
    held = {code: h.points if h.cards is None else dict(h.cards) for code, h in hand.held.items()}
    return {"out": hand.out, "last_card": hand.last_card, "held": held}


def facts_with_version(recorded: RecordedHand) -> dict[str, Any]:
    """The same facts of a recorded hand, with its version. The person who chooses then changes exactly this version."""
    return {**facts_of(recorded.hand), "version": recorded.version}


def is_same(first: PlayedHand, second: PlayedHand) -> bool:
    """Whether both hands have the same content. Cards and a typed total of the same points count as the same."""

    def content(hand: PlayedHand) -> tuple[Any, ...]:
        held = {code: held.points for code, held in hand.held.items()}
        return hand.out, hand.last_card, hand.playoff, hand.late, held

    return content(first) == content(second)


def already_recorded(recorded: RecordedHand, typed: PlayedHand) -> Stale:
    """Two people wrote the same hand. The refusal carries both values, and a person chooses."""
    return Stale(
        f"Hand {recorded.number} is already recorded. Which one is right?",
        theirs=facts_with_version(recorded),
        yours=dict(facts_of(typed)),
    )


def changed_before_deletion(recorded: RecordedHand) -> Stale:
    """Somebody changed the hand while another person was about to delete it."""
    return Stale(
        f"Hand {recorded.number} has changed since you looked. Look again before you delete it.",
        theirs=facts_with_version(recorded),
        yours={},
    )


def check_seen(locked: LockedTable, seen: list[int]) -> None:
    """Refuse if the sheet has changed since somebody looked at it. The refusal carries the whole sheet as it is now."""
    if seen == locked.now.versions:
        return
    raise Stale(
        "The sheet has changed since you looked. Look at it again.",
        theirs={
            "hands": [facts_with_version(recorded) for recorded in locked.now.hands],
            "totals": {code: tally.points for code, tally in locked.now.tallies.items()},
        },
        yours={"seen": seen},
    )
