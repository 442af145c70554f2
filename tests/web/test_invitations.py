"""Coming in by invitation: organisers and MCs once and with an account, coordinators by link as often as they like."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.cast import Day
from tests.web.reading import read_page
from tests.web.visitors import account, come_in, coordinator, invited, keeper, organiser, signed_in
from tournament.actions import invitations
from tournament.models import Account, Event, Invitation, LogEntry, Membership

pytestmark = pytest.mark.django_db
NO_MORE = "This link no longer works. Ask the organiser for a new one."


@pytest.fixture
def day() -> Day:
    return Day("syg").people(2)


def test_a_new_organiser_says_their_name_and_organises(day):
    client = Client()
    link = invited(day.event, "organiser")
    page = read_page(client.get(link, follow=True))
    assert "You’re invited as organiser of" in page
    assert link.removeprefix("/join/") not in page
    answer = come_in(client, link, name="Tui Hall")
    assert (answer.status_code, answer["Location"]) == (302, "/organise/")
    assert client.get("/organise/youth-weekend/").status_code == 200
    assert LogEntry.objects.latest("pk").what == "joined"


def test_somebody_with_an_account_keeps_it(day):
    client = organiser(Day("syg").event, name="Tui Hall")
    assert client.get("/organise/youth-weekend/").status_code == 404
    come_in(client, invited(day.event, "organiser"))
    assert client.get("/organise/youth-weekend/").status_code == 200
    assert Account.objects.count() == 1


def test_an_mc_may_become_organiser_and_has_one_role(day):
    client = organiser(day.event, "mc", name="Sam Reid")
    come_in(client, invited(day.event, "organiser"))
    assert Membership.objects.get(account=account(client)).role == "organiser"


@pytest.mark.parametrize(("who", "link"), [("organiser", "mc"), ("organiser", "organiser"), ("mc", "mc")])
def test_a_link_that_would_give_nothing_new_says_so_and_stays_unused(day, who, link):
    """An organiser who tries the MC's link must not become MC by it."""
    client, path = organiser(day.event, who), invited(day.event, link)
    before = list(Invitation.objects.values())
    for answer in (client.get(path, follow=True), come_in(client, path)):
        assert (answer.status_code, "so this link is still unused." in read_page(answer)) == (403, True)
        client.get(path)
    assert client.post("/welcome/").status_code == 403
    assert Membership.objects.get(account=account(client)).role == who
    assert list(Invitation.objects.values()) == before
    assert come_in(Client(), path, name="Sam Reid").status_code == 302


def test_the_keeper_organises_already(day):
    path = invited(day.event, "mc")
    assert "You already organise this event" in read_page(keeper().get(path, follow=True))
    assert not Membership.objects.exists()


def test_an_organiser_s_link_works_once(day):
    link = invited(day.event, "organiser")
    late = Client()
    late.get(link)
    assert come_in(Client(), link, name="Tui Hall").status_code == 302
    for answer in (late.post("/welcome/", {"name": "Sam"}), Client().get(link)):
        assert answer.status_code == 403
        assert NO_MORE in read_page(answer)
    assert Account.objects.count() == 1


def test_a_mistyped_name_leaves_the_link_good(day):
    client, link = Client(), invited(day.event, "organiser")
    assert come_in(client, link, name=" ").status_code == 422
    assert Account.objects.count() == 0
    assert come_in(client, link, name="Tui Hall").status_code == 302


def test_a_coordinator_needs_no_account_and_may_come_on_two_phones(day):
    group = day.group("Riverside")
    link = invited(day.event, "coordinator", group)
    for phone in (Client(), Client()):
        assert "coordinator of this group" in read_page(phone.get(link, follow=True))
        assert come_in(phone, link)["Location"] == f"/group/{group}/"
        assert phone.get(f"/group/{group}/").status_code == 200
        assert not signed_in(phone)
    assert Account.objects.count() == 0


def test_one_phone_may_coordinate_two_groups(day):
    phone = Client()
    groups = [day.group("Riverside"), day.group("St Mark's")]
    for group in groups:
        come_in(phone, invited(day.event, "coordinator", group))
    assert [phone.get(f"/group/{group}/").status_code for group in groups] == [200, 200]


def test_a_revoked_link_is_refused_and_whoever_came_by_it_is_out(day):
    group = day.group("Riverside")
    link = invited(day.event, "coordinator", group)
    phone = coordinator(group)
    invitations.revoke_invitation(by=day.organiser, invitation=Invitation.objects.get().pk)
    assert phone.get(f"/group/{group}/").status_code == 404
    assert NO_MORE in read_page(Client().get(link))


def test_a_link_made_again_ends_the_one_before(day):
    group = day.group("Riverside")
    first = invited(day.event, "coordinator", group)
    phone = coordinator(group)
    second = invited(day.event, "coordinator", group)
    assert phone.get(f"/group/{group}/").status_code == 404
    assert Client().get(first).status_code == 403
    assert come_in(phone, second).status_code == 302
    assert phone.get(f"/group/{group}/").status_code == 200


def test_a_member_who_is_removed_is_out_at_the_next_request(day):
    client = organiser(day.event)
    member = Membership.objects.get(account=account(client))
    invitations.remove_member(by=day.organiser, membership=member.pk)
    assert client.get("/organise/youth-weekend/").status_code == 404


def test_links_are_128_bits_and_found_by_their_hash(day):
    link = invited(day.event, "coordinator", day.group("Riverside"))
    token = link.removeprefix("/join/")
    assert len(token) == 22
    stored = Invitation.objects.values().get()
    assert not any(token in str(value) for value in stored.values())


def test_a_link_can_be_shown_again_wherever_its_event_is_held(day, settings):
    link = invited(day.event, "coordinator", day.group("Riverside"))
    assert invitations.path_of(Invitation.objects.get()) == link
    settings.SECRET_KEY = "another" * 8
    assert invitations.path_of(Invitation.objects.get()) == link
    Event.objects.update(secret="another")
    assert invitations.path_of(Invitation.objects.get()) == ""


def test_a_link_to_the_team_is_of_this_server_alone(day, settings):
    link = invited(day.event, "mc")
    assert invitations.path_of(Invitation.objects.get()) == link
    Event.objects.update(secret="another")
    assert invitations.path_of(Invitation.objects.get()) == link
    settings.SECRET_KEY = "another" * 8
    assert invitations.path_of(Invitation.objects.get()) == ""


def test_the_keeper_organises_every_event(day):
    assert keeper().get("/organise/youth-weekend/").status_code == 200


def test_a_page_asks_to_sign_in_and_remembers_itself(client):
    assert client.get("/organise/spring/?tab=2")["Location"] == "/login/?next=%2Forganise%2Fspring%2F%3Ftab%3D2"
    fragment = client.get("/organise/spring/", headers={"HX-Request": "true"})
    assert fragment["HX-Redirect"] == "/login/?next=%2Forganise%2Fspring%2F"
