"""After closing: a coordinator substitutes within the rules, and asks where only the organiser may."""

from __future__ import annotations

import re
from typing import Any

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


def plain(answer: Any) -> str:
    """What a page says, without the signs that keep a name's direction to itself."""
    return text(answer).replace("\u2068", "").replace("\u2069", "")


def test_before_the_first_deal_a_tap_asks_once_and_says_what_it_means_for_the_order_of_call():
    day = Day("syg").people(4, reserves=1).until("entries closed").choose(4, [2, 1]).until("published")
    phone, reserve = Phone(day), str(Entry.objects.get(kind="reserve").competitor)
    page = text(phone.get(seat(day)))
    assert f"One of these {reserve} Reserve" in page
    assert "Ask the organiser" not in page
    before = everything()
    asked = phone.post(seat(day), name=reserve)
    assert asked.status_code == 409
    assert plain(asked).endswith(
        f"Let {reserve} play instead of Mia O'Brien? {reserve} is number 1 in the order of call and leaves it. "
        "You can undo this until the first hand is dealt. Yes, they play No, go back"
    )
    assert f'name="name" value="{reserve}"' in read_page(asked)
    assert everything() == before
    assert phone.post(seat(day), name=reserve, sure="yes")["Location"] == phone.home
    assert f"{reserve} plays for Mia O&#x27;Brien." in read_page(phone.get())
    assert reserve in [name for table in day.names() for name in table]
    back = f"seat/{day.who(reserve).pk}/"
    asked = plain(phone.post(back, name=MIA))
    assert f"Let Mia O'Brien play instead of {reserve}? {reserve} will be number 1 in the order of call again." in asked
    asked = plain(phone.post(back, name="Ivy King"))
    assert f"Let Ivy King play instead of {reserve}? {reserve} won’t be called up any more." in asked
    phone.post(back, name=MIA, sure="yes")
    assert f"{reserve} Not drawn: number 1 in the order of call" in text(phone.get())


def test_somebody_who_was_never_entered_may_come():
    day = a_day("syg", 4, "published")
    phone = Phone(day)
    assert text(phone.post(seat(day), name="Ivy King")).endswith("Yes, they play No, go back")
    phone.post(seat(day), name="Ivy King", sure="yes")
    assert "Ivy King Plays for Mia O'Brien" in text(phone.get())


def test_somebody_of_another_grade_is_not_offered_and_can_be_asked_for():
    day = a_day("syg", 4, "published")
    day.enter_in_under_18("Ivy King", "Riverside")
    phone = Phone(day)
    page = text(phone.get(seat(day)))
    assert "One of these" not in page
    assert "In another grade: Ivy King (Uno Under 18). Only the organiser can let them play here." in page
    answer = phone.post(seat(day), name="Ivy King")
    assert answer.status_code == 422
    assert "That person is in Uno Under 18, another grade." in text(answer)
    phone.post(seat(day), do="ask", name="Ivy King", why="we are few")
    wishes.answer_wish(by=day.organiser, wish=Wish.objects.get().pk, name="Ivy King", granted=True)
    assert "Ivy King Plays for Mia O'Brien Also in Uno Under 18" in text(phone.get())


@pytest.mark.parametrize("way", [{}, {"do": "ask", "why": "ill"}])
def test_a_name_that_may_be_somebody_known_is_asked_about_and_nothing_typed_is_lost(way):
    day = a_day("syg", 4, "published") if not way else dealt()
    day.enter_in_under_18("Ivy O'King", "Riverside")
    phone = Phone(day)
    answer = phone.post(seat(day), name="Ivy OKing", **way)
    assert answer.status_code == 409
    assert "Is “Ivy OKing” the same person as Ivy O'King of Riverside? Yes, Ivy O'King No, another person" in text(
        answer
    )
    page = read_page(answer)
    for name, value in {**way, "name": "Ivy OKing"}.items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in page
    assert phone.post(seat(day), name="Ivy OKing", sure="yes", **way)["Location"] == phone.home
    assert Wish.objects.filter(name="Ivy OKing").exists() if way else day.who("Ivy OKing")


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
    assert "You can’t do this yourself now The first hand of this round has been dealt." in page
    assert "One of these" not in page
    answer = phone.post(seat(day), do="ask", name="Ivy King", why="her knee")
    assert answer["Location"] == phone.home
    assert re.search(r"You asked for Ivy King at \d\d:\d\d\. The organiser can see it but hasn’t", text(phone.get()))
    assert 'value="her knee"' in read_page(phone.get(seat(day)))


@pytest.mark.parametrize("stage", ["entries closed", "published", "running"])
def test_the_organiser_is_told_that_somebody_is_not_coming_and_nobody_plays_instead(stage):
    day = a_day("syg", 4, stage)
    phone = Phone(day)
    assert "Nobody to play instead?" in text(phone.get(seat(day)))
    refused = phone.post(seat(day), do="nobody", why=" ")
    assert (refused.status_code, Wish.objects.count()) == (422, 0)
    phone.post(seat(day), do="nobody", why="her knee")
    assert Wish.objects.values_list("kind", "name", "why").get() == ("empty chair", "", "her knee")
    assert re.search(
        r"You said that nobody will play instead, at \d\d:\d\d\. The organiser can see it", text(phone.get())
    )
    page = phone.get(seat(day))
    assert "You said that nobody will play instead. The organiser hasn’t answered yet." in text(page)
    assert 'id="why-nobody" name="why" value="her knee"' in read_page(page)
    wishes.answer_wish(by=day.organiser, wish=Wish.objects.get().pk, kind="empty chair", name="", granted=True)
    listed = text(phone.get())
    assert f"{MIA} Not here: nobody plays instead" in listed if stage != "entries closed" else MIA not in listed
    assert "You said" not in listed


def test_another_wish_for_the_same_place_is_asked_about_and_nothing_typed_is_lost():
    day = dealt()
    phone = Phone(day)
    phone.post(seat(day), do="ask", name="Ivy King", why="her knee")
    before = everything()
    asked = phone.post(seat(day), do="nobody", why="her <knee>")
    assert asked.status_code == 409
    assert (
        "You already asked for Ivy King instead of Mia O'Brien, and the organiser hasn’t answered yet. Replace it? "
        "Yes, replace it No, keep what I asked for" in plain(asked)
    )
    assert everything() == before
    page = read_page(asked)
    assert 'id="why-nobody" name="why" value="her &lt;knee&gt;"' in page
    for name, value in {"do": "nobody", "why": "her &lt;knee&gt;", "replace": "yes"}.items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in page
    assert phone.post(seat(day), do="nobody", why="her <knee>", sure="yes", replace="yes")["Location"] == phone.home
    assert Wish.objects.values_list("kind", "why").get() == ("empty chair", "her <knee>")


def test_both_questions_about_a_wish_are_asked():
    """Being sure that it is another person is no word about what was asked before."""
    day = dealt()
    day.enter_in_under_18("Ivy O'King", "Riverside")
    phone = Phone(day)
    phone.post(seat(day), do="nobody", why="ill")
    typed = {"do": "ask", "name": "Ivy OKing", "why": "ill"}
    assert "the same person as Ivy O'King" in plain(phone.post(seat(day), **typed))
    assert "You already said that nobody will play instead of Mia O'Brien" in plain(
        phone.post(seat(day), **typed, sure="yes")
    )
    phone.post(seat(day), **typed, sure="yes", replace="yes")
    assert Wish.objects.get().name == "Ivy OKing"


def test_before_the_draw_is_published_the_organiser_is_asked():
    day = a_day("syg", 4, "sealed")
    phone = Phone(day)
    assert "You can’t do this yourself now The draw isn’t published yet." in text(phone.get(seat(day)))
    phone.post(seat(day), do="ask", name="Ivy King", why="her knee")
    assert Wish.objects.get().name == "Ivy King"


def test_the_answer_is_shown():
    day = dealt()
    phone = Phone(day)
    wish = day.ask(MIA, "Ivy King")
    typed = {"by": day.organiser, "wish": wish, "name": "Ivy King"}
    wishes.answer_wish(**typed, granted=False, why="She can still play.")
    assert re.search(
        r"You asked for Ivy King at \d\d:\d\d\. The organiser said no: She can still play\.", text(phone.get())
    )
    wishes.answer_wish(**typed | {"wish": day.ask(MIA, "Ivy King")}, granted=True)
    assert "Ivy King Plays for Mia O'Brien" in text(phone.get())
    assert "The organiser agreed: Ivy King plays." in text(phone.get())
    assert "You asked" not in text(phone.get())
    day.until("round closed")
    assert "The organiser agreed" not in text(phone.get())


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
        assert phone.post(seat(day), name="Ivy King", sure="yes", request="1" * 32).status_code == 302
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
    assert "The competition is finished: nobody can take a seat now." in page
    assert "Ask the organiser" not in page
