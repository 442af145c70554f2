"""RULES 6 and 7, RECORD 2 and 3: from one round to the next."""

from __future__ import annotations

import hashlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import spec
from tests.rules.spec import refused
from tournament.rules import rotation, rounds
from tournament.rules.errors import RoundRefused
from tournament.rules.knockout import Plan
from tournament.rules.presets import Moving, Settings, preset
from tournament.rules.ranking import Tally, TieBreak
from tournament.rules.rotation import TableMove
from tournament.rules.rounds import Changes, Finished, Seats, Verdict

SEED = hashlib.sha256(b"dice").digest()
SYG = preset("syg").settings
REDRAW = SYG.change(redraw=True)
BAC = preset("bac").settings
LADDER = BAC.change(move=Moving.LADDER)
CLASSROOM = preset("classroom").settings
NOBODY = Changes()


def finished(number: int, scores: str, absent: str = "") -> Finished:
    """ "Eli 7, Fay 64": a table in seat order, with the points of those who were present."""
    pairs = [score.split() for score in scores.split(",")] if scores else []
    tallies = tuple(Tally(name, points=int(points), hands=1) for name, points in pairs if name not in absent.split())
    return Finished(number, tuple(name for name, _ in pairs), tallies)


def names(*tables: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(table.split()) for table in tables)


WORKED = [
    finished(1, "Eli 7, Fay 64, Gus 110, Hal 22, Ivy 41"),
    finished(2, "Ana 12, Ben 35, Cal 80, Dee 51"),
    finished(3, "Jo 0, Kim 95, Lou 33, Max 60"),
]


@pytest.mark.parametrize(
    ("settings", "tables"),
    [
        pytest.param(
            BAC,
            ["Fay Hal Ivy Ana Kim", "Ben Dee Gus Jo", "Lou Max Eli Cal"],
            id="RULES 7: worked, circular, to the seat",
        ),
        pytest.param(
            LADDER,
            ["Eli Fay Hal Ivy Ana", "Ben Dee Gus Jo", "Kim Lou Max Cal"],
            id="RULES 7: the same as a ladder, Eli and Kim stay",
        ),
    ],
)
def test_the_worked_rotation(settings: Settings, tables: list[str]) -> None:
    plan = Plan(13, (3,))
    verdicts = rounds.judge(settings, plan.tables, SEED, 1, WORKED)
    seats = rounds.next_seats(settings, plan, SEED, 1, WORKED, verdicts, {}, NOBODY)
    assert seats == Seats(names(*tables))


def test_the_worked_rotations_moves_by_table_best_before_worst() -> None:
    assert rounds.judge(BAC, (3,), SEED, 1, WORKED) == [
        Verdict(1, moves=(TableMove("Eli", 1, 3, "best"), TableMove("Gus", 1, 2, "worst"))),
        Verdict(2, moves=(TableMove("Ana", 2, 1, "best"), TableMove("Cal", 2, 3, "worst"))),
        Verdict(3, moves=(TableMove("Jo", 3, 2, "best"), TableMove("Kim", 3, 1, "worst"))),
    ]


def test_with_winner_takes_the_best_has_the_most_points() -> None:
    settings = BAC.change(scoring="winner_takes")
    moves = [verdict.moves for verdict in rounds.judge(settings, (3,), SEED, 1, WORKED)]
    assert [tuple(move.code for move in pair) for pair in moves] == [("Gus", "Eli"), ("Cal", "Ana"), ("Kim", "Jo")]


@pytest.mark.parametrize(
    ("settings", "plan", "number", "last"),
    [
        pytest.param(SYG, (16, 4, 1), 2, False, id="RULES 6: a knockout’s last round is the plan’s"),
        pytest.param(SYG, (16, 4, 1), 3, True, id="RULES 6: the final is the last"),
        pytest.param(BAC.change(rounds=3), (3,), 2, False, id="RULES 2: rotation, number of rounds chosen"),
        pytest.param(BAC.change(rounds=3), (3,), 3, True, id="RULES 2: the third of three"),
        pytest.param(CLASSROOM, (5,), 1, True, id="RULES 2: single has one stage"),
    ],
)
def test_which_round_is_the_last(settings: Settings, plan: tuple[int, ...], number: int, last: bool) -> None:
    assert rounds.is_last(settings, plan, number) == last
    assert (rounds.how_many_rounds(settings, plan) == number) == last


def test_nobody_moves_after_the_last_round_and_no_tie_is_settled() -> None:
    level = [finished(1, "Ana 5, Ben 5"), finished(2, "Cal 5, Dee 5")]
    assert rounds.judge(BAC.change(rounds=2), (2,), SEED, 2, level) == [Verdict(1), Verdict(2)]


def test_with_one_table_nobody_moves() -> None:
    assert rounds.judge(BAC, (1,), SEED, 1, [finished(1, "Ana 5, Ben 5, Cal 9")]) == [Verdict(1)]


def test_a_lone_player_is_best_only() -> None:
    verdicts = rounds.judge(
        BAC, (2,), SEED, 1, [finished(1, "Ana 0, Ben 0", absent="Ben"), finished(2, "Cal 1, Dee 2")]
    )
    assert verdicts[0].moves == (TableMove("Ana", 1, 2, "best"),)


def test_a_table_without_anybody_present_moves_nobody() -> None:
    verdicts = rounds.judge(BAC, (2,), SEED, 1, [finished(1, "Ana 0", absent="Ana"), finished(2, "Cal 1, Dee 2")])
    assert verdicts[0] == Verdict(1)


def test_a_ladders_movers_who_stay_are_chosen_with_their_ties_but_not_listed() -> None:
    tables = [finished(1, "Ana 5, Ben 5, Cal 9"), finished(2, "Dee 1, Eli 7, Fay 7")]
    stays = spec.shuffle(SEED, "best/1/1", ["Ana", "Ben"])[0]
    lasts = spec.shuffle(SEED, "worst/1/2", ["Eli", "Fay"])[0]
    assert rounds.judge(LADDER, (2,), SEED, 1, tables) == [
        Verdict(1, moves=(TableMove("Cal", 1, 2, "worst"),), ties=(TieBreak(("Ana", "Ben"), "lot", stays),)),
        Verdict(2, moves=(TableMove("Dee", 2, 1, "best"),), ties=(TieBreak(("Eli", "Fay"), "lot", lasts),)),
    ]


@pytest.mark.parametrize("number", range(1, 6))
def test_the_two_movers_are_two_people_even_if_all_are_level(number: int) -> None:
    tables = [finished(1, "Ana 5, Ben 5, Cal 5"), finished(2, "Dee 1, Eli 7")]
    best = spec.shuffle(SEED, f"best/{number}/1", ["Ana", "Ben", "Cal"])[0]
    others = tuple(name for name in ("Ana", "Ben", "Cal") if name != best)
    worst = spec.shuffle(SEED, f"worst/{number}/1", others)[0]
    assert rounds.judge(BAC.change(rounds=9), (2,), SEED, number, tables)[0] == Verdict(
        1,
        moves=(TableMove(best, 1, 2, "best"), TableMove(worst, 1, 2, "worst")),
        ties=(TieBreak(("Ana", "Ben", "Cal"), "lot", best), TieBreak(others, "lot", worst)),
    )


@pytest.mark.parametrize("settings", [SYG, CLASSROOM])
def test_a_tie_that_goes_to_the_lot_has_its_rounds_and_tables_label(settings: Settings) -> None:
    table = (
        finished(7, "Ana 5, Ben 5, Cal 9, Dee 5") if settings.low_wins else finished(7, "Ana 5, Ben 5, Cal 1, Dee 5")
    )
    took = spec.shuffle(SEED, "tie/2/7", ["Ana", "Ben", "Dee"])[0]
    verdict = Verdict(7, first=took, ties=(TieBreak(("Ana", "Ben", "Dee"), "lot", took),))
    assert rounds.judge(settings, (16, 4, 1), SEED, 2, [table]) == [verdict]


def test_a_play_off_that_was_won_decides_before_the_lot() -> None:
    table = Finished(1, ("Ana", "Ben"), (Tally("Ana", 5), Tally("Ben", 5)), playoff="Ben")
    assert rounds.judge(SYG, (1,), SEED, 1, [table]) == [
        Verdict(1, first="Ben", ties=(TieBreak(("Ana", "Ben"), "playoff", "Ben"),))
    ]


def test_who_goes_on_and_who_is_alone_or_missing() -> None:
    tables = [
        finished(1, "Ana 9, Ben 3"),
        finished(2, "Cal 0, Dee 0", absent="Cal"),
        finished(3, "Eli 0, Fay 0", absent="Eli Fay"),
    ]
    assert rounds.judge(SYG, (3, 1), SEED, 1, tables) == [Verdict(1, first="Ben"), Verdict(2, first="Dee"), Verdict(3)]


FOUR = [
    finished(1, "Ana 1, Ben 2"),
    finished(2, "Cal 1, Dee 2"),
    finished(3, "Eli 1, Fay 2"),
    finished(4, "Gus 1, Hal 2"),
]


@pytest.mark.parametrize(
    ("changes", "tables"),
    [
        pytest.param(NOBODY, ["Ana Cal", "Eli Gus"], id="RULES 6: winners of 1, 2, 3 … fill the next tables"),
        pytest.param(
            Changes(substitutes={"Cal": "Zoe"}),
            ["Ana Zoe", "Eli Gus"],
            id="RECORD 3: a substitute under their own code",
        ),
        pytest.param(
            Changes(absent={"Eli"}, late=["Zoe"]),
            ["Ana Cal", "Eli Gus"],
            id="RECORD 2: an empty chair stays, nobody joins a knockout",
        ),
    ],
)
def test_the_fixed_bracket(changes: Changes, tables: list[str]) -> None:
    plan = Plan(8, (4, 2, 1))
    verdicts = rounds.judge(SYG, plan.tables, SEED, 1, FOUR)
    assert rounds.next_seats(SYG, plan, SEED, 1, FOUR, verdicts, {}, changes) == Seats(names(*tables))


def test_a_table_that_sends_nobody_leaves_its_place_out() -> None:
    plan = Plan(8, (4, 2, 1))
    verdicts = [Verdict(1), Verdict(2), Verdict(3, first="Eli"), Verdict(4, first="Gus")]
    assert rounds.next_seats(SYG, plan, SEED, 1, FOUR, verdicts, {}, NOBODY) == Seats(names("", "Eli Gus"))


@settings(max_examples=30)
@given(st.integers(0, 16), st.integers(2, 5), st.integers(0, 2**32))
def test_a_redrawn_round_is_seated_as_the_record_says(left: int, number: int, roll: int) -> None:
    """The n players left sit at the plan's number of tables, or ⌊n/2⌋ (at least 1) if that is fewer."""
    random = Random(roll)
    seed = hashlib.sha256(str(roll).encode()).digest()
    groups = {f"E{n:03}": f"G{random.randint(1, 6)}" for n in range(1, left + 1)}
    codes = random.sample(sorted(groups), k=left)
    verdicts = [Verdict(table, first=code) for table, code in enumerate(codes, start=1)] + [Verdict(left + 1)]
    plan = Plan(64, (*[16] * (number - 1), 4, 1))
    seats = rounds.next_seats(REDRAW, plan, seed, number - 1, [], verdicts, groups, NOBODY)
    if not left:
        assert seats == Seats(((),), method="shuffle", attempt=0)
        return
    sizes = spec.spread(left, max(1, min(4, left // 2)))
    expected = spec.seat(seed, groups, sizes, labels=(f"redraw/{number}/", f"redraw/{number}/deal/"))
    assert (seats.method, seats.attempt, [list(table) for table in seats.tables]) == expected


def test_a_rotation_settles_movers_then_substitutes_then_balance_then_the_late() -> None:
    """Fay left and Ben was replaced; table 2 falls to two present and takes one by lot; then Zoe and Yan join."""
    tables = names("Ana Ben Cal Dee Eli", "Fay Gus Hal")
    changes = Changes(absent={"Fay"}, substitutes={"Ben": "Bob"}, late=["Zoe", "Yan"])
    goes = spec.shuffle(SEED, "balance/3/1", ["Ana", "Bob", "Cal", "Dee", "Eli"])[0]
    stay = [name for name in ("Ana", "Bob", "Cal", "Dee", "Eli") if name != goes]
    assert rounds.settle(BAC, SEED, 3, tables, changes) == Seats(
        ((*stay, "Zoe"), ("Fay", "Gus", "Hal", goes, "Yan")),
        moves=(TableMove(goes, 1, 2, "balance"),),
    )


def test_movers_move_even_if_they_leave() -> None:
    """Eli, best of table 1, goes home: his empty chair stands at table 3, where three are present."""
    verdicts = rounds.judge(BAC, (3,), SEED, 1, WORKED)
    seats = rounds.next_seats(BAC, Plan(13, (3,)), SEED, 1, WORKED, verdicts, {}, Changes(absent={"Eli"}))
    assert seats == Seats(names("Fay Hal Ivy Ana Kim", "Ben Dee Gus Jo", "Lou Max Eli Cal"))


def test_no_shows_before_round_1_are_balanced_with_round_0() -> None:
    tables = names("Ana Ben Cal Dee", "Eli Fay Gus Hal")
    goes = spec.shuffle(SEED, "balance/0/1", ["Ana", "Ben", "Cal", "Dee"])[0]
    assert rounds.settle(BAC, SEED, 0, tables, Changes(absent={"Eli", "Fay"})).moves == (
        TableMove(goes, 1, 2, "balance"),
    )


@pytest.mark.parametrize("settings", [SYG, CLASSROOM])
def test_only_a_rotation_balances(settings: Settings) -> None:
    tables = names("Ana Ben Cal Dee", "Eli Fay")
    assert rounds.settle(settings, SEED, 0, tables, Changes(absent={"Eli"}, late=["Zoe"])) == Seats(tables)


def test_it_refuses_the_late_when_every_table_is_full() -> None:
    with refused(RoundRefused, "Every table is full: 5 at each. There is no chair for another player."):
        rounds.settle(BAC, SEED, 1, names("Ana Ben Cal Dee Eli"), Changes(late=["Zoe"]))


@given(st.lists(st.integers(2, 5), min_size=2, max_size=6), st.sampled_from([BAC, LADDER]), st.integers(0, 2**32))
def test_every_round_of_a_rotation_keeps_its_table_sizes_and_its_people(
    sizes: list[int], settings: Settings, number: int
) -> None:
    random = Random(number)
    tables = [
        Finished(t, codes, tuple(Tally(code, points=random.randint(0, 3), won=random.randint(0, 1)) for code in codes))
        for t, codes in enumerate((tuple(f"E{t}{s}" for s in range(size)) for t, size in enumerate(sizes)), start=1)
    ]
    verdicts = rounds.judge(settings, (len(tables),), SEED, 1, tables)
    moves = [move for verdict in verdicts for move in verdict.moves]
    assert len({move.code for move in moves}) == len(moves)
    after = rotation.next_tables([table.codes for table in tables], moves)
    assert [len(table) for table in after] == sizes
    assert sorted(code for table in after for code in table) == sorted(c for table in tables for c in table.codes)
