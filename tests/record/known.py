"""Competitions known by hand: the worked examples of the rules, written down as records."""

from collections.abc import Iterable
from typing import Any

from .chance import Json, seal, shuffle
from .maker import SETTINGS

SALT = "0123456789abcdef" * 4


def held(cards: dict[str, int] | None = None, points: int = 0) -> Json:
    return {"cards": cards, "points": points}


def hand(
    number: int, out: str | None, holding: Json, points: Json, *, last_card: str | None = None, void: bool = False
) -> Json:
    return {
        "number": number,
        "complete": out is not None,
        "playoff": False,
        "void": void,
        "late": False,
        "out": out,
        "last_card": last_card,
        "held": holding,
        "points": points,
    }


def table(
    number: int,
    codes: Iterable[str],
    hands: Iterable[Json] = (),
    totals: Json | None = None,
    order: Iterable[str] = (),
    through: Iterable[str] = (),
) -> Json:
    return {
        "number": number,
        "seats": [{"seat": n, "entry": code, "for": None, "absent": False} for n, code in enumerate(codes, start=1)],
        "hands": list(hands),
        "totals": totals or dict.fromkeys(codes, 0),
        "order": list(order),
        "through": list(through),
        "ties": [],
    }


def competition(players: int, plan: list[int], **settings: Any) -> tuple[Json, bytes]:
    """A record of so many players, each the only one of a group, up to its sealed draw; and its seed."""
    codes = [f"E{number:03}" for number in range(1, players + 1)]
    record: Json = {
        "record": 1,
        "competition": {**SETTINGS, **settings},
        "entries": [
            {"code": code, "group": f"G{code[2:]}", "kind": "entry", "listed": True, "status": "in", "left": None}
            for code in codes
        ],
        "draw": {
            "size": players,
            "plan": plan,
            "lot_entries": [],
            "lot_reserves": [],
            "admitted": codes,
            "method": "shuffle",
            "attempt": 0,
            "swaps": [],
            "moves": [],
        },
        "rounds": [],
        "final_order": [],
        "corrections": [],
    }
    return record, seal(record, SALT, "4 6 1 1 3")


def at_the_bell() -> Json:
    """RULES.md 4: "At the bell Ana 61, Ben 88, Cal 47, Dee 61; they hold Skip / 2,5 / Wild,4 / 6,6: totals
    81 / 95 / 101 / 73, Dee goes on"."""
    record, seed = competition(4, [1], extra_cards={"Harvest": {"points": 15, "count": 4}})
    ana, ben, cal, dee = "E001", "E002", "E003", "E004"
    first = {
        ana: held({"wild": 1, "8": 1, "3": 1}, 61),
        ben: held({"skip": 1, "9": 2}, 38),
        dee: held({"9": 1, "2": 1}, 11),
    }
    second = {ben: held({"wild": 1}, 50), cal: held({"skip": 1, "reverse": 1, "7": 1}, 47), dee: held(None, 50)}
    third = {
        ana: held({"skip": 1}, 20),
        ben: held({"2": 1, "5": 1}, 7),
        cal: held({"wild": 1, "4": 1}, 54),
        dee: held({"6": 2}, 12),
    }
    hands = [
        hand(1, cal, first, {ana: 61, ben: 38, cal: 0, dee: 11}, last_card="7"),
        hand(2, ana, second, {ana: 0, ben: 50, cal: 47, dee: 50}, last_card="Harvest"),
        hand(3, None, third, {ana: 20, ben: 7, cal: 54, dee: 12}),
    ]
    totals = {ana: 81, ben: 95, cal: 101, dee: 73}
    order = [dee, ana, ben, cal]
    seats = shuffle(seed, "seats/0", totals)
    tables = [table(1, seats, hands, totals, order, [dee])]
    record["rounds"] = [{"number": 1, "draw": None, "tables": tables, "moves": []}]
    record["final_order"] = order
    record["corrections"] = [
        {"round": 1, "table": 1, "hand": 1, "entry": ben, "was": 72, "now": 40, "why": "miscounted"},
        {"round": 1, "table": 1, "hand": 1, "entry": ben, "was": 40, "now": 38, "why": "miscounted again"},
    ]
    return record


def winner_takes() -> Json:
    """RULES.md 4: "A goes out on a Draw Two, B holds 5 + Reverse and draws 9 + Wild = 84, C 6, D 50: … A +140"."""
    settings: Json = {"format": "single", "scoring": "winner_takes", "ending": "hands", "hands": 1, "clock": None}
    record, seed = competition(4, [1], **settings)
    a, b, c, d = "E001", "E002", "E003", "E004"
    holding = {
        b: held({"5": 1, "reverse": 1, "9": 1, "wild": 1}, 84),
        c: held({"6": 1}, 6),
        d: held({"wild_draw_four": 1}, 50),
    }
    points = {a: 140, b: 0, c: 0, d: 0}
    rest = [code for code in shuffle(seed, "final", points) if code != a]
    hands = [hand(1, a, holding, points, last_card="draw_two")]
    tables = [table(1, shuffle(seed, "seats/0", points), hands, points, [a, *rest])]
    record["rounds"] = [{"number": 1, "draw": None, "tables": tables, "moves": []}]
    return record


ROTATION = [
    {"Eli": 7, "Fay": 64, "Gus": 110, "Hal": 22, "Ivy": 41},
    {"Ana": 12, "Ben": 35, "Cal": 80, "Dee": 51},
    {"Jo": 0, "Kim": 95, "Lou": 33, "Max": 60},
]
NEXT = [
    ["Fay", "Hal", "Ivy", "Ana", "Kim"],
    ["Ben", "Dee", "Gus", "Jo"],
    ["Lou", "Max", "Eli", "Cal"],
]
MOVES = [
    ("Eli", 1, 3, "best"),
    ("Gus", 1, 2, "worst"),
    ("Ana", 2, 1, "best"),
    ("Cal", 2, 3, "worst"),
    ("Jo", 3, 2, "best"),
    ("Kim", 3, 1, "worst"),
]


def thirteen_rotate() -> Json:
    """RULES.md 7: the worked circular rotation, then a second round that nobody plays a hand of."""
    settings: Json = {"format": "rotation", "move": "circular", "ranking": "average", "rounds": 2, "table_max": 5}
    record, seed = competition(13, [3], **settings)
    drawn = shuffle(seed, "seats/0", record["draw"]["admitted"])
    code = dict(zip([name for points in ROTATION for name in points], drawn, strict=True))
    final = shuffle(seed, "final", drawn)
    first: list[Json] = []
    second: list[Json] = []
    for number, named in enumerate(ROTATION, start=1):
        points = {code[name]: total for name, total in named.items()}
        sheet = [hand(1, None, {c: held(None, total) for c, total in points.items()}, points)]
        first.append(table(number, points, sheet, points, sorted(points, key=points.__getitem__)))
    for number, names in enumerate(NEXT, start=1):
        codes = [code[name] for name in names]
        second.append(table(number, codes, order=sorted(codes, key=final.index)))
    moves = [{"entry": code[name], "from": origin, "to": to, "why": why} for name, origin, to, why in MOVES]
    record["rounds"] = [
        {"number": 1, "draw": None, "tables": first, "moves": moves},
        {"number": 2, "draw": None, "tables": second, "moves": []},
    ]
    everybody = {name: total for named in ROTATION for name, total in named.items()}
    record["final_order"] = [code[name] for name in sorted(everybody, key=everybody.__getitem__)]
    return record
