"""Reads shared by pages, screens, paper and actions. Each takes a fixed number of queries, however many play.

people.py   what the public calls everybody
state.py    how far a competition is, in one word
rounds.py   what a round still waits for, and whether it has dealt
draw.py     the draw, as far as the public may know it
entries.py  the entries board, and the rows of an exported list
imports.py  what a list is checked against
events.py   the first page, and a competition's overview
results.py  the final order, the champions
"""

from tournament.queries.rounds import has_dealt, why_not_close

__all__ = ["has_dealt", "why_not_close"]
