"""How a paper looks, where somebody can choose: in colour, in black, or onto paper that is printed already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, Final

from tournament.rules.errors import Refused


class PaperLook(StrEnum):
    """In colour, in black, or the words alone."""

    COLOUR = "colour"
    BLACK = "black"
    PREPRINTED = "preprinted"


MOST_DOWN: Final = 110
"""Millimetres that the margins above and below may take together: the words need the other 100."""
MOST_ACROSS: Final = 160


@dataclass(frozen=True)
class PaperMargins:
    """What stays white of paper that is printed already, in millimetres."""

    top: int = 60
    right: int = 25
    bottom: int = 30
    left: int = 25


@dataclass(frozen=True)
class PrintLook:
    """The choice; margins matter on pre-printed paper alone."""

    look: PaperLook = PaperLook.COLOUR
    margins: PaperMargins = field(default_factory=PaperMargins)

    @property
    def stored(self) -> dict[str, Any]:
        """As it is kept with a paper; nothing for the usual look."""
        if self.look is PaperLook.COLOUR:
            return {}
        return {"look": self.look.value} | (asdict(self.margins) if self.look is PaperLook.PREPRINTED else {})


def choose_look(look: str, margins: Mapping[str, int]) -> PrintLook:
    """What somebody typed, if the words still have room."""
    if look not in PaperLook.__members__.values():
        raise Refused("Choose one of the looks.")
    chosen = PaperMargins(**margins)
    if min(asdict(chosen).values()) < 0:
        raise Refused("A margin is 0 mm or more.")
    if chosen.top + chosen.bottom > MOST_DOWN or chosen.left + chosen.right > MOST_ACROSS:
        raise Refused(
            f"The words need room: top and bottom together can be up to {MOST_DOWN} mm, left and right up to "
            f"{MOST_ACROSS} mm."
        )
    return PrintLook(PaperLook(look), chosen)


def read_look(stored: Mapping[str, Any]) -> PrintLook:
    """A look that was kept."""
    margins = {name: value for name, value in stored.items() if name != "look"}
    return PrintLook(PaperLook(stored.get("look", PaperLook.COLOUR)), PaperMargins(**margins))
