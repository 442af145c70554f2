"""The log in plain sentences, filtered, page by page and as a file; every kind of line has its words."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.actions import corrections
from tests.actions.calls import CALLS, DAYS
from tests.cast import OUT, Day, a_day
from tests.web import visitors
from tests.web.bad_input import KEPT
from tests.web.reading import read_page
from tests.web.test_coordinator import MIA, text
from tournament.actions import attendance, check_in, clock, draw, erasing, invitations, registration, setup, wishes
from tournament.lists.formulas import disarm
from tournament.log_kinds import LOG_KINDS
from tournament.log_subjects import Subject
from tournament.models import Account, Event, Group, LogEntry
from tournament.web.organiser.log import Wanted, read_whole_log
from tournament.web.organiser.log_sentences import ISOLATES

pytestmark = pytest.mark.django_db


# Every kind of line has words


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_every_action_s_line_is_told_in_a_sentence(call):
    day = DAYS[call.day]()
    call.action(by=day.organiser, **call.arguments(day))
    line = LogEntry.objects.latest("pk")
    assert line.what in LOG_KINDS
    if not Event.objects.filter(pk=line.event_id).exists():  # a forgotten rehearsal has no page any more
        return
    told = read_whole_log(Event.objects.get(pk=line.event_id), Wanted())[-1]
    assert told.kind != Subject.OTHER
    assert told.sentence.endswith(".")
    assert told.sentence[0] == told.sentence[0].upper()
    assert "{" not in told.sentence and "?" not in told.sentence


def write(day: Day, what: str, **facts: Any) -> None:
    """A line as an older version may have written it."""
    LogEntry.objects.create(
        at=timezone.now(), by="Ruth Katoa", role="organiser", event_id=day.event, what=what, facts=facts
    )


def test_a_line_without_words_is_still_told(client):
    day = Day("syg")
    write(day, "something {new}", thing=1)
    told = read_whole_log(Event.objects.get(), Wanted(kind=Subject.OTHER))
    assert [line.sentence for line in told] == ["Something new."]


# In sentences


def sentences(day: Day, **wanted: str) -> list[str]:
    told = read_whole_log(Event.objects.get(pk=day.event), Wanted(**wanted))
    return [line.sentence.translate(ISOLATES) for line in told]


def test_the_story_of_a_day():
    day = Day("syg", name="Under 18")
    day.enter(MIA, "Riverside")
    day.enter("Ben", "Bethel")
    registration.rename(by=day.organiser, entry=day.who("Ben").pk, name="Benno", was="Ben")
    check_in.give_wristband(by=day.organiser, competitor=day.who(MIA).competitor_id, number="7")
    day.until("published")
    day.substitute(MIA, "Ivy King")
    day.start()
    clock.add_time(by=day.mc, competition=day.pk, seconds=-90)
    day.hand(1, {"Ivy King": OUT, "Benno": 10})
    assert sentences(day) == [
        "The event was set up.",
        "The competition was set up from the preset syg.",
        "Riverside was added.",
        "Mia O'Brien (Riverside) was entered.",
        "Bethel was added.",
        "Benno (Bethel) was entered.",
        "An entry was changed: it’s now Benno (Bethel).",
        "Mia O'Brien (Riverside) got wristband 7.",
        "Entries were closed.",
        "The plan was chosen: 2 players, 1 table.",
        "The draw was sealed.",
        "Numbers from the hall were typed: “4 6 1 1 3”.",
        "The draw was made with the numbers “4 6 1 1 3”.",
        "The draw was published.",
        "Ivy King (Riverside) plays for Mia O'Brien (Riverside) from the final.",
        "The clock was started.",
        "1:30 minutes were taken off.",
        "Hand 1 at table 1 of the final: Ivy King (Riverside) went out.",
    ]


def test_rounds_are_called_what_they_are_called_everywhere():
    """The last round of a knockout is its final, also where it is not made yet; a rotation has none."""
    day = a_day("syg", 8, "round closed")
    day.next_round()
    day.until("finished")
    told = sentences(day)
    assert [line for line in told if line.endswith(("was seated.", "was closed."))] == [
        "Round 1 was closed.",
        "The final was seated.",
        "The final was closed.",
    ]
    assert "The sheet of table 2, round 1 was accepted." in told
    assert "The sheet of table 1 of the final was accepted." in told
    rotation = a_day("bac", 8, "round closed")
    assert "Round 1 was closed." in sentences(rotation)


def test_settings_links_and_members_are_told():
    day = Day("syg").people(1)
    setup.change_settings(by=day.organiser, competition=day.pk, choices={"redraw": True, "cap": None})
    invitation = day.invite(day.group("Riverside"))
    invitations.revoke_invitation(by=day.organiser, invitation=invitation)
    visitors.organiser(day.event, "mc", name="Sam Reid")
    assert sentences(day)[-5:] == [
        "Settings were changed. Redraw: yes, cap: none.",
        "A link was made for the coordinators of Riverside.",
        "The link for the coordinators of Riverside was ended.",
        "A link was made for an MC.",
        "Sam Reid joined as MC.",
    ]


@pytest.mark.parametrize(
    ("what", "facts", "sentence"),
    [
        ("event changed", {"changed": ["full_names", "place"]}, "The event was changed: full names, place."),
        (
            "closing time set",
            {"closes": "2026-11-20T18:00"},
            "The closing time was set: Friday 20 November 2026, 18:00.",
        ),
        ("closing time set", {"closes": ""}, "The closing time was set: by hand."),
        ("groups added", {"groups": [1, 0]}, "Groups were added: Riverside, a group."),
        ("groups merged", {"group": 0, "into": 1}, "Two groups became one: Riverside."),
        ("invitation mailed", {"invitation": 0}, "The link for somebody was mailed."),
        ("gone", {}, "Somebody left before round ?."),
        ("paper asked for", {"paper": "pocket-rules"}, "Printed: pocket rules."),
    ],
)
def test_facts_are_told_as_people_say_them_and_missing_ones_break_nothing(what, facts, sentence):
    day = Day("syg")
    riverside = Group.objects.get(pk=day.group("Riverside")).travel_id
    facts = {name: [riverside if pk == 1 else pk for pk in v] if name == "groups" else v for name, v in facts.items()}
    facts = {name: riverside if name == "into" else value for name, value in facts.items()}
    write(day, what, **facts)
    assert sentences(day)[-1] == sentence


def test_reasons_are_told_beside_the_sentence():
    day = Day("syg").people(4).until("drawn")
    a, b = day.who("E001").pk, day.who("E002").pk
    draw.swap_seats(
        by=day.organiser, competition=day.pk, a=a, b=b, why="needs_this_seat", note="by the door", sure=True
    )
    told = read_whole_log(Event.objects.get(), Wanted())[-1]
    assert (told.sentence.translate(ISOLATES), told.why, told.note) == (
        "Mia O'Brien (Riverside) and Nguyễn Thị Ánh (St Mark's) swapped seats.",
        "somebody needs this seat",
        "by the door",
    )


def test_after_erasing_the_log_speaks_of_codes():
    day = a_day("syg", 2, "finished")
    check_in.check_in(by=day.organiser, competitor=day.who(MIA).competitor_id)
    attempt = sentences(day)
    assert any(MIA in sentence for sentence in attempt)
    erasing.erase_names(by=day.organiser, event=day.event)
    words = " ".join(sentences(day))
    assert MIA not in words
    assert "E001 went out." in words
    assert "Somebody is here." in words
    assert "All names were erased: 2 names." in words


# On the page


class Reader:
    """An organiser who reads the log."""

    def __init__(self, day: Day) -> None:
        self.client = visitors.organiser(day.event)
        self.url = f"/organise/{day.competition.event.slug}/log/"

    def page(self, **query: Any) -> Any:
        answer = self.client.get(self.url, query)
        assert answer.status_code == 200
        return answer

    def rows(self, **query: Any) -> list[list[str]]:
        answer = self.client.get(f"{self.url}file.csv", query)
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        assert answer["Content-Disposition"].startswith("attachment;")
        return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


@pytest.fixture
def day() -> Day:
    day = Day("syg", name="Under 18").people(4).until("published")
    setup.create_competition(by=day.organiser, event=day.event, preset_name="bac", name="Open", slug="open")
    day.substitute(MIA, "Ivy King")
    attendance.mark_gone(by=day.organiser, competition=day.pk, entry=day.who("李小龍").pk)
    wishes.ask_substitution(
        by=day.coordinator("Bethel"), entry=day.who("محمد علي").pk, name="Zeb", why="no reason in the log"
    )
    return day


@pytest.mark.parametrize(
    ("query", "found", "missing"),
    [
        ({}, ["The event was set up.", "left before the final."], []),
        ({"competition": "open"}, ["set up from the preset bac."], ["The event was set up.", "is gone"]),
        ({"kind": "The draw"}, ["The draw was sealed."], ["The event was set up.", "is gone"]),
        ({"who": "coordinator"}, ["plays for"], ["The event was set up.", "is gone"]),
        ({"who": "coordinator:Coordinator of Riverside"}, ["plays for"], ["The group asked for somebody"]),
        ({"words": "obrien"}, ["plays for"], ["is gone", "The event"]),
        ({"words": "ruth left"}, ["left before the final."], ["plays for"]),
        ({"kind": "Who is here", "words": "李小龍"}, ["left before the final."], ["plays for"]),
        ({"words": "nothing like this"}, ["Nothing found"], ["The event was set up."]),
        ({"kind": "no such kind"}, ["Nothing found"], ["The event was set up."]),
        ({"competition": "no-such"}, ["Nothing found"], ["The event was set up."]),
        ({"who": "nobody:\x00"}, ["Nothing found"], ["The event was set up."]),
        ({"words": "x" * 10_000}, ["Nothing found"], ["The event was set up."]),
        ({"page": "99999"}, ["The event was set up."], []),
        ({"page": "<script>"}, ["The event was set up."], []),
    ],
)
def test_filters_narrow_the_page_and_the_file_alike(day, query, found, missing):
    reader = Reader(day)
    page = text(reader.page(**query)).translate(ISOLATES)
    assert [words for words in found if words not in page] == []
    assert [words for words in missing if words in page] == []
    if "page" not in query:
        file = " ".join(row[5] for row in reader.rows(**query)[1:])
        assert [words for words in found if words not in file and words != "Nothing found"] == []
        assert [words for words in missing if words in file] == []


def test_a_filter_without_reloading_brings_the_lines_alone(day):
    reader = Reader(day)
    answer = reader.client.get(reader.url, {"kind": "The draw"}, headers={"HX-Request": "true", "HX-Target": "lines"})
    assert read_page(answer).lstrip().startswith('<div id="lines">')


def test_many_lines_come_page_by_page_with_the_filter_kept(day):
    for _ in range(70):
        check_in.check_in(by=day.organiser, competitor=day.who("محمد علي").competitor_id)
    reader = Reader(day)
    first = read_page(reader.page(kind="Who is here"))
    assert "Page 1 of 2" in first
    assert "?kind=Who+is+here&amp;page=2" in first
    assert first.count('class="log-line"') == 60
    second = read_page(reader.page(kind="Who is here", page="2"))
    assert second.count('class="log-line"') == 13


def test_the_file_has_every_line_oldest_first(day):
    rows = Reader(day).rows()
    assert rows[0] == ["When", "Who", "Role", "Competition", "About", "What", "Reason", "Note"]
    assert rows[1][1:6] == ["Ruth Katoa", "organiser", "", "Set-up", "The event was set up."]
    assert len(rows) - 1 == LogEntry.objects.filter(event=day.event).count()


@pytest.mark.parametrize("typed", KEPT.values(), ids=KEPT)
def test_no_cell_of_the_file_is_a_formula_and_no_name_is_a_tag(typed):
    day = Day("syg")
    reader = Reader(day)
    day.enter(typed, "Riverside")
    registration.close_entries(by=day.organiser, competition=day.pk)
    registration.reopen_entries(by=day.organiser, competition=day.pk, why=typed)
    rows = reader.rows()
    cells = [cell for row in rows for cell in row]
    assert [cell for cell in cells if cell.lstrip().startswith(("=", "+", "-", "@", "\t"))] == []
    assert disarm(" ".join(typed.split())) == rows[-1][7]
    assert "<script>alert" not in read_page(reader.page())


def test_the_log_takes_the_same_queries_for_three_people_and_three_hundred():
    counts = []
    for people in (3, 300):
        reader = Reader(Day("bac").people(people).until("published"))
        with CaptureQueriesContext(connection) as captured:
            reader.page(words="draw")
        counts.append(len(captured))
    assert counts[0] == counts[1]
    assert counts[0] <= 20


def test_a_correction_is_told():
    day = a_day("syg", 4, "round closed")
    table = day.table(1)
    entries = list(table.seats.order_by("number").values_list("entry", flat=True))
    held = {str(pk): 7 + n for n, pk in enumerate(entries[1:])}
    corrections.correct_hand(
        by=day.organiser, table=table.pk, number=1, version=1, out=entries[0], held=held, why="miscounted", sure=True
    )
    assert sentences(day)[-1] == "Hand 1 at table 1 of the final was corrected after the sheet was in."


def test_names_keep_their_capitals():
    day = Day("syg", name="Uno Open")
    setup.change_settings(by=day.organiser, competition=day.pk, choices={"cap": 32}, name="Uno Under 18 McDonald Cup")
    assert "Uno Under 18 McDonald Cup" in read_whole_log(day.competition.event, Wanted())[-1].sentence


def test_accounts_of_other_events_are_not_read():
    day = Day("syg")
    reader = Reader(day)
    Account.objects.create(username="elsewhere")
    with CaptureQueriesContext(connection) as captured:
        reader.page()
    read = [query["sql"] for query in captured if 'FROM "tournament_account"' in query["sql"]]
    assert len(read) == 2 and all("WHERE" in sql for sql in read)
