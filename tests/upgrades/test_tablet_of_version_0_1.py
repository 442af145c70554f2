"""A tablet's page of version 0.1 that stayed open during the upgrade still delivers what it holds.

`tablet-0.1.json` is what that page sent in a round, word for word; people stand in it as `@` and the number of their
seat. What the page reads of a table's state is listed here, from its own types.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from django.test import Client

from scoring.queries.keys import keys_of
from tests.cast import Day, a_day

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]

SENT: Final[list[tuple[str, dict[str, Any]]]] = json.loads((Path(__file__).parent / "tablet-0.1.json").read_text())
READ: Final = {
    "": """accepted|afterwards|clock|closed|dealer|dealt_last|deck|draw|drawn_after|flag|goes|hands|id|last_round|lot
        |next|next_table|order|over|round|round_inside|round_name|seats|settings|substitutes|table|tablets|tie
        |token|turntable|why_no_next|why_not_accept""",
    "settings": "format|ending|low_wins|incomplete_counts|target|hands",
    "dealer": "saying|first",
    "next": "players|playoff",
    "deck": "face|name|points|limit",
    "seats": "entry|seat|name|group|absent|stands_for|wristband|sat|nodded|points|won|leads",
    "hands": "number|version|complete|playoff|late|void|corrected|out|last_card|held|points",
    "order": "entry|place|points|goes|why",
    "tablets": "you|holds|here|settled",
    "tie": "players|said|can_play_off",
}
"""What a page of 0.1 reads, by the part of the state."""


@pytest.fixture
def day() -> Day:
    return a_day("syg", 8, "running", of_each=4)


@pytest.fixture
def tablet(client, day) -> Client:
    client.get(keys_of(day.competition)[1].path)
    return client


def with_people(value: Any, entries: dict[str, int]) -> Any:
    """The same with everybody's entry instead of their seat."""
    if isinstance(value, dict):
        return {str(entries.get(key, key)): with_people(part, entries) for key, part in value.items()}
    if isinstance(value, list):
        return [with_people(part, entries) for part in value]
    return entries.get(value, value) if isinstance(value, str) else value


def send(tablet: Client, day: Day, verb: str, body: dict[str, Any]) -> dict[str, Any]:
    entries = {f"@{number}": told for number, told in day.table(1).seats.values_list("number", "entry__travel_id")}
    hand = with_people(body, entries)
    path = f"/table/uno-open/1/do/{verb}"
    answer: dict[str, Any] = tablet.post(path, hand, content_type="application/json").json()
    assert tablet.post(path, hand, content_type="application/json").json() == answer, "it may be sent again"
    return answer


def test_everything_it_sends_is_taken_once(tablet, day):
    for verb, body in SENT:
        if body.get("out", "") is None:
            day.ring()
        answer = send(tablet, day, verb, body)
        assert answer.get("ok") is True, (verb, answer)
        assert (answer["turntable"], answer["request"]) == (1, body["request"])
    table = day.table(1)
    assert table.accepted_at is not None
    assert table.hands.filter(deleted_at__isnull=True).count() == 3
    assert day.names()[0][3] == "Jo Reed"


def test_everything_it_reads_is_there(tablet, day):
    for verb, body in SENT:
        if body.get("out", "") is None:
            break
        send(tablet, day, verb, body)
    state = tablet.get("/table/uno-open/1/state.json").json()
    day.ring()
    later = tablet.get("/table/uno-open/1/state.json").json()
    for part, names in READ.items():
        for name in names.split("|"):
            looked = [found.get(part) if part else found for found in (state, later)]
            parts = [row for found in looked for row in (found if isinstance(found, list) else [found]) if row]
            assert all(name.strip() in row for row in parts), (part, name)
    held = state["hands"][0]["held"].values()
    assert all(set(cards) == {"points", "cards"} for cards in held)
