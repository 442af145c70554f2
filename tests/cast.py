"""One cast of people for all tests, and their day, from the first entry to the trophy, through the real actions.

    day = a_day("syg", 8, "published")
    day.hand(1, [OUT, 10, 20, {"wild": 1}])     # in seat order; without OUT it is the incomplete hand
    day.ring().accept(1)

A person is named by their name or by their code (E001 …); a table by its number in the latest round.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, cycle, islice
from typing import Any, Final

from django.utils import timezone

from scoring.actions import hands, sheets
from scoring.record.check import check_record
from scoring.record.export import as_text, export_record
from tests.photographs import once
from tournament.actions import (
    attendance,
    clock,
    draw,
    groups,
    hall_numbers,
    invitations,
    podium,
    registration,
    rounds,
    setup,
    wishes,
)
from tournament.models import Competition, Competitor, Entry, Group, Round, Table
from tournament.permissions import Actor, Role
from tournament.queries.scenes import read_podium
from tournament.queries.standing import read_standing
from tournament.rules.rounds import is_last
from tournament.rules.travel_ids import number_told

LONG_NAME: Final = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Hubert Blaine Aloysius Sr."
PEOPLE: Final = (
    "Mia O'Brien", "Nguyễn Thị Ánh", "李小龍", "محمد علي", LONG_NAME, "Zoë Müller", "Sione Faleolo", "Priya Joshi",
    "Øystein Þórsson", "Ana de la Cruz", "Ben", "Hana Tanaka", "Caleb Smith-Jones", "Ivy King", "Jude Addo",
    "Leilani Vea", "Oscar Xu", "Tess Dunn", "Yuki Ito", "Amara Okafor",
)  # fmt: skip
PLACES: Final = ("Riverside", "St Mark's", "Hope Hills", "Bethel", "Northside", "Zion", "Elim", "Bayside")
SALT: Final = "5a17" * 16
DICE: Final = "4 6 1 1 3"
OUT: Final = "out"
STAGES: Final = (
    "entries open", "entries closed", "chosen", "sealed", "drawn", "published",
    "running", "time up", "sheets in", "round closed", "finished",
)  # fmt: skip


def endless(names: Sequence[str], start: int = 0) -> Iterator[str]:
    """All of them, then once more with a number, and so on."""
    numbers = (f" {n}" if n > 1 else "" for n in count(1) for _ in names)
    return islice((name[:70] + n if n else name for name, n in zip(cycle(names), numbers, strict=False)), start, None)


class Day:
    """An event with its organiser, its MC and its groups, and one competition on its way.

    It is fictional, so that every draw of the tests is the same; `real=True` makes an event as people make them.
    """

    def __init__(self, preset: str = "syg", *, real: bool = False, name: str = "Uno Open", **choices: Any) -> None:
        anyone = Actor(Role.ORGANISER, None, "Ruth Katoa")
        self.event = setup.create_event(by=anyone, name="Youth weekend", on="2026-11-21", fictional=not real)
        self.organiser = Actor(Role.ORGANISER, self.event, "Ruth Katoa")
        self.mc = Actor(Role.MC, self.event, "Sam Reid")
        self.pk = setup.create_competition(
            by=self.organiser, event=self.event, preset_name=preset, name=name, choices=choices
        )
        self.salt = "" if real else SALT
        self.stage = "entries open"
        self._met = self._visited = 0
        self._groups: dict[str, int] = {}

    @classmethod
    def of(cls, competition: Competition, stage: str) -> Day:
        """The day of a competition that was set up elsewhere, at this stage."""
        day = cls.__new__(cls)
        day.event, day.pk, day.salt, day.stage = competition.event_id, competition.pk, "", stage
        day.organiser = Actor(Role.ORGANISER, day.event, "Ruth Katoa")
        day.mc = Actor(Role.MC, day.event, "Sam Reid")
        day._met = day._visited = 0
        day._groups = dict(Group.objects.filter(event=day.event).values_list("name", "pk"))
        return day

    # Who and where

    @property
    def competition(self) -> Competition:
        """As it is now."""
        return Competition.objects.select_related("event").get(pk=self.pk)

    @property
    def round(self) -> Round:
        """The latest one."""
        return Round.objects.filter(competition=self.pk).order_by("-number")[0]

    def group(self, name: str) -> int:
        """The group of this name, added if it is new."""
        if name not in self._groups:
            self._groups[name] = groups.add_group(by=self.organiser, event=self.event, name=name)
        return self._groups[name]

    def coordinator(self, group: str) -> Actor:
        """Who enters this group's people."""
        return Actor(Role.COORDINATOR, self.group(group), f"Coordinator of {group}")

    def invite(self, group: int) -> int:
        """The number of a new invitation for this group's coordinators."""
        return invitations.invite(by=self.organiser, event=self.event, role="coordinator", group=group)

    def umpire(self, table: int) -> Actor:
        """Who keeps this table's sheet."""
        kept = self.table(table)
        return Actor(Role.UMPIRE, kept.pk, f"Umpire of {str(kept).lower()}")

    def who(self, name: str) -> Entry:
        """The entry of this name or code."""
        entries = Entry.objects.filter(competition=self.pk).select_related("competitor", "group")
        return entries.filter(code=name).first() or entries.get(competitor__name=name)

    def table(self, number: int) -> Table:
        """A table of the latest round."""
        tables = Table.objects.filter(round__competition=self.pk, number=number).select_related("round__competition")
        return tables.latest("round__number")

    def seats(self, round_number: int | None = None) -> list[list[str]]:
        """Everybody's code, table by table, in seat order; an empty chair's in brackets."""
        round_ = self.round if round_number is None else Round.objects.get(competition=self.pk, number=round_number)
        return [
            [f"({s.entry.code})" if s.absent else s.entry.code for s in table.seats.select_related("entry")]
            for table in round_.tables.all()
        ]

    def names(self, round_number: int | None = None) -> list[list[str]]:
        """The same by name."""
        people = Entry.objects.filter(competition=self.pk).values_list("code", "competitor__name")
        known = {form: name for code, name in people for form in (code, f"({code})")}
        return [[known[code] for code in table] for table in self.seats(round_number)]

    # Entries

    def enter(self, name: str, group: str, kind: str = "entry", **more: Any) -> int:
        """The group's coordinator enters or nominates somebody."""
        by = self.coordinator(group)
        return registration.enter(by=by, competition=self.pk, group=by.scope or 0, name=name, kind=kind, **more)

    def enter_in_under_18(self, name: str, group: str) -> int:
        """The same event's other grade, made if need be, has somebody of this group."""
        known = Competition.objects.filter(event=self.event, name="Uno Under 18").values_list("pk", flat=True).first()
        grade = known or setup.create_competition(
            by=self.organiser, event=self.event, preset_name="syg", name="Uno Under 18", choices={}
        )
        return registration.enter(by=self.organiser, competition=grade, group=self.group(group), name=name)

    def people(self, entries: int, *, of_each: int = 1, reserves: int = 0, names: Sequence[str] = PEOPLE) -> Day:
        """So many people, `of_each` from every group, and one reserve from each of the first groups.

        Written straight into the tables, as `enter` would, so that a crowd takes no time: entering has its own tests.
        """
        places = list(islice(endless(PLACES, self._visited), -(-entries // of_each)))
        new = [Group(event_id=self.event, name=place) for place in places if place not in self._groups]
        self._groups |= {group.name: group.pk for group in Group.objects.bulk_create(new)}
        homes = [(places[n // of_each], "entry") for n in range(entries)]
        homes += [(place, "reserve") for place in places[:reserves]]
        people = Competitor.objects.bulk_create(
            Competitor(event_id=self.event, group_id=self._groups[place], name=name)
            for (place, _), name in zip(homes, endless(names, self._met), strict=False)
        )
        Entry.objects.bulk_create(
            Entry(competition_id=self.pk, competitor=person, group_id=person.group_id, kind=kind)
            for person, (_, kind) in zip(people, homes, strict=True)
        )
        self._met, self._visited = self._met + len(people), self._visited + len(places)
        return self

    # From stage to stage

    def until(self, stage: str) -> Day:
        """Everything that comes before this stage, without a mishap; `finished` plays all rounds."""
        steps = [
            self.close, self.choose, self.seal, self.draw, self.publish,
            self.start, self.ring, self.sheets_in, self.close_round, self.play_on,
        ]  # fmt: skip
        for step in steps[STAGES.index(self.stage) : STAGES.index(stage)]:
            step()
        assert self.stage == stage
        return self

    def close(self) -> Day:
        return self._at("entries closed", registration.close_entries(by=self.organiser, competition=self.pk))

    def choose(self, size: int = 0, plan: Sequence[int] = (), **more: Any) -> Day:
        chosen = {"competition": self.pk, "size": size, "plan": list(plan), **more}
        return self._at("chosen", draw.choose_plan(by=self.organiser, **chosen))

    def seal(self) -> Day:
        return self._at("sealed", draw.seal_draw(by=self.organiser, competition=self.pk, salt=self.salt))

    def draw(self, public: str = DICE) -> Day:
        hall_numbers.type_numbers(by=self.organiser, competition=self.pk, public=public)
        return self._at("drawn", hall_numbers.supply_numbers(by=self.organiser, competition=self.pk, public=public))

    def arrange(self, tables: Sequence[Sequence[str]]) -> Day:
        """Swap seats, before publishing, until the people of these names sit like this."""
        wanted = [self.who(name) for table in tables for name in table]
        for place, entry in enumerate(wanted):
            standing = self.competition.draws.get(discarded_at__isnull=True)
            sitter = self.who([code for table in standing.tables for code in table][place])
            if sitter != entry:
                draw.swap_seats(
                    by=self.organiser, competition=self.pk, a=sitter.pk, b=entry.pk, why="for the test", sure=True
                )
        return self

    def publish(self) -> Day:
        return self._at("published", draw.publish_draw(by=self.organiser, competition=self.pk))

    def start(self) -> Day:
        """The clock, where there is one."""
        if self.competition.clock is not None:
            clock.start_clock(by=self.mc, competition=self.pk)
        return self._at("running")

    def ring(self) -> Day:
        """The bell."""
        if self.competition.clock is not None:
            clock.end_clock(by=self.mc, competition=self.pk)
        return self._at("time up")

    def sheets_in(self) -> Day:
        for number in self.round.tables.filter(accepted_at__isnull=True).values_list("number", flat=True):
            self.play(number)
        return self._at("sheets in")

    def close_round(self) -> Day:
        return self._at("round closed", rounds.close_round(by=self.organiser, competition=self.pk))

    def next_round(self) -> Day:
        return self._at("published", rounds.make_next_round(by=self.organiser, competition=self.pk))

    def finish(self) -> Day:
        """The end. Whatever a test did on the way, anybody can check the record of it."""
        self._at("finished", rounds.finish(by=self.organiser, competition=self.pk))
        assert [str(found) for found in check_record(json.loads(as_text(export_record(self.competition))))] == []
        return self

    def open_podium(self) -> Day:
        """Every place, at the MC's presses."""
        standing = read_standing(self.competition, timezone.now())
        for place in range(len(read_podium(self.competition, standing).steps), 0, -1):
            podium.show_place(by=self.mc, competition=self.pk, place=place)
        return self

    def play_on(self) -> Day:
        """All rounds that are left, and the end."""
        plan = self.competition.draws.get(published_at__isnull=False).plan
        while not is_last(self.competition.settings, plan, self.round.number):
            self.next_round().until("round closed")
        return self.finish()

    def _at(self, stage: str, _answer: object = None) -> Day:
        self.stage = stage
        return self

    # At a table

    def hand(self, table: int, held: Sequence[Any] | Mapping[str, Any], /, **more: Any) -> dict[str, int]:
        """The umpire records the next hand, unless `by` and `number` say otherwise; the clock was started before.
        Whoever types 0 is sure of it."""
        if self.stage == "published":
            self.start()
        typed = self.typed(table, held)
        sure = {"sure": True} if 0 in typed["held"].values() else {}
        return hands.record_hand(**{"by": self.umpire(table), **sure, **typed, **more})

    def typed(self, table: int, held: Sequence[Any] | Mapping[str, Any]) -> dict[str, Any]:
        """A hand as a tablet sends it: what each player holds, in seat order or by person; who is None plays not."""
        at_table = self.table(table)
        if isinstance(held, Mapping):
            by_entry = {self.who(name).pk: value for name, value in held.items()}
        else:
            present = at_table.seats.filter(absent=False).values_list("entry", flat=True)
            by_entry = dict(zip(present, held, strict=True))
        entries = {pk: value for pk, value in by_entry.items() if value is not None}
        return {
            "table": at_table.pk,
            "number": at_table.hands.filter(deleted_at__isnull=True).count() + 1,
            "out": next((pk for pk, value in entries.items() if value == OUT), None),
            "held": {str(pk): value for pk, value in entries.items() if value != OUT},
        }

    def told(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        """The same hand as a tablet names its players: by the numbers that it was told."""
        entries = dict(Entry.objects.filter(competition=self.pk).values_list("pk", "travel_id"))
        out = None if typed["out"] is None else number_told(entries[typed["out"]])
        held = {str(number_told(entries[int(pk)])): value for pk, value in typed["held"].items()}
        return {**typed, "out": out, "held": held}

    def play(self, table: int, winner: int = 1) -> Day:
        """A table's round in the fewest hands: seat `winner` goes out each time, the others hold 10, 20, 30 …"""
        competition = self.competition
        players = self.table(table).seats.filter(absent=False).count()
        if players < 2:
            return self
        others = iter(range(10, 10 * players, 10))
        held = [OUT if seat == winner else next(others) for seat in range(1, players + 1)]
        if competition.scoring == "winner_takes" or competition.ending != "target":
            best = 10 * players * (players - 1) // 2
        else:
            best = 10 * (players - 1)
        for _ in range(competition.hands or -(-(competition.target or 1) // best)):
            self.hand(table, held)
        return self.accept(table)

    def accept(self, table: int, /, **more: Any) -> Day:
        """The players have seen the sheet as it is, unless `seen` says otherwise."""
        body = {"table": self.table(table).pk, "seen": self.versions(table)}
        sheets.accept_sheet(**{"by": self.umpire(table), **body, **more})
        return self

    def versions(self, table: int) -> list[int]:
        """What a screen shows of a table's sheet: the version of each hand, in order."""
        hands = self.table(table).hands.filter(deleted_at__isnull=True)
        return list(hands.order_by("number").values_list("version", flat=True))

    # Who is really there

    def gone(self, name: str, **more: Any) -> int:
        return attendance.mark_gone(by=self.organiser, competition=self.pk, entry=self.who(name).pk, **more)

    def back(self, name: str) -> None:
        attendance.mark_back(by=self.organiser, competition=self.pk, entry=self.who(name).pk)

    def substitute(self, name: str, new: str, by: Actor | None = None, why: str = "", **more: Any) -> int:
        return attendance.substitute(
            by=by or self.coordinator(self.who(name).group.name),
            competition=self.pk, entry=self.who(name).pk, name=new, why=why, **more,
        )  # fmt: skip

    def ask(self, name: str, new: str, why: str = "ill", **more: Any) -> int:
        """The group's coordinator asks the organiser for a substitution."""
        by = self.coordinator(self.who(name).group.name)
        return wishes.ask_substitution(by=by, entry=self.who(name).pk, name=new, why=why, **more)

    def late(self, name: str, group: str) -> int:
        return attendance.arrive_late(by=self.organiser, competition=self.pk, group=self.group(group), name=name)


def a_day(preset: str, people: int, stage: str, *, of_each: int = 1, reserves: int = 0, **choices: Any) -> Day:
    """A day with so many people at this stage: `Day(…).people(…).until(stage)`, made once for all tests.

    A clock that is running is started anew each time.
    """

    def make() -> Day:
        day = Day(preset, **choices).people(people, of_each=of_each, reserves=reserves)
        return day.until("published" if stage == "running" else stage)

    told = (preset, people, "published" if stage == "running" else stage, of_each, reserves, repr(choices))
    return once(told, make).until(stage)


def organiser_of_another_event() -> Actor:
    """Somebody who organises, but not here."""
    anyone = Actor(Role.ORGANISER, None, "Tomasi Vea")
    return Actor(Role.ORGANISER, setup.create_event(by=anyone, name="Another weekend"), "Tomasi Vea")
