"""The game itself: a hand of Uno played by the rules of RULES 9, for rehearsals and for umpires' questions.

    deck.py           the coloured cards, and which may lie on which
    switches.py       the variations, all off by default
    cards_in_play.py  what everybody holds, the two piles, whose turn it is
    play_table.py     one hand as a table of people sees it: every move, every penalty
    effects.py        what a card does when it is laid
    deal.py           seven cards each, and what the first discard does
    legal.py          "may this card be played on that one?", answered with the reason
    bots.py           players who mostly play right
    played.py         a whole hand, from the deal to the held cards

Chance comes in as a `random.Random`: the same seed gives the same hand.
"""

from scoring.rules.play.bots import Habits
from scoring.rules.play.legal import Answer, Moment, may_play
from scoring.rules.play.play_table import PlayTable
from scoring.rules.play.played import EndedHand, play_hand
from scoring.rules.play.switches import Stacking, Switches

__all__ = ["Answer", "EndedHand", "Habits", "Moment", "PlayTable", "Stacking", "Switches", "may_play", "play_hand"]
