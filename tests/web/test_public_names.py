"""Names of people as the public sees them: short, whole, and never as markup."""

from __future__ import annotations

from html import escape
from random import Random

import pytest

from scoring.rehearsal.director import Director
from tests.web.reading import read_page
from tests.web.rehearsals import publish, script, step
from tournament.actions import rounds
from tournament.models import Competition, Competitor, Event, Group
from tournament.queries.people import EntryRow, name_one, name_people

ODD = {
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "O'Brien": "O'Brien",
    "Zoë 🎲🃏": "Zoë 🎲.",
    "W" * 80: "W" * 80,
    "محمد عبد": "محمد ع.",
    "{{ 7|add:7 }} {% now %}": "{{ %.",
    "Sam Lee": "Sam Le.",
    "Sam Lane": "Sam La.",
    "王小明": "王○○",
    '"><img/src=x>': '"><img/src=x>',
}
PATHS = ("", "draw/", "rounds/1/", "rounds/2/", "results/")


@pytest.fixture
def odd(db) -> Director:
    director = Director(script("<b>Odd</b> & sons", "syg", len(ODD)), Random("odd"), slug="odd")
    director.people = iter(ODD)
    director.set_up()
    publish(director)
    Group.objects.filter(pk=director.groups[0]).update(name="<i>Hope</i> & Hills")
    director.play_rounds()
    step(director, rounds.finish)
    return director


def test_odd_names_are_shown_whole_and_as_text(client, odd):
    texts = {path: read_page(client.get(f"/c/odd/{path}")) for path in PATHS}
    for shown in ODD.values():
        assert f">{escape(shown)}</bdi>" in texts["draw/"]
        assert f">{escape(shown)}</bdi>" in texts["results/"]
    for text in [*texts.values(), read_page(client.get("/"))]:
        for markup in ("<script>alert", "<b>Odd", "<i>Hope", "<img"):
            assert markup not in text
        assert escape("<b>Odd</b> & sons") in text


def test_only_first_name_and_initial_are_public(client, odd):
    for path in PATHS:
        text = read_page(client.get(f"/c/odd/{path}"))
        assert "Sam Lee" not in text and "Sam Lane" not in text and "عبد" not in text and "小明" not in text


def test_an_organiser_may_choose_whole_names(client, odd):
    Event.objects.update(full_names=True)
    text = read_page(client.get("/c/odd/draw/"))
    assert "Sam Lee" in text and "Sam Lane" in text


def test_the_champions_name_is_as_long_on_the_first_page_as_elsewhere(client, odd):
    """Names are told apart over the whole competition, so "Sam L." must not be short on one page only."""
    ((_, (listed,)),) = client.get("/").context["events"]
    assert listed.champion == client.get("/c/odd/results/").context["results"].champion.person


def test_one_name_among_many_is_the_same_as_all_named_together():
    people = ["Sam Lee", "Sam Lane", "Sam", "Sam Lee", "Ana Lee", "Ánh Lee", "", "Sam de la Cruz", "Sam Cole"]
    rows = [EntryRow(pk, f"E{pk:03}", name, "Zion", "in") for pk, name in enumerate(people, start=1)]
    together = name_people(rows, full_names=False)
    assert {row.pk: name_one(rows, row.code, full_names=False) for row in rows} == together


def test_people_whose_names_are_erased_keep_nothing_on_the_page(client, odd):
    Competitor.objects.update(name="")
    text = read_page(client.get("/c/odd/draw/"))
    assert all(escape(name) not in text for name in ODD if name != "O'Brien")
    assert Competition.objects.get().entries.first().code in text
