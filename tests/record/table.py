"""One invented table: chance deals the hands, the specification makes the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .chance import Json

if TYPE_CHECKING:
    from .maker import Maker

PACK = {
    **{str(n): n for n in range(10)},
    "skip": 20,
    "reverse": 20,
    "draw_two": 20,
    "wild": 50,
    "wild_draw_four": 50,
}


class RecordTable:
    """Chairs first, then a sheet of hands, then a result."""

    def __init__(self, number: int, chairs: list[Json]) -> None:
        self.number = number
        self.chairs = chairs
        self.hands: list[Json] = []
        self.totals: dict[str, int] = {}
        self.ties: list[Json] = []
        self.best: str | None = None
        self.worst: str | None = None
        self.winner: str | None = None

    def present(self) -> list[str]:
        return [chair["entry"] for chair in self.chairs if not chair["absent"]]

    def won(self, code: str) -> int:
        return sum(1 for hand in self.hands if hand["out"] == code and not hand["playoff"])

    @property
    def order(self) -> list[str | None]:
        return [self.winner]

    def written(self, maker: Maker) -> Json:
        final = maker.chance("final", {c["entry"] for rnd in maker.rounds for c in chairs_of(rnd)})
        sign = 1 if maker.settings["scoring"] == "own_hand" else -1
        order = sorted(self.present(), key=lambda c: (sign * self.totals[c], -self.won(c), final.index(c)))
        if self.winner:
            order = [self.winner] + [code for code in order if code != self.winner]
        absent = [chair["entry"] for chair in self.chairs if chair["absent"]]
        return {
            "number": self.number,
            "seats": [{"seat": n, **chair} for n, chair in enumerate(self.chairs, start=1)],
            "hands": self.hands,
            "totals": self.totals,
            "order": order + sorted(absent, key=final.index),
            "through": [self.winner] if maker.knockout and self.winner else [],
            "ties": self.ties,
        }


def chairs_of(rnd: Json) -> Iterator[Json]:
    for table in rnd["tables"]:
        yield from table.chairs if isinstance(table, RecordTable) else table["seats"]


def play(maker: Maker, number: int, table: RecordTable) -> None:
    """Deal until the round ends, then decide."""
    settings, luck = maker.settings, maker.luck
    if len(table.present()) > 1:
        most = settings["hands"] or luck.upto(4) if settings["ending"] != "target" else 1000
        stopped = settings["clock"] is not None and luck.happens(0.4)
        while len(table.hands) < most:
            complete = not (stopped and luck.happens(0.4))
            deal(maker, table, table.present(), complete=complete)
            totals = sums(table)
            if not complete or (settings["ending"] == "target" and max(totals.values()) >= settings["target"]):
                break
    table.totals = sums(table)
    if maker.rotation:
        choose_movers(maker, number, table)
    elif table.present():
        choose_winner(maker, number, table)


def sums(table: RecordTable) -> dict[str, int]:
    counted = [hand for hand in table.hands if not hand["playoff"]]
    return {code: sum(hand["points"][code] for hand in counted) for code in table.present()}


def deal(maker: Maker, table: RecordTable, players: list[str], *, complete: bool, playoff: bool = False) -> None:
    """One hand with cards of a real pack; the pack is small so that ties happen."""
    settings, luck = maker.settings, maker.luck
    names = luck.one_of([["0", "1"], ["1", "2", "skip"], list(PACK)])
    pack = [name for name in names for _ in range(8 if name in "123456789" else 4)]
    out = luck.one_of(players) if complete else None
    held = {}
    for code in players:
        if code != out:
            cards = [pack.pop(luck.upto(len(pack) - 1)) for _ in range(luck.upto(2 if len(pack) > 30 else 1, least=1))]
            points = sum(PACK[card] for card in cards)
            counts = {card: cards.count(card) for card in cards}
            typed = points > 0 and luck.happens(0.2)
            held[code] = {"cards": None if typed else counts, "points": points}
    void = not complete and (settings["incomplete"] == "ignore" or settings["scoring"] == "winner_takes")
    table.hands.append(
        {
            "number": len(table.hands) + 1,
            "complete": complete,
            "playoff": playoff,
            "void": void,
            "late": settings["clock"] is not None and luck.happens(0.05),
            "out": out,
            "last_card": luck.one_of([None, "7", "draw_two"]) if complete else None,
            "held": held,
            "points": score(settings, players, out, held, void),
        }
    )


def score(settings: Json, players: list[str], out: str | None, held: Json, void: bool) -> dict[str, int]:
    if void:
        return dict.fromkeys(players, 0)
    if settings["scoring"] == "own_hand":
        return {code: held[code]["points"] if code in held else 0 for code in players}
    everything = sum(cards["points"] for cards in held.values())
    return {code: everything if code == out else 0 for code in players}


def choose_winner(maker: Maker, number: int, table: RecordTable) -> None:
    best = (min if maker.settings["scoring"] == "own_hand" else max)(table.totals.values())
    between = sorted(code for code in table.present() if table.totals[code] == best)
    most = max(table.won(code) for code in between)
    level = [code for code in between if table.won(code) == most]
    if len(between) == 1:
        table.winner = between[0]
        return
    if len(level) == 1:
        by, took = "hands_won", level[0]
    else:
        by, took = "lot", maker.chance(f"tie/{number}/{table.number}", level)[0]
        for _ in range(maker.luck.upto(2)):
            deal(maker, table, level, complete=maker.luck.happens(0.6), playoff=True)
            if table.hands[-1]["complete"]:
                by, took = "playoff", table.hands[-1]["out"]
                break
    table.winner = took
    table.ties.append({"between": between, "by": by, "took": took})


def choose_movers(maker: Maker, number: int, table: RecordTable) -> None:
    present = table.present()
    if number == maker.count or maker.record["draw"]["plan"] == [1] or not present:
        return
    sign = 1 if maker.settings["scoring"] == "own_hand" else -1
    table.best = choose(maker, table, present, sign, f"best/{number}/{table.number}")
    others = [code for code in present if code != table.best]
    if others:
        table.worst = choose(maker, table, others, -sign, f"worst/{number}/{table.number}", reverse=-1)


def choose(maker: Maker, table: RecordTable, codes: list[str], sign: int, lot: str, reverse: int = 1) -> str:
    """The one with the least of sign × points, deciding ties step by step."""
    complete = [hand for hand in table.hands if hand["complete"]]
    last = complete[-1]["points"] if complete else None
    between = sorted(c for c in codes if sign * table.totals[c] == min(sign * table.totals[o] for o in codes))
    if len(between) == 1:
        return between[0]
    steps = [("hands_won", {code: -reverse * table.won(code) for code in between})]
    if last:
        steps.append(("last_hand", {code: sign * last[code] for code in between}))
    level = between
    for by, values in steps:
        level = [code for code in level if values[code] == min(values[other] for other in level)]
        if len(level) == 1:
            table.ties.append({"between": between, "by": by, "took": level[0]})
            return level[0]
    took = maker.chance(lot, level)[0]
    table.ties.append({"between": between, "by": "lot", "took": took})
    return took
