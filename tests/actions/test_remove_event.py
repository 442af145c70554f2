"""An event that was practice, or never played, goes by its name; a copy of it is kept for a week."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from tests.cast import OUT, Day, a_day
from tests.refusals import everything, refused
from tests.web.test_new_event import text_of
from tests.web.visitors import keeper, organiser
from tournament.actions import removing, setup
from tournament.actions.removed_events import bring_back, forget_old_copies
from tournament.models import Account, Event, LogEntry, Membership, RemovedEvent
from tournament.permissions import Actor, Role
from tournament.rules.errors import NotFound, Refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]

KEPT_ANYWAY = ("LogEntry", "RemovedEvent", "Answered", "Account")
PLAYED = "It has been played, so it stays. You can close its public pages, and erase its names."


def remove(day: Day, name: str = "youth  WEEKEND") -> None:
    removing.remove_event(by=day.organiser, event=day.event, name=name)


def again(day: Day) -> int:
    event: int = bring_back(by=day.organiser, event=day.event)["event"]
    return event


def rows() -> dict[str, list[object]]:
    return {model: lines for model, lines in everything().items() if lines and model not in KEPT_ANYWAY}


def a_drawn_event() -> Day:
    day = Day("syg", real=True).people(4, reserves=1)
    day.invite(day.group("Riverside"))
    return day.until("published")


def test_its_name_is_asked_for_and_then_everything_goes_but_the_log():
    day = a_drawn_event()
    with refused(Refused, "Type the event’s name to remove it: Youth weekend"):
        remove(day, "another")
    lines = LogEntry.objects.count()
    remove(day)
    assert rows() == {}
    assert (LogEntry.objects.count(), RemovedEvent.objects.get().name) == (lines + 1, "Youth weekend")


def test_one_that_was_played_stays():
    day = a_drawn_event()
    day.hand(1, [OUT, 10, 20, 30])
    with refused(Refused, PLAYED):
        remove(day)


@pytest.mark.parametrize("stage", ["running", "finished"])
def test_practice_goes_and_comes_back_however_far_it_was_played(stage):
    day = a_day("syg", 8, stage)
    before = rows()
    remove(day)
    assert rows() == {}
    again(day)
    assert rows() == before


def test_half_of_an_event_that_the_program_was_making_goes_without_a_copy():
    day = Day("syg").people(2)
    assert (removing.remove_unfinished(day.event), removing.remove_unfinished(day.event)) == (1, 0)
    assert (rows(), RemovedEvent.objects.count()) == ({}, 0)


def test_other_events_stay_and_numbers_are_never_given_again():
    kept, day = Day("syg").people(4), Day("syg").people(4)
    remove(day)
    assert list(Event.objects.values_list("pk", flat=True)) == [kept.event]
    assert kept.competition.entries.count() == 4
    assert Day("syg").event > day.event


def test_for_a_week_every_row_comes_back_as_it_was():
    day = a_drawn_event()
    before = rows()
    remove(day)
    assert again(day) == day.event
    assert rows() == before
    assert not RemovedEvent.objects.exists()
    day.until("finished")


def test_an_address_that_is_taken_by_now_gets_a_number_and_who_left_is_no_member():
    day = a_drawn_event()
    account = Account.objects.create(username="jo")
    Membership.objects.create(account=account, event_id=day.event, role="mc")
    remove(day)
    account.delete()
    setup.create_event(by=day.organiser, name="Youth weekend")
    assert Event.objects.get(pk=again(day)).slug == "youth-weekend-2"
    assert not Membership.objects.filter(role="mc").exists()


def addresses(day: Day) -> tuple[str, str | None]:
    [found] = Event.objects.filter(pk=day.event).values_list("slug", "short")
    return found


@pytest.mark.parametrize(
    ("taken", "slug", "short", "says"),
    [
        ({"slug": "other", "short": "yw26"}, "youth-weekend", "yw26-2", True),
        ({"slug": "yw26", "short": "other"}, "youth-weekend", "yw26-2", True),
        ({"slug": "other", "short": "youth-weekend"}, "youth-weekend-2", "yw26", False),
        ({"slug": "other", "short": "other26"}, "youth-weekend", "yw26", False),
    ],
)
def test_long_and_short_addresses_are_one_event_s_each_and_a_new_short_one_is_said(taken, slug, short, says):
    """Both lead to the event's page: /e/yw26 and /e/youth-weekend."""
    day = a_drawn_event()
    tui = organiser(day.event, name="Tui Hall")
    assert addresses(day) == ("youth-weekend", "yw26")
    remove(day)
    Event.objects.create(name="Another", **taken)
    answer = tui.post("/organise/", {"event": day.event, "request": "0" * 32}, follow=True)
    assert addresses(day) == (slug, short)
    sentence = "Another event has its old short address now; the new one is /e/yw26-2. Reprint what shows the old one."
    assert (sentence in text_of(answer)) is says


def test_a_copy_without_a_short_address_gets_one(capsys):
    """It was made by a version that had none."""
    day = a_drawn_event()
    remove(day)
    kept = RemovedEvent.objects.get()
    for row in kept.rows:
        row["fields"].pop("short", None)
    kept.save()
    call_command("bring_back_event", day.event)
    assert "Another event" not in capsys.readouterr().out
    assert addresses(day) == ("youth-weekend", "yw26")


def test_after_a_week_the_copy_is_gone():
    day = a_drawn_event()
    remove(day)
    assert forget_old_copies() == 0
    RemovedEvent.objects.update(removed_at=timezone.now() - timedelta(days=7, seconds=1))
    assert forget_old_copies() == 1
    with refused(NotFound, "This event can’t be brought back: a removed event is kept for a week."):
        again(day)


def test_the_command_lists_them_and_brings_one_back(capsys):
    call_command("bring_back_event")
    assert "There is no removed event to bring back." in capsys.readouterr().out
    remove(a_drawn_event())
    number = RemovedEvent.objects.get().event_number
    call_command("bring_back_event")
    assert f"{number}  Youth weekend, kept until " in capsys.readouterr().out
    call_command("bring_back_event", number)
    assert capsys.readouterr().out == "Youth weekend is back, at /organise/youth-weekend/\n"
    Event.objects.filter(pk=number).update(short="yw26-7")
    removing.remove_event(by=Actor(Role.ORGANISER, number, "Ruth"), event=number, name="Youth weekend")
    Event.objects.create(name="Another", slug="another", short="yw26-7")
    call_command("bring_back_event", number)
    assert "the new one is /e/yw26." in capsys.readouterr().out
    with pytest.raises(CommandError, match="can’t be brought back"):
        call_command("bring_back_event", number)


def test_the_settings_page_asks_for_the_name_and_says_why_one_stays():
    day, ruth, address = a_drawn_event(), keeper(), "/organise/youth-weekend/settings/"
    page = text_of(ruth.get(address))
    assert "Type its name to remove it" in page and "Its names are gone for good after a week." in page
    assert 'To erase them at once, <a href="/organise/youth-weekend/erase-names/">erase all names</a> first' in page
    assert "Type the event’s name to remove it: Youth weekend" in text_of(ruth.post(address, {"do": "remove"}))
    day.hand(1, [OUT, 10, 20, 30])
    assert PLAYED in text_of(ruth.get(address))
    other = Day("bac", real=True)
    Event.objects.filter(pk=other.event).update(name="Friday", slug="friday")
    answer = ruth.post("/organise/friday/settings/", {"do": "remove", "typed": "friday"}, follow=True)
    assert re.search(r"Friday \(\d+ \w+ \d+\) is removed\. You can bring it back below\.", text_of(answer))
    assert Event.objects.count() == 1


def test_whoever_organised_it_finds_it_among_their_events_and_nobody_else_does():
    day = a_drawn_event()
    tui = organiser(day.event, name="Tui Hall")
    strangers = organiser(Day("bac").event, name="Jo Reed"), organiser(day.event, "mc", name="Sam Lee")
    remove(day)
    assert "Then its names are gone for good." in text_of(tui.get("/organise/"))
    for stranger in strangers:
        assert "Bring it back" not in text_of(stranger.get("/organise/"))
        assert stranger.post("/organise/", {"event": day.event}).status_code == 404
    assert 'Youth weekend</bdi> <span class="quiet">You can bring it back until' in text_of(tui.get("/organise/"))
    keys = {"event": day.event, "request": "0" * 32}
    for _ in range(2):
        answer = tui.post("/organise/", keys, follow=True)
        assert answer.redirect_chain == [("/organise/youth-weekend/", 302)]
    assert "The event was brought back" in text_of(tui.get("/organise/youth-weekend/log/"))
    assert "Removed</h2>" not in text_of(tui.get("/organise/"))
