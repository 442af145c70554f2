"""Ties: hands won, then one play-off hand, then the lot; a rotation settles its own at once (RULES 6 and 7)."""

from __future__ import annotations

import pytest

from scoring.actions import hands, sheets
from scoring.models import Hand
from tests.backends import ON_SQLITE
from tests.cast import OUT, Day, a_day
from tests.refusals import refused
from tournament.models import Move, Tie
from tournament.rules.chance import shuffle
from tournament.rules.errors import HandRefused, NeedsConfirmation, RoundRefused

pytestmark = [pytest.mark.django_db, ON_SQLITE]


def four(*played: list, preset: str = "syg", **choices) -> Day:
    """Ana, Ben, Cal and Dee at the only table have played these hands, and the bell has rung."""
    day = Day(preset, **choices)
    for name in ("Ana", "Ben", "Cal", "Dee"):
        day.enter(name, f"Group of {name}")
    day.until("drawn").arrange([["Ana", "Ben", "Cal", "Dee"]]).until("running")
    for held in played:
        day.hand(1, held)
    return day.ring()


def ties(day: Day) -> list[tuple[list[str], str, str]]:
    return list(Tie.objects.values_list("between", "by", "took__code"))


def lot(day: Day, label: str, *codes: str) -> str:
    """Whom the lot takes; how it is held is proven elsewhere."""
    return shuffle(day.competition.draws.get().seed_bytes, label, codes)[0]


def test_level_on_points_most_hands_won_goes_on():
    day = four([OUT, 10, 30, 30], [10, OUT, 30, 30], [OUT, 0, 30, 30])
    day.accept(1).close_round()
    a, b, *_ = day.seats()[0]
    assert ties(day) == [([*sorted([a, b])], "hands_won", a)]
    assert day.table(1).first.code == a


def test_still_level_a_play_off_hand_is_asked_for_and_its_winner_goes_on():
    day = four([OUT, 10, 30, 30], [10, OUT, 30, 30])
    a, b, *_ = day.seats()[0]
    sentence = "Level for first place: Ana, Ben. Let them play one more hand, or draw lots."
    with refused(RoundRefused, sentence):
        day.accept(1)
    day.hand(1, [25, OUT, None, None], playoff=True)
    day.accept(1)
    assert list(day.table(1).seats.values_list("points", "hands", "won")) == [
        (10, 2, 1), (10, 2, 1), (60, 2, 0), (60, 2, 0),
    ]  # fmt: skip
    day.close_round()
    assert ties(day) == [(sorted([a, b]), "playoff", b)]
    assert (day.table(1).first.code, day.table(1).playoff.code) == (b, b)


def test_only_those_still_level_play_off():
    day = four([OUT, 10, 30, 30], [10, OUT, 30, 30])
    with refused(HandRefused, f"{day.names()[0][2]} isn’t playing this hand."):
        day.hand(1, [OUT, 5, 5, None], playoff=True)


def test_there_is_no_play_off_without_a_tie():
    day = four([OUT, 10, 30, 30])
    with refused(HandRefused, "Nobody is level for first place, so there is no play-off hand."):
        day.hand(1, [OUT, 5, None, None], playoff=True)


def test_after_the_play_off_no_hand_follows_and_there_is_only_one():
    day = four([OUT, 10, 30, 30], [10, OUT, 30, 30])
    day.hand(1, [OUT, 5, None, None], playoff=True)
    with refused(HandRefused, "The play-off hand is in, so no other hand can follow it."):
        day.hand(1, [OUT, 10, 30, 30])
    with refused(HandRefused, "There’s only one play-off hand. If nobody went out, the lot decides."):
        day.hand(1, [OUT, 5, None, None], playoff=True)


def test_a_play_off_that_nobody_finished_goes_to_the_lot():
    day = four([OUT, 10, 30, 30], [10, OUT, 30, 30])
    a, b, *_ = day.seats()[0]
    day.hand(1, [5, 6, None, None], playoff=True)
    with refused(RoundRefused, "Level for first place: Ana, Ben. Let them play one more hand, or draw lots."):
        day.accept(1)
    sheets.settle_by_lot(by=day.umpire(1), table=day.table(1).pk)
    day.accept(1).close_round()
    took = lot(day, "tie/1/1", a, b)
    assert ties(day) == [(sorted([a, b]), "lot", took)]
    assert day.table(1).first.code == took


def test_the_lot_is_only_for_those_level_after_hands_won():
    """Ana, Ben and Cal have 20; Ana and Ben won a hand each."""
    day = four([OUT, 10, 10, 30], [20, OUT, 10, 30], [0, 10, 0, OUT])
    a, b, c, _ = day.seats()[0]
    sheets.settle_by_lot(by=day.organiser, table=day.table(1).pk)
    day.accept(1).close_round()
    assert ties(day) == [(sorted([a, b, c]), "lot", lot(day, "tie/1/1", a, b))]


def test_without_a_hand_everybody_is_level_and_the_organiser_lets_the_lot_decide():
    """Then the umpire may accept it: somebody has said that nothing was played."""
    day = four()
    none = "No hand is recorded at this table."
    with refused(RoundRefused, f"{none} If none was really played, the organiser can accept that."):
        sheets.settle_by_lot(by=day.umpire(1), table=day.table(1).pk, sure=True)
    with refused(NeedsConfirmation, f"{none} Draw lots for first place without one?"):
        sheets.settle_by_lot(by=day.organiser, table=day.table(1).pk)
    sheets.settle_by_lot(by=day.organiser, table=day.table(1).pk, sure=True)
    day.accept(1).close_round()
    assert [by for _, by, _ in ties(day)] == ["lot"]


def test_the_lot_is_not_for_who_is_not_level():
    day = four([OUT, 10, 30, 30])
    with refused(RoundRefused, "Nobody is level for first place."):
        sheets.settle_by_lot(by=day.umpire(1), table=day.table(1).pk)


def test_where_the_winner_takes_the_most_points_are_level():
    day = four([OUT, 10, 20, 30], [10, OUT, 20, 30], preset="classroom", hands=2, clock=600)
    with refused(RoundRefused, "Level for first place: Ana, Ben. Let them play one more hand, or draw lots."):
        day.accept(1)


def test_a_change_that_unties_is_refused_while_the_play_off_stands():
    day = four([OUT, 10, 30, 30], [10, OUT, 30, 30])
    day.hand(1, [OUT, 5, None, None], playoff=True)
    body = day.typed(1, [OUT, 11, 30, 30]) | {"number": 1, "version": 1}
    with refused(HandRefused, "Nobody is level for first place, so there is no play-off hand."):
        hands.change_hand(by=day.umpire(1), **body)
    body = day.typed(1, [OUT, 10, 10, 30]) | {"number": 1, "version": 1}
    hands.delete_hand(by=day.umpire(1), table=day.table(1).pk, number=3, why="there was no tie")
    hands.change_hand(by=day.umpire(1), **body)
    assert Hand.objects.filter(deleted_at__isnull=True).count() == 2


def test_the_play_off_hand_itself_can_be_recounted():
    day = four([OUT, 10, 30, 30], [10, OUT, 30, 30])
    day.hand(1, [OUT, 5, None, None], playoff=True)
    body = day.typed(1, [5, OUT, None, None]) | {"number": 3, "version": 1}
    hands.change_hand(by=day.umpire(1), **body)
    day.accept(1)
    assert day.table(1).playoff.competitor.name == "Ben"


# Rotation: settled by itself, and shown


def two_tables(first: list[list], second: list[list]) -> Day:
    day = a_day("bac", 8, "time up", rounds=2)
    for table, played in ((1, first), (2, second)):
        for held in played:
            day.hand(table, held)
        day.accept(table)
    return day.close_round()


PLAIN = [[OUT, 10, 20, 30]]


def test_a_rotation_has_no_play_off():
    day = a_day("bac", 8, "time up", rounds=2)
    day.hand(1, [5, 5, 20, 30])
    with refused(HandRefused, "A rotation settles its ties by itself; there is no play-off hand."):
        day.hand(1, [OUT, 5, None, None], playoff=True)
    with refused(RoundRefused, "Nobody is level for first place."):
        sheets.settle_by_lot(by=day.umpire(1), table=day.table(1).pk)


def test_level_on_points_the_best_has_most_hands_won():
    day = two_tables([[OUT, 10, 30, 40], [10, 0, OUT, 50]], PLAIN)
    a, b, *_ = day.seats(1)[0]
    assert ties(day) == [(sorted([a, b]), "hands_won", a)]


def test_level_on_points_the_worst_has_fewest_hands_won():
    day = two_tables([[OUT, 20, 30, 60], [1, 20, 30, OUT]], PLAIN)
    *_, c, d = day.seats(1)[0]
    assert ties(day) == [(sorted([c, d]), "hands_won", c)]


def test_then_the_last_complete_hand_decides_best_before_worst():
    """30, 30, 60, 60 and no, no, one, one hand won; the hand at the bell is not complete."""
    day = two_tables([[10, 20, OUT, 60], [20, 10, 60, OUT], [5, 5, 5, 5]], PLAIN)
    a, b, c, d = day.seats(1)[0]
    assert ties(day) == [(sorted([a, b]), "last_hand", b), (sorted([c, d]), "last_hand", c)]


def test_then_the_lot():
    day = two_tables([[10, 10, 20, 20]], PLAIN)
    a, b, c, d = day.seats(1)[0]
    assert ties(day) == [
        (sorted([a, b]), "lot", lot(day, "best/1/1", a, b)),
        (sorted([c, d]), "lot", lot(day, "worst/1/1", c, d)),
    ]


def test_best_and_worst_are_two_people_even_if_all_are_level():
    day = two_tables([[5, 5, 5, 5]], PLAIN)
    best, worst = Move.objects.filter(after=1, source=1).values_list("entry__code", flat=True)
    assert best != worst
    assert [len(between) for between, _, _ in ties(day)] == [4, 3]
