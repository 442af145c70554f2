"""One table now, and where its people go: worked out from its seats, hands and the competition's standing alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from scoring import words
from scoring.rules.hand import HeldCards, PlayedHand
from scoring.rules.outcomes import Fate, has_people_level, work_out
from scoring.rules.table_now import RecordedHand, RoundNow, SeatNow, TableNow
from tournament.rules.clock import State
from tournament.rules.presets import Moving, Settings, preset
from tournament.rules.standing import MadeRound, Standing, StandingDraw, make_standing

NOW = datetime(2031, 5, 5, 16, 0, tzinfo=UTC)
KNOCKOUT = preset("syg").settings
ROTATION = replace(preset("bac").settings, rounds=3, move=Moving.CIRCULAR)
NAMES = dict(zip("ABCD", ("Ana", "Ben", "Cal", "Dee"), strict=True))
OUT = None


def standing_of(settings: Settings, plan: tuple[int, ...] = (2, 1)) -> Standing:
    draw = StandingDraw(size=8, plan=plan, sealed_at=NOW, drawn_at=NOW, published_at=NOW, seed=bytes(32))
    return make_standing(1, settings, draw, [MadeRound(1, 1, NOW)], takes_entries=False)


def hand(
    number: int, *held: int | None, version: int = 1, playoff: bool = False, players: str = "ABCD"
) -> RecordedHand:
    """What each holds, in seat order; OUT for who went out, and nobody OUT for the incomplete hand."""
    points = dict(zip(players, held, strict=True))
    out = next((code for code, value in points.items() if value is OUT), None)
    cards = {code: HeldCards(value) for code, value in points.items() if value is not None}
    return RecordedHand(number, number, version, PlayedHand(out is not None, out, cards, playoff=playoff), NOW)


def table(settings: Settings, *hands: RecordedHand, clock: State | None = State.TIME_UP, **more: Any) -> TableNow:
    absent = more.pop("absent", "")
    closed = more.pop("closed", False)
    seats = [SeatNow(n, n, 100 + n, code, code in absent, NAMES[code]) for n, code in enumerate("ABCD", start=1)]
    return TableNow(1, settings, RoundNow(1, True, closed, clock), seats, hands, **more)


def told(now: TableNow, standing: Standing, tables: int = 2) -> list[tuple[str, int | None, str, str]]:
    order = work_out(now, standing, tables=tables).order
    return [(line.code, line.place, words.goes(now, line), words.why_it_goes_so(now, line)) for line in order]


PLAIN = hand(1, OUT, 10, 20, 30)


@pytest.mark.parametrize(
    ("now", "standing", "expected"),
    [
        pytest.param(
            table(KNOCKOUT, PLAIN), standing_of(KNOCKOUT),
            [("A", 1, "Goes on to the final, table 1", "lowest score"), ("B", 2, "", "knocked out"),
             ("C", 3, "", "knocked out"), ("D", 4, "", "knocked out")],
            id="RULES 6: one goes on, the others are out",
        ),
        pytest.param(
            table(KNOCKOUT, PLAIN), standing_of(KNOCKOUT, (1,)),
            [("A", 1, "Wins the final", "lowest score"), ("B", 2, "", ""), ("C", 3, "", ""), ("D", 4, "", "")],
            id="in the final nobody is knocked out",
        ),
        pytest.param(
            table(KNOCKOUT, hand(1, OUT, 10, 10, 30)), standing_of(KNOCKOUT, (1,)),
            [("A", 1, "Wins the final", "lowest score"), ("B", 2, "", "level with Cal: by lot"),
             ("C", 3, "", "level with Ben: by lot"), ("D", 4, "", "")],
            id="those who are level behind the first are told why they stand so",
        ),
        pytest.param(
            table(KNOCKOUT, PLAIN, clock=State.RUNNING), standing_of(KNOCKOUT),
            [("A", 1, "", ""), ("B", 2, "", ""), ("C", 3, "", ""), ("D", 4, "", "")],
            id="nothing is decided while the clock runs",
        ),
        pytest.param(
            table(KNOCKOUT, PLAIN, clock=State.RUNNING, accepted=True), standing_of(KNOCKOUT),
            [("A", 1, "Goes on to the final, table 1", "lowest score"), ("B", 2, "", "knocked out"),
             ("C", 3, "", "knocked out"), ("D", 4, "", "knocked out")],
            id="a sheet that was accepted early decides",
        ),
        pytest.param(
            table(KNOCKOUT, PLAIN, absent="D"), standing_of(KNOCKOUT),
            [("A", 1, "Goes on to the final, table 1", "lowest score"), ("B", 2, "", "knocked out"),
             ("C", 3, "", "knocked out"), ("D", None, "", "")],
            id="an empty chair has no place, and is not knocked out",
        ),
        pytest.param(
            table(KNOCKOUT, absent="BCD", closed=True), standing_of(KNOCKOUT),
            [("A", 1, "Goes on to the final, table 1", "nobody else was there")],
            id="one player alone goes through",
        ),
        pytest.param(
            table(ROTATION, PLAIN), standing_of(ROTATION, (2,)),
            [("A", 1, "Moves to table 2", "lowest score"), ("B", 2, "", ""), ("C", 3, "", ""),
             ("D", 4, "Moves to table 2", "highest score")],
            id="RULES 7: best and worst move",
        ),
        pytest.param(
            table(replace(KNOCKOUT, redraw=True), PLAIN), standing_of(replace(KNOCKOUT, redraw=True)),
            [("A", 1, "Goes on to the final", "lowest score"), ("B", 2, "", "knocked out"), ("C", 3, "", "knocked out"),
             ("D", 4, "", "knocked out")],
            id="nobody knows the next table where it is drawn anew",
        ),
    ],
)  # fmt: skip
def test_who_goes_where_and_why(now: TableNow, standing: Standing, expected: list[tuple[Any, ...]]) -> None:
    lines = told(now, standing)
    assert [line for line in lines if line[1] is not None or len(expected) == 4] == expected


LEVEL = (hand(1, OUT, 10, 20, 30), hand(2, 10, OUT, 20, 30))


def test_a_tie_waits_for_its_hand_and_both_are_first() -> None:
    now = table(KNOCKOUT, *LEVEL)
    assert not now.is_decided and now.tie is not None
    lines = told(now, standing_of(KNOCKOUT))
    assert sorted(lines[:2]) == [("A", 1, "", ""), ("B", 1, "", "")]
    assert words.tie_that_waits(now) == (
        "Level for first place: Ana, Ben. They’ve also won the same number of hands. One hand decides, or the lot."
    )


def test_the_play_off_hand_decides_and_is_told() -> None:
    now = table(KNOCKOUT, *LEVEL, hand(3, 5, OUT, playoff=True, players="AB"))
    outcome = work_out(now, standing_of(KNOCKOUT))
    assert (outcome.first, now.playoff_winner) == ("B", "B")
    assert told(now, standing_of(KNOCKOUT))[0] == (
        "B", 1, "Goes on to the final, table 1", "lowest score, level with Ana: the play-off hand decided",
    )  # fmt: skip
    assert [(decided.role, decided.tie.by) for decided in outcome.ties] == [("first", "playoff")]


def test_the_lot_decides_once_the_sheet_is_in() -> None:
    waits = table(KNOCKOUT, *LEVEL, lot=True)
    assert {line.fate for line in work_out(waits, standing_of(KNOCKOUT)).order} == {Fate.UNDECIDED}
    outcome = work_out(replace(waits, accepted=True), standing_of(KNOCKOUT))
    assert outcome.first in {"A", "B"}
    assert [decided.tie.by for decided in outcome.ties] == ["lot"]


def test_a_play_off_that_a_correction_made_idle_decides_nothing() -> None:
    now = table(KNOCKOUT, PLAIN, hand(2, 10, OUT, 20, 30, playoff=True), accepted=True)
    assert [recorded.number for recorded in now.deciding] == [1]
    assert now.playoff_winner is None


def test_what_is_still_equal_goes_by_everybody_s_rank() -> None:
    now = table(KNOCKOUT, hand(1, OUT, 10, 10, 30))
    assert has_people_level(now)
    for order in ("ABCD", "ACBD"):
        ranks = {code: rank for rank, code in enumerate(order)}
        assert [line.code for line in work_out(now, standing_of(KNOCKOUT), ranks=ranks).order] == list(order)


def test_a_blank_sheet_decides_nothing_before_it_is_accepted() -> None:
    now = table(KNOCKOUT)
    assert not now.is_decided
    assert now.leaders == []
    assert replace(now, accepted=True).is_decided


def test_a_player_agrees_with_the_sheet_as_it_is_now() -> None:
    now = table(KNOCKOUT, hand(1, OUT, 10, 20, 30, version=2))
    seat = replace(now.seats[0], agreed=[2])
    assert now.agrees(seat)
    assert not now.agrees(replace(seat, agreed=[1])) and not now.agrees(now.seats[0])


def test_the_next_hand_or_why_there_is_none() -> None:
    going = table(KNOCKOUT, PLAIN, clock=State.RUNNING)
    assert going.next_hand().players == ("A", "B", "C", "D")
    assert replace(going, accepted=True).next_hand().why_not == "The sheet is accepted."
    assert going.next_hand(playoff=True).why_not == "Nobody is level for first place, so there is no play-off hand."


def test_the_final_is_named_and_any_other_round_is_not() -> None:
    now = table(KNOCKOUT, PLAIN)
    assert told(now, standing_of(KNOCKOUT, (16, 4, 1)))[0][2] == "Goes on to table 1"
    assert told(now, standing_of(KNOCKOUT, (2, 1)))[0][2] == "Goes on to the final, table 1"
    anew = replace(KNOCKOUT, redraw=True)
    assert told(table(anew, PLAIN), standing_of(anew, (16, 4, 1)))[0][2] == "Goes on"
    assert told(table(anew, PLAIN), standing_of(anew, (2, 1)))[0][2] == "Goes on to the final"


@pytest.mark.parametrize(
    ("names", "level"),
    [
        pytest.param(("Ana", "Ben", "Cal", "Dee"), "Ana, Ben", id="by their names"),
        pytest.param(("Mia Hall", "MIA HALL", "Cal", "Dee"), "Mia Hall (Flame), MIA HALL (Sun)", id="capitals alone"),
        pytest.param(("Mia Hall", "Ben", "Cal", "Mia Hall"), "Mia Hall (Flame), Ben", id="one of two namesakes"),
    ],
)
def test_sentences_tell_people_apart_who_look_alike(names: tuple[str, ...], level: str) -> None:
    seats = [replace(seat, name=name) for seat, name in zip(table(KNOCKOUT).seats, names, strict=True)]
    now = replace(table(KNOCKOUT, hand(1, OUT, 10, 20, 30), hand(2, 10, OUT, 20, 30)), seats=seats)
    told = f"{level}. They’ve also won the same number of hands. One hand decides, or the lot."
    assert words.who_is_level(now) == told
    assert now.why_not_accept == [f"Level for first place: {level}. Let them play one more hand, or draw lots."]
