"""An organiser sets an event up: the event, its competitions from a preset, its groups (RULES 1 and 2)."""

from __future__ import annotations

from dataclasses import fields
from datetime import date, timedelta

import pytest
from django.utils import timezone

from tests.cast import Day
from tests.refusals import refused
from tournament.actions import setup
from tournament.models import Account, Competition, Event, LogEntry, Membership
from tournament.permissions import Actor, Role
from tournament.rules.errors import EntryRefused, NeedsConfirmation, RequestReused, SettingsRefused, Stale
from tournament.rules.names import clean
from tournament.rules.presets import PRESETS

pytestmark = pytest.mark.django_db

RUTH = Actor(Role.ORGANISER, None, "Ruth Katoa")


def compete(day: Day, **more):
    return setup.create_competition(
        **{"by": day.organiser, "event": day.event, "preset_name": "syg", "name": "Uno Under 18", **more}
    )


def test_an_event_has_a_name_a_day_a_place_and_an_address():
    pk = setup.create_event(by=RUTH, name=" Youth   weekend ", on="2026-11-21", place="St Mark's  hall")
    assert list(Event.objects.filter(pk=pk).values("name", "slug", "date", "place", "fictional")) == [
        {
            "name": "Youth weekend",
            "slug": "youth-weekend",
            "date": date(2026, 11, 21),
            "place": "St Mark's hall",
            "fictional": False,
        }
    ]


def test_two_events_of_one_name_have_two_addresses():
    names = ["Youth weekend", "Youth weekend", "青年週末", "青年週末"]
    pks = [setup.create_event(by=RUTH, name=name) for name in names]
    assert [Event.objects.get(pk=pk).slug for pk in pks] == ["youth-weekend", "youth-weekend-2", "event", "event-2"]


def test_a_name_that_is_a_page_s_word_gets_a_number():
    day = Day()
    assert Event.objects.get(pk=setup.create_event(by=RUTH, name="New")).slug == "new-2"
    assert Competition.objects.get(pk=compete(day, name="Groups")).slug == "groups-2"
    with refused(SettingsRefused, "There is already a competition called “groups”. Choose another short name."):
        compete(day, slug="groups")


def test_whoever_sets_an_event_up_with_an_account_organises_it():
    account = Account.objects.create(username="ruth")
    pk = setup.create_event(by=Actor(Role.ORGANISER, None, "Ruth Katoa", account.pk), name="Youth weekend")
    assert list(Membership.objects.values_list("account", "event", "role")) == [(account.pk, pk, "organiser")]


@pytest.mark.parametrize("on", ["2026-02-30", "tomorrow", "21.11.2026"])
def test_a_day_that_does_not_exist_is_refused(on):
    with refused(SettingsRefused, f"“{on}” isn’t a day. Write it like 2026-11-21."):
        setup.create_event(by=RUTH, name="Youth weekend", on=on)


def test_an_event_without_a_name_is_refused():
    with refused(EntryRefused, "The event’s name is missing."):
        setup.create_event(by=RUTH, name="  ")


def test_a_place_or_card_that_cannot_be_printed_is_refused():
    day = Day()
    with refused(EntryRefused, "The place has characters that can’t be shown or printed. Type it again."):
        setup.create_event(by=RUTH, name="Youth weekend", place="Hall\x00")
    with refused(SettingsRefused, "“Har\x00vest” can’t be an extra card’s name."):
        compete(day, choices={"extra_cards": {"Har\x00vest": {"points": 20, "count": 4}}})


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_competition_from_a_preset_has_its_choices(preset):
    competition = Day(preset).competition
    assert competition.settings == PRESETS[preset].settings
    assert (competition.preset, competition.slug) == (preset, "uno-open")


def test_any_choice_of_a_preset_can_be_changed():
    choices = {
        "format": "single",
        "ending": "target",
        "scoring": "winner_takes",
        "incomplete": "ignore",
        "table_max": 10,
        "cap": 100,
        "decks": 2,
        "clock": 600,
        "warning": 60,
        "target": 300,
        "entries_per_group": 5,
        "reserves_per_group": 0,
        "extra_cards": {"Harvest": {"points": 20, "count": 4}},
        "switches": ["jump_in", "zeros_rotate"],
    }
    settings = Day("syg", **choices).competition.settings
    assert {name: getattr(settings, name) for name in choices} == choices | {"switches": ("jump_in", "zeros_rotate")}
    others = {field.name for field in fields(settings)} - choices.keys()
    assert {name: getattr(settings, name) for name in others} == {
        "redraw": False,
        "move": None,
        "ranking": None,
        "rounds": None,
        "hands": None,
    }


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"ending": "hands"}, "Say after how many hands a round ends."),
        ({"warning": 1800}, "The warning must come after the start: make it shorter than the round."),
        ({"table_max": 6}, "A knockout has tables of 2 to 5."),
        ({"cap": 1}, "Cap: 2 to 100,000, please."),
        ({"format": "league"}, "That isn’t a setting of a competition: 'league' is not a valid Format."),
        ({"switches": ["blanks"]}, "There is no variation called “blanks”."),
    ],
)
def test_choices_that_do_not_go_together_are_refused(choices, sentence):
    day = Day()
    with refused(SettingsRefused, sentence):
        compete(day, choices=choices)
    with refused(SettingsRefused, sentence):
        setup.change_settings(by=day.organiser, competition=day.pk, choices=choices)


def test_an_unknown_preset_is_refused_and_the_known_ones_are_listed():
    day = Day()
    sentence = f"There is no preset “poker”. There are: {', '.join(PRESETS)}."
    with refused(SettingsRefused, sentence):
        compete(day, preset_name="poker")


def test_a_competition_can_be_given_its_address():
    day = Day()
    assert Competition.objects.get(pk=compete(day, slug="friday-night")).slug == "friday-night"
    with refused(SettingsRefused, "There is already a competition called “friday-night”. Choose another short name."):
        compete(day, name="Another", slug="friday-night")


@pytest.mark.parametrize("slug", ["Friday Night", "a/b", "ü", "-x", "x" * 81, "a\x00b"])
def test_an_address_that_cannot_be_one_is_refused(slug):
    day = Day()
    with refused(
        SettingsRefused, "Write the short name in small letters, digits and hyphens, for example “friday-night”."
    ):
        compete(day, slug=slug)


def test_settings_can_be_changed_until_the_draw_is_sealed():
    day = Day().people(4).until("chosen")
    setup.change_settings(by=day.organiser, competition=day.pk, choices={"clock": 2400})
    assert (day.competition.clock, day.competition.warning, day.competition.version) == (2400, 300, 2)
    day.until("sealed")
    with refused(SettingsRefused, "The draw is sealed, so you can’t change the settings."):
        setup.change_settings(by=day.organiser, competition=day.pk, choices={"clock": 1800})


def test_settings_and_name_that_somebody_else_changed_meanwhile_are_not_overwritten():
    day = Day()
    change = {"by": day.organiser, "competition": day.pk, "version": 1}
    setup.change_settings(**change, choices={"clock": 2400, "cap": 64}, name="Uno  Open A")
    assert (day.competition.name, day.competition.version) == ("Uno Open A", 2)
    sentence = "Somebody else changed this since you opened it, so your changes weren’t saved. Which is right?"
    with refused(Stale, sentence) as caught:
        setup.change_settings(**change, choices={"clock": 1800, "cap": 64}, name="Uno Open B")
    assert caught.value.theirs == {"clock": 2400, "name": "Uno Open A"}
    assert caught.value.yours == {"clock": 1800, "name": "Uno Open B"}
    setup.change_settings(**change, choices={"clock": 2400}, name="Uno Open A")
    assert day.competition.version == 2


def test_the_log_keeps_only_what_was_changed():
    day = Day()
    setup.change_settings(by=day.organiser, competition=day.pk, choices={"clock": 2400, "cap": 64, "redraw": False})
    assert LogEntry.objects.latest("pk").facts == {"choices": {"clock": 2400}}


# The whole page at once

SYG = {"name": "Youth weekend", "on": "2031-05-10", "grades": ["Uno Open", "Uno Under 18"], "preset_name": "syg"}


def test_an_event_is_set_up_with_a_competition_for_each_grade():
    pk = setup.set_up_event(by=RUTH, **SYG, choices={"clock": 2400}, closes="2031-05-06T18:00", request="form-1")
    made = Competition.objects.order_by("pk").values_list("event", "name", "preset", "clock", "closes_at__year")
    assert list(made) == [(pk, "Uno Open", "syg", 2400, 2031), (pk, "Uno Under 18", "syg", 2400, 2031)]
    assert list(LogEntry.objects.order_by("pk").values_list("what", flat=True)) == [
        "event created", "competition created", "closing time set", "competition created", "closing time set",
    ]  # fmt: skip


def test_sent_twice_it_is_set_up_once():
    first = setup.set_up_event(by=RUTH, **SYG, closes="2031-05-06T18:00", request="form-1")
    assert setup.set_up_event(by=RUTH, **SYG, closes="2031-05-06T18:00", request="form-1") == first
    assert (Event.objects.count(), Competition.objects.count()) == (1, 2)
    with refused(RequestReused, "This request id was already used for something else. Nothing was changed."):
        setup.set_up_event(by=RUTH, **SYG | {"name": "Another"}, request="form-1")


@pytest.mark.parametrize(
    ("typed", "kind", "sentence"),
    [
        ({"grades": ["Uno Open", " "]}, EntryRefused, "The competition’s name is missing."),
        ({"grades": []}, SettingsRefused, "Name the competition, or up to 12 of them, one on each line."),
        ({"grades": ["Uno"] * 13}, SettingsRefused, "Name the competition, or up to 12 of them, one on each line."),
        ({"choices": {"cap": 1}}, SettingsRefused, "Cap: 2 to 100,000, please."),
        ({"closes": "soon"}, SettingsRefused, "“soon” isn’t a time. Write it like 2026-11-20T18:00."),
    ],
)
def test_whatever_is_wrong_nothing_is_set_up(typed, kind, sentence):
    with refused(kind, sentence):
        setup.set_up_event(by=RUTH, **SYG | typed, request="form-1")


@pytest.mark.parametrize("name", ["Uno Open", "UNO  open", "Uno Op\u200ben"])
def test_two_competitions_of_one_name_are_refused(name):
    """On no page, and in no list that is read in, could anybody tell them apart."""
    day = Day("syg", name="Uno Open")
    other = setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Uno Under 18")
    sentence = f"This event already has a competition called “{clean(name)}”. Choose another name."
    with refused(SettingsRefused, sentence):
        setup.create_competition(by=day.organiser, event=day.event, preset_name="bac", name=name)
    with refused(SettingsRefused, sentence):
        setup.change_settings(by=day.organiser, competition=other, choices={}, name=name)
    setup.change_settings(by=day.organiser, competition=day.pk, choices={}, name="UNO Open")
    with refused(SettingsRefused, "This event already has a competition called “Uno”. Choose another name."):
        setup.set_up_event(by=RUTH, **SYG | {"grades": ["Uno", "Uno"]})
    Day("syg", name="Uno Open")


@pytest.mark.parametrize(
    ("on", "how"),
    [
        ("0001-01-01", "a very long time ago"),
        ("1926-11-21", "a very long time ago"),
        ("2126-11-21", "more than 5 years away"),
        ("9999-12-31", "more than 5 years away"),
    ],
)
def test_a_day_of_another_century_is_refused(on, how):
    with refused(SettingsRefused, f"That day is {how}. Check the year."):
        setup.create_event(by=RUTH, name="Youth weekend", on=on)


def test_a_day_that_is_over_asks_first():
    yesterday = timezone.localdate() - timedelta(days=1)
    typed = SYG | {"on": yesterday.isoformat()}
    with pytest.raises(NeedsConfirmation, match=f"{yesterday.year} has passed. Set the event up"):
        setup.set_up_event(by=RUTH, **typed)
    assert setup.set_up_event(by=RUTH, **typed, sure_of_day=True)
    assert setup.set_up_event(by=RUTH, **SYG | {"on": timezone.localdate().isoformat()})
