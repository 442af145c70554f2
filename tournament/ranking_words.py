"""What a competition's order goes by, in words: the same on pages, screens and paper (RULES 6 and 7)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Protocol

from tournament.rules.presets import Format, Ranking, Settings

_RANKED_BY: Final[Mapping[Ranking, str]] = {
    Ranking.AVERAGE: "points per hand",
    Ranking.TOTAL: "total points",
    Ranking.BEATEN: "table-mates beaten",
}
_WHY: Final[Mapping[Ranking, str]] = {
    Ranking.AVERAGE: " Tables play different numbers of hands, so totals wouldn’t be fair.",
    Ranking.TOTAL: "",
    Ranking.BEATEN: " It’s the share of the people at their tables that a player beat, over all rounds.",
}


def ranking_of(settings: Settings) -> Ranking:
    """What places go by among those who got equally far: only a rotation can choose."""
    return settings.ranking or Ranking.AVERAGE


def ranked_by(settings: Settings) -> str:
    """points per hand: to follow “by”."""
    return _RANKED_BY[ranking_of(settings)]


def heading(title: str, settings: Settings) -> str:
    """Final standings by points per hand; the title alone where the round reached counts first."""
    return f"{title} by {ranked_by(settings)}" if settings.format is Format.ROTATION else title


def how_ranked(settings: Settings) -> str:
    """Why the players are in this order; empty for `single`, where every table has its own."""
    best = "The lowest is best." if settings.low_wins else "The highest is best."
    if settings.format is Format.KNOCKOUT:
        return (
            "The players in the final come first, then the others by the round they reached. "
            f"Players who reached the same round are ranked by their points per hand in it. {best}"
        )
    if settings.format is Format.SINGLE:
        return ""
    return f"{in_short(settings)}{_WHY[ranking_of(settings)]} Players who played more rounds come first."


def in_short(settings: Settings) -> str:
    """Ranked by points per hand. The lowest is best."""
    is_low = settings.low_wins and ranking_of(settings) is not Ranking.BEATEN
    return f"Ranked by {ranked_by(settings)}. The {'lowest' if is_low else 'highest'} is best."


def decimal(value: Fraction | None) -> str:
    """Two decimals: orders come from exact fractions, and this many tell most of them apart."""
    return "–" if value is None else f"{float(value):.2f}"


def percent(value: Fraction | None) -> str:
    """A share as a whole number of percent."""
    return "–" if value is None else f"{round(100 * value)}%"


class Ranked(Protocol):
    """What somebody played comes to, whatever places go by."""

    @property
    def points(self) -> int: ...

    @property
    def average(self) -> Fraction | None: ...

    @property
    def beaten(self) -> Fraction | None: ...


def value_of(line: Ranked, settings: Settings) -> str:
    """The number that places go by, alone: for a column that says what it is."""
    match ranking_of(settings):
        case Ranking.AVERAGE:
            return decimal(line.average)
        case Ranking.BEATEN:
            return percent(line.beaten)
    return f"{line.points:,}"


def in_words(line: Ranked, settings: Settings) -> str:
    """The same with its unit: 9.50 points per hand."""
    match ranking_of(settings):
        case Ranking.AVERAGE:
            return f"{decimal(line.average)} points per hand"
        case Ranking.BEATEN:
            return f"{percent(line.beaten)} of table-mates beaten"
    return f"{line.points:,} point{'' if line.points == 1 else 's'}"
