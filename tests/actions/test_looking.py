"""To say what could be done writes nothing, locks nothing and waits for nobody."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.actions.test_attendance_asked import DAYS, coded, pages
from tests.refusals import everything

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("made", ["sealed", "gaps", "half dealt", "rotation with gaps", "rotation later", "finished"])
def test_looking_writes_nothing_and_locks_nothing(made):
    day = DAYS[made]()
    before = everything()
    with CaptureQueriesContext(connection) as captured:
        for entry in coded(day):
            pages(entry)
    words = ("INSERT", "UPDATE", "DELETE", "SAVEPOINT", "BEGIN")
    assert [q["sql"] for q in captured if q["sql"].startswith(words) or "FOR UPDATE" in q["sql"]] == []
    assert [q["sql"] for q in captured if "FOR NO KEY UPDATE" in q["sql"]] == []
    assert everything() == before
