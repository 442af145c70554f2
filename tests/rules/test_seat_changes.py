"""What a table's umpire is told about its people: only what differs, and all of it."""

from __future__ import annotations

import pytest

from scoring.rules.seat_changes import SeatChange, SeatChangeKind, SeenSeat, after_a_tick, compare

ANA, BEN, CAL, DEE, JO, KIM = 1, 2, 3, 4, 5, 6
SEEN = [SeenSeat(1, ANA), SeenSeat(2, BEN), SeenSeat(3, CAL), SeenSeat(4, DEE)]
AWAY = [*SEEN[:2], SeenSeat(3, CAL, True), SEEN[3]]
IS = SeatChangeKind


@pytest.mark.parametrize(
    ("seen", "now", "elsewhere", "told"),
    [
        pytest.param(SEEN, SEEN, {}, [], id="nothing"),
        pytest.param(
            SEEN, [*SEEN[:2], SeenSeat(3, JO), SEEN[3]], {}, [SeatChange(IS.REPLACED, 3, JO, CAL)],
            id="a substitute, a called-up reserve, another winner of the round before",
        ),
        pytest.param(SEEN, AWAY, {}, [SeatChange(IS.LEFT, 3, CAL)], id="an empty chair"),
        pytest.param(AWAY, SEEN, {}, [SeatChange(IS.BACK, 3, CAL)], id="back"),
        pytest.param(
            AWAY, [*SEEN[:2], SeenSeat(3, JO), SEEN[3]], {}, [SeatChange(IS.FILLED, 3, JO, CAL)],
            id="a substitute for an empty chair",
        ),
        pytest.param(SEEN, [*SEEN, SeenSeat(5, KIM)], {}, [SeatChange(IS.JOINED, 5, KIM)], id="a late arrival"),
        pytest.param(
            SEEN, [*SEEN, SeenSeat(5, KIM, True)], {}, [SeatChange(IS.MISSING, 5, KIM)], id="an empty chair more"
        ),
        pytest.param(
            SEEN, [SEEN[0], SeenSeat(2, CAL), SeenSeat(3, DEE)], {BEN: 3},
            [SeatChange(IS.MOVED, 2, BEN, table=3), SeatChange(IS.SHIFTED, 2, CAL), SeatChange(IS.SHIFTED, 3, DEE)],
            id="a rotation’s balance takes one away, the others close up",
        ),
        pytest.param(
            SEEN, [*SEEN[:3], SeenSeat(4, KIM)], {DEE: 2},
            [SeatChange(IS.MOVED, 4, DEE, table=2), SeatChange(IS.JOINED, 4, KIM)],
            id="two people of two tables change places",
        ),
        pytest.param(SEEN, SEEN[:3], {}, [SeatChange(IS.GONE, 4, DEE)], id="somebody has no seat any more"),
        pytest.param(AWAY, [*SEEN[:2], SeenSeat(3, DEE)], {}, [SeatChange(IS.SHIFTED, 3, DEE)], id="nor a chair"),
        pytest.param(
            SEEN, [*SEEN[:3], SeenSeat(4, KIM, True)], {},
            [SeatChange(IS.GONE, 4, DEE), SeatChange(IS.MISSING, 4, KIM)],
            id="nobody is replaced by somebody who is not there",
        ),
    ],
)  # fmt: skip
def test_what_differs_is_told(seen, now, elsewhere, told):
    assert compare(seen, now, elsewhere) == told


@pytest.mark.parametrize(
    ("now", "ticked", "untold"),
    [
        pytest.param([*SEEN[:2], SeenSeat(3, JO), SEEN[3]], JO, [], id="a substitute"),
        pytest.param([*SEEN, SeenSeat(5, KIM)], KIM, [], id="a late arrival"),
        pytest.param([*SEEN[:3], SeenSeat(4, KIM)], KIM, [], id="whoever had the seat is at another table"),
        pytest.param(
            [*AWAY[:3], SeenSeat(4, KIM)], KIM, [SeatChange(IS.LEFT, 3, CAL)], id="another chair is told of still"
        ),
        pytest.param(AWAY, ANA, [SeatChange(IS.LEFT, 3, CAL)], id="somebody who sat there before"),
        pytest.param(AWAY, CAL, [SeatChange(IS.LEFT, 3, CAL)], id="nobody sits on an empty chair"),
        pytest.param([*SEEN[:2], SeenSeat(4, CAL)], CAL, [], id="somebody who sits on another chair now"),
    ],
)
def test_whoever_ticks_somebody_knows_that_they_came(now, ticked, untold):
    elsewhere = {seat.entry: 2 for seat in SEEN if seat.entry not in {other.entry for other in now}}
    assert compare(after_a_tick(SEEN, now, ticked), now, elsewhere) == untold
