"""Where the people of one table go after its round, and why (RULES 6 and 7). Every page, paper and the record ask here.

A table decides by itself. Besides its own sheet it needs the competition's standing: how it was drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.rules.table_now import TableNow
from tournament.rules import rounds
from tournament.rules.chance import final_ranks
from tournament.rules.presets import Format
from tournament.rules.ranking import Tally, TieBreak, table_order
from tournament.rules.round_names import RoundName
from tournament.rules.rounds import Finished, Verdict
from tournament.rules.standing import Standing
from tournament.rules.table_numbers import NO_TABLE, ShownTable


class Fate(StrEnum):
    """What happens to somebody after their table's round."""

    UNDECIDED = "undecided"
    STAYS = "stays"  # nothing happens: a rotation's middle, or everybody but the winner in a last round
    MOVES = "moves"
    GOES_ON = "goes on"
    WINS = "wins"
    OUT = "out"


@dataclass(frozen=True)
class Outcome:
    """One person in a table's order: where they go, and why."""

    code: str
    place: int | None
    """None for an empty chair."""
    tally: Tally | None
    fate: Fate
    following: RoundName
    """The name of the next round, if there is one."""
    table: ShownTable = NO_TABLE
    """The table they move to or go on to; 0 if nobody knows yet."""
    role: str = ""
    """“best” or “worst”, for people whose score sends them somewhere."""
    tie: TieBreak | None = None
    """The tie that was decided for this person."""


@dataclass(frozen=True)
class DecidedTie:
    """A tie and what it was about: being first at the table, or being a rotation's best or worst."""

    tie: TieBreak
    role: str


@dataclass(frozen=True)
class TableOutcome:
    """What a table decided: everybody in order, and the ties that were decided. Before a decision only the order is
    known."""

    verdict: Verdict | None
    order: Sequence[Outcome]
    ties: Sequence[DecidedTie] = ()

    @property
    def first(self) -> str | None:
        """The code of the table's winner, if it has one."""
        return self.verdict.first if self.verdict else None


def has_people_level(table: TableNow) -> bool:
    """Whether people are still level after points and hands won."""
    scores = {(tally.points, tally.won) for tally in table.tallies.values()}
    return len(scores) < len(table.tallies) or len(table.absent) > 1


def judge(table: TableNow, standing: Standing, *, tables: int = 0) -> Verdict | None:
    """What the table's sheet decides as it is now; None while the table is undecided. `tables` is the number of tables
    in the round; only a rotation uses it."""
    draw = standing.published
    if draw is None or not table.is_decided:
        return None
    sheet = Finished(table.number, tuple(table.by_code), tuple(table.tallies.values()), table.playoff_winner)
    return rounds.judge_table(table.settings, draw.plan, draw.seed, table.round.number, sheet, tables)


def work_out(
    table: TableNow, standing: Standing, *, tables: int = 0, ranks: Mapping[str, int] | None = None
) -> TableOutcome:
    """Everybody at the table, best first, with where they go and why.

    `ranks` orders people who are still level, over everyone who ever had a seat. Without it only this table's people
    are ordered, which is enough while nothing is decided.
    """
    verdict = judge(table, standing, tables=tables)
    level = table.tie.level if verdict is None and table.tie is not None else ()
    order = [
        _outcome(table, standing, verdict, 1 if code in level else place, code)
        for place, code in enumerate(_order(table, standing, verdict, ranks), start=1)
    ]
    ties = verdict.ties if verdict else ()
    return TableOutcome(verdict, order, [DecidedTie(tie, _role_in_tie(table, verdict, tie)) for tie in ties])


def _order(table: TableNow, standing: Standing, verdict: Verdict | None, ranks: Mapping[str, int] | None) -> list[str]:
    seed = standing.draw.seed if standing.draw is not None else b""
    return table_order(
        table.tallies.values(),
        table.absent,
        low_wins=table.settings.low_wins,
        ranks=final_ranks(seed, table.by_code) if ranks is None else ranks,
        first=verdict.first if verdict else None,
    )


def _outcome(table: TableNow, standing: Standing, verdict: Verdict | None, place: int, code: str) -> Outcome:
    tally = table.tallies.get(code)
    fate, goal, role = _fate(table, standing, verdict, code)
    ties = verdict.ties if verdict else ()
    tie = next((tie for tie in ties if tie.took == code), None)
    following = standing.name(table.round.number + 1)
    return Outcome(code, place if tally else None, tally, fate, following, standing.numbers.shown(goal), role, tie)


def _fate(table: TableNow, standing: Standing, verdict: Verdict | None, code: str) -> tuple[Fate, int, str]:
    """What happens to somebody, at which table they play next, and whether they go as best or worst."""
    if verdict is None:
        return Fate.UNDECIDED, 0, ""
    move = next((move for move in verdict.moves if move.code == code), None)
    if move is not None:
        return Fate.MOVES, move.target, move.why
    wins = standing.decides_winner(table.round.number)
    if code == verdict.first:
        return (
            (Fate.WINS, 0, "best") if wins else (Fate.GOES_ON, standing.goal(table.round.number, table.number), "best")
        )
    is_out = table.settings.format is Format.KNOCKOUT and not wins and code in table.tallies
    return (Fate.OUT if is_out else Fate.STAYS), 0, ""


def _role_in_tie(table: TableNow, verdict: Verdict | None, tie: TieBreak) -> str:
    """“first”, or whether a rotation took somebody as best or worst. A ladder's best stays at table 1, its worst at
    the last."""
    if table.settings.format is not Format.ROTATION or verdict is None:
        return "first"
    move = next((move for move in verdict.moves if move.code == tie.took), None)
    if move is not None:
        return move.why
    return "best" if table.number == 1 else "worst"
