"""The one door through which a finished sheet comes in (and goes back out, or is corrected)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from tournament import current_time
from tournament.actions.beginnings import begin
from tournament.actions.roster import reseat
from tournament.actions.verdicts import judge, judge_tables, save_verdicts
from tournament.log_facts import WhatACorrectionChanges
from tournament.models import Competition, Entry, Round, Seat, Table
from tournament.queries.finished_tables import read_finished_tables
from tournament.queries.standing import read_standing
from tournament.rules.errors import RoundRefused
from tournament.rules.ranking import Tally
from tournament.rules.rounds import Finished, Verdict
from tournament.rules.standing import PlannedRound, Standing


def report(table: Table, tallies: Sequence[Tally], playoff: str | None) -> None:
    """Take in an accepted sheet: what each present player's hands add up to, and who won the play-off hand.

    This begins the round if it had not begun, so that people at this table keep their seats.
    """
    begin(table.round_id)
    _write(table, tallies, playoff)
    table.accepted_at = current_time.now()
    table.save(update_fields=["playoff", "accepted_at"])


def retract(table: Table) -> None:
    """A sheet is opened again before its round is closed."""
    if table.round.closed_at is not None:
        raise RoundRefused("The round is closed. The organiser can correct the sheet instead.")
    Seat.objects.filter(table=table).update(points=None, hands=None, won=None, last=None)
    table.accepted_at = table.playoff = None
    table.save(update_fields=["playoff", "accepted_at"])


def _write(table: Table, tallies: Sequence[Tally], playoff: str | None) -> None:
    seats = dict(Seat.objects.filter(table=table).values_list("entry__code", "pk"))
    for tally in tallies:
        seat = Seat.objects.filter(pk=seats[tally.code])
        seat.update(points=tally.points, hands=tally.hands, won=tally.won, last=tally.last)
    table.playoff = Entry.objects.get(seats__table=table, code=playoff) if playoff is not None else None


@dataclass(frozen=True)
class Consequences:
    """What a correction would change, shown before it is made."""

    totals: dict[str, tuple[int, int]]
    first: tuple[str | None, str | None] | None
    moves: tuple[tuple[str, ...], tuple[str, ...]] | None
    reseats: int | None
    """The number of a next round that is made but not begun and would be seated again."""
    refused: str | None
    """Why it cannot be done: it would alter a round that has begun."""

    def as_dict(self) -> WhatACorrectionChanges:
        """As JSON holds it: a repeated request is answered with exactly this again."""
        answer: WhatACorrectionChanges = json.loads(json.dumps(asdict(self)))
        return answer


def preview(table: Table, tallies: Sequence[Tally], playoff: str | None) -> Consequences:
    """Compare the table as it is with what it would become. Nothing is written."""
    round_ = table.round
    standing = read_standing(round_.competition, current_time.now())
    tables = {finished.number: finished for finished in read_finished_tables(round_)}
    before = tables[table.number]
    after = Finished(before.number, before.codes, tuple(tallies), playoff)
    old, new = (_verdict(standing, round_.number, tables, version) for version in (before, after))
    differs = round_.closed_at is not None and (old.first, old.moves) != (new.first, new.moves)
    following = standing.round(round_.number + 1) if differs else None
    points = {tally.code: tally.points for tally in before.tallies}
    return Consequences(
        totals={
            tally.code: (points.get(tally.code, 0), tally.points)
            for tally in tallies
            if points.get(tally.code) != tally.points
        },
        first=(old.first, new.first) if old.first != new.first else None,
        moves=(_describe(standing, old), _describe(standing, new)) if old.moves != new.moves else None,
        reseats=following.number if following and following.is_made and following.began_at is None else None,
        refused=_why_it_stands(following) if following and following.began_at is not None else None,
    )


def _why_it_stands(following: PlannedRound) -> str:
    return f"{following.name.opening} has begun, and this would send other people there. So the result stays as it is."


def _describe(standing: Standing, verdict: Verdict) -> tuple[str, ...]:
    shown = standing.numbers.shown
    return tuple(
        f"{move.code}: table {shown(move.source)} to {shown(move.target)} ({move.why})" for move in verdict.moves
    )


def _verdict(standing: Standing, number: int, tables: Mapping[int, Finished], version: Finished) -> Verdict:
    """What this version of one table would decide, with all other tables as they are."""
    verdicts = judge_tables(standing, number, [*(dict(tables) | {version.number: version}).values()])
    return next(verdict for verdict in verdicts if verdict.table == version.number)


def correct(table: Table, tallies: Sequence[Tally], playoff: str | None) -> Consequences:
    """Correct an accepted sheet; the caller holds the competition's lock.

    A round that has begun is never changed unnoticed: such a correction is refused.
    """
    consequences = preview(table, tallies, playoff)
    if consequences.refused:
        raise RoundRefused(consequences.refused)
    _write(table, tallies, playoff)
    table.save(update_fields=["playoff"])
    if table.round.closed_at is not None:
        _decide_again(table.round.competition, table.round)
    return consequences


def _decide_again(competition: Competition, round_: Round) -> None:
    """After a correction, judge the round's tables again, and seat the next round again if it has not begun."""
    save_verdicts(competition, round_, judge(competition, round_))
    following = competition.round_set.filter(number=round_.number + 1, began_at__isnull=True).first()
    if following is not None:
        list(following.tables.select_for_update())
        reseat(competition)
