"""Kept papers: what changed since one was made, in words; made once, by whoever comes first."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from scoring.actions import corrections
from scoring.actions.keys import renew_key
from scoring.models import KeyChange
from scoring.printing.documents import DOCUMENTS, ROUND
from scoring.printing.print_room import facts_of, make_paper
from scoring.queries.print_sources import PrintSources
from tests.cast import OUT, Day, a_day
from tests.printing.documents import SITE
from tests.printing.reading import PrintedDocument
from tournament.actions import check_in, clock, groups, prints, removing
from tournament.actions.registration import withdraw
from tournament.actions.round_times import set_round_time
from tournament.models import Competition, Competitor, Event, Group, LogEntry, Print
from tournament.rules.errors import NotPermitted
from tournament.rules.print_looks import PaperLook, PrintLook
from tournament.rules.prints import KINDS, changed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]


def ask(day, what, round_number=0, **more):
    of = round_number or int(DOCUMENTS[what].of_round)
    typed = {"by": day.organiser, "competition": day.pk, "what": what, "paper": "a4", "site": SITE} | more
    return prints.ask_paper(**typed, round_number=of)


def kept(day, what, round_number=0, **more) -> Print:
    pk = ask(day, what, round_number, **more)
    make_paper(pk)
    return Print.objects.get(pk=pk)


def stale(day, paper: Print) -> str:
    return changed(
        paper.facts, facts_of(PrintSources(day.competition, paper.site), paper.what, paper.round, paper.copies)
    )


def rename(day, name, new):
    Competitor.objects.filter(event=day.event, name=name).update(name=new)


def correct(day):
    hand = day.table(1).hands.get(number=1)
    typed = day.typed(1, [OUT, 11, 20, 30])
    corrections.correct_hand(
        by=day.organiser, table=typed["table"], number=1, version=hand.version, why="read again",
        **{key: typed[key] for key in typed if key not in ("table", "number")},
    )  # fmt: skip


def change_event(day, **columns):
    Event.objects.filter(pk=day.event).update(**columns)


WORDS = {
    "two names": (
        ("syg", 14, "published"), "scoresheets",
        lambda day: [rename(day, "Ben", "Benjamin"), rename(day, "Ivy King", "Ivy Queen")],
        "two names changed",
    ),
    "a substitute is a seat": (
        ("syg", 14, "published"), "scoresheets", lambda day: day.substitute("Ben", "Ivy Zealand"), "one seat changed",
    ),
    "a substitute on the wall": (
        ("syg", 14, "published"), "tables", lambda day: day.substitute("Ben", "Ivy Zealand"), "one seat changed",
    ),
    "an empty chair": (("syg", 14, "published"), "names", lambda day: day.gone("Ben"), "one seat changed"),
    "a new round": (("syg", 16, "round closed"), "bracket", lambda day: day.next_round(), "four seats changed"),
    "a new round leaves the last one’s papers": (
        ("syg", 16, "round closed"), "scoresheets", lambda day: day.next_round(), "",
    ),
    "a new round leaves the certificate of the draw": (
        ("syg", 16, "round closed"), "certificate", lambda day: day.next_round(), "",
    ),
    "moves": (("bac", 13, "sheets in"), "rotation", lambda day: day.close_round(), "six moves changed"),
    "a correction": (("syg", 16, "round closed"), "round-results", correct, "one sheet changed"),
    "a correction in the file for the round after": (
        ("syg", 16, "round closed"), ROUND, correct, "one sheet changed",
    ),
    "a sheet that came in": (("syg", 14, "time up"), "round-results", lambda day: day.play(2), "one sheet changed"),
    "the day": (
        ("syg", 14, "published"), "tables", lambda day: change_event(day, date="2026-12-01"), "one setting changed",
    ),
    "whole names in public": (
        ("syg", 4, "published"), "tables", lambda day: change_event(day, full_names=True), "four names changed",
    ),
    "somebody was hidden": (
        ("syg", 14, "published"), "names",
        lambda day: Competitor.objects.filter(event=day.event, name="Ben").update(hidden=True), "one name changed",
    ),
    "whole names do not care who is hidden": (
        ("syg", 14, "published"), "scoresheets",
        lambda day: Competitor.objects.filter(event=day.event, name="Ben").update(hidden=True), "",
    ),
    "a group’s name": (
        ("syg", 14, "published"), "groups",
        lambda day: groups.rename_group(by=day.organiser, group=day.group("Zion"), name="Hope", was="Zion"),
        "one group changed",
    ),
    "sayings": (
        ("syg", 14, "published"), "sayings", lambda day: change_event(day, sayings=["the tallest"]),
        "one line on who deals first changed",
    ),
    "a rule of play": (
        ("syg", 6, "entries open"), "pocket-rules",
        lambda day: Competition.objects.filter(pk=day.pk).update(switches=["jump_in"]), "one setting changed",
    ),
    "the length of a round": (
        ("syg", 14, "published"), "run-sheet",
        lambda day: set_round_time(by=day.organiser, competition=day.pk, round=2, clock=1500, warning=180),
        "one setting changed",
    ),
    "a limit is on no paper": (
        ("syg", 6, "entries open"), "pocket-rules",
        lambda day: Competition.objects.filter(pk=day.pk).update(cap=40), "",
    ),
    "one entry more, one less": (
        ("syg", 6, "entries open"), "check-in",
        lambda day: [day.enter("Ruby New", "Grace Park"), withdraw(by=day.organiser, entry=day.who("Ben").pk)],
        "two entries changed",
    ),
    "somebody came": (
        ("syg", 6, "entries open"), "check-in",
        lambda day: check_in.check_in(by=day.organiser, competitor=day.who("Ben").competitor_id), "one arrival changed",
    ),
    "another grade is in the report": (
        ("syg", 4, "finished"), "report", lambda day: day.enter_in_under_18("Ruby New", "Zion"),
        "one other competition changed",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", WORDS)
def test_the_words_say_what_changed(what):
    of, paper, change, words = WORDS[what]
    preset, people, stage = of
    day = a_day(preset, people, stage, **({"rounds": 3} if preset == "bac" else {}))
    if people == 6:
        day.enter("Ben", "Nazareth")
    made = kept(day, paper, 2 if paper == ROUND else 0) if stage != "time up" else kept(day.play(1), paper)
    assert (made.step, stale(day, made)) == ("ready", "")
    change(day)
    assert stale(day, made) == words
    again = kept(day, paper, made.round)
    assert (again.made_at > made.made_at, stale(day, again)) == (bool(words), "")


def test_slips_tell_of_links_groups_and_closing():
    day = a_day("syg", 4, "entries open")
    homes = list(Group.objects.filter(event=day.event))
    for group in homes[:3]:
        day.invite(group.pk)
    made = kept(day, "slips")
    groups.rename_group(by=day.organiser, group=homes[0].pk, name="Emmaus", was=homes[0].name)
    day.invite(homes[3].pk)
    day.close()
    assert stale(day, made) == "one group changed, one setting changed, one link changed"


def test_every_document_is_made_from_known_facts():
    for document in (listed for listed in DOCUMENTS.values() if not listed.parts):
        assert {"head", *document.facts} <= {*KINDS}
        assert "head" in document.facts  # every page is headed


def test_two_who_ask_at_once_make_one_job():
    day = a_day("syg", 14, "published")
    first = ask(day, "scoresheets")
    begun = prints.take_up(first)
    assert ask(day, "scoresheets") == first
    assert prints.take_up(first) is None  # whoever began goes on
    assert LogEntry.objects.filter(what="paper asked for").count() == 1
    assert begun is not None
    prints.note_made(begun, b"%PDF-", 8, {})
    assert Print.objects.get().step == "ready"


def test_a_later_round_that_is_seated_makes_neither_check_in_list_nor_run_sheet_out_of_date():
    day = a_day("syg", 14, "published")
    paper = kept(day, "check-in")
    run_sheet = kept(day.until("round closed"), "run-sheet")
    day.next_round()
    assert stale(day, paper) == stale(day, run_sheet) == ""


@time_machine.travel("2026-11-21 01:00 +0000", tick=True)
def test_a_run_sheet_is_out_of_date_when_the_start_is_set():
    day = a_day("syg", 14, "published")
    change_event(day, time_zone="Australia/Melbourne")
    paper = kept(day, "run-sheet")
    clock.set_start(by=day.mc, competition=day.pk, at="14:00")
    assert stale(day, paper) == "one start changed"


def test_whoever_wants_another_look_meanwhile_gets_it():
    day = a_day("syg", 4, "finished")
    first = prints.take_up(ask(day, "certificates"))
    second = ask(day, "certificates", look=PrintLook(PaperLook.BLACK))
    assert first is not None
    prints.note_made(first, b"the wrong one", 2, {})
    make_paper(second)
    made = Print.objects.get()
    assert (made.step, made.look, len(PrintedDocument(bytes(made.content)).pages)) == ("ready", {"look": "black"}, 4)


def test_whoever_wants_another_number_meanwhile_gets_it():
    day = Day("syg")
    first = prints.take_up(ask(day, "blank-sheets", copies=1))
    second = ask(day, "blank-sheets", copies=2)
    assert first is not None
    prints.note_made(first, b"the wrong one", 2, {})
    make_paper(second)
    made = Print.objects.get()
    assert (made.step, made.pages, len(PrintedDocument(bytes(made.content)).pages)) == ("ready", 4, 4)


def test_a_worker_that_was_killed_is_replaced_and_nothing_is_lost():
    day = a_day("syg", 14, "published")
    first = kept(day, "tables")
    rename(day, "Ben", "Benjamin")
    pk = ask(day, "tables")
    assert prints.take_up(pk) is not None  # and is killed now
    make_paper(pk)
    assert bytes(Print.objects.get().content) == bytes(first.content)  # nobody knows yet; the old file can be opened
    Print.objects.update(touched_at=timezone.now() - 2 * prints.PRINTER_IS_GONE_AFTER)
    assert prints.papers_that_wait() == [pk]
    make_paper(pk)
    made = Print.objects.get()
    assert (made.step, stale(day, made)) == ("ready", "")
    assert made.made_at > first.made_at


def test_an_mc_may_have_what_public_pages_show_and_nothing_else():
    day = a_day("syg", 14, "published")
    assert kept(day, "run-sheet", by=day.mc).step == "ready"
    for what in ("scoresheets", "slips", "check-in", "groups", "tents", "reserves", "certificates", ROUND):
        with pytest.raises(NotPermitted):
            ask(day, what, by=day.mc)


def test_one_of_two_workers_makes_it(commits):
    day = Day("syg").people(8).until("published")
    pk, barrier, got = ask(day, "tables"), Barrier(2), []

    def work():
        barrier.wait()
        got.append(prints.take_up(pk))
        connection.close()

    both = [Thread(target=work) for _ in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert sorted(answer is not None for answer in got) == [False, True]
    removing.remove_unfinished(day.event)


def test_a_key_that_an_earlier_version_printed_is_no_change_until_it_is_replaced():
    day = a_day("syg", 4, "published")
    paper = kept(day, "tents")
    KeyChange.objects.create(competition=day.competition, number=1, anew=0, token="printed-then", code="PRNTD22")
    assert stale(day, paper) == ""
    renew_key(by=day.organiser, competition=day.pk, number=1)
    assert "table key" in stale(day, paper)
