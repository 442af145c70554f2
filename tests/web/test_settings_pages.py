"""The settings of an event and of a competition: every choice has its field, and nobody overwrites anybody."""

from __future__ import annotations

import html
import re
from dataclasses import fields
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tests.cast import Day
from tests.refusals import everything
from tests.web.reading import read_page
from tests.web.test_new_event import text_of
from tests.web.visitors import keeper
from tournament.actions import closing, setup
from tournament.models import Competition, Event, LogEntry
from tournament.rules.numbers import NumberRange
from tournament.rules.presets import CUSTOM, PRESETS, SWITCHES, Settings
from tournament.rules.setting_ranges import RANGES
from tournament.web.organiser.settings_fields import FIELDS
from tournament.web.organiser.settings_form import choices, settings_in_words, typed_from

pytestmark = pytest.mark.django_db

EVENT = "/organise/youth-weekend/settings/"
OPEN = "/organise/youth-weekend/uno-open/settings/"
STALE = "Somebody else changed this since you opened it, so your changes weren’t saved. Which is right?"


@pytest.fixture
def ruth() -> Client:
    return keeper()


def rules(day: Day, **changed: Any) -> dict[str, Any]:
    """The form of rules as a browser sends it."""
    typed = typed_from(day.competition.settings)
    cards = typed.pop("cards")
    parts = {f"card_{part}": [card[part] for card in cards] for part in ("name", "points", "count")}
    known = {"do": "settings", "name": day.competition.name, "version": day.competition.version}
    return {**known, **typed, **parts, **changed}


def test_what_is_wrong_stands_beside_its_field_which_has_the_focus(ruth):
    answer = ruth.post(OPEN, rules(Day("syg", real=True), clock="soon"))
    field = re.search(r'<p class="field[^"]*"><label for="clock">.*?</p>', text_of(answer), re.DOTALL)
    assert answer.status_code == 422 and field is not None
    assert 'aria-invalid="true" autofocus' in field[0] and "minutes, for example 30 or 7:30, please." in field[0]
    assert text_of(answer).count("autofocus") == 1


def test_every_choice_of_a_competition_has_its_field(ruth):
    Day("syg")
    text = text_of(ruth.get(OPEN))
    named = {field.name for field in FIELDS} | {"extra_cards", "switches"}
    assert {field.name for field in fields(Settings)} == named
    shown = set(re.findall(r'name="(\w+)"', text))
    assert named - {"extra_cards"} | {"card_name", "card_points", "card_count", "name", "closes"} <= shown
    for field in FIELDS:
        assert field.hint or all(option.hint for option in field.options), field.name
        assert field.label in text
    assert all(sentence in text for sentence in SWITCHES.values())


@pytest.mark.parametrize("settings", [*(p.settings for p in PRESETS.values()), CUSTOM.settings])
def test_a_form_that_is_sent_as_it_came_changes_nothing(settings):
    assert settings.change(**choices(typed_from(settings))) == settings


@given(seconds=st.integers(1, 86_400))
def test_any_length_of_a_round_survives_the_form(seconds):
    settings = PRESETS["syg"].settings.change(clock=seconds, warning=None)
    assert choices(typed_from(settings))["clock"] == seconds


def test_saving_what_is_there_saves_nothing(ruth):
    day = Day("bac")
    before = everything()
    answer = ruth.post(OPEN, rules(day))
    assert (answer.status_code, answer["Location"]) == (302, OPEN)
    assert everything() == before


def test_name_and_rules_are_changed_together(ruth):
    day = Day("syg")
    answer = ruth.post(OPEN, rules(day, name="Uno  Seniors", clock="45", cap="", switches=["jump_in"]), follow=True)
    competition = day.competition
    assert (competition.name, competition.slug, competition.clock, competition.cap, competition.switches) == (
        "Uno Seniors",
        "uno-open",
        2700,
        None,
        ["jump_in"],
    )
    assert "Saved." in text_of(answer)
    changed = {"name": "Uno Seniors", "clock": 2700, "cap": None, "switches": ["jump_in"]}
    assert LogEntry.objects.latest("pk").facts == {"choices": changed}


def test_switching_the_format_takes_what_it_needs_along(ruth):
    day = Day("syg", redraw=True)
    ruth.post(OPEN, rules(day, format="rotation"))
    s = day.competition.settings
    assert (s.format, s.rounds, s.move, s.ranking, s.redraw) == ("rotation", 4, "circular", "average", False)
    ruth.post(OPEN, rules(day, format="single", ending="hands", clock="", scoring="winner_takes"))
    s = day.competition.settings
    assert (s.format, s.rounds, s.move, s.ranking) == ("single", None, None, None)
    assert (s.ending, s.hands, s.clock, s.warning, s.incomplete) == ("hands", 5, None, None, "count")


def test_a_refused_form_keeps_what_was_typed(ruth):
    day = Day("syg")
    before = everything()
    answer = ruth.post(OPEN, rules(day, name=" ", clock="soon", format="rotation"))
    text = text_of(answer)
    assert answer.status_code == 422
    assert "Minutes per round: minutes, for example 30 or 7:30, please." in text
    assert 'name="clock" value="soon"' in text
    assert re.search(r'name="format" value="rotation" checked', text)
    assert "The competition’s name is missing." in text_of(ruth.post(OPEN, rules(day, name=" ")))
    assert everything() == before


def test_two_organisers_at_once_see_both_values_and_choose(ruth):
    day = Day("syg")
    mine = rules(day, name="Uno A", clock="45")
    setup.change_settings(by=day.organiser, competition=day.pk, choices={"clock": 1200}, name="Uno B")
    before = everything()
    answer = ruth.post(OPEN, mine)
    text = text_of(answer)
    assert answer.status_code == 409 and everything() == before
    assert STALE in text
    rows = re.findall(r'<th scope="row">(.*?)</th><td><bdi>(.*?)</bdi></td><td><bdi>(.*?)</bdi></td>', text)
    assert rows == [("Minutes per round", "20 minutes", "45 minutes"), ("Name", "Uno B", "Uno A")]
    assert 'value="Uno A"' in text and 'name="version" value="2"' in text
    assert ruth.post(OPEN, mine | {"version": "2"}).status_code == 302
    assert (day.competition.name, day.competition.clock) == ("Uno A", 2700)


def test_a_target_under_own_hand_is_warned_about(ruth):
    Day("syg")
    assert "table-mates can end it on purpose" in text_of(ruth.get(OPEN))


def test_after_the_seal_everything_is_shown_and_nothing_can_be_sent(ruth):
    day = Day("bac", switches=["jump_in"], extra_cards={"Harvest": {"points": 20, "count": 4}}).people(8)
    day.until("sealed")
    text = text_of(ruth.get(OPEN))
    assert "The draw is sealed, so nobody can change these rules now" in text
    assert 'value="settings"' not in text and 'value="closing"' not in text
    for label, words in settings_in_words(day.competition.settings):
        assert f"<dt>{label}</dt><dd><bdi>{words}</bdi></dd>" in text
    assert "Harvest: 20 points, 4 in a deck" in text
    before = everything()
    answer = ruth.post(OPEN, rules(day, clock="45"))
    assert answer.status_code == 422
    assert "The draw is sealed, so you can’t change the settings." in text_of(answer)
    assert everything() == before


# The closing time


def close_at(client: Client, closes: str, was: str = "", do: str = "closing-sure") -> Any:
    return client.post(OPEN, {"do": do, "closes": closes, "was": was})


def test_a_closing_time_after_the_event_is_asked_about_with_what_was_typed(ruth):
    Day("syg")
    answer = close_at(ruth, "2031-05-06T18:00", do="closing")
    page = read_page(answer)
    assert answer.status_code == 409
    assert "Youth weekend is on 21 November 2026, and entries would close after it. Is that what you want?" in page
    assert 'form="form-closing" name="do" value="closing-sure"' in page
    assert 'value="2031-05-06T18:00"' in page


def test_a_cap_below_the_entries_is_asked_about_with_what_was_typed(ruth):
    day = Day("syg").people(3)
    answer = ruth.post(OPEN, rules(day, cap="2"))
    page = read_page(answer)
    assert answer.status_code == 409
    assert "3 are entered, but only 2 could play: the lot would decide who. Save it?" in page
    assert 'form="form-settings" name="do" value="settings-sure"' in page
    assert ruth.post(OPEN, rules(day, cap="2") | {"do": "settings-sure"}).status_code == 302
    assert day.competition.cap == 2


def test_the_closing_time_is_set_and_shown(ruth):
    Day("syg")
    assert close_at(ruth, "2031-05-06T18:00").status_code == 302
    assert 'value="2031-05-06T18:00"' in text_of(ruth.get(OPEN))
    told = text_of(ruth.get("/organise/youth-weekend/"))
    assert "Entries close Tuesday 6 May 2031, 18:00, Berlin time (CEST)." in told


def test_two_closing_times_are_both_shown(ruth):
    day = Day("syg")
    closing.set_closing(by=day.organiser, competition=day.pk, closes="2031-05-06T18:00", sure=True)
    answer = close_at(ruth, "2031-05-07T18:00")
    text = text_of(answer)
    assert answer.status_code == 409
    assert "<td><bdi>2031-05-06T18:00</bdi></td><td><bdi>2031-05-07T18:00</bdi></td>" in text
    assert 'value="2031-05-07T18:00"' in text and 'name="was" value="2031-05-06T18:00"' in text


def test_once_closed_the_page_says_how_to_go_on(ruth):
    Day("syg").until("entries closed")
    assert "Reopen entries first, then set a new closing time." in text_of(ruth.get(OPEN))
    answer = close_at(ruth, "2031-05-06T18:00")
    assert answer.status_code == 422
    assert "Entries are closed. Reopen them first" in text_of(answer)


def lengths(day: Day, **typed: str) -> dict[str, Any]:
    return {"do": "lengths", "version": day.competition.version, "round": "1", "clock": "25", "warning": "3", **typed}


def test_after_the_seal_lengths_of_rounds_that_have_not_begun_are_changed_and_the_page_says_where_the_rest_is(ruth):
    day = Day("syg").people(16).until("published")
    text = text_of(ruth.get(OPEN))
    assert "What you can still change" in text and 'href="/mc/youth-weekend/uno-open/"' in text
    assert "<dt>Final</dt><dd>30 minutes, warning 5 minutes before the end</dd>" in text
    assert 'name="clock" value="30"' in text and 'name="warning" value="5"' in text
    assert "Saved." in text_of(ruth.post(OPEN, lengths(day, onwards="yes"), follow=True))
    assert ruth.post(OPEN, lengths(day, round="2", clock="7:30", warning="")).status_code == 302
    text = text_of(ruth.get(OPEN))
    assert "<dt>Round 1</dt><dd>25 minutes, warning 3 minutes before the end</dd>" in text
    assert "<dt>Final</dt><dd>7:30 minutes, no warning</dd>" in text
    assert "Round 1 lasts 25 minutes and the final lasts 7:30 minutes." in text
    told = text_of(ruth.get("/organise/youth-weekend/log/"))
    assert "Round 1, the final last 25 minutes now, with the warning 3 minutes before the end." in told
    assert "The final lasts 7:30 minutes now, without a warning." in told
    for page in ("/c/uno-open/", "/organise/youth-weekend/uno-open/plan/", "/mc/youth-weekend/uno-open/"):
        assert "25" in text_of(ruth.get(page))
    day.start()
    assert (
        '<dt>Round 1</dt><dd>25 minutes, warning 3 minutes before the end <span class="quiet">Has begun</span>'
        in text_of(ruth.get(OPEN))
    )


@pytest.mark.parametrize(
    ("typed", "status", "sentence"),
    [
        ({"clock": "soon"}, 422, "minutes, for example 30 or 7:30, please."),
        ({"clock": ""}, 422, "minutes, for example 30 or 7:30, please."),
        ({"warning": "25"}, 422, "make it shorter than the round."),
        ({"round": "9" * 30}, 422, "There is no such round."),
        ({"version": "0"}, 409, STALE),
    ],
)
def test_a_length_that_cannot_be_is_refused_and_stays_in_its_field(ruth, typed, status, sentence):
    day = Day("syg").people(16).until("published")
    before = everything()
    answer = ruth.post(OPEN, lengths(day, **typed))
    assert (answer.status_code, sentence in text_of(answer)) == (status, True)
    assert f'name="warning" value="{typed.get("warning", 3)}"' in text_of(answer)
    assert everything() == before


# The event


def event_form(**changed: Any) -> dict[str, Any]:
    return {"do": "save", "name": "Youth weekend", "on": "2026-11-21", "place": "", "version": "1"} | changed


def test_an_event_is_mended(ruth):
    Day("syg")
    text = text_of(ruth.get(EVENT))
    assert 'value="Youth weekend"' in text and 'value="2026-11-21"' in text
    answer = ruth.post(EVENT, event_form(name="Winter games", on="", place="Hall 2", full_names="1"), follow=True)
    assert "Saved." in text_of(answer)
    assert list(Event.objects.values_list("name", "date", "place", "full_names")) == [
        ("Winter games", None, "Hall 2", True)
    ]


def test_a_day_that_moves_before_a_closing_time_asks_and_keeps_what_was_typed(ruth):
    Day("syg")
    year = timezone.localdate().year + 1
    Event.objects.update(date=f"{year}-05-10")
    close_at(ruth, f"{year}-05-06T18:00")
    moved = event_form(on=f"{year}-05-03", place="Hall 2")
    asked = ruth.post(EVENT, moved)
    assert asked.status_code == 409
    assert f"Entries would close too late for 3 May {year}: Uno Open at 18:00 on 6 May {year}." in text_of(asked)
    assert 'form="form-save" name="do" value="save-sure">Yes, save it</button>' in text_of(asked)
    assert 'value="Hall 2"' in text_of(asked) and 'id="form-save"' in text_of(asked)
    assert ruth.post(EVENT, moved | {"do": "save-sure"}).status_code == 302
    assert Event.objects.get().place == "Hall 2"


def test_both_values_of_an_event_are_shown(ruth):
    day = Day("syg")
    setup.change_event(by=day.organiser, event=day.event, name="Their name", on="2026-11-21", version=1)
    answer = ruth.post(EVENT, event_form(name="My name", full_names="1"))
    text = text_of(answer)
    assert answer.status_code == 409 and STALE in text
    assert "<td><bdi>Their name</bdi></td><td><bdi>My name</bdi></td>" in text
    assert "<td><bdi>short</bdi></td><td><bdi>whole</bdi></td>" in text
    assert 'value="My name"' in text and 'name="version" value="2"' in text
    assert Event.objects.get().name == "Their name"


@pytest.mark.parametrize("name", ["", "x" * 10_000, "a\x00b", "\u202eRTL"])
def test_a_name_that_cannot_be_is_refused(ruth, name):
    Day("syg")
    before = everything()
    answer = ruth.post(EVENT, event_form(name=name))
    assert answer.status_code == 422
    assert f'name="name" value="{html.escape(name)}"' in read_page(answer)
    assert everything() == before


def test_an_old_page_s_number_is_not_trusted(ruth):
    Day("syg")
    for version in ("", "-1", "1; DROP TABLE", "9" * 30):
        assert ruth.post(EVENT, event_form(name="Mine", version=version)).status_code == 409
    assert Competition.objects.count() == 1


def test_every_number_is_limited_as_the_rules_limit_it():
    """A field without its range would refuse whatever is typed, and one with its own would promise something else."""
    numbers = {field.name: field.range for field in FIELDS if field.kind in ("number", "minutes")}
    assert numbers == {**RANGES, "table_max": NumberRange(2, 10)}
