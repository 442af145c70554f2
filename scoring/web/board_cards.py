"""The card of a table on the organiser's board, and how far a table is in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from scoring import words
from scoring.queries.board import BoardTable, winner_of
from scoring.rules.needs import needs_of
from scoring.rules.table_now import TableNow
from scoring.rules.table_stage import (
    TableStage,
    hand_in_count,
    is_done,
    may_still_play,
    stage_of,
    waits_for_organiser,
)
from scoring.rules.troubles import HandInCount
from scoring.web.board_needs import NeedNote, note_need, time_of_day
from tournament.rules.presets import Format
from tournament.rules.standing import Standing
from tournament.rules.table_numbers import ShownTable
from tournament.words import count

_ICONS: Final[Mapping[TableStage, str]] = {
    TableStage.NEEDS_YOU: "look",
    TableStage.COUNTING: "cards",
    TableStage.TO_ACCEPT: "pen",
    TableStage.PLAYING: "running",
    TableStage.NOT_SEATED: "chair",
    TableStage.ACCEPTED: "tick",
}
_DONE: Final[Mapping[TableStage, str]] = {
    TableStage.COUNTING: "counted",
    TableStage.TO_ACCEPT: "agree",
    TableStage.NOT_SEATED: "here",
}
"""What the filled shapes of a card's chairs mean, at the stages that show them."""


class StageSign(str):
    """A stage's word as the board shows it, with its icon and its name in an address."""

    __slots__ = ()

    @property
    def slug(self) -> str:
        return self.replace(" ", "-")

    @property
    def icon(self) -> str:
        return _ICONS[TableStage(self)]


CARDS_REMEMBERED: Final = 2000
NEEDS_YOU: Final = StageSign(TableStage.NEEDS_YOU.value)
STAGES: Final = tuple(StageSign(stage.value) for stage in TableStage)


# One card


@dataclass(frozen=True)
class CardChair:
    """One seat in a table's line of shapes. It is filled once the player is counted, agrees, or is seated."""

    seat: int
    done: bool


@dataclass(frozen=True)
class TableSign:
    """How far one table is, for its card and for the head of its sheet."""

    number: ShownTable
    standing: StageSign
    chairs: Sequence[CardChair]
    tablets: str
    needs: Sequence[NeedNote]
    may_still_play: bool
    """Time is up, and the table has not said yet whether a hand was going on."""
    waits_for_organiser: bool
    """Only the organiser can accept its sheet, because no tablet is at the table."""

    @property
    def needs_you(self) -> bool:
        """Whether something there waits for the organiser: trouble, a call, or a sheet that only they can accept."""
        return bool(self.needs) or self.waits_for_organiser

    @property
    def done(self) -> str:
        """How many chairs are done, in words. Empty at stages that do not show them."""
        word = _DONE.get(TableStage(self.standing))
        if word is None or not self.chairs:
            return ""
        return f"{sum(chair.done for chair in self.chairs)} of {len(self.chairs)} {word}"


@dataclass(frozen=True)
class BoardCard(TableSign):
    """One table on the board."""

    left: str
    who: str
    """The person that `right` is about. It is separate because a name may be written from right to left."""
    right: str
    names: str

    @property
    def sign(self) -> StageSign:
        """What colours the card. That a table needs the organiser comes before its stage."""
        return NEEDS_YOU if self.needs_you else self.standing


def sign_of(board: BoardTable) -> TableSign:
    """How far the table is."""
    table = board.now
    counting = hand_in_count(table, board.tablets, board.read_at)
    unsaid = may_still_play(table, board.tablets, board.read_at)
    stage = stage_of(table, counting=counting is not None, may_still_play=unsaid)
    needs = needs_of(table, board.tablets, board.call, board.read_at)
    return TableSign(
        number=table.shown,
        standing=StageSign(stage.value),
        chairs=tuple(CardChair(seat.number, is_done(table, seat, stage, counting)) for seat in table.present.values()),
        tablets=_tablets(board),
        needs=[note_need(need, table) for need in needs],
        may_still_play=unsaid,
        waits_for_organiser=waits_for_organiser(table, board.tablets, board.read_at),
    )


def card_of(board: BoardTable, standing: Standing) -> BoardCard:
    """A table's card."""
    sign, table, winner = sign_of(board), board.now, winner_of(standing, board.now)
    counting = hand_in_count(table, board.tablets, board.read_at)
    left, (who, right) = _hands(table, counting), _foot(table, standing, winner)
    if sign.needs:
        left, who, right = sign.needs[0].left, "", sign.needs[0].right
    names = ", ".join(seat.name for seat in table.seats)
    return BoardCard(**vars(sign), left=left, who=who, right=right, names=names)


def _hands(table: TableNow, counting: HandInCount | None) -> str:
    if counting is not None and counting.hand is not None:
        return f"Hand {counting.hand}"
    return count(len(table.hands), "hand") if table.hands else "No hand yet"


def _foot(table: TableNow, standing: Standing, winner: str | None) -> tuple[str, str]:
    """Who the line at the card's foot is about, and its words: the winner once that is decided, until then the
    leader."""
    if len(table.present) < 2:
        return "", "Fewer than two players"
    decides_alone = table.settings.format is not Format.ROTATION  # a rotation decides once all sheets are accepted
    if winner is None and (table.open or not decides_alone):
        return _leader(table)
    if winner is None:
        return "", ""
    wins = standing.decides_winner(table.round.number)
    what = words.wins(table.settings.format, table.shown) if wins else "goes on"
    return table.names[winner], what


def _leader(table: TableNow) -> tuple[str, str]:
    """The player with the best total so far, with the points."""
    leaders = table.leaders
    if not leaders:
        return "", ""
    best = table.tallies[leaders[0]].points
    if len(leaders) > 1:
        return "", f"{len(leaders)} level at {best}"
    return table.names[leaders[0]], str(best)


def _tablets(board: BoardTable) -> str:
    connected = sum(tablet.connected for tablet in board.tablets)
    if connected:
        return "Tablet connected" if connected == 1 else f"{connected} tablets connected"
    heard = max((tablet.heard_at for tablet in board.tablets), default=None)
    return f"Tablet last heard {time_of_day(heard)}" if heard else "No tablet yet"


class CardLook(NamedTuple):
    """Everything that a card shows: two that are equal look the same."""

    card: BoardCard
    """Without what the table needs: the card says only that it does."""
    needs_you: bool
    sign: StageSign
    href: str


@lru_cache(maxsize=CARDS_REMEMBERED)
def _draw(look: CardLook) -> SafeString:
    return render_to_string("organiser/board_card.html", {"look": look})


def draw_card(card: BoardCard, href: str) -> SafeString:
    """The HTML of a card, which is remembered under its value: one saved hand draws one card anew."""
    return _draw(CardLook(replace(card, needs=()), card.needs_you, card.sign, href))
