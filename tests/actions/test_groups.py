"""Groups are added, one or many; renamed; removed when they are empty. A name is there once, in any script."""

from __future__ import annotations

import pytest

from tests.cast import Day, organiser_of_another_event
from tests.refusals import refused
from tournament.actions import groups, registration
from tournament.models import Competitor, Entry, Group, Invitation, LogEntry
from tournament.rules.errors import EntryRefused, NotFound, Stale

pytestmark = pytest.mark.django_db


def add(day: Day, *lines: str) -> dict[str, int]:
    return groups.add_groups(by=day.organiser, event=day.event, lines=list(lines))


def rename(day: Day, group: str, name: str, was: str = "") -> None:
    groups.rename_group(by=day.organiser, group=day.group(group), name=name, was=was or group)


def names(day: Day) -> list[str]:
    return list(Group.objects.filter(event=day.event).order_by("pk").values_list("name", flat=True))


def test_a_group_is_added_once():
    day = Day()
    pk = groups.add_group(by=day.organiser, event=day.event, name="St  Mark's")
    assert list(Group.objects.values("pk", "name", "event")) == [{"pk": pk, "name": "St Mark's", "event": day.event}]
    with refused(EntryRefused, "There is already a group called “ST MARK'S”."):
        groups.add_group(by=day.organiser, event=day.event, name="ST MARK'S")


@pytest.mark.parametrize(
    ("name", "again"), [("Élan", "ÉLAN"), ("Straße", "STRASSE"), ("Молодёжь", "МОЛОДЁЖЬ"), ("Ελπίδα", "ΕΛΠΊΔΑ")]
)
def test_the_same_name_in_capitals_of_any_script_is_the_same_group(name, again):
    day = Day()
    groups.add_group(by=day.organiser, event=day.event, name=name)
    for attempt in (
        lambda: groups.add_group(by=day.organiser, event=day.event, name=again),
        lambda: add(day, again),
    ):
        with refused(EntryRefused, f"There is already a group called “{again}”."):
            attempt()


def test_another_event_may_have_a_group_of_the_same_name():
    day, tomasi = Day(), organiser_of_another_event()
    groups.add_group(by=day.organiser, event=day.event, name="Bethel")
    groups.add_group(by=tomasi, event=tomasi.scope, name="Bethel")
    assert Group.objects.filter(name="Bethel").count() == 2


def test_many_are_added_at_once_and_those_that_are_there_stay():
    day = Day()
    add(day, "Bethel")
    assert add(day, " Zion ", "", "bethel", "Elim", "ELIM", "=Hope", "@home", "+1", "😀") == {
        "added": 6,
        "there": 1,
        "twice": 1,
    }
    assert names(day) == ["Bethel", "Zion", "Elim", "=Hope", "@home", "+1", "😀"]
    line = LogEntry.objects.latest("pk")
    assert (line.what, len(line.facts["groups"])) == ("groups added", 6)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([], "Type the name of a group, or several, one on each line."),
        (["", " \t "], "Type the name of a group, or several, one on each line."),
        (["Bethel"], "There is already a group called “Bethel”."),
        (["Bethel", "bethel", "ZION"], "You already have all of these groups."),
        (["Elim", "x" * 81], "Line 2: the group’s name can have 80 characters; this one has 81."),
        (
            ["Elim", "", "Ze\x00bra"],
            "Line 3: the group’s name has characters that can’t be shown or printed. Type it again.",
        ),
        (["evil\u202egroup"], "The group’s name has characters that can’t be shown or printed. Type it again."),
        ([f"Group {n}" for n in range(501)], "That’s 501 groups; you can add 500 at once."),
    ],
)
def test_lines_that_cannot_be_groups_are_refused_and_nothing_is_saved(lines, sentence):
    day = Day()
    add(day, "Bethel", "Zion")
    with refused(EntryRefused, sentence):
        add(day, *lines)


def test_a_name_is_mended():
    day = Day()
    day.group("bethel")
    rename(day, "bethel", "Bethel  church")
    assert names(day) == ["Bethel church"]
    groups.rename_group(by=day.organiser, group=Group.objects.get().pk, name="BETHEL CHURCH", was="Bethel church")
    assert names(day) == ["BETHEL CHURCH"]


def test_a_name_that_another_group_has_is_refused():
    day = Day()
    day.group("Bethel"), day.group("Élan")
    with refused(EntryRefused, "There is already a group called “élan”."):
        rename(day, "Bethel", "élan")


def test_a_name_somebody_else_mended_meanwhile_is_not_overwritten():
    day = Day()
    day.group("bethel")
    rename(day, "bethel", "Bethel")
    with refused(Stale, "Somebody else changed this name since you opened it. Which one is right?") as caught:
        rename(day, "bethel", "Bethel youth")
    assert (caught.value.theirs, caught.value.yours) == ({"name": "Bethel"}, {"name": "Bethel youth"})
    rename(day, "bethel", "Bethel")
    assert names(day) == ["Bethel"]


def test_an_empty_group_is_removed_with_its_link():
    day = Day()
    day.invite(day.group("Bethel"))
    entry = day.enter("Mia O'Brien", "Bethel")
    registration.withdraw(by=day.organiser, entry=entry)
    groups.remove_group(by=day.organiser, group=day.group("Bethel"))
    assert not any(model.objects.exists() for model in (Group, Invitation, Competitor, Entry))


def test_a_group_with_people_entered_stays():
    day = Day()
    day.enter("Mia O'Brien", "Bethel")
    sentence = "“Bethel” still has people entered. Withdraw them first, or merge it into another group."
    with refused(EntryRefused, sentence):
        groups.remove_group(by=day.organiser, group=day.group("Bethel"))


@pytest.mark.parametrize("act", [groups.remove_group, groups.rename_group, groups.merge_groups])
def test_a_group_that_is_gone_is_not_found(act):
    day = Day()
    more = {"rename_group": {"name": "Zion", "was": "x"}, "merge_groups": {"into": day.group("Elim")}}
    with refused(NotFound, "That group no longer exists."):
        act(by=day.organiser, group=-1, **more.get(act.__name__, {}))
