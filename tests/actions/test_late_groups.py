"""Groups for a club night after all: everybody is given one, until the draw is sealed, and nothing typed is lost."""

from __future__ import annotations

import pytest

from tests.actions.test_club_night import club_night
from tests.cast import Day
from tests.refusals import refused
from tests.web.test_new_event import text_of
from tests.web.visitors import keeper
from tournament.actions import check_in, draw, erasing, registration, setup
from tournament.actions.late_groups import bring_in_groups
from tournament.models import Competition, Competitor, Entry, Event, Group, LogEntry
from tournament.rules.errors import EntryRefused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]

NAMES = "Mia O’Brien\nTomasi Vea\n李小龍\nJo Reed"
LINES = "Mia O’Brien, Riverside\ntomasi vea; RIVERSIDE\n李小龍, 青年會\nJo Reed, Zion"
THERE = "/organise/club-night/groups/"


def a_night(**more) -> Day:
    return club_night(lines=NAMES, draw_now=False, **more)


def bring_in(day: Day, lines: str = LINES) -> dict[str, int]:
    return bring_in_groups(by=day.organiser, event=day.event, lines=lines)


def test_everybody_is_in_a_group_and_keeps_what_was_typed_about_them():
    day = a_night()
    person = day.who("Jo Reed").competitor_id
    check_in.check_in(by=day.organiser, competitor=person)
    check_in.give_wristband(by=day.organiser, competitor=person, number="7")
    registration.withdraw(by=day.organiser, entry=day.who("Tomasi Vea").pk)
    before = list(Competitor.objects.order_by("pk").values("pk", "name", "wristband", "here_at"))
    entries = list(Entry.objects.order_by("pk").values("pk", "competitor", "kind", "withdrawn_at"))
    assert bring_in(day) == {"groups": 3, "people": 4}
    assert list(Competitor.objects.order_by("pk").values("pk", "name", "wristband", "here_at")) == before
    assert list(Entry.objects.order_by("pk").values("pk", "competitor", "kind", "withdrawn_at")) == entries
    homes = Entry.objects.order_by("pk").values_list("group__name", "competitor__group__name")
    assert list(homes) == [("Riverside",) * 2, ("Riverside",) * 2, ("青年會",) * 2, ("Zion",) * 2]
    assert sorted(Group.objects.values_list("name", flat=True)) == ["Riverside", "Zion", "青年會"]
    assert Event.objects.get().has_groups and LogEntry.objects.latest("pk").what == "groups brought in"
    zion = Group.objects.get(name="Zion").pk
    registration.enter(by=day.organiser, competition=day.pk, name="Ivy King", group=zion)
    day.stage = "entries open"
    day.until("finished")


def test_while_nobody_is_entered_groups_are_simply_wanted():
    day = club_night(lines="", draw_now=False)
    assert bring_in(day, "") == {"groups": 0, "people": 0}
    assert Event.objects.get().has_groups


def test_a_limit_that_nobody_chose_does_not_stand_against_those_who_are_entered():
    day = a_night()
    pk = setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Knockout")
    for name in ("Mia O’Brien", "Tomasi Vea"):
        registration.enter(by=day.organiser, competition=pk, name=name)
    bring_in(day)
    knockout = Competition.objects.get(pk=pk)
    assert (knockout.entries_per_group, knockout.reserves_per_group) == (None, 1)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("Mia O’Brien, Riverside", "Tomasi Vea is missing from the list. Write their name and group on a line."),
        (
            f"{LINES}\nIvy King, Zion",
            "Ivy King isn’t entered here. Keep the names as they are, and add new people later.",
        ),
        (f"{LINES}\nJo Reed, Riverside", "Jo Reed is on the list twice. Everybody is in one group."),
        (
            LINES.replace(", Zion", ", "),
            "Line 4: write the group after the name and a comma, for example “Mia O’Brien, Riverside”.",
        ),
    ],
)
def test_a_list_that_leaves_somebody_in_doubt_changes_nothing(lines, sentence):
    day = a_night()
    with refused(EntryRefused, sentence):
        bring_in(day, lines)


def test_a_sealed_draw_keeps_it_as_it_is_until_it_is_thrown_away():
    day = club_night(lines=NAMES)
    sealed = "The draw is sealed with everybody playing for themselves. Throw it away first, then add groups."
    with refused(EntryRefused, sealed):
        bring_in(day)
    draw.discard_draw(by=day.organiser, competition=day.pk, why="there are groups")
    bring_in(day)
    assert Group.objects.count() == 3


def test_a_draw_that_was_published_and_erased_names_keep_it_for_good():
    day = club_night(lines=NAMES)
    day.until("published")
    played = "The draw was made with everybody playing for themselves, so it stays that way."
    with refused(EntryRefused, played):
        bring_in(day)
    assert played in text_of(keeper().get("/organise/club-night/settings/"))
    erasing.erase_names(by=day.organiser, event=day.event, sure=True)
    with refused(EntryRefused, "The names in this event have been erased, so nobody can be put into a group."):
        bring_in(day)


def test_twice_is_refused():
    day = a_night()
    bring_in(day)
    with refused(EntryRefused, "This event already has groups."):
        bring_in(day)


def test_the_page_has_every_name_on_a_line_and_keeps_what_was_typed():
    a_night()
    ruth = keeper()
    assert f'href="{THERE}">Add groups' in text_of(ruth.get("/organise/club-night/settings/"))
    assert f'href="{THERE}">Add groups</a>' in text_of(ruth.get("/organise/club-night/uno/"))
    assert "Mia O’Brien, \nTomasi Vea, \n李小龍, \nJo Reed, </textarea>" in ruth.get(THERE).content.decode()
    answer = ruth.post(THERE, {"lines": "Mia O’Brien, Riverside\nJo"})
    assert answer.status_code == 422 and "Mia O’Brien, Riverside\nJo</textarea>" in answer.content.decode()
    answer = ruth.post(THERE, {"lines": LINES}, follow=True)
    assert answer.redirect_chain == [(THERE, 302)]
    assert "4 names in 3 groups." in text_of(answer) and "<h1>3 groups</h1>" in text_of(answer)
    assert "The event has groups now, and everybody is in one." in text_of(ruth.get("/organise/club-night/log/"))
