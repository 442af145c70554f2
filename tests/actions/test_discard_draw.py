"""A draw can be thrown away before publishing; it stays in the record, so that nobody re-rolls unseen (RECORD 1)."""

from __future__ import annotations

import pytest

from scoring.record.export import export_record
from tests.cast import SALT, Day, a_day
from tests.refusals import refused
from tournament.actions import draw, registration
from tournament.rules.errors import DrawRefused, Refused

pytestmark = pytest.mark.django_db


def discard(day: Day, why: str = "a table was counted twice"):
    draw.discard_draw(by=day.organiser, competition=day.pk, why=why)
    day.stage, day.salt = "entries closed", "d1ce" * 16


def test_a_draw_thrown_away_is_kept_with_its_reason_and_another_can_be_held():
    day = a_day("syg", 4, "drawn")
    first = day.competition.draws.get()
    discard(day, " a table was  counted twice")
    assert set(day.competition.entries.values_list("status", flat=True)) == {""}
    day.until("chosen").seal().draw("6 6 6").until("finished")
    second = day.competition.draws.get(discarded_at__isnull=True)
    assert day.competition.draws.get(discarded_at__isnull=False).note.text == "a table was counted twice"
    assert second.seed != first.seed
    assert export_record(day.competition)["chance"]["discarded"] == [
        {"list_hash": first.list_hash, "salt": SALT, "public": "4 6 1 1 3", "why": "other"}
    ]


def test_a_sealed_draw_that_was_never_made_can_be_thrown_away_too():
    day = a_day("syg", 4, "sealed")
    discard(day)
    assert list(day.competition.draws.values_list("why", "public")) == [("other", "")]


def test_a_reason_is_needed():
    day = a_day("syg", 4, "drawn")
    with refused(Refused, "Please give a reason. It’s kept with the change."):
        discard(day, "")


@pytest.mark.parametrize("stage", ["entries closed", "chosen"])
def test_what_was_never_sealed_cannot_be_thrown_away(stage):
    day = Day("syg").people(4).until(stage)
    with refused(DrawRefused, "There is no sealed draw to throw away."):
        discard(day)


def test_a_published_draw_stands():
    day = a_day("syg", 4, "published")
    with refused(
        DrawRefused, "The draw is published, so you can’t throw it away. Seats now change only by substitution."
    ):
        discard(day)


def test_a_list_that_changed_meanwhile_gets_its_codes_anew():
    day = a_day("syg", 4, "drawn")
    discard(day)
    registration.reopen_entries(by=day.organiser, competition=day.pk, why="a group was forgotten")
    registration.withdraw(by=day.organiser, entry=day.who("Mia O'Brien").pk)
    day.enter("Ivy King", "Elim")
    day.stage = "entries open"
    day.until("drawn")
    assert day.competition.draws.get(discarded_at__isnull=True).admitted == ["E001", "E002", "E003", "E004"]
    assert (day.who("Mia O'Brien").code, day.who("Nguyễn Thị Ánh").code, day.who("Ivy King").code) == (
        "", "E001", "E004",
    )  # fmt: skip
