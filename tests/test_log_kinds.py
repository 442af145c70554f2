"""The table of log lines: every kind has its sentence, its facts and its audience; every call names a kind."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from string import Formatter
from typing import get_type_hints

import pytest

from tests.programs import PROJECT
from tournament.log_kinds import LOG_KINDS, Happened, LogKind
from tournament.log_subjects import TOLD_TO, Audience, LiveChange, Subject
from tournament.web.organiser.log_sentences import BRACES_IN_WORDS

MEMBERS = {name: kind for name, kind in vars(Happened).items() if not name.startswith("_")}

STORED = """
agreed|agreed no more|arrived late|back|break changed|break length set|called up
calls set|check-in undone|checked in|clock call|clock changed
clock ended|clock moved|clock paused|clock resumed|clock set back|clock start called off|clock start set|clock started
clock taken back|clock time up|clock warning|closing time set|competition created|competition removed|dealer chosen
draw published|draw sealed|draw shown|draw thrown away|drawn|entered|entries closed|entries imported|entries reopened
entry changed|event brought back|event changed|event created|event hidden|event removed|event shown
finished|gone|group added|group removed|group renamed|names kept
groups brought in
groups added|groups invited|groups merged|hand changed|hand deleted|hand recorded|invitation mailed|invitation revoked
invited|joined|list confirmed|list discarded|list looked at|list entered|list received|mail failed|member removed
names erased|not seated|numbers changed|numbers typed|organiser called|organiser came|paper asked for
message said|message taken down
name respelt|person hidden|person shown|plan chosen|podium closed|podium shown|programme stepped
reserve nominated|round closed|round made|round seated again|round times set
rules of the day changed|sat down|sayings changed|screen forgotten|screen muted|screen named|screen set|screen taken
seats seen|seats swapped
settings changed|sheet accepted|sheet corrected|sheet reopened|slide added|slide changed|slide moved|slide removed
substituted|substitution asked|empty chair asked|spelling asked
substitution declined|table key renewed|table taken over|tie to the lot
typed hand let go|withdrawn|wristband given|wristband taken back
"""


# The table


def test_every_member_is_a_row_of_its_own():
    assert all(isinstance(kind, LogKind) for kind in MEMBERS.values())
    assert list(LOG_KINDS.values()) == list(MEMBERS.values())


@pytest.mark.parametrize(("name", "kind"), MEMBERS.items(), ids=MEMBERS)
def test_a_row_is_whole(name, kind):
    assert kind.stored.replace("-", " ") == name.lower().replace("_", " ")
    assert len(kind.stored) <= 40  # the column's width
    assert kind.sentence.endswith((".", "}"))
    assert Audience.STAFF in kind.told_to
    assert kind.facts.__annotations__ is not None
    for _, brace, _, _ in Formatter().parse(kind.sentence):
        assert brace is None or brace in BRACES_IN_WORDS or brace in kind.facts.__annotations__


def test_what_the_database_keeps_is_never_renamed():
    """Lines of older versions must find their sentence. A new kind is added to this list."""
    assert sorted(LOG_KINDS) == sorted(STORED.strip().replace("\n", "|").split("|"))


def test_every_change_that_pages_hear_of_says_who_hears_it():
    assert set(TOLD_TO) == set(LiveChange)
    assert {kind.change for kind in MEMBERS.values()} == set(LiveChange)


def test_every_subject_of_the_filter_has_lines():
    assert {kind.subject for kind in MEMBERS.values()} == set(Subject) - {Subject.OTHER}


# The calls


def trees() -> Iterator[ast.Module]:
    for folder in ("tournament", "scoring"):
        for file in (PROJECT / folder).rglob("*.py"):
            yield ast.parse(file.read_text())


def test_every_kind_is_written_somewhere_and_no_other():
    """Whatever is neither read nor written any more would be a sentence that nobody can see."""
    named = {
        node.attr
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Happened"
    }
    assert named == set(MEMBERS)


CALLS = """
from tournament.actions.base import log
from tournament.log_kinds import Happened, LogKind
from tournament.models import Event
from tournament.permissions import SYSTEM

event = Event()
log(SYSTEM, event, Happened.ENTERED, "id", entry=event.travel_id)
log(SYSTEM, event, Happened.ENTRIES_CLOSED)
log(SYSTEM, event, "entered", "id", entry=event.travel_id)
log(SYSTEM, event, Happened.ATE_A_CAKE, "id", entry=event.travel_id)
log(SYSTEM, event, Happened.ENTERED, "id")
log(SYSTEM, event, Happened.ENTERED, "id", entry="Mia")
log(SYSTEM, event, Happened.ENTERED, "id", entry=event.pk)
log(SYSTEM, event, Happened.ENTERED, "id", entry=event.travel_id, name="Mia")
"""


def test_mypy_refuses_a_kind_that_is_no_member_and_facts_of_another(tmp_path):
    file = tmp_path / "calls.py"
    file.write_text(CALLS)
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context", str(file)],
        cwd=PROJECT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    errors = [line.split(": error: ")[1] for line in checked.stdout.splitlines() if ": error: " in line]
    assert [(error.partition('"')[0] + error.rpartition("[")[2]) for error in errors] == [
        "Argument 3 to arg-type]",
        "attr-defined]",
        "Missing named argument call-arg]",
        "Argument arg-type]",
        "Argument arg-type]",
        "Unexpected keyword argument call-arg]",
    ], checked.stdout + checked.stderr


def test_no_action_publishes_by_hand():
    """Whom something is told to is in the table of kinds; `log` alone tells them."""
    actions = [*PROJECT.glob("tournament/actions/*.py"), *PROJECT.glob("scoring/actions/*.py")]
    assert [path.name for path in actions if "import publish" in path.read_text()] == ["base.py"]


# Their facts


NAME_ROWS = """
a|account|b|called|clock|competitor|entry|former|group|groups|into|invitation|members|note|reserves|slide|substitute
table|upload
"""
COUNT = """
attempt|clock|entries|first_table|groups|hand|held|joined|left_out|length|minutes|now|number|people|place|plan
reseats|reserves|revealed|round|rounds|sayings|screen|seconds|size|stepped|steps|tables|there|totals|warning
"""
"""Numbers that count something, or that people see."""


def names(listed: str) -> set[str]:
    return set(listed.strip().replace("\n", "|").split("|"))


def kinds_of_facts() -> Iterator[tuple[str, bool, bool]]:
    """Each fact of each kind, whether it names a row, and whether it may be any other number."""
    for kind in LOG_KINDS.values():
        for name, written in get_type_hints(kind.facts, include_extras=True).items():
            words = re.findall(r"\w+", str(written))
            yield name, "TravelId" in words, "int" in words


def test_rows_are_named_by_ids_that_travel_and_by_nothing_else():
    """mypy refuses a primary key where such an id is wanted; here is which facts want one, of every kind."""
    assert {name for name, names_a_row, _ in kinds_of_facts() if names_a_row} == names(NAME_ROWS)
    assert {name for name, _, is_a_number in kinds_of_facts() if is_a_number} == names(COUNT)
    assert not [name for name, names_a_row, is_a_number in kinds_of_facts() if names_a_row and is_a_number]
