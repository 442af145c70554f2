"""Every paper of competitions at their edges: a right document, or one plain sentence."""

from __future__ import annotations

import pytest

from scoring.printing.documents import DOCUMENTS
from tests.cast import Day, a_day
from tests.printing.documents import printed
from tests.printing.reading import has
from tournament.printing.paper_sizes import A4, LARGER, LETTER
from tournament.rules.errors import NothingToPrint

pytestmark = pytest.mark.django_db
EDGES = {
    "nobody entered": lambda: Day("syg"),
    "one table": lambda: a_day("syg", 4, "published"),
    "one table, finished": lambda: a_day("syg", 3, "finished"),
    "ten seats": lambda: a_day("classroom", 10, "finished", table_max=10),
    "five seats": lambda: a_day("bac", 10, "finished", rounds=2),
    "drawn anew each round": lambda: a_day("syg", 16, "published", redraw=True),
}


def size_of(key, paper):
    """Most papers are upright; a poster is twice as large, and lies, as certificates and the sheets of a poster do."""
    lying = {"bracket": LARGER[paper.name], "bracket-tiles": paper, "certificates": paper, "seat-cards": paper}
    used = lying[key].landscape() if key in lying else paper
    return round(used.width), round(used.height)


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
@pytest.mark.parametrize("edge", EDGES)
def test_a_right_document_or_a_plain_sentence(edge, paper):
    day = EDGES[edge]()
    for key in DOCUMENTS:
        try:
            document = printed(day, key, paper, copies=1)
        except NothingToPrint as nothing:
            assert str(nothing).endswith(".")
        else:
            assert {page.size for page in document.pages} == {size_of(key, paper)}
            assert has(document.text, day.competition.name)
            assert min(page.smallest for page in document.pages if page.letters) >= 6.5
            assert document.file.get_metadata_value("Title").endswith(DOCUMENTS[key].title)


def test_two_hundred_tables_on_the_wall():
    day = Day("classroom", table_max=4).people(800).until("published")
    names = [name for table in day.names() for name in table if name.isascii() and len(name) < 30]
    for key in ("tables", "names", "check-in"):
        document = printed(day, key, check=False)
        document.pages[0].check()
        document.pages[-1].check()
        assert len(document.pages) > 10
    text = document.text
    assert all(has(text, name) for name in names[::20])
