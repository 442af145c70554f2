"""One table's umpire in a rehearsal: deals hands until the round ends, records them, settles the tie, accepts."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Final

from scoring.actions import hands, sheets
from scoring.queries.hands import read_hands
from scoring.rehearsal.hands import Dealt, HandDealer
from scoring.rehearsal.script import TURN, RehearsalScript
from scoring.rules import sheet as rules
from scoring.rules.hand import HeldCards, PlayedHand
from scoring.rules.sheet import TableSheet
from tournament.models import Table
from tournament.permissions import Actor, Role
from tournament.rules.presets import Ending, Settings
from tournament.rules.reasons import Reason

CLOSE_HANDS: Final = 4
"""How many hands are close. With small cards alone a target would never be reached, so real hands follow."""

PATIENCE: Final = 5
"""Turns of a play-off hand after which they have to clear the hall."""


class Umpire:
    """Knows the table's players as entries, in seat order, and keeps the sheet beside the one on the server."""

    def __init__(
        self, table: Table, script: RehearsalScript, settings: Settings, dealer: HandDealer, rng: Random
    ) -> None:
        self.table = table
        self.script = script
        self.settings = settings
        self.dealer = dealer
        self.rng = rng
        self.by = Actor(Role.UMPIRE, table.pk, f"Umpire of table {table.shown}")
        self.players: list[int] = []
        self.sheet = TableSheet(())
        self.stopped: Dealt | None = None

    def look_again(self) -> None:
        """Who sits here, and what is on the server's sheet: the organiser may have changed both."""
        chairs = dict(self.table.seats.filter(absent=False).order_by("number").values_list("pk", "entry"))
        players = list(chairs.values())
        if self.stopped is not None:
            self.stopped = self.stopped.passed_on(self.players, players)
        recorded = read_hands(self.table.pk, {seat: str(entry) for seat, entry in chairs.items()})
        self.players, self.sheet = players, TableSheet(tuple(map(str, players)), tuple(kept.hand for kept in recorded))

    @property
    def is_in(self) -> bool:
        """Whether the sheet is accepted."""
        return Table.objects.filter(pk=self.table.pk, accepted_at__isnull=False).exists()

    def happens(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    @property
    def turns(self) -> int | None:
        """How many turns the round lasts, if the clock ends it."""
        if self.settings.clock is None:
            return None
        return self.script.turns or self.settings.clock // TURN

    def play(self) -> None:
        """Hand after hand until the ending comes by itself, the warning forbids another, or the bell stops one."""
        self.look_again()
        spent = 0
        while len(self.players) > 1 and rules.reached_end(self.sheet, self.settings) is None:
            left = None if self.turns is None else self.turns - spent
            late = left is not None and self._warned(left)
            if left == 0 or (late and not self.happens(self.script.mishaps.late_deal)):
                return
            close = self.script.close and len(self.sheet.hands) < CLOSE_HANDS
            dealt = replace(self.dealer.deal(self.players, left, close=close), late=late)
            spent += dealt.turns
            if dealt.out is None:
                self.stopped = dealt
                return
            self.record(dealt)

    def _warned(self, left: int) -> bool:
        """After the warning no new hand is dealt; at some tables it is."""
        if self.turns is None or self.settings.clock is None:
            return False
        return left <= self.turns * (self.settings.warning or 0) // self.settings.clock

    def record(self, dealt: Dealt, *, playoff: bool = False) -> None:
        """Send the hand, sometimes twice: the second is answered like the first and changes nothing."""
        number = len(self.sheet.hands) + 1
        body: dict[str, Any] = {
            "table": self.table.pk,
            "number": number,
            "out": dealt.out,
            "last_card": dealt.last_card,
            "held": {str(player): self._typed(cards) for player, cards in dealt.held.items()},
            "late": dealt.late,
            "playoff": playoff,
            "sure": True,
            "request": f"rehearsal-{self.table.pk}-{number}-{self.rng.getrandbits(64):016x}",
        }
        answer = hands.record_hand(by=self.by, **body)
        if self.happens(self.script.mishaps.recount):
            assert hands.record_hand(by=self.by, **body) == answer
        self.sheet = TableSheet(self.sheet.players, (*self.sheet.hands, self._as_rule(dealt, playoff)))

    def _typed(self, cards: Any) -> Any:
        """The cards, or now and then only their total."""
        return self.dealer.switches.deck.count(cards) if self.happens(self.script.mishaps.typed) else dict(cards)

    def _as_rule(self, dealt: Dealt, playoff: bool) -> PlayedHand:
        count = self.dealer.switches.deck.count
        return PlayedHand(
            complete=dealt.out is not None,
            out=None if dealt.out is None else str(dealt.out),
            held={str(player): HeldCards(count(cards)) for player, cards in dealt.held.items()},
            playoff=playoff,
        )

    def finish(self) -> None:
        """After the bell: the incomplete hand, a recount here and there, the tie, the acceptance."""
        self.look_again()
        if len(self.players) < 2 or self.is_in:
            return
        if self.stopped is not None:
            self.record(self.stopped)
            self.stopped = None
        if self.settings.clock is None:
            self.play()  # there is no bell, and somebody may have come to the table since
        if self.settings.ending is not Ending.TARGET and not any(hand.playoff for hand in self.sheet.hands):
            self._second_thoughts()
        self._settle_tie()
        self.accept(by=self._decider)

    @property
    def _decider(self) -> Actor:
        """The umpire; where no hand is recorded, the organiser who is called."""
        if self.sheet.hands:
            return self.by
        return Actor(Role.ORGANISER, self.table.round.competition.event_id, "Organiser")

    def accept(self, *, by: Actor, why: str = "") -> None:
        """The players have seen their hands and totals."""
        sheets.accept_sheet(by=by, table=self.table.pk, seen=self._versions(), why=why, sure=True)

    def _second_thoughts(self) -> None:
        """Change a hand, or under the clock delete one."""
        for number in range(1, len(self.sheet.hands) + 1):
            if self.happens(self.script.mishaps.recount):
                self.recount(number)
        if self.sheet.hands and self.settings.ending is Ending.CLOCK and self.happens(self.script.mishaps.deletion):
            hands.delete_hand(by=self.by, table=self.table.pk, number=1, why=Reason.NOT_PLAYED.value)
            self.sheet = TableSheet(self.sheet.players, self.sheet.hands[1:])

    def recount(self, number: int) -> None:
        """One player's cards were counted wrongly."""
        hand = self.sheet.hands[number - 1]
        player = self.rng.choice(sorted(hand.held))
        held = {code: held.points for code, held in hand.held.items()} | {player: self.rng.randrange(0, 40)}
        hands.change_hand(
            by=self.by,
            table=self.table.pk,
            number=number,
            version=self._versions()[number - 1],
            out=None if hand.out is None else int(hand.out),
            held=held,
            sure=True,
            why=Reason.MISCOUNTED.value,
        )
        changed = PlayedHand(hand.complete, hand.out, {code: HeldCards(points) for code, points in held.items()})
        self.sheet = TableSheet(
            self.sheet.players, (*self.sheet.hands[: number - 1], changed, *self.sheet.hands[number:])
        )

    def _versions(self) -> list[int]:
        """The sheet as it is on the screen: the version of each hand, in order."""
        standing = self.table.hands.filter(deleted_at__isnull=True).order_by("number")
        return list(standing.values_list("version", flat=True))

    def _settle_tie(self) -> None:
        """A play-off hand among those level; when none can be played, or nobody goes out in it, the lot."""
        tie = rules.standoff(self.sheet, self.settings)
        tried = any(hand.playoff for hand in self.sheet.hands)
        if tie is not None and not tried and not self.happens(self.script.mishaps.no_playoff):
            turns = PATIENCE if self.happens(self.script.mishaps.unfinished) else None
            level = [player for player in self.players if str(player) in tie.level]
            self.record(self.dealer.deal(level, turns, close=self.script.close), playoff=True)
        if rules.standoff(self.sheet, self.settings):
            sheets.settle_by_lot(by=self._decider, table=self.table.pk, sure=True)
