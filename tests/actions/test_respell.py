"""The spelling of a name is fixed at any time; what is not plainly a respelling is somebody else (RULES 5)."""

from __future__ import annotations

import pytest

from scoring.models import Sat
from tests.cast import Day, a_day
from tests.refusals import refused
from tournament.actions import check_in, groups, registration, spelling
from tournament.live import streams
from tournament.models import Competitor, Entry, Event, FormerName, LogEntry, Wish
from tournament.permissions import Actor
from tournament.rules.errors import (
    EntryRefused,
    NeedsConfirmation,
    NotARespelling,
    NotFound,
    NotPermitted,
    Refused,
    Stale,
)

pytestmark = pytest.mark.django_db

MIA = "Mia O'Brien"
SOMEBODY_ELSE = "“Ivy King” looks like somebody else, not another spelling of “Mia O'Brien”."


def respell(day: Day, name: str, was: str = MIA, by: Actor | None = None, **more) -> None:
    person = Competitor.objects.get(event=day.event, name=was)
    spelling.respell(by=by or day.organiser, competitor=person.pk, name=name, was=was, **more)


def former(day: Day) -> list[tuple[str, str]]:
    return list(FormerName.objects.filter(competitor__event=day.event).values_list("name", "why"))


STAGES = ("entries open", "entries closed", "sealed", "drawn", "published", "running", "finished")


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("role", ["organiser", "coordinator"])
def test_at_any_time_by_the_organiser_and_by_the_groups_coordinator(stage, role):
    day = Day("syg").people(4).until(stage)
    entry = day.who(MIA)
    check_in.give_wristband(by=day.organiser, competitor=entry.competitor_id, number="007")
    here_at = Competitor.objects.get(pk=entry.competitor_id).here_at
    respell(day, "Mía O’Brien", by=day.organiser if role == "organiser" else day.coordinator("Riverside"))
    person = Competitor.objects.get(pk=entry.competitor_id)
    assert (person.name, person.wristband, person.here_at) == ("Mía O’Brien", "007", here_at)
    assert Entry.objects.filter(pk=entry.pk, competitor=person, code=entry.code, status=entry.status).exists()
    assert former(day) == [(MIA, "")]


def test_seat_and_tick_stay():
    day = a_day("syg", 4, "running")
    seat = day.round.seats.get(entry=day.who(MIA))
    Sat.objects.create(seat=seat, at=seat.round.clock.changes.earliest("at").at)
    respell(day, "Mia O'Bryen")
    assert day.round.seats.get(pk=seat.pk).entry.competitor.name == "Mia O'Bryen"
    assert Sat.objects.filter(seat=seat).exists()


def test_it_is_fixed_in_every_competition_they_are_in():
    day = Day("syg").people(2)
    other = Entry.objects.get(pk=day.enter_in_under_18(MIA, "Riverside"))
    registration.rename(by=day.coordinator("Riverside"), entry=day.who(MIA).pk, name="Mía O'Brien", was=MIA)
    assert Entry.objects.get(pk=other.pk).competitor.name == "Mía O'Brien"
    assert former(day) == [(MIA, "")]


def test_a_coordinator_is_led_to_a_substitution_or_to_the_organiser():
    day = a_day("syg", 4, "published")
    sentence = (
        f"{SOMEBODY_ELSE} If somebody else is playing, substitute them. "
        "If it’s the same person, ask the organiser to fix the name."
    )
    for sure in (False, True):
        with refused(NotARespelling, sentence):
            respell(day, "Ivy King", by=day.coordinator("Riverside"), same_person=sure, why="married")


def test_an_organiser_confirms_the_same_person_with_a_reason():
    day = a_day("syg", 4, "published")
    with refused(NeedsConfirmation, f"{SOMEBODY_ELSE} Is it the same person?"):
        respell(day, "Ivy King", why="married")
    with refused(Refused, "Please give a reason. It’s kept with the change."):
        respell(day, "Ivy King", same_person=True, why=" ")
    respell(day, "Ivy King", same_person=True, why="Mia married")
    assert former(day) == [(MIA, "Mia married")]


def test_neither_the_name_nor_the_reason_is_in_the_log():
    day = a_day("syg", 4, "published")
    respell(day, "Ivy King", same_person=True, why="Mia married")
    line = LogEntry.objects.latest("pk")
    assert line.what == "name respelt"
    assert line.facts == {
        "competitor": day.who("Ivy King").competitor.travel_id,
        "former": FormerName.objects.get().travel_id,
    }


def test_one_letter_at_a_time_does_not_make_somebody_else():
    day = a_day("syg", 4, "published")
    by = day.coordinator("Riverside")
    respell(day, "Mia O'Brian", by=by)
    with pytest.raises(EntryRefused):
        respell(day, "Mia O'Trian", "Mia O'Brian", by=by)
    respell(day, "Mia", "Mia O'Brian", by=by)
    with pytest.raises(EntryRefused):
        respell(day, "Mia King", "Mia", by=by)
    respell(day, "Ivy King", "Mia", same_person=True, why="it was a nickname")
    respell(day, "Ivy Kings", "Ivy King", by=by)


def test_another_person_of_the_group_is_not_doubled():
    day = Day("bac")
    day.enter(MIA, "Riverside"), day.enter("Mia O'Brian", "Riverside"), day.enter("Mia O'Bryen", "Zion")
    sentence = (
        "Riverside has somebody else called Mia O'Brian. If they’re the same person, withdraw one of the two entries."
    )
    with refused(EntryRefused, sentence):
        respell(day, "MIA O'BRIAN")
    respell(day, "Mia O'Bryen")  # of another group: two people of one name
    assert Competitor.objects.filter(name="Mia O'Bryen").count() == 2


def test_what_changes_nothing_is_said():
    day = Day("syg").people(1)
    with refused(EntryRefused, f"It’s already spelt “{MIA}”. Change a letter, then save."):
        respell(day, f" {MIA} ")


def test_two_at_once_see_both_values_and_the_same_fix_twice_is_one():
    day = Day("syg").people(1)
    person = day.who(MIA).competitor_id
    respell(day, "Mía O'Brien")
    again = {"by": day.coordinator("Riverside"), "competitor": person, "was": MIA}
    spelling.respell(**again, name="Mía O'Brien")
    with refused(Stale, "Somebody else changed this name since you opened it. Which one is right?") as caught:
        spelling.respell(**again, name="Mia O'Bríen")
    assert (caught.value.theirs, caught.value.yours) == ({"name": "Mía O'Brien"}, {"name": "Mia O'Bríen"})
    assert former(day) == [(MIA, "")]


def test_nobody_fixes_a_name_of_another_group_or_a_table():
    day = a_day("syg", 4, "published")
    for by in (day.coordinator("Hope Hills"), day.umpire(1), day.mc):
        with pytest.raises(NotPermitted):
            respell(day, "Mía O'Brien", by=by)


def test_no_name_comes_back_once_they_were_erased():
    day = Day("syg").people(1)
    Event.objects.update(erased_at="2026-01-01T00:00Z")
    with refused(Refused, "The names in this event have been erased, so nobody can be added or checked in."):
        respell(day, "Mía O'Brien")


def test_somebody_unknown_is_not_found():
    day = Day("syg")
    with refused(NotFound, "There is no such person."):
        spelling.respell(by=day.organiser, competitor=0, name="Mia", was="Mai")


def test_a_name_must_be_one():
    day = Day("syg").people(1)
    with refused(EntryRefused, "A name can have 80 characters; this one has 81."):
        respell(day, "x" * 81)


def test_tablets_screens_and_pages_are_told_and_not_who_it_is(monkeypatch, django_capture_on_commit_callbacks):
    day = a_day("syg", 4, "published")
    told: list[str] = []
    monkeypatch.setattr(streams, "hear", told.append)
    with django_capture_on_commit_callbacks(execute=True):
        respell(day, "Mía O'Brien")
    assert any(f'["event:{day.event}", "competition:{day.pk}"], {{"kind": "seats"}}' in message for message in told)
    assert not any("competitor" in message for message in told)


def test_what_the_group_asks_for_follows():
    day = a_day("syg", 4, "published")
    day.ask(MIA, "Ivy Kign")
    Competitor.objects.create(event_id=day.event, group_id=day.group("Riverside"), name="Ivy Kign")
    respell(day, "Ivy King", "Ivy Kign")
    assert Wish.objects.get().name == "Ivy King"


def test_somebody_else_in_the_place_has_no_former_names():
    day = Day("syg").people(1)
    respell(day, "Mía O'Brien")
    registration.rename(by=day.organiser, entry=day.who("Mía O'Brien").pk, name="Ivy King", was="Mía O'Brien")
    assert former(day) == []


def test_former_names_go_along_when_groups_are_merged():
    day = Day("bac")
    day.enter("Mai O'Brien", "Riverside")
    day.enter_in_under_18(MIA, "Zion")
    respell(day, MIA, "Mai O'Brien")
    groups.merge_groups(by=day.organiser, group=day.group("Riverside"), into=day.group("Zion"), sure=True)
    assert FormerName.objects.get().competitor == Competitor.objects.get()
