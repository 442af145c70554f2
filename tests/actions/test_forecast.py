"""What a page says could be done is what would be done, for everybody and at every stage."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction

from tests.backends import ON_SQLITE
from tests.cast import OUT, Day
from tournament.actions import attendance, forecast, wishes
from tournament.models import Competition, Entry, Group
from tournament.permissions import Actor
from tournament.rules.errors import TurntableError

pytestmark = [pytest.mark.django_db, ON_SQLITE]
NEW = "Somebody who was never here"


def tried(action: Callable[..., Any], **said: Any) -> str:
    """The sentence with which this is really refused; whatever it did is undone."""
    with transaction.atomic():
        try:
            action(**said)
            return ""
        except TurntableError as refused:
            return str(refused)
        finally:
            transaction.set_rollback(True)


def knockout(stage: str, reserves: int = 2) -> Day:
    return Day("syg").people(4, reserves=reserves).until("entries closed").choose(4, [2, 1]).until(stage)


def half_dealt() -> Day:
    day = knockout("running")
    day.hand(1, [OUT, 10])
    return day


def with_gaps() -> Day:
    """One chair empty, one taken by a substitute."""
    day = knockout("published")
    day.gone("E001")
    attendance.substitute(by=day.organiser, competition=day.pk, entry=day.who("E002").pk, name="Ivy King")
    return day


def rotation(people: int, stage: str = "published", **more: Any) -> Day:
    return Day("bac", rounds=3, **more).people(people).until(stage)


def rotation_half_dealt(people: int) -> Day:
    day = rotation(people, "running")
    day.hand(1, [OUT, *([10] * (day.table(1).seats.count() - 1))])
    return day


def rotation_with_gaps() -> Day:
    day = rotation(9)
    for code in ("E001", "E005"):
        day.gone(code)
    return day


def rotation_later(people: int, late: bool = False) -> Day:
    day = rotation(people, "round closed").next_round()
    if late:
        with suppress(TurntableError):
            day.late("Ivy King", "Riverside")
    day.gone("E002")
    return day


DAYS: dict[str, Callable[[], Day]] = {
    "sealed": lambda: knockout("sealed"),
    "published": lambda: knockout("published"),
    "nobody to call": lambda: knockout("published", 0),
    "gaps": with_gaps,
    "half dealt": half_dealt,
    "sheets in": lambda: knockout("sheets in"),
    "round closed": lambda: knockout("round closed"),
    "next round": lambda: knockout("round closed").next_round(),
    "finished": lambda: knockout("finished"),
    "full rotation": lambda: rotation(10),
    "rotation": lambda: rotation(9),
    "rotation with gaps": rotation_with_gaps,
    "rotation half dealt": lambda: rotation_half_dealt(9),
    "small rotation half dealt": lambda: rotation_half_dealt(8),
    "rotation closed": lambda: rotation(8, "round closed"),
    "rotation later": lambda: rotation_later(9),
    "full rotation later": lambda: rotation_later(10),
    "rotation with a late arrival": lambda: rotation_later(8, late=True),
}


def pages(by: Actor, entry: Entry) -> dict[str, str]:
    return {
        "substitute": forecast.why_not_substitute(by, entry),
        "override": forecast.why_not_substitute(by, entry, override=True),
        "call": forecast.why_not_call_up(entry),
        "gone": forecast.why_not_gone(entry),
        "gone later": forecast.why_not_gone(entry, next_round=True),
        "back": forecast.why_not_back(entry),
        "ask": forecast.why_not_ask(entry),
    }


def actions(by: Actor, entry: Entry) -> dict[str, str]:
    it = {"by": by, "competition": entry.competition_id, "entry": entry.pk}
    return {
        "substitute": tried(attendance.substitute, **it, name=NEW),
        "override": tried(attendance.substitute, **it, name=NEW, why="ill"),
        "call": tried(attendance.call_up, **it, sure=True),
        "gone": tried(attendance.mark_gone, **it),
        "gone later": tried(attendance.mark_gone, **it, next_round=True),
        "back": tried(attendance.mark_back, **it),
        "ask": tried(wishes.ask_substitution, by=by, entry=entry.pk, name=NEW, why="ill"),
    }


@pytest.mark.parametrize("made", DAYS)
def test_the_page_says_what_the_action_would(made):
    day = DAYS[made]()
    for entry in coded(day):
        assert (entry.code, pages(day.organiser, entry)) == (entry.code, actions(day.organiser, entry))
        by = day.coordinator(entry.group.name)
        plain = tried(attendance.substitute, by=by, competition=day.pk, entry=entry.pk, name=NEW)
        assert forecast.why_not_substitute(by, fresh(entry)) == plain
    home = Group.objects.get(pk=day.group("Riverside"))
    late = {"by": day.organiser, "competition": day.pk, "group": home.pk, "name": NEW}
    assert forecast.why_not_join(Competition.objects.get(pk=day.pk), home) == tried(attendance.arrive_late, **late)


def coded(day: Day) -> list[Entry]:
    return list(day.competition.entries.exclude(code="").select_related("competition", "group").order_by("code"))


def fresh(entry: Entry) -> Entry:
    return Entry.objects.select_related("competition", "group").get(pk=entry.pk)


def test_whoever_was_replaced_may_take_the_seat_back():
    day = with_gaps()
    out, sitter = day.who("E002"), day.who("Ivy King")
    said = {"by": day.organiser, "competition": day.pk, "entry": sitter.pk, "name": str(out.competitor)}
    assert forecast.why_not_substitute(day.organiser, sitter, out) == tried(attendance.substitute, **said) == ""
