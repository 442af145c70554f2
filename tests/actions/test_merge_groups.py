"""Two groups that are one are merged, within what one group may do (RULES 5)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.cast import Day, organiser_of_another_event
from tests.refusals import refused
from tournament.actions import check_in, groups, invitations, registration, setup
from tournament.models import Account, Competitor, Entry, Group, Invitation, LogEntry, Membership
from tournament.rules.errors import EntryRefused, NeedsConfirmation, NotFound, NotPermitted
from tournament.rules.key_hashes import hash_of

pytestmark = pytest.mark.django_db

KEPT, GONE = "Riverside", "Riverside YG"


def merge(day: Day, **more: Any) -> None:
    typed = {"group": day.group(GONE), "into": day.group(KEPT), "sure": True} | more
    groups.merge_groups(by=day.organiser, **typed)


def under_18(day: Day, **choices: Any) -> int:
    return setup.create_competition(
        by=day.organiser, event=day.event, preset_name="syg", name="Uno Under 18", choices=choices
    )


def enter_there(day: Day, competition: int, name: str, group: str, kind: str = "entry") -> int:
    pk = day.group(group)
    return registration.enter(by=day.organiser, competition=competition, group=pk, name=name, kind=kind)


def entered(day: Day) -> list[tuple[str, str, str, str]]:
    """Competition, name, group and kind of everybody who stands."""
    standing = Entry.objects.filter(withdrawn_at__isnull=True)
    fields = ("competition__name", "competitor__name", "group__name", "kind")
    return sorted(standing.values_list(*fields))


def test_people_and_entries_go_to_the_group_that_stays():
    day = Day(entries_per_group=3)
    day.enter("Mia O'Brien", KEPT)
    day.enter("Ben", GONE)
    day.enter("Ivy King", GONE, "reserve")
    merge(day)
    assert entered(day) == [
        ("Uno Open", "Ben", KEPT, "entry"),
        ("Uno Open", "Ivy King", KEPT, "reserve"),
        ("Uno Open", "Mia O'Brien", KEPT, "entry"),
    ]
    assert list(Group.objects.values_list("name", flat=True)) == [KEPT]
    assert set(Competitor.objects.values_list("group__name", flat=True)) == {KEPT}
    line = LogEntry.objects.latest("pk")
    assert (line.what, line.facts["joined"]) == ("groups merged", 0)


def test_people_of_the_same_name_become_one_with_what_either_had():
    day = Day()
    other = under_18(day)
    day.enter("Zoë Müller", KEPT)
    enter_there(day, other, "ZOË MÜLLER", GONE)
    twin = Competitor.objects.get(name="ZOË MÜLLER")
    early, late = datetime(2026, 11, 21, 8, tzinfo=UTC), datetime(2026, 11, 21, 9, tzinfo=UTC)
    Competitor.objects.filter(pk=twin.pk).update(wristband="007", here_at=early)
    Competitor.objects.exclude(pk=twin.pk).update(here_at=late)
    merge(day)
    assert list(Competitor.objects.values_list("name", "wristband", "here_at")) == [("Zoë Müller", "007", early)]
    assert entered(day) == [
        ("Uno Open", "Zoë Müller", KEPT, "entry"),
        ("Uno Under 18", "Zoë Müller", KEPT, "entry"),
    ]


@pytest.mark.parametrize("withdrawn", [(KEPT,), (GONE,), (KEPT, GONE)])
def test_of_one_person_in_one_competition_the_withdrawn_entry_goes(withdrawn):
    day = Day()
    entries = {group: day.enter("Ben", group) for group in (KEPT, GONE)}
    for group in withdrawn:
        registration.withdraw(by=day.organiser, entry=entries[group])
    merge(day)
    assert len(entered(day)) == 2 - len(withdrawn)
    assert Competitor.objects.count() == Entry.objects.count() == 1
    day.enter("Ben", KEPT) if len(withdrawn) == 2 else None
    assert entered(day) == [("Uno Open", "Ben", KEPT, "entry")]


def test_one_person_twice_in_a_competition_is_refused():
    day = Day(entries_per_group=5)
    day.enter("Ben", KEPT)
    day.enter("ben", GONE)
    with refused(EntryRefused, "Ben is entered in Uno Open by both groups. Withdraw one of the two first."):
        merge(day)


def test_the_person_both_entered_is_named_rather_than_counted_twice():
    day = Day()
    day.enter("Ben", KEPT)
    day.enter("ben", GONE)
    with refused(EntryRefused, "Ben is entered in Uno Open by both groups. Withdraw one of the two first."):
        merge(day)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("entry", "2 entries in Uno Open, and a group can have 1"),
        ("reserve", "2 reserves in Uno Open, and a group can have 1"),
    ],
)
def test_more_together_than_a_group_may_have_is_refused(kind, words):
    day = Day()
    day.enter("Ben", KEPT, kind)
    day.enter("Ivy King", GONE, kind)
    with refused(EntryRefused, f"Together they would have {words}. Withdraw some first."):
        merge(day)


def test_a_limit_is_each_competition_s_own_and_each_kind_s():
    day = Day()
    other = under_18(day)
    day.enter("Ben", KEPT)
    day.enter("Ivy King", GONE, "reserve")
    enter_there(day, other, "Jude Addo", GONE)
    merge(day)
    assert len(entered(day)) == 3


def test_what_the_group_that_stays_had_over_a_lowered_limit_is_not_the_other_s_fault():
    day = Day(entries_per_group=3)
    day.enter("Ben", KEPT)
    day.enter("Ivy King", KEPT)
    day.enter("Jude Addo", GONE, "reserve")
    setup.change_settings(by=day.organiser, competition=day.pk, choices={"entries_per_group": 1})
    merge(day)
    assert len(entered(day)) == 3


def test_a_sealed_list_keeps_its_groups():
    day = Day(entries_per_group=None)
    day.enter("Ben", KEPT)
    day.enter("Ivy King", GONE)
    day.until("chosen")
    day.until("sealed")
    sentence = f"The draw of Uno Open is sealed with “{GONE}” in it, so that group can’t be merged."
    with refused(EntryRefused, sentence):
        merge(day)


def test_a_seal_without_the_group_that_goes_does_not_matter():
    day = Day(entries_per_group=None)
    other = under_18(day)
    day.enter("Ben", KEPT)
    day.enter("Ivy King", KEPT)
    enter_there(day, other, "Ben", GONE)
    day.until("sealed")
    merge(day)
    assert ("Uno Under 18", "Ben", KEPT, "entry") in entered(day)
    assert Competitor.objects.count() == 2


def test_two_wristbands_of_one_person_are_refused():
    day = Day(entries_per_group=None)
    other = under_18(day)
    day.enter("Ben", KEPT)
    enter_there(day, other, "Ben", GONE)
    for number, person in enumerate(Competitor.objects.order_by("pk")):
        check_in.give_wristband(by=day.organiser, competitor=person.pk, number=f"00{number}")
    with refused(EntryRefused, "Ben has a wristband in both groups. Take one of the two back at check-in first."):
        merge(day)


def test_the_link_of_the_group_that_goes_ends_and_the_other_stays():
    day = Day()
    kept, gone = day.invite(day.group(KEPT)), day.invite(day.group(GONE))
    token = invitations.path_of(Invitation.objects.get(pk=gone)).removeprefix("/join/")
    merge(day)
    assert Invitation.objects.get(revoked_at__isnull=True).pk == kept
    with pytest.raises(NotPermitted):
        invitations.look_at_invitation(hash_of(token))


def test_coordinators_with_an_account_go_along_once():
    day = Day()
    both, alone = (Account.objects.create(username=name) for name in ("both", "one"))
    for account, group in ((both, KEPT), (both, GONE), (alone, GONE)):
        Membership.objects.create(account=account, event_id=day.event, role="coordinator", group_id=day.group(group))
    merge(day)
    assert sorted(Membership.objects.values_list("account__username", "group__name")) == [("both", KEPT), ("one", KEPT)]


def test_it_asks_first():
    day = Day()
    moves = f"Everybody in “{GONE}” moves to “{KEPT}”, and the link for “{GONE}” stops working."
    sentence = f"{moves} You can’t undo this. Merge them?"
    pks = (day.group(GONE), day.group(KEPT))
    with refused(NeedsConfirmation, sentence):
        groups.merge_groups(by=day.organiser, group=pks[0], into=pks[1])


def test_a_group_is_not_merged_into_itself_or_into_another_event_s():
    day, tomasi = Day(), organiser_of_another_event()
    elsewhere = groups.add_group(by=tomasi, event=tomasi.scope, name="Bethel")
    group = day.group(KEPT)
    with refused(EntryRefused, "Choose another group to merge this one into."):
        groups.merge_groups(by=day.organiser, group=group, into=group, sure=True)
    with refused(NotFound, "That group is no longer in this event."):
        groups.merge_groups(by=day.organiser, group=group, into=elsewhere, sure=True)
