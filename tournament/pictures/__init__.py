"""Pictures of a plan, as numbers: where each table, seat and line is. Templates draw them (parts/picture.html).

parts.py    what pictures are made of: tables with their seats, lines, labels
bracket.py  a knockout: the final on top, each table above those that feed it
floor.py    a rotation's ring or ladder of tables, and the tables of a single
row.py      a few tables side by side, for a club night
"""

from tournament.pictures.bracket import bracket
from tournament.pictures.floor import floor
from tournament.pictures.parts import Picture
from tournament.pictures.row import row

__all__ = ["Picture", "bracket", "floor", "row"]
