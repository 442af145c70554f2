"""Whatever comes instead of what a tablet sends: each verb refuses it in our own words, and nothing is saved."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from django.test import Client

from scoring.models import Tablet
from scoring.queries.keys import keys_of
from scoring.web.umpire_sends import VERBS
from tests.cast import OUT, Day, a_day
from tests.refusals import everything
from tournament.actions import clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]

NOT_A_NUMBER: Final = float("nan")
DEEP: Final = "[" * 100_000 + "]" * 100_000
NOT_BOOLEAN: Final = ["no", 1, 0, None, [], {}, NOT_A_NUMBER]
NOT_WHOLE: Final = ["1", 1.5, True, [], {}, NOT_A_NUMBER, 10**30, -(10**30), "\x00", "\ud800"]
NOT_TEXT: Final = [5, None, True, [], {}, NOT_A_NUMBER]
NOT_A_LIST: Final = [None, 1, "1", {}, [NOT_A_NUMBER], ["\x00"], [None], [True], [10**30], [[1]], "\x00", [1] * 1001]
NOT_A_MAPPING: Final = [None, 5, "x", [], NOT_A_NUMBER]
UNPRINTABLE: Final = ["\x00", "a\ud800b", "\u202e", "x" * 10_000]

CHAIR: Final = {"number": 1, "entry": 1, "absent": False}
HAND: Final = {
    "number": [*NOT_WHOLE, None, 0, -1, 99],
    "held": [*NOT_A_MAPPING, {}, {"\x00": 1}, {"\ud800": 1}, {"999999": 5}, {"1": {"\x00": 1}}],
    "out": [*NOT_WHOLE, 999_999],
    "last_card": [*NOT_TEXT, *UNPRINTABLE],
    "late": NOT_BOOLEAN,
    "drew": NOT_WHOLE,
    "sure": NOT_BOOLEAN,
}
BAD: Final[dict[str, dict[str, list[Any]]]] = {
    "record": {**HAND, "playoff": NOT_BOOLEAN},
    "change": {**HAND, "version": [*NOT_WHOLE, None], "why": [*NOT_TEXT, *UNPRINTABLE, " "]},
    "delete": {
        "number": [*NOT_WHOLE, None, 99], "version": [*NOT_WHOLE, 99], "why": [*NOT_TEXT, *UNPRINTABLE, ""],
    },
    "lot": {},
    "accept": {"seen": NOT_A_LIST},
    "nod": {"entry": [*NOT_WHOLE, None, 999_999], "seen": NOT_A_LIST, "agrees": NOT_BOOLEAN},
    "take_back": {},
    "sit": {"entry": [*NOT_WHOLE, None, 999_999], "here": NOT_BOOLEAN},
    "seats": {"seats": [*NOT_A_LIST, [{}], [{**CHAIR, "number": "1"}], [{**CHAIR, "absent": 1}], [CHAIR] * 51]},
    "deal": {"entry": [*NOT_WHOLE, None, 999_999]},
    "take_over": {},
    "flag": {"said": [*NOT_TEXT, *UNPRINTABLE]},
    "unflag": {},
    "absent": {"entry": [*NOT_WHOLE, None, 999_999]},
    "back": {"entry": [*NOT_WHOLE, None, 999_999]},
    "substitute": {"entry": [*NOT_WHOLE, None, 999_999], "name": [*NOT_TEXT, *UNPRINTABLE, ""]},
}  # fmt: skip
"""For each verb, what its fields cannot be."""

UNREADABLE: Final = [
    "", "{", "[]", "7", '"x"', "{}", "\x00", "NaN", DEEP, f'{{"request": "x", "said": {DEEP}}}', '{"request": 5}',
    '{"request": ""}', '{"request": null}', '{"request": ["x"]}', "9" * 5000, '{"request": NaN}',
]  # fmt: skip


@pytest.fixture
def day() -> Day:
    day = a_day("syg", 7, "running")
    day.hand(1, [OUT, 10, 20, 30])
    return day


@pytest.fixture
def tablet(client, day) -> Client:
    client.get(keys_of(day.competition)[1].path)
    return client


def post(tablet: Client, verb: str, body: Any) -> Any:
    sent = body if isinstance(body, str) else json.dumps(body)
    return tablet.post(f"/table/uno-open/1/do/{verb}", sent, content_type="application/json")


def right(day: Day, verb: str) -> dict[str, Any]:
    """What this verb would be sent with."""
    typed = day.told(day.typed(1, [OUT, 10, 20, 30]))
    hand = {"number": 2, "out": typed["out"], "held": typed["held"], "last_card": "", "late": True, "sure": True}
    entry = {"entry": typed["out"]}
    sent: dict[str, dict[str, Any]] = {
        "record": hand,
        "change": {**hand, "number": 1, "version": 1, "why": "recounted"},
        "delete": {"number": 1, "version": 1, "why": "twice"},
        "accept": {"seen": [1]},
        "nod": {**entry, "seen": [1]},
        "sit": {**entry, "here": True},
        "seats": {"seats": [{"number": 1, **entry, "absent": False}]},
        "substitute": {**entry, "name": "Sam Po"},
        "flag": {"said": "A card is missing"},
    }
    return {"round": 1, **sent.get(verb, entry)}


def test_the_table_knows_every_verb():
    assert set(BAD) == set(VERBS)


@pytest.mark.parametrize("verb", [verb for verb, fields in BAD.items() if fields])
def test_a_field_of_another_kind_is_refused_and_nothing_is_saved(tablet, day, verb):
    """A status of 500 would be no acknowledgement: the tablet would send the same for ever."""
    before = everything()
    good = right(day, verb)
    for field, values in BAD[verb].items():
        for number, value in enumerate(values):
            request = f"{verb}-{field}-{number}"
            answer = post(tablet, verb, {**good, field: value, "request": request})
            assert answer.status_code in (409, 422), (field, value)
            assert (answer.json()["turntable"], answer.json()["request"]) == (1, request)
            assert answer.json().get("ok") is None
    assert everything() == before


@pytest.mark.parametrize("verb", ["record", "change", "delete", "accept", "nod", "sit", "deal", "absent", "substitute"])
def test_a_field_that_is_missing_is_refused(tablet, day, verb):
    before = everything()
    answer = post(tablet, verb, {"request": "one", "round": 1})
    assert (answer.status_code, answer.json()["request"]) == (422, "one")
    assert everything() == before


@pytest.mark.parametrize("verb", ["record", "change", "delete", "nod", "sit", "deal", "flag"])
def test_with_the_right_fields_it_is_done(tablet, day, verb):
    """So that the refusals above are for the one field that was wrong."""
    assert post(tablet, verb, {**right(day, verb), "request": "one"}).json()["ok"] is True


@pytest.mark.parametrize("verb", ["record", "here"])
def test_what_cannot_be_read_is_refused(tablet, day, verb):
    for body in UNREADABLE:
        answer = post(tablet, verb, body)
        assert (answer.status_code, answer.json()["turntable"]) == (422, 1), body[:40]


def test_what_cannot_be_read_is_refused_to_strangers_too(day):
    assert post(Client(), "record", DEEP).status_code == 422


def test_an_id_that_cannot_be_kept_is_refused(tablet, day):
    before = everything()
    for request in ("x" * 65, "\x00", "\ud800", "a\nb"):
        answer = post(tablet, "flag", {"request": request, "round": 1})
        assert (answer.status_code, answer.json()["request"]) == (409, request)
    assert everything() == before


def test_a_round_that_is_none_has_gone_by(tablet, day):
    for value in (NOT_A_NUMBER, "1", None, 10**30, [], "\x00"):
        answer = post(tablet, "flag", {"request": "one", "round": value})
        assert (answer.status_code, "stale" in answer.json()) == (409, True)


OF_ITSELF: Final = [
    NOT_A_NUMBER, "\x00", "\ud800", 5, [], {"done": [NOT_A_NUMBER]}, {"number": NOT_A_NUMBER, "done": []},
    {"number": 1, "done": ["\x00", "\ud800", 10**30]}, {"\x00": 1}, {"done": [], "\ud800": 1},
    {"request": "\x00", "said": "x"}, {"request": "a", "said": "\x00\ud800", "hand": NOT_A_NUMBER},
    {"request": "a", "said": 5, "theirs": {}, "mine": {}, "body": {"held": {"1": {"\x00": 1}}}},
    {"request": "a", "theirs": {}, "mine": {}, "body": {"held": {"1": NOT_A_NUMBER}, "last_card": "\ud800"}},
    {"request": "a", "theirs": {"\x00": 1}, "mine": {"\ud800": 1}, "body": {"held": {"1": 5}, "out": 10**30}},
]  # fmt: skip


def test_what_a_tablet_says_of_itself_is_kept_as_far_as_it_is_understood(tablet, day):
    post(tablet, "here", {"request": "here"})
    for told in OF_ITSELF:
        for name in ("counting", "trouble"):
            answer = post(tablet, "here", {"request": "here", name: told})
            assert (answer.status_code, answer.json()["tablets"]) == (200, 1)
        row = Tablet.objects.get()
        assert "NaN" not in json.dumps([row.counting, row.trouble])


def test_after_the_bell_too(tablet, day):
    """The lot and acceptance come then."""
    clock.end_clock(by=day.mc, competition=day.pk)
    before = everything()
    for number, seen in enumerate(BAD["accept"]["seen"]):
        answer = post(tablet, "accept", {"request": f"accept-{number}", "round": 1, "seen": seen})
        assert answer.status_code in (409, 422)
    assert everything() == before
    assert post(tablet, "accept", {"request": "one", "round": 1, "seen": [1]}).json()["ok"] is True


def test_a_table_that_cannot_be_is_none(tablet, day):
    answer = tablet.post(f"/table/uno-open/{10**30}/do/flag", '{"request": "x"}', content_type="application/json")
    assert (answer.status_code, "gone" in answer.json()) == (404, True)
