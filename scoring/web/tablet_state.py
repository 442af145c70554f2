"""What an umpire's tablet is sent: one table as JSON, with the words that its page shows.

The tablet counts and draws by itself, but every decision of the rules is made here. The JSON's shape may grow, never
change: a page that was opened before an upgrade goes on with what it gets after it. It names people by numbers
that mean the same wherever the event is held, so that a tablet can send there what it has not sent yet.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from scoring import words
from scoring.queries.seat_changes import SeatChanges
from scoring.queries.substitutes import Substitute
from scoring.queries.table import TableRead
from scoring.queries.tablets import TabletRead, TabletSign
from scoring.rules import hand as hand_rules
from scoring.rules.cards import DRAWN_AFTER, Deck
from scoring.rules.outcomes import Outcome
from scoring.rules.seat_changes import SeatChange
from scoring.rules.table_now import RecordedHand, SeatNow
from scoring.web.seat_change_words import seat_change_in_words
from tournament.queries.clock import clock_facts
from tournament.rules import dealers
from tournament.rules.hall_messages import message_now
from tournament.rules.presets import Format, Settings
from tournament.rules.travel_ids import number_told
from tournament.web.page_version import page_version


def tablet_state(read: TabletRead, device: str) -> dict[str, Any]:
    """Everything the tablet needs to know, in words that JSON can hold."""
    table, now = read.table, read.table.now
    told = {seat.entry: seat.told for seat in now.seats}
    return {
        "turntable": 1,
        "version": page_version(),
        "competition": _competition(table),
        "id": number_told(table.table.travel_id),
        "draw": table.standing.draw.commitment[:8] if table.standing.draw else "",
        "table": now.shown,
        "round": now.round.number,
        "round_name": table.round.name.heading,
        "round_inside": table.round.name.inside,
        "last_round": table.round.is_last,
        "settings": _settings(now.settings),
        "goes": words.who_wins(table.standing, now.round.number),
        "decides_winner": table.standing.decides_winner(now.round.number),
        "dealer": _dealer(table),
        "deck": _deck(table.deck),
        "drawn_after": dict(DRAWN_AFTER),
        "clock": _clock(table),
        "message": _message(table),
        "seats": [_seat(table, seat) for seat in now.seats],
        "seat_changes": [_seat_change(read.seat_changes, change) for change in read.seat_changes.changes],
        "hands": [_hand(table, recorded) for recorded in now.hands],
        **_next(table),
        "dealt_last": now.dealt_last,
        "over": now.over,
        "why_not_accept": now.why_not_accept,
        "tie": _tie(table),
        "lot": now.lot,
        "order": [_line(table, outcome) for outcome in table.outcome.order],
        "accepted": now.accepted,
        "take_back_until": _milliseconds(read.take_back_until),
        "closed": now.round.closed,
        "tablets": [_tablet(sign, device) for sign in read.tablets],
        "flag": _flag(read),
        **_afterwards(read),
        "substitutes": {
            told[entry]: [_substitute(person) for person in people] for entry, people in read.substitutes.items()
        },
    }


def _competition(table: TableRead) -> dict[str, Any]:
    competition, event = table.competition, table.competition.event
    return {
        "id": competition.told,
        "name": competition.name,
        "slug": competition.slug,
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


def _clock(table: TableRead) -> dict[str, Any] | None:
    if table.round.clock is None:
        return None
    return {**clock_facts(table.round.clock, table.read_at), "competition": table.competition.pk}


def _message(table: TableRead) -> dict[str, Any] | None:
    """What the MC says to everybody now."""
    event = table.competition.event
    message = message_now(event.message, event.message_until, table.read_at)
    return {"words": message.words, "until": message.until_milliseconds} if message else None


def _seat(table: TableRead, seat: SeatNow) -> dict[str, Any]:
    """The umpire sees whole names and the wristband."""
    now, person, tally = table.now, table.people[seat.entry], table.now.tallies.get(seat.code)
    return {
        "entry": seat.told,
        "seat": seat.number,
        "name": seat.name,
        "called": now.names[seat.code],
        "group": person.group,
        "absent": seat.absent,
        "stands_for": person.stands_for or None,
        "wristband": person.wristband,
        "sat": seat.sat,
        "nodded": now.agrees(seat),
        "points": tally.points if tally else 0,
        "won": tally.won if tally else 0,
        "leads": seat.code in now.leaders,
    }


def _seat_change(found: SeatChanges, change: SeatChange) -> dict[str, Any]:
    """What has happened to a chair since the umpire last looked, and whom it is about."""
    return {"entry": found.told[change.entry], "said": seat_change_in_words(change, found.names or {})}


def _hand(table: TableRead, recorded: RecordedHand) -> dict[str, Any]:
    hand, told, settings = recorded.hand, table.now.told, table.now.settings
    return {
        "number": recorded.number,
        "version": recorded.version,
        "complete": hand.complete,
        "playoff": hand.playoff,
        "late": hand.late,
        "after_warning": recorded.after_warning,
        "void": hand_rules.is_void(hand, settings),
        "corrected": recorded.pk in table.corrected,
        "out": told[hand.out] if hand.out else None,
        "last_card": hand.last_card or "",
        "held": {told[code]: {"points": held.points, "cards": held.cards} for code, held in hand.held.items()},
        "points": {told[code]: points for code, points in hand_rules.points(hand, settings).items()},
    }


def _dealer(table: TableRead) -> dict[str, Any]:
    """What the MC's slide says, and who deals first."""
    first = next((seat.told for seat in table.now.seats if seat.entry == table.first_dealer), None)
    saying = dealers.saying(table.now.round.number, table.competition.event.sayings)
    return {"saying": saying, "first": first, "left": table.dealer_left}


def _next(table: TableRead) -> dict[str, Any]:
    """The next hand, or why there is none. A play-off hand is the tie's (`tie.players`)."""
    now = table.now
    following = now.next_hand()
    if following.why_not:
        return {"next": None, "why_no_next": following.why_not}
    players = [seat.told for code, seat in now.present.items() if code in following.players]
    return {"next": {"number": len(now.hands) + 1, "players": players, "playoff": False}, "why_no_next": None}


def _tie(table: TableRead) -> dict[str, Any] | None:
    """The tie that waits for its hand or the lot. Without any hand there is nothing to be level by."""
    now = table.now
    if now.tie is None or now.sheet.is_blank:
        return None
    return {
        "players": [seat.told for code, seat in now.present.items() if code in now.tie.level],
        "said": words.who_is_level(now),
        "can_play_off": not now.has_played_off,
    }


def _line(table: TableRead, outcome: Outcome) -> dict[str, Any]:
    return {
        "entry": table.now.told[outcome.code],
        "place": outcome.place,
        "points": outcome.tally.points if outcome.tally else "",
        "goes": words.goes(table.now, outcome),
        "why": words.why_it_goes_so(table.now, outcome),
    }


def _tablet(sign: TabletSign, device: str) -> dict[str, Any]:
    you = sign.device == device
    return {"you": you, "holds": sign.holds, "here": sign.connected, "settled": sign.settled if you else ""}


def _flag(read: TabletRead) -> dict[str, Any] | None:
    if read.call is None:
        return None
    return {"said": read.call.message, "at": _milliseconds(read.call.raised_at)}


def _milliseconds(moment: datetime | None) -> int | None:
    return None if moment is None else round(moment.timestamp() * 1000)


def _afterwards(read: TabletRead) -> dict[str, Any]:
    """Where everybody sits next, and what the tablet says about it once the sheet is accepted."""
    told = {seat.entry: seat.told for seat in read.table.now.seats}
    tables = {told[entry]: {"table": seat.table, "seat": seat.seat} for entry, seat in read.next_seats.items()}
    knockout = read.table.now.settings.format is Format.KNOCKOUT
    sentence = words.afterwards(read.table.round, made=bool(tables), knockout=knockout)
    return {"next_table": tables, "afterwards": sentence}


def _substitute(person: Substitute) -> dict[str, Any]:
    note = "withdrew" if person.withdrew else ""
    return {"name": person.name, "allowed": not person.why_not, "why": person.why_not, "note": note}
