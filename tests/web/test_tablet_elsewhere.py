"""A tablet goes on where its event is held next: its printed code opens the table, what it counted is taken, and what
was acknowledged before has no second effect."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from scoring.models import Hand, KeyChange
from scoring.queries.keys import keys_of
from tests.cast import Day
from tests.elsewhere import carry_elsewhere
from tests.refusals import everything
from tournament.actions import erasing
from tournament.models import Answered

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]


@pytest.fixture
def day() -> Day:
    return Day("syg").people(8, of_each=2).until("running")


@pytest.fixture
def tablet(client, day) -> Client:
    client.get(keys_of(day.competition)[1].path)
    return client


def send(tablet: Client, verb: str, request: str, **body: Any) -> dict[str, Any]:
    sent = {"request": request, "round": 1, **body}
    answer: dict[str, Any] = tablet.post(f"/table/uno-open/1/do/{verb}", sent, content_type="application/json").json()
    return answer


def seats_of(tablet: Client) -> list[int]:
    return [seat["entry"] for seat in tablet.get("/table/uno-open/1/state.json").json()["seats"]]


def everything_a_tablet_sends(out: int, *others: int) -> list[tuple[str, dict[str, Any]]]:
    held = {str(entry): 10 + place for place, entry in enumerate(others)}
    return [
        ("sit", {"entry": out, "here": True}),
        ("deal", {"entry": others[0]}),
        ("flag", {"said": "A card is missing"}),
        ("absent", {"entry": others[-1]}),
        ("back", {"entry": others[-1]}),
        ("record", {"number": 1, "out": out, "last_card": "", "held": held}),
        ("change", {"number": 1, "version": 1, "out": out, "last_card": "skip", "held": held, "why": "miscounted"}),
        ("nod", {"entry": out, "seen": [2]}),
    ]


def test_what_was_acknowledged_has_no_second_effect_elsewhere(tablet, day, settings):
    sent = everything_a_tablet_sends(*seats_of(tablet))
    answers = [send(tablet, verb, f"{verb}-1", **body) for verb, body in sent]
    assert [answer.get("ok") for answer in answers] == [True] * len(sent), answers
    printed = keys_of(day.competition)[1].path
    carry_elsewhere(settings)
    elsewhere = Client()
    assert elsewhere.get(printed).status_code == 302
    before = everything()
    again = [send(elsewhere, verb, f"{verb}-1", **body) for verb, body in sent]
    assert again == answers
    assert everything() == before


def test_the_same_id_with_another_body_is_refused_elsewhere_too(tablet, day, settings):
    out, *others = seats_of(tablet)
    held = {str(entry): 10 for entry in others}
    send(tablet, "record", "hand-1", number=1, out=out, last_card="", held=held)
    printed = keys_of(day.competition)[1].path
    carry_elsewhere(settings)
    elsewhere = Client()
    elsewhere.get(printed)
    answer = send(elsewhere, "record", "hand-1", number=1, out=out, last_card="", held=held | {str(others[0]): 11})
    assert "already used for something else" in answer["reused"]


def test_a_hand_that_was_counted_before_is_taken_elsewhere(tablet, day, settings):
    """The tablet knows everybody by the numbers it was told at first, and so does the page that it gets then."""
    out, *others = seats_of(tablet)
    printed = [key.path for key in keys_of(day.competition)]
    carry_elsewhere(settings)
    elsewhere = Client()
    assert [elsewhere.get(path).status_code for path in printed] == [302] * len(printed)
    assert seats_of(elsewhere) == [out, *others]
    held = {str(entry): 7 for entry in others}
    assert send(elsewhere, "record", "hand-1", number=1, out=out, last_card="", held=held)["ok"] is True
    assert Hand.objects.get().out.entry.travel_id == out
    assert KeyChange.objects.count() == 0


def test_a_tablet_finds_there_what_it_keeps_to_be_sent(tablet, day, settings):
    """It keeps it under a name that its page tells, in a browser that knows nothing but the address."""
    kept_under = r'data-key="([^"]+)"'
    at_home = re.findall(kept_under, tablet.get("/table/uno-open/1/").content.decode())
    assert [name.split(".")[:2] for name in at_home] == [["uno-open", str(day.competition.travel_id)]]
    printed = keys_of(day.competition)[1].path
    carry_elsewhere(settings)
    elsewhere = Client()
    elsewhere.get(printed)
    assert re.findall(kept_under, elsewhere.get("/table/uno-open/1/").content.decode()) == at_home


def test_once_names_are_erased_nobody_can_guess_them_from_what_travels(tablet, day, settings):
    """And what was acknowledged is still answered, here and elsewhere."""
    out, *others = seats_of(tablet)
    held = {str(entry): 10 for entry in others}
    body = {"number": 1, "out": out, "last_card": "", "held": held}
    answer = send(tablet, "record", "hand-1", **body)
    assert Answered.objects.get(pk="hand-1").travels != ""
    erasing.erase_names(by=day.organiser, event=day.event, sure=True)
    assert not Answered.objects.exclude(travels="").exists()
    printed = keys_of(day.competition)[1].path
    assert send(tablet, "record", "hand-1", **body) == answer
    carry_elsewhere(settings)
    elsewhere = Client()
    elsewhere.get(printed)
    assert send(elsewhere, "record", "hand-1", **body) == answer


def test_people_are_told_by_the_same_numbers_as_their_rows_have_ids(tablet, day):
    """So no tablet learns a number that means somebody else on the next machine."""
    assert seats_of(tablet) == list(day.table(1).seats.order_by("number").values_list("entry__travel_id", flat=True))
