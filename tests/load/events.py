"""The events, made through the real actions: sixty-four people drawn to sixteen tables of a rotation, in which every
table plays in every round."""

from __future__ import annotations

import secrets
from typing import Any

from tests.hall import TablePlace
from tests.load.evening import EventPlace, Pace
from tournament.rules.travel_ids import number_told

SCREENS = 4
PEOPLE_AT_A_TABLE = 4


def make_event(pace: Pace, *, tables: int, phones: int) -> EventPlace:
    """One, with its draw published. Three phones of four follow somebody; the others have a page for everybody open."""
    from django.db import connections

    from scoring.queries.keys import keys_of
    from tests.cast import Day
    from tests.followed import code_of
    from tests.web.visitors import organiser
    from tournament.models import Competitor

    day = Day("bac", table_max=PEOPLE_AT_A_TABLE, clock=pace.clock, warning=pace.clock // 4 or None)
    competition = day.people(tables * PEOPLE_AT_A_TABLE).until("published").competition
    event = competition.event.slug
    people = list(Competitor.objects.filter(event=competition.event).order_by("pk").values_list("pk", flat=True))
    own = [f"/e/{event}/me/{code_of(person)}" for person in people]
    pages = [f"/c/{competition.slug}/draw/", f"/c/{competition.slug}/rounds/1/", f"/e/{event}/"]
    place = EventPlace(
        tables=_tables(day, keys_of(competition)),
        phones=[own[n % len(own)] if n % 4 else pages[n // 4 % 3] for n in range(phones)],
        screens=[_screen(day) for _ in range(SCREENS)],
        desk=f"/mc/{event}/{competition.slug}/",
        board=f"/organise/{event}/{competition.slug}/board/",
        sessions=[organiser(day.event, role).cookies["turntable_session"].value for role in ("mc", "organiser")],
    )
    connections.close_all()  # so that the database can be copied
    return place


def _tables(day: Any, keys: Any) -> list[TablePlace]:
    return [
        TablePlace(
            f"/table/{day.competition.slug}/{table.number}/",
            keys[table.number].path,
            [number_told(seat.entry.travel_id) for seat in table.seats.all()],
            table.pk,
        )
        for table in day.round.tables.prefetch_related("seats__entry")
    ]


def _screen(day: Any) -> str:
    """The key of a screen that this event's MC has connected."""
    from tournament.actions import screens

    key = secrets.token_urlsafe(24)
    screens.take_screen(by=day.mc, event=day.event, number=screens.open_screen(key).number)
    return key
