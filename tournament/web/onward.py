"""What a phone says to its owner, in the words of the rules: where they sit, and where they go next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.formats import date_format
from django.utils.timezone import localtime

from tournament.queries.places import Grade, Place
from tournament.queries.state import Stage
from tournament.rules.onward import Way
from tournament.rules.presets import Format
from tournament.rules.rotation import target
from tournament.words import count, round_to_come


@dataclass(frozen=True)
class Said:
    """One poster: a headline, the number that matters most (a table's, or a place), and what comes next."""

    headline: str
    next: str
    number: str = ""
    of: str = ""
    """What the number is: `Table`, or nothing for a place."""

    @property
    def aloud(self) -> str:
        """The same in one breath, for those who listen."""
        return " ".join(part for part in (self.headline, self.of, self.number) if part) + f". {self.next}"


def say(grade: Grade, place: Place) -> Said:
    """What to tell somebody now."""
    return _SAY[place.onward.way](grade, place)


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _waits(grade: Grade, _: Place) -> Said:
    listed = grade.listed
    closes = listed.competition.closes_at
    if listed.state.stage is Stage.SEALED:
        return Said("The draw comes next", "It is sealed. As soon as it is published, your table is shown here.")
    if listed.state.stage is Stage.OPEN and closes is not None:
        when = date_format(localtime(closes), "l j F, H:i")
        return Said("You are entered", f"Entries close {when}. Then comes the draw, and your table is shown here.")
    return Said("You are entered", "As soon as the draw is published, your table is shown here.")


def _sits(grade: Grade, place: Place) -> Said:
    return Said("You sit at", _prospect(grade, place), str(place.onward.table), "Table")


def _prospect(grade: Grade, place: Place) -> str:
    """What this table is played for."""
    settings, progress = grade.competition.settings, grade.progress
    best, worst = ("lowest score", "highest score") if settings.low_wins else ("most points", "fewest points")
    here, following = place.onward.table, progress.latest + 1
    if settings.format is Format.SINGLE:
        return f"The {best} {'wins' if settings.low_wins else 'win'} this table."
    if settings.format is Format.KNOCKOUT:
        if progress.last:
            return f"This is the final. The {best} {'wins' if settings.low_wins else 'win'} it."
        goal = progress.goals.get(here)
        name = _called(grade, following)
        where = f"to table {goal} in {name}" if goal else f"to {name}, which is drawn anew"
        return f"The {best} {'goes' if settings.low_wins else 'go'} on {where}."
    if progress.last or len(grade.tables) < 2 or settings.move is None:
        return "This is the last round. Then the final order follows." if progress.last else "Everybody stays."
    goals = {why: target(here, len(grade.tables), why, settings.move) for why in ("best", "worst")}
    moves = [
        f"the {words} moves to table {goals[why]}"
        for why, words in (("best", best), ("worst", worst))
        if goals[why] != here
    ]
    return f"{' and '.join(moves)}. Everybody else stays.".capitalize()


def _counted(grade: Grade, place: Place) -> Said:
    points = f"You have {count(place.points, 'point')}. " if place.points is not None else ""
    wait = f"{points}Wait for the other tables: then this page says where you go."
    return Said("Your sheet is in.", wait, str(place.onward.table), "Table")


def _called(grade: Grade, number: int) -> str:
    """Round 2, or the final, inside a sentence."""
    return round_to_come(number, final=grade.progress.final_follows and number > grade.progress.latest)


def _goes_on(grade: Grade, place: Place) -> Said:
    way = place.onward
    name = _called(grade, way.round).capitalize()
    if not way.table:
        return Said("You go on", f"{name} is drawn anew. Your table is shown here.", f"{way.round}", "Round")
    return Said("You go on to", f"{name} is seated soon; then you see your seat.", str(way.table), "Table")


def _moves(grade: Grade, place: Place) -> Said:
    way, chair = place.onward, place.chair
    down = chair is not None and way.table < chair.table
    direction = "down" if down else "up"
    if chair is not None and abs(way.table - chair.table) > 1:  # round the corner, from the first to the last
        direction = "on"
    return Said(f"You move {direction} to", f"For round {way.round}. Your seat is shown soon.", str(way.table), "Table")


def _stays(_: Grade, place: Place) -> Said:
    way = place.onward
    return Said("You stay at", f"For round {way.round}. Your seat is shown soon.", str(way.table), "Table")


def _out(_: Grade, place: Place) -> Said:
    return Said(
        "You are out", f"You reached round {place.onward.round}. Thank you for playing. Your place follows at the end."
    )


def _over(grade: Grade, place: Place) -> Said:
    won = grade.progress.format is Format.KNOCKOUT and place.chair is not None and place.chair.won
    return Said("You won the final" if won else "The last round is over", "The result follows.")


def _placed(grade: Grade, place: Place) -> Said:
    single = grade.progress.format is Format.SINGLE
    number = len(grade.tables.get(place.chair.table, ())) if single and place.chair else _players(grade)
    among = f"of {number} at your table" if single else f"of {number}"
    thanks = f"{among[0].upper()}{among[1:]}. Thank you for playing."
    return Said("You won" if place.rank == 1 else "You came", thanks, ordinal(place.rank))


def _players(grade: Grade) -> int:
    return sum(place.rank > 0 for place in grade.places.values())


def _call(_: Grade, place: Place) -> Said:
    return Said(
        "You wait to be called",
        "You are in the order of call: before round 1 the next of you takes the seat of somebody who does not come. "
        "Stay near.",
        ordinal(place.onward.number),
    )


def _not_drawn(_: Grade, place: Place) -> Said:
    return Said("Not drawn", "The lot did not take you this time. Thank you for being ready.")


def _empty(_: Grade, place: Place) -> Said:
    return Said(
        "Your chair is empty", "You were marked as not there. Are you here? Tell the organiser at check-in, now."
    )


def _replaced(_: Grade, place: Place) -> Said:
    who = place.other.name if place.other else "Somebody else"
    return Said("Your seat is taken", f"{who} plays in your place. Is that wrong? Tell the organiser.")


def _joins(_: Grade, place: Place) -> Said:
    number = place.onward.round
    return Said("You join in", f"You play from round {number} on. Your table is shown here.", str(number), "Round")


def _gone(_: Grade, place: Place) -> Said:
    return Said("You are not playing", "Is that wrong? Tell the organiser at check-in.")


_SAY: Final[Mapping[Way, Callable[[Grade, Place], Said]]] = {
    Way.WAITS: _waits, Way.SITS: _sits, Way.COUNTED: _counted, Way.GOES_ON: _goes_on, Way.MOVES: _moves,
    Way.STAYS: _stays, Way.OUT: _out, Way.OVER: _over, Way.PLACED: _placed, Way.CALL: _call,
    Way.NOT_DRAWN: _not_drawn, Way.EMPTY: _empty, Way.REPLACED: _replaced, Way.JOINS: _joins, Way.GONE: _gone,
}  # fmt: skip
