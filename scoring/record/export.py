"""Write the open record of a finished competition, from the stored facts (docs/record.md 4)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.models import Correction
from scoring.queries.round_tables import read_round_tables
from scoring.rules import hand as hand_rules
from scoring.rules.hand import PlayedHand
from scoring.rules.outcomes import TableOutcome, work_out
from scoring.rules.table_now import SeatNow, TableNow
from tournament.models import Competition, Draw, Entry, Move, Seat
from tournament.queries.published_draws import published_draws
from tournament.queries.standing import read_standing
from tournament.rules import ranking
from tournament.rules.chance import final_ranks
from tournament.rules.errors import RoundRefused
from tournament.rules.presets import Format, Settings
from tournament.rules.ranking import Played
from tournament.rules.reasons import word_of
from tournament.rules.standing import PlannedRound, Standing

Json = dict[str, Any]


@dataclass(frozen=True)
class RecordedTable:
    """One table of the record, and what it decided. `stands_for` is by code."""

    pk: int
    now: TableNow
    outcome: TableOutcome
    stands_for: Mapping[str, str]

    @property
    def order(self) -> list[str]:
        """The codes of everybody who had a chair there, best first."""
        return [outcome.code for outcome in self.outcome.order]


@dataclass(frozen=True)
class RecordFacts:
    """Everything that decided one competition, read once: the number of queries does not grow with it."""

    competition: Competition
    settings: Settings
    draw: Draw
    entries: Sequence[Entry]
    rounds: Sequence[PlannedRound]
    tables: Mapping[int, Sequence[RecordedTable]]
    """By the round's number."""
    ranks: Mapping[str, int]


def read_facts(competition: Competition) -> RecordFacts:
    """Everything that decided the competition. Refuses in plain words while it is not finished.

    People who were added after the seal and left before getting a seat decided nothing and are left out.
    """
    if competition.finished_at is None:
        raise RoundRefused(f"{competition} isn’t finished yet. Its record is complete once it is.")
    draw = published_draws().prefetch_related("swaps__a", "swaps__b").get(competition=competition)
    standing = read_standing(competition, competition.finished_at)
    seats = list(
        Seat.objects.filter(round__competition=competition).select_related("entry", "stands_for").order_by("number")
    )
    seated = {seat.entry.code for seat in seats}
    coded = competition.entries.exclude(code="").select_related("competitor").order_by("code")
    ranks = final_ranks(draw.seed_bytes, seated)
    return RecordFacts(
        competition=competition,
        settings=standing.settings,
        draw=draw,
        entries=[entry for entry in coded if entry.listed or entry.code in seated],
        rounds=standing.made,
        tables=_tables(standing, seats, ranks, competition.finished_at),
        ranks=ranks,
    )


def _tables(
    standing: Standing, seats: Sequence[Seat], ranks: Mapping[str, int], now: datetime
) -> dict[int, list[RecordedTable]]:
    """Every table of every round, as it is at the end."""
    chairs = _by_key(seats, "table_id")
    seated = {table: [_seat_now(seat) for seat in sitting] for table, sitting in chairs.items()}
    stands_for = {seat.pk: seat.stands_for.code for seat in seats if seat.stands_for}
    tables: dict[int, list[RecordedTable]] = {}
    for number, of_round in read_round_tables(standing, standing.made, seated, now).items():
        for pk, table in of_round.items():
            outcome = work_out(table, standing, tables=len(of_round), ranks=ranks)
            instead = {seat.code: stands_for[seat.pk] for seat in table.seats if seat.pk in stands_for}
            tables.setdefault(number, []).append(RecordedTable(pk, table, outcome, instead))
    return tables


def _seat_now(seat: Seat) -> SeatNow:
    return SeatNow(seat.pk, seat.number, seat.entry_id, seat.entry.code, seat.absent)


def _by_key(rows: Iterable[Any], key: str) -> dict[int, list[Any]]:
    grouped: dict[int, list[Any]] = {}
    for row in rows:
        grouped.setdefault(getattr(row, key), []).append(row)
    return grouped


def export_record(competition: Competition, *, names: bool = False) -> Json:
    """The whole record. No person's name is in it unless the organiser asks for it."""
    facts = read_facts(competition)
    moves = _by_key(competition.moves.select_related("entry"), "after")
    drawn = _drawn_anew(competition)
    return {
        "record": 1,
        "competition": _competition(facts),
        "entries": [_entry(entry, facts, names) for entry in facts.entries],
        "chance": _chance(facts),
        "draw": _draw(facts) | {"moves": [_move(move) for move in moves.get(0, [])]},
        "rounds": [
            {
                "number": round_.number,
                "draw": drawn.get(round_.number),
                "tables": [_table(table) for table in facts.tables.get(round_.number, [])],
                "moves": [_move(move) for move in moves.get(round_.number, [])],
            }
            for round_ in facts.rounds
        ],
        "final_order": final_order(facts),
        "corrections": _corrections(facts),
    }


def _drawn_anew(competition: Competition) -> dict[int, Json]:
    """For each round that was drawn again, how it was seated."""
    rows = competition.round_set.exclude(method="").values_list("number", "method", "attempt")
    return {number: {"method": method, "attempt": attempt} for number, method, attempt in rows}


def as_pieces(record: Json) -> Iterator[str]:
    """The file's text, the same for the same record, in as many pieces as it has words."""
    yield from json.JSONEncoder(ensure_ascii=False, indent=1).iterencode(record)
    yield "\n"


def as_text(record: Json) -> str:
    """The file's text as a whole."""
    return "".join(as_pieces(record))


def _competition(facts: RecordFacts) -> Json:
    competition = facts.competition
    plain = ["name", "preset", "format", "ending", "scoring", "incomplete", "redraw"]
    numbers = ["cap", "rounds", "table_max", "decks", "clock", "target", "hands", "extra_cards"]
    return (
        {field: getattr(competition, field) for field in plain}
        | {"move": competition.move or None, "ranking": competition.ranking or None}
        | {field: getattr(competition, field) for field in numbers}
    )


def _entry(entry: Entry, facts: RecordFacts, names: bool) -> Json:
    """How somebody came in. A player who got up after the last hands of the last round was there to the end."""
    stayed = entry.left is None or entry.left > len(facts.rounds)
    line = {
        "code": entry.code,
        "group": entry.group_code,
        "kind": entry.kind,
        "listed": entry.listed,
        "status": entry.status,
        "left": None if stayed else entry.left,
    }
    return line | ({"name": entry.competitor.name} if names else {})


def _chance(facts: RecordFacts) -> Json:
    draw = facts.draw
    discarded = facts.competition.draws.filter(discarded_at__isnull=False).order_by("pk")
    return {
        "salt": draw.salt,
        "commitment": draw.commitment,
        "public": draw.public,
        "list_hash": draw.list_hash,
        "seed": draw.seed,
        "discarded": [
            {"list_hash": old.list_hash, "salt": old.salt, "public": old.public, "why": word_of(old.why)}
            for old in discarded
        ],
    }


def _draw(facts: RecordFacts) -> Json:
    draw = facts.draw
    fields = ["size", "plan", "lot_entries", "lot_reserves", "admitted", "method", "attempt"]
    swaps = [{"a": swap.a.code, "b": swap.b.code, "why": word_of(swap.why)} for swap in draw.swaps.all()]
    return {field: getattr(draw, field) for field in fields} | {"swaps": swaps}


def _move(move: Move) -> Json:
    return {"entry": move.entry.code, "from": move.source, "to": move.target, "why": move.why}


def _table(table: RecordedTable) -> Json:
    now, first = table.now, table.outcome.first
    knockout = now.settings.format is Format.KNOCKOUT
    return {
        "number": now.number,
        "seats": [_seat(seat, table.stands_for) for seat in now.seats],
        "hands": [_hand(recorded.number, recorded.hand, now.settings) for recorded in now.deciding],
        "totals": {code: tally.points for code, tally in now.tallies.items()},
        "order": table.order,
        "through": [first] if knockout and first else [],
        "ties": [
            {"between": list(decided.tie.between), "by": decided.tie.by, "took": decided.tie.took}
            for decided in table.outcome.ties
        ],
    }


def _seat(seat: SeatNow, stands_for: Mapping[str, str]) -> Json:
    return {"seat": seat.number, "entry": seat.code, "for": stands_for.get(seat.code), "absent": seat.absent}


def _hand(number: int, hand: PlayedHand, settings: Settings) -> Json:
    return {
        "number": number,
        "complete": hand.complete,
        "playoff": hand.playoff,
        "void": hand_rules.is_void(hand, settings),
        "late": hand.late,
        "out": hand.out,
        "last_card": hand.last_card,
        "held": {code: {"cards": held.cards, "points": held.points} for code, held in sorted(hand.held.items())},
        "points": hand_rules.points(hand, settings),
    }


def _corrections(facts: RecordFacts) -> list[Json]:
    tables = {table.pk: table for tables in facts.tables.values() for table in tables}
    written = {recorded.pk for table in tables.values() for recorded in table.now.deciding}
    changed = Correction.objects.filter(
        hand__table__round__competition=facts.competition, hand__deleted_at__isnull=True
    ).select_related("hand", "seat__entry")
    return [
        {
            "round": tables[row.hand.table_id].now.round.number,
            "table": tables[row.hand.table_id].now.number,
            "hand": row.hand.number,
            "entry": row.seat.entry.code,
            "was": row.was,
            "now": row.now,
            "why": word_of(row.why),
        }
        for row in changed
        if row.hand_id in written
    ]


def played(facts: RecordFacts) -> list[Played]:
    """Everyone's part in every round."""
    return [
        part
        for number, tables in facts.tables.items()
        for table in tables
        for part in ranking.played_at(number, table.now.by_code, table.now.tallies.values())
    ]


def final_order(facts: RecordFacts) -> list[str]:
    """Everyone who ever had a seat, the champion first."""
    return ranking.final_order(
        facts.settings, played(facts), lambda: facts.tables[facts.rounds[-1].number][0].order, facts.ranks
    )
