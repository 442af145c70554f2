"""Screens are taken in by their number, told what to show, and follow the programme that an MC steps through."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.cast import Day, a_day
from tests.refusals import refused
from tournament import tasks
from tournament.actions import screens, slides
from tournament.models import Programme, Screen
from tournament.queries.programme import read_programmes
from tournament.queries.screens import find_turns, only_event, screen_facts
from tournament.rules.errors import NotFound, Refused

pytestmark = pytest.mark.django_db


def scene(day: Day, screen: Screen) -> str:
    screen.refresh_from_db()
    turns = find_turns(screen_facts(screen), read_programmes(day.competition.event, timezone.now()))
    return turns[0].item.scene.value


def test_a_screen_belongs_at_once_to_the_only_event_that_is_not_over():
    assert screens.open_screen("before").event is None
    day = Day("syg", real=True)
    assert screens.open_screen("one").event_id == day.event
    Day("syg")  # a rehearsal beside it changes nothing
    assert only_event().pk == day.event
    Day("syg", real=True)
    assert screens.open_screen("two").event is None


def test_a_screen_that_waits_is_found_when_there_is_an_event():
    screen = screens.open_screen("one")
    day = Day("syg", real=True)
    screens.hear(screen, timezone.now() + timedelta(seconds=30))
    assert Screen.objects.get().event_id == day.event


def test_being_heard_is_written_down_now_and_then():
    screen = screens.open_screen("one")
    first = screen.last_seen
    screens.hear(screen, first + timedelta(seconds=10))
    assert Screen.objects.get().last_seen == first
    screens.hear(screen, first + timedelta(seconds=21))
    assert Screen.objects.get().last_seen == first + timedelta(seconds=21)


def test_the_same_browser_is_one_screen_and_a_closed_one_gives_its_number_back():
    assert screens.open_screen("one").pk == screens.open_screen("one").pk
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        screens.open_screen("two")
    assert Screen.objects.count() == 1


def test_taken_in_by_its_number_and_never_from_another_event():
    day, other = Day("syg", real=True), Day("syg", real=True)
    number = screens.open_screen("one").number
    screens.take_screen(by=day.mc, event=day.event, number=number)
    assert Screen.objects.get().event_id == day.event
    for wrong in (number, number - 1):
        with refused(NotFound, screens.NO_SCREEN):
            screens.take_screen(by=other.mc, event=other.event, number=wrong)


def test_a_screen_shows_what_it_was_told_or_follows_the_programme():
    day = a_day("syg", 8, "published")
    screen = screens.open_screen("one")
    assert scene(day, screen) == "tables"
    screens.set_screen(by=day.mc, screen=screen.pk, shows="names", competition=day.pk)
    assert scene(day, screen) == "names"
    slide = slides.add_slide(by=day.mc, event=day.event, title="Lunch")
    screens.set_screen(by=day.mc, screen=screen.pk, shows="slide", slide=slide)
    assert scene(day, screen) == "slide"
    slides.remove_slide(by=day.mc, slide=slide)
    assert scene(day, screen) == "tables"


def test_what_is_not_there_cannot_be_shown():
    day, other = a_day("syg", 8, "published"), Day("syg")
    screen = screens.open_screen("one")
    Screen.objects.update(event=day.event)
    with refused(Refused, "No screen can show this. Choose something from the list."):
        screens.set_screen(by=day.mc, screen=screen.pk, shows="cat pictures")
    for more in ({"competition": other.pk}, {"shows": "slide", "slide": 99}):
        with refused(Refused, "What you chose for this screen is gone. Choose again."):
            screens.set_screen(by=day.mc, screen=screen.pk, **more)


def test_the_programme_follows_the_day_and_the_mcs_steps():
    day = Day("syg").people(4).until("published")
    screen = screens.open_screen("one")
    seen = [scene(day, screen)]
    for steps in (1, 1, 1, 1):
        screens.step_programme(by=day.mc, competition=day.pk, steps=steps)
        seen.append(scene(day, screen))
    for stage in ("running", "time up", "round closed", "finished"):
        day.until(stage)
        seen.append(scene(day, screen))
    assert seen == ["tables", "names", "dealer", "clock", "clock", "clock", "clock", "podium", "podium"]
    assert Programme.objects.get().scene == "clock"


def test_a_step_to_a_scene_that_has_gone_by_is_refused():
    day = a_day("syg", 8, "running")
    with refused(Refused, "This is no longer in the programme: the round has moved on. Check what’s there now."):
        screens.step_programme(by=day.mc, competition=day.pk, scene="tables")


def test_two_clocks_stand_side_by_side_where_a_screen_follows_the_whole_event():
    day = a_day("syg", 8, "running")
    young = Day("bac", rounds=1).people(8).until("running")
    young.competition.__class__.objects.filter(pk=young.pk).update(event=day.event)
    [shown] = find_turns(
        screen_facts(Screen(event_id=day.event)), read_programmes(day.competition.event, timezone.now())
    )
    assert [running.competition.pk for running in shown.clocks] == [day.pk, young.pk]
    [turn] = find_turns(
        screen_facts(Screen(event_id=day.event, competition_id=day.pk)),
        read_programmes(day.competition.event, timezone.now()),
    )
    assert [running.competition.pk for running in turn.clocks] == [day.pk]


# Screens that nobody asked for


def test_an_address_adds_a_few_screens_to_an_event_and_the_next_ones_wait_for_the_mc():
    day = Day("syg", real=True)
    joined = [
        screens.open_screen(f"key {n}", "here").event_id for n in range(screens.MOST_UNNAMED_FROM_ONE_ADDRESS + 1)
    ]
    assert joined == [day.event] * screens.MOST_UNNAMED_FROM_ONE_ADDRESS + [None]
    assert screens.open_screen("elsewhere", "another address").event_id == day.event
    last = Screen.objects.get(event=None)
    screens.take_screen(by=day.mc, event=day.event, number=last.number)
    last.refresh_from_db()
    assert last.event_id == day.event


def test_a_screen_that_was_given_a_name_makes_room_for_another():
    day = Day("syg", real=True)
    opened = [screens.open_screen(f"key {n}", "here") for n in range(screens.MOST_UNNAMED_FROM_ONE_ADDRESS)]
    screens.name_screen(by=day.mc, screen=opened[0].pk, name="Stage")
    assert screens.open_screen("one more", "here").event_id == day.event


def test_an_address_cannot_take_all_numbers():
    for n in range(screens.MOST_WAITING_FROM_ONE_ADDRESS):
        screens.open_screen(f"key {n}", "here")
    with refused(Refused, screens.TOO_MANY):
        screens.open_screen("one more", "here")
    assert screens.open_screen("elsewhere", "another address").event is None


def test_a_screen_that_waits_joins_no_event_that_its_address_has_filled():
    last = [screens.open_screen(f"key {n}", "here") for n in range(screens.MOST_UNNAMED_FROM_ONE_ADDRESS + 1)][-1]
    Day("syg", real=True)
    later = timezone.now() + timedelta(minutes=1)
    for screen in Screen.objects.order_by("pk"):
        screens.hear(screen, later)
    last.refresh_from_db()
    assert last.event is None


def test_old_screens_go_by_themselves_and_named_ones_stay():
    day = Day("syg", real=True)
    named, closed, used = (screens.open_screen(key) for key in ("named", "closed", "used"))
    screens.name_screen(by=day.mc, screen=named.pk, name="Stage")
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
        screens.hear(used, timezone.now())
        tasks.sweep.run()
    assert set(Screen.objects.values_list("pk", flat=True)) == {named.pk, used.pk}
    assert not Screen.objects.filter(pk=closed.pk).exists()
