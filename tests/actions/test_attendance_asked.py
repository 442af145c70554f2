"""What a page says could be done is what would be done, for everybody and at every stage."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from tests.backends import ON_SQLITE
from tests.cast import OUT, Day
from tournament.actions import attendance, wishes
from tournament.models import Entry
from tournament.permissions import Actor
from tournament.queries.roster import read_roster
from tournament.queries.standing import read_standing
from tournament.queries.wishes import has_seat
from tournament.rules.attendance.asking import check_asking
from tournament.rules.attendance.calling_up import call_up
from tournament.rules.attendance.coming_back import come_back
from tournament.rules.attendance.going import leave
from tournament.rules.attendance.late_arrival import newcomer_arrives_late
from tournament.rules.attendance.substitution import newcomer_substitutes, substitute
from tournament.rules.errors import TurntableError, why_not
from tournament.web.coordinator.seats import why_not_substitute

pytestmark = [pytest.mark.django_db, ON_SQLITE]
NEW = "Somebody who was never here"


def tried(action: Callable[..., Any], **sent: Any) -> str:
    """The sentence with which this is really refused; whatever it did is undone."""
    with transaction.atomic():
        try:
            action(**sent)
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


def pages(entry: Entry) -> dict[str, str]:
    """What a page says, from the roster alone."""
    roster, code = read_roster(entry.competition), entry.code
    standing = read_standing(entry.competition, timezone.now())
    return {
        "substitute": why_not(newcomer_substitutes, roster, code),
        "override": why_not(newcomer_substitutes, roster, code, override=True),
        "call": why_not(call_up, roster, code),
        "gone": why_not(leave, roster, code),
        "gone later": why_not(leave, roster, code, next_round=True),
        "back": why_not(come_back, roster, code),
        "ask": why_not(check_asking, standing, has_seat(standing, entry.pk)),
    }


def actions(by: Actor, entry: Entry) -> dict[str, str]:
    asked = {"by": by, "competition": entry.competition_id, "entry": entry.pk}
    return {
        "substitute": tried(attendance.substitute, **asked, name=NEW),
        "override": tried(attendance.substitute, **asked, name=NEW, why="ill"),
        "call": tried(attendance.call_up, **asked, sure=True),
        "gone": tried(attendance.mark_gone, **asked),
        "gone later": tried(attendance.mark_gone, **asked, next_round=True),
        "back": tried(attendance.mark_back, **asked),
        "ask": tried(wishes.ask_substitution, by=by, entry=entry.pk, name=NEW, why="ill"),
    }


@pytest.mark.parametrize("made", DAYS)
def test_the_page_says_what_the_action_would(made):
    day = DAYS[made]()
    for entry in coded(day):
        assert (entry.code, pages(entry)) == (entry.code, actions(day.organiser, entry))
        by = day.coordinator(entry.group.name)
        plain = tried(attendance.substitute, by=by, competition=day.pk, entry=entry.pk, name=NEW)
        assert why_not_substitute(by, fresh(entry)) == plain
    late = {"by": day.organiser, "competition": day.pk, "group": day.group("Riverside"), "name": NEW}
    assert why_not(newcomer_arrives_late, read_roster(day.competition)) == tried(attendance.arrive_late, **late)


def coded(day: Day) -> list[Entry]:
    return list(day.competition.entries.exclude(code="").select_related("competition", "group").order_by("code"))


def fresh(entry: Entry) -> Entry:
    return Entry.objects.select_related("competition", "group").get(pk=entry.pk)


def test_whoever_was_replaced_may_take_the_seat_back():
    day = with_gaps()
    out, sitter = day.who("E002"), day.who("Ivy King")
    typed = {"by": day.organiser, "competition": day.pk, "entry": sitter.pk, "name": str(out.competitor)}
    roster = read_roster(day.competition)
    asked = why_not(substitute, roster, sitter.code, roster.players[out.code])
    assert asked == tried(attendance.substitute, **typed) == ""
