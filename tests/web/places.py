"""Ways to read what a place says to people: a page, a printed document, a screen, a tablet, a command.

For tests that walk over every place that names something: the final, a table.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scoring.queries.keys import ROAMING
from tests.cast import Day
from tests.followed import code_of
from tests.printing.documents import printed
from tests.web import visitors
from tests.web.addresses import ADDRESSES, ANY_UMPIRE, COORDINATOR, EVERYONE, KEEPER, MC, UMPIRE, World
from tournament.actions import screens
from tournament.models import Event
from tournament.rules.errors import RoundRefused

Reader = Callable[[Day], str]


def first_table(day: Day) -> int:
    """The number on the first table."""
    return day.competition.numbers.shown(1)


def page(path: str, role: str = "") -> Reader:
    """A page with its title, without its tags; {event}, {slug}, {number} of the round and {table} are filled in."""

    def read(day: Day) -> str:
        competition = day.competition
        client = visitors.organiser(day.event, role) if role else Client()
        number = day.round.number if "{number}" in path else 0
        where = {"event": competition.event.slug, "slug": competition.slug, "number": number}
        answer = client.get(path.format(**where, table=first_table(day)))
        assert answer.status_code == 200, (path, answer.status_code)
        return words(answer.content.decode())

    return read


def words(html: str) -> str:
    """What is read, what is read aloud, and the addresses and names of places in it."""
    attributes = re.findall(r'\b(?:href|action|id|aria-label|title|alt|data-aloud)="([^"]*)"', html)
    text = re.sub(r"<(?!title)[^>]*>", " ", html)
    return " ".join(unescape(" ".join([text, *attributes])).split())


def paper(key: str) -> Reader:
    """A printed document, with the title of its window."""

    def read(day: Day) -> str:
        document = printed(day, key, check=False, round=day.round.number)
        return f"{document.title} {document.text}"

    return read


def phone(day: Day) -> str:
    """Somebody who sat in the latest round and won it if it is closed."""
    first = day.table(1).first
    person = first.competitor_id if first else day.round.seats.order_by("pk")[0].entry.competitor_id
    return words(Client().get(f"/e/{Event.objects.get(pk=day.event).slug}/me/{code_of(person)}").content.decode())


def screen(scene: str) -> Reader:
    """A screen of the hall, stepped to this scene."""

    def read(day: Day) -> str:
        screens.step_programme(by=day.mc, competition=day.pk, scene=scene)
        return words(Client().get("/screen").content.decode())

    return read


def opened(name: str) -> Reader:
    """The page of an address (tests/web/addresses.py), as those see it who may open it."""

    def read(day: Day) -> str:
        about = _about(day, name)
        client = _visitor(day, ADDRESSES[name].whose, about.get("group", 0))
        answer = client.get(reverse(name, kwargs=about))
        return words(answer.content.decode()) if _is_read(answer) else ""

    return read


def _about(day: Day, name: str) -> dict[str, Any]:
    """What is in the address: the latest round, its first table, and somebody who sits at it."""
    row, seated = ADDRESSES[name], day.round.seats.order_by("pk")[0].entry
    about = row.about(World(day))
    if row.whose == COORDINATOR:
        about |= {"group": seated.group_id} | ({"entry": seated.pk} if "entry" in about else {})
    if name == "round":
        about["number"] = day.round.number
    if name == "event-person":
        about["code"] = code_of((day.table(1).first or seated).competitor_id)
    return about


def _is_read(answer: Any) -> bool:
    """Whether it has words; a PDF has its own row, a workbook and the checker have none."""
    return not answer.streaming and answer["Content-Type"].startswith(("text/", "application/json"))


def _visitor(day: Day, whose: str, group: int) -> Client:
    if whose == EVERYONE:
        return Client()
    if whose == KEEPER:
        return visitors.keeper()
    if whose == COORDINATOR:
        return visitors.coordinator(group)
    if whose in (UMPIRE, ANY_UMPIRE):
        return visitors.umpire(day.competition, 1 if whose == UMPIRE else ROAMING)
    return visitors.organiser(day.event, "mc" if whose == MC else "organiser")


def tablet(path: str) -> Reader:
    def read(day: Day) -> str:
        answer = visitors.umpire(day.competition, 1).get(f"/table/{day.competition.slug}/{first_table(day)}/{path}")
        return answer.content.decode()

    return read


def roaming(day: Day) -> str:
    client = visitors.umpire(day.competition, ROAMING)
    return words(client.get(f"/table/{day.competition.slug}/").content.decode())


def coordinator(day: Day) -> str:
    group = day.round.seats.order_by("pk")[0].entry.group_id
    return words(visitors.coordinator(group).get(f"/group/{group}/").content.decode())


def closing(day: Day) -> str:
    """What the organiser reads after closing it."""
    competition = day.competition
    board = f"/organise/{competition.event.slug}/{competition.slug}/board/"
    client = visitors.organiser(day.event)
    return words(client.post(f"{board}round/", {"do": "close"}, follow=True).content.decode())


def refusal(action: Callable[..., object]) -> Reader:
    def read(day: Day) -> str:
        with pytest.raises(RoundRefused) as refused:
            action(by=day.organiser, competition=day.pk)
        return str(refused.value)

    return read


def command(*args: str) -> str:
    out = StringIO()
    call_command(*args, stdout=out, stderr=out)
    return out.getvalue()
