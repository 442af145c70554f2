"""What a tablet sends: acknowledged in our own words with its own request id, and refused in words where it must be."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.models import Hand, Tablet
from scoring.queries.keys import keys_of
from tests.cast import OUT, Day
from tournament.actions import clock, hiding, spelling
from tournament.models import Competitor, Entry
from tournament.rules.travel_ids import number_told

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    return Day("syg").people(7).until("running")


@pytest.fixture
def tablet(client, day) -> Client:
    client.get(keys_of(day.competition)[1].path)
    return client


def send(tablet: Client, verb: str, body: Any, number: int = 1) -> Any:
    return tablet.post(f"/table/uno-open/{number}/do/{verb}", body, content_type="application/json")


def state(tablet: Client) -> dict[str, Any]:
    return tablet.get("/table/uno-open/1/state.json").json()


def hand(day: Day, *held: Any, request: str = "hand-1", number: int = 1, **more: Any) -> dict[str, Any]:
    """Hand `number` of table 1, in seat order; OUT for whoever went out."""
    entries = [number_told(seat.entry.travel_id) for seat in day.table(1).seats.order_by("number")]
    out = next((entry for entry, what in zip(entries, held, strict=True) if what == OUT), None)
    rest = {str(entry): what for entry, what in zip(entries, held, strict=True) if what != OUT}
    return {"request": request, "round": 1, "number": number, "out": out, "last_card": "", "held": rest, **more}


def test_a_hand_is_acknowledged_with_its_own_request_id(tablet, day):
    answer = send(tablet, "record", hand(day, OUT, {"5": 1, "wild": 1}, 20, 30))
    assert answer.status_code == 200
    assert answer.json() == {"turntable": 1, "request": "hand-1", "ok": True, "answer": {"hand": 1, "version": 1}}
    state_now = state(tablet)
    assert [seat["points"] for seat in state_now["seats"]] == [0, 55, 20, 30]
    assert [seat["leads"] for seat in state_now["seats"]] == [True, False, False, False]
    assert state_now["next"]["number"] == 2


def test_who_is_hidden_from_the_public_is_whole_on_the_tablet(tablet, day):
    """An umpire must know who sits there."""
    before = [chair["name"] for chair in state(tablet)["seats"]]
    for seat in day.table(1).seats.all():
        hiding.hide_person(by=day.mc, competitor=seat.entry.competitor_id)
    assert [chair["name"] for chair in state(tablet)["seats"]] == before


def test_a_substitute_whose_name_was_respelt_meanwhile_is_asked_about(client):
    """The tablet was away while the organiser fixed the spelling, and offers the name that it knows."""
    names = ("Mia O'Brien", "Ben Ito", "Cal Young", "Dee Park", "Jo Reed")
    day = Day("syg").people(4, reserves=1, names=names).until("published")
    client.get(keys_of(day.competition)[1].path)
    spare = Entry.objects.get(kind="reserve")
    was, sitter = spare.competitor.name, number_told(day.who("Mia O'Brien").travel_id)
    spelling.respell(by=day.organiser, competitor=spare.competitor_id, name=f"{was} Jr", was=was, why="asked them")
    body = {"request": "sub-1", "round": 1, "entry": sitter, "name": was}
    answer = send(client, "substitute", body)
    question = f"Is “{was}” the same person as {was} Jr of Riverside?"
    assert (answer.status_code, answer.json()["confirm"], answer.json()["known"]) == (409, question, f"{was} Jr")
    for _ in range(2):
        assert send(client, "substitute", {**body, "request": "sub-2", "name": f"{was} Jr"}).status_code == 200
    assert (Competitor.objects.count(), day.who(f"{was} Jr").seats.count()) == (5, 1)


def test_sent_twice_it_is_one_hand(tablet, day):
    body = hand(day, OUT, 10, 20, 30)
    assert send(tablet, "record", body).json() == send(tablet, "record", body).json()
    assert Hand.objects.count() == 1


def test_the_same_id_with_another_body_is_refused(tablet, day):
    send(tablet, "record", hand(day, OUT, 10, 20, 30))
    answer = send(tablet, "record", hand(day, OUT, 10, 20, 31))
    assert answer.status_code == 409
    assert "already used" in answer.json()["reused"]


def test_two_tablets_one_hand_both_values(tablet, day):
    send(tablet, "record", hand(day, OUT, 10, 20, 30))
    answer = send(tablet, "record", hand(day, OUT, 10, 20, 31, request="hand-1b"))
    answered = answer.json()
    assert (answer.status_code, answered["stale"]) == (409, "Hand 1 is already recorded. Which one is right?")
    assert answered["theirs"]["version"] == 1


@pytest.mark.parametrize(
    ("held", "sentence"),
    [
        (-1, "can’t hold -1 points"),
        (1.5, "count the cards, or type a whole number"),
        ("٣", "count the cards, or type a whole number"),
        (1_000_000_000, "can’t hold 1000000000 points"),
        (float("nan"), "count the cards, or type a whole number"),
        ("", "count the cards, or type a whole number"),
        (None, "count the cards, or type a whole number"),
        (True, "count the cards, or type a whole number"),
        ({"joker": 1}, "There is no card called “joker”"),
        ({"wild": 5}, "More than 4 Wild cards"),
        ({}, "holds at least one card"),
    ],
)
def test_what_cannot_be_is_refused_in_words(tablet, day, held, sentence):
    answer = send(tablet, "record", hand(day, OUT, 10, 20, held))
    assert answer.status_code == 422
    assert sentence in answer.json()["refused"]
    assert Hand.objects.count() == 0


def test_another_table_is_not_this_tablets(tablet, day):
    answer = send(tablet, "record", hand(day, OUT, 10, 20, 30), number=2)
    assert answer.status_code == 403
    assert answer.json()["signed_out"]


def test_a_strange_player_is_refused(tablet, day):
    stranger = number_told(day.table(2).seats.first().entry.travel_id)
    body = hand(day, OUT, 10, 20, 30)
    body["held"] = dict(list(body["held"].items())[:2]) | {str(stranger): 5}
    assert "doesn’t sit at this table" in send(tablet, "record", body).json()["refused"]


def test_a_round_that_has_gone_by_is_stale(tablet, day):
    answer = send(tablet, "record", hand(day, OUT, 10, 20, 30) | {"round": 2})
    assert answer.status_code == 409
    assert "stale" in answer.json()


def test_a_hand_before_the_start_is_refused(client):
    day = Day("syg").people(7).until("published")
    client.get(keys_of(day.competition)[1].path)
    answer = send(client, "record", hand(day, OUT, 10, 20, 30))
    assert answer.status_code == 422
    assert "The round hasn’t begun" in answer.json()["refused"]
    assert Hand.objects.count() == 0


def test_a_change_of_an_older_version_shows_both(tablet, day):
    send(tablet, "record", hand(day, OUT, 10, 20, 30))
    for number, held in ((1, 31), (2, 32)):
        body = hand(day, OUT, 10, 20, held, request=f"change-{number}") | {"version": 1, "why": "recounted"}
        answer = send(tablet, "change", body)
    answered = answer.json()
    last = str(number_told(day.table(1).seats.get(number=4).entry.travel_id))
    assert (answer.status_code, answered["theirs"]["held"][last], answered["yours"]["held"][last]) == (409, 31, 32)
    assert answered["theirs"]["version"] == 2


def test_after_acceptance_no_hand_is_taken(tablet, day):
    send(tablet, "record", hand(day, OUT, 10, 20, 30))
    clock.end_clock(by=day.mc, competition=day.pk)
    answer = send(tablet, "accept", {"request": "accept-1", "round": 1, "seen": [1]})
    assert answer.json()["ok"]
    late = send(tablet, "record", hand(day, OUT, 10, 20, 30, request="hand-2", number=2))
    assert "accepted" in late.json()["refused"]


def test_when_all_players_agree_the_sheet_is_in(tablet, day):
    send(tablet, "record", hand(day, OUT, 10, 20, 30))
    clock.end_clock(by=day.mc, competition=day.pk)
    seats = state(tablet)["seats"]
    for number, seat in enumerate(seats, start=1):
        assert not state(tablet)["accepted"]
        answer = send(tablet, "nod", {"request": f"nod-{number}", "round": 1, "entry": seat["entry"], "seen": [1]})
        assert answer.json()["ok"]
    assert state(tablet)["accepted"]


def test_a_player_who_agreed_may_think_again(tablet, day):
    send(tablet, "record", hand(day, OUT, 10, 20, 30))
    clock.end_clock(by=day.mc, competition=day.pk)
    first, *others = (seat["entry"] for seat in state(tablet)["seats"])
    for number, (entry, agrees) in enumerate([(first, True), (first, False), *((player, True) for player in others)]):
        body = {"request": f"nod-{number}", "round": 1, "entry": entry, "seen": [1], "agrees": agrees}
        assert send(tablet, "nod", body).json()["answer"] is False
    assert [seat["nodded"] for seat in state(tablet)["seats"]] == [False, True, True, True]
    assert send(tablet, "nod", {"request": "nod-9", "round": 1, "entry": first, "seen": [1]}).json()["answer"] is True


def test_a_change_takes_the_agreement_back(tablet, day):
    send(tablet, "record", hand(day, OUT, 10, 20, 30))
    first = state(tablet)["seats"][0]["entry"]
    send(tablet, "nod", {"request": "nod-1", "round": 1, "entry": first, "seen": [1]})
    assert state(tablet)["seats"][0]["nodded"]
    send(tablet, "change", hand(day, OUT, 10, 20, 31, request="change-1") | {"version": 1, "why": "recounted"})
    assert not state(tablet)["seats"][0]["nodded"]


@pytest.mark.parametrize("verb", ["accept", "nod"])
def test_whoever_has_just_chosen_is_not_asked_again(tablet, day, verb):
    """The tablet tells with its acceptance what it has not settled: the board may hear of that a moment later."""
    conflict = {"request": "hand-1b", "hand": 1, "round": 1, "said": "Which is right?"}
    day.hand(1, [OUT, 10, 20, 30])
    day.ring()
    send(tablet, "here", {"request": "here", "trouble": conflict})
    *others, last = day.table(1).seats.values_list("entry__travel_id", flat=True)
    for entry in others if verb == "nod" else ():
        assert send(tablet, "nod", {"request": f"n{entry}", "round": 1, "entry": entry, "seen": [1]}).json()["ok"]
    body = {"round": 1, "seen": [1]} | ({"entry": last} if verb == "nod" else {})
    for more in ({}, {"trouble": conflict}):
        asked = send(tablet, verb, {"request": f"asked{len(more)}", **body, **more})
        assert "Accept the sheet as it is?" in asked.json()["confirm"]
    assert send(tablet, verb, {"request": "settled", **body, "trouble": None}).json()["ok"]
    assert day.table(1).accepted_at is not None


def test_a_page_that_is_loaded_again_has_settled_nothing(tablet, day):
    conflict = {"request": "hand-1b", "hand": 1, "round": 1, "said": "Which is right?"}
    send(tablet, "here", {"request": "here", "trouble": conflict, "counting": {"number": 2, "done": []}})
    tablet.get("/table/uno-open/1/")
    told = Tablet.objects.get(competition=day.pk, number=1)
    assert (told.trouble["request"], told.counting["number"]) == ("hand-1b", 2)
    send(tablet, "here", {"request": "here"})
    told.refresh_from_db()
    assert (told.trouble, told.counting) == (None, None)


def test_the_table_calls_the_organiser_once(tablet, day):
    for number in (1, 2):
        send(tablet, "flag", {"request": f"flag-{number}", "round": 1, "said": "A card is missing"})
    assert state(tablet)["flag"]["said"] == "A card is missing"
    send(tablet, "unflag", {"request": "unflag-1", "round": 1})
    assert state(tablet)["flag"] is None
