"""Results of the round: who goes on, or who moves where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tournament.queries.people import Person
from tournament.queries.scenes import RoundOutcome, read_outcomes
from tournament.rules.presets import Format
from tournament.rules.programme import latest_closed
from tournament.rules.standing import Standing
from tournament.rules.table_numbers import ShownTable
from tournament.web.projector import in_columns
from tournament.web.scenes.picture import SceneRequest, ScreenPicture
from tournament.words import DECIDED, goes_on, score, wins

TITLE: Final = "Results of the round"
MOST_LINES_DOWN: Final = 8
MOST_LINES_ACROSS: Final = 2
HEADINGS: Final[Mapping[Format, str]] = {
    Format.KNOCKOUT: "Who goes on",
    Format.ROTATION: "Who moves",
    Format.SINGLE: "Who won",
}


@dataclass(frozen=True)
class OutcomeLine:
    """One line of the results, in words."""

    table: ShownTable
    seat: int
    person: Person
    points: int | None
    where: str
    why: str
    target: ShownTable | None


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """The outcome of the latest closed round, in columns."""
    running, standing = asked.running, asked.running.public
    number = latest_closed(standing)
    lines = [_line(outcome, standing, number) for outcome in read_outcomes(running.competition, standing, number)]
    rotates, ends = standing.format is Format.ROTATION, standing.is_last(number)
    return asked.pages(
        in_columns(lines, MOST_LINES_DOWN, MOST_LINES_ACROSS) if lines else [],
        round_name=standing.name(number).heading,
        heading="Who won" if ends and not rotates else HEADINGS[standing.format],
        stays=rotates,
        ends=ends,
    )


def _line(outcome: RoundOutcome, standing: Standing, number: int) -> OutcomeLine:
    reasons = [score(outcome.score, low_wins=standing.settings.low_wins)] if outcome.score else []
    if outcome.decided_by:
        reasons.append(DECIDED[outcome.decided_by, outcome.score == "worst"])
    return OutcomeLine(
        table=outcome.table,
        seat=outcome.seat,
        person=outcome.person,
        points=outcome.points,
        where=_where(outcome, standing, number),
        why=", ".join(reasons),
        target=outcome.target,
    )


def _where(outcome: RoundOutcome, standing: Standing, number: int) -> str:
    if standing.format is Format.ROTATION:
        return f"to table {outcome.target}"
    if standing.decides_winner(number):
        return wins(standing.format, outcome.table)
    return goes_on(outcome.target, standing.name(number + 1))
