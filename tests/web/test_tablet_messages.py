"""What tablets send is read into typed messages that fit their actions, and stays the same through an upgrade."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from scoring.actions import calls, players
from scoring.web.tablet_messages import FlagMessage, HereMessage, RecordMessage, SitMessage, read_message
from scoring.web.umpire_sends import VERBS
from tournament.actions.base import _fingerprint
from tournament.permissions import Actor, Role

BY = Actor(Role.UMPIRE, 7, "Umpire of table 1")
GIVEN_BY_THE_SERVER = {"by", "request", "table", "competition", "device"}


@pytest.mark.parametrize("verb", VERBS.values(), ids=list(VERBS))
def test_a_message_has_the_fields_that_its_action_takes(verb):
    takes = inspect.signature(verb.action).parameters
    required = {name for name, taken in takes.items() if taken.default is inspect.Parameter.empty}
    needed = required - GIVEN_BY_THE_SERVER
    fields = verb.message.model_fields
    assert set(fields) <= set(takes)
    assert {name for name, field in fields.items() if field.is_required()} == needed


def test_only_what_was_sent_reaches_the_action():
    """A default that is filled in would make the same message another one when it is sent again."""
    body = {"request": "r", "round": 1, "number": 1, "held": {"5": 10}, "out": 4, "something": "else"}
    assert read_message(RecordMessage, body).arguments == {"number": 1, "held": {"5": 10}, "out": 4}


@pytest.mark.parametrize(
    ("action", "message", "sent"),
    [
        pytest.param(players.sit, SitMessage, {"entry": 5, "here": False}, id="sit"),
        pytest.param(calls.raise_flag, FlagMessage, {"said": "A card is missing"}, id="flag"),
    ],
)
def test_a_message_sent_before_the_upgrade_and_again_after_it_is_the_same(action: Any, message: Any, sent: Any):
    """Its fields were called so when their names were the action's own."""
    then = _fingerprint(action.__qualname__, {"by": BY, "table": 7, "request": "r", **sent}, {})
    arguments = read_message(message, sent).arguments
    now = _fingerprint(action.__qualname__, {"by": BY, "table": 7, "request": "r", **arguments}, action.old_names)
    assert now == then


def test_a_report_keeps_what_can_be_understood():
    sent = {
        "counting": {"number": "x", "done": [3, "4", True, 5]},
        "trouble": {"request": "r", "hand": 2, "said": "A fifth Wild.", "theirs": {}, "mine": {}, "body": {"held": 1}},
    }
    report = read_message(HereMessage, sent).report
    assert (report["counting"].hand, report["counting"].done) == (None, {3, 5})
    assert (report["trouble"].hand, report["trouble"].message, report["trouble"].typed) == (2, "A fifth Wild.", None)


def test_a_conflict_keeps_the_hand_as_it_was_typed():
    body = {"number": 2, "out": 7, "last_card": None, "held": {"8": 12, "9": {"wild": 1}}, "late": 1}
    sent = {"trouble": {"request": "r", "hand": 2, "said": "", "theirs": {}, "mine": {}, "body": body}}
    trouble = read_message(HereMessage, sent).report["trouble"]
    assert trouble.typed == {"out": 7, "last_card": "", "held": {"8": 12, "9": {"wild": 1}}, "late": False}
    assert trouble.from_kept(trouble.kept) == trouble
