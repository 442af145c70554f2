"""People who come in, and what they come by."""

from __future__ import annotations

from typing import Any

from django.test import Client

from scoring.queries.keys import keys_of
from tests.web.reading import read_page
from tournament.actions import invitations
from tournament.actions.accounts import make_login_link, sign_in_by_link
from tournament.models import Account, Competition, Group, Invitation
from tournament.permissions import Actor, Role
from tournament.rules.key_hashes import hash_of
from tournament.web.visitors import OPENED


def come_in(client: Client, link: str, **typed: Any) -> Any:
    """Open the link, and press the button of the page it leads to."""
    client.get(link)
    return client.post("/welcome/", typed)


def signed_in(client: Client) -> bool:
    """Whether the first page says so."""
    return "Signed in as" in read_page(client.get("/"))


def keeper() -> Client:
    """Whoever started the server, signed in: the organiser of every event. The pages of the link have their own tests
    (test_public_signing_in.py)."""
    token = make_login_link().rpartition("/")[2]
    client = Client()
    client.force_login(sign_in_by_link(hash_of(token), name="Ruth Katoa"))
    return client


class Keeper:
    """The keeper, who comes in at the first page they open: a photographed day needs the empty tables before that."""

    def __init__(self) -> None:
        self.client: Client | None = None

    def __getattr__(self, name: str) -> Any:
        self.client = self.client or keeper()
        return getattr(self.client, name)


def invited(event: int, role: str, group: int | None = None) -> str:
    """An invitation's link."""
    return invitations.path_of(_invite(event, role, group))


def _invite(event: int, role: str, group: int | None = None) -> Invitation:
    by = Actor(Role.ORGANISER, event, "Ruth Katoa")
    return Invitation.objects.get(pk=invitations.invite(by=by, event=event, role=role, group=group))


def organiser(event: int, role: str = "organiser", name: str = "Ruth Katoa") -> Client:
    """An organiser (or MC) of this event alone, signed in. Many tests begin so: the pages that lead here have their
    own (test_invitations.py), and are not opened each time."""
    member = invitations.accept_invitation(_invite(event, role).token_hash, name=name)
    client = Client()
    client.force_login(member.account)
    return client


def coordinator(group: int) -> Client:
    """A coordinator of this group, come by its link; the link stays good for the next one."""
    home = Group.objects.get(pk=group)
    known = Invitation.objects.filter(group=home, revoked_at__isnull=True).first()
    invitation = invitations.open_invitation((known or _invite(home.event_id, "coordinator", group)).token_hash)
    client = Client()
    session = client.session
    session[OPENED] = [invitation.pk]
    session.save()
    return client


def account(client: Client) -> Account:
    """Who is signed in."""
    return Account.objects.get(pk=client.session["_auth_user_id"])


def umpire(competition: Competition, table: int) -> Client:
    """The umpire of this table, come by its QR code."""
    client = Client()
    assert client.get(keys_of(competition)[table].path).status_code == 302
    return client
