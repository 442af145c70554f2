"""People who stay where they are keep their tick and the deal, whatever happens to others; who comes is not ticked."""

from __future__ import annotations

import pytest

from scoring.actions import corrections, players
from scoring.models import Dealer, Nod, Sat
from tests.cast import OUT, Day, a_day
from tournament.actions import attendance
from tournament.models import Entry, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]


def sit_down(day: Day, dealer: int = 1) -> None:
    """Everybody who is there is ticked, and the player on this chair deals first."""
    for seat in Seat.objects.filter(round=day.round, absent=False).select_related("table"):
        umpire = day.umpire(seat.table.number)
        players.sit(by=umpire, table=seat.table_id, entry=seat.entry_id)
        if seat.number == dealer:
            players.deal_first(by=umpire, table=seat.table_id, entry=seat.entry_id)


def ticked(day: Day) -> list[list[str]]:
    """Who is ticked, table by table."""
    rows = Sat.objects.filter(seat__round=day.round).order_by("seat__number")
    pairs = list(rows.values_list("seat__table__number", "seat__entry__code"))
    return [[code for table, code in pairs if table == number] for number in range(1, len(day.seats()) + 1)]


def dealers(day: Day) -> list[str | None]:
    """Who deals first, table by table; None where whoever was chosen has gone."""
    rows = Dealer.objects.filter(table__round=day.round).order_by("table__number")
    return list(rows.values_list("seat__entry__code", flat=True))


def on_chairs(day: Day, *but: str) -> list[list[str]]:
    """Everybody on a chair that is not empty, but these."""
    return [[code for code in table if code not in but and not code.startswith("(")] for table in day.seats()]


def firsts(day: Day) -> list[str]:
    return [table[0] for table in day.seats()]


def test_an_empty_chair_takes_nothing_from_anybody_else():
    day = a_day("syg", 8, "published")
    sit_down(day)
    chosen, gone = dealers(day), day.seats()[1][2]
    day.gone(gone)
    assert (ticked(day), dealers(day)) == (on_chairs(day), chosen)
    day.back(gone)
    assert (ticked(day), dealers(day)) == (on_chairs(day, gone), chosen)  # who comes back is looked at again


def test_a_dealer_who_leaves_leaves_the_choice_to_the_table():
    day = a_day("syg", 8, "published")
    sit_down(day)
    first, second = dealers(day)
    day.gone(second)
    assert dealers(day) == [first, None]


def test_a_substitute_is_ticked_and_nobody_else_again():
    day = a_day("syg", 8, "published", of_each=4)
    sit_down(day)
    gone = day.seats()[0][3]
    home = day.who(gone).group.name
    substitute = attendance.substitute(
        by=day.organiser, competition=day.pk, entry=day.who(gone).pk, name="Jo Reed", why="ill"
    )
    code = Entry.objects.get(pk=substitute).code
    assert day.seats()[0][3] == code
    assert home == Entry.objects.get(pk=substitute).group.name
    assert (ticked(day), dealers(day)) == (on_chairs(day, code), firsts(day))


def test_a_called_up_reserve_is_ticked_and_nobody_else_again():
    day = a_day("syg", 8, "entries closed", reserves=1).choose(8).until("published")
    sit_down(day)
    gone = day.seats()[1][1]
    day.gone(gone)
    called = attendance.call_up(by=day.organiser, competition=day.pk, entry=day.who(gone).pk, sure=True)
    code = Entry.objects.get(pk=called).code
    assert code in day.seats()[1]
    assert (ticked(day), dealers(day)) == (on_chairs(day, code), firsts(day))


def test_a_rotations_balance_asks_only_at_the_new_table():
    """Two of the first table are missing, so one of the second moves there; whoever closes up stays ticked."""
    day = a_day("bac", 8, "published")
    sit_down(day)
    chosen = dealers(day)
    first, second = day.seats()
    day.gone(first[2])
    day.gone(first[3])
    [moved] = set(second) - set(day.seats()[1])
    assert moved in day.seats()[0]
    assert (ticked(day), dealers(day)) == (
        on_chairs(day, moved),
        [chosen[0], None if chosen[1] == moved else chosen[1]],
    )


def test_a_late_arrival_is_ticked_and_nobody_else_again():
    day = a_day("bac", 8, "round closed")
    day.next_round()
    sit_down(day)
    late = attendance.arrive_late(by=day.organiser, competition=day.pk, group=day.group("Zion"), name="Kim Lee")
    code = Entry.objects.get(pk=late).code
    assert (ticked(day), dealers(day)) == (on_chairs(day, code), firsts(day))


def test_a_correction_of_the_round_before_asks_only_for_who_comes_instead():
    day = a_day("syg", 16, "round closed")
    day.next_round()
    sit_down(day)
    before = day.seats()
    table = day.competition.round_set.get(number=1).tables.get(number=4)
    hand = table.hands.get()
    first, second = [seat.entry_id for seat in table.seats.order_by("number")][:2]
    held = {str(seat.entry_id): 90 for seat in table.seats.order_by("number") if seat.entry_id != second}
    answer = corrections.correct_hand(
        by=day.organiser,
        table=table.pk,
        number=1,
        version=hand.version,
        held=held,
        out=second,
        why="misread",
        sure=True,
    )
    assert answer["reseats"] == 2
    [[gone]] = [[code for code in old if code not in new] for old, new in zip(before, day.seats(), strict=True)]
    [[come]] = [[code for code in new if code not in old] for old, new in zip(before, day.seats(), strict=True)]
    assert (gone, come) == (Entry.objects.get(pk=first).code, Entry.objects.get(pk=second).code)
    kept = [code if code != gone else None for code in (table[0] for table in before)]
    assert (ticked(day), dealers(day)) == (on_chairs(day, come), kept)


def test_in_mid_round_a_table_that_has_not_dealt_asks_for_the_substitute_only():
    day = a_day("syg", 8, "running", of_each=4)
    sit_down(day, dealer=2)
    day.hand(2, [OUT, 1, 2, 3])
    gone = day.seats()[0][1]
    chosen = dealers(day)
    new = attendance.substitute(by=day.organiser, competition=day.pk, entry=day.who(gone).pk, name="Jo Reed", why="ill")
    code = Entry.objects.get(pk=new).code
    assert (ticked(day), dealers(day)) == (on_chairs(day, code), [None, chosen[1]])


def test_who_takes_a_chair_over_in_mid_round_has_neither_sat_down_nor_agreed():
    """The chair keeps its hands and its place in the order of dealing."""
    day = a_day("syg", 8, "running", of_each=4)
    sit_down(day)
    day.hand(1, [OUT, 1, 2, 3]).values()
    gone = day.seats()[0][0]
    for code in day.seats()[0][:2]:
        players.nod(by=day.umpire(1), table=day.table(1).pk, entry=day.who(code).pk, seen=day.versions(1))
    new = attendance.substitute(by=day.organiser, competition=day.pk, entry=day.who(gone).pk, name="Jo Reed", why="ill")
    code = Entry.objects.get(pk=new).code
    assert (ticked(day)[0], dealers(day)[0]) == (on_chairs(day, code)[0], code)
    assert list(Nod.objects.values_list("seat__entry__code", flat=True)) == [day.seats()[0][1]]
    assert day.table(1).hands.get().held.count() == 3
