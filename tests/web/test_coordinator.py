"""The coordinator's page: what is missing, what is entered, where everybody sits; nobody else's people."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import escape, unescape
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.cast import OUT, Day, a_day
from tests.web import visitors
from tests.web.reading import read_page
from tournament.actions import attendance, erasing, groups, invitations, registration, setup
from tournament.models import Account, Competition, Competitor, Entry, Group, Invitation, Membership
from tournament.permissions import Actor, Role
from tournament.queries.group_list import read_group
from tournament.rules.entries import Kind

pytestmark = pytest.mark.django_db

MIA = "Mia O'Brien"


def text(answer: Any) -> str:
    """What a page says, without its marks."""
    main = read_page(answer).partition('<main id="main"')[2]
    inline = re.sub(r"</?(bdi|strong)\b[^>]*>", "", main)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", inline)).split())


def look(day: Day, group: str = "Riverside") -> str:
    """The page of this group, as its coordinator reads it."""
    return text(visitors.coordinator(day.group(group)).get(f"/group/{day.group(group)}/"))


# What is missing


def test_the_missing_reserve_is_the_headline_and_the_button():
    day = Day("syg", name="Under 18")
    day.enter("Sione Faleolo", "Riverside")
    page = look(day)
    assert "If you like Under 18 reserve A reserve can be drawn by lot to fill a free place." in page
    assert "Add a reserve" in page
    assert "Room for a reserve" in page


def test_the_entry_comes_before_the_reserve():
    day = Day("syg", name="Under 18")
    day.group("Riverside")
    page = look(day)
    assert "One place to fill Under 18 entry Everybody you enter has a place in the competition. Add an entry" in page
    assert "Under 18 One place to fill" in page


def test_what_closes_first_is_asked_for_first():
    day = Day("syg", name="Under 18")
    day.group("Riverside")
    soon = setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Open")
    Competition.objects.filter(pk=soon).update(closes_at=timezone.now() + timedelta(days=1))
    assert "2 places to fill Open entry" in look(day)


def test_complete_is_all_entered():
    day = Day("syg")
    day.enter("Sione Faleolo", "Riverside")
    day.enter("Ben", "Riverside", "reserve")
    assert "Nothing is missing All entered You can change it until entries close." in look(day)


def test_where_some_are_closed_the_page_says_which_can_still_be_changed():
    day = Day("syg", name="Under 18")
    soon = setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Open")
    by, group = day.coordinator("Riverside"), day.group("Riverside")
    for competition in (day.pk, soon):
        for kind in Kind:
            registration.enter(by=by, competition=competition, group=group, name=f"Ben {kind}", kind=kind)
    assert "You can change it until entries close." in look(day)
    assert "Entries are open" in look(day)
    day.until("entries closed")
    assert "You can change \u2068Open\u2069 until entries close." in look(day)
    assert "Entries for \u2068Open\u2069 are open" in look(day)
    Competition.objects.filter(pk=soon).update(closes_at=timezone.now() + timedelta(hours=30))
    assert "Entries for \u2068Open\u2069 close" in look(day)


def test_a_full_competition_asks_for_no_entry():
    day = Day("syg", cap=2).people(2)
    day.group("Bethel")
    page = look(day, "Bethel")
    assert "If you like Uno Open reserve" in page
    assert "The competition is full: 2 entries. You can still nominate a reserve." in page


def test_where_any_number_may_come_the_button_stays():
    day = Day("bac").people(3, of_each=3)
    page = look(day)
    assert "Uno Open takes as many as you like 3 entered" in page
    assert "Add people" in page
    assert "missing" not in page


def test_where_any_number_may_come_somebody_is_missing_at_first():
    day = Day("bac")
    day.group("Riverside")
    assert "One place to fill Uno Open entry" in look(day)


def test_an_event_without_a_competition_says_so():
    day = Day("syg")
    event = setup.create_event(by=day.organiser, name="Winter weekend")
    group = groups.add_group(by=Actor(Role.ORGANISER, event, "Ruth Katoa"), event=event, name="Elim")
    assert "Nothing to enter yet" in text(visitors.coordinator(group).get(f"/group/{group}/"))


@pytest.mark.parametrize(
    ("left", "sentence"),
    [
        (timedelta(days=4, hours=3), "4 days"),
        (timedelta(days=2), "2 days"),
        (timedelta(days=2, seconds=-1), "47 hours"),
        (timedelta(hours=2), "2 hours"),
        (timedelta(minutes=119, seconds=59), "119 minutes"),
        (timedelta(minutes=1, seconds=59), "1 minute"),
        (timedelta(seconds=10), "10 seconds"),
    ],
)
def test_how_long_is_left_is_rounded_down(left, sentence):
    now = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
    with time_machine.travel(now, tick=False):
        day = Day("syg").people(1)
        Competition.objects.update(closes_at=now + left)
        page = look(day)
    assert "Entries close" in page
    assert sentence in page


def test_past_the_closing_time_nothing_is_missing_though_no_alarm_came():
    day = Day("syg").people(1)
    Competition.objects.update(closes_at=timezone.now() - timedelta(seconds=1))
    page = look(day)
    assert "Entries are closed 1 name on your list. Your tables will be here." in page
    assert "missing" not in page
    assert "/add/" not in page


# The draw


def test_nothing_of_the_draw_shows_before_it_is_published():
    day = Day("syg", entries_per_group=None).people(4, reserves=2).until("entries closed").choose(5, [2, 1])
    day.until("drawn")
    page = look(day)
    assert "Entries are closed 2 names on your list." in page
    assert "Not drawn" not in page
    assert "Drawn" not in page
    assert "Table" not in page


def test_one_table_is_the_headline():
    day = a_day("syg", 4, "published")
    seat = day.who("Mia O'Brien").seats.get()
    page = look(day)
    assert f"Uno Open, drawn Table {seat.table.number} Mia O'Brien" in page


def test_reserves_learn_whether_they_were_drawn():
    day = Day("syg").people(4, reserves=3).until("entries closed").choose(5, [2, 1]).until("published")
    reserves = day.competition.entries.filter(kind="reserve").select_related("group", "competitor")
    call = day.competition.draws.get().call
    for reserve in reserves:
        note = f"Not drawn: number {call.index(reserve.code) + 1} in the order of call" if reserve.code in call else ""
        page = look(day, reserve.group.name)
        assert (note or f"{reserve.competitor} Drawn by lot Table") in page
    assert len(call) == 2


def test_after_the_first_deal_nobody_waits_to_be_called():
    day = Day("syg").people(4, reserves=1).until("entries closed").choose(4, [1]).until("running")
    assert "Not drawn: number 1 in the order of call" in look(day)
    day.hand(1, [OUT, 10, 20, 30])
    assert "Not drawn" in look(day)
    assert "order of call" not in look(day)


def test_a_substitute_an_empty_chair_and_a_called_up_player_are_told():
    day = Day("syg").people(6, reserves=2).until("entries closed").choose(6, [2, 1]).until("published")
    day.substitute("李小龍", "Ivy King")
    page = look(day, "Hope Hills")
    assert "李小龍 Ivy King plays for them" in page
    assert "Substitute Change Ivy King Plays for 李小龍 Table" in page
    day.gone("محمد علي")
    assert "Not here: nobody plays instead" in look(day, "Bethel")


def test_a_called_up_player_and_whoever_they_play_for_hear_no_foreign_name():
    day = Day("syg").people(6, reserves=1).until("entries closed").choose(6, [2, 1]).until("published")
    attendance.call_up(by=day.organiser, competition=day.pk, entry=day.who("محمد علي").pk)
    reserve = day.competition.entries.select_related("competitor").get(kind="reserve").competitor.name
    page = look(day, "Bethel")
    assert "محمد علي Somebody was called up" in page
    assert reserve not in page
    page = look(day)
    assert f"{reserve} Called up for somebody who didn’t come Table" in page
    assert "محمد علي" not in page


def test_who_is_out_and_who_went_on():
    day = Day("syg").people(4).until("entries closed").choose(4, [2, 1]).until("round closed").next_round()
    through = {seat.entry.competitor.name for seat in day.round.seats.select_related("entry__competitor")}
    for entry in day.competition.entries.select_related("competitor", "group"):
        name = entry.competitor.name
        assert (f"{name} Table 1" if name in through else f"{name} Out after round 1") in look(day, entry.group.name)


def test_between_rounds_everybody_reads_whether_they_go_on():
    day = Day("syg").people(4).until("entries closed").choose(4, [2, 1]).until("round closed")
    pages = {entry: look(day, entry.group.name) for entry in day.competition.entries.select_related("competitor")}
    ways = [
        f"{entry.competitor} {way}" in page
        for way in ("Goes on to table 1 in the final", "Out after round 1")
        for entry, page in pages.items()
    ]
    assert (sum(ways[:4]), sum(ways[4:])) == (2, 2)
    through = next(page for page, goes in zip(pages.values(), ways, strict=False) if goes)
    assert "Uno Open, round 1 is over" in through
    assert "goes on Their table will be here when the final is seated." in through
    out = next(page for page, goes in zip(pages.values(), ways[4:], strict=False) if goes)
    assert "Nobody goes on" in out
    assert not any("at the tables" in page for page in pages.values())


def test_between_rounds_of_a_rotation_everybody_reads_where_they_go():
    day = Day("bac", rounds=2).people(8).until("round closed")
    ways = {entry: look(day, entry.group.name) for entry in day.competition.entries.select_related("competitor")}
    for entry, page in ways.items():
        assert re.search(rf"{re.escape(str(entry.competitor))} (Moves to|Stays at) table \d for round 2", page)


def test_a_late_arrival_plays_from_the_next_round_on():
    day = Day("bac", rounds=2).people(4).until("running")
    day.late("Ivy King", "Riverside")
    assert "Late arrival Fix the spelling of Ivy King Plays from round 2" in look(day)


def test_after_the_end_the_results_are_a_tap_away():
    day = a_day("syg", 2, "finished")
    page = look(day)
    assert "Finished The results are public." in page
    assert "Results and every round" in page
    assert "Change" not in page


def test_nobody_of_another_group_is_on_the_page_or_the_paper():
    day = Day("syg").people(8, reserves=4).until("published")
    client = visitors.coordinator(day.group("Riverside"))
    others = set(Competitor.objects.exclude(group=day.group("Riverside")).values_list("name", flat=True))
    for path in ("", "list/", f"seat/{day.who(MIA).pk}/"):
        page = read_page(client.get(f"/group/{day.group('Riverside')}/{path}"))
        assert [name for name in others if name in unescape(page)] == [], path


def test_the_list_on_paper_has_everybody_with_table_and_a_box():
    day = a_day("syg", 4, "published")
    client = visitors.coordinator(day.group("Riverside"))
    page = read_page(client.get(f"/group/{day.group('Riverside')}/list/"))
    assert page.count('class="box"') == 1
    assert "Youth weekend, Saturday 21 November 2026" in text(client.get(f"/group/{day.group('Riverside')}/list/"))


# However many


def queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


@pytest.mark.parametrize("path", ["", "list/", "add/uno-open/entry/"])
@pytest.mark.parametrize("stage", ["entries open", "published"])
def test_the_page_takes_the_same_queries_for_three_people_and_three_hundred(path, stage):
    counts = []
    for people in (3, 300):
        day = Day("bac", name="Uno Open").people(people, of_each=people).people(5).until(stage)
        Competition.objects.filter(pk=day.pk).update(slug="uno-open")
        group = day.group("Riverside")
        counts.append(queries(visitors.coordinator(group), f"/group/{group}/{path}"))
        Competition.objects.filter(pk=day.pk).update(slug=f"other-{people}")
    assert counts[0] == counts[1]
    assert counts[0] <= 20


# Coming, staying, going


def test_a_revoked_link_says_what_to_do():
    day = Day("syg").people(1)
    group = day.group("Riverside")
    client = visitors.coordinator(group)
    invitations.revoke_invitation(by=day.organiser, invitation=Invitation.objects.get().pk)
    for answer in (client.get(f"/group/{group}/"), client.post(f"/group/{group}/add/uno-open/entry/", {"name": "Ben"})):
        assert answer.status_code == 404
        assert "This link no longer works" in text(answer)
        assert "Open the newest link you were sent, or ask the organiser for it." in text(answer)
    answer = client.post(f"/group/{group}/add/uno-open/entry/", {"name": "Ben"}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Refresh"]) == (404, "true")
    assert Entry.objects.count() == 1


def test_somebody_else_s_group_is_only_nothing_here():
    day = Day("syg").people(2)
    client = visitors.coordinator(day.group("Riverside"))
    foreign = day.group("St Mark's")
    page = text(client.get(f"/group/{foreign}/"))
    assert "There’s nothing at this address, or you don’t have access to it." in page
    assert "St Mark's" not in page


def test_a_password_is_set_and_signs_in_when_the_link_is_gone():
    day = Day("syg").people(1)
    group = day.group("Riverside")
    client = visitors.coordinator(group)
    typed = {"name": "Jo Katoa", "sign_in": "Jo@club.example", "password": "seven-of-hearts"}
    answer = client.post(f"/group/{group}/password/", typed)
    assert (answer.status_code, answer["Location"]) == (302, f"/group/{group}/")
    invitations.revoke_invitation(by=day.organiser, invitation=Invitation.objects.get().pk)
    assert client.get(f"/group/{group}/").status_code == 200
    later = Client()
    assert later.post("/login/", typed)["Location"] == f"/group/{group}/"
    page = text(later.get(f"/group/{group}/"))
    assert "Set a password" not in page
    assert "Mia O'Brien" in page


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"name": " "}, "Your name is missing."),
        ({"password": ""}, "Type a sign-in name and a password."),
        ({"sign_in": ""}, "A password needs a sign-in name to go with it, for example your email address."),
        ({"password": "password"}, "This password is too common."),
        ({"sign_in": "taken"}, "Somebody else signs in as “taken”. Choose another sign-in name."),
        ({"sign_in": "j\x00o"}, "A sign-in name has at most 80 plain characters."),
    ],
)
def test_a_password_that_does_not_do_leaves_everything_as_it_was(changed, sentence):
    day = Day("syg").people(1)
    Account.objects.create(username="taken")
    group = day.group("Riverside")
    client = visitors.coordinator(group)
    typed = {"name": "Jo", "sign_in": "jo@club.example", "password": "seven-of-hearts"} | changed
    answer = client.post(f"/group/{group}/password/", typed)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert 'type="password" value' not in read_page(answer)
    assert Account.objects.count() == 1
    assert not Membership.objects.exists()


def test_sent_twice_the_password_is_set_once():
    day = Day("syg").people(1)
    group = day.group("Riverside")
    client = visitors.coordinator(group)
    typed = {"name": "Jo", "sign_in": "jo@club.example", "password": "seven-of-hearts", "request": "0" * 32}
    for _ in range(2):
        assert client.post(f"/group/{group}/password/", typed)["Location"] == f"/group/{group}/"
    assert Account.objects.count() == Membership.objects.count() == 1


def test_signing_out_leaves_the_group():
    day = Day("syg").people(1)
    group = day.group("Riverside")
    client = visitors.coordinator(group)
    client.post("/logout/")
    assert client.get(f"/group/{group}/")["Location"].startswith("/login/")


def test_after_names_are_erased_the_page_says_so_and_nothing_else():
    day = a_day("syg", 2, "finished")
    group = day.group("Riverside")
    client = visitors.coordinator(group)
    client.post(f"/group/{group}/password/", {"name": "Jo", "sign_in": "jo", "password": "seven-of-hearts"})
    by_link = visitors.coordinator(group)
    entry = day.who("Mia O'Brien").pk
    erasing.erase_names(by=day.organiser, event=day.event)
    assert "The names have been erased" in text(client.get(f"/group/{group}/"))
    for path in (f"entry/{entry}/", f"seat/{entry}/", "list/", "add/uno-open/entry/"):
        assert client.get(f"/group/{group}/{path}")["Location"] == f"/group/{group}/"
    assert "all names were erased" in text(by_link.get(f"/group/{group}/"))


def test_what_is_missing_is_what_the_rules_say():
    """Two places a group may have, one is left in the competition: one is missing, here as on the organiser's board."""
    day = Day("bac", cap=4, entries_per_group=2).people(3)
    group = day.group("Nobody yet")
    assert [part.missing for part in read_group(Group.objects.get(pk=group), timezone.now())] == [[Kind.ENTRY]]


def test_a_title_is_plain_text():
    day = Day("syg").people(1)
    entry = day.who(MIA)
    page = read_page(visitors.coordinator(entry.group_id).get(f"/group/{entry.group_id}/entry/{entry.pk}/"))
    assert f"<title>Change {escape(MIA)}, " in page


def test_a_coordinator_of_a_merged_group_hears_what_it_is_now():
    day = Day("syg")
    gone, kept = day.group("Riverside YG"), day.group("Riverside")
    phone, other = visitors.coordinator(gone), visitors.coordinator(day.group("Zion"))
    groups.merge_groups(by=day.organiser, group=gone, into=kept, sure=True)
    answer = phone.get(f"/group/{gone}/")
    assert answer.status_code == 404
    assert "Your group is now Riverside" in text(answer)
    assert "ask the organiser for the link for Riverside" in text(answer)
    assert "Riverside" not in text(other.get(f"/group/{gone}/"))
    visitors.come_in(phone, visitors.invited(day.event, "coordinator", kept))
    assert f'href="/group/{kept}/"' in read_page(phone.get(f"/group/{gone}/"))
