"""Invented people and groups. Names are people's: every script, apostrophe and length a real list would have."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Final

FIRST: Final = (
    "Mia", "Noah", "Ánh", "Sione", "Leilani", "Ethan", "Grace", "Caleb", "Hana", "Isla", "Ben", "Zoë", "Malachi",
    "Ruth", "Oscar", "Amara", "Jude", "Eli", "Priya", "Finn", "Talia", "Sam", "Chloe", "Levi", "Wren", "Tomasi",
    "Lucy", "Asher", "Nina", "Theo", "Esther", "Jonah", "Kai", "Ivy", "Abel", "Sofía", "Micah", "Lena", "Daniel",
    "Mele", "Rosa", "Toby", "Naomi", "Luca", "Ada", "Seth", "Keira", "Amos", "Yuki", "Joel", "Peter", "Salome",
    "Max", "Tess", "Vika", "Hugo", "Bree", "Adam", "Miri", "Gus", "Faith", "Obed", "محمد", "小龍", "Ñandu",
    "Øystein",
)  # fmt: skip
LAST: Final = (
    "O'Brien", "Nguyễn", "Faleolo", "Katoa", "Walker", "Park", "Roberts", "Smith-Jones", "Müller", "Addo",
    "Larsen", "Diaz", "Evans", "Vuković", "Nkosi", "Carter", "Brown", "Joshi", "Green", "Hughes", "Young",
    "Zhang", "Underwood", "Ito", "Fifita", "Quinn", "Davies", "Kelly", "Singh", "Moore", "Palmer", "Lee", "Reid",
    "Turner", "Costa", "Webb", "Abdullah", "Vea", "Gupta", "Novák", "Hill", "Ferrari", "Jensen", "Okafor",
    "Dunn", "Zając", "Tanaka", "Ellis", "Xu", "King", "van der Berg", "李", "de la Cruz", "Þórsson",
)  # fmt: skip
PLACES: Final = (
    "Riverside", "St Mark's", "Hope Hills", "Grace Park", "Bethel", "Northside", "Hillview", "Harvest",
    "Eastgate", "Lakeshore", "Trinity", "Oakwood", "Kingsway", "Southbank", "Wattle Creek", "Elim", "Redgum",
    "New Life", "Bayside", "Zion", "Highpoint", "Springfield", "Cornerstone", "Willow Glen",
)  # fmt: skip


def people(rng: Random) -> Iterator[str]:
    """Names that never repeat: after all first and last names have met, a number tells them apart."""
    pairs = [f"{first} {last}" for first in FIRST for last in LAST]
    rng.shuffle(pairs)
    yield from pairs
    yield from (f"{pairs[n % len(pairs)]} {n // len(pairs) + 2}" for n in count())


def groups() -> Iterator[str]:
    """Names of groups that never repeat."""
    yield from PLACES
    yield from (f"{place} {n}" for n in count(2) for place in PLACES)
