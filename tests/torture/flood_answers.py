"""What each flood must be answered, so that it was one. A flood that is refused at the door has flooded nobody."""

from __future__ import annotations

from collections.abc import Mapping

from tests.torture.outcome import OutcomeRow

SENT, PAGE, REFUSED = "0", "200", "403"
"""0: sent, and its answer is not read."""
IMPOSSIBLE = "422"
OFTEN = "429"
"""Its address has asked for too much; the others go on."""
LATE = "503"
"""Asked to come again: the line was too long, or enough of them listen."""
ANSWERS: dict[str, tuple[str, ...]] = {
    "sign-ins": (REFUSED, OFTEN),
    "codes": (REFUSED, OFTEN),
    "records": (PAGE, OFTEN),
    "searches": (PAGE, OFTEN),
    "pages": (PAGE, LATE, OFTEN),
    "forged hands": (REFUSED, LATE),
    "badged hands": (IMPOSSIBLE,),
    "half requests": (SENT,),
    "streams": (PAGE, LATE),
    "slow readers": (SENT,),
    "new connections": (SENT,),
}
LEAST_PART = 0.5
"""Of all that came back. The rest may be cut off, as some floods should be."""


def meant(flood: str, statuses: Mapping[str, int]) -> int:
    """How many were answered as they must be."""
    return sum(statuses.get(status, 0) for status in ANSWERS.get(flood, (SENT, PAGE)))


def trouble_with(row: OutcomeRow) -> list[str]:
    """Why this was no flood."""
    good, every = meant(row.fault, row.answers), sum(row.answers.values())
    if good and good >= LEAST_PART * every:
        return []
    return [f"{good} of {every} were answered as a flood is: {dict(row.answers)}"]
