"""A new event like one that was: settings, groups and coordinators, with or without people."""

from __future__ import annotations

import pytest

from tests.actions.test_slides import sent
from tests.cast import Day, a_day
from tests.refusals import everything, refused
from tournament.actions import copying, erasing, invitations, slides
from tournament.actions.club_nights import set_up_club_night
from tournament.actions.round_times import set_round_time
from tournament.models import Account, Competition, Competitor, Entry, Event, Group, Invitation, Membership, Slide
from tournament.permissions import Actor, Role
from tournament.rules.club_nights import WayToPlay
from tournament.rules.errors import NeedsConfirmation, NotPermitted, Refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]

PICTURE = sent("PNG")


def copy(day: Day, **more) -> Event:
    return Event.objects.get(pk=copying.copy_event(by=day.organiser, event=day.event, name="Next year", **more))


def entered(event: Event) -> list[tuple[str, str, str]]:
    entries = Entry.objects.filter(competition__event=event, withdrawn_at__isnull=True).order_by("pk")
    return list(entries.values_list("competitor__name", "group__name", "kind"))


def test_settings_and_groups_come_along_and_nothing_of_what_was_played():
    day = a_day("syg", 8, "finished", of_each=1, reserves=2, clock=1200)
    Event.objects.filter(pk=day.event).update(full_names=True, sayings=["the tallest"], rules_of_the_day="Be kind")
    Event.objects.filter(pk=day.event).update(time_zone="Australia/Melbourne", place="St Mark's")
    Competition.objects.filter(pk=day.pk).update(calls=[60])
    made = copy(day, on="2031-05-10")
    (competition,) = made.competitions.all()
    assert competition.settings == day.competition.settings
    assert (competition.calls, competition.closed_at, competition.draws.count()) == ([60], None, 0)
    assert (made.full_names, made.sayings, made.rules_of_the_day) == (True, ["the tallest"], "Be kind")
    assert (made.time_zone, made.place) == ("Australia/Melbourne", "St Mark's")
    names = lambda pk: sorted(Group.objects.filter(event=pk).values_list("name", flat=True))  # noqa: E731
    assert names(made.pk) == names(day.event)
    assert not Competitor.objects.filter(event=made).exists()


def test_with_people_everybody_who_was_on_the_list_is_entered_again():
    day = a_day("syg", 4, "entries closed", reserves=1).choose(4).until("published")
    day.substitute("Mia O'Brien", "Ivy King")
    before = [line for line in entered(Event.objects.get(pk=day.event)) if line[0] != "Ivy King"]
    made = copy(day, people=True)
    assert entered(made) == before
    assert set(Entry.objects.filter(competition__event=made).values_list("code", "status", "listed")) == {
        ("", "", False)
    }


def test_a_length_that_all_rounds_were_given_after_the_seal_comes_along_and_that_of_the_final_alone_stays():
    """Next year the third round may be another one than the final."""
    day = a_day("syg", 16, "published")
    about = {"by": day.organiser, "competition": day.pk}
    set_round_time(**about, round=1, clock=1500, warning=180, onwards=True)
    assert copy(day).competitions.get().settings == day.competition.settings.change(clock=1500, warning=180)
    set_round_time(**about, round=2, clock=2700, warning=None)
    made = copy(day).competitions.get()
    assert (made.settings, made.times, made.first_table) == (day.competition.settings, {}, 1)


def test_slides_come_along_only_if_asked_for():
    """They may show the winners."""
    day = a_day("syg", 4, "finished")
    for title, picture in (("Welcome", ""), ("Champions", PICTURE)):
        slides.add_slide(by=day.organiser, event=day.event, title=title, text="Hello", picture=picture)
    Slide.objects.filter(title="Welcome").update(for_everybody=True)
    assert not copy(day).slides.exists()
    alike = ("position", "title", "text", "picture", "content_type", "digest")
    made = copy(day, slides=True)
    assert list(made.slides.values_list(*alike)) == list(Event.objects.get(pk=day.event).slides.values_list(*alike))
    assert not made.slides.filter(for_everybody=True).exists()


def test_coordinators_with_an_account_keep_their_group_and_links_stay_behind():
    day = Day("syg")
    group = day.group("Riverside")
    invitations.path_of(Invitation.objects.get(pk=day.invite(group)))
    account = Account.objects.create(username="jo")
    Membership.objects.create(account=account, event_id=day.event, role="coordinator", group_id=group)
    made = copy(day)
    assert list(Membership.objects.filter(event=made).values_list("account", "group__name")) == [
        (account.pk, "Riverside")
    ]
    assert not Invitation.objects.filter(event=made).exists()


def test_a_club_night_comes_with_its_regulars():
    by = Actor(Role.ORGANISER, None, "Ruth Katoa")
    pk = set_up_club_night(by=by, name="Friday", lines="Mia\nBen\nIvy", way=WayToPlay())
    day = Day.of(Competition.objects.select_related("event").get(pk=pk), "sealed")
    made = copy(day, people=True)
    assert not made.has_groups
    assert [name for name, _, _ in entered(made)] == ["Mia", "Ben", "Ivy"]
    assert Group.objects.filter(event=made, name="").count() == 3


def test_erased_people_cannot_come_along():
    day = a_day("syg", 4, "finished")
    erasing.erase_names(by=day.organiser, event=day.event)
    sentence = "The names in this event have been erased, so nobody can be added or checked in."
    with refused(Refused, sentence):
        copy(day, people=True)
    assert copy(day).competitions.count() == 1


@pytest.mark.parametrize(
    ("name", "on", "asks"),
    [
        ("Youth weekend", "", "and no day"),
        ("youth Weekend", "2031-05-10", "and the same day"),
        ("Youth weekend", "2031-06-10", ""),
        ("Next year", "", ""),
    ],
)
def test_two_events_that_nobody_could_tell_apart_are_asked_about(name, on, asks):
    day = a_day("syg", 4, "entries open")
    Event.objects.update(date="2031-05-10")
    about = {"by": day.organiser, "event": day.event, "name": name, "on": on}
    if asks:
        question = f"The new event would have the same name as this one, {asks}. Set it up anyway?"
        with refused(NeedsConfirmation, question):
            copying.copy_event(**about)
    assert copying.copy_event(**about, sure=bool(asks)) and Event.objects.count() == 2


def test_sent_twice_it_is_one_event():
    day = a_day("syg", 4, "finished")
    first, again = (copy(day, people=True, request="a" * 32) for _ in range(2))
    assert first == again and len(entered(first)) == 4


def test_nobody_copies_an_event_they_do_not_organise():
    day = a_day("syg", 4, "entries open")
    before = everything()
    for by in (day.mc, day.coordinator("Riverside"), Actor(Role.ORGANISER, day.event + 1, "Sam")):
        with pytest.raises(NotPermitted):
            copying.copy_event(by=by, event=day.event, name="Next year")
    assert everything() == before
