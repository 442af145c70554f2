"""Names are erased deliberately: by whoever types the event's name."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.cast import Day, a_day
from tests.web import visitors
from tests.web.bad_input import REFUSED
from tests.web.reading import read_page
from tests.web.test_coordinator import text
from tournament.models import Competitor, Remains

pytestmark = pytest.mark.django_db


class Eraser:
    """An organiser on the page that erases."""

    def __init__(self, day: Day) -> None:
        self.client = visitors.organiser(day.event)
        self.url = f"/organise/{day.competition.event.slug}/erase-names/"

    def post(self, **typed: str) -> Any:
        return self.client.post(self.url, typed)


def names() -> int:
    return Competitor.objects.exclude(name="").count()


def test_the_page_says_what_goes_and_what_is_out_of_reach():
    page = text(Eraser(a_day("syg", 2, "finished")).client.get("/organise/youth-weekend/erase-names/"))
    assert "2 people of Youth weekend. You can’t undo this." in page
    assert "your slides with their pictures, your lines on who deals first, and the rules of the day;" in page
    assert "every note beside a reason, in the log and on the sheets;" in page
    assert "what people printed, downloaded or photographed; copies of backups that somebody downloaded or" in page
    assert "what phones and tablets keep themselves, such as a hand that a tablet hasn’t sent;" in page


def test_afterwards_it_says_whether_the_names_are_gone_from_the_disk():
    eraser = Eraser(a_day("syg", 2, "finished"))
    eraser.post(name="Youth weekend")
    assert "still being removed" in text(eraser.client.get("/organise/youth-weekend/erase-names/"))
    Remains.objects.all().delete()
    assert "gone from the database’s files" in text(eraser.client.get("/organise/youth-weekend/erase-names/"))


@pytest.mark.parametrize(
    ("held_up_by", "words"),
    [
        ("", "That takes a few seconds."),
        ("others", "something else was using the database"),
        ("disk", "the disk doesn’t have enough room to rewrite them"),
        ("rights", "Postgres may still keep samples of them"),
    ],
)
def test_as_long_as_they_are_not_it_says_what_is_in_the_way(held_up_by, words):
    eraser = Eraser(a_day("syg", 2, "finished"))
    eraser.post(name="Youth weekend")
    Remains.objects.update(held_up_by=held_up_by)
    assert words in text(eraser.client.get("/organise/youth-weekend/erase-names/"))


@pytest.mark.parametrize("typed", [*REFUSED.values(), "Another weekend", "<script>alert(1)</script>"])
def test_nothing_is_erased_unless_the_event_s_name_is_typed(typed):
    eraser = Eraser(a_day("syg", 2, "finished"))
    answer = eraser.post(name=typed)
    assert answer.status_code == 422
    assert "Type the event’s name to erase all names: Youth weekend" in text(answer)
    assert "<script>alert" not in read_page(answer)
    assert names() == 2


def test_the_event_s_name_erases_however_it_is_spaced():
    day = a_day("syg", 2, "finished")
    eraser = Eraser(day)
    for _ in range(2):  # a double click
        answer = eraser.post(name="  youth  WEEKEND ", request="0" * 32)
        assert answer["Location"] == "/organise/youth-weekend/log/"
    assert names() == 0
    page = read_page(eraser.client.get("/organise/youth-weekend/log/"))
    assert "All names were erased: 2 names. The results stay." in page
    assert "erased on" in text(eraser.client.get(eraser.url))
    assert eraser.post(name="Youth weekend").status_code == 422


def test_afterwards_no_page_offers_links_or_counts_who_is_here():
    day = a_day("syg", 2, "finished")
    eraser = Eraser(day)
    eraser.post(name="Youth weekend")
    for path in ("groups/", f"groups/{day.group('Riverside')}/"):
        page = text(eraser.client.get(f"/organise/youth-weekend/{path}"))
        assert "The names in this event have been erased, so the links no longer work." in page
        assert "Make" not in page and "No link" not in page
    desk = text(eraser.client.get("/organise/youth-weekend/uno-open/check-in/"))
    assert "The names have been erased" in desk and " of 2 here" not in desk


def test_while_something_is_played_it_asks_a_second_time():
    eraser = Eraser(a_day("syg", 2, "published"))
    answer = eraser.post(name="Youth weekend")
    assert answer.status_code == 409
    assert "Not finished yet: Uno Open. Erase all names anyway?" in text(answer)
    assert 'value="Youth weekend"' in read_page(answer)
    assert names() == 2
    eraser.post(name="Youth weekend", sure="1")
    assert names() == 0


def test_a_form_of_another_site_erases_nothing():
    eraser = Eraser(a_day("syg", 2, "finished"))
    client = Client(enforce_csrf_checks=True)
    client.cookies = eraser.client.cookies
    assert client.post(eraser.url, {"name": "Youth weekend"}).status_code == 403
    assert names() == 2
