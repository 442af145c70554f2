"""Organisers and MCs: who they are, whom to invite, whom to remove."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.cast import Day
from tests.refusals import everything
from tests.web.test_new_event import text_of
from tests.web.visitors import account, come_in, invited, organiser
from tournament.models import Invitation, Membership

pytestmark = pytest.mark.django_db

HERE = "/organise/youth-weekend/people/"


@pytest.fixture
def day() -> Day:
    return Day("syg")


@pytest.fixture
def ruth(day) -> Client:
    return organiser(day.event)


def links(client: Client) -> list[str]:
    return [re.sub(r"^https?://[^/]+", "", link) for link in re.findall(r'value="(http[^"]+)" readonly', page(client))]


def page(client: Client) -> str:
    return text_of(client.get(HERE))


@pytest.mark.parametrize(("role", "word"), [("organiser", "Organiser"), ("mc", "MC"), ("helper", "Check-in helper")])
def test_somebody_is_invited_comes_in_once_and_is_listed(ruth, role, word):
    ruth.post(HERE, {"do": f"invite {role}"})
    (link,) = links(ruth)
    tui = Client()
    assert come_in(tui, link, name="Tui Hall").status_code == 302
    assert links(ruth) == []
    assert re.search(rf"Tui Hall</bdi> <span class=\"state\">.*?</svg>\s*{word}\s*</span>", page(ruth))
    assert (tui.get(HERE).status_code == 200) is (role == "organiser")


def test_an_invitation_is_revoked(ruth):
    ruth.post(HERE, {"do": "invite mc"})
    (link,) = links(ruth)
    pk = Invitation.objects.latest("pk").pk
    assert "The invitation no longer works." in text_of(
        ruth.post(HERE, {"do": "revoke", "invitation": pk}, follow=True)
    )
    assert links(ruth) == []
    assert Client().get(link).status_code == 403
    answer = ruth.post(HERE, {"do": "revoke", "invitation": pk})
    assert (answer.status_code, "This invitation has already been cancelled." in text_of(answer)) == (422, True)


def test_a_member_is_removed_but_nobody_removes_themselves(ruth, day):
    sam = organiser(day.event, "mc", name="Sam Reid")
    member = Membership.objects.get(account=account(sam))
    ruth.post(HERE, {"do": "remove", "membership": member.pk})
    assert not Membership.objects.filter(pk=member.pk).exists()
    assert ruth.post(HERE, {"do": "remove", "membership": member.pk}).status_code == 404
    assert "You: another organiser can remove you." in page(ruth)
    me = Membership.objects.get(account=account(ruth))
    answer = ruth.post(HERE, {"do": "remove", "membership": me.pk})
    assert (answer.status_code, "You can’t remove yourself." in text_of(answer)) == (422, True)


def test_members_and_invitations_of_another_event_are_out_of_reach(ruth):
    other = Day("syg")
    organiser(other.event, name="Tui Hall")
    member = Membership.objects.get(event=other.event)
    invitation = other.invite(other.group("Bethel"))
    before = everything()
    for body in ({"do": "remove", "membership": member.pk}, {"do": "revoke", "invitation": invitation}):
        assert ruth.post(HERE, body).status_code == 403
    assert everything() == before


def test_a_double_click_invites_once(ruth):
    for _ in range(2):
        assert ruth.post(HERE, {"do": "invite mc", "request": "0" * 32}).status_code == 302
    assert len(links(ruth)) == 1


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 40, "\x00"])
def test_numbers_nobody_has_are_not_found(ruth, number):
    for body in ({"do": "remove", "membership": number}, {"do": "revoke", "invitation": number}):
        assert ruth.post(HERE, body).status_code == 404


@pytest.mark.parametrize(("has", "link", "refused"), [("mc", "helper", "MC"), ("helper", "mc", "a check-in helper")])
def test_nobody_loses_a_role_by_opening_a_link(day, has, link, refused):
    tui = organiser(day.event, has, name="Tui Hall")
    answer = come_in(tui, invited(day.event, link))
    assert f"You’re already {refused} of this event, so this link is still unused." in text_of(answer)
    assert [member.role for member in Membership.objects.all()] == [has]
    assert come_in(tui, invited(day.event, "organiser")).status_code == 302
    assert [member.role for member in Membership.objects.all()] == ["organiser"]
