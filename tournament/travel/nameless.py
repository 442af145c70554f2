"""The event file without names: for somebody who helps to find a fault, and need not know who played.

People and groups have codes in it. Left out is what opens something (keys, links, the salt of a draw that is not
published) and what people wrote in their own words. Each part says what changes (`Stored.without_names`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournament.permissions import SYSTEM
from tournament.travel.stored import Stored, Values

Part = list[Values]


def without_names(rows: Mapping[str, Part], parts: Mapping[str, Stored]) -> dict[str, Part]:
    """Every part, as far as it may leave."""
    kept = {name: _without(part, parts[name]) for name, part in rows.items()}
    authors = _Authors()
    kept["log"] = [{**row, "by": authors.code(row["by"]), "request": ""} for row in kept["log"]]
    for row in kept["clocks"]:
        row["changes"] = [{**change, "by": authors.code(change["by"])} for change in row["changes"]]
    return kept


def _without(part: Part, stored: Stored) -> Part:
    if stored.only_with_names:
        return []
    change = stored.without_names
    return part if change is None else [{**row, **change(number, row)} for number, row in enumerate(part, start=1)]


class _Authors:
    """Who did what, as a code: the same person has the same one everywhere."""

    def __init__(self) -> None:
        self.codes: dict[str, str] = {}

    def code(self, name: str) -> str:
        """The program's own name stays."""
        return name if name == SYSTEM.name else self.codes.setdefault(name, f"A{len(self.codes) + 1:03}")


def event_without_names(_number: int, _row: Values) -> Values:
    """No secret, and nothing that was written for the hall."""
    return {"secret": "", "sayings": [], "rules_of_the_day": "", "message": "", "message_until": None}


def group_without_names(number: int, row: Values) -> Values:
    """Where people come without groups theirs have no name."""
    return {"name": row["name"] and f"G{number:03}"}


def person_without_names(number: int, row: Values) -> Values:
    """Somebody who was erased has no name already."""
    return {"name": row["name"] and f"P{number:04}", "wristband": "", "phone_code": ""}


def draw_without_names(_number: int, row: Values) -> Values:
    """What is published or thrown away everybody may know; everything else about chance is left out."""
    swaps = [{**swap, "note": None} for swap in row["swaps"]]
    told = row["published_at"] or row["discarded_at"]
    return {"swaps": swaps, "note": None, **({} if told else NO_CHANCE)}


NO_CHANCE: Final = {"salt": "", "seed": ""}


def member_without_names(number: int, _row: Values) -> Values:
    """A code for each."""
    return {"name": f"T{number:03}"}
