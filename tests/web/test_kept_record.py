"""The record of a finished competition is made once, behind the page where it is large, and kept."""

from __future__ import annotations

import gzip
import json

import pytest
from django.core.cache import cache
from django.utils import timezone
from kombu.exceptions import OperationalError

from scoring import tasks as scoring_tasks
from scoring.models import KeptRecord
from scoring.record import kept
from scoring.record.export import as_text, export_record
from tournament.actions.base import log
from tournament.actions.erasing import erase_names
from tournament.log_kinds import Happened
from tournament.models import Competition
from tournament.permissions import Actor, Role
from tournament.web.waiting import AGAIN_HEADER, PIECES_HEADER

pytestmark = pytest.mark.usefixtures("rehearsed")


def kept_record(slug="knockout-rough"):
    return KeptRecord.objects.filter(competition__slug=slug)


def test_the_record_is_kept_and_not_made_again(client):
    first = client.get("/c/knockout-rough/record.json").getvalue()
    assert kept_record().count() == 1
    made_at = kept_record().get().made_at
    assert client.get("/c/knockout-rough/record.json").getvalue() == first
    compressed = client.get("/c/knockout-rough/record.json", headers={"Accept-Encoding": "gzip, br"})
    assert (compressed["Content-Encoding"], gzip.decompress(compressed.content)) == ("gzip", first)
    assert kept_record().get().made_at == made_at


def test_its_text_is_never_in_memory_as_a_whole(client):
    """It is compressed while it is written, and unpacked while it is sent; the bytes are those of the whole text."""
    record = export_record(Competition.objects.get(slug="knockout-rough"))
    record["competition"]["name"] = [f"Uno 李 {n}" for n in range(20_000)]
    text = as_text(record).encode()
    packed = kept.packed(record)
    pieces = list(kept.Unpacked(packed))
    assert len(text) > 5 * kept.PIECE and len(packed) < len(text) / 3
    assert max(map(len, pieces)) <= kept.PIECE and b"".join(pieces) == text
    answer = client.get("/c/knockout-rough/record.json")
    assert answer.streaming and PIECES_HEADER in answer.headers


def test_whatever_happens_to_the_competition_afterwards_is_in_the_next_record(client):
    client.get("/c/knockout-rough/record.json")
    before = kept_record().get().made_from
    competition = Competition.objects.get(slug="knockout-rough")
    log(Actor(Role.ORGANISER, competition.event_id, "Ruth"), competition, Happened.ROUND_CLOSED, round=1)
    Competition.objects.filter(pk=competition.pk).update(name="Renamed")
    assert json.loads(client.get("/c/knockout-rough/record.json").getvalue())["competition"]["name"] == "Renamed"
    assert kept_record().get().made_from != before


def test_a_large_record_is_made_behind_the_page_once_however_many_ask(client, monkeypatch):
    asked: list[int] = []
    cache.clear()
    monkeypatch.setattr(kept, "MOST_ENTRIES_AT_ONCE", 2)
    monkeypatch.setattr(scoring_tasks.make_record, "delay", asked.append)
    answers = [client.get("/c/knockout-rough/record.json") for _ in range(3)]
    assert [(answer.status_code, AGAIN_HEADER in answer.headers) for answer in answers] == [(503, True)] * 3
    pk = Competition.objects.get(slug="knockout-rough").pk
    assert (asked, kept_record().count()) == ([pk], 0)
    scoring_tasks.make_record(pk)
    assert client.get("/c/knockout-rough/record.json").status_code == 200


def test_if_no_worker_can_be_told_the_record_is_made_anyway(client, monkeypatch):
    def away(pk):
        raise OperationalError

    cache.clear()
    monkeypatch.setattr(kept, "MOST_ENTRIES_AT_ONCE", 2)
    monkeypatch.setattr(scoring_tasks.make_record, "delay", away)
    assert [client.get("/c/knockout-rough/record.json").status_code for _ in range(2)] == [503, 200]


def test_the_record_of_what_has_just_finished_is_made_before_anybody_asks():
    competition = Competition.objects.get(slug="knockout-rough")
    Competition.objects.update(finished_at=timezone.now() - 2 * kept.TIME_TO_MAKE_UNASKED)
    assert kept.records_to_make() == []
    Competition.objects.filter(pk=competition.pk).update(finished_at=timezone.now())
    assert kept.records_to_make() == [competition.pk]
    kept.keep_if_old(competition.pk)
    assert kept.records_to_make() == []


def test_erasing_names_forgets_the_kept_record(client):
    client.get("/c/knockout-rough/record.json")
    event = Competition.objects.get(slug="knockout-rough").event_id
    erase_names(by=Actor(Role.ORGANISER, event, "Ruth"), event=event, sure=True)
    assert kept_record().count() == 0
