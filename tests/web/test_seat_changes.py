"""What a tablet is told when the people of its table change: in words, until the umpire has read it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.models import SeenSeats
from scoring.queries.keys import keys_of
from tests.cast import OUT, Day, a_day
from tournament.actions import attendance
from tournament.models import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]

ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))


class TabletClient:
    """A tablet at one table, without its page."""

    def __init__(self, day: Day, number: int = 1) -> None:
        self.client, self.path = Client(), f"/table/uno-open/{number}/"
        self.client.get(keys_of(day.competition)[number].path)

    def look(self) -> dict[str, Any]:
        state: dict[str, Any] = self.client.get(self.path + "state.json").json()
        return state

    def told(self) -> list[str]:
        return [change["said"].translate(ISOLATES) for change in self.look()["seat_changes"]]

    def send(self, verb: str, **body: Any) -> dict[str, Any]:
        message = {"request": f"{verb}-{self.path}-{body}"[:64], "round": self.look()["round"], **body}
        answer: dict[str, Any] = self.client.post(f"{self.path}do/{verb}", message, "application/json").json()
        return answer

    def read(self, state: dict[str, Any] | None = None) -> None:
        """The umpire has read what stands there."""
        seats = (state or self.look())["seats"]
        chairs = [{"number": seat["seat"], "entry": seat["entry"], "absent": seat["absent"]} for seat in seats]
        assert self.send("seats", seats=chairs)["ok"]


def test_a_change_is_told_until_it_is_read_and_only_at_its_table():
    day = a_day("syg", 8, "published")
    first, second = TabletClient(day), TabletClient(day, 2)
    assert first.told() == second.told() == []
    gone = day.names()[0][1]
    day.substitute(gone, "Jo Reed")
    assert first.told() == first.told() == [f"Jo Reed replaces {gone.removesuffix('.')}."]
    assert second.told() == []
    first.read()
    assert first.told() == []


def test_who_opens_the_table_later_is_told_nothing_old():
    day = a_day("syg", 8, "published")
    day.gone(day.names()[0][1])
    assert TabletClient(day).told() == []


def test_what_changed_after_it_was_shown_is_still_told():
    day = a_day("syg", 8, "published")
    tablet = TabletClient(day)
    tablet.look()
    name, other = day.names()[0][:2]
    day.gone(name)
    shown = tablet.look()
    day.gone(other)
    tablet.read(shown)
    assert tablet.told() == [f"{other} left: empty chair."]
    day.back(name)
    assert tablet.told() == [f"{name} is back.", f"{other} left: empty chair."]


def test_balance_late_arrivals_and_corrections_are_told_where_people_change():
    day = a_day("bac", 8, "published")
    tablets = [TabletClient(day), TabletClient(day, 2)]
    assert [tablet.told() for tablet in tablets] == [[], []]
    first, second = day.names()
    day.gone(first[2])
    day.gone(first[3])
    [moved] = set(second) - set(day.names()[1])
    left = [f"{name} left: empty chair." for name in first[2:]]
    assert tablets[0].told() == [*left, f"{moved} joins at seat 5."]
    closed_up = [
        f"{name} moved to seat {number}."
        for number, name in enumerate(day.names()[1], start=1)
        if second.index(name) + 1 != number
    ]
    assert sorted(tablets[1].told()) == sorted([f"{moved} moved to table 1.", *closed_up])


def test_a_late_arrival_joins_at_a_seat():
    day = a_day("bac", 8, "round closed").next_round()
    tablets = [TabletClient(day), TabletClient(day, 2)]
    assert [tablet.told() for tablet in tablets] == [[], []]
    day.late("Kim Lee", "Zion")
    assert sorted(tablet.told() for tablet in tablets) == [[], ["Kim Lee joins at seat 5."]]


def test_the_umpires_own_doing_is_not_told_back():
    day = a_day("syg", 8, "published", of_each=4)
    tablet = TabletClient(day)
    entries = [seat["entry"] for seat in tablet.look()["seats"]]
    assert tablet.send("absent", entry=entries[0])["ok"]
    assert tablet.send("substitute", entry=entries[1], name="Jo Reed")["ok"]
    assert tablet.told() == []
    assert tablet.send("back", entry=entries[0])["ok"]
    assert tablet.told() == []
    day.gone("Jo Reed")
    assert tablet.told() == ["Jo Reed left: empty chair."]


def test_whoever_is_ticked_has_been_read_of():
    """And the next change is told from there: Jo was known."""
    day = a_day("syg", 8, "published", of_each=4)
    tablet = TabletClient(day)
    gone, other = day.names()[0][1:3]
    tablet.look()
    day.substitute(gone, "Jo Reed")
    day.gone(other)
    assert tablet.send("sit", entry=day.who("Jo Reed").travel_id, here=True)["ok"]
    assert tablet.told() == [f"{other} left: empty chair."]
    tablet.read()
    day.substitute("Jo Reed", "Kim Lee")
    assert tablet.told() == ["Kim Lee replaces Jo Reed."]


def test_the_dealer_is_asked_for_again_only_if_the_dealer_left():
    day = a_day("syg", 8, "published")
    tablet = TabletClient(day)
    entries = [seat["entry"] for seat in tablet.look()["seats"]]
    assert tablet.look()["dealer"]["left"] is False
    assert tablet.send("deal", entry=entries[0])["ok"]
    day.gone(day.names()[0][1])
    dealer = tablet.look()["dealer"]
    assert (dealer["first"], dealer["left"]) == (entries[0], False)
    day.gone(day.names()[0][0])
    dealer = tablet.look()["dealer"]
    assert (dealer["first"], dealer["left"]) == (None, True)


def test_in_mid_round_it_is_told_too_and_no_more_once_the_sheet_is_in():
    day = a_day("syg", 8, "running", of_each=4)
    tablet = TabletClient(day)
    tablet.look()
    day.hand(1, [OUT, 1, 2, 3])
    gone = day.names()[0][1]
    day.substitute(gone, "Jo Reed", by=day.organiser, why="ill")
    assert tablet.told() == [f"Jo Reed replaces {gone.removesuffix('.')}."]
    assert tablet.look()["seats"][1]["sat"] is False
    day.ring().accept(1)
    assert tablet.told() == []


def test_a_tablet_learns_no_names_of_other_competitions():
    """Whatever chairs it claims to have shown."""
    day = a_day("syg", 8, "published")
    tablet, pk = TabletClient(day), day.enter_in_under_18("Secret Person", "Zion")
    stranger = Entry.objects.get(pk=pk).travel_id
    tablet.look()
    tablet.send("seats", seats=[{"number": 9, "entry": stranger, "absent": False}])
    assert "Secret" not in str(tablet.look())


def test_a_look_at_an_earlier_round_is_no_first_look():
    day = a_day("syg", 16, "round closed").next_round()
    tablet = TabletClient(day)
    assert tablet.client.get(tablet.path + "state.json?round=1").status_code == 200
    assert not SeenSeats.objects.exists()
    tablet.look()
    assert SeenSeats.objects.get().table == day.table(1)
    attendance.mark_gone(by=day.organiser, competition=day.pk, entry=day.who(day.names()[0][0]).pk)
    assert len(tablet.told()) == 1
