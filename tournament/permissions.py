"""Who may do what, on one page. `by` is the person who asks; an action calls one of these first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from tournament.models import Account, Event, Invitation, Membership, Seat
from tournament.prepared import PreparedQuery
from tournament.rules.errors import NotPermitted
from tournament.rules.prints import FOR_MC
from tournament.rules.roles import Invited, Role
from tournament.rules.travel_ids import TravelId

__all__ = [
    "SYSTEM", "Actor", "Role", "as_coordinator", "as_helper", "as_mc", "as_organiser", "coordinates_in",
    "keeps_laptop", "may_check_in", "may_enter_for", "may_organise", "may_print", "may_run_hall", "may_seat",
    "organiser", "require",
]  # fmt: skip


class Numbered(Protocol):
    """An event or a group, as a row or as facts."""

    @property
    def pk(self) -> int: ...


class GroupOfEvent(Numbered, Protocol):
    """A group of which only its event's number is asked."""

    @property
    def event_id(self) -> int: ...


@dataclass(frozen=True)
class TabletPlace:
    """What the fingerprint of a tablet's request is made from, where this installation has numbers of its own: the
    event's secret, the id of what the person acts for, and those of the rows that the action is given by number."""

    secret: str
    scope: TravelId
    rows: Mapping[str, TravelId]


@dataclass(frozen=True)
class Actor:
    """The person who acts: their role, what it covers, and what the log calls them.

    `scope` is the event of an organiser or MC, the group of a coordinator, the table of an umpire. `account` is the one
    they signed in with, if they have one.
    """

    role: Role
    scope: int | None
    name: str
    account: int | None = None
    tablet: TabletPlace | None = field(default=None, compare=False)
    """Where the tablet is by which they act, if it is one that says so: it knows everybody by the number that it was
    told, and not by the number of their row here."""


_MEMBER: Final = PreparedQuery(
    lambda account, event, role: Membership.objects.filter(account=account, event=event, role=role).values_list("pk")
)
SYSTEM = Actor(Role.SYSTEM, None, "Turntable")


def organiser(event: Event, name: str = "Organiser") -> Actor:
    """The organiser of this event, as an actor."""
    return Actor(Role.ORGANISER, event.pk, name)


def as_organiser(account: Account, event: Numbered) -> Actor | None:
    """This account as the event's organiser: a member, or the keeper of the server."""
    return as_organiser_of(account, event.pk)


def as_organiser_of(account: Account, event_id: int) -> Actor | None:
    """The same, where only the event's number is known."""
    if not account.is_superuser and not _MEMBER(account.pk, event_id, Invited.ORGANISER.value):
        return None
    return Actor(Role.ORGANISER, event_id, str(account), account.pk)


def as_organiser_of_removed(account: Account, event_id: int) -> Actor | None:
    """The same, where the event may have been removed: who organised it then may bring it back."""
    if not account.removed_events.filter(event_number=event_id).exists():
        return as_organiser_of(account, event_id)
    return Actor(Role.ORGANISER, event_id, str(account), account.pk)


def keeps_laptop(account: Account | None) -> bool:
    """See, download and restore backups: the keeper, who holds the whole database in their hands anyway. Whoever
    organises one event of several may not, because a backup holds all of them and the secret key."""
    return account is not None and account.is_superuser


def as_mc(account: Account, event: Numbered) -> Actor | None:
    """This account as the event's MC; its organisers may do all that an MC does."""
    return _as_member(account, event, Invited.MC, Role.MC)


def as_helper(account: Account, event: Numbered) -> Actor | None:
    """This account as a helper at the event's check-in desk; its organisers may do all that a helper does."""
    return _as_member(account, event, Invited.HELPER, Role.HELPER)


def _as_member(account: Account, event: Numbered, invited: Invited, role: Role) -> Actor | None:
    if _MEMBER(account.pk, event.pk, invited.value):
        return Actor(role, event.pk, str(account), account.pk)
    return as_organiser(account, event)


def as_coordinator(account: Account | None, opened: Sequence[int], group: Numbered) -> Actor | None:
    """This browser as the group's coordinator: by a link it opened that still stands, or by its account."""
    if opened and Invitation.objects.filter(pk__in=opened, group=group.pk, revoked_at__isnull=True).exists():
        return Actor(Role.COORDINATOR, group.pk, f"Coordinator of {group}")
    if account is None or not Membership.objects.filter(account=account, group=group.pk).exists():
        return None
    return Actor(Role.COORDINATOR, group.pk, str(account), account.pk)


def coordinates_in(account: Account | None, opened: Sequence[int], event: Numbered) -> bool:
    """Whether this browser is a coordinator's of any of the event's groups."""
    if opened and Invitation.objects.filter(pk__in=opened, group__event=event.pk, revoked_at__isnull=True).exists():
        return True
    return account is not None and Membership.objects.filter(account=account, group__event=event.pk).exists()


def may_organise(by: Actor, event_id: int) -> bool:
    """Set up, close, draw, settle trouble: the event's organisers."""
    return by.role is Role.ORGANISER and by.scope == event_id


def may_enter_for(by: Actor, group: GroupOfEvent) -> bool:
    """Enter, withdraw and substitute a group's people: its coordinators, and the organiser."""
    return may_organise(by, group.event_id) or (by.role is Role.COORDINATOR and by.scope == group.pk)


def may_seat(by: Actor, event_id: int, seat: Seat | None, *, waits: bool) -> bool:
    """Leave a chair empty or give it to somebody: the organiser, and the table's umpire until its first hand. Somebody
    who `waits` in the order of call has no chair, so a helper at the desk may pass them over."""
    at_their_table = by.role is Role.UMPIRE and seat is not None and by.scope == seat.table_id
    in_the_order_of_call = waits and may_check_in(by, event_id)
    of_umpire = at_their_table and seat is not None and not seat.table.has_dealt
    return may_organise(by, event_id) or of_umpire or in_the_order_of_call


def _organises_or_is(role: Role, by: Actor, event_id: int | None) -> bool:
    """An organiser of the event, or somebody with this role in it."""
    return by.role in (Role.ORGANISER, role) and by.scope == event_id


def may_check_in(by: Actor, event_id: int) -> bool:
    """Say who is here, with which wristband, and call up the next reserve: the event's organisers, and its helpers at
    the check-in desk, who may do nothing else."""
    return _organises_or_is(Role.HELPER, by, event_id)


def may_run_hall(by: Actor, event_id: int | None) -> bool:
    """Run what the hall sees: the event's MCs and organisers.

    That is the round clock, the screens and their slides, and taking somebody's name off public pages, because people
    ask for that in the hall.
    """
    return _organises_or_is(Role.MC, by, event_id)


def may_print(by: Actor, event_id: int, what: str) -> bool:
    """Have a paper made, and open it: organisers any, MCs those that hold no more than what an MC may see."""
    return may_run_hall(by, event_id) if what in FOR_MC else may_organise(by, event_id)


def require(allowed: bool, by: Actor) -> None:
    """Refuse plainly unless allowed."""
    if not allowed:
        raise NotPermitted(f"{by.name} can’t do this. Ask an organiser of this event.")
