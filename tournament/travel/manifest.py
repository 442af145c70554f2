"""The first entry of an event file: what the file is, what it holds, and the SHA-256 of each part."""
# Without `from __future__ import annotations`: pydantic reads the types when a class is made.

from datetime import date
from typing import Annotated, Final, Literal

from pydantic import Field

from tournament.travel.fields import Id, Moment, Number, TravellingRow

FORMAT: Final = 1
"""The version of the format that this program writes. It reads this one and all before."""
PROGRAM: Final = "Turntable 0.1.0"
MANIFEST: Final = "manifest.json"
PICTURES: Final = "pictures/"


class PartFacts(TravellingRow):
    """One part: how long it is, and its SHA-256."""

    bytes: Number
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class TravellingEvent(TravellingRow):
    """What is shown of the event before it is brought in."""

    id: Id
    name: str
    slug: str
    date: date | None
    competitions: Number
    people: Number
    rounds: Number
    lines: Number
    """How many lines its log has."""


class Manifest(TravellingRow):
    """What the file says about itself."""

    file: Literal["turntable event"] = "turntable event"
    format: Annotated[int, Field(ge=1)] = FORMAT
    program: str
    made_at: Moment
    made_on: str
    names: bool
    """Whether people's names are in it."""
    event: TravellingEvent
    parts: dict[str, PartFacts]
