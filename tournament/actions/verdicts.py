"""What the tables of a round decided: who was first, the ties, who moves. Written when it is closed or corrected."""

from __future__ import annotations

from collections.abc import Sequence

from tournament import current_time
from tournament.actions.moves import add_moves
from tournament.models import Competition, Move, Round, Table, Tie
from tournament.queries.finished_tables import read_finished_tables
from tournament.queries.standing import read_standing
from tournament.rules import rounds as rules
from tournament.rules.rounds import Finished, Verdict
from tournament.rules.standing import Standing


def judge(competition: Competition, round_: Round) -> list[Verdict]:
    """What each table of the round decides, from its sheets as they are now."""
    standing = read_standing(competition, current_time.now())
    return judge_tables(standing, round_.number, read_finished_tables(round_))


def judge_tables(standing: Standing, number: int, tables: Sequence[Finished]) -> list[Verdict]:
    """What these tables of round `number` decide."""
    draw = standing.published
    assert draw is not None  # a round is made by a published draw
    return rules.judge(standing.settings, draw.plan, draw.seed, number, tables)


def save_verdicts(competition: Competition, round_: Round, verdicts: Sequence[Verdict]) -> None:
    """Write who was first, the ties, and the moves of best and worst; again after a correction.

    If the next round has begun, the moves before it are history. The caller has made sure that they stay the same.
    """
    entries = dict(competition.entries.exclude(code="").values_list("code", "pk"))
    _save_decisions(round_, verdicts, entries)
    if competition.round_set.filter(number=round_.number + 1, began_at__isnull=False).exists():
        return
    Move.objects.filter(competition=competition, after=round_.number).delete()
    moves = [move for verdict in verdicts for move in verdict.moves]
    add_moves(competition, round_.number, moves, entries)


def _save_decisions(round_: Round, verdicts: Sequence[Verdict], entries: dict[str, int]) -> None:
    tables = {table.number: table for table in round_.tables.all()}
    for verdict in verdicts:
        first = entries[verdict.first] if verdict.first else None
        Table.objects.filter(round=round_, number=verdict.table).update(first=first)
    Tie.objects.filter(table__round=round_).delete()
    Tie.objects.bulk_create(
        Tie(table=tables[v.table], number=n, between=list(tie.between), by=tie.by, took_id=entries[tie.took])
        for v in verdicts
        for n, tie in enumerate(v.ties, start=1)
    )
