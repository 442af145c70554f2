"""What an MC says to the hall now, to be read aloud: one or two sentences for each step of a round."""

from __future__ import annotations

from datetime import datetime, timedelta

from tournament.queries.mc_desk import McDesk
from tournament.rules.breaks import Break
from tournament.rules.clock import RoundClock, State
from tournament.rules.presets import Format
from tournament.web.mc.timeline import MOST_TABLES_NAMED, tables
from tournament.words import count

SEND_HANDS = "Umpires, please send each hand as soon as you’ve counted it."
SEND_LAST_HAND = "Umpires, please send the last hand."
STOP = "Time is up. Finish this turn, then count what you hold. If somebody still has to draw, they draw first."
"""RULES 4: a begun turn finishes and a pending draw or challenge is settled before cards are counted."""


def say_now(desk: McDesk, saying: str, rest: Break | None, now: datetime) -> str:
    """The words for this moment. `saying` is who deals first, `rest` the break that counts down."""
    if desk.round.closed_at is not None:
        return _after_the_round(desk, rest, now)
    if desk.clock is None:
        return _without_a_clock(desk, saying)
    match desk.clock.state(now):
        case State.READY:
            return _before_the_start(rest, saying, now)
        case State.PAUSED:
            last = " Don’t start another hand." if desk.clock.warned(now) else ""
            return f"The clock is paused. Please stay at your table and keep your cards in your hand.{last}"
        case State.RUNNING:
            return _while_it_runs(desk, desk.clock, now)
    return _after_the_bell(desk)


def _before_the_start(rest: Break | None, saying: str, now: datetime) -> str:
    find = "Find your name on the lists, then sit down at your table."
    if rest is not None and rest.ends > now:
        return f"{_starts_in(rest, now)} {find}"
    return f"Please sit down at your table. {_deals_first(saying)}"


def _deals_first(saying: str) -> str:
    return f"{saying[:1].upper()}{saying[1:]} deals first."


def _starts_in(rest: Break, now: datetime) -> str:
    return f"{rest.before.opening} starts in {_minutes(rest.left(now))}."


def _while_it_runs(desk: McDesk, clock: RoundClock, now: datetime) -> str:
    if clock.warned(now):
        return "This is the last hand: don’t start another. When it’s over, please stay at your table."
    if clock.warning_at is None:
        return _and_send_hands(desk, f"{_minutes(clock.left(now)).capitalize()} left.")
    return _and_send_hands(desk, f"{_minutes(clock.warning_at - now).capitalize()} to the last hand.")


def _and_send_hands(desk: McDesk, words: str) -> str:
    """On paper nobody sends a hand."""
    return f"{words} {SEND_HANDS}" if desk.has_tablets else words


def _minutes(left: timedelta) -> str:
    """7 minutes; in the last minute, less than a minute."""
    minutes = int(left.total_seconds()) // 60
    return count(minutes, "minute") if minutes else "less than a minute"


def _after_the_bell(desk: McDesk) -> str:
    """Everybody counts; then a few tables are waited for; then all sheets are in."""
    waiting = desk.without_sheet
    if not waiting:
        return f"All sheets are in. Please stay here: in a moment you’ll hear {_what_comes(desk)}."
    if len(waiting) > MOST_TABLES_NAMED or len(waiting) == len(desk.tables):
        return f"{STOP} {SEND_LAST_HAND}" if desk.has_tablets else STOP
    return f"We’re waiting for {tables(waiting)}. Everybody else, please stay close."


def _what_comes(desk: McDesk) -> str:
    if desk.round.is_last:
        return "who has won"
    return "who moves where" if desk.standing.format is Format.ROTATION else "who goes on"


def _after_the_round(desk: McDesk, rest: Break | None, now: datetime) -> str:
    if desk.round.is_last:
        return "That was the last hand. Please come to the front: here are the winners."
    look = f"{desk.round.name.opening} is over. Look at the screens to see {_what_comes(desk)}."
    return f"{look} {_starts_in(rest, now)}" if rest is not None and rest.ends > now else look


def _without_a_clock(desk: McDesk, saying: str) -> str:
    if desk.round.began_at is None:
        return f"Please sit down at your table. {_deals_first(saying)}"
    if desk.without_sheet:
        return _and_send_hands(desk, "Take the time you need: each table ends by itself.")
    return _after_the_bell(desk)
