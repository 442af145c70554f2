"""The hall's screens, what they show, and what an MC made for them."""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, Index, Q, UniqueConstraint

from tournament.models.event import Competition, Event
from tournament.models.travel_ids import TravelIdField
from tournament.rules.programme import FOLLOWS, SHOWS, Phase, Scene


class Slide(models.Model):
    """A slide of the organiser's own: words, a picture, or both. The picture was made again from the one that was sent,
    so it is a picture and holds nothing else."""

    travel_id = TravelIdField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="slides")
    position = models.PositiveIntegerField()
    title = models.CharField(max_length=120, blank=True)
    text = models.TextField(blank=True)
    picture = models.BinaryField(blank=True, default=b"")
    content_type = models.CharField(max_length=20, blank=True)
    digest = models.CharField(max_length=64, blank=True, db_index=True)
    """Of the picture: its address, which nobody can guess."""
    version = models.PositiveIntegerField(default=1)
    for_everybody = models.BooleanField(default=False)
    """Whether the screens show it as long as the event's message lasts, whose words are then for phones and tablets."""

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            UniqueConstraint(name="slide_for_everybody_once", fields=["event"], condition=Q(for_everybody=True)),
            CheckConstraint(name="slide_says_something", condition=~Q(title="") | ~Q(text="") | ~Q(digest="")),
        ]

    def __str__(self) -> str:
        return self.title or self.text[:40] or "Picture"


class Screen(models.Model):
    """A browser opened at /screen. It is known by its number to people, and by a key in its cookie to the server."""

    number = models.PositiveIntegerField(unique=True)
    key_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=40, blank=True)
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.SET_NULL, related_name="screens")
    competition = models.ForeignKey(Competition, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """Which competition it is about; empty: the whole event."""
    shows = models.CharField(max_length=12, default=FOLLOWS)
    slide = models.ForeignKey(Slide, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    muted = models.BooleanField(default=False)
    opened_from = models.CharField(max_length=16, blank=True, default="", db_index=True)
    """Identifies the address that opened it, without giving that address away."""
    made_at = models.DateTimeField()
    last_seen = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            CheckConstraint(name="screen_number_has_four_digits", condition=Q(number__gte=1000, number__lte=9999)),
            CheckConstraint(name="screen_shows_known", condition=Q(shows__in=SHOWS)),
        ]
        indexes = [  # the sweep asks every second which are to be forgotten; those with a name stay
            Index(name="screen_silent_and_unnamed", fields=["name", "last_seen"])
        ]

    def __str__(self) -> str:
        return self.name or f"Screen {self.number}"


class Programme(models.Model):
    """Where the MC stepped in a competition's running order; it counts in this phase of this round only."""

    competition = models.OneToOneField(Competition, on_delete=models.CASCADE, related_name="programme")
    phase = models.CharField(max_length=10)
    round = models.PositiveIntegerField()
    scene = models.CharField(max_length=12)
    slide = models.ForeignKey(Slide, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    stepped_at = models.DateTimeField()

    class Meta:
        constraints = [
            CheckConstraint(name="programme_phase_known", condition=Q(phase__in=[phase.value for phase in Phase])),
            CheckConstraint(name="programme_scene_known", condition=Q(scene__in=[scene.value for scene in Scene])),
        ]

    def __str__(self) -> str:
        return f"Programme of {self.competition}: {self.scene}"
