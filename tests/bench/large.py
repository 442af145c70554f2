"""Events of thousands, written straight into the tables: the real actions would take minutes to enter so many people.

An event has two competitions of the same people: one plays its first round, the other is finished. Only pages are
measured with it, so nobody drew its seats: they are in the order of the list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice, pairwise

from django.test import Client
from django.utils import timezone

from scoring.models import Hand, Held, Tablet
from tests.cast import PEOPLE, Day, endless
from tests.followed import code_of
from tournament.actions import invitations, setup
from tournament.models import (
    Account,
    Clock,
    Competition,
    Competitor,
    Draw,
    Entry,
    Event,
    Group,
    LogEntry,
    Membership,
    Round,
    Seat,
    Table,
)
from tournament.rules.entries import Status

OF_EACH_GROUP, OF_EACH_RESERVE, HANDS, LINES_OF_EACH = 5, 8, 5, 20
"""Five people a group, a reserve for every eighth of them, five hands a table, twenty log lines a person."""
LETTERS = "0123456789abcdef"
A_DAY = timedelta(days=1)
"""Tablets were heard later than anybody looks, so that none becomes silent meanwhile."""


@dataclass(frozen=True)
class LargeEvent:
    """Where its pages are. `person` is the number of somebody in it."""

    event: str
    playing: str
    finished: str
    person: int


def make_event(people: int) -> LargeEvent:
    """So many players, with reserves who wait to be called."""
    day = Day("syg", real=True, cap=None, name=f"Uno {people}")
    playing = day.competition
    other = setup.create_competition(
        by=day.organiser, event=day.event, preset_name="syg", name=f"Uno {people}, over", choices={"cap": None}
    )
    finished = Competition.objects.get(pk=other)
    competitors = make_people(day.event, people + people // OF_EACH_RESERVE)
    play_first_round(playing, make_entries(playing, competitors, people))
    play_all_rounds(finished, make_entries(finished, competitors, people))
    invitations.invite_missing(by=day.organiser, event=day.event)
    make_log(day.event, playing.pk, people * LINES_OF_EACH)
    return LargeEvent(playing.event.slug, playing.slug, finished.slug, competitors[0].pk)


def make_people(event: int, size: int) -> list[Competitor]:
    """Two of three of them are here, with a wristband."""
    parishes = range(1, -(-size // OF_EACH_GROUP) + 1)
    groups = Group.objects.bulk_create(Group(event_id=event, name=f"Parish {number}") for number in parishes)
    arrived = [timezone.now() if n % 3 else None for n in range(size)]
    return Competitor.objects.bulk_create(
        Competitor(
            event_id=event,
            group=groups[n // OF_EACH_GROUP],
            name=name,
            here_at=arrived[n],
            wristband=f"B{n}" if arrived[n] else "",
        )
        for n, name in enumerate(islice(endless(PEOPLE), size))
    )


def make_entries(competition: Competition, people: Sequence[Competitor], drawn: int) -> list[Entry]:
    """The first of them play; the others are reserves who were not drawn."""
    return Entry.objects.bulk_create(
        Entry(
            competition=competition,
            competitor=person,
            group_id=person.group_id,
            kind="entry" if n < drawn else "reserve",
            status=Status.IN if n < drawn else Status.NOT_DRAWN,
            code=f"E{n + 1:03}" if n < drawn else f"R{n + 1 - drawn:03}",
            group_code=f"G{person.group_id}",
            listed=True,
        )
        for n, person in enumerate(people)
    )


def tables_of(size: int) -> list[int]:
    """A plan with tables of up to four."""
    tables = []
    while size > 1:
        size = -(-size // 4)
        tables.append(size)
    return tables


def at_tables(players: Sequence[Entry], tables: int) -> list[Sequence[Entry]]:
    ends = [len(players) * n // tables for n in range(tables + 1)]
    return [players[begin:end] for begin, end in pairwise(ends)]


def publish(competition: Competition, entries: Sequence[Entry]) -> list[Entry]:
    """A published draw; those who were drawn."""
    drawn = [entry for entry in entries if entry.status == Status.IN]
    plan, now = tables_of(len(drawn)), timezone.now()
    Draw.objects.create(
        competition=competition, size=len(drawn), plan=plan, salt=LETTERS * 4, commitment=LETTERS * 4,
        list_hash=LETTERS * 4, public="4 6 1 1 3", seed=LETTERS * 4, method="shuffle", attempt=0,
        call=[entry.code for entry in entries[len(drawn) :]], admitted=[entry.code for entry in drawn],
        tables=[[entry.code for entry in table] for table in at_tables(drawn, plan[0])],
        sealed_at=now, drawn_at=now, published_at=now,
    )  # fmt: skip
    Competition.objects.filter(pk=competition.pk).update(closed_at=now)
    return drawn


def play_first_round(competition: Competition, entries: Sequence[Entry]) -> None:
    """Its clock runs, and each table has had some hands and has a tablet; every fourth is just counting."""
    drawn, now = publish(competition, entries), timezone.now()
    round_ = Round.objects.create(competition=competition, number=1, began_at=now)
    Clock.objects.create(competition=competition, round=round_, length=timedelta(minutes=30), started_at=now)
    seats = make_seats(round_, at_tables(drawn, tables_of(len(drawn))[0]))
    play_hands(seats)
    counting = {"number": HANDS + 1, "done": []}
    Tablet.objects.bulk_create(
        Tablet(
            competition=competition, number=number, device="tablet", opened_at=now, heard_at=now + A_DAY, holds=True,
            counting=None if number % 4 else counting,
        )
        for number in range(1, tables_of(len(drawn))[0] + 1)
    )  # fmt: skip


def play_all_rounds(competition: Competition, entries: Sequence[Entry]) -> None:
    """The first seat of each table goes on."""
    players, now = publish(competition, entries), timezone.now()
    for number, tables in enumerate(tables_of(len(players)), start=1):
        round_ = Round.objects.create(competition=competition, number=number, began_at=now, closed_at=now)
        seated = at_tables(players, tables)
        seats = make_seats(round_, seated)
        if number == 1:
            play_hands(seats)
        for place, seat in enumerate(seats):
            seat.points, seat.hands, seat.won, seat.last = 20 + place * 7 % 300, HANDS, place % 3, 5
        Seat.objects.bulk_update(seats, ["points", "hands", "won", "last"], batch_size=500)
        players = [table[0] for table in seated]
        for table, winner in zip(round_.tables.order_by("number"), players, strict=True):
            Table.objects.filter(pk=table.pk).update(first=winner, accepted_at=now, dealt_at=now)
    Competition.objects.filter(pk=competition.pk).update(finished_at=now, podium_shown=3, podium_shown_at=now)


def make_seats(round_: Round, tables: Sequence[Sequence[Entry]]) -> list[Seat]:
    now = timezone.now()
    rows = Table.objects.bulk_create(
        Table(round=round_, number=number, dealt_at=now) for number, _ in enumerate(tables, start=1)
    )
    return Seat.objects.bulk_create(
        Seat(round=round_, table=row, number=number, entry=entry)
        for row, table in zip(rows, tables, strict=True)
        for number, entry in enumerate(table, start=1)
    )


def play_hands(seats: Sequence[Seat]) -> None:
    """At each table the first seat went out, the others hold cards."""
    now, held = timezone.now(), {"7": 1, "skip": 1, "draw_two": 1}
    of_table: dict[int, list[Seat]] = {}
    for seat in seats:
        of_table.setdefault(seat.table_id, []).append(seat)
    hands = Hand.objects.bulk_create(
        Hand(table_id=table, number=number, complete=True, out=chairs[number % len(chairs)], recorded_at=now)
        for table, chairs in of_table.items()
        for number in range(1, HANDS + 1)
    )
    Held.objects.bulk_create(
        Held(hand=hand, seat=seat, points=0 if seat == hand.out else 47, cards={} if seat == hand.out else held)
        for hand in hands
        for seat in of_table[hand.table_id]
    )


def make_log(event: int, competition: int, lines: int) -> None:
    facts = {"table": 1, "number": 1, "round": 1}
    now = timezone.now()
    LogEntry.objects.bulk_create(
        (
            LogEntry(
                at=now, by="Umpire of table 1", role="umpire", event_id=event, competition_id=competition,
                what="hand recorded", facts=facts,
            )
            for _ in range(lines)
        ),
        batch_size=1000,
    )  # fmt: skip


def sign_in(events: Sequence[str]) -> str:
    """The cookie of somebody who organises these events."""
    account = Account.objects.create(username=f"organiser of {events[0]}", first_name="Ruth")
    Membership.objects.bulk_create(
        Membership(account=account, event=event, role="organiser") for event in Event.objects.filter(slug__in=events)
    )
    client = Client()
    client.force_login(account)
    return client.cookies.output(header="", sep=";")


def make_events(size: int) -> list[str]:
    """So many events with nothing in them but a competition; their addresses."""
    events = Event.objects.bulk_create(
        Event(name=f"Club night {n + 1}", slug=f"club-night-{size}-{n + 1}") for n in range(size)
    )
    like = Competition.objects.order_by("pk")[0]
    Competition.objects.bulk_create(
        _copied(like, event, f"club-night-{size}-{n + 1}-open") for n, event in enumerate(events)
    )
    return [event.slug for event in events]


def _copied(like: Competition, event: object, slug: str) -> Competition:
    values = {field.attname: getattr(like, field.attname) for field in Competition._meta.concrete_fields}
    del values["id"], values["travel_id"]
    return Competition(**values | {"event_id": event.pk, "slug": slug, "name": "Uno Open"})  # type: ignore[attr-defined]


def pages_of(made: LargeEvent) -> Iterator[tuple[str, str]]:
    """Each page that grows with its event, and its address."""
    staff, public = f"/organise/{made.event}/{made.playing}", f"/c/{made.playing}"
    yield "check-in", f"{staff}/check-in/"
    yield "the board", f"{staff}/board/"
    yield "the entries", f"{staff}/"
    yield "table keys", f"{staff}/keys/"
    yield "the groups", f"/organise/{made.event}/groups/"
    yield "the log", f"/organise/{made.event}/log/"
    yield "the draw", f"{public}/draw/"
    yield "a round", f"{public}/rounds/1/"
    yield "the bracket", f"/c/{made.finished}/standings/"
    yield "the results", f"/c/{made.finished}/results/"
    yield "a search", f"/e/{made.event}/?q=mia"


def other_pages_of(made: LargeEvent) -> Iterator[tuple[str, str]]:
    """Pages that show little of their event, and grow all the same if they read all of it."""
    organise = f"/organise/{made.event}"
    staff, finished = f"{organise}/{made.playing}", f"{organise}/{made.finished}"
    yield "closing a round", f"{staff}/board/round/"
    yield "the umpire’s list", f"/table/{made.playing}/"
    yield "a closed round", f"{finished}/board/round/"
    yield "a table of the board", f"{staff}/board/1/"
    yield "the event, for its staff", f"{organise}/"
    yield "coordinators’ links", f"{organise}/groups/links/"
    yield "closing entries", f"{staff}/close/"
    yield "the print room", f"{staff}/print/"
    yield "the ceremony", f"{staff}/draw/"
    yield "the draw on a projector", f"{staff}/draw/hall/"
    yield "the MC’s desk", f"/mc/{made.event}/{made.playing}/"
    yield "the MC’s desk of a finished competition", f"/mc/{made.event}/{made.finished}/"
    yield "somebody’s own", f"/e/{made.event}/me/{code_of(made.person)}"
    yield "a finished competition", f"/c/{made.finished}/"
    yield "the first page", "/"
