"""Plays a script through the real actions, from the first entry to the last sheet.

All chance comes from one `Random`, so the same seed gives the same event, to the byte of its record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from django.db import transaction

from scoring.models import Hand
from scoring.rehearsal import cast
from scoring.rehearsal.corrections import correct_somehow, standing
from scoring.rehearsal.hands import Dealer
from scoring.rehearsal.script import Script
from scoring.rehearsal.umpire import Umpire
from tournament.actions import attendance, clock, draw, groups, registration, rounds, seats, setup
from tournament.models import Competition, Entry, Round, Seat, Table, Tie
from tournament.permissions import Actor, Role
from tournament.rules.entries import Kind, Status
from tournament.rules.errors import RoundRefused
from tournament.rules.presets import Ending, Format
from tournament.rules.rounds import is_last

Progress = Callable[[str, int, int], None]
ANYONE: Final = Actor(Role.ORGANISER, None, "Rehearsal")


def quiet(_what: str, _done: int, _of: int) -> None:
    """No progress shown."""


@dataclass(frozen=True)
class Summary:
    """What was rehearsed, in numbers."""

    players: int
    rounds: int
    tables: int
    hands: int
    ties: int


def summarise(competition: Competition) -> Summary:
    """Count what was played."""
    return Summary(
        players=Entry.objects.filter(competition=competition, seats__isnull=False).distinct().count(),
        rounds=competition.round_set.count(),
        tables=Table.objects.filter(round__competition=competition).count(),
        hands=Hand.objects.filter(table__round__competition=competition, deleted_at__isnull=True).count(),
        ties=Tie.objects.filter(table__round__competition=competition).count(),
    )


class Director:
    """One event on the way from its script to its result."""

    def __init__(
        self, script: Script, rng: Random, *, slug: str = "", progress: Progress = quiet, by: Actor = ANYONE
    ) -> None:
        self.by = by
        self.script = script
        self.rng = rng
        self.slug = slug
        self.progress = progress
        self.people = cast.people(rng)

    def happens(self, percent: int) -> bool:
        """Whether something of this likelihood happens now."""
        return self.rng.randrange(100) < percent

    def play(self) -> Competition:
        """The whole event."""
        self.set_up()
        self.enter()
        self.hold_draw()
        self.play_rounds()
        self._correct()
        self.finish()
        return Competition.objects.get(pk=self.pk)

    def finish(self) -> None:
        """The last sheet is in."""
        rounds.finish(by=self.organiser, competition=self.pk)

    # Before the day

    @transaction.atomic
    def set_up(self) -> None:
        """An event marked as fictional, and its competition from the preset."""
        name, on = self.script.event or self.script.name, self.script.on
        event = setup.create_event(by=self.by, name=name, on=on, fictional=True)
        self.organiser = replace(self.by, scope=event)
        self.pk = setup.create_competition(
            by=self.organiser,
            event=event,
            preset_name=self.script.preset,
            name=self.script.name,
            slug=self.slug,
            choices=self.script.choices,
        )
        self.event = event
        self.settings = Competition.objects.get(pk=self.pk).settings
        self.dealer = Dealer(self.rng, self.settings)

    def enter(self) -> None:
        """Every group enters its people; then entries close, and the cap may be lowered."""
        self.enter_groups()
        registration.close_entries(by=self.organiser, competition=self.pk)
        if self.script.cap is not None:
            setup.change_settings(by=self.organiser, competition=self.pk, choices={"cap": self.script.cap})

    def enter_groups(self) -> None:
        """Every group enters its people and nominates its reserves."""
        names = cast.groups()
        self.groups: list[int] = []
        pairs = list(zip(self.script.entries, self.script.reserves, strict=True))
        for done, (entries, reserves) in enumerate(pairs, start=1):
            self.progress("Entries", done, len(pairs))
            group = groups.add_group(by=self.organiser, event=self.event, name=next(names))
            self.groups.append(group)
            coordinator = Actor(Role.COORDINATOR, group, "Coordinator")
            for kind in [Kind.ENTRY] * entries + [Kind.RESERVE] * reserves:
                registration.enter(by=coordinator, competition=self.pk, group=group, name=next(self.people), kind=kind)

    # The draw

    def hold_draw(self) -> None:
        """Choose, seal, dice, perhaps throw away and once more, perhaps swap, publish; then see who is there."""
        self.progress("Draw", 1, 1)
        self._draw_once()
        while self.happens(self.script.mishaps.discard):
            draw.discard_draw(by=self.organiser, competition=self.pk, why="a table was counted twice")
            self._draw_once()
        while self.happens(self.script.mishaps.swap):
            self._swap()
        draw.publish_draw(by=self.organiser, competition=self.pk)
        self._no_shows()

    def _draw_once(self) -> None:
        draw.choose_plan(by=self.organiser, competition=self.pk)
        draw.seal_draw(by=self.organiser, competition=self.pk, salt=f"{self.rng.getrandbits(256):064x}")
        dice = " ".join(str(self.rng.randrange(1, 7)) for _ in range(5))
        draw.supply_numbers(by=self.organiser, competition=self.pk, public=dice)

    def _swap(self) -> None:
        seated = list(Entry.objects.filter(competition=self.pk, status=Status.IN).order_by("code"))
        a, b = self.rng.sample(seated, 2)
        why = self.rng.choice(["needs the table by the door", "brother and sister", "wheelchair"])
        draw.swap_seats(by=self.organiser, competition=self.pk, a=a.pk, b=b.pk, why=why, sure=True)

    def _no_shows(self) -> None:
        """Calls first, then substitutes, then empty chairs."""
        self._lose_a_table()
        missing = [seat.entry for seat in self._seats() if self.happens(self.script.mishaps.no_show)]
        called = [entry for entry in missing if self.happens(50)]
        for entry in called:
            try:
                attendance.call_up(by=self.organiser, competition=self.pk, entry=entry.pk)
            except RoundRefused:  # nobody is left to call up
                self._replace_or_leave(entry)
        for entry in missing:
            if entry not in called:
                self._replace_or_leave(entry)

    def _lose_a_table(self) -> None:
        """A whole table stays empty: their bus broke down."""
        while self.happens(self.script.mishaps.whole_table):
            seats = self._seats()
            table = self.rng.choice(seats).table_id if seats else None
            for entry in [seat.entry for seat in seats if seat.table_id == table]:
                attendance.mark_gone(by=self.organiser, competition=self.pk, entry=entry.pk)

    def _replace_or_leave(self, entry: Entry) -> None:
        if self.happens(self.script.mishaps.substitute):
            self._substitute(entry)
        else:
            attendance.mark_gone(by=self.organiser, competition=self.pk, entry=entry.pk)

    def _substitute(self, entry: Entry) -> None:
        """Somebody of the same group: a reserve that was not drawn where there is one, or a new face."""
        waiting = Entry.objects.filter(competition=self.pk, group=entry.group_id, status=Status.NOT_DRAWN)
        reserve = waiting.filter(left__isnull=True).select_related("competitor").order_by("code").first()
        name = reserve.competitor.name if reserve and self.happens(60) else next(self.people)
        attendance.substitute(by=self.organiser, competition=self.pk, entry=entry.pk, name=name)

    def _seats(self) -> list[Seat]:
        """The open round's chairs that are not empty, in order."""
        seats = Seat.objects.filter(round__competition=self.pk, round__closed_at__isnull=True, absent=False)
        return list(seats.select_related("entry").order_by("table__number", "number"))

    # The rounds

    def play_rounds(self) -> None:
        """Every round of the plan, to the last."""
        plan = seats.published_draw(Competition.objects.get(pk=self.pk)).plan
        number = 1
        while True:
            self._play_round(number)
            if is_last(self.settings, plan, number):
                return
            self._between_rounds()
            number += 1

    def begin_round(self, number: int) -> list[Umpire]:
        """The clock is started, and an umpire stands at every table."""
        round_ = Round.objects.get(competition=self.pk, number=number)
        if self.settings.clock is not None:
            clock.start_clock(by=self.organiser, competition=self.pk)
        return [
            Umpire(table, self.script, self.settings, self.dealer, self.rng)
            for table in round_.tables.order_by("number")
        ]

    def _play_round(self, number: int) -> None:
        """Clock, hands, bell, sheets."""
        umpires = self.begin_round(number)
        for umpire in self._with_progress(umpires, number):
            umpire.play()
        if self.settings.clock is not None:
            clock.end_clock(by=self.organiser, competition=self.pk)
        for umpire in umpires:
            umpire.finish()
        rounds.close_round(by=self.organiser, competition=self.pk)

    def _with_progress(self, umpires: Sequence[Umpire], number: int) -> Iterator[Umpire]:
        for done, umpire in enumerate(umpires):
            self.progress(f"Round {number}", done, len(umpires))
            yield umpire
        self.progress(f"Round {number}", len(umpires), len(umpires))

    def _between_rounds(self) -> None:
        """Corrections, somebody leaves, the next round is made, somebody else is substituted or arrives late."""
        self._correct()
        leaving = [seat.entry for seat in self._sitting_last() if self.happens(self.script.mishaps.gone)]
        before, after = leaving[::2], leaving[1::2]
        for entry in before:
            attendance.mark_gone(by=self.organiser, competition=self.pk, entry=entry.pk)
        while not leaving and self.settings.format is Format.ROTATION and self.happens(self.script.mishaps.late // 2):
            self._arrive_late()
        rounds.make_next_round(by=self.organiser, competition=self.pk)
        self._correct()
        for seat in self._seats():
            if seat.entry in after:
                self._replace_or_leave(seat.entry)

    def _sitting_last(self) -> list[Seat]:
        last = Round.objects.filter(competition=self.pk).order_by("-number")[0]
        return list(last.seats.filter(absent=False).select_related("entry").order_by("table__number", "number"))

    def _arrive_late(self) -> None:
        """Only while no chair is empty."""
        last = Round.objects.filter(competition=self.pk).order_by("-number")[0]
        if last.seats.filter(absent=True).exists():
            return
        try:
            attendance.arrive_late(
                by=self.organiser, competition=self.pk, group=self.rng.choice(self.groups), name=next(self.people)
            )
        except RoundRefused:  # every table is full
            return

    def _correct(self) -> None:
        """The organiser corrects a sheet that is in, in any of three ways; what a begun round rests on is refused."""
        if self.settings.ending is Ending.TARGET or not self.happens(self.script.mishaps.correction):
            return
        accepted = Table.objects.filter(round__competition=self.pk, round__closed_at__isnull=False)
        corrected = [table for table in accepted.order_by("round__number", "number") if self._plain(table)]
        if not corrected:
            return
        correct_somehow(self.rng.choice(corrected), self.organiser, self.rng)

    def _plain(self, table: Table) -> bool:
        """Has hands, none of them a play-off: that one stays right whatever is corrected."""
        hands = standing(table)
        return hands.exists() and not hands.filter(playoff=True).exists()
