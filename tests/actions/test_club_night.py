"""A club night: a list of names is enough, everybody is their own group, and anybody may substitute for anybody
(RULES 5)."""

from __future__ import annotations

import pytest

from scoring.record.export import export_record
from tests.cast import DICE, Day
from tests.refusals import everything, refused
from tournament.actions import attendance, groups, invitations, registration, setup
from tournament.actions.club_nights import enter_list, set_up_club_night
from tournament.models import Competition, Competitor, Entry, Event, Group, LogEntry
from tournament.permissions import Actor, Role
from tournament.queries.substitutes import read_substitutes
from tournament.rules.club_nights import WayToPlay
from tournament.rules.errors import EntryRefused, LinesLookAlike, NeedsConfirmation, NotPermitted, Refused
from tournament.rules.presets import Format

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]

RUTH = Actor(Role.ORGANISER, None, "Ruth Katoa")
NAMES = "Mia O’Brien\nTomasi Vea\nNguyễn Thị Ánh\nJonah Katoa\nPriya Raman\n李小龍\nRuth Adeyemi\nSione Faleolo"


def club_night(way: WayToPlay = WayToPlay(rounds=2), *, lines: str = NAMES, **more) -> Day:  # noqa: B008 (frozen)
    pk = set_up_club_night(by=RUTH, name="Club night", lines=lines, way=way, **more)
    return Day.of(
        Competition.objects.select_related("event").get(pk=pk),
        "sealed" if more.get("draw_now", True) else "entries open",
    )


def substitute(day: Day, leaving: str, name: str, **more) -> int:
    return attendance.substitute(by=day.organiser, competition=day.pk, entry=day.who(leaving).pk, name=name, **more)


def test_one_step_makes_the_event_enters_everybody_and_seals_the_draw():
    day = club_night()
    assert not day.competition.event.has_groups
    assert Entry.objects.count() == Competitor.objects.count() == Group.objects.filter(name="").count() == 8
    assert list(Entry.objects.order_by("pk").values_list("code", "group_code"))[::7] == [
        ("E001", "G01"),
        ("E008", "G08"),
    ]
    assert day.competition.draws.get().stage == "sealed"


def test_sent_twice_it_is_one_club_night():
    for _ in range(2):
        set_up_club_night(by=RUTH, name="Club night", lines=NAMES, way=WayToPlay(), request="a" * 32)
    assert (Event.objects.count(), Entry.objects.count(), LogEntry.objects.filter(what="draw sealed").count()) == (
        1,
        8,
        1,
    )


def test_two_names_for_several_rounds_are_asked_about_once():
    before = everything()
    sentence = (
        "Two players make one table: they’d play each other 2 times. Draw it anyway? For a single game, set the rounds "
        "to 1."
    )
    with refused(NeedsConfirmation, sentence):
        club_night(lines="Mia\nBen")
    assert everything() == before
    club_night(lines="Mia\nBen", sure=True)
    club_night(WayToPlay(Format.SINGLE), lines="Mia\nBen")
    club_night(WayToPlay(rounds=1), lines="Mia\nBen")
    club_night(lines="Mia\nBen", draw_now=False)
    club_night(lines="Mia\nBen\nIvy")
    assert Event.objects.count() == 5


@pytest.mark.parametrize("lines", ["", "Mia", "Mia\nMIA\nBen"])
def test_a_list_that_cannot_be_drawn_makes_nothing_at_all(lines):
    before = everything()
    with pytest.raises(EntryRefused):
        set_up_club_night(by=RUTH, name="Club night", lines=lines, way=WayToPlay())
    assert everything() == before


def test_it_can_be_saved_without_a_draw_and_names_come_later():
    day = club_night(draw_now=False, lines="")
    assert enter_list(by=day.organiser, competition=day.pk, lines="Mia\nBen") == {"added": 2, "there": 0}
    assert enter_list(by=day.organiser, competition=day.pk, lines="ben\nIvy") == {"added": 1, "there": 1}
    registration.enter(by=day.organiser, competition=day.pk, name="Jo")
    with refused(EntryRefused, "This person is already entered here. A person can be in a competition once."):
        registration.enter(by=day.organiser, competition=day.pk, name="MIA")
    assert Group.objects.filter(name="").count() == Competitor.objects.count() == 4


def test_who_was_withdrawn_is_entered_again_as_the_same_person():
    day = club_night(draw_now=False)
    registration.withdraw(by=day.organiser, entry=day.who("Priya Raman").pk)
    assert enter_list(by=day.organiser, competition=day.pk, lines="Priya Raman") == {"added": 1, "there": 0}
    assert Competitor.objects.filter(name="Priya Raman").count() == 1


def test_names_of_a_list_that_may_be_one_person_are_asked_about_and_nothing_is_made():
    before = everything()
    with pytest.raises(LinesLookAlike) as caught:
        club_night(lines=f"{NAMES}\nMia OBrien")
    assert everything() == before
    assert [(alike.line.name, alike.known) for alike in caught.value.lines] == [("Mia OBrien", "Mia O’Brien")]
    club_night(lines=f"{NAMES}\nMia OBrien", same={"mia obrien": True})
    assert Entry.objects.count() == Competitor.objects.count() == 8


def test_names_that_are_added_later_are_asked_about_too():
    day = club_night(draw_now=False)
    add = {"by": day.organiser, "competition": day.pk, "lines": "mia obrien\nIvy King"}
    with pytest.raises(LinesLookAlike):
        enter_list(**add)
    for _ in range(2):
        added = enter_list(**add, same={"mia obrien": True}, request="b" * 32)
        assert added == {"added": 1, "there": 1}
    assert enter_list(**add, same={"mia obrien": False}) == {"added": 1, "there": 1}
    assert Competitor.objects.count() == 10


def test_a_name_cannot_be_mended_into_somebody_else_who_is_there():
    day = club_night(draw_now=False)
    with refused(EntryRefused, "This person is already entered here. A person can be in a competition once."):
        registration.rename(by=day.organiser, entry=day.who("Priya Raman").pk, name="tomasi vea", was="Priya Raman")
    registration.rename(by=day.organiser, entry=day.who("Priya Raman").pk, name="Priya Ramen", was="Priya Raman")
    assert day.who("Priya Ramen").group.competitors.count() == 1


def test_in_two_competitions_of_one_evening_a_name_is_one_person():
    day = club_night(draw_now=False)
    second = setup.create_competition(by=day.organiser, event=day.event, preset_name="bac", name="Late game")
    enter_list(by=day.organiser, competition=second, lines="Mia O’Brien\nSomebody New")
    assert Competitor.objects.filter(name="Mia O’Brien").count() == 1


def test_nobody_but_an_organiser_of_it_enters_people():
    day = club_night(draw_now=False)
    other = Actor(Role.ORGANISER, day.event + 1, "Sam")
    for call in (
        lambda: enter_list(by=other, competition=day.pk, lines="Ivy"),
        lambda: registration.enter(by=other, competition=day.pk, name="Ivy"),
    ):
        before = everything()
        with pytest.raises(NotPermitted):
            call()
        assert everything() == before


def test_groups_cannot_be_added_to_it():
    day = club_night()
    with refused(EntryRefused, "This event has no groups: everybody plays for themselves."):
        groups.add_group(by=day.organiser, event=day.event, name="Riverside")
    with refused(EntryRefused, "This event has no groups: everybody plays for themselves."):
        groups.add_groups(by=day.organiser, event=day.event, lines=["Riverside"])
    with refused(Refused, "This event has no groups, so it has no coordinators."):
        invitations.invite_missing(by=day.organiser, event=day.event)
    with refused(Refused, "This event has no groups, so it has no coordinators."):
        day.invite(day.who("Mia O’Brien").group_id)


def test_with_groups_the_list_makes_them_and_keeps_them_apart():
    lines = "Mia, Riverside\nBen, Riverside\nIvy, Hope Hills\nJo, Hope Hills"
    day = club_night(WayToPlay(Format.SINGLE), lines=lines, has_groups=True)
    assert day.competition.event.has_groups
    assert sorted(Group.objects.values_list("name", flat=True)) == ["Hope Hills", "Riverside"]


@pytest.mark.parametrize("way", [WayToPlay(rounds=2), WayToPlay(Format.KNOCKOUT), WayToPlay(Format.SINGLE)])
def test_anybody_substitutes_for_anybody_and_the_record_checks(way):
    day = club_night(way).draw(DICE).publish()
    substitute(day, "Mia O’Brien", "Grace Papadakis")
    grace = day.who("Grace Papadakis")
    assert (grace.code, grace.group_code, grace.status, grace.group.name) == ("E009", "G09", "substitute", "")
    day.until("finished")
    record = export_record(day.competition)
    assert [entry["group"] for entry in record["entries"]] == [f"G{n:02}" for n in range(1, 10)]


def test_somebody_who_was_replaced_takes_another_s_seat_in_the_next_round():
    day = club_night().draw(DICE).publish()
    substitute(day, "Mia O’Brien", "Grace Papadakis")
    assert [found.name for found in read_substitutes(day.competition, sitter=0, home=0, round_number=1)] == [
        "Mia O’Brien"
    ]
    day.until("round closed").next_round()
    substitute(day, "Tomasi Vea", "Mia O’Brien")
    day.until("finished")


def test_with_groups_only_the_same_group_substitutes():
    lines = "Mia, Riverside\nBen, Bethel\nIvy, Zion\nJo, Elim"
    day = club_night(WayToPlay(Format.SINGLE), lines=lines, has_groups=True).draw(DICE).publish()
    substitute(day, "Mia", "Ben")
    assert [(entry.competitor.name, entry.group.name) for entry in Entry.objects.filter(listed=False)] == [
        ("Ben", "Riverside")
    ]


def test_a_walk_in_joins_a_rotation_by_one_typed_name():
    day = club_night().draw(DICE).publish()
    attendance.arrive_late(by=day.organiser, competition=day.pk, name="Leilani Tau")
    late = day.who("Leilani Tau")
    assert (late.code, late.group_code, late.competitor.here_at is not None) == ("E009", "G09", True)
    day.until("finished")


def test_everybody_is_drawn_and_nobody_is_left_as_reserve():
    day = club_night(WayToPlay(Format.KNOCKOUT)).draw(DICE)
    assert len(day.competition.draws.get().admitted) == 8


def test_a_real_draw_is_sealed_before_the_dice_are_known():
    day = club_night()
    made = day.competition.draws.get()
    assert (made.public, bool(made.commitment), bool(made.list_hash)) == ("", True, True)
    day.draw(DICE)
    assert day.competition.draws.get().stage == "drawn"
