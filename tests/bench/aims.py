"""What each measured job may cost at most. A row names its aim; one that names none says so.

Figures hold for one quiet core of a laptop of today; a ratio is to the floor of the same run, whatever the machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Aim:
    """The most that is allowed; what is None is not limited."""

    seconds: float | None = None
    ratio: float | None = None
    statements: int | None = None
    megabytes: int | None = None
    kilobytes: int | None = None


SAVING: Final = Aim(seconds=0.003, statements=10)

AIMS: Final = {
    "a hand of pure play": Aim(seconds=1 / 10_000),
    "a rehearsed event": Aim(seconds=0.7),
    "seating": Aim(ratio=8),
    "seats of thousands": Aim(seconds=1),
    "checking seats of thousands": Aim(seconds=5),
    "the best plan": Aim(seconds=0.100),
    "eight plans": Aim(seconds=1),
    "filling": Aim(seconds=1),
    "recording a hand": SAVING,
    "saving a hand": SAVING,
    "saving at the bell, p99": Aim(seconds=0.100),
    "a hand beside a backup, p99": Aim(ratio=2),
    "bringing in an event": Aim(ratio=3),
    "an alarm, p99": Aim(seconds=0.050),
    "a sweep": Aim(ratio=1.2),
    "telling streams": Aim(ratio=2),
    "scoresheets": Aim(ratio=2, megabytes=300),
    "the draw": Aim(statements=7),
    "a round": Aim(statements=12),
    "the results": Aim(statements=6),
    "the entries board": Aim(seconds=0.010, statements=8),
    "served: the draw": Aim(seconds=0.007),
    "served: the results": Aim(seconds=0.0115),
    "served: a round": Aim(seconds=0.016),
    "served: the bracket": Aim(seconds=0.016),
    "served: check-in": Aim(seconds=0.010),
    "served: the board": Aim(seconds=0.008),
    "served: a search": Aim(seconds=0.005),
    "a large event’s page": Aim(ratio=2, kilobytes=150),
    "phone: the event’s": Aim(statements=5),
    "phone: the event’s, searching": Aim(statements=10),
    "phone: somebody’s own": Aim(statements=10),
    "phone: the draw": Aim(statements=5),
    "phone: the bracket": Aim(statements=4),
    "a kept page": Aim(statements=0),
    "the door: a kept page": Aim(ratio=2),
    "the door: a view without a query": Aim(seconds=0.0009),
    "door: a phone that follows": Aim(seconds=0.001),
}

REASONS: Final = {
    "the door: a kept page": (
        "Finding the page takes the event loop 7 µs (profile). The rest above the floor is a dozen headers instead of "
        "two, and the connection that hands on only whole heads, one request at a time, and watches whether its reader "
        "reads (`tournament/asgi/connections.py`): without it one slow reader could hold up a hall."
    ),
    "saving at the bell, p99": (
        "On a laptop hands are written one after the other, in one process that also draws each table’s state for its "
        "page after the hand. The slowest is one of several that came in the same moment and waited for the others "
        "(all at once: the rows beside it)."
    ),
    "a large event’s page": (
        "These pages show more of a large event, and count all of it. The entries show 57 groups where an event of 64 "
        "has 13; the field that copies coordinators’ links holds all of them; entries and groups put 1,000 names in "
        "order; the board reads how far 1,250 tables are, and shows 48 of them where there are 16. Reading these rows "
        "is a third, the templates’ loops over what is shown another (profile). A champion’s public name is told apart "
        "from all that begin with the same letter."
    ),
    "door: a phone that follows": (
        "Nearly two thirds are the template of the page’s live part, a tenth is Django’s middleware for pages that "
        "know cookies (profile). The facts are shared and cost nothing."
    ),
}
"""Why an aim is missed, by its name, and what the profile shows to be in the way."""
