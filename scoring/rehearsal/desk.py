"""What the organiser settles at the desk: sheets accepted early, opened again, corrected."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from scoring.actions import sheets
from scoring.models import Hand
from scoring.rehearsal.corrections import correct_somehow
from scoring.rehearsal.scene import RehearsalScene
from scoring.rehearsal.umpire import Umpire
from tournament.models import Table
from tournament.rules.reasons import Reason


class Desk:
    """The organiser's desk, with the sheets that come in."""

    def __init__(self, scene: RehearsalScene) -> None:
        self.scene = scene
        self.mishaps = scene.mishaps

    def accept_early(self, umpire: Umpire) -> None:
        """A table cannot go on: its sheet is accepted as it is, ties and all."""
        if self.scene.happens(self.mishaps.early):
            umpire.accept(by=self.scene.organiser, why=Reason.HAD_TO_LEAVE.value)

    def reopen(self, umpire: Umpire) -> None:
        """A sheet that was in is finished once more."""
        if self.scene.happens(self.mishaps.reopen) and umpire.is_in:
            sheets.reopen_sheet(by=self.scene.organiser, table=umpire.table.pk, why=Reason.ENTERED_WRONG.value)
            umpire.finish()

    def correct(self) -> None:
        """Correct an accepted sheet in any of three ways. What a begun round depends on is refused."""
        tables = Table.objects.filter(round__competition=self.scene.competition, round__closed_at__isnull=False)
        dealt = Exists(Hand.objects.filter(table=OuterRef("pk"), deleted_at__isnull=True))
        played = list(tables.filter(dealt).order_by("round__number", "number"))
        if played and self.scene.happens(self.mishaps.correction):
            correct_somehow(self.scene.rng.choice(played), self.scene.organiser, self.scene.rng)
