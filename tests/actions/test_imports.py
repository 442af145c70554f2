"""A list becomes entries: received, read, looked at, saved in one step; nothing of it is left behind (RULES 5)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.actions.calls import listed
from tests.actions.test_erase_names import where_is
from tests.cast import Day
from tests.refusals import everything, refused
from tournament.actions import erasing, groups, import_jobs, imports, registration, setup
from tournament.models import Account, Competition, Competitor, Entry, Event, Group, Import, LogEntry
from tournament.rules.errors import EntryRefused, ListRefused, NotFound, Refused

pytestmark = pytest.mark.django_db

PROBLEMS = "Some rows have problems. Leave them out, or fix the list and send it again."
MEANWHILE = "Something was entered or changed since you opened this list. Check it again; nothing has been saved yet."


def receive(day: Day, *rows: str) -> int:
    return imports.receive_list(by=day.organiser, competition=day.pk, content=listed(*rows))


def read(day: Day, *rows: str) -> Import:
    """As it is after it was read."""
    pk = receive(day, *rows)
    import_jobs.read_list(pk)
    return Import.objects.get(pk=pk)


def save(day: Day, pk: int, **more: bool) -> None:
    """The organiser's button, and what happens behind it."""
    imports.confirm_import(by=day.organiser, upload=pk, **more)
    import_jobs.save_list(pk)


def entries(day: Day) -> list[tuple[str, str, str]]:
    standing = day.competition.entries.filter(withdrawn_at__isnull=True).order_by("pk")
    return list(standing.values_list("group__name", "competitor__name", "kind"))


def problems(upload: Import) -> list[tuple[int, str]]:
    return [(row, why) for row, _, why in upload.problems]


def test_a_list_is_shown_before_it_is_saved():
    day = Day("syg")
    day.enter("Mia O'Brien", "Riverside")
    before = entries(day)
    upload = read(day, "riverside,MIA o'brien", "Riverside,Ben,reserve", "Grace Park,李小龍,Entry")
    assert (upload.step, upload.problems, entries(day)) == ("checked", [], before)
    assert upload.found == {
        "fresh": 2,
        "entries": 1,
        "reserves": 1,
        "grades": [["Uno Open", 1, 1]],
        "groups": ["Grace Park"],
        "there": 1,
        "also": {},
        "alike": [],
        "alike_groups": [],
        "unused": [],
        "first": [[3, "Riverside", "Ben", "reserve", "Uno Open"], [4, "Grace Park", "李小龍", "entry", "Uno Open"]],
    }


def test_a_saved_list_is_everybody_on_it_and_is_itself_gone():
    day = Day("syg")
    day.enter("Mia O'Brien", "Riverside")
    upload = read(day, "Riverside,Mia O'Brien", "Riverside,Ben,reserve", "Grace Park,李小龍", "grace park,Ivy King,r")
    save(day, upload.pk)
    assert entries(day) == [
        ("Riverside", "Mia O'Brien", "entry"),
        ("Riverside", "Ben", "reserve"),
        ("Grace Park", "李小龍", "entry"),
        ("Grace Park", "Ivy King", "reserve"),
    ]
    assert Import.objects.count() == 0
    line = LogEntry.objects.latest("pk")
    assert (line.what, line.by) == ("entries imported", "Ruth Katoa")
    assert line.facts == {"upload": upload.pk, "entries": 1, "reserves": 2, "groups": 1, "there": 1, "left_out": 0}


def test_nothing_is_saved_while_a_row_has_a_problem():
    day = Day("syg")
    upload = read(day, "Riverside,Mia O'Brien", "Riverside,Ben")
    assert problems(upload) == [(3, "This group already has its entry. Change or withdraw one first.")]
    with refused(EntryRefused, PROBLEMS):
        imports.confirm_import(by=day.organiser, upload=upload.pk)
    with refused(EntryRefused, PROBLEMS):
        imports.import_entries(by=day.organiser, upload=upload.pk)


def test_rows_with_problems_may_be_left_out():
    day = Day("syg", cap=2)
    upload = read(
        day, "Riverside,Mia O'Brien", "Riverside,Ben", ",Nobody", "Zion,Ivy King", "Elim,Jude Addo", "Elim,Xu,r"
    )
    assert problems(upload) == [
        (3, "This group already has its entry. Change or withdraw one first."),
        (4, "The group’s name is missing."),
        (6, "The competition is full: 2 entries. You can still nominate a reserve."),
    ]
    save(day, upload.pk, leave_out=True)
    assert entries(day) == [
        ("Riverside", "Mia O'Brien", "entry"),
        ("Zion", "Ivy King", "entry"),
        ("Elim", "Xu", "reserve"),
    ]
    assert LogEntry.objects.latest("pk").facts["left_out"] == 3


def test_a_problem_that_nobody_has_seen_stops_it_even_if_problems_are_left_out():
    """Between the preview and the button somebody else enters Riverside's one person."""
    day = Day("syg")
    upload = read(day, "Riverside,Mia O'Brien", "Riverside,Ben", "Zion,Ivy King")
    imports.confirm_import(by=day.organiser, upload=upload.pk, leave_out=True)
    day.enter("Jude Addo", "Riverside")
    import_jobs.save_list(upload.pk)
    assert entries(day) == [("Riverside", "Jude Addo", "entry")]
    upload.refresh_from_db()
    assert (upload.step, upload.why) == ("checked", MEANWHILE)
    assert [row for row, _ in problems(upload)] == [2, 3]
    save(day, upload.pk, leave_out=True)
    assert entries(day) == [("Riverside", "Jude Addo", "entry"), ("Zion", "Ivy King", "entry")]


def test_a_row_that_was_to_be_left_out_stays_out_even_if_its_place_became_free_meanwhile():
    day = Day("syg")
    jude = day.enter("Jude Addo", "Riverside")
    upload = read(day, "Riverside,Mia O'Brien", "Zion,Ivy King")
    registration.withdraw(by=day.organiser, entry=jude)
    save(day, upload.pk, leave_out=True)
    assert entries(day) == [("Zion", "Ivy King", "entry")]
    assert LogEntry.objects.latest("pk").facts["left_out"] == 1


def test_a_list_is_saved_once_however_often_its_task_runs():
    day = Day("bac")
    upload = read(day, "Riverside,Mia O'Brien")
    imports.confirm_import(by=day.organiser, upload=upload.pk)
    import_jobs.save_list(upload.pk)
    after = everything()
    import_jobs.save_list(upload.pk)
    import_jobs.read_list(upload.pk)
    assert everything() == after


def test_nobody_can_take_a_list_s_request_id_beforehand():
    """Ids of requests come from pages, so whoever guessed the next one kept the list from ever being saved."""
    day = Day("bac")
    upload = read(day, "Riverside,Mia O'Brien")
    groups.add_group(by=day.organiser, event=day.event, name="Elim", request=f"import-{upload.pk}")
    save(day, upload.pk)
    assert entries(day) == [("Riverside", "Mia O'Brien", "entry")]


def test_entries_that_close_meanwhile_stay_closed():
    day = Day("syg").people(2)
    upload = read(day, "Zion,Ivy King")
    imports.confirm_import(by=day.organiser, upload=upload.pk)
    day.close()
    import_jobs.save_list(upload.pk)
    upload.refresh_from_db()
    assert (upload.step, upload.why) == ("checked", "Entries are closed. Reopen them first.")
    assert len(entries(day)) == 2
    with refused(EntryRefused, "Entries are closed. Reopen them first."):
        receive(day, "Zion,Ivy King")
    with refused(EntryRefused, "Entries are closed. Reopen them first."):
        imports.confirm_import(by=day.organiser, upload=upload.pk)


def test_a_list_of_people_who_are_all_there_is_nothing_to_save():
    day = Day("syg")
    day.enter("Mia O'Brien", "Riverside")
    upload = read(day, "Riverside,Mia O'Brien")
    with refused(EntryRefused, "Nobody on this list is new, so there is nothing to save."):
        imports.confirm_import(by=day.organiser, upload=upload.pk)


def test_whoever_was_withdrawn_is_entered_again_and_stays_one_person():
    day = Day("syg")
    registration.withdraw(by=day.organiser, entry=day.enter("Mia O'Brien", "Riverside"))
    save(day, read(day, "Riverside,mia o'brien,reserve").pk)
    assert entries(day) == [("Riverside", "Mia O'Brien", "reserve")]
    assert (Entry.objects.count(), Competitor.objects.count()) == (1, 1)


def test_a_person_of_the_other_grade_is_the_same_competitor():
    day = Day("syg")
    by = day.coordinator("Riverside")
    other = setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Uno Under 18")
    registration.enter(by=by, competition=other, group=by.scope, name="Nguyễn Thị Ánh")
    save(day, read(day, "Riverside,NGUYỄN THỊ ÁNH").pk)
    assert Competitor.objects.count() == 1
    assert entries(day) == [("Riverside", "Nguyễn Thị Ánh", "entry")]


def test_a_list_that_cannot_be_read_says_why_and_is_not_kept():
    day = Day("syg")
    pk = imports.receive_list(by=day.organiser, competition=day.pk, content="TVqQAAMA")
    import_jobs.read_list(pk)
    upload = Import.objects.get(pk=pk)
    assert (upload.step, bytes(upload.content)) == ("failed", b"")
    assert upload.why.startswith("This is a program, not a list.")
    with refused(EntryRefused, "This list is being read or saved. Wait a moment."):
        imports.confirm_import(by=day.organiser, upload=pk)


def test_what_did_not_arrive_whole_is_refused():
    day = Day("syg")
    with refused(ListRefused, "Part of the list didn’t arrive. Send it again."):
        imports.receive_list(by=day.organiser, competition=day.pk, content="not base64!")


def test_a_discarded_list_leaves_nothing_behind():
    day = Day("syg")
    upload = read(day, "Riverside,Zebulon Quill", ",Zebulon Quill")
    assert where_is("Zebulon")
    imports.discard_import(by=day.organiser, upload=upload.pk)
    assert where_is("Zebulon") == []
    with refused(NotFound, "This list is gone: it was saved or discarded."):
        imports.discard_import(by=day.organiser, upload=upload.pk)


def test_a_list_that_was_discarded_while_it_was_read_does_not_come_back():
    day = Day("syg")
    pk = receive(day, "Riverside,Zebulon Quill")
    imports.discard_import(by=day.organiser, upload=pk)
    import_jobs.read_list(pk)
    import_jobs.save_list(pk)
    assert where_is("Zebulon") == []


def test_a_saved_list_leaves_names_only_where_they_belong():
    day = Day("syg")
    save(day, read(day, "Riverside,Zebulon Quill", "Riverside,Zebulon Second").pk, leave_out=True)
    assert len(where_is("Zebulon")) == 1
    assert where_is("Zebulon Second") == []


def test_erasing_names_takes_unfinished_lists_with_it():
    day = Day("syg").people(2)
    read(day, "Zion,Zebulon Quill")
    day.until("finished")
    erasing.erase_names(by=day.organiser, event=day.event)
    assert where_is("Zebulon") == []
    assert Import.objects.count() == 0


def test_nothing_is_imported_once_names_were_erased():
    day = Day("syg")
    upload = read(day, "Riverside,Mia O'Brien")
    Event.objects.update(erased_at=timezone.now())
    with refused(Refused, "The names in this event have been erased, so nobody can be added or checked in."):
        imports.import_entries(by=day.organiser, upload=upload.pk)
    with refused(Refused, "The names in this event have been erased, so nobody can be added or checked in."):
        receive(day, "Riverside,Mia O'Brien")


def test_a_new_list_of_the_same_person_replaces_the_one_before():
    day = Day("syg")
    read(day, "Riverside,Mia O'Brien")
    second = read(day, "Riverside,Ben")
    assert list(Import.objects.values_list("pk", flat=True)) == [second.pk]


def test_another_organiser_of_the_same_name_does_not_replace_it():
    day = Day("syg")
    ruths = [replace(day.organiser, account=Account.objects.create(username=name).pk) for name in ("one", "two")]
    for ruth in [*ruths, ruths[1]]:
        imports.receive_list(by=ruth, competition=day.pk, content=listed("Riverside,Ben"))
    receive(day, "Riverside,Ben")
    assert list(Import.objects.order_by("touched_at").values_list("account", flat=True)) == [
        ruths[0].account,
        ruths[1].account,
        None,
    ]


def test_a_list_that_nobody_came_back_to_is_forgotten_after_a_day():
    day = Day("syg")
    upload = read(day, "Riverside,Zebulon Quill")
    with time_machine.travel(upload.touched_at + timedelta(hours=23), tick=False):
        assert imports.forget_old_lists() == 0
    with time_machine.travel(upload.touched_at + timedelta(hours=25), tick=False):
        assert imports.forget_old_lists() == 1
    assert where_is("Zebulon") == []


@pytest.mark.parametrize("step", ["reading", "saving"])
def test_a_list_whose_worker_was_killed_is_taken_up_again(step):
    day = Day("bac")
    upload = read(day, "Riverside,Mia O'Brien")
    Import.objects.update(step=step, working=True, content=b"Group,Name\nRiverside,Mia O'Brien")
    do = import_jobs.read_list if step == "reading" else import_jobs.save_list
    with time_machine.travel(upload.touched_at + timedelta(seconds=20), tick=False):
        assert import_jobs.lists_that_wait() == []
        before = everything()
        do(upload.pk)
        assert everything() == before  # somebody is still at it
    with time_machine.travel(upload.touched_at + timedelta(seconds=40), tick=False):
        assert import_jobs.lists_that_wait() == [(upload.pk, step)]
        do(upload.pk)
        assert import_jobs.lists_that_wait() == []
    assert len(entries(day)) == (1 if step == "saving" else 0)


@pytest.mark.parametrize(
    ("step", "becomes", "why"),
    [
        (
            "reading",
            "failed",
            "This list couldn’t be read, even the second time. Send it as CSV, or paste it.",
        ),
        (
            "saving",
            "checked",
            "This list couldn’t be saved, even the second time, and nobody was entered. Send it in smaller parts.",
        ),
    ],
)
def test_a_list_that_kills_whoever_works_on_it_is_given_up_after_two(step, becomes, why):
    day = Day("bac")
    upload = read(day, "Riverside,Mia O'Brien")
    Import.objects.update(step=step, attempts=0, content=b"Group,Name\nRiverside,Mia O'Brien")
    for killed in (1, 2):
        assert import_jobs.LISTS.take_up(upload.pk, step) is not None, killed
        Import.objects.update(touched_at=timezone.now() - timedelta(seconds=40))
    (import_jobs.read_list if step == "reading" else import_jobs.save_list)(upload.pk)
    upload.refresh_from_db()
    assert (upload.step, upload.why, entries(day)) == (becomes, why, [])
    assert import_jobs.lists_that_wait() == []


def test_a_list_that_was_given_up_can_be_confirmed_again():
    day = Day("bac")
    upload = read(day, "Riverside,Mia O'Brien")
    Import.objects.update(attempts=3)
    save(day, upload.pk)
    assert entries(day) == [("Riverside", "Mia O'Brien", "entry")]


def test_a_list_whose_task_was_lost_is_found():
    day = Day("bac")
    pk = receive(day, "Riverside,Mia O'Brien")
    assert import_jobs.lists_that_wait() == []
    with time_machine.travel(timezone.now() + timedelta(seconds=10), tick=False):
        assert import_jobs.lists_that_wait() == [(pk, "reading")]


def test_thousands_of_people_of_hundreds_of_groups_are_saved_together(django_assert_max_num_queries):
    day = Day("bac")
    upload = read(day, *(f"Group {n % 400},Person {n},{'reserve' if n % 5 == 4 else ''}" for n in range(2000)))
    assert (upload.found["entries"], upload.found["reserves"], len(upload.found["groups"])) == (1600, 400, 400)
    imports.confirm_import(by=day.organiser, upload=upload.pk)
    with django_assert_max_num_queries(50):
        import_jobs.save_list(upload.pk)
    assert Competition.objects.get(pk=day.pk).entries.filter(kind="entry").count() == 1600
    assert (Group.objects.count(), Competitor.objects.count()) == (400, 2000)
    codes = list(day.competition.entries.order_by("pk").values_list("competitor__name", flat=True))
    assert codes == [f"Person {n}" for n in range(2000)]
