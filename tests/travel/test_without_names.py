"""A file without names tells nobody who played, and opens nothing."""

from __future__ import annotations

import json

import pytest

from tests.cast import PEOPLE, PLACES, Day, a_day
from tests.databases import database_in_memory
from tests.travel.files import exported, imported, parts
from tests.travel.test_everything_travels import busy
from tournament.models import Account, Competitor, Draw, Event, Group, Membership
from tournament.travel.archive import read_archive

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("stage", ["open", "closed", "sealed", "published", "running", "played"])
def test_no_name_and_no_word_of_anybody_is_in_it(stage):
    day = busy(stage)
    Account.objects.get_or_create(username="sam")
    Membership.objects.all().delete()
    text = "".join(parts(exported(day.event, names=False)).values()).encode("latin-1").decode()
    names = [
        *PEOPLE,
        *PLACES,
        *Competitor.objects.values_list("name", flat=True),
        *Group.objects.values_list("name", flat=True),
    ]
    assert [
        name for name in {*names, "Ruth Katoa", "Sam Reid"} - {""} if f'"{name}"' in text or f" {name}" in text
    ] == []
    assert Event.objects.get(pk=day.event).secret not in text


def test_the_salt_of_a_draw_that_is_not_published_stays_and_others_are_there():
    day = Day("syg").people(4).until("drawn")
    draw = Draw.objects.get(competition=day.pk)
    file = exported(day.event, names=False)
    assert draw.salt not in "".join(parts(file).values())
    assert draw.seed not in json.dumps(json.loads(parts(file)["draws.json"]))
    day.until("published")
    assert draw.salt in parts(exported(day.event, names=False))["draws.json"]


def test_no_salt_leaves_so_none_is_told_of():
    day = Day("syg").people(4).until("sealed")
    exported(day.event, names=False)
    assert Draw.objects.get(competition=day.pk).salt_left_at is None


def test_it_can_be_brought_in_and_looked_at():
    day = a_day("syg", 8, "finished")
    file = exported(day.event, names=False)
    manifest = read_archive(file)[0]
    assert (manifest.names, manifest.made_on) == (False, "")
    with database_in_memory():
        event = imported(file)
        assert event.secret != ""
        assert list(event.competitors.order_by("pk").values_list("name", flat=True)[:2]) == ["P0001", "P0002"]
        assert parts(exported(event.pk, names=False)) == parts(file)
