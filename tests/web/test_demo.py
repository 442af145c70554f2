"""A demo event in one click, at each stage a newcomer may want to see: fictional, marked so, and the clicker's own."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from scoring.rehearsal.demo import NAMES, DemoStage
from tests.cast import Day
from tests.refusals import everything
from tests.web.test_new_event import text_of
from tests.web.visitors import account, keeper, organiser
from tournament.actions import removing, rounds
from tournament.models import Competition, Event, Membership, RemovedEvent

pytestmark = pytest.mark.django_db

MARK = "Rehearsal: nobody here is real"


def make(client: Client, stage: str, **more: str) -> str:
    answer = client.post("/organise/demo/", {"stage": stage, **more})
    assert answer.status_code == 302
    return answer["Location"]


@pytest.mark.parametrize(
    ("stage", "state"),
    [
        ("open", "Entries open"),
        ("drawn", "Drawn"),
        ("running", "Round 1 is running"),
        ("finished", "Finished"),
    ],
)
def test_each_stage_is_one_click_away_and_plainly_marked(stage, state):
    client = keeper()
    address = make(client, stage)
    text = text_of(client.get(address))
    event = Event.objects.get()
    assert (event.fictional, event.name) == (True, NAMES[DemoStage(stage)])
    assert f"</svg>{state}</p>" in text
    slug = Competition.objects.get().slug
    pages = [address, f"{address}groups/", f"{address}people/", f"{address}settings/", f"/c/{slug}/", "/"]
    pages += [f"/c/{slug}/draw/"] if stage != "open" else []
    pages += [f"/c/{slug}/results/"] if stage == "finished" else []
    for page in pages:
        assert MARK in text_of(client.get(page)), page


def test_every_stage_is_on_the_page_of_events_and_on_its_own():
    client = keeper()
    for page in ("/organise/", "/organise/demo/"):
        assert all(f'name="stage" value="{stage}"' in text_of(client.get(page)) for stage in DemoStage)


def test_in_the_middle_of_a_round_some_tables_have_hands_and_one_has_none():
    client = keeper()
    make(client, "running")
    (round_,) = Competition.objects.get().round_set.all()
    hands = [table.hands.count() for table in round_.tables.order_by("number")]
    assert hands[-1] == 0 and all(hands[:-1])
    assert round_.clock.facts.deadline is not None


def test_while_entries_are_open_some_groups_have_yet_to_enter_and_all_have_links():
    client = keeper()
    address = make(client, "open")
    text = text_of(client.get(address))
    assert "17 of 24 groups have entered somebody." in text
    assert "Entries close" in text
    assert "Every group has its link." in text_of(client.get(f"{address}groups/"))


def test_it_belongs_to_whoever_clicked():
    client = organiser(Day("syg").event, name="Tui Hall")
    address = make(client, "open")
    assert client.get(address).status_code == 200
    assert Membership.objects.filter(event__name=NAMES[DemoStage.OPEN], account=account(client)).count() == 1


def test_a_double_click_makes_one():
    client = keeper()
    first = make(client, "drawn", request="0" * 32)
    assert make(client, "drawn", request="0" * 32) == first
    assert make(client, "drawn") != first
    assert Event.objects.count() == 2


def test_a_form_sent_again_after_its_demo_was_removed_says_so():
    client = keeper()
    address = make(client, "open", request="0" * 32)
    client.post(f"{address}settings/", {"do": "remove", "typed": NAMES[DemoStage.OPEN]})
    answer = client.post("/organise/demo/", {"stage": "open", "request": "0" * 32})
    assert (answer.status_code, "This demo has been removed since" in text_of(answer)) == (409, True)


@pytest.fixture
def half_way(monkeypatch):
    """What is there when the last step of the making is reached, which then fails."""
    seen: dict[str, Any] = {}

    def fail(**sent: Any) -> None:
        seen["in a transaction"] = len(connection.savepoint_ids)
        seen["listed"] = text_of(Client().get("/")) + text_of(seen["keeper"].get("/organise/"))
        raise seen.get("error", KeyboardInterrupt)

    monkeypatch.setattr(rounds, "finish", fail)
    return seen


def test_its_making_is_many_short_steps_and_it_is_not_listed_before_it_is_ready(half_way):
    """In one step, everybody else's writes would wait for seconds."""
    half_way["keeper"] = client = keeper()
    outside = len(connection.savepoint_ids)
    with pytest.raises(KeyboardInterrupt):
        client.post("/organise/demo/", {"stage": "finished"})
    assert half_way["in a transaction"] == outside
    assert NAMES[DemoStage.FINISHED] not in half_way["listed"]


def test_an_interrupted_demo_leaves_nothing_behind(half_way):
    half_way["keeper"] = client = keeper()
    with pytest.raises(KeyboardInterrupt):
        client.post("/organise/demo/", {"stage": "finished"})
    assert (Event.objects.count(), Competition.objects.count()) == (0, 0)


def test_a_demo_whose_maker_was_killed_is_removed_by_the_sweep():
    client = keeper()
    make(client, "open")
    make(client, "drawn")
    killed = Event.objects.latest("pk")
    with time_machine.travel(timezone.now(), tick=False) as now:
        Event.objects.filter(pk=killed.pk).update(unfinished_since=timezone.now())
        now.shift(timedelta(seconds=100))
        assert removing.forget_unfinished() == 0
        now.shift(timedelta(seconds=30))
        assert removing.forget_unfinished() == 1
    assert list(Event.objects.values_list("name", flat=True)) == [NAMES[DemoStage.OPEN]]


@pytest.mark.parametrize("stage", ["", "tomorrow", "x" * 10_000, "\x00"])
def test_a_stage_there_is_not_is_refused(stage):
    client = keeper()
    before = everything()
    answer = client.post("/organise/demo/", {"stage": stage})
    assert answer.status_code == 422
    assert "Choose how far along the demo should be" in text_of(answer)
    assert everything() == before


def test_it_is_removed_by_its_name_and_can_be_brought_back():
    client = keeper()
    address, name = make(client, "finished"), NAMES[DemoStage.FINISHED]
    assert f'href="{address}settings/#remove">Remove this rehearsal</a>' in text_of(client.get(address))
    before = everything_played()
    assert client.post(f"{address}settings/", {"do": "remove"}).status_code == 422
    answer = client.post(f"{address}settings/", {"do": "remove", "typed": name}, follow=True)
    assert re.search(rf"{re.escape(name)} \(\d+ \w+ \d+\) is removed\.", text_of(answer))
    assert answer.redirect_chain == [("/organise/", 302)]
    assert (Event.objects.count(), Competition.objects.count()) == (0, 0)
    assert client.get(address).status_code == 404
    copy = RemovedEvent.objects.get()
    assert f'name="event" value="{copy.event_number}"' in text_of(answer)
    answer = client.post("/organise/", {"event": copy.event_number}, follow=True)
    assert (answer.redirect_chain, f"{name} is back." in text_of(answer)) == ([(address, 302)], True)
    assert everything_played() == before


def everything_played() -> dict[str, list[object]]:
    return {model: rows for model, rows in everything().items() if model not in ("LogEntry", "Answered")}
