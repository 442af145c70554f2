"""One table as its tablet shows it: seats, hands, totals, what comes next and what prevents it.

The tablet counts and draws by itself, but every decision of the rules is made here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from scoring import words
from scoring.models import Dealer, Tablet
from scoring.queries.hands import Stored
from scoring.queries.table import CONNECTED, TableNow, open_calls, why_not_accept
from scoring.rules import hand as hand_rules
from scoring.rules import sheet as sheet_rules
from scoring.rules.cards import DRAWN_AFTER, Deck
from tournament.models import Seat
from tournament.prepared import PreparedQuery
from tournament.queries.clock import clock_facts
from tournament.rules import dealers, rounds
from tournament.rules.chance import final_ranks
from tournament.rules.errors import HandRefused
from tournament.rules.knockout import Plan, feeds
from tournament.rules.presets import Format, Settings
from tournament.rules.ranking import Tally, table_order
from tournament.rules.rounds import Finished, Verdict


def as_json(it: TableNow, device: str) -> dict[str, Any]:
    """Everything the tablet needs to know, in words that JSON can hold."""
    return {
        "turntable": 1,
        "competition": _competition(it),
        "id": it.table.pk,
        "draw": it.draw.commitment[:8],
        "table": it.table.number,
        "round": it.table.round.number,
        "round_name": _round_name(it),
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
        "flag": _flag(it),
        **_afterwards(it),
    }


def _round_name(it: TableNow) -> str:
    number = it.table.round.number
    return "Final" if rounds.is_final(it.settings, it.draw.plan, number) else f"Round {number}"


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
    dealer: Dealer | None = getattr(it.table, "dealer", None)
    first = dealer.seat.entry_id if dealer is not None and dealer.seat.entry_id in here else None
    return {
        "saying": dealers.saying(it.table.round.number, it.competition.event.sayings),
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


def _level(it: TableNow) -> str:
    names = ", ".join(str(it.present[code].entry.competitor) for code in it.tie.level)
    return f"Level for first place: {names}."


def _tie(it: TableNow) -> dict[str, Any] | None:
    """The tie that waits for its hand or the lot. Without any hand there is nothing to be level by."""
    if it.tie is None or it.sheet.is_blank:
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
    if it.sheet.is_blank and not it.table.accepted_at:
        return None
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
    """Where somebody goes, and why; and what becomes of who goes nowhere."""
    move = next((move for move in verdict.moves if move.code == code), None)
    if move is not None:
        return f"Moves to table {move.target}", _why(it, verdict, code, move.why)
    if code != verdict.first:
        is_out = it.settings.format is Format.KNOCKOUT and not it.last_round and code in it.tallies
        return "", words.OUT if is_out else ""
    why = _why(it, verdict, code, "best") if len(it.tallies) > 1 else words.ALONE
    if it.settings.format is Format.SINGLE or it.last_round:
        return words.wins(it.settings.format, it.table.number).capitalize(), why
    return words.goes_on(_goal(it)).capitalize(), why


def _why(it: TableNow, verdict: Verdict, code: str, role: str) -> str:
    """The score; where others have the same, also what decided between them (RULES 6 and 7: settled, and shown)."""
    score = words.score(role, low_wins=it.settings.low_wins)
    tie = next((tie for tie in verdict.ties if tie.took == code), None)
    if tie is None:
        return score
    others = ", ".join(str(it.present[one].entry.competitor) or one for one in tie.between if one != code)
    return f"{score}, level with {others}: {words.DECIDED[tie.by, role == 'worst']}"


def _goal(it: TableNow) -> int | None:
    if it.settings.redraw:
        return None
    plan = Plan(it.draw.size, tuple(it.draw.plan))
    return feeds(plan)[it.table.round.number - 1][it.table.number - 1]


_TABLETS: Final = PreparedQuery(
    lambda competition, number: (
        Tablet.objects.filter(competition=competition, number=number)
        .order_by("pk")
        .values_list("device", "holds", "heard_at", "settled")
    )
)
_CALL: Final = PreparedQuery(
    lambda competition, number: (
        open_calls(competition).filter(table__number=number).values_list("said", "raised_at")[:1]
    )
)


def _tablets(it: TableNow, device: str) -> list[dict[str, Any]]:
    return [
        {
            "you": whose == device,
            "holds": holds,
            "here": heard_at > it.now - CONNECTED,
            "settled": settled if whose == device else "",
        }
        for whose, holds, heard_at, settled in _TABLETS(it.competition.pk, it.table.number)
    ]


def _flag(it: TableNow) -> dict[str, Any] | None:
    said = _CALL.first(it.competition.pk, it.table.number)
    return {"said": said[0], "at": round(said[1].timestamp() * 1000)} if said else None


def _afterwards(it: TableNow) -> dict[str, Any]:
    """Where everybody sits next, and what the tablet says of it once the sheet is in."""
    tables = _next_tables(it)
    knockout = it.settings.format is Format.KNOCKOUT
    said = words.afterwards(last=it.last_round, made=bool(tables), knockout=knockout)
    return {"next_table": tables, "afterwards": said}


def _next_tables(it: TableNow) -> dict[int, dict[str, int]]:
    """Where everybody of this table sits next, once that is made."""
    if it.table.round.closed_at is None:
        return {}
    codes: Iterable[str] = it.entries
    seats = Seat.objects.filter(
        round__competition=it.competition, round__number=it.table.round.number + 1, entry__code__in=list(codes)
    ).select_related("table")
    return {seat.entry_id: {"table": seat.table.number, "seat": seat.number} for seat in seats}
