"""Invite, come in by a link, revoke. A link is 128 bits, stored as its hash, and exchanged for a session."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

from tournament import current_time, live
from tournament.actions.accounts import introduce
from tournament.actions.base import action, check_names_kept, lock_event, log
from tournament.log_kinds import Happened
from tournament.models import Account, Event, Group, Invitation, Membership
from tournament.permissions import Actor, may_organise, require
from tournament.queries.invitation_facts import InvitationFacts
from tournament.rules.errors import NotFound, NotPermitted, Refused
from tournament.rules.key_hashes import hash_of
from tournament.rules.roles import Invited


def path_of(invitation: Invitation | InvitationFacts) -> str:
    """The link's path, made again from a secret; empty if that has changed since. A group's link goes where its event
    goes, so it is made from the event's secret. A link to the team gives rights on this server, so it is from the
    server's."""
    of_group = invitation.role == Invited.COORDINATOR
    token = invitation.token or _token(invitation.secret if of_group else None, invitation.nonce)
    return f"/join/{token}" if hash_of(token) == invitation.token_hash or not invitation.token_hash else ""


def _token(secret: str | None, nonce: str) -> str:
    made = salted_hmac("turntable.invitation", nonce, secret=secret, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(made[:16]).decode().rstrip("=")


@action
def invite(
    *, by: Actor, event: int, role: str, group: int | None = None, members: bool = False, request: str = ""
) -> int:
    """An invitation's number. A group has one link at a time, so a new one ends the old and who came in by it; with
    `members` also those who set a password by it, and would otherwise stay."""
    locked_event = lock_event(event)
    require(may_organise(by, event), by)
    kind, coordinated = _invited(role), _find_group(event, group)
    if (kind is Invited.COORDINATOR) != (coordinated is not None):
        raise Refused("You invite a coordinator for a group, and everybody else for the whole event.")
    now, gone = current_time.now(), list[Account]()
    if coordinated is not None:
        _check_has_groups(locked_event)
        gone = _end_link(Invitation.objects.filter(group=coordinated), now, members)
    invitation = _new_invitation(locked_event, kind, coordinated, now)
    invitation.save()
    of_group = coordinated.travel_id if coordinated is not None else None
    told = {"members": [account.travel_id for account in gone]}
    log(by, locked_event, Happened.INVITED, request, invitation=invitation.travel_id, role=kind, group=of_group, **told)
    return invitation.pk


def _end_link(links: QuerySet[Invitation], now: datetime, members: bool) -> list[Account]:
    """The links stop working; the accounts that lost their place with them, if those are to go as well."""
    ending = list(links.filter(revoked_at__isnull=True).values_list("pk", flat=True))
    Invitation.objects.filter(pk__in=ending).update(revoked_at=now)
    made = Membership.objects.filter(invitation__in=ending) if members else Membership.objects.none()
    gone = [member.account for member in made.order_by("pk").select_related("account")]
    made.delete()
    return gone


def _new_invitation(event: Event, role: Invited, group: Group | None, now: datetime) -> Invitation:
    invitation = Invitation(event=event, role=role, group=group, nonce=secrets.token_hex(16), made_at=now)
    invitation.token_hash = hash_of(path_of(invitation).removeprefix("/join/"))
    return invitation


@action
def invite_missing(*, by: Actor, event: int, request: str = "") -> int:
    """A link for every group that has none; how many it was. The links that are out stay good."""
    locked_event = lock_event(event)
    require(may_organise(by, event), by)
    _check_has_groups(locked_event)
    invited_already = Invitation.objects.filter(
        event=locked_event, group__isnull=False, revoked_at__isnull=True
    ).values("group")
    groups = list(Group.objects.filter(event=locked_event).exclude(pk__in=invited_already).order_by("pk"))
    now = current_time.now()
    made = Invitation.objects.bulk_create(
        _new_invitation(locked_event, Invited.COORDINATOR, group, now) for group in groups
    )
    if not made:
        raise Refused("Every group already has its link.")
    log(by, locked_event, Happened.GROUPS_INVITED, request, groups=[group.travel_id for group in groups])
    return len(made)


def _check_has_groups(event: Event) -> None:
    """Coordinators are of groups, and enter names: both must be possible here."""
    check_names_kept(event)
    if not event.has_groups:
        raise Refused("This event has no groups, so it has no coordinators.")


def _invited(role: str) -> Invited:
    try:
        return Invited(role)
    except ValueError:
        raise Refused(
            "You can invite organisers, MCs, check-in helpers and coordinators. Choose one of these."
        ) from None


def _find_group(event: int, group: int | None) -> Group | None:
    found = None if group is None else Group.objects.filter(pk=group, event=event).first()
    if group is not None and found is None:
        raise NotFound("There is no such group in this event.")
    return found


@action
def revoke_invitation(*, by: Actor, invitation: int, members: bool = False, request: str = "") -> None:
    """Make the link stop working at once. People who came in by a coordinator's link are out at their next request;
    with `members`, people who set a password by it too."""
    found = Invitation.objects.filter(pk=invitation).first()
    if found is None:
        raise NotFound("There is no such invitation.")
    locked_event = lock_event(found.event_id)
    require(may_organise(by, locked_event.pk), by)
    if Invitation.objects.get(pk=invitation).revoked_at is not None:
        raise Refused("This invitation has already been cancelled.")
    gone = _end_link(Invitation.objects.filter(pk=invitation), current_time.now(), members)
    end_streams_of([account.pk for account in gone], locked_event.pk)
    members_gone = [account.travel_id for account in gone]
    log(
        by, locked_event, Happened.INVITATION_REVOKED, request, invitation=found.travel_id, members=members_gone
    )  # fmt: skip


@action
def remove_member(*, by: Actor, membership: int, request: str = "") -> None:
    """Somebody no longer organises, announces or coordinates here; they are out at their next request."""
    found = Membership.objects.select_related("account").filter(pk=membership).first()
    if found is None:
        raise NotFound("That person is no longer in this event.")
    locked_event = lock_event(found.event_id)
    require(may_organise(by, locked_event.pk), by)
    if found.role == Invited.ORGANISER and found.account.pk == by.account:
        raise Refused("You can’t remove yourself. Ask another organiser.")
    found.delete()
    end_streams_of([found.account_id], locked_event.pk)
    log(by, locked_event, Happened.MEMBER_REMOVED, request, role=found.role, account=found.account.travel_id)


def end_streams_of(accounts: Sequence[int], event: int) -> None:
    """Once this is saved, the streams of people who were removed end."""
    for account in accounts:
        transaction.on_commit(partial(live.end_streams, account, event), robust=True)


def look_at_invitation(hashed: str) -> Invitation:
    """The invitation of this link's hash, if it still works; looking does not use it up."""
    once = Q(opened_at__isnull=True) | Q(role=Invited.COORDINATOR)
    working = Invitation.objects.filter(once, revoked_at__isnull=True).select_related("event", "group")
    found = working.filter(token_hash=hashed).first()
    if found is None:
        raise NotPermitted("This link no longer works. Ask the organiser for a new one.")
    return found


def open_invitation(hashed: str) -> Invitation:
    """A coordinator comes in: no account, no password, any number of phones."""
    found = look_at_invitation(hashed)
    if found.role != Invited.COORDINATOR:
        raise NotPermitted("First say who you are: this link is for one person.")
    Invitation.objects.filter(pk=found.pk, opened_at__isnull=True).update(opened_at=current_time.now())
    return found


@transaction.atomic
def accept_invitation(
    hashed: str, *, account: Account | None = None, name: str = "", sign_in: str = "", password: str = ""
) -> Membership:
    """An organiser, MC or helper comes in, with the account they have or a new one. The link works once: the update is
    conditional, so two at the same moment cannot both win."""
    found = look_at_invitation(hashed)
    if found.role == Invited.COORDINATOR:
        raise NotPermitted("You don’t need an account for this link.")
    check_role_is_new(found, account)
    unused = Invitation.objects.filter(pk=found.pk, opened_at__isnull=True, revoked_at__isnull=True)
    if not unused.update(opened_at=current_time.now()):
        raise NotPermitted("This link no longer works. Ask the organiser for a new one.")
    member = account or new_account(name, sign_in, password)
    return join(member, found.event_id, Invited(found.role), None)


def check_role_is_new(invitation: Invitation, account: Account | None) -> None:
    """Nobody loses a role by opening a link, and a link that gives nothing stays unused for whom it is for."""
    if account is None or invitation.group_id is not None:
        return
    has = Membership.objects.filter(account=account, event=invitation.event_id, group__isnull=True)
    if account.is_superuser or has.filter(role=Invited.ORGANISER).exists():
        raise NotPermitted(
            "You already organise this event, so this link is still unused. Give it to the person it’s for, or open "
            "it in a browser where you aren’t signed in."
        )
    has_role = has.exclude(role=Invited.ORGANISER).values_list("role", flat=True).first()
    if has_role is not None and invitation.role != Invited.ORGANISER:
        what = {Invited.MC: "MC", Invited.HELPER: "a check-in helper"}[Invited(has_role)]
        raise NotPermitted(
            f"You’re already {what} of this event, so this link is still unused. Give it to the person it’s for, or "
            "open it in a browser where you aren’t signed in."
        )


def new_account(name: str, sign_in: str, password: str) -> Account:
    """Somebody new. Without a sign-in name they have a random one, and come in by links alone."""
    account = Account(username=secrets.token_hex(16))
    account.set_unusable_password()
    return introduce(account, name=name, sign_in=sign_in, password=password)


def join(
    account: Account, event: int, role: Invited, group: Group | None, invitation: Invitation | None = None
) -> Membership:
    """The account's role in the event; who is an MC already may become an organiser."""
    membership = Membership.objects.filter(account=account, event=event, group=group).first()
    membership = membership or Membership(account=account, event_id=event, group=group)
    membership.role, membership.invitation = role, invitation
    try:
        with transaction.atomic():
            membership.save()
    except IntegrityError:
        raise Refused("You opened this link twice at the same moment. Open the page again.") from None
    log(
        Actor(role.as_role, event, str(account)),
        membership.event,
        Happened.JOINED,
        role=role,
        account=account.travel_id,
    )
    return membership


@transaction.atomic
def keep_by_password(invitation: int, *, name: str, sign_in: str, password: str) -> Membership:
    """A coordinator who came by a link sets a password, and from then on does not need the link."""
    opened = Invitation.objects.select_related("group").get(pk=invitation)
    if not password or opened.group is None:
        raise Refused("Type a sign-in name and a password.")
    account = new_account(name, sign_in, password)
    return join(account, opened.event_id, Invited.COORDINATOR, opened.group, opened)
