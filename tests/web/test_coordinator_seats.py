"""After closing: a coordinator substitutes within the rules, and asks where only the organiser may."""

from __future__ import annotations

import re

import pytest

from tests.cast import OUT, Day, a_day
from tests.refusals import everything
from tests.web.bad_input import REFUSED
from tests.web.reading import read_page
from tests.web.test_coordinator import MIA, text
from tests.web.test_coordinator_entries import Phone
from tournament.actions import attendance, wishes
from tournament.models import Competitor, Entry, Wish

pytestmark = pytest.mark.django_db


def dealt() -> Day:
    """Two tables of two; at Mia's the first hand is dealt."""
    day = Day("syg").people(4).until("entries closed").choose(4, [2, 1]).until("running")
    day.hand(day.who(MIA).seats.get().table.number, [OUT, 10])
    return day


def seat(day: Day) -> str:
    return f"seat/{day.who(MIA).pk}/"


def test_before_the_first_deal_one_tap_is_enough():
    day = Day("syg").people(4, reserves=1).until("entries closed").choose(4, [2, 1]).until("published")
    phone, reserve = Phone(day), str(Entry.objects.get(kind="reserve").competitor)
    page = text(phone.get(seat(day)))
    assert f"One of these {reserve} Reserve" in page
    assert "Ask the organiser" not in page
    assert phone.post(seat(day), name=reserve)["Location"] == phone.home
    assert f"{reserve} plays for Mia O&#x27;Brien." in read_page(phone.get())
    assert reserve in [name for table in day.names() for name in table]


def test_somebody_who_was_never_entered_may_come():
    day = a_day("syg", 4, "published")
    phone = Phone(day)
    phone.post(seat(day), name="Ivy King")
    assert "Ivy King Plays for Mia O'Brien" in text(phone.get())


def test_somebody_of_another_grade_is_not_offered_and_can_be_asked_for():
    day = a_day("syg", 4, "published")
    day.enter_in_under_18("Ivy King", "Riverside")
    phone = Phone(day)
    page = text(phone.get(seat(day)))
    assert "One of these" not in page
    assert "Of another grade: Ivy King (Uno Under 18). Only the organiser can let them play here." in page
    answer = phone.post(seat(day), name="Ivy King")
    assert answer.status_code == 422
    assert "That person is in Uno Under 18, another grade." in text(answer)
    phone.post(seat(day), do="ask", name="Ivy King", why="we are few")
    wishes.answer_substitution(by=day.organiser, wish=Wish.objects.get().pk, name="Ivy King", granted=True)
    assert "Ivy King Plays for Mia O'Brien Also in Uno Under 18" in text(phone.get())


def test_looking_at_the_page_changes_nothing():
    for day in (a_day("syg", 4, "published"), dealt()):
        phone = Phone(day)
        before = everything()
        phone.get(seat(day))
        assert everything() == before


def test_who_is_seated_or_out_is_not_offered():
    day = Day("syg", entries_per_group=2).people(4, of_each=2).until("entries closed").choose(4, [2, 1])
    day.until("published")
    assert "One of these" not in text(Phone(day).get(seat(day)))
    day.until("round closed").next_round()
    phone = Phone(day)
    mine = [e for e in day.competition.entries.filter(group=phone.group) if e.seats.filter(round=day.round).exists()]
    assert mine
    assert "One of these" not in text(phone.get(f"seat/{mine[0].pk}/"))


def test_after_the_first_deal_the_organiser_is_asked():
    day = dealt()
    phone = Phone(day)
    page = text(phone.get(seat(day)))
    assert "You cannot do this yourself now The first hand of this round has been dealt." in page
    assert "One of these" not in page
    answer = phone.post(seat(day), do="ask", name="Ivy King", why="her knee")
    assert answer["Location"] == phone.home
    assert re.search(r"You asked for Ivy King at \d\d:\d\d\. The organiser sees it and has not", text(phone.get()))
    assert 'value="her knee"' in read_page(phone.get(seat(day)))


def test_before_the_draw_is_published_the_organiser_is_asked():
    day = a_day("syg", 4, "sealed")
    phone = Phone(day)
    assert "You cannot do this yourself now The draw is not published yet." in text(phone.get(seat(day)))
    phone.post(seat(day), do="ask", name="Ivy King", why="her knee")
    assert Wish.objects.get().name == "Ivy King"


def test_the_answer_is_shown():
    day = dealt()
    phone = Phone(day)
    wish = day.ask(MIA, "Ivy King")
    said = {"by": day.organiser, "wish": wish, "name": "Ivy King"}
    wishes.answer_substitution(**said, granted=False, why="She can still play.")
    assert "You asked for Ivy King. The organiser says: She can still play." in text(phone.get())
    wishes.answer_substitution(**said | {"wish": day.ask(MIA, "Ivy King")}, granted=True)
    assert "Ivy King Plays for Mia O'Brien" in text(phone.get())
    assert "You asked" not in text(phone.get())


def test_a_substitution_that_came_too_late_is_refused_and_offers_to_ask():
    """The page was open while the first hand was dealt."""
    day = dealt()
    before = everything()
    answer = Phone(day).post(seat(day), name="Ivy King")
    assert answer.status_code == 422
    assert "Only an organiser can still substitute, with a reason." in text(answer)
    assert 'value="Ivy King"' in read_page(answer)
    assert "Ask the organiser" in text(answer)
    assert everything().keys() == before.keys()
    assert not Competitor.objects.filter(name="Ivy King").exists()


@pytest.mark.parametrize("do", ["", "ask"])
@pytest.mark.parametrize("typed", REFUSED.values(), ids=REFUSED)
def test_no_name_takes_no_seat(do, typed):
    day = a_day("syg", 4, "published")
    phone = Phone(day)
    before = everything()
    answer = phone.post(seat(day), do=do, name=typed, why="ill")
    assert answer.status_code == 422
    assert everything() == before


def test_a_wish_needs_a_reason_and_keeps_what_was_typed():
    day = dealt()
    answer = Phone(day).post(seat(day), do="ask", name="Ivy King", why=" ")
    assert answer.status_code == 422
    assert "Please give a reason" in text(answer)
    assert 'value="Ivy King"' in read_page(answer)


def test_a_double_click_asks_and_substitutes_once():
    day = dealt()
    phone = Phone(day)
    for _ in range(2):
        assert phone.post(seat(day), do="ask", name="Ivy King", why="ill", request="0" * 32).status_code == 302
    assert Wish.objects.count() == 1
    day = Day("syg", name="Another").people(4).until("published")
    phone = Phone(day)
    for _ in range(2):
        assert phone.post(seat(day), name="Ivy King", request="1" * 32).status_code == 302
    assert day.competition.entries.count() == 5


def test_while_entries_are_open_the_name_is_changed_instead():
    day = Day("syg").people(1)
    phone = Phone(day)
    assert phone.get(seat(day))["Location"] == f"{phone.home}entry/{day.who(MIA).pk}/"


def test_the_seat_of_another_group_shows_nobody_of_it():
    """Whoever was called up sits for somebody of another group, whose people are nobody's business here."""
    day = Day("syg").people(6, reserves=1).until("entries closed").choose(6, [2, 1]).until("published")
    Competitor.objects.create(event_id=day.event, group_id=day.group("Bethel"), name="Zeb Unentered")
    attendance.call_up(by=day.organiser, competition=day.pk, entry=day.who("محمد علي").pk)
    page = read_page(Phone(day).get(f"seat/{Entry.objects.get(kind='reserve').pk}/"))
    assert [name for name in ("Zeb Unentered", "محمد علي", "Bethel") if name in page] == []


def test_after_the_end_there_is_nothing_to_do():
    day = a_day("syg", 2, "finished")
    page = text(Phone(day).get(seat(day)))
    assert "The competition is finished: nobody takes a seat any more." in page
    assert "Ask the organiser" not in page
