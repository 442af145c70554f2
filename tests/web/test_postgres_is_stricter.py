"""What SQLite takes without a word and Postgres does not: a page answers with a sentence on both."""

from __future__ import annotations

import pytest

from tests.cast import Day
from tests.web.reading import read_page
from tests.web.visitors import keeper
from tournament.models import Competition

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]


def test_a_sign_in_name_with_a_nul(client):
    answer = client.post("/login/", {"sign_in": "ruth\x00", "password": "correct horse"})
    assert (answer.status_code, "don’t match" in read_page(answer)) == (403, True)


def test_a_closing_time_in_a_zone_that_is_nowhere():
    competition = Day("syg").competition
    closes = {"do": "closing-sure", "closes": "2031-05-06T18:00-23:59", "was": ""}
    address = f"/organise/{competition.event.slug}/{competition.slug}/settings/"
    assert keeper().post(address, closes).status_code == 302
    assert Competition.objects.get(pk=competition.pk).closes_at.isoformat() == "2031-05-07T17:59:00+00:00"
