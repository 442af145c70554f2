"""Players who mostly play right: they forget "Uno", bluff and challenge now and then, as people do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.rules.play.deck import NOTHING, WILD, WILD_DRAW_FOUR

if TYPE_CHECKING:
    from scoring.rules.play.play_table import PlayTable


@dataclass(frozen=True)
class Habits:
    """How often, in a hundred times, the players do what people do."""

    forget_uno: int = 10
    catch: int = 60
    """Somebody notices that "Uno" was forgotten."""
    bluff: int = 10
    """Lay a Wild Draw Four in spite of a card of the current colour."""
    challenge: int = 20
    save_wild: int = 10
    """Draw rather than lay a Wild as the only card that matches."""
    keep_drawn: int = 5
    stack: int = 80
    jump_in: int = 80


USUAL: Final = Habits()


class Bots:
    """All the players of one table, making one move after another."""

    def __init__(self, table: PlayTable, habits: Habits = USUAL) -> None:
        self.table = table
        self.habits = habits
        self.chance = table.rng.random
        self.must_play = table.switches.must_play
        self.jump_in = table.switches.jump_in
        self.swap = table.switches.sevens_swap or table.switches.zeros_rotate
        if table.colour is None:  # a Wild was turned first
            table.name_colour(self._favourite_colour(table.turn))

    def move(self) -> None:
        """Make the next move at the table."""
        if self.table.owed:
            self._answer_draw()
        elif not (self.jump_in and self._jump_in()):
            self._take_turn()

    def settle(self) -> None:
        """A pending draw or challenge is settled before cards are counted (RULES 4); no card is laid any more."""
        table = self.table
        if table.bluff is not None and table.out is None and self._happens(self.habits.challenge):
            table.challenge()
        elif table.owed:
            table.take()

    def _take_turn(self) -> None:
        table = self.table
        matching = table.may_lay.intersection(table.hands[table.turn])
        card = max(matching) if matching else NOTHING
        if card == WILD or WILD_DRAW_FOUR in matching:
            card = self._think_of_wilds(card)
        if card == NOTHING:
            card = table.draw()
            if card not in table.may_lay or self._declines(self.habits.keep_drawn):
                table.keep()
                return
        self._lay(card)

    def _think_of_wilds(self, card: int) -> int:
        """Bluff with a Wild Draw Four, or save a Wild that is the only card that matches; mostly neither.

        The highest card is laid first (see `deck`), so that a Wild Draw Four comes up only when nothing else matches,
        and then it is right to lay it.
        """
        if card != WILD:
            return WILD_DRAW_FOUR if self._happens(self.habits.bluff) else card
        return NOTHING if self._declines(self.habits.save_wild) else WILD

    def _lay(self, card: int) -> None:
        table = self.table
        player = table.turn
        colour = self._favourite_colour(player) if table.cards.colours[card] is None else None
        uno = len(table.hands[player]) == 2 and self._remembers_uno()
        if self.swap:
            table.play(card, colour, uno, *self._exchange(player, card))
        else:
            table.play(card, colour, uno)
        if table.silent is not None:
            self._watch()

    def _remembers_uno(self) -> bool:
        return not self._happens(self.habits.forget_uno)

    def _watch(self) -> None:
        """Somebody forgot "Uno": does anybody notice?"""
        if self._happens(self.habits.catch):
            self.table.catch()

    def _answer_draw(self) -> None:
        """Lay a draw card on it where stacking is on, or else challenge or draw."""
        table = self.table
        answers = table.may_lay.intersection(table.hands[table.turn])
        if answers and self._happens(self.habits.stack):
            self._lay(max(answers))
        else:
            self.settle()

    def _jump_in(self) -> bool:
        """The first player, in the direction of play, who holds exactly the card on top and is quick enough."""
        table = self.table
        top = table.discard[-1]
        if table.cards.colours[top] is None:
            return False
        for step in range(table.players):
            player = (table.turn + step * table.direction) % table.players
            if player != table.laid_by and top in table.hands[player] and self._happens(self.habits.jump_in):
                uno = len(table.hands[player]) == 2 and self._remembers_uno()
                table.jump_in(player, top, uno, *self._exchange(player, top))
                if table.silent is not None:
                    self._watch()
                return True
        return False

    def _exchange(self, player: int, card: int) -> tuple[int | None, bool]:
        """With whom to swap after a 7, and whether to pass the hands on after a 0: the choice that leaves fewer
        cards."""
        table = self.table
        face = table.cards.faces[card]
        mine = len(table.hands[player]) - 1
        if face == "7" and table.switches.sevens_swap:
            others = (other for other in range(table.players) if other != player)
            other = min(others, key=lambda other: len(table.hands[other]))
            return (other if len(table.hands[other]) < mine else None), False
        if face == "0" and table.switches.zeros_rotate:
            giver = (player - table.direction) % table.players
            return None, len(table.hands[giver]) < mine
        return None, False

    def _favourite_colour(self, player: int) -> int:
        """The colour of which the player holds most cards."""
        held = [0, 0, 0, 0]
        colours = self.table.cards.colours
        for card in self.table.hands[player]:
            colour = colours[card]
            if colour is not None:
                held[colour] += 1
        return held.index(max(held))

    def _declines(self, percent: int) -> bool:
        return not self.must_play and self._happens(percent)

    def _happens(self, percent: int) -> bool:
        return self.chance() * 100 < percent
