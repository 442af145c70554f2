"""RULES 5 and 7: who may go, come back, substitute, be called up or arrive late, and where everybody sits then.

A roster is written as people sit: "A1 A2 (B1) C1=B2" is a table at which B1's chair is empty and C1 sits for B2. The
letter is the group. A table whose first hand is recorded ends with "dealt", one whose sheet is in with "in".
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest

from tests.rules.spec import refused
from tournament.rules.attendance.asking import check_asking, check_granting
from tournament.rules.attendance.calling_up import call_up, next_in_call, whom_they_meet
from tournament.rules.attendance.coming_back import come_back
from tournament.rules.attendance.going import leave
from tournament.rules.attendance.late_arrival import arrive_late, newcomer_arrives_late
from tournament.rules.attendance.newcomers import newcomer
from tournament.rules.attendance.reseating import reseat
from tournament.rules.attendance.roster import Player, Roster, RosterDraw, RosterRound, RosterSeat, RosterTable
from tournament.rules.attendance.substitution import check_substitution, newcomer_substitutes, substitute
from tournament.rules.entries import Status
from tournament.rules.errors import EntryRefused, RoundRefused, TurntableError, why_not
from tournament.rules.meetings import Meeting
from tournament.rules.presets import Settings, preset
from tournament.rules.ranking import Tally
from tournament.rules.rotation import TableMove
from tournament.rules.rounds import Finished
from tournament.rules.standing import MadeRound, Standing, StandingDraw, make_standing

SEED = hashlib.sha256(b"dice").digest()
SYG = preset("syg").settings
BAC = preset("bac").settings.change(rounds=3)
CLASSROOM = preset("classroom").settings


def seat(word: str) -> RosterSeat:
    code, _, stands_for = word.strip("()").partition("=")
    return RosterSeat(code, stands_for, absent=word.startswith("("))


def table(line: str) -> RosterTable:
    *words, last = line.split() or [""]
    words, mark = (words, last) if last in ("dealt", "in") else ([*words, last], "")
    return RosterTable(tuple(map(seat, filter(None, words))), dealt=mark == "dealt", accepted=mark == "in")


def player(code: str, status: str = Status.IN, **more: Any) -> Player:
    return Player(code, group=f"{code[0]}1", status=status, **more)


def roster(
    *rounds: Sequence[str],
    settings: Settings = SYG,
    plan: Sequence[int] = (2, 1),
    call: str = "",
    closed: bool = False,
    more: Sequence[Player] = (),
) -> Roster:
    """Rounds as they sit, the last of them open unless `closed`; `call` is the order of call, `more` changes or adds
    people. Whoever has an empty chair in the latest round is gone since."""
    made = [[table(line) for line in lines] for lines in rounds]
    drawn = tuple(tuple(seat.drawn_for for seat in t.seats) for t in made[0])
    seats = [(number, s) for number, tables in enumerate(made, start=1) for t in tables for s in t.seats]
    people = {code: player(code) for code in sorted({code for t in drawn for code in t})}
    people |= {s.stands_for: player(s.stands_for, left=number) for number, s in seats if s.stands_for}
    people |= {s.code: player(s.code, Status.SUBSTITUTE, listed=False) for _, s in seats if s.stands_for}
    people |= {s.code: player(s.code, left=number) for number, s in seats if s.absent and number == len(made)}
    people |= {code: player(code, Status.NOT_DRAWN) for code in call.split()}
    return Roster(
        settings=settings,
        players=people | {changed.code: changed for changed in more},
        draw=RosterDraw(sum(map(len, drawn)), tuple(plan), SEED, drawn, tuple(call.split())),
        rounds=tuple(
            RosterRound(number, tuple(tables), closed or number < len(made))
            for number, tables in enumerate(made, start=1)
        ),
    )


def seats(result: Roster) -> list[str]:
    """The latest round, written as above."""
    assert result.latest is not None
    return [" ".join(map(_written, t.seats)) for t in result.latest.tables]


def _written(seat: RosterSeat) -> str:
    word = f"{seat.code}={seat.stands_for}" if seat.stands_for else seat.code
    return f"({word})" if seat.absent else word


LAST_IS_OVER = "The last round is over, so nobody can join or leave now."
FINAL_IS_OVER = "The final is over, so nobody can join or leave now."
FIVE_AND_FOUR = ("A1 B1 C1 D1 E1", "F1 G1 H1 I1")
FIVE_DEALT = ("A1 B1 C1 D1 E1 dealt", "F1 G1 H1 I1")
PAIRS = ("A1 B1", "C1 D1")
FOUR = ("A1 B1 C1 D1",)


def rotation(*rounds: Sequence[str], **more: Any) -> Roster:
    return roster(*rounds, **{"settings": BAC, "plan": [2], **more})


def played(*tables: str) -> tuple[Finished, ...]:
    """The round before: at each table the first had fewest points, and so on."""
    return tuple(
        Finished(number, tuple(line.split()), tuple(Tally(code, 10 * n, 1) for n, code in enumerate(line.split())))
        for number, line in enumerate(tables, start=1)
    )


def second_round(*tables: str, settings: Settings = BAC, **more: Any) -> Roster:
    """A second round that is seated from the first, in which everybody was present."""
    first = more.pop("first", FIVE_AND_FOUR)
    made = roster(first, tables, settings=settings, plan=more.pop("plan", [len(first)]), **more)
    return replace(made, finished=played(*first))


# Going


@pytest.mark.parametrize(
    ("before", "who", "more", "after", "left"),
    [
        pytest.param(roster(PAIRS), "A1", {}, ["(A1) B1", "C1 D1"], 1, id="RULES 5: an empty chair"),
        pytest.param(roster(("A1 B1 dealt", "C1 D1")), "A1", {}, ["A1 B1", "C1 D1"], 2, id="who has played stays"),
        pytest.param(roster(("A1 B1 dealt", "C1 D1")), "C1", {}, ["A1 B1", "(C1) D1"], 1, id="not yet at their table"),
        pytest.param(roster(PAIRS), "A1", {"next_round": True}, ["A1 B1", "C1 D1"], 2, id="from the next round on"),
        pytest.param(roster(PAIRS, closed=True), "A1", {}, ["A1 B1", "C1 D1"], 2, id="between two rounds"),
        pytest.param(roster(PAIRS, call="E1"), "E1", {}, ["A1 B1", "C1 D1"], 1, id="passed over in the order of call"),
        pytest.param(
            rotation(("A1 B1 C1 D1 E1", "(F1) G1 H1 I1")), "G1", {}, ["A1 B1 D1 E1", "(F1) (G1) H1 I1 C1"], 1,
            id="RULES 7: a table with fewer than three takes one by lot",
        ),
        pytest.param(
            rotation(("A1 B1 C1 D1 E1", "(F1) G1 H1 I1"), ("A1 B1 C1 D1 E1 dealt", "(F1) G1 H1 I1"),
                     more=[player("F1")]),
            "F1", {"next_round": True}, ["A1 B1 C1 D1 E1", "(F1) G1 H1 I1"], 1,
            id="a chair that was empty until now was empty all along",
        ),
    ],
)  # fmt: skip
def test_somebody_goes(before: Roster, who: str, more: dict[str, Any], after: list[str], left: int) -> None:
    result = leave(before, who, **more)
    assert (seats(result), result.players[who].left) == (after, left)


def test_before_the_draw_is_published_somebody_is_gone_from_the_first_round() -> None:
    sealed = Roster(SYG, {"A1": player("A1", "")})
    assert leave(sealed, "A1") == Roster(SYG, {"A1": player("A1", "", left=1)})


def test_a_balanced_rotation_knows_who_was_moved() -> None:
    result = leave(rotation(("A1 B1 C1 D1 E1", "(F1) G1 H1 I1")), "G1")
    assert result.latest is not None
    assert result.latest.balance == (TableMove("C1", 1, 2, "balance"),)


HAS_TO_STAY = (
    "Hands have been dealt in this round, and without this person others would have to change tables. "
    "Leave the chair as it is, and keep dealing them in: their cards stay on the table and count."
)


@pytest.mark.parametrize(
    ("before", "who", "more", "sentence"),
    [
        (roster(("(A1) B1", "C1 D1")), "A1", {}, "This person is already marked as gone."),
        (roster(PAIRS, plan=[2], settings=CLASSROOM, closed=True), "A1", {}, LAST_IS_OVER),
        (
            roster(PAIRS, plan=[2], settings=CLASSROOM), "A1", {"next_round": True},
            "This is the last round, so there’s no next round to leave.",
        ),
        (roster(FOUR, plan=[1], closed=True), "A1", {}, FINAL_IS_OVER),
        (
            roster(FOUR, plan=[1]), "A1", {"next_round": True},
            "This is the final, so there’s no next round to leave.",
        ),
        (
            rotation(("A1 B1 C1 D1 E1 dealt", "(F1) G1 H1 I1")), "G1", {},
            f"{HAS_TO_STAY} Mark them as gone from the next round.",
        ),
        (
            rotation(("A1 B1 C1 D1 E1 dealt", "(F1) G1 H1 I1"), settings=BAC.change(rounds=1)), "G1", {}, HAS_TO_STAY,
        ),
    ],
)  # fmt: skip
def test_going_is_refused(before: Roster, who: str, more: dict[str, Any], sentence: str) -> None:
    with refused(RoundRefused, sentence):
        leave(before, who, **more)


# Coming back


@pytest.mark.parametrize(
    ("before", "who", "after"),
    [
        pytest.param(roster(("(A1) B1", "C1 D1")), "A1", ["A1 B1", "C1 D1"], id="nothing is dealt"),
        pytest.param(roster(("(A1) B1", "C1 D1 dealt")), "A1", ["A1 B1", "C1 D1"], id="nothing at their table"),
        pytest.param(
            rotation(("(A1) B1 C1 D1 E1 dealt", "F1 G1 H1 I1")), "A1", ["(A1) B1 C1 D1 E1", "F1 G1 H1 I1"],
            id="a rotation has another round for them",
        ),
        pytest.param(
            leave(leave(rotation(FIVE_AND_FOUR), "F1"), "G1"), "G1", ["A1 B1 C1 D1 E1", "(F1) G1 H1 I1"],
            id="who was moved for their sake sits where they sat",
        ),
        pytest.param(roster(PAIRS, call="E1", more=[player("E1", Status.NOT_DRAWN, left=1)]), "E1",
                     ["A1 B1", "C1 D1"], id="waits in the order of call again"),
    ],
)  # fmt: skip
def test_somebody_comes_back(before: Roster, who: str, after: list[str]) -> None:
    result = come_back(before, who)
    assert (seats(result), result.players[who].left) == (after, None)


def test_a_late_arrival_who_never_sat_comes_back_to_the_next_round_to_be_dealt() -> None:
    late = player("J1", Status.LATE, joins=2, left=2, listed=False)
    before = second_round("B1 C1 D1 F1 I1", "G1 H1 A1 E1", more=[late])
    assert seats(before) == seats(reseat(before))
    result = come_back(before, "J1")
    assert (seats(result), result.players["J1"].joins) == (["B1 C1 D1 F1 I1", "G1 H1 A1 E1 J1"], 2)
    dealt = second_round("B1 C1 D1 F1 I1 dealt", "G1 H1 A1 E1", more=[late])
    assert come_back(dealt, "J1").players["J1"].joins == 3


NO_OTHER_DEAL = "The round was dealt without them, and there’s no later round to come back to."
SOMEBODY_HAS_IT = "Somebody else has this person’s seat. They can take it, or another, as a substitute."


@pytest.mark.parametrize(
    ("before", "who", "sentence"),
    [
        (roster(PAIRS), "A1", "This person isn’t marked as gone."),
        (roster(("(A1) B1", "C1 D1"), plan=[2], settings=CLASSROOM, closed=True), "A1", LAST_IS_OVER),
        (roster(("Z1=A1 B1", "C1 D1")), "A1", SOMEBODY_HAS_IT),
        (
            roster(("F1=A1 B1", "C1 D1"), call="E1 F1",
                   more=[player("E1", Status.NOT_DRAWN, left=1), player("F1", Status.CALLED_UP)]),
            "E1", "This person was passed over in the order of call. They can still take a seat as a substitute.",
        ),
        (roster(("(A1) B1 dealt", "C1 D1")), "A1", NO_OTHER_DEAL),
        (rotation(("(A1) B1 C1 D1 E1 dealt", "F1 G1 H1 I1"), settings=BAC.change(rounds=1)), "A1", NO_OTHER_DEAL),
        (
            rotation(("A1 B1 C1 D1", "F1 G1 H1 I1"), settings=BAC.change(rounds=1),
                     more=[player("J1", Status.LATE, joins=2, left=1, listed=False)]),
            "J1", "The last round has begun, so nobody can join now.",
        ),
    ],
)  # fmt: skip
def test_coming_back_is_refused(before: Roster, who: str, sentence: str) -> None:
    with refused(RoundRefused, sentence):
        come_back(before, who)


# Substitution


@pytest.mark.parametrize(
    ("before", "who", "new", "more", "after"),
    [
        pytest.param(roster(PAIRS), "A1", "A2", {}, ["A2=A1 B1", "C1 D1"], id="RULES 5: until the first hand"),
        pytest.param(roster(("(A1) B1", "C1 D1")), "A1", "A2", {}, ["A2=A1 B1", "C1 D1"], id="an empty chair"),
        pytest.param(roster(("Z1=A1 B1", "C1 D1")), "Z1", "A2", {}, ["A2=A1 B1", "C1 D1"], id="of a substitute"),
        pytest.param(roster(("Z1=A1 B1", "C1 D1")), "Z1", "A1", {}, ["A1 B1", "C1 D1"], id="their own seat back"),
        pytest.param(roster(("A1 B1", "C1 D1 dealt")), "A1", "A2", {}, ["A2=A1 B1", "C1 D1"], id="not at their table"),
        pytest.param(
            roster(("A1 B1 dealt", "C1 D1")), "A1", "A2", {"override": True}, ["A2=A1 B1", "C1 D1"],
            id="RULES 5: an organiser overrides the deal",
        ),
        pytest.param(
            roster(PAIRS), "A1", "A2", {"override": True, "grade": "Uno Under 18"}, ["A2=A1 B1", "C1 D1"],
            id="RULES 5: and the grade",
        ),
        pytest.param(
            rotation(FIVE_DEALT), "F1", "F2", {"override": True}, ["A1 B1 C1 D1 E1", "F2=F1 G1 H1 I1"],
            id="in a rotation that has dealt",
        ),
    ],
)  # fmt: skip
def test_somebody_takes_a_seat(before: Roster, who: str, new: str, more: dict[str, Any], after: list[str]) -> None:
    taking = before.players.get(new) or player(new, "", listed=False)
    result = substitute(before, who, taking, **more)
    assert seats(result) == after
    assert (result.players[who].left, result.players[new].left) == (1, None)
    assert result.players[new].status == (Status.IN if new == "A1" else Status.SUBSTITUTE)


def test_a_reserve_who_loses_the_seat_again_was_not_there() -> None:
    before = roster(PAIRS, call="A2")
    first = substitute(before, "A1", before.players["A2"])
    second = newcomer_substitutes(first, "A2")
    assert seats(second) == ["D2=A1 B1", "C1 D1"]
    assert second.players["A2"] == player("A2", Status.NOT_DRAWN, left=1)


def test_a_newcomer_has_the_codes_that_follow_the_list() -> None:
    assert newcomer(roster(PAIRS), "A1") == Player("D2", group="A1", listed=False)
    assert newcomer(roster(PAIRS)) == Player("D2", group="D2", listed=False)
    full = Roster(SYG, {"E999": player("E999")})
    with refused(EntryRefused, "This competition is full: nobody else can be added."):
        newcomer(full, "E1")


KNOCKED_OUT = roster(PAIRS, ("A1 C1",), more=[player("B1")])


@pytest.mark.parametrize(
    ("before", "who", "new", "kind", "sentence"),
    [
        (roster(PAIRS, closed=True), "A1", "A2", RoundRefused, "There is no open round."),
        (roster(PAIRS, call="E1"), "E1", "A2", RoundRefused, "This person has no seat in this round."),
        (
            roster(("A1 B1 in", "C1 D1")), "A1", "A2", RoundRefused,
            "This table’s sheet is in. They can take a seat in the next round.",
        ),
        (
            roster(("(A1) B1 dealt", "C1 D1")), "A1", "A2", RoundRefused,
            "This chair was empty when the first hand was dealt, so it stays empty in this round.",
        ),
        (
            second_round("B1 C1 D1 F1 I1", "G1 H1 A1 E1 J1",
                         more=[player("J1", Status.LATE, joins=2, listed=False)]),
            "J1", "J2", EntryRefused,
            "This person arrives late in this round and has no seat to give up yet. Mark them as gone, then enter "
            "the other as a late arrival.",
        ),
        (roster(PAIRS), "A1", "A1", EntryRefused, "That’s the same person."),
        (roster(PAIRS), "A1", "B1", EntryRefused, "That person already has a seat in this round."),
        (
            roster(("Z1=A1 B1", "C1 D1")), "B1", "A1", EntryRefused,
            "Somebody is sitting in for that person in this round. Give them their own seat back instead.",
        ),
        (KNOCKED_OUT, "A1", "B1", EntryRefused, "That person has already been knocked out."),
        (
            roster(("A1 B1 dealt", "C1 D1")), "A1", "A2", EntryRefused,
            "The first hand of this round has been dealt. Only an organiser can still substitute, with a reason.",
        ),
        (
            rotation(FIVE_DEALT), "F1", "F2", EntryRefused,
            "The first hand of this round has been dealt. Only an organiser can still substitute, with a reason.",
        ),
    ],
)  # fmt: skip
def test_a_seat_is_refused(before: Roster, who: str, new: str, kind: type[TurntableError], sentence: str) -> None:
    with refused(kind, sentence):
        substitute(before, who, before.players.get(new) or player(new, "", listed=False))


def test_a_substitute_moves_nobody_else_once_hands_are_dealt() -> None:
    """The lot moved C1 to the short table. Had J1 been there instead, it would have moved another."""
    seated = leave(leave(rotation(FIVE_AND_FOUR), "F1"), "G1")
    assert seated.latest is not None
    assert seats(seated) == ["A1 B1 D1 E1", "(F1) (G1) H1 I1 C1"]
    tables = (replace(seated.latest.tables[0], dealt=True), seated.latest.tables[1])
    dealt = seated.with_latest(replace(seated.latest, tables=tables))
    sentence = (
        "Hands have been dealt in this round, and with this substitute other people would have changed tables. "
        "They can take the seat in the next round."
    )
    with refused(RoundRefused, sentence):
        substitute(dealt, "C1", replace(player("J1", "", listed=False), group="C1"), override=True)


def test_where_groups_are_left_out_anybody_takes_a_seat() -> None:
    """“Everybody is their own group, and anybody may substitute for anybody.”"""
    before = roster(("A1 B1", "C1 D1"))
    with refused(EntryRefused, REASONS["other_group"]):
        substitute(before, "C1", player("E1", "", listed=False))
    alone = replace(before, has_groups=False)
    assert seats(substitute(alone, "C1", player("E1", "", listed=False))) == ["A1 B1", "E1=C1 D1"]
    newcomer_ = next(iter(newcomer_substitutes(alone, "C1").players.keys() - alone.players.keys()))
    groups = [player.group for player in newcomer_substitutes(alone, "C1").players.values()]
    assert newcomer_ and len(groups) == len(set(groups))


REASONS = {
    "same_person": "That’s the same person.",
    "seated": "That person already has a seat in this round.",
    "replaced": "Somebody is sitting in for that person in this round. Give them their own seat back instead.",
    "knocked_out": "That person has already been knocked out.",
    "other_group": "That person is from another group. Only somebody from the same group can take this seat.",
    "grade": "That person is in Uno Under 18, another grade. Only an organiser can let them play here, with a reason.",
    "dealt": "The first hand of this round has been dealt. Only an organiser can still substitute, with a reason.",
}


@pytest.mark.parametrize("wrong", list(product([False, True], repeat=7)))
@pytest.mark.parametrize("override", [False, True])
def test_a_substitution_is_refused_with_the_first_reason_there_is(wrong: tuple[bool, ...], override: bool) -> None:
    facts = dict(zip(REASONS, wrong, strict=True))
    reasons = [reason for reason, is_so in facts.items() if is_so and not (override and reason in ("dealt", "grade"))]
    facts["grade"] = "Uno Under 18" if facts["grade"] else ""
    if not reasons:
        check_substitution(override=override, **facts)
        return
    with refused(EntryRefused, REASONS[reasons[0]]):
        check_substitution(override=override, **facts)


# Calling up


def test_the_next_in_the_order_of_call_takes_the_seat() -> None:
    before = roster(("A1 B1", "(C1) D1"), call="E1 F1 G1", more=[player("E1", Status.NOT_DRAWN, left=1)])
    assert next_in_call(before).code == "F1"
    result = call_up(before, "C1")
    assert seats(result) == ["A1 B1", "F1=C1 D1"]
    assert (result.players["F1"].status, result.players["C1"].left) == (Status.CALLED_UP, 1)
    assert next_in_call(result).code == "G1"


def test_somebody_who_is_called_and_does_not_come_either_was_not_drawn_after_all() -> None:
    first = call_up(roster(PAIRS, call="E1 F1"), "A1")
    second = call_up(first, "E1")
    assert seats(second) == ["F1=A1 B1", "C1 D1"]
    assert second.players["E1"] == player("E1", Status.NOT_DRAWN, left=1)


@pytest.mark.parametrize(
    ("before", "who", "sentence"),
    [
        (roster(PAIRS, call="E1", closed=True), "A1", "There is no open round."),
        (roster(PAIRS, call="E1"), "E1", "This person has no seat in this round."),
        (roster(PAIRS), "A1", "There’s nobody left to call up, so the chair stays empty."),
        (
            roster(("A1 B1", "C1 D1 dealt"), call="E1"), "A1",
            "Nobody can be called up now: the first hand of round 1 has been dealt.",
        ),
        (
            roster(PAIRS, ("A1 C1",), call="E1"), "A1",
            "Nobody can be called up now: the first hand of round 1 has been dealt.",
        ),
        (
            roster(("A1 B1 C1 D1 dealt",), plan=[1], call="E1"), "A1",
            "Nobody can be called up now: the first hand of the final has been dealt.",
        ),
    ],
)  # fmt: skip
def test_calling_up_is_refused(before: Roster, who: str, sentence: str) -> None:
    with refused(RoundRefused, sentence):
        call_up(before, who)


@pytest.mark.parametrize(
    ("table", "meeting"),
    [
        pytest.param("A1 B1", Meeting(1, ("B2", "B1")), id="RULES 5: a group that would meet is asked about"),
        pytest.param("A1 C1", None, id="nobody of theirs"),
        pytest.param("A1 (B1)", None, id="an empty chair meets nobody"),
    ],
)
def test_whom_of_their_own_group_the_called_meet(table: str, meeting: Meeting | None) -> None:
    assert whom_they_meet(call_up(roster((table, "D1 E1"), call="B2"), "A1"), "B2") == meeting


# Late arrivals


def test_a_late_arrival_plays_from_the_next_round_on() -> None:
    result = arrive_late(rotation(FIVE_AND_FOUR), player("J1", "", listed=False))
    assert seats(result) == list(FIVE_AND_FOUR)
    assert result.players["J1"] == player("J1", Status.LATE, joins=2, listed=False)


def test_in_a_later_round_that_has_not_dealt_they_sit_down_at_once() -> None:
    before = second_round("B1 C1 D1 F1 I1", "G1 H1 A1 E1")
    assert seats(newcomer_arrives_late(before)) == ["B1 C1 D1 F1 I1", "G1 H1 A1 E1 I2"]


FULL = "Every table is full: 5 at each. There is no chair for another player."


@pytest.mark.parametrize(
    ("before", "late", "kind", "sentence"),
    [
        (roster(PAIRS), "J1", RoundRefused, "Late arrivals can join only a rotation."),
        (Roster(BAC, {"A1": player("A1", "")}), "J1", RoundRefused,
         "The draw isn’t published yet: enter them instead."),
        (rotation(FIVE_AND_FOUR, settings=BAC.change(rounds=1)), "J1", RoundRefused,
         "The last round has begun, so nobody can join now."),
        (rotation(FIVE_AND_FOUR, settings=BAC.change(rounds=1), closed=True), "J1", RoundRefused, LAST_IS_OVER),
        (rotation(FIVE_AND_FOUR), "A1", EntryRefused, "This person is already in the competition."),
        (rotation(("A1 B1 C1 D1 E1", "F1 G1 H1 I1 J1")), "K1", RoundRefused, FULL),
        (second_round("B1 C1 D1 F1 J1", "G1 H1 I1 A1 E1", first=("A1 B1 C1 D1 E1", "F1 G1 H1 I1 J1")), "K1",
         RoundRefused, FULL),
    ],
)  # fmt: skip
def test_arriving_late_is_refused(before: Roster, late: str, kind: type[TurntableError], sentence: str) -> None:
    with refused(kind, sentence):
        arrive_late(before, before.players.get(late) or player(late, "", listed=False))


# Asking the organiser

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SEALED = StandingDraw(4, (2, 1), sealed_at=NOON)
DRAWN = StandingDraw(4, (2, 1), sealed_at=NOON, drawn_at=NOON, published_at=NOON)


def standing(draw: StandingDraw | None, *rounds: MadeRound, **more: Any) -> Standing:
    return make_standing(1, SYG, draw, rounds, **{"takes_entries": False, **more})


@pytest.mark.parametrize(
    ("now", "has_seat", "sentence"),
    [
        (standing(None), None, ""),
        (standing(DRAWN, MadeRound(1, 1)), True, ""),
        (
            standing(None, finished_at=NOON, takes_entries=True), None,
            "The competition is finished: nobody can take a seat now.",
        ),
        (standing(None, takes_entries=True), False, "Entries are open: change the name instead."),
        (
            standing(DRAWN, MadeRound(1, 1)), False,
            "This person has no seat in this round that somebody else could take.",
        ),
        (
            standing(DRAWN, MadeRound(1, 1, NOON, NOON), MadeRound(2, 2, NOON, NOON)), True,
            "The final is over: nobody can take a seat now.",
        ),
    ],
)  # fmt: skip
def test_when_a_group_may_ask_for_a_substitution(now: Standing, has_seat: bool | None, sentence: str) -> None:
    assert why_not(check_asking, now, has_seat) == sentence


@pytest.mark.parametrize(
    ("now", "sentence"),
    [
        (standing(None), ""),
        (
            standing(SEALED),
            "The draw is sealed, so the list stays as it is. You can grant it once the draw is published.",
        ),
        (standing(DRAWN, MadeRound(1, 1)), ""),
        (
            standing(DRAWN, MadeRound(1, 1, NOON, NOON)),
            "Round 1 is closed. You can grant it once the next round is made, if this person goes on.",
        ),
        (standing(DRAWN, MadeRound(1, 1, NOON, NOON), MadeRound(2, 2)), ""),
        (
            standing(DRAWN, MadeRound(1, 1, NOON, NOON), MadeRound(2, 2, NOON, NOON)),
            "The final is over: nobody can take a seat now. You can only decline it.",
        ),
    ],
)
def test_when_a_wish_may_be_granted(now: Standing, sentence: str) -> None:
    assert why_not(check_granting, now) == sentence
