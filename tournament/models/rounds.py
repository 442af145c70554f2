"""Rounds, tables, seats, and what a closed round decided: ties and moves."""

from __future__ import annotations

from django.core.exceptions import ObjectDoesNotExist
from django.db import models
from django.db.models import Q, UniqueConstraint

from tournament.models.constraints import at_least
from tournament.models.event import Competition, Entry
from tournament.models.travel_ids import TravelIdField
from tournament.rules.clock import RoundClock
from tournament.rules.clock_changes import CountedTable
from tournament.rules.table_numbers import ShownTable


class Round(models.Model):
    """One stage of a competition. From its first deal on nobody is redrawn (RULES 5)."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="round_set")
    number = models.PositiveIntegerField()
    method = models.CharField(max_length=10, blank=True)
    """How a redrawn round was seated; empty if the bracket or the moves decided."""
    attempt = models.PositiveIntegerField(null=True, blank=True)
    began_at = models.DateTimeField(null=True, blank=True)
    """The clock's start or the first deal, whichever was first."""
    closed_at = models.DateTimeField(null=True, blank=True)
    break_after = models.PositiveIntegerField(null=True, blank=True)
    """How long the break after it is, in seconds, if the MC changed it; empty: as long as the competition's breaks."""

    class Meta:
        ordering = ["number"]
        constraints = [
            at_least("number", 1),
            UniqueConstraint(fields=["competition", "number"], name="round_number_once"),
            UniqueConstraint(fields=["competition"], name="round_one_open", condition=Q(closed_at__isnull=True)),
        ]

    def __str__(self) -> str:
        """For people who look into the database. What people call a round follows from the plan (rules.round_names)."""
        return f"round {self.number} of competition {self.competition_id}"

    @property
    def clock_facts(self) -> RoundClock | None:
        """Its clock as the rules know it, if it has one; read with the round, it costs no query."""
        try:
            return self.clock.facts
        except ObjectDoesNotExist:
            return None


class Table(models.Model):
    """A numbered physical table in a round. It is accepted once its sheet is."""

    travel_id = TravelIdField()
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField()
    dealt_at = models.DateTimeField(null=True, blank=True)
    """When its first hand of this round was recorded."""
    stopped = models.BooleanField(default=False)
    """Whether the hand that the end of the round stopped is recorded, or a play-off hand after it."""
    accepted_at = models.DateTimeField(null=True, blank=True)
    lot = models.BooleanField(default=False)
    """The tie for first goes to the lot: no play-off hand was, or can be, finished."""
    playoff = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    """Who won the play-off hand."""
    first = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    """Who won the table (knockout and single), once the round is closed."""

    class Meta:
        ordering = ["number"]
        constraints = [
            at_least("number", 1),
            UniqueConstraint(fields=["round", "number"], name="table_number_once_per_round"),
        ]

    def __str__(self) -> str:
        return f"Table {self.shown}"

    @property
    def shown(self) -> ShownTable:
        """The number that people see on it."""
        return self.round.competition.numbers.shown(self.number)

    @property
    def has_dealt(self) -> bool:
        """Whether the round has begun here: from then on nobody else sits down."""
        return self.dealt_at is not None or self.accepted_at is not None

    @property
    def has_counted(self) -> bool:
        """Whether the end of the round has passed here: from then on no time is added."""
        return self.stopped or self.accepted_at is not None

    def counted_as(self, number: ShownTable) -> CountedTable:
        """What the clock has to know about it once it has counted."""
        return CountedTable(number, has_last_hand=self.stopped, is_accepted=self.accepted_at is not None)


class Seat(models.Model):
    """One chair and, once the sheet is accepted, what its player's hands add up to."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seats")
    stands_for = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    """The entry whose seat a substitute or a called-up player took."""
    absent = models.BooleanField(default=False)
    points = models.PositiveIntegerField(null=True, blank=True)
    hands = models.PositiveIntegerField(null=True, blank=True)
    won = models.PositiveIntegerField(null=True, blank=True)
    last = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            at_least("number", 1),
            UniqueConstraint(fields=["round", "entry"], name="seat_one_per_person_per_round"),
            UniqueConstraint(fields=["table", "number"], name="seat_number_once_per_table"),
            models.CheckConstraint(
                name="seat_absent_has_no_points", condition=Q(absent=False) | Q(points__isnull=True)
            ),
            models.CheckConstraint(
                name="seat_won_within_hands",
                condition=Q(won__isnull=True) | Q(hands__isnull=True) | Q(won__lte=models.F("hands")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}, seat {self.number}"


class Tie(models.Model):
    """A tie that a closed round had to decide: all level on points, the step that decided, whom it took."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="ties")
    number = models.PositiveIntegerField()
    between = models.JSONField()
    by = models.CharField(max_length=10)
    took = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            UniqueConstraint(fields=["table", "number"], name="tie_number_once_per_table"),
            models.CheckConstraint(
                name="tie_by_known", condition=Q(by__in=["hands_won", "last_hand", "playoff", "lot"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.took} by {self.by}"


class Move(models.Model):
    """Somebody's way to another table after a round (0: before round 1), and why."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="moves")
    after = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="moves")
    source = models.PositiveIntegerField()
    target = models.PositiveIntegerField()
    why = models.CharField(max_length=10)

    class Meta:
        ordering = ["after", "number"]
        constraints = [
            UniqueConstraint(fields=["competition", "after", "number"], name="move_number_once_per_round"),
            models.CheckConstraint(name="move_why_known", condition=Q(why__in=["best", "worst", "balance"])),
            models.CheckConstraint(name="move_goes_somewhere", condition=~Q(source=models.F("target"))),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.source} to {self.target}"
