"""Nobody sees or changes what is another's: every address of the project, opened and sent to by everybody."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.cast import Day, a_day
from tests.refusals import everything
from tests.web import visitors
from tests.web.addresses import (
    ADDRESSES,
    ANY_ORGANISER,
    ANY_UMPIRE,
    COORDINATOR,
    EVERYONE,
    HELPER,
    KEEPER,
    MC,
    ORGANISER,
    SIGNED_IN,
    UMPIRE,
    Address,
    World,
)
from tournament.models import Invitation, Membership

pytestmark = pytest.mark.django_db

VISITORS = (
    "anonymous", "coordinator", "coordinator of another group", "coordinator of another event",
    "umpire", "umpire of another table", "umpire of another event",
    "mc", "helper", "helper of another event", "organiser of another event", "organiser", "keeper",
)  # fmt: skip
MAY = {
    EVERYONE: set(VISITORS),
    SIGNED_IN: {"mc", "helper", "helper of another event", "organiser of another event", "organiser", "keeper"},
    ANY_ORGANISER: {"organiser of another event", "organiser", "keeper"},
    KEEPER: {"keeper"},
    ORGANISER: {"organiser", "keeper"},
    MC: {"mc", "organiser", "keeper"},
    HELPER: {"helper", "organiser", "keeper"},
    COORDINATOR: {"coordinator"},
    UMPIRE: {"umpire", "organiser", "keeper"},
    ANY_UMPIRE: {"umpire", "umpire of another table", "organiser", "keeper"},
}
WITHOUT_ACCOUNT = {visitor for visitor in VISITORS if visitor.startswith(("anonymous", "coordinator", "umpire"))}


@pytest.fixture(scope="module")
def worlds(kept: None) -> tuple[World, World]:
    """Two events alike; what belongs to the second is foreign in the first."""
    world = World(a_day("syg", 6, "published"))
    other = World(Day("syg", name="Uno elsewhere").people(6).until("published"))
    return world, other


@pytest.fixture(scope="module")
def clients(worlds: tuple[World, World]) -> dict[str, Client]:
    """Everybody, come in through the real pages."""
    cache.clear()
    world, other = worlds
    return {
        "anonymous": Client(),
        "coordinator": visitors.coordinator(world.group.pk),
        "coordinator of another group": visitors.coordinator(world.other_group.pk),
        "coordinator of another event": visitors.coordinator(other.group.pk),
        "umpire": visitors.umpire(world.competition, 1),
        "umpire of another table": visitors.umpire(world.competition, 2),
        "umpire of another event": visitors.umpire(other.competition, 1),
        "mc": visitors.organiser(world.event.pk, "mc", name="Sam Reid"),
        "helper": visitors.organiser(world.event.pk, "helper", name="Hal Moore"),
        "helper of another event": visitors.organiser(other.event.pk, "helper", name="Ina Moore"),
        "organiser of another event": visitors.organiser(other.event.pk, name="Tui Hall"),
        "organiser": visitors.organiser(world.event.pk),
        "keeper": visitors.keeper(),
    }


def names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from names(pattern.url_patterns)
        else:
            assert pattern.name, f"{pattern} has no name"
            yield pattern.name


def test_every_address_has_a_row():
    assert sorted(names(get_resolver().url_patterns)) == sorted(ADDRESSES)


def turned_away(visitor: str, address: Address, answer: Any) -> bool:
    """Asked to sign in, if that could help; at a table, asked for its code; otherwise there is nothing here."""
    if address.whose in (UMPIRE, ANY_UMPIRE):
        taken = address.takes(answer.request["REQUEST_METHOD"])
        return answer.status_code == (403 if taken else 405)
    asks = answer.status_code == 302 and answer["Location"].startswith("/login/?next=")
    may_sign_in = visitor.startswith(("anonymous", "umpire")) or (
        address.whose != COORDINATOR and visitor in WITHOUT_ACCOUNT
    )
    return asks if may_sign_in else answer.status_code == 404


@pytest.mark.parametrize("name", ADDRESSES)
def test_who_may_open_it(name, worlds, clients):
    address = ADDRESSES[name]
    path = reverse(name, kwargs=address.about(worlds[0]))
    for visitor, client in clients.items():
        answer = client.get(path)
        if visitor in MAY[address.whose]:
            assert answer.status_code == address.opens, visitor
        else:
            assert turned_away(visitor, address, answer), f"{visitor}: {answer.status_code}"


@pytest.mark.parametrize("name", [name for name, address in ADDRESSES.items() if address.whose != EVERYONE])
def test_sending_something_changes_nothing_for_those_who_may_not(name, worlds, clients):
    address = ADDRESSES[name]
    path = reverse(name, kwargs=address.about(worlds[0]))
    before = everything()
    for visitor in clients.keys() - MAY[address.whose]:
        answer = clients[visitor].post(path, address.sent or {})
        assert turned_away(visitor, address, answer), f"{visitor}: {answer.status_code}"
    assert everything() == before


def twin(client: Client) -> Client:
    """The same visitor for one request: what the answer does to their cookies (signing out, say) is forgotten."""
    other = Client()
    other.cookies = deepcopy(client.cookies)
    return other


@pytest.mark.parametrize("name", ADDRESSES)
def test_whoever_may_send_something_gets_an_answer(name, worlds, clients):
    """Nothing typed, or what the row says: never an error of ours."""
    address = ADDRESSES[name]
    path = reverse(name, kwargs=address.about(worlds[0]))
    for visitor in MAY[address.whose] & clients.keys():
        for body in ({}, address.sent or {}):
            with transaction.atomic():
                answer = twin(clients[visitor]).post(path, body)
                transaction.set_rollback(True)
            expected = {200, 302, 403, 404, 409, 422, 429} if address.takes("POST") else {405}
            assert answer.status_code in expected, f"{visitor}: {answer.status_code}"


@pytest.mark.parametrize("name", [name for name, address in ADDRESSES.items() if address.whose == ORGANISER])
def test_what_belongs_to_another_event_is_not_found_in_this_one(name, worlds, clients):
    """An organiser of this event names something of the other in this event's address: what it is about is looked for
    before how it was asked, except for the last, which is the view's own."""
    address = ADDRESSES[name]
    own, other = (address.about(world) for world in worlds)
    before = everything()
    for foreign in (name for name in own.keys() - {"event"} if own[name] != other[name]):
        path = reverse(name, kwargs=own | {foreign: other[foreign]})
        for method, answer in (
            ("GET", clients["organiser"].get(path)),
            ("POST", clients["organiser"].post(path, address.sent or {})),
        ):
            found = foreign == "competition" or address.takes(method)
            assert answer.status_code == (404 if found else 405), (foreign, method)
    assert everything() == before


@pytest.mark.parametrize("name", [name for name, address in ADDRESSES.items() if address.whose == COORDINATOR])
def test_what_belongs_to_another_group_is_not_found_in_ones_own(name, worlds, clients):
    """A coordinator names somebody of another group, or of another event, in their own group's address."""
    address = ADDRESSES[name]
    own, other = (address.about(world) for world in worlds)
    mine = {"group": worlds[0].other_group.pk}
    before = everything()
    for foreign in (
        {"entry": own.get("entry")},
        {"entry": other.get("entry")},
        {"competition": other.get("competition")},
    ):
        if not foreign.keys() <= own.keys():
            continue
        path = reverse(name, kwargs=own | mine | foreign)
        for method, answer in (
            ("GET", clients["coordinator of another group"].get(path)),
            ("POST", clients["coordinator of another group"].post(path, address.sent or {})),
        ):
            assert answer.status_code == (404 if address.takes(method) else 405), (foreign, method)
    assert everything() == before


def foreign_bodies(other: World) -> dict[str, list[dict[str, Any]]]:
    """Forms of an organiser's own pages that name what is another event's."""
    group, entry = str(other.group.pk), str(other.entry.pk)
    link = str(Invitation.objects.filter(event=other.event, group__isnull=False).earliest("pk").pk)
    member = str(Membership.objects.filter(event=other.event).earliest("pk").pk)
    return {
        "enter-for-group": [{"group": group, "kind": kind, "name": "Ivy King"} for kind in ("entry", "reserve")],
        "event-group": [
            {"do": "merge", "into": group, "sure": "1"},
            {"do": "revoke", "invitation": link},
            {"do": "mail", "invitation": link, "to": "sam@church.example"},
            {"do": "dismiss", "membership": member},
        ],
        "team": [{"do": "revoke", "invitation": link}, {"do": "remove", "membership": member}],
        "check-in-late": [{"name": "Ivy King", "group": group}],
        "ceremony": [{"do": "swap", "who": [entry, entry], "why": "by the door", "sure": "yes"}],
    }


@pytest.mark.parametrize("name", ["enter-for-group", "event-group", "team", "check-in-late", "ceremony"])
@pytest.mark.parametrize("visitor", ["organiser", "mc", "coordinator", "coordinator of another group"])
def test_what_belongs_to_another_event_is_not_touched_by_a_form_that_names_it(name, visitor, worlds, clients):
    world, other = worlds
    path = reverse(name, kwargs=ADDRESSES[name].about(world))
    for body in foreign_bodies(other)[name]:
        before = everything()
        answer = twin(clients[visitor]).post(path, body)
        assert answer.status_code in ({302, 404} if visitor != "organiser" else {403, 404, 409, 422}), body
        assert everything() == before, body


def test_a_form_for_another_group_is_not_taken_at_ones_own(worlds, clients):
    """Whose group it is says the address; what else a form names is not listened to."""
    world, other = worlds
    for foreign in (world.group.pk, other.group.pk):
        kwargs = {"group": world.other_group.pk, "competition": world.competition.slug, "kind": "reserve"}
        before = everything()
        body = {"name": "Ivy King", "group": str(foreign), "into": str(foreign), "entry": str(other.entry.pk)}
        answer = twin(clients["coordinator of another group"]).post(reverse("group-add", kwargs=kwargs), body)
        assert (answer.status_code, everything() == before) == (422, True)  # entries are closed


# Every page leads back

FIRST_PAGES = {"organiser": "event", "mc": "mc", "helper": "helper"}
NO_WAY_BACK = {
    "ceremony-screen": "a projector shows it to the hall: nobody is there to click",
}
"""Pages of an event that have no link to its first page, each with its reason."""


@pytest.mark.parametrize("visitor", FIRST_PAGES)
def test_every_page_of_the_team_leads_back_to_its_event(visitor, worlds, clients):
    """Its name in the head, and the tabs; a page of no event leads to *Your events*."""
    world = worlds[0]
    back = reverse(FIRST_PAGES[visitor], args=[world.event.slug])
    walked, lost = 0, []
    for name, address in ADDRESSES.items():
        about = address.about(world)
        answer = (
            twin(clients[visitor]).get(reverse(name, kwargs=about))
            if address.whose in (ORGANISER, MC, HELPER, ANY_ORGANISER, KEEPER)
            else None
        )
        if answer is None or answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        walked += 1
        text = answer.content.decode()
        wanted = back if about.get("event") == world.event.slug else reverse("organise")
        if f'href="{wanted}"' not in text:
            lost.append(name)
    assert (lost, walked > 0) == (list(NO_WAY_BACK) if visitor == "organiser" else [], True)
