"""The last round of a knockout is called the final wherever it is named: on pages and in their titles, on screens,
tablets and paper, in the log, in messages and in what commands print. A knockout of one round is its own final.

Every document, scene and address chooses: it stands below with the stages at which it names the round, or among those
that name none. So does every sentence that numbers a round, wherever it is said: after a press, in a refusal, in mail,
by a command. Every kind of log line is told of the final. The record is none of them: it numbers its rounds (RECORD 3),
because a program reads it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from scoring.printing.documents import DOCUMENTS
from tests.cast import Day
from tests.followed import code_of
from tests.photographs import once
from tests.sentences import sentences
from tests.web.addresses import ADDRESSES
from tests.web.places import Reader, closing, command, opened, page, paper, refusal, screen, words
from tournament.actions import rounds
from tournament.log_kinds import LOG_KINDS, LogKind
from tournament.models import Clock, Competition, Entry, Event
from tournament.queries.log import LogLine, read_logged_competitions, read_logged_things
from tournament.rules.errors import NothingToPrint
from tournament.rules.podium import STEPS
from tournament.rules.programme import Scene
from tournament.web.organiser.log_sentences import tell_lines
from tournament.web.scenes import WHY_NOT_YET

pytestmark = pytest.mark.django_db

PROJECT: Final = Path(__file__).parents[2]
SEATED, RUNNING, CLOSED, FINISHED = "published", "running", "round closed", "finished"
SHEETS_IN: Final = "sheets in"
BEFORE: Final = "before the final"
"""Round 1 is closed, and the final follows; only where there is a round before it."""
STAGES: Final = (BEFORE, SEATED, RUNNING, SHEETS_IN, CLOSED, FINISHED)

PAPERS: Final[Mapping[str, Sequence[str]]] = {
    "certificate": [SEATED],
    "run-sheet": [BEFORE, SEATED],
    "sayings": [BEFORE, SEATED],
    "round": [SEATED],
    "tables": [SEATED],
    "names": [SEATED],
    "groups": [SEATED],
    "bracket": [BEFORE, FINISHED],
    "bracket-tiles": [BEFORE, FINISHED],
    "scoresheets": [SEATED],
    "round-results": [CLOSED],
    "standings": [FINISHED],
    "certificates": [FINISHED],
    "report": [FINISHED],
}
PAPERS_WITHOUT_A_ROUND: Final = {
    "slips", "check-in", "reserves", "tents", "seat-cards", "pocket-rules", "blank-sheets",
    "rotation",  # a rotation has no final
}  # fmt: skip
SCENES: Final[Mapping[Scene, Sequence[str]]] = {
    Scene.TABLES: [SEATED],
    Scene.NAMES: [SEATED],
    Scene.DEALER: [SEATED],
    Scene.CLOCK: [SEATED, RUNNING],
    Scene.COUNTDOWN: [BEFORE],
    Scene.STATES: [RUNNING],
    Scene.RESULTS: [CLOSED],
    Scene.BRACKET: [BEFORE, CLOSED, FINISHED],
    Scene.STANDINGS: [FINISHED],
    Scene.PODIUM: [CLOSED, FINISHED],
}
SCENES_WITHOUT_A_ROUND: Final = {Scene.WELCOME, Scene.RULES, Scene.DRAW, Scene.SLIDE}
"""The corner of some says what comes next: that is the break's, which COUNTDOWN and the desk show too."""
PAGES: Final[Mapping[str, Sequence[str]]] = {
    "first-page": [RUNNING],
    "competition": [BEFORE, SEATED, RUNNING, CLOSED],
    "draw": [SEATED],
    "draw-page": [SEATED],
    "results": [FINISHED],
    "results-page": [FINISHED],
    "standings": [BEFORE, CLOSED],
    "standings-page": [BEFORE, CLOSED],
    "event-page": [RUNNING],
    "event-person": [BEFORE, SEATED, RUNNING, CLOSED],
    "round": [SEATED, RUNNING, FINISHED],
    "round-page": [SEATED, RUNNING, FINISHED],
    "tables": [RUNNING],
    "table": [RUNNING],
    "table-state": [RUNNING, SHEETS_IN],
    "organise": [RUNNING],
    "mc-desk": [BEFORE, SEATED, RUNNING, CLOSED],
    "screen": [RUNNING],
    "screens": [SEATED],
    "event": [RUNNING],
    "plan": [SEATED],
    "ceremony": [BEFORE],
    "log": [CLOSED],
    "log-file": [CLOSED],
    "board": [BEFORE, RUNNING, CLOSED],
    "board-round": [BEFORE, RUNNING, CLOSED],
    "board-table": [RUNNING],
    "board-paper": [RUNNING],
    "board-hand": [CLOSED],
    "print-room": [SEATED],
    "group": [RUNNING, CLOSED],
    "group-seat": [CLOSED],
    "group-list": [RUNNING],
    "competition-settings": [SEATED],
}
PAGES_WITHOUT_A_ROUND: Final = {
    "draw-list", "hall-message", "robots", "record-checker", "type-code", "sign-in", "sign-out", "account",
    "team-corner", "backups", "restore", "backup-file",
    "ceremony-screen",
    "erase-names", "check-in", "table-keys", "print-file", "group-draw", "group-add", "group-entry",
    "group-withdraw", "group-spelling", "group-password", "new-event", "new-club-night", "demo", "copy-event",
    "new-competition", "event-settings", "groups", "group-links", "group-links-csv", "slips", "event-group", "team",
    "entries", "enter-for-group", "change-entry", "spelling", "entries-csv", "entries-xlsx", "close-entries",
    "reopen-entries", "import", "import-list",
}  # fmt: skip


ANY_OTHER_NAME: Final = re.compile(r".{0,40}\b(?:round [1-9]|first round|last round)\b.{0,40}", re.IGNORECASE)
"""What a knockout of one round never calls its final."""
UNPUBLISHED: Final = {
    "/c/{slug}/": "",
    "/c/{slug}/draw/": "",
    "/c/{slug}/results/": "",
    "/organise/{event}/{slug}/": "organiser",
    "/organise/{event}/{slug}/plan/": "organiser",
    "/organise/{event}/{slug}/draw/": "organiser",
    "/organise/{event}/{slug}/board/": "organiser",
    "/organise/{event}/{slug}/check-in/": "organiser",
    "/mc/{event}/{slug}/": "organiser",
}
"""Pages that speak of what is to come, before the draw is published."""


def alert(day: Day) -> str:
    """What the last-hand warning says on a screen."""
    Clock.objects.filter(competition=day.pk).update(started_at=timezone.now() - timedelta(minutes=26))
    shown = Client().get("/screen").content.decode().partition('<div class="alerts">')[2]
    return words(shown.partition('<div class="bands">')[0])


OTHERS: Final[Mapping[str, Mapping[str, Reader]]] = {
    BEFORE: {
        "the final’s own page, before it is seated": page("/c/{slug}/rounds/2/"),
        "finishing too early": lambda day: refusal(rounds.finish)(day.next_round()),
    },
    RUNNING: {
        "making a round too early": refusal(rounds.make_next_round),
        "finishing too early": refusal(rounds.finish),
        "the warning on the screens": alert,
    },
    SHEETS_IN: {"the message that it is closed": closing},
    CLOSED: {"making another round": refusal(rounds.make_next_round)},
}


@pytest.fixture(autouse=True)
def nobody_came_before() -> None:
    cache.clear()


def a_final(people: int, stage: str) -> Day:
    """Eight people play a round and then the final; four play only the final. A ninth or fifth is a reserve."""

    def make() -> Day:
        day = Day("syg").people(people, reserves=1).until("published")
        if people > 4:
            day.until("round closed")
        if people > 4 and stage != BEFORE:
            day.next_round()
        day = day if stage in (SEATED, RUNNING, BEFORE) else day.until(stage)
        if stage == FINISHED:  # and the podium is open: until then the screens wait with the results
            Competition.objects.filter(pk=day.pk).update(podium_shown=STEPS, podium_shown_at=timezone.now())
        return day

    day = once((people, stage, "final"), make)
    return day.until(RUNNING) if stage == RUNNING else day


def places(stage: str) -> dict[str, Reader]:
    """Everything that names the round at this stage; what changes something comes last."""
    return {
        **{f"page {name}": opened(name) for name, stages in PAGES.items() if stage in stages},
        **{f"paper {key}": paper(key) for key, stages in PAPERS.items() if stage in stages},
        **{f"screen {scene}": screen(scene) for scene, stages in SCENES.items() if stage in stages},
        **OTHERS.get(stage, {}),
    }


CASES: Final = [(people, stage) for stage in STAGES for people in ((8,) if stage == BEFORE else (8, 4))]


@pytest.mark.parametrize(("people", "stage"), CASES)
def test_it_is_called_the_final(people: int, stage: str) -> None:
    day = a_final(people, stage)
    otherwise = "round 2|last round" if people > 4 else "round 1|first round|last round"
    by_number = re.compile(rf".{{0,40}}\b(?:{otherwise})\b.{{0,40}}", re.IGNORECASE)
    told = {place: read(day) for place, read in places(stage).items()}
    assert [place for place, text in told.items() if not re.search(r"\bfinal(ist)?\b", text, re.IGNORECASE)] == []
    assert {place: found for place, text in told.items() if (found := by_number.findall(text))} == {}


def test_every_document_scene_and_page_has_chosen() -> None:
    read = {name for name, row in ADDRESSES.items() if row.opens == 200}
    for named, without, every in (
        (PAPERS, PAPERS_WITHOUT_A_ROUND, set(DOCUMENTS)),
        (SCENES, SCENES_WITHOUT_A_ROUND, set(Scene)),
        (PAGES, PAGES_WITHOUT_A_ROUND, read),
    ):
        assert named.keys() | without == every
        assert named.keys() & without == set()


def test_those_that_name_no_round_name_none() -> None:
    """Of a knockout of one round, where “round 1” would be wrong anywhere."""
    day = a_final(4, SEATED)
    told = {f"page {name}": opened(name)(day) for name in sorted(PAGES_WITHOUT_A_ROUND)}
    for key in sorted(PAPERS_WITHOUT_A_ROUND):
        try:
            told[f"paper {key}"] = paper(key)(day)
        except NothingToPrint:
            continue
    assert {place: found for place, text in told.items() if (found := ANY_OTHER_NAME.findall(text))} == {}


@pytest.mark.parametrize("stage", ["chosen", "drawn"])
def test_a_knockout_of_one_round_has_no_other_name_before_its_draw_is_published(stage: str) -> None:
    day = Day("syg").people(4, reserves=1).until(stage)
    told = {path: page(path, role)(day) for path, role in UNPUBLISHED.items()}
    told |= {f"a screen that lacks {lack}": why for lack, why in WHY_NOT_YET.items()}
    assert {place: found for place, text in told.items() if (found := ANY_OTHER_NAME.findall(text))} == {}


def test_before_it_is_seated_it_is_the_final_already() -> None:
    """A reserve waits for it, and the page that publishes the draw promises it."""
    day = Day("syg").people(4, reserves=1).until("drawn")
    assert "The final is ready" in page("/organise/{event}/{slug}/draw/publish/", "organiser")(day)
    day.publish()
    assert "before the final" in page("/organise/{event}/{slug}/check-in/", "organiser")(day)
    assert "Before the final the next of these" in page("/c/{slug}/draw/")(day)
    waiting = code_of(Entry.objects.get(competition=day.pk, kind="reserve").competitor_id)
    assert "until the final, if somebody doesn’t come" in page(f"/e/{{event}}/me/{waiting}")(day)


def test_no_template_and_no_script_names_a_round_by_its_number() -> None:
    """The name is decided in rules/round_names.py; the tablet knows that no round before its own is a final."""
    sources = [*PROJECT.glob("templates/**/*.*"), *PROJECT.glob("static/js/**/*.js")]
    by_number = re.compile(r"\bround \{\{|\bround \$\{|add:-1|\bround\s+\{\{ round", re.IGNORECASE)
    named = {path.name: len(found) for path in sources if (found := by_number.findall(path.read_text()))}
    assert named == {"refused.js": 1}


NUMBERED: Final = re.compile(r"\bround (?:\{|[1-9]\b)|\b(?:first|last) round\b", re.IGNORECASE)
SENTENCES_THAT_NUMBER: Final[Mapping[str, str]] = {
    "scoring/record/check/entering.py": "the record numbers its rounds",
    "scoring/record/check/plan.py": "the record numbers its rounds",
    "scoring/record/check/rotation.py": "the record numbers its rounds",
    "scoring/rehearsal/demo.py": "64 people play more than one",
    "scoring/web/public.py": "a round that no plan has",
    "static/js/umpire/views/refused.js": "a hand of the round before the tablet’s own",
    "templates/organiser/check_in/late.html": "nobody comes late but to a rotation",
    "templates/screens/scenes/results.html": "chairs stay in a rotation alone",
    "tournament/models/rounds.py": "for whoever looks into the database",
    "tournament/printing/printed_rounds.py": "a round that no plan has",
    "tournament/printing/rotation_chart.py": "what follows is no number",
    "tournament/printing/run_sheet.py": "what follows is no number",
    "tournament/rules/attendance/late_arrival.py": "nobody comes late but to a rotation",
    "tournament/rules/round_names.py": "decides what a round is called",
    "tournament/web/onward.py": "where the last round is no final",
    "tournament/web/organiser/log_sentences.py": "of a competition that is gone",
    "tournament/web/public.py": "of single tables",
    "tournament/words.py": "the rounds before the final",
}


def test_every_sentence_that_numbers_a_round_has_chosen() -> None:
    """`make words` knows them all: those after a press, refusals, mail and what commands print included. The docs
    tell of no competition in particular."""
    numbering = {sentence.file for sentence in sentences() if NUMBERED.search(sentence.text)}
    assert {file for file in numbering if not file.endswith(".md")} == set(SENTENCES_THAT_NUMBER)


def made_up(day: Day, kind: LogKind[...]) -> LogLine:
    """A line of this kind in which whatever can be a round is the one that is played."""
    number = day.round.number

    def fact(name: str, annotation: object) -> Any:
        if name == "table":
            return day.table(1).travel_id
        if "Mapping" in str(annotation):
            return {}
        value = number if re.search("int|TravelId", str(annotation)) else str(number)
        return [value] if "Sequence" in str(annotation) else value

    facts = {name: fact(name, annotation) for name, annotation in kind.facts.__annotations__.items()}
    return LogLine(timezone.now(), "Sam", "organiser", day.pk, kind.stored, facts)


@pytest.mark.parametrize("people", [8, 4])
def test_every_kind_of_log_line_calls_it_so(people: int) -> None:
    """A line of a competition that is gone tells the round’s number: that is how those that name a round are found."""
    day = a_final(people, SEATED)
    event, lines = Event.objects.get(pk=day.event), [made_up(day, kind) for kind in LOG_KINDS.values()]
    things = read_logged_things(event, read_logged_competitions(event), lines)
    by_number = re.compile(rf"\bround {day.round.number}\b", re.IGNORECASE)
    gone = tell_lines(lines, replace(things, competitions={}))
    naming = {line.kind for line, told in zip(lines, gone, strict=True) if by_number.search(told.sentence)}
    sentences_of = {line.kind: told.sentence for line, told in zip(lines, tell_lines(lines, things), strict=True)}
    assert len(naming) > 20
    assert {kind for kind, sentence in sentences_of.items() if "final" in sentence.lower()} == naming
    assert [sentence for sentence in sentences_of.values() if by_number.search(sentence)] == []


def test_commands_call_it_so_too(tmp_path) -> None:
    assert "     Round 1: 2 tables of 4\n     Final: 1 table of 2\n" in command("plan", "8")
    assert "     Final: 1 table of 4\n" in command("plan", "4")
    day = a_final(8, SEATED)
    sheets = ("print_sheets", day.competition.slug, "--what", "tables", "--round", "2")
    assert "ound 2" not in command(*sheets, "--out", f"{tmp_path}/tables.pdf")
