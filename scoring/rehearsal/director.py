"""Plays a script through the real actions, from the first entry to the last sheet.

All chance comes from one `Random`, so the same seed gives the same event, to the byte of its record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from django.db import transaction

from scoring.models import Hand
from scoring.rehearsal import cast
from scoring.rehearsal.crowd import Crowd
from scoring.rehearsal.desk import Desk
from scoring.rehearsal.hands import HandDealer
from scoring.rehearsal.scene import RehearsalScene
from scoring.rehearsal.script import RehearsalScript
from scoring.rehearsal.umpire import Umpire
from tournament import current_time
from tournament.actions import clock, draw, groups, hall_numbers, registration, rounds, setup
from tournament.models import Competition, Entry, Table, Tie
from tournament.permissions import Actor, Role
from tournament.queries.standing import read_standing
from tournament.rules import knockout
from tournament.rules.draw import table_counts
from tournament.rules.entries import Kind, Status, draw_size_range
from tournament.rules.errors import DrawRefused
from tournament.rules.presets import Format
from tournament.rules.reasons import Reason
from tournament.rules.round_names import RoundName
from tournament.rules.standing import PlannedRound

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
        self, script: RehearsalScript, rng: Random, *, slug: str = "", progress: Progress = quiet, by: Actor = ANYONE
    ) -> None:
        self.by = by
        self.script = script
        self.rng = rng
        self.slug = slug
        self.progress = progress
        self.people = cast.people(rng)

    def play(self) -> Competition:
        """The whole event."""
        self.set_up()
        self.enter()
        self.hold_draw()
        self.play_rounds()
        self.desk.correct()
        self.finish()
        return Competition.objects.get(pk=self.pk)

    def finish(self) -> None:
        """The last sheet is accepted."""
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
        self.dealer = HandDealer(self.rng, self.settings)
        self.groups: list[int] = []
        scene = RehearsalScene(self.script, self.rng, self.people, self.organiser, self.pk, self.settings, self.groups)
        self.scene, self.crowd, self.desk = scene, Crowd(scene), Desk(scene)

    def enter(self) -> None:
        """Every group enters its people; then entries close, and the cap may be lowered."""
        self.enter_groups()
        registration.close_entries(by=self.organiser, competition=self.pk)
        if self.script.cap is not None:
            setup.change_settings(by=self.organiser, competition=self.pk, choices={"cap": self.script.cap}, sure=True)

    def enter_groups(self) -> None:
        """Every group enters its people and nominates its reserves."""
        names = cast.groups()
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
        while self.scene.happens(self.script.mishaps.discard):
            self.scene.act(draw.discard_draw, why=Reason.LIST_WRONG.value)
            self._draw_once()
        while self.scene.happens(self.script.mishaps.swap):
            self._swap()
        self.scene.act(draw.publish_draw)
        self.crowd.miss_the_start()

    def _draw_once(self) -> None:
        self.scene.act(draw.choose_plan, **self._plan())
        self.scene.act(draw.seal_draw, salt=f"{self.rng.getrandbits(256):064x}")
        dice = " ".join(str(self.rng.randrange(1, 7)) for _ in range(5))
        self.scene.act(hall_numbers.type_numbers, public=dice)
        self.scene.act(hall_numbers.supply_numbers, public=dice)

    def _plan(self) -> dict[str, Any]:
        """The organiser's own size and plan, where they choose: not only the best one runs."""
        if not self.scene.happens(self.script.mishaps.own_plan):
            return {}
        settings = Competition.objects.get(pk=self.pk).settings  # the cap may have been lowered
        sizes = draw_size_range(sum(self.script.entries), sum(self.script.reserves), settings.cap)
        if settings.format is not Format.KNOCKOUT:
            size = sizes[-1]
            return {"size": size, "plan": [self.rng.choice(table_counts(settings, size))]}
        size = self.rng.choice(sizes)
        with suppress(DrawRefused):  # with tables of three, five players fit no plan
            return {"size": size, "plan": list(self.rng.choice(knockout.plans(size, settings.table_max)).tables)}
        return {}

    def _swap(self) -> None:
        seated = list(Entry.objects.filter(competition=self.pk, status=Status.IN).order_by("code"))
        a, b = self.rng.sample(seated, 2)
        why = self.rng.choice([Reason.NEEDS_THIS_SEAT.value, Reason.KEPT_APART.value, Reason.OTHER.value])
        self.scene.act(draw.swap_seats, a=a.pk, b=b.pk, why=why, sure=True)

    # The rounds

    def play_rounds(self) -> None:
        """Every round of the plan, to the last."""
        standing = read_standing(Competition.objects.get(pk=self.pk), current_time.now())
        for round_ in standing.rounds:
            self._play_round(round_)
            if not round_.is_last:
                self._between_rounds()

    def begin_round(self, number: int) -> list[Umpire]:
        """The clock is started, and an umpire stands at every table."""
        if self.settings.clock is not None:
            self._start_clock()
        tables = Table.objects.filter(round__competition=self.pk, round__number=number).order_by("number")
        return [Umpire(table, self.script, self.settings, self.dealer, self.rng) for table in tables]

    def _start_clock(self) -> None:
        self.scene.act(clock.start_clock)
        if self.scene.happens(self.script.mishaps.pause):
            self.scene.act(clock.pause_clock)
            self.scene.act(clock.resume_clock)
            self.scene.act(clock.add_time, seconds=120)
            self.scene.act(clock.add_time, seconds=-60)

    def _play_round(self, round_: PlannedRound) -> None:
        """Clock, hands, bell, sheets; people come and go all the while."""
        umpires = self.begin_round(round_.number)
        self.crowd.stir()
        for umpire in self._with_progress(umpires, round_.name):
            umpire.play()
            self.desk.accept_early(umpire)
            self.crowd.stir()
        if self.settings.clock is not None:
            self.scene.act(clock.end_clock)
        for umpire in umpires:
            umpire.finish()
            self.desk.reopen(umpire)
        self.scene.act(rounds.close_round)

    def _with_progress(self, umpires: Sequence[Umpire], name: RoundName) -> Iterator[Umpire]:
        for done, umpire in enumerate(umpires):
            self.progress(name.heading, done, len(umpires))
            yield umpire
        self.progress(name.heading, len(umpires), len(umpires))

    def _between_rounds(self) -> None:
        """Corrections, somebody leaves, the next round is made, somebody else is substituted or comes."""
        self.desk.correct()
        missed = self.crowd.before_the_next_round()
        self.scene.act(rounds.make_next_round)
        self.desk.correct()
        self.crowd.miss(missed)
        self.crowd.stir()
