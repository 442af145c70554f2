"""Entries close by hand or at the set time, and can be opened again until the draw is sealed (RULES 5)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from tests.actions.broken import one_row_only
from tests.cast import Day, a_day
from tests.refusals import refused
from tournament.actions import draw, registration
from tournament.models import Competition
from tournament.rules.errors import EntryRefused, Refused

pytestmark = pytest.mark.django_db

SIX = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)


def reopen(day: Day, why: str = "a bus was late"):
    registration.reopen_entries(by=day.organiser, competition=day.pk, why=why)


def test_entries_are_closed_once():
    day = Day("syg")
    with time_machine.travel(SIX, tick=False):
        day.close()
    assert day.competition.closed_at == SIX
    with refused(EntryRefused, "Entries are already closed."):
        day.close()
    with time_machine.travel(SIX + timedelta(hours=1), tick=False):
        assert registration.close_due_entries() == 0


def test_a_competition_is_due_from_its_closing_time_until_it_is_closed():
    day = Day("syg")
    Competition.objects.filter(pk=day.pk).update(closes_at=SIX)
    with time_machine.travel(SIX - timedelta(seconds=1), tick=False):
        assert registration.close_due_entries() == 0
    with time_machine.travel(SIX, tick=False):
        assert registration.close_due_entries() == 1
        assert registration.close_due_entries() == 0
    assert day.competition.log.get(what="entries closed").by == "Turntable"


def test_a_competition_that_cannot_be_closed_does_not_keep_the_others_open(caplog):
    """The database refuses the first one's line in the log, as it would a damaged one."""
    days = [Day("syg"), Day("syg")]
    days[0].close()
    reopen(days[0])
    Competition.objects.update(closes_at=SIX)
    with (
        one_row_only("tournament_logentry", "competition_id", "what = 'entries closed'"),
        time_machine.travel(SIX, tick=False),
    ):
        assert registration.close_due_entries() == 1
    assert [day.competition.closed_at for day in days] == [None, SIX]
    assert f"Closing entries of competition {days[0].pk} failed; the next sweep tries again." in caplog.text


def test_closed_entries_can_be_opened_again_with_a_reason():
    day = Day("syg").people(2)
    Competition.objects.filter(pk=day.pk).update(closes_at=SIX)
    day.close()
    reopen(day, "  a bus\nwas late ")
    assert (day.competition.closed_at, day.competition.closes_at) == (None, None)
    assert day.competition.log.get(what="entries reopened").facts["why"] == "other"
    day.enter("Ivy King", "Elim")


def test_opening_again_forgets_the_choice_of_size_and_plan():
    day = a_day("syg", 4, "chosen")
    reopen(day)
    assert day.competition.draws.count() == 0


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        (" ", "Please give a reason. It’s kept with the change."),
        ("x" * 201, "A note can have 200 characters; this one has 201."),
        ("a\x00b", "This note has characters that can’t be shown or printed. Type it again."),
    ],
)
def test_a_reason_must_say_something(why, sentence):
    day = Day("syg").until("entries closed")
    with refused(Refused, sentence):
        reopen(day, why)


def test_open_entries_cannot_be_opened():
    day = Day("syg")
    with refused(EntryRefused, "Entries are open."):
        reopen(day)


@pytest.mark.parametrize("stage", ["sealed", "drawn", "published"])
def test_entries_stay_closed_once_the_draw_is_sealed(stage):
    day = Day("syg").people(4).until(stage)
    with refused(EntryRefused, "The draw is sealed, so entries stay closed."):
        reopen(day)


def test_entries_can_be_opened_again_after_the_draw_was_thrown_away():
    day = a_day("syg", 4, "sealed")
    draw.discard_draw(by=day.organiser, competition=day.pk, why="a group was forgotten")
    reopen(day)
    assert day.competition.closed_at is None
    assert day.competition.draws.count() == 1
