"""The sizes of paper, in points of 1/72 inch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class PaperSize:
    """One size, upright. `margin` is what every printer can leave white."""

    name: str
    width: float
    height: float
    margin: float = 34

    def landscape(self) -> PaperSize:
        """The same, lying."""
        return PaperSize(self.name, self.height, self.width, self.margin)


POINTS_PER_MILLIMETRE: Final = 72 / 25.4
A4: Final = PaperSize("a4", 595.28, 841.89)
LETTER: Final = PaperSize("letter", 612, 792)
A3: Final = PaperSize("a3", 841.89, 1190.55)
TABLOID: Final = PaperSize("tabloid", 792, 1224)
PAPERS: Final = {paper.name: paper for paper in (A4, LETTER)}
"""What a hall's printer takes."""
LARGER: Final = {"a4": A3, "letter": TABLOID}
"""A poster's paper: two sheets of the smaller one side by side."""
