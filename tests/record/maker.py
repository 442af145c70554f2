"""A small director of invented competitions: it plays them by the specification and writes the record down.

Nothing here is shared with the checker. Where the checker is careful to be fast, this is careful to be plain.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from .chance import Json, Luck, seal, sha, shuffle
from .table import RecordTable, play

SETTINGS: Json = {
    "name": "Uno Open",
    "preset": None,
    "format": "knockout",
    "ending": "clock",
    "scoring": "own_hand",
    "incomplete": "count",
    "redraw": False,
    "move": None,
    "ranking": None,
    "cap": None,
    "rounds": None,
    "table_max": 4,
    "decks": 1,
    "clock": 1800,
    "target": None,
    "hands": None,
    "extra_cards": {},
}


def spread(n: int, tables: int) -> list[int]:
    high = -(-n // tables)
    k = high * tables - n
    return [high - 1 if i * k // tables > (i - 1) * k // tables else high for i in range(1, tables + 1)]


def larger_first(n: int, tables: int) -> list[int]:
    return [n // tables + (1 if i < n % tables else 0) for i in range(tables)]


class Maker:
    """One competition from its list of entries to its final order."""

    def __init__(
        self,
        luck: int,
        groups: list[str],
        reserves: Iterable[str] = (),
        size: int | None = None,
        plan: Iterable[int] = (1,),
        trouble: float = 0.0,
        **settings: Any,
    ) -> None:
        self.luck = Luck(luck)
        self.salt = sha(f"salt {luck}")
        self.trouble = trouble
        self.settings = {**SETTINGS, **settings}
        self.entries: list[Json] = []
        for group in groups:
            self.add(group, "entry", listed=True)
        for group in reserves:
            self.add(group, "reserve", listed=True)
        self.record: Json = {"record": 1, "competition": self.settings, "entries": self.entries}
        self.record["draw"] = {"size": size or len(groups), "plan": list(plan)}
        self.rounds: list[Json] = []
        self.knockout = self.settings["format"] == "knockout"
        self.rotation = self.settings["format"] == "rotation"

    def add(self, group: str, kind: str, *, listed: bool, status: str = "not_drawn") -> Json:
        code = f"E{len(self.entries) + 1:03}"
        entry = {"code": code, "group": group, "kind": kind, "listed": listed, "status": status, "left": None}
        self.entries.append(entry)
        return entry

    def entry(self, code: str) -> Json:
        return self.entries[int(code[1:]) - 1]

    def group(self, code: str) -> str:
        return str(self.entry(code)["group"])

    def chance(self, label: str, codes: Iterable[str]) -> list[str]:
        return shuffle(self.seed, label, codes)

    def make(self) -> Json:
        self.seed = seal(self.record, self.salt, "4 6 1 1 3")
        self.admit()
        draw = self.record["draw"]
        sizes = (spread if self.knockout else larger_first)(draw["size"], draw["plan"][0])
        method, attempt, tables = self.draw_seats(draw["admitted"], sizes, self.sections(), "seats/", "deal/")
        draw.update(method=method, attempt=attempt, swaps=[], moves=[])
        self.swap(tables)
        self.play_rounds(tables)
        self.record["rounds"] = self.rounds
        self.record["final_order"] = self.final_order()
        self.record["corrections"] = []
        return self.record

    def admit(self) -> None:
        listed = [entry["code"] for entry in self.entries if entry["kind"] == "entry"]
        reserves = [entry["code"] for entry in self.entries if entry["kind"] == "reserve"]
        cap, draw = self.settings["cap"], self.record["draw"]
        draw["lot_entries"] = self.chance("lot/entries", listed) if cap and len(listed) > cap else []
        draw["lot_reserves"] = self.chance("lot/reserves", reserves)
        drawn = draw["lot_entries"][:cap] if draw["lot_entries"] else listed
        taken = draw["size"] - len(drawn)
        draw["admitted"] = sorted(drawn + draw["lot_reserves"][:taken])
        self.calls = (draw["lot_entries"][cap:] if draw["lot_entries"] else []) + draw["lot_reserves"][taken:]
        for code in draw["admitted"]:
            self.entry(code)["status"] = "in"

    def sections(self) -> list[list[int]] | None:
        plan = self.record["draw"]["plan"]
        if not self.knockout or self.settings["redraw"] or len(plan) < 2:
            return None
        feeds = [[table] for table in range(plan[0])]
        for n, tables in pairwise(plan[:-1]):
            merged: list[list[int]] = []
            at = 0
            for size in spread(n, tables):
                merged.append([first for table in feeds[at : at + size] for first in table])
                at += size
            feeds = merged
        return feeds

    def draw_seats(
        self, players: list[str], sizes: list[int], sections: list[list[int]] | None, seats: str, deal: str
    ) -> tuple[str, int | None, list[list[str]]]:
        groups = sorted({self.group(code) for code in players})
        largest = max(sum(1 for code in players if self.group(code) == group) for group in groups)
        if largest <= len(sizes) and (sections is None or largest <= len(sections)):
            for attempt in range(5000):
                order = self.chance(f"{seats}{attempt}", players)
                tables: list[list[str]] = []
                for size in sizes:
                    tables.append(order[:size])
                    order = order[size:]
                places = [
                    *tables,
                    *([code for table in section for code in tables[table]] for section in sections or []),
                ]
                if all(len({self.group(code) for code in place}) == len(place) for place in places):
                    return "shuffle", attempt, tables
        return "deal", None, self.deal(players, sizes, sections or [list(range(len(sizes)))], deal)

    def deal(self, players: list[str], sizes: list[int], sections: list[list[int]], label: str) -> list[list[str]]:
        order: list[str] = []
        for group in self.chance(f"{label}groups", {self.group(code) for code in players}):
            order += self.chance(f"{label}members/{group}", [c for c in players if self.group(c) == group])
        in_section = self.put(order, [sum(sizes[table] for table in section) for section in sections])
        tables: list[list[str]] = [[] for _ in sizes]
        for section, codes in zip(sections, in_section, strict=True):
            for table, seated in zip(section, self.put(codes, [sizes[table] for table in section]), strict=True):
                tables[table] = seated
        return tables

    def put(self, order: list[str], room: list[int]) -> list[list[str]]:
        inside: list[list[str]] = [[] for _ in room]
        for code in order:
            ranked = []
            for number, table in enumerate(inside):
                same = sum(1 for other in table if self.group(other) == self.group(code))
                if len(table) < room[number]:
                    ranked.append((same, -(room[number] - len(table)), number))
            inside[min(ranked)[2]].append(code)
        return inside

    def swap(self, tables: list[list[str]]) -> None:
        admitted = self.record["draw"]["admitted"]
        if self.luck.happens(self.trouble):
            a = self.luck.one_of(admitted)
            b = self.luck.one_of([code for code in admitted if code != a])
            self.record["draw"]["swaps"].append({"a": a, "b": b, "why": "needs the table by the door"})
            for table in tables:
                table[:] = [b if code == a else a if code == b else code for code in table]

    def play_rounds(self, layout: list[list[str]]) -> None:
        plan = self.record["draw"]["plan"]
        self.count = len(plan) if self.knockout else self.settings["rounds"] or 1
        drawn: Json | None = None
        for number in range(1, self.count + 1):
            tables = self.seat(number, layout)
            for table in tables:
                play(self, number, table)
            rnd: Json = {"number": number, "draw": drawn, "tables": tables, "moves": []}
            self.rounds.append(rnd)
            if number < self.count:
                layout, drawn = self.next_layout(number + 1, tables) if self.knockout else (self.move(rnd), None)
        for rnd in self.rounds:
            rnd["tables"] = [table.written(self) for table in rnd["tables"]]

    def next_layout(self, number: int, tables: list[RecordTable]) -> tuple[list[list[str]], Json | None]:
        winners = [table.order[0] if table.present() else None for table in tables]
        before, now = self.record["draw"]["plan"][number - 2 : number]
        if not self.settings["redraw"]:
            layout: list[list[str]] = []
            for size in spread(before, now):
                layout.append([code for code in winners[:size] if code])
                winners = winners[size:]
            return layout, None
        left = [code for code in winners if code]
        count = max(1, min(now, len(left) // 2))
        if not left:
            return [[]], None
        label = f"redraw/{number}/"
        method, attempt, layout = self.draw_seats(left, spread(len(left), count), None, label, f"{label}deal/")
        return layout, {"method": method, "attempt": attempt}

    def seat(self, number: int, layout: list[list[str]]) -> list[RecordTable]:
        """Chairs for these places: some are taken over, some stay empty; then balancing and late arrivals."""
        tables = [
            RecordTable(n, [self.chair(number, code) for code in codes]) for n, codes in enumerate(layout, start=1)
        ]
        if self.rotation:
            moves = self.record["draw"]["moves"] if number == 1 else self.rounds[-1]["moves"]
            self.balance(number - 1, tables, moves)
            if number > 1:
                self.late(tables)
        return tables

    def chair(self, number: int, code: str) -> Json:
        entry = self.entry(code)
        chair: Json = {"entry": code, "for": None, "absent": bool(entry["left"]) and entry["left"] <= number}
        if chair["absent"] or not self.luck.happens(self.trouble):
            return chair
        way = self.luck.one_of(["substitute", "call", "empty", "empty"])
        entry["left"] = number
        if way == "substitute":
            added = self.add(self.home_of_a_substitute(entry), "entry", listed=False, status=way)
            return {**chair, "entry": added["code"], "for": code}
        if way == "call" and number == 1 and self.calls:
            called = self.entry(self.calls.pop(0))
            called["status"] = "called_up"
            return {**chair, "entry": called["code"], "for": code}
        return {**chair, "absent": True}

    def home_of_a_substitute(self, entry: Json) -> str:
        """The same group; somebody new where every listed entry is its own group."""
        listed = [line["group"] for line in self.entries if line["listed"]]
        return str(entry["group"]) if len(set(listed)) < len(listed) else f"G{len(self.entries) + 1:02}"

    def balance(self, number: int, tables: list[RecordTable], moves: list[Json]) -> None:
        k = 1
        while True:
            short = [table for table in tables if len(table.present()) < 3]
            full = sorted(tables, key=lambda table: (-len(table.present()), table.number))[0]
            if not short or len(full.present()) <= 3:
                return
            code = self.chance(f"balance/{number}/{k}", full.present())[0]
            chair = next(chair for chair in full.chairs if chair["entry"] == code)
            full.chairs.remove(chair)
            short[0].chairs.append(chair)
            moves.append({"entry": code, "from": full.number, "to": short[0].number, "why": "balance"})
            k += 1

    def late(self, tables: list[RecordTable]) -> None:
        while self.luck.happens(self.trouble):
            room = [table for table in tables if len(table.chairs) < self.settings["table_max"]]
            if not room:
                return
            table = min(room, key=lambda table: (len(table.present()), table.number))
            code = self.add("G99", "entry", listed=False, status="late")["code"]
            table.chairs.append({"entry": code, "for": None, "absent": False})

    def move(self, rnd: Json) -> list[list[str]]:
        tables, last = rnd["tables"], len(rnd["tables"])
        stay = [[chair["entry"] for chair in table.chairs] for table in tables]
        come: list[list[str]] = [[] for _ in tables]
        for table in tables:
            for why, code, step in (("best", table.best, -1), ("worst", table.worst, 1)):
                to = (table.number - 1 + step) % last + 1
                stays = self.settings["move"] == "ladder" and to != table.number + step
                if code and not stays:
                    stay[table.number - 1].remove(code)
                    come[to - 1].append(code)
                    rnd["moves"].append({"entry": code, "from": table.number, "to": to, "why": why})
        return [staying + arrived for staying, arrived in zip(stay, come, strict=True)]

    def everyone(self) -> set[str]:
        return {seat["entry"] for rnd in self.rounds for table in rnd["tables"] for seat in table["seats"]}

    def final_order(self) -> list[str]:
        if self.settings["format"] == "single":
            return []
        final = self.chance("final", self.everyone())
        return self.knockout_order(final) if self.knockout else self.rotation_order(final)

    def knockout_order(self, final: list[str]) -> list[str]:
        order = [code for table in self.rounds[-1]["tables"] for code in table["order"]]
        sign = 1 if self.settings["scoring"] == "own_hand" else -1
        for rnd in reversed(self.rounds):
            ranked = []
            for table in rnd["tables"]:
                hands = [hand for hand in table["hands"] if not hand["void"] and not hand["playoff"]]
                for seat in table["seats"]:
                    code = seat["entry"]
                    rank: tuple[int, Fraction | int, int] = (2, 0, 0)
                    won = sum(1 for hand in hands if hand["out"] == code)
                    if not seat["absent"]:
                        rank = (0, sign * Fraction(table["totals"][code], len(hands)), -won) if hands else (1, 0, 0)
                    if code not in order:
                        ranked.append((*rank, final.index(code), code))
            order += [row[-1] for row in sorted(ranked)]
        return order

    def rotation_order(self, final: list[str]) -> list[str]:
        sign = 1 if self.settings["scoring"] == "own_hand" else -1
        ranked = []
        for code in final:
            tables = [table for rnd in self.rounds for table in rnd["tables"] if code in table["totals"]]
            hands = [hand for table in tables for hand in table["hands"] if not hand["void"]]
            points = sign * sum(table["totals"][code] for table in tables)
            won = sum(1 for hand in hands if hand["out"] == code)
            shares = []
            for table in tables:
                others = [sign * total for other, total in table["totals"].items() if other != code]
                mine = sign * table["totals"][code]
                if others:
                    good = sum(1 for other in others if mine < other) + Fraction(sum(mine == o for o in others), 2)
                    shares.append(good / len(others))
            value = {
                "average": Fraction(points, len(hands)) if hands else None,
                "total": points if hands else None,
                "beaten": -sum(shares) / len(shares) if shares else None,
            }[self.settings["ranking"]]
            rank = (value is None, value or 0, -won)
            ranked.append((-len(tables), *rank, final.index(code), code))
        return [row[-1] for row in sorted(ranked)]
