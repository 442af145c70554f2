"""What a phone says to its owner, in the words of the rules: where they sit, and where they go next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.formats import date_format
from django.utils.timezone import localtime

from tournament.event_time import zone_in_words
from tournament.queries.onward import Grade, Whereabouts
from tournament.rules.onward import Way
from tournament.rules.presets import Format
from tournament.rules.rotation import target
from tournament.rules.standing import Stage
from tournament.words import count


@dataclass(frozen=True)
class Message:
    """What a phone's poster says: a headline, the number that matters most (a table, a place), and what comes next."""

    headline: str
    next: str
    number: str = ""
    of: str = ""
    """What the number is: `Table`, or nothing for a place."""

    @property
    def aloud(self) -> str:
        """The same in one breath, for those who listen."""
        return " ".join(part for part in (self.headline, self.of, self.number) if part) + f". {self.next}"


def say(grade: Grade, where: Whereabouts) -> Message:
    """What to tell somebody now."""
    return _SAY[where.onward.way](grade, where)


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _waits(grade: Grade, _: Whereabouts) -> Message:
    closes, stage = grade.competition.closes_at, grade.standing.stage
    if stage is Stage.SEALED:
        return Message(
            "The draw comes next", "The draw is sealed. You’ll see your table here as soon as it’s published."
        )
    if stage is Stage.OPEN and closes is not None:
        when = f"{date_format(localtime(closes), 'l j F, H:i')}, {zone_in_words(closes)}"
        return Message("You’re entered", f"Entries close {when}. After the draw you’ll see your table here.")
    return Message("You’re entered", "You’ll see your table here as soon as the draw is published.")


def _sits(grade: Grade, where: Whereabouts) -> Message:
    return Message("You sit at", _prospect(grade, where), _shown(grade, where), "Table")


def _shown(grade: Grade, where: Whereabouts) -> str:
    """The number on the table that they sit at or go to."""
    return str(grade.standing.numbers.shown(where.onward.table))


def _prospect(grade: Grade, where: Whereabouts) -> str:
    """What this table is played for."""
    settings, latest, following = grade.standing.settings, grade.standing.latest, grade.standing.following
    best = "lowest score" if settings.low_wins else "most points"
    if settings.format is Format.SINGLE:
        return f"The {best} {'wins' if settings.low_wins else 'win'} this table."
    if settings.format is Format.ROTATION:
        return _prospect_of_rotation(grade, where.onward.table)
    if latest is None or following is None:
        return f"This is the final. The {best} {'wins' if settings.low_wins else 'win'} it."
    goal = grade.standing.goal(latest.number, where.onward.table)
    name = following.name.lower
    place = f"to table {grade.standing.numbers.shown(goal)} in {name}" if goal else f"to {name}, which gets a new draw"
    return f"The {best} {'goes' if settings.low_wins else 'go'} on {place}."


def _prospect_of_rotation(grade: Grade, table: int) -> str:
    """Who moves where from this table, unless nobody does."""
    settings, tables = grade.standing.settings, len(grade.tables)
    if grade.standing.following is None:
        return "This is the last round. The final order comes next."
    if tables < 2 or settings.move is None:
        return "Everybody stays."
    best, worst = ("lowest score", "highest score") if settings.low_wins else ("most points", "fewest points")
    goals = {words: target(table, tables, why, settings.move) for why, words in (("best", best), ("worst", worst))}
    shown = grade.standing.numbers.shown
    moves = [f"the {words} moves to table {shown(goal)}" for words, goal in goals.items() if goal != table]
    return f"{' and '.join(moves)}. Everybody else stays.".capitalize()


def _counted(grade: Grade, where: Whereabouts) -> Message:
    points = f"You have {count(where.points, 'point')}. " if where.points is not None else ""
    others = "Wait for the other tables. " if len(grade.tables) > 1 else ""
    coming = "This page will say where you go next." if grade.standing.following else "The result comes next."
    return Message("Your sheet is in.", f"{points}{others}{coming}", _shown(grade, where), "Table")


def _goes_on(grade: Grade, where: Whereabouts) -> Message:
    way, name = where.onward, grade.standing.name(where.onward.round)
    if way.table:
        sentence = f"{name.opening} will be seated soon; then you’ll see your seat."
        return Message(f"You go on to{' the final' if name.is_final else ''}", sentence, _shown(grade, where), "Table")
    sentence = f"{name.opening} gets a new draw. You’ll see your table here."
    if name.is_final:
        return Message("You go on to the final", sentence)
    return Message("You go on", sentence, f"{way.round}", "Round")


def _moves(grade: Grade, where: Whereabouts) -> Message:
    way, chair = where.onward, where.chair
    down = chair is not None and way.table < chair.table
    direction = "down" if down else "up"
    if chair is not None and abs(way.table - chair.table) > 1:  # round the corner, from the first to the last
        direction = "on"
    sentence = _seat_follows(grade, where)
    return Message(f"You move {direction} to", sentence, _shown(grade, where), "Table")


def _stays(grade: Grade, where: Whereabouts) -> Message:
    return Message("You stay at", _seat_follows(grade, where), _shown(grade, where), "Table")


def _seat_follows(grade: Grade, where: Whereabouts) -> str:
    return f"For {grade.standing.name(where.onward.round).lower}. You’ll see your seat soon."


def _out(grade: Grade, where: Whereabouts) -> Message:
    name = grade.standing.name(where.onward.round)
    return Message("You’re out", f"You reached {name.lower}. Thank you for playing. You’ll see your place at the end.")


def _over(grade: Grade, where: Whereabouts) -> Message:
    name = grade.standing.name(where.onward.round)
    if grade.standing.held_until is not None:
        first = "The winners are announced in the hall first."
        return Message(f"{name.opening} is over", f"{first} You’ll see the results here soon after.")
    if not name.is_final:
        return Message("The last round is over", "The result is coming.")
    won = where.chair is not None and where.chair.won
    return Message("You won the final" if won else f"{name.opening} is over", "The result is coming.")


def _placed(grade: Grade, where: Whereabouts) -> Message:
    single = grade.standing.format is Format.SINGLE
    number = len(grade.tables.get(where.chair.table, ())) if single and where.chair else _players(grade)
    among = f"Out of {count(number, 'player')}{' at your table' if single else ''}. Thank you for playing."
    return Message("You won" if where.rank == 1 else "You came", among, ordinal(where.rank))


def _players(grade: Grade) -> int:
    return sum(where.rank > 0 for where in grade.people.values())


def _call(grade: Grade, where: Whereabouts) -> Message:
    return Message(
        "You’re waiting to be called",
        f"You’re in the order of call: until {grade.standing.name(1).lower}, if somebody doesn’t come, the next in the "
        "order takes their seat. Stay close.",
        ordinal(where.onward.number),
    )


def _not_drawn(_: Grade, where: Whereabouts) -> Message:
    return Message("Not drawn", "You weren’t drawn this time. Thank you for being ready.")


def _empty(_: Grade, where: Whereabouts) -> Message:
    return Message(
        "Your chair is empty", "You’ve been marked as not here. If you’re here, tell the organiser at check-in now."
    )


def _replaced(_: Grade, where: Whereabouts) -> Message:
    who = where.substitute.name if where.substitute else "Somebody else"
    return Message("Your seat is taken", f"{who} is playing in your place. If that’s wrong, tell the organiser.")


def _joins(grade: Grade, where: Whereabouts) -> Message:
    number, name = where.onward.round, grade.standing.name(where.onward.round)
    return Message("You join in", f"You play from {name.lower}. Your table will be shown here.", str(number), "Round")


def _gone(_: Grade, where: Whereabouts) -> Message:
    return Message("You’re not playing", "If that’s wrong, tell the organiser at check-in.")


_SAY: Final[Mapping[Way, Callable[[Grade, Whereabouts], Message]]] = {
    Way.WAITS: _waits, Way.SITS: _sits, Way.COUNTED: _counted, Way.GOES_ON: _goes_on, Way.MOVES: _moves,
    Way.STAYS: _stays, Way.OUT: _out, Way.OVER: _over, Way.PLACED: _placed, Way.CALL: _call,
    Way.NOT_DRAWN: _not_drawn, Way.EMPTY: _empty, Way.REPLACED: _replaced, Way.JOINS: _joins, Way.GONE: _gone,
}  # fmt: skip
