"""Who comes and goes at a rehearsed event, at every moment at which somebody could."""

from __future__ import annotations

from scoring.rehearsal.scene import RehearsalScene
from tournament.actions import attendance
from tournament.models import Entry, Round, Seat
from tournament.rules.entries import Status
from tournament.rules.presets import Format
from tournament.rules.reasons import Reason


class Crowd:
    """The people of one event, as the organiser hears of them."""

    def __init__(self, scene: RehearsalScene) -> None:
        self.scene = scene
        self.rng = scene.rng
        self.mishaps = scene.mishaps

    def miss_the_start(self) -> None:
        """Calls first, then substitutes, then empty chairs; and somebody was only late."""
        self._lose_a_table()
        missing = [seat.entry for seat in self.sitting() if self.scene.happens(self.mishaps.no_show)]
        called = [entry for entry in missing if self.scene.happens(50)]
        for entry in called:
            if not self.scene.attempt(attendance.call_up, entry=entry.pk, sure=True):  # nobody is left to call up
                self.replace_or_leave(entry)
        for entry in missing:
            if entry not in called:
                self.replace_or_leave(entry)
        self.come_back()

    def _lose_a_table(self) -> None:
        """A whole table stays empty: their bus broke down."""
        while self.scene.happens(self.mishaps.whole_table):
            seats = self.sitting()
            table = self.rng.choice(seats).table_id if seats else None
            for entry in [seat.entry for seat in seats if seat.table_id == table]:
                self.scene.act(attendance.mark_gone, entry=entry.pk)

    def before_the_next_round(self) -> list[Entry]:
        """Some are gone when a round is over, some are back, others arrive. Answers who is missed a little later."""
        last = Round.objects.filter(competition=self.scene.competition).order_by("-number")[0]
        leaving = [seat.entry for seat in self._staying(last) if self.scene.happens(self.mishaps.gone)]
        for entry in leaving[::2]:
            self.scene.act(attendance.mark_gone, entry=entry.pk)
        self.come_back()
        while self.scene.settings.format is Format.ROTATION and self.scene.happens(self.mishaps.late // 2):
            self.arrive_late()
        return leaving[1::2]

    def miss(self, entries: list[Entry]) -> None:
        """The next round is made. Of these people, those who have a seat in it do not come."""
        for seat in self.sitting():
            if seat.entry in entries:
                self.replace_or_leave(seat.entry)

    def stir(self) -> None:
        """In the middle of it all: what is not possible any more is refused, and the day goes on."""
        if self.scene.happens(self.mishaps.restless):
            self.rng.choice([self.leave, self.come_back, self.arrive_late, self.take_over])()

    def leave(self) -> None:
        """Somebody gets up; if the chair has to stay as it is, they are gone from the next round, if there is one."""
        if seats := self.sitting():
            entry = self.rng.choice(seats).entry_id
            if not self.scene.attempt(attendance.mark_gone, entry=entry):
                self.scene.attempt(attendance.mark_gone, entry=entry, next_round=True)

    def come_back(self) -> None:
        """Some of those who were missed are there after all, if there is a chair for them."""
        gone = Entry.objects.filter(competition=self.scene.competition, left__isnull=False).order_by("code")
        for entry in gone:
            if self.scene.happens(self.mishaps.back):
                self.scene.attempt(attendance.mark_back, entry=entry.pk)

    def arrive_late(self) -> None:
        """Let somebody arrive late whom nobody expected, if there is a free chair."""
        group = self.rng.choice(self.scene.groups)
        self.scene.attempt(attendance.arrive_late, group=group, name=next(self.scene.people))

    def take_over(self) -> None:
        """Somebody falls ill in the middle of a round: with the organiser's reason another takes over the seat."""
        if seats := self.sitting():
            entry = self.rng.choice(seats).entry
            self.scene.attempt(
                attendance.substitute, entry=entry.pk, name=self._stand_in(entry), why=Reason.CANNOT_PLAY.value
            )

    def replace_or_leave(self, entry: Entry) -> None:
        """Another of the group, or an empty chair."""
        replaced = self.scene.happens(self.mishaps.substitute)
        if not replaced or not self.scene.attempt(attendance.substitute, entry=entry.pk, name=self._stand_in(entry)):
            self.scene.act(attendance.mark_gone, entry=entry.pk)

    def _stand_in(self, entry: Entry) -> str:
        """Somebody of the same group: a reserve that was not drawn where there is one, or a new face."""
        waiting = Entry.objects.filter(
            competition=self.scene.competition, group=entry.group_id, status=Status.NOT_DRAWN, left__isnull=True
        )
        reserve = waiting.select_related("competitor").order_by("code").first()
        return reserve.competitor.name if reserve and self.scene.happens(60) else next(self.scene.people)

    def sitting(self) -> list[Seat]:
        """Who sits in the open round, in order."""
        open_round = Round.objects.filter(competition=self.scene.competition, closed_at__isnull=True).first()
        return self._staying(open_round) if open_round else []

    def _staying(self, round_: Round) -> list[Seat]:
        """The chairs that are not empty, in order. A player who has come back stays to the end."""
        seats = round_.seats.filter(absent=False, entry__left__isnull=True).exclude(entry__seats__absent=True)
        return list(seats.select_related("entry").order_by("table__number", "number"))
