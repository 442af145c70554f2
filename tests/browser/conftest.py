"""What the tests of the umpire's tablet share: a running round of four, its key, and a tablet that came by it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scoring.queries.keys import keys_of
from tests.browser.umpires import Tablet, a_tablet
from tests.cast import Day


@pytest.fixture
def day(site) -> Day:
    return Day("syg").people(8).until("running")


@pytest.fixture
def key(day) -> str:
    return keys_of(day.competition)[1].path


@pytest.fixture
def tablet(browser, site, key) -> Iterator[Tablet]:
    with a_tablet(browser, site.url, key) as opened:
        yield opened
