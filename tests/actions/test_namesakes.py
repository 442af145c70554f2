"""Names that differ in signs only are asked about; a cap below the entries, and a late closing time too (RULES 5)."""

from __future__ import annotations

import pytest
import time_machine

from tests.cast import Day
from tests.refusals import everything, refused
from tournament.actions import closing, registration, setup, spelling, wishes
from tournament.models import Competitor, Entry, Event
from tournament.queries.group_entries import read_offered_people
from tournament.queries.substitutes import read_substitutes
from tournament.rules.errors import EntryRefused, LooksAlike, NeedsConfirmation

pytestmark = pytest.mark.django_db


SAME_LETTERS = ["Mia OBrien", "Mia O’Brien", "Mía O'Brien", "Mia O' Brien", "MIA OBRIEN", "O'Brien Mia"]


@pytest.mark.parametrize("typed", SAME_LETTERS)
def test_a_name_with_the_same_letters_is_asked_about(typed):
    day = Day("bac")
    day.enter("Mia O'Brien", "Riverside")
    with refused(LooksAlike, f"Is “{typed}” the same person as Mia O'Brien of Riverside?") as caught:
        day.enter(typed, "Riverside")
    assert caught.value.known == "Mia O'Brien"
    day.enter(typed, "Riverside", sure=True)
    assert Competitor.objects.count() == 2


def test_capitals_alone_are_the_same_person():
    day = Day("syg")
    day.enter_in_under_18("Mia O'Brien", "Riverside")
    day.enter("MIA O'BRIEN", "Riverside")
    assert Competitor.objects.count() == 1


def test_another_group_has_people_of_its_own():
    day = Day("bac")
    day.enter("Mia O'Brien", "Riverside"), day.enter("Mia OBrien", "Zion")
    assert Competitor.objects.count() == 2


def test_a_former_spelling_is_asked_about_too():
    """A list that somebody kept has it still."""
    day = Day("bac")
    entry = Entry.objects.get(pk=day.enter("Mai O'Brian", "Riverside"))
    spelling.respell(by=day.organiser, competitor=entry.competitor_id, name="Mia O'Brien", was="Mai O'Brian")
    with refused(LooksAlike, "Is “Mai O'Brian” the same person as Mia O'Brien of Riverside?"):
        day.enter("Mai O'Brian", "Riverside")


def two_alike() -> Day:
    """Mia O'Brien, and Mia OBrian of the same group, whose name is one letter wrong."""
    day = Day("bac")
    day.enter("Mia O'Brien", "Riverside"), day.enter("Mia OBrian", "Riverside")
    return day


NAMESAKE = "Is “Mia OBrien” the same person as Mia O'Brien of Riverside?"


@pytest.mark.parametrize("role", ["organiser", "coordinator"])
@pytest.mark.parametrize("action", [spelling.respell, registration.rename])
def test_a_respelling_into_a_namesake_is_asked_about_whoever_fixes_it_and_wherever(role, action):
    day = two_alike()
    whom = day.who("Mia OBrian")
    who = {"entry": whom.pk} if action is registration.rename else {"competitor": whom.competitor_id}
    fix = {"by": day.organiser if role == "organiser" else day.coordinator("Riverside"), "was": "Mia OBrian"} | who
    before = everything()
    with refused(LooksAlike, NAMESAKE) as caught:
        action(**fix, name="Mia OBrien")
    with pytest.raises(EntryRefused, match=r"withdraw one of the two entries|already entered here"):
        action(**fix, name=caught.value.known)
    assert everything() == before
    action(**fix, name="Mia OBrien", sure=True)
    assert Competitor.objects.get(pk=whom.competitor_id).name == "Mia OBrien"


def test_what_an_organiser_says_is_the_same_person_may_still_be_two():
    day = Day("bac")
    day.enter("Mia O'Brien", "Riverside"), day.enter("Mimi", "Riverside")
    whom = day.who("Mimi").competitor_id
    fix = {"by": day.organiser, "competitor": whom, "name": "Mia OBrien", "was": "Mimi", "why": "a nickname"}
    with refused(LooksAlike, NAMESAKE):
        spelling.respell(**fix, same_person=True)
    spelling.respell(**fix, same_person=True, sure=True)
    assert Competitor.objects.get(pk=whom).name == "Mia OBrien"


def test_one_s_own_spelling_and_a_namesake_of_another_group_are_not_asked_about():
    day = Day("bac")
    day.enter("Mia O'Brian", "Riverside"), day.enter("Mia O'Brien", "Zion")
    person = day.who("Mia O'Brian").competitor_id
    for was, name in (("Mia O'Brian", "Mia OBrian"), ("Mia OBrian", "Mia OBrien"), ("Mia OBrien", "Mia O'Brian")):
        spelling.respell(by=day.coordinator("Riverside"), competitor=person, name=name, was=was)
    assert Competitor.objects.get(pk=person).name == "Mia O'Brian"


def test_a_spelling_that_is_wished_for_is_asked_about_and_the_organiser_is_not_asked_again():
    day = Day("bac")
    day.enter("Mia O'Brien", "Riverside"), day.enter("Mimi", "Riverside")
    asked = {"by": day.coordinator("Riverside"), "entry": day.who("Mimi").pk, "name": "Mia OBrien", "why": "a nickname"}
    with refused(LooksAlike, NAMESAKE):
        wishes.ask_spelling(**asked)
    wish = wishes.ask_spelling(**asked, sure=True)
    wishes.answer_wish(by=day.organiser, wish=wish, kind="spelling", name="Mia OBrien", granted=True)
    assert Competitor.objects.filter(name="Mia OBrien").exists()


def test_a_late_arrival_is_asked_about():
    day = Day("bac", rounds=2).people(4).until("running")
    day.gone("Mia O'Brien")
    with pytest.raises(LooksAlike, match="the same person as Mia O'Brien of Riverside"):
        day.late("Mia OBrien", "Riverside")


def with_a_spare() -> Day:
    """Mia O'Brien of Riverside has a seat; Zoë Mc Cann of the same group has none."""
    day = Day("syg").people(4)
    day.enter_in_under_18("Zoë Mc Cann", "Riverside")
    Entry.objects.filter(competitor__name="Zoë Mc Cann").delete()
    return day.until("entries closed").choose(4, [2, 1])


def test_a_typed_substitute_is_asked_about():
    day = with_a_spare().until("published")
    before = everything()
    with refused(LooksAlike, "Is “Zoe McCann” the same person as Zoë Mc Cann of Riverside?") as caught:
        day.substitute("Mia O'Brien", "Zoe McCann")
    assert everything() == before
    day.substitute("Mia O'Brien", caught.value.known)
    assert Competitor.objects.filter(group=day.group("Riverside")).count() == 2


def test_another_person_with_the_same_letters_takes_the_seat_once():
    day = with_a_spare().until("published")
    for _ in range(2):
        day.substitute("Mia O'Brien", "Zoe McCann", sure=True, request="once")
    assert Competitor.objects.filter(group=day.group("Riverside")).count() == 3
    assert [name for table in day.names() for name in table].count("Zoe McCann") == 1


def test_a_substitute_in_the_sitter_s_other_spelling_is_the_same_person():
    """Their spelling is mended instead."""
    day = with_a_spare().until("published")
    with refused(LooksAlike, "Is “Mia OBrien” the same person as Mia O'Brien of Riverside?") as caught:
        day.substitute("Mia O'Brien", "Mia OBrien")
    with refused(EntryRefused, "That’s the same person."):
        day.substitute("Mia O'Brien", caught.value.known)


def test_a_wish_is_asked_about_and_the_organiser_is_not_asked_again():
    day = with_a_spare()
    before = everything()
    with refused(LooksAlike, "Is “Zoe McCann” the same person as Zoë Mc Cann of Riverside?") as caught:
        day.ask("Mia O'Brien", "Zoe McCann")
    assert everything() == before
    asked = day.ask("Mia O'Brien", caught.value.known)
    assert day.ask("Mia O'Brien", "Zoe McCann", sure=True) == asked  # thought better of it
    day.until("published")
    wishes.answer_wish(by=day.organiser, wish=asked, name="Zoe McCann", granted=True)
    assert "Zoe McCann" in [name for table in day.names() for name in table]


def test_who_withdrew_is_marked_where_they_are_offered():
    day = Day("syg", entries_per_group=None).people(4)
    registration.withdraw(by=day.organiser, entry=day.enter("Ivy King", "Riverside"))
    registration.withdraw(by=day.organiser, entry=day.enter_in_under_18("Kit Hall", "Riverside"))
    day.enter_in_under_18("Jude Addo", "Riverside")
    marked = {("Ivy King", ("Uno Open",)), ("Jude Addo", ()), ("Kit Hall", ("Uno Under 18",))}
    home, mia = day.group("Riverside"), day.who("Mia O'Brien")
    known = read_offered_people(mia.group, day.competition)
    assert {(person.name, person.withdrew_from) for person in known} == marked
    offered = read_substitutes(day.competition, sitter=mia.competitor_id, home=home)
    assert {(person.name, person.withdrew_from) for person in offered} == marked


def test_who_withdrew_is_marked_where_a_namesake_is_asked_about():
    day = Day("syg")
    registration.withdraw(by=day.organiser, entry=day.enter("José Alvarez", "Riverside", "reserve"))
    day.enter_in_under_18("Ivy King", "Zion")
    for enter in (day.enter, day.enter_in_under_18):
        with refused(
            LooksAlike, "Is “Jose álvarez” the same person as José Alvarez of Riverside, who withdrew from Uno Open?"
        ):
            enter("Jose  álvarez", "Riverside")
    day.enter("José Alvarez", "Riverside")
    with refused(LooksAlike, "Is “Jose álvarez” the same person as José Alvarez of Riverside?"):
        day.enter("Jose álvarez", "Riverside")


def test_a_cap_below_the_entries_is_asked_about():
    day = Day("syg").people(4)
    change = {"by": day.organiser, "competition": day.pk, "choices": {"cap": 3}}
    sentence = "4 are entered, but only 3 could play: the lot would decide who. Save it?"
    with refused(NeedsConfirmation, sentence):
        setup.change_settings(**change)
    setup.change_settings(**change, sure=True)
    setup.change_settings(by=day.organiser, competition=day.pk, choices={"clock": 2400})  # the cap stays as it is
    assert day.competition.cap == 3


@time_machine.travel("2026-11-01T00:00Z", tick=False)
def test_a_closing_time_after_the_event_s_day_is_asked_about():
    """The event is on 21 November 2026. On that day itself people may still be entered at the door."""
    day = Day("syg")
    set_to = {"by": day.organiser, "competition": day.pk}
    closing.set_closing(**set_to, closes="2026-11-21T09:30")
    with refused(
        NeedsConfirmation,
        "Youth weekend is on 21 November 2026, and entries would close after it. Is that what you want?",
    ):
        closing.set_closing(**set_to, closes="2026-11-22T09:30")
    closing.set_closing(**set_to, closes="2026-11-22T09:30", sure=True)


@time_machine.travel("2026-11-01T00:00Z", tick=False)
def test_a_closing_time_after_noon_on_the_day_is_asked_about_in_the_event_s_zone():
    """Nobody has said at what hour they begin: a start can be set only once the draw is published."""
    day = Day("syg")
    Event.objects.update(time_zone="Australia/Melbourne")
    set_to = {"by": day.organiser, "competition": day.pk}
    closing.set_closing(**set_to, closes="2026-11-21T12:00")
    sentence = (
        "Youth weekend is on 21 November 2026, and entries would close at 18:00 that day. The draw comes after that. "
        "Is that what you want?"
    )
    with refused(NeedsConfirmation, sentence):
        closing.set_closing(**set_to, closes="2026-11-21T18:00")
    closing.set_closing(**set_to, closes="2026-11-21T18:00", sure=True)


@time_machine.travel("2026-11-01T00:00Z", tick=False)
def test_a_day_that_moves_before_a_closing_time_is_asked_about():
    day = Day("syg")
    closing.set_closing(by=day.organiser, competition=day.pk, closes="2026-11-20T18:00")
    change = {"by": day.organiser, "event": day.event, "name": "Youth weekend", "version": 1}
    sentence = (
        "Entries would close too late for 14 November 2026: Uno Open at 18:00 on 20 November 2026. You can change that "
        "in the settings of each competition. Save the day anyway?"
    )
    with refused(NeedsConfirmation, sentence):
        setup.change_event(**change, on="2026-11-14")
    setup.change_event(**change, on="2026-11-28")
    setup.change_event(**change | {"version": 2}, on="2026-11-14", sure=True)
    setup.change_event(**change | {"version": 3}, on="2026-11-07")  # it was too late for the day before, too


@time_machine.travel("2026-11-01T00:00Z", tick=False)
def test_an_event_on_a_day_that_is_over_with_a_closing_time_is_asked_about_twice():
    typed = {"name": "Spring", "on": "2026-10-31", "grades": ["Uno"], "closes": "2026-11-08T18:00"}
    new = {"by": Day("bac").organiser, "preset_name": "syg"} | typed
    with refused(NeedsConfirmation, "Saturday 31 October 2026 has passed. Set the event up for that day anyway?"):
        setup.set_up_event(**new, sure_of_closing=True)
    with pytest.raises(NeedsConfirmation, match="entries would close after it"):
        setup.set_up_event(**new, sure_of_day=True)
    assert setup.set_up_event(**new, sure_of_day=True, sure_of_closing=True)
