"""What happened at one table: hands with what everybody held, and corrections.

A hand belongs to chairs, not to people: a person who takes over a seat in the middle of a round takes over its points.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q, UniqueConstraint

from tournament.models import Competition, Note, Seat, Table
from tournament.models.constraints import one_of
from tournament.rules.reasons import Reason


class Hand(models.Model):
    """One deal, until somebody goes out or the clock stops it. Deleted, it stays, with its reason."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    complete = models.BooleanField()
    playoff = models.BooleanField(default=False)
    late = models.BooleanField(default=False)
    out = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    last_card = models.CharField(max_length=30, blank=True)
    version = models.PositiveIntegerField(default=1)
    recorded_at = models.DateTimeField()
    after_warning = models.BooleanField(null=True, blank=True)
    """Whether it was counted after the warning, as its tablet says, which may send it later. Paper and older pages do
    not tell."""
    deleted_at = models.DateTimeField(null=True, blank=True)
    deleted_why = models.CharField(max_length=20, blank=True)
    """A word, as a correction's."""
    deleted_note = models.ForeignKey(Note, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            UniqueConstraint(
                fields=["table", "number"], name="hand_number_once_per_sheet", condition=Q(deleted_at__isnull=True)
            ),
            models.CheckConstraint(name="hand_number_at_least_1", condition=Q(number__gte=1)),
            one_of("deleted_why", Reason, empty=True),
            models.CheckConstraint(
                name="hand_complete_when_somebody_went_out",
                condition=Q(complete=True, out__isnull=False) | Q(complete=False, out__isnull=True, last_card=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}, hand {self.number}"


class Held(models.Model):
    """What one player held at the end of a hand: cards, or only a total where that was typed."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="held")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    cards = models.JSONField(null=True, blank=True)
    points = models.PositiveIntegerField()

    class Meta:
        constraints = [UniqueConstraint(fields=["hand", "seat"], name="held_once_per_hand")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.points}"


class Correction(models.Model):
    """Held points that were changed after the hand was recorded, as they were and are."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="corrections")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="+")
    was = models.PositiveIntegerField()
    now = models.PositiveIntegerField()
    why = models.CharField(max_length=20)
    """A word, because the open record shows it."""
    note = models.ForeignKey(Note, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="correction_changes_something", condition=~Q(was=F("now"))),
            one_of("why", Reason),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.was} to {self.now}"


# At the table: the tablets, and what umpire and players say that is no hand


class KeyChange(models.Model):
    """How often a table's key was replaced (0 is the roaming umpire's). Without a row it never was. A key that an
    earlier version printed is made from that server's secret, so its link and its code stand here until it is
    replaced."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="key_changes")
    number = models.PositiveIntegerField()
    anew = models.PositiveIntegerField()
    token = models.CharField(max_length=32, blank=True, default="")
    code = models.CharField(max_length=16, blank=True, default="")

    class Meta:
        constraints = [UniqueConstraint(fields=["competition", "number"], name="key_change_once_per_table")]

    def __str__(self) -> str:
        return f"Key of table {self.number}, renewed {self.anew} times"


class Tablet(models.Model):
    """A device that has opened a table. One of a table's holds its sheet; the others may write too, and are told."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="tablets")
    number = models.PositiveIntegerField()
    device = models.CharField(max_length=32)
    opened_at = models.DateTimeField()
    heard_at = models.DateTimeField()
    holds = models.BooleanField(default=False)
    counting = models.JSONField(null=True, blank=True)
    """The hand that is being counted, and who is counted already: for the board, no points."""
    trouble = models.JSONField(null=True, blank=True)
    """What it has typed and the server did not take, as the umpire sees it: for the board."""
    at_result = models.BooleanField(null=True, blank=True)
    """Whether it shows the result: its umpire has said that no hand was going on. An older page does not tell."""
    settled = models.CharField(max_length=64, blank=True)
    """The request that the organiser has decided for it: the tablet lets go of it."""

    class Meta:
        constraints = [
            UniqueConstraint(fields=["competition", "number", "device"], name="tablet_once_per_table"),
            UniqueConstraint(fields=["competition", "number"], name="tablet_one_holds", condition=Q(holds=True)),
        ]

    def __str__(self) -> str:
        return f"Tablet at table {self.number}"


class Flag(models.Model):
    """A table calls the organiser."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="flags")
    message = models.CharField(max_length=200, blank=True)
    raised_at = models.DateTimeField()
    lowered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["table"], name="flag_one_raised_per_table", condition=Q(lowered_at__isnull=True))
        ]

    def __str__(self) -> str:
        return f"{self.table} calls"


class Sat(models.Model):
    """The umpire has looked at the wristband: this player sits here."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="sat")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.seat} is taken"


class SeenSeats(models.Model):
    """Who sits at a table as its umpire last saw it: each chair's number, its entry and whether it is empty. The tablet
    shows every difference until the umpire has read it."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="seen_seats")
    seats = models.JSONField()

    def __str__(self) -> str:
        return f"{self.table} as its umpire saw it"


class Dealer(models.Model):
    """Who deals first at a table; the deal then passes to the left (RULES 8)."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="dealer")
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """Empty once the chosen player has left the table: somebody else has to be chosen."""

    def __str__(self) -> str:
        return f"{self.seat} deals first"


class Nod(models.Model):
    """A player agrees with the sheet as it was then: the versions of its hands, in order."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="nod")
    seen = models.JSONField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.seat} agrees"


class KeptRecord(models.Model):
    """The record of a finished competition as it was last made: the text, compressed."""

    competition = models.OneToOneField(
        Competition, on_delete=models.CASCADE, primary_key=True, related_name="kept_record"
    )
    made_from = models.CharField(max_length=64)
    """A sign of everything that it was made from; with another one it is old."""
    content = models.BinaryField()
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Record of {self.competition}"
