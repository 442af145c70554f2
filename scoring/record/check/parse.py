"""From JSON to typed values, key by key as section 4 shows them. Nothing is derived here, only read."""

from __future__ import annotations

from collections.abc import Callable

from .facts import (
    Card,
    Chance,
    CheckedCompetition,
    CheckedCorrection,
    CheckedDraw,
    CheckedEntry,
    CheckedHand,
    CheckedHeld,
    CheckedMove,
    CheckedRound,
    CheckedSeat,
    CheckedSwap,
    CheckedTable,
    CheckedTie,
    Discarded,
    Drawn,
    Record,
)
from .found import Discrepancy, Place
from .reading import VERSION
from .shape import SALT, Value

LAST_ATTEMPT = 4999


def parse(raw: object) -> tuple[Record | None, list[Discrepancy]]:
    """The record and no problems, or no record and every problem of its shape."""
    problems: list[Discrepancy] = []
    record = _record(Value(raw, Place(), None, problems))
    return (None, problems) if problems else (record, [])


def _record(value: Value) -> Record:
    of = value.fields("record", "competition", "entries", "chance", "draw", "rounds", "final_order", "corrections")
    of["record"].whole(VERSION, VERSION)
    return Record(
        competition=_competition(of["competition"]),
        entries=of["entries"].each(_entry),
        chance=_chance(of["chance"]),
        draw=_draw(of["draw"]),
        rounds=tuple(_round(value) for value in of["rounds"].counted("round")),
        final_order=of["final_order"].each(Value.code),
        corrections=of["corrections"].each(_correction),
    )


def _from(low: int) -> Callable[[Value], int]:
    return lambda value: value.whole(low)


def _competition(value: Value) -> CheckedCompetition:
    of = value.fields(*CheckedCompetition.__dataclass_fields__)
    return CheckedCompetition(
        name=of["name"].text(),
        preset=of["preset"].maybe(Value.text),
        format=of["format"].one_of("knockout", "rotation", "single"),
        ending=of["ending"].one_of("clock", "target", "hands"),
        scoring=of["scoring"].one_of("own_hand", "winner_takes"),
        incomplete=of["incomplete"].one_of("count", "ignore"),
        redraw=of["redraw"].flag(),
        move=of["move"].maybe(lambda value: value.one_of("circular", "ladder")),
        ranking=of["ranking"].maybe(lambda value: value.one_of("average", "total", "beaten")),
        cap=of["cap"].maybe(_from(1)),
        rounds=of["rounds"].maybe(_from(1)),
        table_max=of["table_max"].whole(2),
        decks=of["decks"].whole(1),
        clock=of["clock"].maybe(_from(1)),
        target=of["target"].maybe(_from(1)),
        hands=of["hands"].maybe(_from(1)),
        extra_cards={name: _extra_card(card) for name, card in of["extra_cards"].mapping().items()},
    )


def _extra_card(value: Value) -> Card:
    of = value.fields("points", "count")
    return Card(points=of["points"].whole(), count=of["count"].whole())


def _entry(value: Value) -> CheckedEntry:
    """“No person's name is in the file unless the organiser asks for it”: a `name` may stand here."""
    of = value.fields("code", "group", "kind", "listed", "status", "left", optional=("name",))
    return CheckedEntry(
        code=of["code"].code(),
        group=of["group"].code(),
        kind=of["kind"].one_of("entry", "reserve"),
        listed=of["listed"].flag(),
        status=of["status"].one_of("in", "not_drawn", "called_up", "substitute", "late"),
        left=of["left"].maybe(_from(1)),
    )


def _chance(value: Value) -> Chance:
    of = value.fields("salt", "commitment", "public", "list_hash", "seed", "discarded")
    return Chance(
        salt=of["salt"].matching(SALT, "64 hex digits"),
        commitment=of["commitment"].digest(),
        public=of["public"].text(),
        list_hash=of["list_hash"].digest(),
        seed=of["seed"].digest(),
        discarded=of["discarded"].each(_discarded),
    )


def _discarded(value: Value) -> Discarded:
    """A draw may be thrown away before anybody supplied `public`."""
    of = value.fields("list_hash", "salt", "public", "why")
    return Discarded(
        list_hash=of["list_hash"].digest(),
        salt=of["salt"].matching(SALT, "64 hex digits"),
        public=of["public"].maybe(Value.text),
        why=of["why"].text(),
    )


def _draw(value: Value) -> CheckedDraw:
    of = value.fields("size", "plan", "lot_entries", "lot_reserves", "admitted", "method", "attempt", "swaps", "moves")
    return CheckedDraw(
        size=of["size"].whole(),
        plan=of["plan"].each(_from(1)),
        lot_entries=of["lot_entries"].each(Value.code),
        lot_reserves=of["lot_reserves"].each(Value.code),
        admitted=of["admitted"].each(Value.code),
        drawn=_method(of),
        swaps=of["swaps"].each(_swap),
        moves=of["moves"].each(_move),
    )


def _method(of: dict[str, Value]) -> Drawn:
    attempt = of["attempt"].maybe(lambda value: value.whole(0, LAST_ATTEMPT))
    return Drawn(method=of["method"].one_of("shuffle", "deal"), attempt=attempt)


def _swap(value: Value) -> CheckedSwap:
    of = value.fields("a", "b", "why")
    return CheckedSwap(a=of["a"].code(), b=of["b"].code(), why=of["why"].text())


def _move(value: Value) -> CheckedMove:
    of = value.fields("entry", "from", "to", "why")
    return CheckedMove(
        entry=of["entry"].code(),
        origin=of["from"].whole(1),
        to=of["to"].whole(1),
        why=of["why"].one_of("best", "worst", "balance"),
    )


def _round(value: Value) -> CheckedRound:
    of = value.fields("number", "draw", "tables", "moves")
    return CheckedRound(
        number=of["number"].number(value.base.round),
        drawn=of["draw"].maybe(lambda value: _method(value.fields("method", "attempt"))),
        tables=tuple(_table(value) for value in of["tables"].counted("table")),
        moves=of["moves"].each(_move),
    )


def _table(value: Value) -> CheckedTable:
    of = value.fields("number", "seats", "hands", "totals", "order", "through", "ties")
    return CheckedTable(
        number=of["number"].number(value.base.table),
        seats=tuple(_seat(value) for value in of["seats"].counted("seat")),
        hands=tuple(_hand(value) for value in of["hands"].counted("hand")),
        totals={code: total.whole() for code, total in of["totals"].mapping().items()},
        order=of["order"].each(Value.code),
        through=of["through"].each(Value.code),
        ties=of["ties"].each(_tie),
    )


def _seat(value: Value) -> CheckedSeat:
    of = value.fields("seat", "entry", "for", "absent")
    return CheckedSeat(
        number=of["seat"].number(value.base.seat),
        entry=of["entry"].code(),
        stands_for=of["for"].maybe(Value.code),
        absent=of["absent"].flag(),
    )


def _hand(value: Value) -> CheckedHand:
    of = value.fields("number", "complete", "playoff", "void", "late", "out", "last_card", "held", "points")
    return CheckedHand(
        number=of["number"].number(value.base.hand),
        complete=of["complete"].flag(),
        playoff=of["playoff"].flag(),
        void=of["void"].flag(),
        late=of["late"].flag(),
        out=of["out"].maybe(Value.code),
        last_card=of["last_card"].maybe(Value.text),
        held={code: _held(held) for code, held in of["held"].mapping().items()},
        points={code: points.whole() for code, points in of["points"].mapping().items()},
    )


def _held(value: Value) -> CheckedHeld:
    of = value.fields("cards", "points")
    return CheckedHeld(cards=of["cards"].maybe(_cards), points=of["points"].whole())


def _cards(value: Value) -> dict[str, int]:
    return {name: count.whole(1) for name, count in value.mapping().items()}


def _tie(value: Value) -> CheckedTie:
    of = value.fields("between", "by", "took")
    return CheckedTie(
        between=of["between"].each(Value.code),
        by=of["by"].one_of("hands_won", "last_hand", "playoff", "lot"),
        took=of["took"].code(),
    )


def _correction(value: Value) -> CheckedCorrection:
    of = value.fields("round", "table", "hand", "entry", "was", "now", "why")
    return CheckedCorrection(
        round=of["round"].whole(1),
        table=of["table"].whole(1),
        hand=of["hand"].whole(1),
        entry=of["entry"].code(),
        was=of["was"].maybe(Value.whole),
        now=of["now"].maybe(Value.whole),
        why=of["why"].text(),
    )
