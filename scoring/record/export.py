"""Write the open record of a finished competition, from the stored facts (docs/record.md 4)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring import models
from scoring.queries.hands import Stored, stored_hands
from scoring.rules import hand as hand_rules
from scoring.rules.hand import Hand
from scoring.rules.sheet import Sheet, is_idle, tallies
from tournament.models import Competition, Draw, Entry, Round, Seat, Table, Tie
from tournament.rules import ranking
from tournament.rules.chance import final_ranks
from tournament.rules.errors import RoundRefused
from tournament.rules.presets import Format, Settings
from tournament.rules.ranking import Played, Tally, table_order

Json = dict[str, Any]


@dataclass(frozen=True)
class Facts:
    """All rows of one competition, read once: the number of queries does not grow with it."""

    competition: Competition
    settings: Settings
    draw: Draw
    entries: Sequence[Entry]
    rounds: Sequence[Round]
    tables: Mapping[int, list[Table]]
    seats: Mapping[int, list[Seat]]
    hands: Mapping[int, list[Stored]]
    ties: Mapping[int, list[Tie]]
    ranks: Mapping[str, int]

    def seated(self, table: Table) -> list[str]:
        """Everybody with a chair there, absent or not, in seat order."""
        return [seat.entry.code for seat in self.seats.get(table.pk, [])]

    def present(self, table: Table) -> tuple[str, ...]:
        """Who sat there, in seat order."""
        return tuple(seat.entry.code for seat in self.seats.get(table.pk, []) if not seat.absent)

    def deciding(self, table: Table) -> list[Stored]:
        """The table's hands, without a play-off that a correction has made idle: it decided nothing."""
        stored = self.hands.get(table.pk, [])
        sheet = Sheet(self.present(table), tuple(one.hand for one in stored))
        return [one for one in stored if not is_idle(one.hand, sheet, self.settings)]

    def tallies(self, table: Table) -> list[Tally]:
        """What the table's hands add up to, from the hands themselves."""
        hands = tuple(one.hand for one in self.deciding(table))
        return tallies(Sheet(self.present(table), hands), self.settings)

    def order(self, table: Table) -> list[str]:
        """The table's order."""
        absent = [seat.entry.code for seat in self.seats.get(table.pk, []) if seat.absent]
        return table_order(
            self.tallies(table),
            absent,
            low_wins=self.settings.low_wins,
            ranks=self.ranks,
            first=table.first.code if table.first else None,
        )


def _by_key(rows: Iterable[Any], key: str) -> dict[int, list[Any]]:
    grouped: dict[int, list[Any]] = {}
    for row in rows:
        grouped.setdefault(getattr(row, key), []).append(row)
    return grouped


def read_facts(competition: Competition) -> Facts:
    """Everything that decided the competition, or a plain refusal while it is not finished.

    Whoever was added after the seal and went again before getting a seat decided nothing and is left out.
    """
    if competition.finished_at is None:
        raise RoundRefused(f"{competition} is not finished: its record is complete only then.")
    draw = competition.draws.prefetch_related("swaps__a", "swaps__b").get(published_at__isnull=False)
    seats = list(
        Seat.objects.filter(round__competition=competition).select_related("entry", "stands_for").order_by("number")
    )
    seated = {seat.entry.code for seat in seats}
    coded = competition.entries.exclude(code="").select_related("competitor").order_by("code")
    tables = Table.objects.filter(round__competition=competition).select_related("first").order_by("number")
    return Facts(
        competition=competition,
        settings=competition.settings,
        draw=draw,
        entries=[entry for entry in coded if entry.listed or entry.code in seated],
        rounds=list(competition.round_set.order_by("number")),
        tables=_by_key(tables, "round_id"),
        seats=_by_key(seats, "table_id"),
        hands=stored_hands({seat.pk: seat.entry.code for seat in seats}, table__round__competition=competition),
        ties=_by_key(Tie.objects.filter(table__round__competition=competition).select_related("took"), "table_id"),
        ranks=final_ranks(draw.seed_bytes, seated),
    )


def export_record(competition: Competition, *, names: bool = False) -> Json:
    """The whole record. No person's name is in it unless the organiser asks for it."""
    facts = read_facts(competition)
    moves = _by_key(competition.moves.select_related("entry"), "after")
    return {
        "record": 1,
        "competition": _competition(facts),
        "entries": [_entry(entry, facts, names) for entry in facts.entries],
        "chance": _chance(facts),
        "draw": _draw(facts) | {"moves": [_move(move) for move in moves.get(0, [])]},
        "rounds": [
            {
                "number": round_.number,
                "draw": {"method": round_.method, "attempt": round_.attempt} if round_.method else None,
                "tables": [_table(facts, table) for table in facts.tables.get(round_.pk, [])],
                "moves": [_move(move) for move in moves.get(round_.number, [])],
            }
            for round_ in facts.rounds
        ],
        "final_order": final_order(facts),
        "corrections": _corrections(facts),
    }


def as_text(record: Json) -> str:
    """The file's text, the same for the same record."""
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def _competition(facts: Facts) -> Json:
    it = facts.competition
    plain = ["name", "preset", "format", "ending", "scoring", "incomplete", "redraw"]
    numbers = ["cap", "rounds", "table_max", "decks", "clock", "target", "hands", "extra_cards"]
    return (
        {field: getattr(it, field) for field in plain}
        | {"move": it.move or None, "ranking": it.ranking or None}
        | {field: getattr(it, field) for field in numbers}
    )


def _entry(entry: Entry, facts: Facts, names: bool) -> Json:
    """How somebody came in. Whoever got up after the last hands of the last round was there to the end."""
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


def _chance(facts: Facts) -> Json:
    draw = facts.draw
    discarded = facts.competition.draws.filter(discarded_at__isnull=False).order_by("pk")
    return {
        "salt": draw.salt,
        "commitment": draw.commitment,
        "public": draw.public,
        "list_hash": draw.list_hash,
        "seed": draw.seed,
        "discarded": [
            {"list_hash": old.list_hash, "salt": old.salt, "public": old.public, "why": old.why} for old in discarded
        ],
    }


def _draw(facts: Facts) -> Json:
    draw = facts.draw
    fields = ["size", "plan", "lot_entries", "lot_reserves", "admitted", "method", "attempt"]
    swaps = [{"a": swap.a.code, "b": swap.b.code, "why": swap.why} for swap in draw.swaps.all()]
    return {field: getattr(draw, field) for field in fields} | {"swaps": swaps}


def _move(move: Any) -> Json:
    return {"entry": move.entry.code, "from": move.source, "to": move.target, "why": move.why}


def _table(facts: Facts, table: Table) -> Json:
    knockout = facts.settings.format is Format.KNOCKOUT
    return {
        "number": table.number,
        "seats": [_seat(seat) for seat in facts.seats.get(table.pk, [])],
        "hands": [_hand(one.number, one.hand, facts.settings) for one in facts.deciding(table)],
        "totals": {tally.code: tally.points for tally in facts.tallies(table)},
        "order": facts.order(table),
        "through": [table.first.code] if knockout and table.first else [],
        "ties": [{"between": tie.between, "by": tie.by, "took": tie.took.code} for tie in facts.ties.get(table.pk, [])],
    }


def _seat(seat: Seat) -> Json:
    stands_for = seat.stands_for.code if seat.stands_for else None
    return {"seat": seat.number, "entry": seat.entry.code, "for": stands_for, "absent": seat.absent}


def _hand(number: int, hand: Hand, settings: Settings) -> Json:
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


def _corrections(facts: Facts) -> list[Json]:
    tables = [(r.number, table) for r in facts.rounds for table in facts.tables.get(r.pk, [])]
    numbers = {table.pk: (number, table.number) for number, table in tables}
    written = {one.pk for _, table in tables for one in facts.deciding(table)}
    changed = models.Correction.objects.filter(
        hand__table__round__competition=facts.competition, hand__deleted_at__isnull=True
    ).select_related("hand", "seat__entry")
    return [
        {
            "round": numbers[c.hand.table_id][0],
            "table": numbers[c.hand.table_id][1],
            "hand": c.hand.number,
            "entry": c.seat.entry.code,
            "was": c.was,
            "now": c.now,
            "why": c.why,
        }
        for c in changed
        if c.hand_id in written
    ]


def played(facts: Facts) -> list[Played]:
    """Everyone's part in every round."""
    return [
        play
        for round_ in facts.rounds
        for table in facts.tables.get(round_.pk, [])
        for play in ranking.played_at(round_.number, facts.seated(table), facts.tallies(table))
    ]


def final_order(facts: Facts) -> list[str]:
    """Everyone who ever had a seat, the champion first."""
    return ranking.final_order(
        facts.settings, played(facts), lambda: facts.order(facts.tables[facts.rounds[-1].pk][0]), facts.ranks
    )
