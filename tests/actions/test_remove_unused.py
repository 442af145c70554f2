"""What was set up by mistake can be removed while nobody used it; the log keeps its lines."""

from __future__ import annotations

import pytest

from tests.cast import Day
from tests.refusals import refused
from tests.web.test_new_event import text_of
from tests.web.visitors import keeper
from tournament.actions import draw, registration, removing
from tournament.models import Competition, Draw, Event, LogEntry
from tournament.rules.errors import NeedsConfirmation, Refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]

ENTERED = "Somebody has been entered, so it stays. When it’s over, you can erase its names."
SEALED = "A draw has been sealed, so it stays in the record."


def remove(day: Day, **more: bool) -> None:
    removing.remove_competition(by=day.organiser, competition=day.pk, **more)


def test_a_competition_nobody_entered_goes_after_a_question():
    day = Day("syg", real=True)
    with refused(NeedsConfirmation, "“Uno Open” and its settings will be deleted. Remove it?"):
        remove(day)
    remove(day, sure=True)
    assert (Competition.objects.count(), Event.objects.count()) == (0, 1)
    assert LogEntry.objects.latest("pk").what == "competition removed"
    assert LogEntry.objects.filter(what="competition created").exists()


def test_once_somebody_was_entered_it_stays_also_if_they_were_withdrawn():
    day = Day("syg", real=True)
    entry = day.enter("Mia O'Brien", "Riverside")
    registration.withdraw(by=day.organiser, entry=entry)
    with refused(Refused, ENTERED):
        remove(day, sure=True)


def test_a_sealed_draw_keeps_it():
    day = Day("syg").people(2).until("sealed")
    draw.discard_draw(by=day.organiser, competition=day.pk, why="counted twice")
    day.competition.entries.all().delete()
    assert Draw.objects.get().discarded_at is not None
    with refused(Refused, SEALED):
        remove(day, sure=True)


def test_the_pages_ask_with_both_answers_in_sight_and_say_why_not():
    day, ruth = Day("syg", real=True), keeper()
    address = "/organise/youth-weekend/uno-open/settings/"
    asked = ruth.post(address, {"do": "remove"})
    text = text_of(asked)
    assert asked.status_code == 409 and "“Uno Open” and its settings will be deleted. Remove it?" in text
    assert 'value="remove">Yes, remove it</button>' in text and f'href="{address}">No</a>' in text
    day.enter("Mia O'Brien", "Riverside")
    assert ENTERED in text_of(ruth.get(address))
    Competition.objects.get().entries.all().delete()
    answer = ruth.post(address, {"do": "remove", "sure": "yes"}, follow=True)
    assert answer.redirect_chain[0][0] == "/organise/youth-weekend/" and "Uno Open is removed." in text_of(answer)
    assert "The competition Uno Open was removed." in text_of(ruth.get("/organise/youth-weekend/log/"))
