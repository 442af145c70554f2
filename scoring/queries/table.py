"""One table as its tablet shows it: seats, hands, totals, what comes next and what prevents it.

The tablet counts and draws by itself, but every decision of the rules is made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final

from django.db.models import Count, Q

from scoring import words
from scoring.models import Correction, Dealer, Flag, Tablet
from scoring.queries.hands import Stored, stored_hands
from scoring.rules import hand as hand_rules
from scoring.rules import sheet as sheet_rules
from scoring.rules.cards import DRAWN_AFTER, Deck, ExtraCard
from scoring.rules.sheet import Sheet
from tournament.models import Competition, Draw, Entry, Seat, Table
from tournament.queries.clock import clock_facts
from tournament.rules import dealers, rounds
from tournament.rules.chance import final_ranks
from tournament.rules.clock import State
from tournament.rules.errors import HandRefused
from tournament.rules.knockout import Plan, feeds
from tournament.rules.presets import Format, Settings
from tournament.rules.ranking import Tally, table_order
from tournament.rules.rounds import Finished, Verdict


@dataclass(frozen=True)
class Spot:
    """Where a table is: all that a tablet's request needs before its action looks closer."""

    pk: int
    number: int
    round: int
    competition: int
    event: int


SILENT_AFTER: Final = timedelta(seconds=45)
"""A tablet that was not heard for so long is not there."""


def find_spot(slug: str, number: int) -> Spot | None:
    """The table of this number in the latest round that has been made."""
    tables = Table.objects.filter(round__competition__slug=slug, number=number).order_by("-round__number")
    fields = ("pk", "number", "round__number", "round__competition", "round__competition__event")
    found = tables.values_list(*fields).first()
    return Spot(*found) if found else None


def find_table(slug: str, number: int, round_: int | None = None) -> Table | None:
    """The same table, or as it was in this round, with all that it belongs to."""
    tables = Table.objects.filter(round__competition__slug=slug, number=number)
    if round_ is not None:
        tables = tables.filter(round__number=round_)
    return tables.select_related("round__clock", "round__competition__event").order_by("-round__number").first()


def latest_tables(competition: Competition) -> list[Table]:
    """All tables of the latest round, in one query, with the number of hands each has played."""
    hands = Count("hands", filter=Q(hands__deleted_at__isnull=True))
    tables = Table.objects.filter(round__competition=competition).select_related("round").annotate(played=hands)
    ordered = list(tables.order_by("-round__number", "number"))
    return [table for table in ordered if table.round_id == ordered[0].round_id]


@dataclass(frozen=True)
class TableNow:
    """All rows of one table, read once; everything else is computed from them."""

    competition: Competition
    draw: Draw
    table: Table
    seats: Sequence[Seat]
    hands: Sequence[Stored]
    corrected: frozenset[int]
    now: datetime

    @cached_property
    def settings(self) -> Settings:
        return self.competition.settings

    @cached_property
    def deck(self) -> Deck:
        extra = {name: ExtraCard(**card) for name, card in self.settings.extra_cards.items()}
        return Deck(self.settings.decks, extra)

    @cached_property
    def present(self) -> dict[str, Seat]:
        return {seat.entry.code: seat for seat in self.seats if not seat.absent}

    @cached_property
    def entries(self) -> dict[str, int]:
        """Entry by code: the tablet knows people by their entry."""
        return {seat.entry.code: seat.entry_id for seat in self.seats}

    @cached_property
    def sheet(self) -> Sheet:
        return Sheet(tuple(self.present), tuple(one.hand for one in self.hands))

    @cached_property
    def tallies(self) -> dict[str, Tally]:
        return {tally.code: tally for tally in sheet_rules.tallies(self.sheet, self.settings)}

    @cached_property
    def clock_state(self) -> State | None:
        clock = getattr(self.table.round, "clock", None)
        return None if clock is None else clock.facts.state(self.now)

    @property
    def dealt_last(self) -> bool:
        """Whether the last hand has been counted: the next one could only have been dealt after the warning."""
        clock = getattr(self.table.round, "clock", None)
        last_deal = clock.facts.last_deal if clock is not None else None
        return last_deal is not None and any(one.recorded_at >= last_deal for one in self.hands)

    @property
    def over(self) -> bool:
        ended = self.clock_state in (State.TIME_UP, State.CLOSED)
        return ended or sheet_rules.reached_end(self.sheet, self.settings) is not None

    @cached_property
    def tie(self) -> Any:
        return sheet_rules.standoff(self.sheet, self.settings) if self.over else None

    @cached_property
    def last_round(self) -> bool:
        return rounds.is_last(self.settings, self.draw.plan, self.table.round.number)


def read_table(competition: Competition, draw: Draw, table: Table, now: datetime) -> TableNow:
    """In four queries, however many hands were played."""
    people = Seat.objects.filter(table=table).select_related(
        "entry__competitor", "entry__group", "stands_for__competitor", "sat", "nod"
    )
    seats = list(people.order_by("number"))
    codes = {seat.pk: seat.entry.code for seat in seats}
    corrected = Correction.objects.filter(hand__table=table, hand__deleted_at__isnull=True)
    return TableNow(
        competition=competition,
        draw=draw,
        table=table,
        seats=seats,
        hands=stored_hands(codes, table=table).get(table.pk, []),
        corrected=frozenset(corrected.values_list("hand_id", flat=True)),
        now=now,
    )


def as_json(it: TableNow, device: str) -> dict[str, Any]:
    """Everything the tablet needs to know, in words that JSON can hold."""
    return {
        "turntable": 1,
        "competition": _competition(it),
        "id": it.table.pk,
        "draw": it.draw.commitment[:8],
        "table": it.table.number,
        "round": it.table.round.number,
        "round_name": str(it.table.round),
        "last_round": it.last_round,
        "settings": _settings(it.settings),
        "goes": words.who_wins(it.settings),
        "dealer": _dealer(it),
        "deck": _deck(it.deck),
        "drawn_after": dict(DRAWN_AFTER),
        "clock": _clock(it),
        "seats": [_seat(it, seat) for seat in it.seats],
        "hands": [_hand(it, one) for one in it.hands],
        **_next(it),
        "dealt_last": it.dealt_last,
        "over": it.over,
        "why_not_accept": why_not_accept(it),
        "tie": _tie(it),
        "lot": it.table.lot,
        "order": _order(it),
        "accepted": it.table.accepted_at is not None,
        "closed": it.table.round.closed_at is not None,
        "tablets": _tablets(it, device),
        "flag": _flag(it.table),
        "next_table": _next_tables(it),
    }


def _competition(it: TableNow) -> dict[str, Any]:
    event = it.competition.event
    return {
        "id": it.competition.pk,
        "name": it.competition.name,
        "slug": it.competition.slug,
        "event": event.name,
        "fictional": event.fictional,
    }


def _settings(settings: Settings) -> dict[str, Any]:
    return {
        "format": settings.format.value,
        "ending": settings.ending.value,
        "scoring": settings.scoring.value,
        "low_wins": settings.low_wins,
        "incomplete_counts": settings.incomplete_counts(),
        "target": settings.target,
        "hands": settings.hands,
    }


def _deck(deck: Deck) -> list[dict[str, Any]]:
    return [
        {"face": face, "name": deck.name(face), "points": deck.points(face), "limit": deck.limit(face)}
        for face in deck.faces
    ]


def _clock(it: TableNow) -> dict[str, Any] | None:
    clock = getattr(it.table.round, "clock", None)
    if clock is None:
        return None
    return {**clock_facts(clock.facts, it.now), "competition": it.competition.pk}


def _seat(it: TableNow, seat: Seat) -> dict[str, Any]:
    """The umpire sees whole names and the wristband."""
    tally = it.tallies.get(seat.entry.code, Tally(seat.entry.code))
    nod = getattr(seat, "nod", None)
    return {
        "entry": seat.entry_id,
        "seat": seat.number,
        "name": str(seat.entry.competitor),
        "group": str(seat.entry.group),
        "absent": seat.absent,
        "stands_for": str(seat.stands_for.competitor) if seat.stands_for else None,
        "wristband": seat.entry.competitor.wristband,
        "sat": getattr(seat, "sat", None) is not None,
        "nodded": nod is not None and nod.seen == [one.version for one in it.hands],
        "points": tally.points,
        "won": tally.won,
        "leads": seat.entry.code in _leaders(it),
    }


def _leaders(it: TableNow) -> set[str]:
    """Whoever has the best total so far; nobody before the first hand."""
    if not it.hands:
        return set()
    best = (min if it.settings.low_wins else max)(tally.points for tally in it.tallies.values())
    return {code for code, tally in it.tallies.items() if tally.points == best}


def _hand(it: TableNow, one: Stored) -> dict[str, Any]:
    hand = one.hand
    points = hand_rules.points(hand, it.settings)
    return {
        "number": one.number,
        "version": one.version,
        "complete": hand.complete,
        "playoff": hand.playoff,
        "late": hand.late,
        "void": hand_rules.is_void(hand, it.settings),
        "corrected": one.pk in it.corrected,
        "out": it.entries[hand.out] if hand.out else None,
        "last_card": hand.last_card or "",
        "held": {it.entries[code]: {"points": h.points, "cards": h.cards} for code, h in hand.held.items()},
        "points": {it.entries[code]: value for code, value in points.items()},
    }


def _dealer(it: TableNow) -> dict[str, Any]:
    """What the MC's slide says, who deals first, and who deals the next hand."""
    here = [seat.entry_id for seat in it.seats if not seat.absent]
    chosen = Dealer.objects.filter(table=it.table).values_list("seat__entry", flat=True).first()
    first = chosen if chosen in here else None
    return {
        "saying": dealers.saying(it.table.round.number),
        "first": first,
    }


def _next(it: TableNow) -> dict[str, Any]:
    """The next hand, or why there is none. A play-off hand is the tie's (`tie.players`)."""
    try:
        if it.table.accepted_at is not None:
            raise HandRefused("The sheet is accepted.")
        players = sheet_rules.who_plays_next(it.sheet, it.settings, playoff=False)
    except HandRefused as refused:
        return {"next": None, "why_no_next": str(refused)}
    entries = [it.entries[code] for code in it.present if code in players]
    return {"next": {"number": len(it.hands) + 1, "players": entries, "playoff": False}, "why_no_next": None}


def why_not_accept(it: TableNow) -> list[str]:
    """What prevents accepting the sheet, as its action will say it."""
    if len(it.present) < 2:
        return [] if it.table.round.began_at else ["The round has not begun."]
    reasons = [] if it.over else [words.NOT_YET[it.settings.ending]]
    if it.tie and not it.table.lot:
        reasons.append(f"{_level(it)} Play one hand among them, or let the lot decide.")
    return reasons


def _level(it: TableNow) -> str:
    names = ", ".join(str(it.present[code].entry.competitor) for code in it.tie.level)
    return f"Level for first place: {names}."


def _tie(it: TableNow) -> dict[str, Any] | None:
    if it.tie is None:
        return None
    played = any(hand.playoff for hand in it.sheet.hands)
    won = "They have won equally many hands, too."
    how = "Nobody went out in the play-off hand: the lot decides." if played else "One hand decides, or the lot."
    return {
        "players": [it.entries[code] for code in it.present if code in it.tie.level],
        "said": f"{_level(it)} {won} {how}",
        "can_play_off": not played,
    }


def _order(it: TableNow) -> list[dict[str, Any]]:
    """Best first; where each goes is said once it is decided."""
    verdict = _verdict(it)
    ranks = final_ranks(it.draw.seed_bytes, it.entries)
    absent = [seat.entry.code for seat in it.seats if seat.absent]
    order = table_order(
        it.tallies.values(),
        absent,
        low_wins=it.settings.low_wins,
        ranks=ranks,
        first=verdict.first if verdict else None,
    )
    level = it.tie.level if it.tie is not None and verdict is None else ()
    return [_line(it, verdict, 1 if code in level else place, code) for place, code in enumerate(order, start=1)]


def _verdict(it: TableNow) -> Verdict | None:
    """What this table decides as its sheet stands; nothing while the round goes on, or a tie waits for its hand."""
    if not it.over or not it.tallies or (it.tie is not None and not (it.table.lot and it.table.accepted_at)):
        return None
    playoff = sheet_rules.playoff_winner(it.sheet, it.settings)
    here = Finished(it.table.number, tuple(it.entries), tuple(it.tallies.values()), playoff)
    others = [Finished(n, (), ()) for n in range(1, _how_many_tables(it) + 1) if n != it.table.number]
    verdicts = rounds.judge(
        it.settings, it.draw.plan, it.draw.seed_bytes, it.table.round.number, sorted([here, *others], key=_number)
    )
    return verdicts[it.table.number - 1]


def _number(table: Finished) -> int:
    return table.number


def _how_many_tables(it: TableNow) -> int:
    return it.table.round.tables.count() if it.settings.format is Format.ROTATION else it.table.number


def _line(it: TableNow, verdict: Verdict | None, place: int, code: str) -> dict[str, Any]:
    tally = it.tallies.get(code)
    goes, why = _goes(it, verdict, code) if verdict else ("", "")
    return {
        "entry": it.entries[code],
        "place": place if tally else None,
        "points": tally.points if tally else "",
        "goes": goes,
        "why": why,
    }


def _goes(it: TableNow, verdict: Verdict, code: str) -> tuple[str, str]:
    move = next((move for move in verdict.moves if move.code == code), None)
    if move is not None:
        return f"Moves to table {move.target}", words.score(move.why, low_wins=it.settings.low_wins)
    if code != verdict.first:
        return "", ""
    decided = next((words.DECIDED[tie.by, False] for tie in verdict.ties if tie.took == code), "")
    if it.settings.format is Format.SINGLE or it.last_round:
        return words.wins(it.settings.format, it.table.number).capitalize(), decided
    return words.goes_on(_goal(it)).capitalize(), decided


def _goal(it: TableNow) -> int | None:
    if it.settings.redraw:
        return None
    plan = Plan(it.draw.size, tuple(it.draw.plan))
    return feeds(plan)[it.table.round.number - 1][it.table.number - 1]


def _tablets(it: TableNow, device: str) -> list[dict[str, Any]]:
    here = Tablet.objects.filter(competition=it.competition, number=it.table.number).order_by("pk")
    return [
        {
            "you": tablet.device == device,
            "holds": tablet.holds,
            "here": tablet.heard_at > it.now - SILENT_AFTER,
            "settled": tablet.settled if tablet.device == device else "",
        }
        for tablet in here
    ]


def _flag(table: Table) -> dict[str, Any] | None:
    raised = Flag.objects.filter(table=table, lowered_at__isnull=True).first()
    return {"said": raised.said, "at": round(raised.raised_at.timestamp() * 1000)} if raised else None


def _next_tables(it: TableNow) -> dict[int, dict[str, int]]:
    """Where everybody of this table sits next, once that is made."""
    if it.table.round.closed_at is None:
        return {}
    codes: Iterable[str] = it.entries
    seats = Seat.objects.filter(
        round__competition=it.competition, round__number=it.table.round.number + 1, entry__code__in=list(codes)
    ).select_related("table")
    return {seat.entry_id: {"table": seat.table.number, "seat": seat.number} for seat in seats}


def read_substitutes(it: TableNow) -> dict[int, list[dict[str, Any]]]:
    """For each seat, before the first hand: who of the same group may take it, and why somebody may not."""
    if it.hands or it.table.accepted_at is not None:
        return {}
    groups = {seat.entry.group_id for seat in it.seats}
    people = Entry.objects.filter(competition=it.competition, group__in=groups).select_related("competitor")
    seated = set(Seat.objects.filter(round=it.table.round).values_list("entry_id", flat=True))
    return {
        seat.entry_id: [
            _substitute(other, seated)
            for other in people
            if other.group_id == seat.entry.group_id and other != seat.entry
        ]
        for seat in it.seats
    }


def _substitute(other: Entry, seated: set[int]) -> dict[str, Any]:
    why = "Has a seat in this round." if other.pk in seated else ""
    return {"name": str(other.competitor), "allowed": not why, "why": why}
