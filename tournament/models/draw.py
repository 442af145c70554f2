"""The draw with its chance (RECORD 1): chosen, sealed, drawn, published, or thrown away and kept."""

from __future__ import annotations

from django.db import models
from django.db.models import Q, UniqueConstraint

from tournament.models.constraints import at_least, one_of
from tournament.models.event import Competition, Entry
from tournament.models.notes import Note
from tournament.models.travel_ids import TravelIdField
from tournament.rules.reasons import Reason
from tournament.rules.reveal import Reveal, drawn_reserves


class Draw(models.Model):
    """One draw of a competition. A draw thrown away stays, so that nobody re-rolls unseen."""

    travel_id = TravelIdField()
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="draws")
    size = models.PositiveIntegerField()
    plan = models.JSONField()
    salt = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    list_hash = models.CharField(max_length=64, blank=True)
    typed = models.CharField(max_length=200, blank=True)
    """Numbers from the hall that wait to be confirmed: nothing follows from them."""
    public = models.CharField(max_length=200, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    lot_entries = models.JSONField(default=list)
    lot_reserves = models.JSONField(default=list)
    call = models.JSONField(default=list)
    """The order of call for no-shows before round 1."""
    admitted = models.JSONField(default=list)
    method = models.CharField(max_length=10, blank=True)
    attempt = models.PositiveIntegerField(null=True, blank=True)
    tables = models.JSONField(default=list)
    """The seats as drawn and swapped, before anybody was absent: a list of codes for each table."""
    revealed = models.PositiveIntegerField(default=0)
    """How far it was shown in the hall: the number of steps of rules.reveal."""
    sealed_at = models.DateTimeField(null=True, blank=True)
    salt_left_at = models.DateTimeField(null=True, blank=True)
    """When a file with the salt was first made between seal and dice: who has it could try out numbers."""
    drawn_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    discarded_at = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=20, blank=True)
    """Why it was thrown away: a word, because the open record shows it."""
    note = models.ForeignKey(Note, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            at_least("size", 2),
            one_of("why", Reason, empty=True),
            UniqueConstraint(
                fields=["competition"], name="draw_one_that_stands", condition=Q(discarded_at__isnull=True)
            ),
            models.CheckConstraint(
                name="draw_stages_in_order",
                condition=(Q(drawn_at__isnull=True) | Q(sealed_at__isnull=False))
                & (Q(published_at__isnull=True) | Q(drawn_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="draw_typed_before_it_is_made",
                condition=Q(typed="") | Q(sealed_at__isnull=False, drawn_at__isnull=True),
            ),
            models.CheckConstraint(name="draw_revealed_once_made", condition=Q(revealed=0) | Q(drawn_at__isnull=False)),
            models.CheckConstraint(
                name="draw_published_is_never_discarded",
                condition=Q(published_at__isnull=True) | Q(discarded_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"Draw of {self.competition}"

    @property
    def stage(self) -> str:
        """How far it is: chosen, sealed, drawn or published."""
        moments = {"published": self.published_at, "drawn": self.drawn_at, "sealed": self.sealed_at}
        return next((stage for stage, moment in moments.items() if moment is not None), "chosen")

    @property
    def reveal(self) -> Reveal:
        """What is shown in the hall, and how much of it has been."""
        reserves = drawn_reserves(self.lot_reserves, self.admitted)
        return Reveal(len(reserves), len(self.tables), self.revealed)

    @property
    def seed_bytes(self) -> bytes:
        """All chance of the competition comes from these."""
        return bytes.fromhex(self.seed)


class Swap(models.Model):
    """Two entries that exchanged their seats before publishing, and why."""

    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="swaps")
    number = models.PositiveIntegerField()
    a = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    b = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    why = models.CharField(max_length=20)
    """A word, because the open record shows it."""
    note = models.ForeignKey(Note, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            UniqueConstraint(fields=["draw", "number"], name="swap_number_once"),
            one_of("why", Reason),
        ]

    def __str__(self) -> str:
        return f"{self.a} and {self.b}: {self.why}"
