"""Results and the open record."""

from __future__ import annotations

import json

import pytest

from scoring.record.export import as_text, export_record, final_order, read_facts
from tests.web.reading import read_page
from tests.web.rehearsals import SCRIPTS, publish
from tournament.actions import erasing
from tournament.models import Competition, Competitor, Event
from tournament.permissions import Actor, Role


def order(answer) -> list[str]:
    return [line.person.code for lines in answer.context["results"].sections.values() for line in lines]


@pytest.mark.usefixtures("rehearsed")
@pytest.mark.parametrize("slug", SCRIPTS)
def test_the_order_is_that_of_the_record(client, slug):
    """The page reads accepted totals, the record every hand: they must agree."""
    competition = Competition.objects.get(slug=slug)
    answer = client.get(f"/c/{slug}/results/")
    if competition.format == "single":
        (only,) = export_record(competition)["rounds"]
        assert order(answer) == [code for table in only["tables"] for code in table["order"]]
    else:
        assert order(answer) == final_order(read_facts(competition))


@pytest.mark.usefixtures("rehearsed")
@pytest.mark.parametrize("kind", ["knockout", "rotation", "single"])
def test_results_take_the_same_few_queries_at_any_size(queries, kind):
    assert queries(f"/c/{kind}-small/results/") == queries(f"/c/{kind}-large/results/") == 4


def test_there_is_no_result_before_the_end(client, walk):
    publish(walk)
    assert "No result yet" in read_page(client.get("/c/walk/results/"))


def test_there_is_no_record_before_the_end(client, walk):
    publish(walk)
    answer = client.get("/c/walk/record.json")
    assert answer.status_code == 404
    assert "The record of Walk comes with its results." in read_page(answer)


@pytest.mark.usefixtures("rehearsed")
def test_the_record_is_offered_as_a_file_without_names(client):
    answer = client.get("/c/knockout-rough/record.json")
    text = read_page(answer)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == 'attachment; filename="knockout-rough-record.json"'
    assert text == as_text(export_record(Competition.objects.get(slug="knockout-rough")))
    assert json.loads(text)["record"] == 1
    people = Competitor.objects.filter(event__competitions__slug="knockout-rough")
    assert [person.name for person in people if person.name in text] == []
    assert 'href="/c/knockout-rough/record.json"' in read_page(client.get("/c/knockout-rough/results/"))


@pytest.mark.usefixtures("rehearsed")
def test_erased_names_are_shown_as_codes(client):
    event = Event.objects.get(competitions__slug="knockout-small")
    people = list(Competitor.objects.filter(event=event).values_list("name", flat=True))
    erasing.erase_names(by=Actor(Role.ORGANISER, event.pk, "Organiser"), event=event.pk)
    for path in ("", "draw/", "rounds/1/", "rounds/2/", "results/"):
        text = read_page(client.get(f"/c/knockout-small/{path}"))
        assert [name for name in people if name.split()[0] in text.split(">")] == []
        assert "E00" in text
    assert [line.person.name for line in client.get("/c/knockout-small/results/").context["results"].sections[2]] == (
        order(client.get("/c/knockout-small/results/"))[:2]
    )


@pytest.mark.usefixtures("rehearsed")
def test_every_empty_chair_and_substitute_of_a_rough_event_is_told(client):
    recorded = export_record(Competition.objects.get(slug="knockout-rough"))
    seats = [seat for table in recorded["rounds"][0]["tables"] for seat in table["seats"]]
    text = read_page(client.get("/c/knockout-rough/rounds/1/"))
    assert text.count(", empty chair") == sum(seat["absent"] for seat in seats) > 0
    assert text.count(", for <bdi>") == sum(bool(seat["for"]) and not seat["absent"] for seat in seats) > 0
