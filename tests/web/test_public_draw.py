"""The draw's page: nothing secret before publishing, everything that anybody needs to check it afterwards."""

from __future__ import annotations

import hashlib
from itertools import chain
from random import Random

import pytest

from scoring.rehearsal.director import Director
from tests.web.reading import read_page
from tests.web.rehearsals import publish, script, seal, step
from tournament.actions import attendance, draw, hall_numbers, registration
from tournament.models import Competition, Draw, Entry, Move, Seat
from tournament.queries.people import read_people

PAGES = ("/", "/c/walk/", "/c/walk/draw/", "/c/walk/draw/list.txt", "/c/walk/rounds/1/", "/c/walk/results/",
         "/c/walk/record.json")  # fmt: skip


def everything(client) -> str:
    """All that the public can read about the competition."""
    return "".join(read_page(client.get(path)) for path in PAGES)


def shown(client) -> str:
    """The draw's page; before it stands only the ticket of its stream, which is another each second."""
    _, main, text = read_page(client.get("/c/walk/draw/")).partition("<main")
    assert main
    return text


def names() -> set[str]:
    people = read_people(Competition.objects.select_related("event").get())
    return {person.name for person in people.values()}


def test_before_the_draw_a_sentence_says_what_comes(client, walk):
    assert "The draw is made once entries are closed." in read_page(client.get("/c/walk/draw/"))
    walk.enter()
    assert "Next the draw is sealed" in read_page(client.get("/c/walk/draw/"))


def test_nothing_secret_and_nobody_is_shown_before_publishing(client, walk):
    """Walk every stage; at each one read every page."""
    walk.enter()
    for action in (draw.choose_plan, draw.seal_draw):
        step(walk, action)
        assert_closed(client)
    sealed = shown(client)
    row = Draw.objects.get()
    assert row.list_hash in sealed and row.commitment in sealed
    step(walk, hall_numbers.type_numbers, public="dice 4 6 1")
    step(walk, hall_numbers.supply_numbers, public="dice 4 6 1")
    assert shown(client) == sealed
    assert_closed(client)
    a, b = Entry.objects.filter(status="in")[:2]
    step(walk, draw.swap_seats, a=a.pk, b=b.pk, why="near the door", sure=True)
    assert shown(client) == sealed
    step(walk, draw.discard_draw, why="numbers_wrong", note="a table was counted twice")
    assert_closed(client)
    assert "typed wrong" not in everything(client)
    step(walk, draw.choose_plan)
    step(walk, draw.seal_draw)
    step(walk, hall_numbers.type_numbers, public="dice 2 2 5")
    step(walk, hall_numbers.supply_numbers, public="dice 2 2 5")
    assert_closed(client)
    step(walk, draw.publish_draw)
    assert_open(client)


def assert_closed(client) -> None:
    text = everything(client)
    for row in Draw.objects.all():
        secrets = {row.salt, row.seed, row.public, *row.admitted, *row.call} - {""}
        assert [secret for secret in secrets if secret in text] == []
    assert [name for name in names() if name in text] == []


def assert_open(client) -> None:
    text = read_page(client.get("/c/walk/draw/"))
    thrown, stands = Draw.objects.order_by("pk")
    for value in (stands.salt, stands.seed, stands.commitment, stands.list_hash, stands.public):
        assert value in text
    for value in (thrown.salt, thrown.list_hash, thrown.public, "The numbers were typed wrong."):
        assert value in text
    assert [name for name in names() if name not in text] == []


def test_anybody_can_check_the_hashes_from_the_page(client, walk):
    publish(walk)
    row = Draw.objects.get()
    sealed = client.get("/c/walk/draw/list.txt")
    assert sealed["Content-Disposition"] == 'attachment; filename="walk-list.txt"'
    assert hashlib.sha256(sealed.content).hexdigest() == row.list_hash
    assert hashlib.sha256(row.salt.encode()).hexdigest() == row.commitment
    lines = f"turntable-draw/1\n{row.list_hash}\n{row.salt}\n{row.public}"
    assert f"<pre>{lines}</pre>" in read_page(client.get("/c/walk/draw/"))
    assert hashlib.sha256(f"{lines}\n".encode()).hexdigest() == row.seed


def test_the_sealed_list_waits_for_publishing(client, walk):
    seal(walk)
    assert client.get("/c/walk/draw/list.txt").status_code == 404


def test_reserves_that_were_drawn_and_the_order_of_call_are_listed(client, walk):
    publish(walk)
    row = Draw.objects.get()
    drawn = client.get("/c/walk/draw/").context["drawn"]
    assert [person.code for person in drawn.from_reserves] == [c for c in row.lot_reserves if c in row.admitted]
    assert [person.code for person in drawn.call] == row.call
    assert drawn.from_reserves and drawn.call  # or the test shows nothing


def test_an_empty_chair_and_a_substitute_are_shown(client, walk):
    publish(walk)
    gone, replaced, called = (seat.entry for seat in Seat.objects.select_related("entry").order_by("pk")[:3])
    step(walk, attendance.mark_gone, entry=gone.pk)
    step(walk, attendance.substitute, entry=replaced.pk, name="Substitute Somebody")
    step(walk, attendance.call_up, entry=called.pk, sure=True)
    text = read_page(client.get("/c/walk/draw/"))
    people = read_people(Competition.objects.select_related("event").get())
    assert text.count("Empty chair") == 1
    assert "Substitute S." in text
    for entry in (replaced, called):
        assert f"for <bdi>{people[entry.pk].name}</bdi>" in text
    assert "Called up" in text


def test_the_reason_of_an_exchange_is_not_shown_beside_names(client, walk):
    """It may be about somebody's health; the record has it, by code."""
    seal(walk)
    step(walk, hall_numbers.type_numbers, public="4 6 1 1 3")
    step(walk, hall_numbers.supply_numbers, public="4 6 1 1 3")
    a, b = Entry.objects.filter(status="in").order_by("pk")[:2]
    step(walk, draw.swap_seats, a=a.pk, b=b.pk, why="wheelchair", sure=True)
    step(walk, draw.publish_draw)
    text = read_page(client.get("/c/walk/draw/"))
    people = read_people(Competition.objects.select_related("event").get())
    assert "Seats swapped" in text and people[a.pk].name in text
    assert "wheelchair" not in everything(client)


@pytest.mark.usefixtures("rehearsed")
@pytest.mark.parametrize(("kind", "most"), [("knockout", 5), ("rotation", 6), ("single", 5)])
def test_the_draw_takes_the_same_few_queries_at_any_size(queries, kind, most):
    assert queries(f"/c/{kind}-small/draw/") == queries(f"/c/{kind}-large/draw/") == most


@pytest.mark.django_db
def test_whom_the_lot_moved_before_round_1_is_shown(client):
    """Two of a table of four do not come: the other table gives one."""
    director = Director(script("Short", "bac", 8), Random("short"), slug="short")
    director.set_up()
    publish(director)
    for seat in Seat.objects.filter(table__number=2).select_related("entry")[:2]:
        step(director, attendance.mark_gone, entry=seat.entry_id)
    text = read_page(client.get("/c/short/draw/"))
    moved = Move.objects.get()
    name = read_people(Competition.objects.select_related("event").get())[moved.entry_id].name
    assert f'<bdi class="name">{name}</bdi> from table 1 to table 2' in text
    told = f"lots were drawn before this round: <bdi>{name}</bdi> moved from table 1 to table 2"
    assert told in read_page(client.get("/c/short/rounds/1/"))


def test_who_withdrew_before_the_seal_is_nobodys_business(client, walk):
    walk.people = chain(["Nobody Nowhere"], walk.people)
    walk.enter()
    gone = Entry.objects.get(competitor__name="Nobody Nowhere")
    step(walk, registration.reopen_entries, why="somebody fell ill")
    registration.withdraw(by=walk.organiser, entry=gone.pk)
    step(walk, registration.close_entries)
    step(walk, draw.choose_plan)
    step(walk, draw.seal_draw)
    step(walk, hall_numbers.type_numbers, public="1")
    step(walk, hall_numbers.supply_numbers, public="1")
    step(walk, draw.publish_draw)
    assert "Nobody N" not in everything(client)
