"""Whole rehearsed competitions for tests of pages: played once in a database of their own, then copied into each test.

The log is left behind: pages do not read it, and a database that refuses to delete its lines cannot be emptied.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from django.db import models
from pytest_django import DjangoDbBlocker

from scoring.models import Correction, Hand, Held
from scoring.rehearsal.director import Director
from scoring.rehearsal.script import ROUGH, RehearsalScript, share
from tests.cast import SALT
from tests.databases import database_in_memory
from tests.shared import once_for_all
from tournament.actions import draw, hall_numbers
from tournament.models import (
    Clock,
    Competition,
    Competitor,
    Draw,
    Entry,
    Event,
    Group,
    Move,
    Round,
    Seat,
    Swap,
    Table,
    Tie,
)  # fmt: skip

COPIED = (
    Event, Competition, Group, Competitor, Entry, Draw, Swap, Round, Table, Seat, Tie, Move, Clock, Hand, Held,
    Correction,
)  # fmt: skip

Rows = tuple[tuple[type[models.Model], list[models.Model]], ...]


def script(name: str, preset: str, entries: int, reserves: int = 0, **more: object) -> RehearsalScript:
    """A short event: few turns in a round, two or three people in a group."""
    groups = -(-entries // 3)
    free = {"entries_per_group": None, "reserves_per_group": None, "cap": None}
    choices = free | dict(more.pop("choices", {}))  # type: ignore[call-overload]
    turns = more.pop("turns", 60)
    return RehearsalScript(name, preset, choices, share(entries, groups), share(reserves, groups), turns=turns, **more)  # type: ignore[arg-type]


SCRIPTS = {
    "knockout-small": script("Small knockout", "syg", 6, 2),
    "knockout-large": script("Large knockout", "syg", 64, turns=20),
    "knockout-rough": script("Rough knockout", "syg", 34, 9, mishaps=ROUGH, close=True),
    "knockout-redraw": script("Redrawn knockout", "syg", 13, mishaps=ROUGH, close=True, choices={"redraw": True}),
    "rotation-small": script("Small rotation", "bac", 8, choices={"rounds": 2}),
    "rotation-large": script("Large rotation", "bac", 42, turns=20, choices={"rounds": 2}),
    "rotation-rough": script(
        "Rough rotation", "bac", 21, mishaps=ROUGH, close=True, choices={"move": "ladder", "ranking": "beaten"}
    ),
    "single-small": script("Small tables", "classroom", 5, choices={"hands": 2}),
    "single-large": script("Tables of ten", "classroom", 37, choices={"hands": 2, "table_max": 10}),
}

SEEDS = {"knockout-rough": 1, "rotation-rough": 2}
"""With an empty chair and substitutes in round 1; and, all together, every kind of tie and of staying."""


def play_all(file: Path) -> None:
    """Play every script and keep the rows."""
    with database_in_memory():
        for slug, script in SCRIPTS.items():
            Director(script, Random(f"{slug}-{SEEDS.get(slug, 20)}"), slug=slug).play()
        rows = tuple((model, list(model.objects.order_by("pk"))) for model in COPIED)
    file.write_bytes(pickle.dumps(rows))


@cache
def played(folder: Path) -> Rows:
    """Once for all tests of all processes."""
    rows: Rows = pickle.loads(once_for_all(folder / "rehearsals", play_all).read_bytes())
    return rows


def copy(blocker: DjangoDbBlocker, folder: Path) -> None:
    """Put all of it into the test's database."""
    with blocker.unblock():
        for model, rows in played(folder):
            model.objects.bulk_create(rows, batch_size=500)  # type: ignore[attr-defined]


def step(director: Director, action: Callable[..., Any], **more: Any) -> Any:
    """The organiser takes one step with the director's competition."""
    return action(by=director.organiser, competition=director.pk, **more)


def seal(director: Director) -> None:
    """From set up to a sealed draw, the same in every run of the tests."""
    director.enter()
    step(director, draw.choose_plan)
    step(director, draw.seal_draw, salt=SALT)


def publish(director: Director) -> None:
    """From set up to a published draw."""
    seal(director)
    step(director, hall_numbers.type_numbers, public="4 6 1 1 3")
    step(director, hall_numbers.supply_numbers, public="4 6 1 1 3")
    step(director, draw.publish_draw)
