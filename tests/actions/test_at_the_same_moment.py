"""Two people at the same moment: one after the other, nothing lost, nothing twice, nobody waits for ever."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from scoring.actions import corrections, hands, sheets
from scoring.models import Hand
from tests.actions.calls import listed
from tests.cast import OUT, Day
from tests.programs import PATIENCE, wait_until
from tournament.actions import (
    accounts,
    attendance,
    check_in,
    clock,
    draw,
    erasing,
    groups,
    hall_numbers,
    import_jobs,
    imports,
    registration,
    removing,
    screens,
    setup,
    spelling,
    wishes,
)
from tournament.actions.base import lock_event
from tournament.actions.group_people import lock_people
from tournament.actions.moments import fire_due_moments
from tournament.models import (
    Account,
    Answered,
    ClockChange,
    Competitor,
    Entry,
    Event,
    FormerName,
    Group,
    LogEntry,
    Round,
    Screen,
    Wish,
)
from tournament.permissions import Actor, Role
from tournament.rules.errors import DrawRefused, EntryRefused, Stale
from tournament.rules.key_hashes import hash_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("commits")]


class Background:
    """A call in a thread of its own, with a connection of its own; its answer, or what it was refused with."""

    def __init__(self, call: Callable[[], Any], after: threading.Barrier | None = None) -> None:
        self.call, self.after = call, after
        self.answer: Any = None
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        try:
            if self.after:
                self.after.wait()
            self.answer = self.call()
        except Exception as error:
            self.answer = error
        finally:
            connection.close()

    def result(self) -> Any:
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        return self.answer


def together(*calls: Callable[[], Any]) -> list[Any]:
    """All at once."""
    gate = threading.Barrier(len(calls))
    return [call.result() for call in [Background(call, gate) for call in calls]]


def kinds(answers: list[Any]) -> list[str]:
    """How it went for each: sorted, since nobody knows who was first."""
    return sorted(type(answer).__name__ for answer in answers)


def until_somebody_waits() -> None:
    """Postgres says when another connection waits for a lock; SQLite has one lock for all and needs no looking."""

    def waiting() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
            return bool(cursor.fetchone()[0])

    if connection.vendor == "postgresql":
        assert wait_until(waiting)


def test_a_group_s_limit_holds():
    day = Day("syg")
    group = day.group("Riverside")
    by = day.coordinator("Riverside")
    names = ("Mia O'Brien", "Ben", "Ivy King", "Jude Addo")
    answers = together(*(lambda n=n: registration.enter(by=by, competition=day.pk, group=group, name=n) for n in names))
    assert kinds(answers) == ["EntryRefused", "EntryRefused", "EntryRefused", "int"]
    assert Entry.objects.count() == 1


def test_the_cap_holds():
    day = Day("syg", cap=2)
    groups = [day.coordinator(name) for name in ("Riverside", "Bethel", "Zion", "Elim")]
    answers = together(
        *(lambda by=by: registration.enter(by=by, competition=day.pk, group=by.scope, name="Ben") for by in groups)
    )
    assert kinds(answers) == ["EntryRefused", "EntryRefused", "int", "int"]
    assert {str(a) for a in answers if isinstance(a, EntryRefused)} == {
        "The competition is full: 2 entries. You can still nominate a reserve."
    }


def test_the_cap_holds_against_a_list_too():
    """Two on a list and three one by one want three places: whoever is late is refused, and a list is whole or not."""
    day = Day("syg", cap=3)
    content = listed("Bayside,Mia O'Brien", "Northside,Ivy King")
    upload = imports.receive_list(by=day.organiser, competition=day.pk, content=content)
    import_jobs.read_list(upload)
    groups = [day.coordinator(name) for name in ("Riverside", "Bethel", "Zion")]
    answers = together(
        lambda: imports.import_entries(by=day.organiser, upload=upload),
        *(lambda by=by: registration.enter(by=by, competition=day.pk, group=by.scope, name="Ben") for by in groups),
    )
    assert Entry.objects.count() == 3
    from_list = Entry.objects.filter(group__name__in=["Bayside", "Northside"]).count()
    assert from_list == (2 if isinstance(answers[0], dict) else 0)
    assert kinds(answers[1:]).count("int") == 3 - from_list


def test_a_list_is_saved_once_by_many_workers():
    day = Day("bac")
    upload = imports.receive_list(by=day.organiser, competition=day.pk, content=listed("Zion,Ben", "Elim,Ivy King"))
    import_jobs.read_list(upload)
    imports.confirm_import(by=day.organiser, upload=upload)
    assert together(*[lambda: import_jobs.save_list(upload)] * 4) == [None] * 4
    assert (Entry.objects.count(), LogEntry.objects.filter(what="entries imported").count()) == (2, 1)


def test_two_lists_that_bring_the_same_new_group_make_it_once():
    day = Day("bac")
    other = setup.create_competition(by=day.organiser, event=day.event, preset_name="bac", name="Uno Under 18")
    uploads = [
        imports.receive_list(by=day.organiser, competition=pk, content=listed("Zion,Ben", f"Elim,{pk}"))
        for pk in (day.pk, other)
    ]
    for upload in uploads:
        import_jobs.read_list(upload)
    answers = together(*(lambda pk=pk: imports.import_entries(by=day.organiser, upload=pk) for pk in uploads))
    assert kinds(answers) == ["dict", "dict"]
    assert sorted(Group.objects.values_list("name", flat=True)) == ["Elim", "Zion"]
    assert (Competitor.objects.count(), Entry.objects.count()) == (3, 4)


def test_whoever_is_entered_while_names_are_erased_is_erased_too():
    day = Day("syg").people(2)
    by = day.coordinator("Zion")
    with transaction.atomic():
        registration.enter(by=by, competition=day.pk, group=by.scope, name="Ivy King")
        organiser = Background(lambda: erasing.erase_names(by=day.organiser, event=day.event))
        until_somebody_waits()
    assert organiser.result() == 3
    assert set(Competitor.objects.values_list("name", flat=True)) == {""}


def test_whoever_is_respelt_while_names_are_erased_is_erased_too():
    day = Day("syg").people(2)
    mia = day.who("Mia O'Brien").competitor_id
    respell = partial(spelling.respell, by=day.organiser, competitor=mia, name="Mía O'Brien", was="Mia O'Brien")
    with transaction.atomic():
        erasing.erase_names(by=day.organiser, event=day.event)
        coordinator = Background(respell)
        until_somebody_waits()
    assert kinds([coordinator.result()]) == ["Refused"]
    assert set(Competitor.objects.values_list("name", flat=True)) == {""}
    assert not FormerName.objects.exists()


def test_granting_a_spelling_and_erasing_names_do_not_block_each_other():
    """Whoever grants waits for the event, and holds nothing that erasing names needs."""
    day = Day("syg").people(2)
    asked = {"by": day.coordinator("Riverside"), "entry": day.who("Mia O'Brien").pk, "why": "married"}
    wish = wishes.ask_spelling(**asked, name="Mya Hall")
    answer = {"by": day.organiser, "wish": wish, "kind": "spelling", "name": "Mya Hall", "granted": True}
    with transaction.atomic():
        lock_event(day.event)
        organiser = Background(lambda: wishes.answer_wish(**answer))
        until_somebody_waits()
        erasing.erase_names(by=day.organiser, event=day.event)
    assert kinds([organiser.result()]) == ["NotFound"]
    assert set(Competitor.objects.values_list("name", flat=True)) == {""}


def test_granting_a_spelling_and_a_rename_in_another_competition_do_not_block_each_other():
    """Whoever renames holds the group's people, and settles what was asked for; whoever grants waits for the group, and
    must not hold the wish."""
    day = Day("syg").people(2)
    mia, spelt = day.who("Mia O'Brien"), "Mia O'Brian"
    wish = wishes.ask_spelling(by=day.coordinator("Riverside"), entry=mia.pk, name=spelt, why="a slip")
    answer = {"by": day.organiser, "wish": wish, "kind": "spelling", "name": spelt, "granted": True}
    under_18 = setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Uno Under 18")
    other = registration.enter(by=day.organiser, competition=under_18, group=mia.group_id, name="Mia O'Brien")
    with transaction.atomic():
        lock_people(mia.group)
        organiser = Background(lambda: wishes.answer_wish(**answer))
        until_somebody_waits()
        registration.rename(by=day.organiser, entry=other, name=spelt, was="Mia O'Brien")
    assert kinds([organiser.result()])[0] in ("NoneType", "Refused")  # whoever came second finds it answered
    assert list(FormerName.objects.values_list("name", "competitor__name")) == [("Mia O'Brien", spelt)]
    assert Wish.objects.filter(pk=wish, granted=True).exists()


def test_whoever_is_entered_under_a_name_that_somebody_gets_just_now_is_that_person():
    day = Day("bac")
    entry = Entry.objects.get(pk=day.enter("Ana Silva", "Riverside"))
    under_18 = setup.create_competition(by=day.organiser, event=day.event, preset_name="bac", name="Uno Under 18")
    enter = partial(registration.enter, by=day.organiser, competition=under_18, group=entry.group_id)
    with transaction.atomic():
        spelling.respell(by=day.organiser, competitor=entry.competitor_id, name="Anna Silva", was="Ana Silva")
        coordinator = Background(lambda: enter(name="Anna Silva"))
        until_somebody_waits()
    assert kinds([coordinator.result()]) == ["int"]
    assert list(Competitor.objects.values_list("name", flat=True)) == ["Anna Silva"]


def test_one_person_entered_in_two_competitions_is_one_competitor():
    day = Day("syg")
    other = setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Uno Under 18")
    by = day.coordinator("Riverside")
    for name in ("Mia O'Brien", "Nguyễn Thị Ánh", "李小龍"):
        answers = together(
            *(
                lambda pk=pk, name=name: registration.enter(by=by, competition=pk, group=by.scope, name=name)
                for pk in (day.pk, other)
            )
        )
        assert kinds(answers) == ["int", "int"]
        for entry in answers:
            registration.withdraw(by=by, entry=entry)
    assert Competitor.objects.count() == 3


def test_events_of_one_name_get_an_address_each():
    by = Actor(Role.ORGANISER, None, "Ruth Katoa")
    answers = together(*[lambda: setup.create_event(by=by, name="Youth weekend")] * 5)
    assert kinds(answers) == ["int"] * 5
    slugs = Event.objects.values_list("slug", flat=True)
    assert sorted(slugs) == ["youth-weekend", *(f"youth-weekend-{n}" for n in range(2, 6))]


def test_a_group_of_one_name_is_added_once():
    day = Day("syg")
    answers = together(*[lambda: groups.add_groups(by=day.organiser, event=day.event, lines=["Zion", "Elim"])] * 4)
    assert kinds(answers) == ["EntryRefused", "EntryRefused", "EntryRefused", "dict"]
    assert Group.objects.count() == 2


def test_whoever_is_entered_while_groups_are_merged_is_lost_by_nobody():
    """Either the entry goes along with its group, or the group is gone and the entry is refused."""
    day = Day("syg", entries_per_group=None)
    kept, gone = day.group("Riverside"), day.group("Riverside YG")
    by = day.coordinator("Riverside YG")
    enter = [
        lambda name=name: registration.enter(by=by, competition=day.pk, group=gone, name=name)
        for name in ("Ben", "Ivy King", "Jude Addo")
    ]
    merge = partial(groups.merge_groups, by=day.organiser, group=gone, into=kept, sure=True)
    *answers, merged = together(*enter, merge)
    assert merged is None
    assert set(kinds(answers)) <= {"int", "NotFound"}
    assert Entry.objects.filter(group=kept).count() == kinds(answers).count("int")


def test_the_form_that_comes_second_is_stale():
    day = Day("syg")
    change = partial(setup.change_settings, by=day.organiser, competition=day.pk, version=1)
    answers = together(*(lambda n=n: change(choices={"clock": n}) for n in (1200, 1500, 2400)))
    assert kinds(answers) == ["NoneType", "Stale", "Stale"]
    assert day.competition.version == 2


def test_a_wristband_is_given_to_one_person():
    day = Day("syg").people(4)
    people = Competitor.objects.values_list("pk", flat=True)
    answers = together(
        *(lambda pk=pk: check_in.give_wristband(by=day.organiser, competitor=pk, number="007") for pk in people)
    )
    assert kinds(answers) == ["EntryRefused", "EntryRefused", "EntryRefused", "NoneType"]


def test_the_same_request_from_a_nervous_tablet_has_one_effect_and_one_answer():
    day = Day("syg").people(4).until("running")
    body = day.typed(1, [OUT, 10, 20, 30])
    by = day.umpire(1)
    answers = together(*[lambda: hands.record_hand(by=by, **body, request="tablet-1")] * 4)
    assert answers == [{"hand": 1, "version": 1}] * 4
    assert (Hand.objects.count(), Answered.objects.count()) == (1, 1)
    assert LogEntry.objects.filter(what="hand recorded").count() == 1


def test_two_tablets_at_one_table_record_a_hand_once():
    day = Day("syg").people(4).until("running")
    bodies = [day.typed(1, held) for held in ([OUT, 10, 20, 30], [10, OUT, 20, 30], [10, 20, OUT, 30])]
    by = day.umpire(1)
    answers = together(*(lambda body=body: hands.record_hand(by=by, **body) for body in bodies))
    assert kinds(answers) == ["Stale", "Stale", "dict"]
    assert all(answer.theirs["version"] == 1 for answer in answers if isinstance(answer, Stale))
    assert Hand.objects.count() == 1


def test_every_table_records_its_first_hand_and_the_round_begins_once():
    day = Day("syg", clock=None, warning=None, ending="hands", hands=3).people(16).until("published")
    calls = [(day.umpire(n), day.typed(n, [OUT, 10, 20, 30])) for n in (1, 2, 3, 4)]
    answers = together(*(lambda by=by, body=body: hands.record_hand(by=by, **body) for by, body in calls))
    assert answers == [{"hand": 1, "version": 1}] * 4
    assert Round.objects.get().began_at is not None


def test_the_draw_is_sealed_once():
    day = Day("syg").people(4).until("chosen")
    answers = together(*[lambda: draw.seal_draw(by=day.organiser, competition=day.pk)] * 3)
    assert kinds(answers) == ["DrawRefused", "DrawRefused", "dict"]
    assert {str(a) for a in answers if isinstance(a, DrawRefused)} == {
        "The draw is sealed. Next it needs the numbers from the hall."
    }


def test_of_two_organisers_who_type_and_confirm_at_once_the_draw_has_the_numbers_one_of_them_saw():
    day = Day("syg").people(8).until("sealed")
    of = {"by": day.organiser, "competition": day.pk}
    answers = together(*(lambda n=n: hall_numbers.type_numbers(**of, public=n) for n in ("4 6 1", "4 6 7")))
    assert kinds(answers) == ["DrawRefused", "NoneType"]
    typed = day.competition.draws.get().typed
    answers = together(*(lambda n=n: hall_numbers.supply_numbers(**of, public=n) for n in ("4 6 1", "4 6 7") * 2))
    assert kinds(answers) == ["DrawRefused", "DrawRefused", "DrawRefused", "dict"]
    assert day.competition.draws.get().public == typed
    assert LogEntry.objects.filter(what="drawn").count() == 1


def test_of_two_organisers_who_press_at_once_one_shows_the_next_table():
    day = Day("syg").people(8).until("drawn")
    answers = together(*[lambda: draw.reveal_next(by=day.organiser, competition=day.pk, seen=0)] * 3)
    assert kinds(answers) == ["DrawRefused", "DrawRefused", "dict"]
    assert day.competition.draws.get().revealed == 1


def test_a_draw_is_published_or_thrown_away_never_both():
    day = Day("syg").people(4).until("drawn")
    answers = together(
        lambda: draw.publish_draw(by=day.organiser, competition=day.pk),
        lambda: draw.discard_draw(by=day.organiser, competition=day.pk, why="a table was counted twice"),
    )
    assert len([a for a in answers if isinstance(a, DrawRefused)]) == 1
    thrown = day.competition.draws.filter(discarded_at__isnull=False).exists()
    assert Round.objects.exists() is not thrown


def test_time_up_fires_once_in_many_threads():
    day = Day("syg").people(4).until("running")
    with time_machine.travel(time_up(day) + timedelta(seconds=1), tick=False):
        assert sum(together(*[fire_due_moments] * 6)) == 4
    by_itself = ["call", "call", "time up", "warning"]
    assert sorted(ClockChange.objects.filter(by="Turntable").values_list("change", flat=True)) == by_itself
    assert LogEntry.objects.filter(what="clock time up").count() == 1


def time_up(day: Day) -> datetime:
    deadline = day.round.clock.facts.deadline
    assert deadline is not None
    return deadline


def test_a_start_that_was_set_ahead_starts_once_in_many_threads():
    day = Day("syg").people(4).until("published")
    clock.set_start(by=day.mc, competition=day.pk, at=f"{timezone.localtime() + timedelta(hours=1):%H:%M}")
    starts = day.round.clock.starts_at
    with time_machine.travel(starts + timedelta(seconds=1), tick=False):
        assert sum(together(*[fire_due_moments] * 6)) == 1
    assert ClockChange.objects.filter(change="started").count() == 1
    assert day.round.clock.started_at == starts


def test_a_login_link_signs_one_in():
    link = accounts.make_login_link().removeprefix("/login/")
    answers = together(*[lambda: accounts.use_login_link(hash_of(link))] * 4)
    assert kinds(answers) == ["Account", "NotPermitted", "NotPermitted", "NotPermitted"]
    assert Account.objects.count() == 1


def test_an_umpire_s_hand_and_the_organiser_do_not_block_each_other():
    """The hand holds its table; the organiser holds the competition, and waits for the table."""
    day = Day("syg").people(4).until("running")
    leaving = day.who(day.seats()[0][0]).pk
    with transaction.atomic():
        day.hand(1, [OUT, 10, 20, 30])
        organiser = Background(lambda: attendance.mark_gone(by=day.organiser, competition=day.pk, entry=leaving))
        until_somebody_waits()
    assert organiser.result() == 2
    assert Hand.objects.count() == 1


def test_a_sheet_that_is_being_changed_is_not_accepted_as_it_was():
    day = Day("syg").people(4).until("running")
    day.hand(1, [OUT, 10, 20, 30])
    day.ring()
    seen, by, table = day.versions(1), day.umpire(1), day.table(1).pk
    with transaction.atomic():
        hands.change_hand(by=by, **day.typed(1, [OUT, 10, 20, 31]) | {"number": 1, "version": 1})
        other = Background(lambda: sheets.accept_sheet(by=by, table=table, seen=seen))
        until_somebody_waits()
    assert str(other.result()) == "The sheet has changed since you looked. Look at it again."
    assert day.table(1).accepted_at is None


def test_a_forgotten_hand_is_added_once_and_one_entered_twice_is_deleted_once():
    day = Day("syg").people(4).until("time up")
    for _ in range(3):
        day.hand(1, [OUT, 10, 20, 30])
    day.accept(1).close_round()
    table = {"by": day.organiser, "table": day.table(1).pk}
    forgotten = day.typed(1, [OUT, 5, 5, 5]) | {"number": 2, "seen": [1, 1, 1], "why": "forgotten"}
    answers = together(*[lambda: corrections.correct_by_adding(**table | forgotten)] * 3)
    assert kinds(answers) == ["Stale", "Stale", "dict"]
    twice = {"number": 3, "version": day.versions(1)[2], "why": "entered twice"}
    answers = together(*[lambda: corrections.correct_by_deleting(**table | twice)] * 3)
    assert kinds(answers) == ["Stale", "Stale", "dict"]
    standing = Hand.objects.filter(deleted_at__isnull=True).values_list("number", flat=True)
    assert list(standing) == [1, 2, 3]


def test_time_up_and_the_mc_do_not_block_each_other():
    day = Day("syg").people(4).until("running")
    with time_machine.travel(time_up(day), tick=False):
        with transaction.atomic():
            assert fire_due_moments() == 4
            mc = Background(lambda: clock.end_clock(by=day.mc, competition=day.pk))
            until_somebody_waits()
        assert str(mc.result()) == "Time is already up in this round."


def test_the_mc_and_an_alarm_that_waits_for_them():
    """The MC adds time in the last moment: the alarm, which waited for it, finds nothing due."""
    day = Day("syg").people(4).until("running")
    with time_machine.travel(time_up(day) - timedelta(seconds=1), tick=False) as traveller:
        assert fire_due_moments() == 3
        with transaction.atomic():
            clock.add_time(by=day.mc, competition=day.pk, seconds=400)
            traveller.shift(timedelta(seconds=1))
            alarm = Background(fire_due_moments)
            until_somebody_waits()
        assert alarm.result() == 0
    assert day.round.clock.ended_at is None


GOES_ON = "The clock is still running: was this hand really stopped?"
COUNTED = "Time is up, and table 1 has counted already."


def at_time_up() -> tuple[Day, Callable[[], Any], Callable[[], Any]]:
    """Time is up; the MC gives more of it; table 1 sends the hand that the bell stopped."""
    day = Day("syg").people(4).until("time up")
    more = partial(clock.add_time, by=day.mc, competition=day.pk, seconds=300)
    return day, more, partial(hands.record_hand, by=day.umpire(1), **day.typed(1, [4, 10, 20, 30]))


def test_more_time_waits_for_a_hand_that_is_being_sent_and_is_then_refused():
    day, more, unfinished = at_time_up()
    with transaction.atomic():
        unfinished()
        mc = Background(more)
        until_somebody_waits()
    assert str(mc.result()).startswith(COUNTED)
    assert (Hand.objects.count(), day.round.clock.ended_at is None) == (1, False)


def test_an_unfinished_hand_that_comes_while_more_time_is_given_is_asked_about():
    day, more, unfinished = at_time_up()
    with transaction.atomic():
        more()
        tablet = Background(unfinished)
        until_somebody_waits()
    assert str(tablet.result()) == GOES_ON
    assert (Hand.objects.count(), day.round.clock.ended_at) == (0, None)


def test_a_sheet_that_is_accepted_while_more_time_is_given_is_refused():
    day = Day("syg").people(4).until("running")
    day.hand(1, [OUT, 10, 20, 30])
    day.ring()
    accept = partial(sheets.accept_sheet, by=day.umpire(1), table=day.table(1).pk, seen=day.versions(1))
    with transaction.atomic():
        clock.add_time(by=day.mc, competition=day.pk, seconds=300)
        tablet = Background(accept)
        until_somebody_waits()
    assert str(tablet.result()) == "The round isn’t over yet: time isn’t up."
    assert day.table(1).accepted_at is None


def test_of_more_time_and_an_unfinished_hand_at_once_exactly_one_comes_to_be():
    for _ in range(4):
        day, more, unfinished = at_time_up()
        given, sent = together(more, unfinished)
        if given is None:
            assert (str(sent), day.round.clock.ended_at) == (GOES_ON, None)
        else:
            assert str(given).startswith(COUNTED) and sent == {"hand": 1, "version": 1}
            assert day.round.clock.ended_at is not None


def test_a_rehearsal_is_removed_when_a_hand_that_is_just_sent_has_arrived():
    day = Day("syg").people(4).until("running")
    with transaction.atomic():
        day.hand(1, [OUT, 10, 20, 30])
        organiser = Background(lambda: removing.remove_event(by=day.organiser, event=day.event, name="Youth weekend"))
        until_somebody_waits()
    assert organiser.result() is None
    assert (Hand.objects.count(), Round.objects.count()) == (0, 0)


def test_an_address_adds_so_many_screens_to_an_event_and_no_more_however_many_open_at_once():
    day = Day("syg", real=True)
    most = screens.MOST_UNNAMED_FROM_ONE_ADDRESS
    together(*(partial(screens.open_screen, f"key {n}", "an address") for n in range(most + 6)))
    assert Screen.objects.filter(event=day.event).count() == most
    assert Screen.objects.filter(event__isnull=True).count() == 6


def test_an_address_has_so_many_screens_that_wait_and_no_more_however_many_open_at_once():
    most = screens.MOST_WAITING_FROM_ONE_ADDRESS
    opened = together(*(partial(screens.open_screen, f"key {n}", "an address") for n in range(most + 6)))
    assert kinds(opened) == sorted(["Screen"] * most + ["Refused"] * 6)


def test_screens_that_waited_join_an_event_up_to_the_limit_however_many_are_heard_at_once():
    most, later = screens.MOST_UNNAMED_FROM_ONE_ADDRESS, timezone.now() + timedelta(seconds=30)
    waiting = [screens.open_screen(f"key {n}", "an address") for n in range(most + 4)]
    day = Day("syg", real=True)
    together(*(partial(screens.hear, screen, later) for screen in waiting))
    assert Screen.objects.filter(event=day.event).count() == most
