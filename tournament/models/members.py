"""Who belongs to an event, in which role, and the links that invite them."""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tournament.models.constraints import choices, one_of
from tournament.models.event import Event, Group
from tournament.models.people import Account
from tournament.models.travel_ids import TravelIdField
from tournament.rules.roles import Invited


def _of_a_group() -> CheckConstraint:
    """A coordinator is one of a group; organisers and MCs are of the whole event."""
    coordinates = Q(role=Invited.COORDINATOR)
    return CheckConstraint(
        name="%(class)s_coordinator_has_a_group",
        condition=(coordinates & Q(group__isnull=False)) | (~coordinates & Q(group__isnull=True)),
    )


class Membership(models.Model):
    """An account's role in an event."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="memberships")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="members")
    role = models.CharField(max_length=12, choices=choices(Invited))
    group = models.ForeignKey(Group, null=True, blank=True, on_delete=models.CASCADE, related_name="members")
    invitation = models.ForeignKey(
        "Invitation", null=True, blank=True, on_delete=models.SET_NULL, related_name="members"
    )
    """The link they came in by before they set a password, so that ending it can end this too."""

    class Meta:
        constraints = [
            one_of("role", Invited),
            _of_a_group(),
            UniqueConstraint(
                fields=["account", "event"], name="membership_one_role_per_event", condition=Q(group__isnull=True)
            ),
            UniqueConstraint(
                fields=["account", "group"], name="membership_once_per_group", condition=Q(group__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account}, {self.role}"


class Invitation(models.Model):
    """A link that lets somebody in. The link itself is made again from a secret and `nonce` when an organiser wants to
    see it, and found by its hash. A coordinator's works until it is revoked, the others' once."""

    travel_id = TravelIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=12, choices=choices(Invited))
    group = models.ForeignKey(Group, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations")
    nonce = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, unique=True)
    token = models.CharField(max_length=32, blank=True, default="")
    """The link's secret part, if an earlier version made it from the server's secret."""
    made_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    """When somebody first came in by it."""
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            one_of("role", Invited),
            _of_a_group(),
            UniqueConstraint(
                fields=["group"],
                name="invitation_one_open_per_group",
                condition=Q(group__isnull=False, revoked_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"Invitation {self.pk}: {self.role}"

    @property
    def secret(self) -> str:
        """What its link is made from, if it is a group's."""
        return self.event.secret
