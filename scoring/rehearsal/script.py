"""What happens in one rehearsed event: its settings and sizes, and how much goes wrong."""

from __future__ import annotations

from dataclasses import dataclass, fields
from random import Random
from typing import Any, Final

from tournament.rules.presets import PRESETS, SWITCHES, Ending, Format, Moving, Ranking, Scoring, Settings, preset

TURN: Final = 7
"""Seconds that a turn takes at a lively table: a round of half an hour is about 250 turns."""

MOST_PEOPLE: Final = 200


@dataclass(frozen=True)
class Mishaps:
    """How likely, in percent, each thing that can go wrong is, each time it can."""

    no_show: int = 0
    gone: int = 0
    substitute: int = 0
    late: int = 0
    swap: int = 0
    discard: int = 0
    recount: int = 0
    correction: int = 0
    deletion: int = 0
    typed: int = 0
    no_playoff: int = 0
    unfinished: int = 0
    late_deal: int = 0
    whole_table: int = 0
    own_plan: int = 0
    pause: int = 0
    restless: int = 0
    back: int = 0
    early: int = 0
    reopen: int = 0


SMOOTH: Final = Mishaps()
ROUGH: Final = Mishaps(
    no_show=12, gone=8, substitute=35, late=70, swap=35, discard=20, recount=8, correction=50, deletion=5,
    typed=15, no_playoff=25, unfinished=25, late_deal=20, whole_table=25, own_plan=40, pause=40, restless=15, back=25,
    early=4, reopen=8,
)  # fmt: skip


@dataclass(frozen=True)
class RehearsalScript:
    """One event: a competition's name, preset and changed choices, its groups' entries and reserves, its mishaps."""

    name: str
    preset: str
    choices: dict[str, Any]
    entries: tuple[int, ...]
    reserves: tuple[int, ...]
    mishaps: Mishaps = SMOOTH
    close: bool = False
    """Hands so small and alike that ties of every kind are common."""
    cap: int | None = None
    """A cap that the organiser lowers after entries are in, so that the lot decides among entries too."""
    turns: int | None = None
    """Turns in a round, where the clock's own length would take too long to play."""
    event: str = ""
    """The event's name, where it is not the competition's too."""
    on: str = ""
    """The event's day."""

    @property
    def settings(self) -> Settings:
        return preset(self.preset).settings.change(**self.choices)


def plain(name: str, preset_name: str, players: int, groups: int | None, reserves: int) -> RehearsalScript:
    """A smooth event with this many entries and reserves. A preset's limits give way if the numbers ask for more."""
    settings = preset(preset_name).settings
    count = groups or (players if settings.entries_per_group == 1 else max(1, -(-players // 4)))
    entries, nominated = share(players, count), share(reserves, count)
    needed = {"entries_per_group": max(entries), "reserves_per_group": max(nominated), "cap": players}
    choices = {limit: n for limit, n in needed.items() if (getattr(settings, limit) or n) < n}
    return RehearsalScript(name, preset_name, choices, entries, nominated)


def share(total: int, groups: int) -> tuple[int, ...]:
    """Share a number out as evenly as possible."""
    return tuple(total // groups + (n < total % groups) for n in range(groups))


def invent(name: str, rng: Random) -> RehearsalScript:
    """Any preset, settings, sizes and mishaps at all."""
    preset_name = rng.choice(list(PRESETS))
    entries = _group_sizes(rng, _size(rng))
    reserves = _reserves(rng, entries)
    choices = _choices(rng, preset(preset_name).settings, sum(entries) + sum(reserves))
    everyone = sum(entries)
    cap = rng.randrange(max(2, everyone // 2), everyone + 4) if everyone > 3 and rng.random() < 0.35 else None
    return RehearsalScript(
        name,
        preset_name,
        choices,
        entries,
        reserves,
        mishaps=_some(rng, ROUGH),
        close=rng.random() < 0.6,
        cap=cap,
        turns=rng.randrange(40, 160) if everyone < 40 else rng.randrange(30, 80),
    )


def _some(rng: Random, mishaps: Mishaps) -> Mishaps:
    """About half of them, and those at any strength: some only meet when others stay away."""
    return Mishaps(**{field.name: getattr(mishaps, field.name) * rng.choice((0, 0, 1, 2)) for field in fields(mishaps)})


def _size(rng: Random) -> int:
    """From 2 to 200, small ones more often: most odd cases are small."""
    low, high = rng.choice([(2, 6), (4, 13), (7, 26), (13, 64), (40, 90), (90, MOST_PEOPLE)])
    return rng.randrange(low, high + 1)


def _group_sizes(rng: Random, players: int) -> tuple[int, ...]:
    """All singles, one huge group with others, all one group, or any mix."""
    kind = rng.choice(["singles", "huge", "one", "mixed", "mixed", "pairs"])
    if kind == "one":
        return (players,)
    if kind == "singles":
        return (1,) * players
    if kind == "pairs":
        return share(players, max(1, players // 2))
    sizes = [players - players // 2] if kind == "huge" else []
    while (left := players - sum(sizes)) > 0:
        sizes.append(rng.randrange(1, min(left, 9) + 1))
    return tuple(sizes)


def _reserves(rng: Random, entries: tuple[int, ...]) -> tuple[int, ...]:
    """None, one or two of each group, within 200 people in all."""
    room = MOST_PEOPLE - sum(entries)
    reserves = []
    for _ in entries:
        reserves.append(min(room, rng.randrange(0, 3) if rng.random() < 0.5 else 0))
        room -= reserves[-1]
    return tuple(reserves)


def _choices(rng: Random, start: Settings, players: int) -> dict[str, Any]:
    """Any change to a preset that goes together; the limits of groups are lifted, since the sizes are at random."""
    form = rng.choice([start.format, start.format, *Format])
    ending = rng.choice([start.ending, start.ending, *Ending])
    rotation = form is Format.ROTATION
    clock = rng.randrange(300, 3600) if ending is Ending.CLOCK or rng.random() < 0.3 else None
    return {
        "format": form,
        "ending": ending,
        "scoring": rng.choice([start.scoring, *Scoring]),
        "incomplete": rng.choice(["count", "count", "ignore"]),
        "redraw": form is Format.KNOCKOUT and rng.random() < 0.35,
        "move": rng.choice(list(Moving)) if rotation else None,
        "ranking": rng.choice(list(Ranking)) if rotation else None,
        "rounds": rng.randrange(1, 6) if rotation else None,
        "table_max": rng.randrange(*_TABLES[form]) if players <= 40 else _TABLES[form][1] - rng.randrange(1, 3),
        "clock": clock,
        "warning": clock // 5 if clock and rng.random() < 0.7 else None,
        "target": rng.randrange(20, 300) if ending is Ending.TARGET else None,
        "hands": rng.randrange(1, 5) if ending is Ending.HANDS else None,
        "cap": None,
        "entries_per_group": None,
        "reserves_per_group": None,
        "decks": rng.choice([1, 1, 1, 2]),
        "extra_cards": {"Harvest": {"points": 20, "count": 4}} if rng.random() < 0.2 else {},
        "switches": [switch for switch in SWITCHES if rng.random() < 0.08],
    }


_TABLES: Final = {Format.KNOCKOUT: (3, 6), Format.ROTATION: (4, 6), Format.SINGLE: (3, 11)}
"""The largest tables to choose from, for each format."""
