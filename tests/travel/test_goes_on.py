"""A machine that took an event in goes on with it: tablets, printed codes, groups’ links, the clock and the log."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client, override_settings
from django.utils import timezone

from scoring.models import Correction, Hand
from scoring.queries.keys import keys_of
from tests.cast import OUT, Day
from tests.databases import database_in_memory
from tests.printing.documents import printed
from tests.printing.reading import has
from tests.refusals import everything
from tests.travel.files import exported, imported, parts
from tests.web.test_tablet_elsewhere import everything_a_tablet_sends, seats_of, send
from tournament.actions import invitations, looking_after
from tournament.actions.erasing import erase_names
from tournament.actions.moments import fire_due_moments
from tournament.models import (
    Account,
    BroughtIn,
    Competition,
    Draw,
    Invitation,
    LogEntry,
    MemberName,
    Membership,
)
from tournament.queries.log import LogFilter, read_log, read_logged_competitions, read_logged_things
from tournament.rules.roles import Invited

pytestmark = pytest.mark.django_db

ELSEWHERE = override_settings(SECRET_KEY="another-installation-" * 4)


@pytest.fixture
def day() -> Day:
    return Day("syg").people(8, of_each=2).until("running")


@pytest.fixture
def tablet(client, day) -> Client:
    client.get(keys_of(day.competition)[1].path)
    return client


def test_a_tablet_s_printed_code_opens_and_what_was_acknowledged_has_no_second_effect(tablet, day):
    sent = everything_a_tablet_sends(*seats_of(tablet))
    answers = [send(tablet, verb, f"{verb}-1", **body) for verb, body in sent]
    assert [answer.get("ok") for answer in answers] == [True] * len(sent), answers
    printed_code = keys_of(day.competition)[1].path
    file = exported(day.event)
    with database_in_memory(), ELSEWHERE:
        imported(file)
        elsewhere = Client()
        assert elsewhere.get(printed_code).status_code == 302
        before = everything()
        assert [send(elsewhere, verb, f"{verb}-1", **body) for verb, body in sent] == answers
        assert everything() == before
        out, *others = seats_of(elsewhere)
        held = {str(entry): 7 for entry in others}
        assert send(elsewhere, "record", "new", number=2, out=out, last_card="", held=held)["ok"] is True
        assert Hand.objects.count() == 2


def test_the_clock_rings_where_the_event_is_now(day):
    file = exported(day.event)
    with database_in_memory(), ELSEWHERE:
        event = imported(file)
        with time_machine.travel(Draw.objects.get().published_at + timedelta(hours=3)):
            fire_due_moments()
        told = LogEntry.objects.filter(event=event, role="system").values_list("what", flat=True)
        assert "clock time up" in told


def test_a_group_s_link_opens_that_event_and_nobody_gets_a_right(day):
    group = day.group("Riverside")
    link = invitations.path_of(Invitation.objects.get(pk=day.invite(group)))
    invitations.invite(by=day.organiser, event=day.event, role="mc")
    to_team = invitations.path_of(Invitation.objects.get(role=Invited.MC))
    sam = Account.objects.create_user("sam", first_name="Sam", last_name="Reid")
    member = Membership.objects.create(account=sam, event_id=day.event, role="mc")
    invitations.remove_member(by=day.organiser, membership=member.pk)
    file = exported(day.event)
    with database_in_memory(), ELSEWHERE:
        event = imported(file)
        assert (Account.objects.count(), Membership.objects.count()) == (0, 0)
        assert [row.role for row in Invitation.objects.all()] == ["coordinator"]
        assert Client().get(link).status_code == 302
        assert Client().get(to_team).status_code == 403
        assert list(MemberName.objects.values_list("account", "name")) == [(sam.travel_id, "Sam Reid")]
        lines = read_log(event, LogFilter())[:]
        things = read_logged_things(event, read_logged_competitions(event), lines)
        assert things.accounts[sam.travel_id] == "Sam Reid"
        assert not [line for line in lines if line.kind == "event brought in"]
        assert BroughtIn.objects.get().event_number == event.pk


def test_an_event_without_names_travels_without_them():
    day = Day("syg").people(4).until("finished")
    looking_after.hide_event(by=day.organiser, event=day.event)
    erase_names(by=day.organiser, event=day.event, sure=True)
    file = exported(day.event)
    assert "Nguyễn" not in "".join(parts(file).values())
    with database_in_memory():
        event = imported(file)
        assert (event.hidden, event.erased_at is not None) == (True, True)
        assert parts(exported(event.pk)) == parts(file)


def salt_left(day: Day) -> Any:
    return Draw.objects.get(competition=day.pk).salt_left_at


def test_a_file_with_the_salt_of_a_sealed_draw_is_told_on_its_certificate():
    day = Day("syg").people(4).until("chosen")
    exported(day.event)
    assert salt_left(day) is None
    day.until("sealed")
    file = exported(day.event)
    first = salt_left(day)
    assert first is not None
    exported(day.event)
    assert salt_left(day) == first
    sentence = "before the hall gave numbers. It holds the secret."
    assert has(printed(day, "certificate").text, sentence)
    day.until("published")
    assert has(printed(day, "certificate").text, sentence)
    with database_in_memory():
        imported(file)
        assert Draw.objects.get().salt_left_at == first


def test_a_file_made_after_the_numbers_were_given_is_no_news():
    day = Day("syg").people(4).until("drawn")
    exported(day.event)
    assert salt_left(day) is None


def test_two_exports_of_the_same_moment_have_the_same_parts(day):
    assert parts(exported(day.event)) == parts(exported(day.event))
    assert json.loads(parts(exported(day.event))["event.json"])[0]["slug"] == "youth-weekend"


def test_addresses_that_are_taken_get_others(day):
    file = exported(day.event)
    with database_in_memory():
        Day("syg")
        event = imported(file)
        assert event.slug == "youth-weekend-2"
        assert sorted(Competition.objects.values_list("slug", flat=True)) == ["uno-open", "uno-open-2"]


@pytest.fixture(autouse=True)
def forget_guesses():
    cache.clear()


def test_corrections_stay_in_the_order_in_which_they_were_made():
    """The record has them in it, whichever hands they are of."""
    day = Day("syg").people(8).until("time up")
    hands = [day.hand(table, [OUT, 10, 20, 30]) and Hand.objects.latest("pk") for table in (1, 2)]
    for hand in (hands[1], hands[0], hands[1]):
        seat = hand.table.seats.last()
        Correction.objects.create(hand=hand, seat=seat, was=1, now=2, why="miscounted", at=timezone.now())
    file = exported(day.event)
    tables = [hand.table.number for hand in (hands[1], hands[0], hands[1])]
    with database_in_memory():
        imported(file)
        assert [row.hand.table.number for row in Correction.objects.order_by("pk")] == tables
