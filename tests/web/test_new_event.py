"""A new event on one page: name, day and a preset are enough; whatever is refused keeps what was typed."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.cast import Day
from tests.refusals import everything
from tests.web.reading import read_page
from tests.web.visitors import account, keeper, organiser
from tournament.models import Competition, Event, Membership
from tournament.rules.presets import CUSTOM, PRESETS, preset
from tournament.web.organiser.new_event import OFFERS
from tournament.web.organiser.settings_form import typed_from

pytestmark = pytest.mark.django_db

PAGE = "/organise/new/"
UNPRINTABLE = "has characters that can’t be shown or printed. Type it again."
PAST = "The closing time must be in the future. To close now, close entries by hand."


def text_of(answer: Any) -> str:
    return html.unescape(read_page(answer))


def whole(shown: str, /, **changed: Any) -> dict[str, Any]:
    """Every field of the unfolded page for this preset, as a browser sends it."""
    typed = typed_from(preset(shown).settings)
    cards = typed.pop("cards")
    parts = {f"card_{part}": [card[part] for card in cards] for part in ("name", "points", "count")}
    return {"preset": shown, "settings_of": shown, "grades": "Uno", "closes": "", **typed, **parts, **changed}


@pytest.fixture
def ruth() -> Client:
    return keeper()


def test_a_name_a_day_and_one_click_make_the_syg_event_with_both_grades(ruth):
    answer = ruth.post(PAGE, {"name": "Youth weekend", "on": "2031-05-10", "preset": "syg"})
    assert (answer.status_code, answer["Location"]) == (302, "/organise/youth-weekend/")
    assert list(Competition.objects.order_by("pk").values_list("name", "preset")) == [
        ("Uno Open", "syg"),
        ("Uno Under 18", "syg"),
    ]
    assert [competition.settings for competition in Competition.objects.all()] == [PRESETS["syg"].settings] * 2
    assert "Youth weekend is set up." in text_of(ruth.get("/organise/youth-weekend/"))


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.preset)
def test_every_preset_makes_its_competitions_with_its_own_settings_folded_or_not(ruth, offer):
    ruth.post(PAGE, {"name": "Folded", "preset": offer.preset})
    ruth.post(PAGE, whole(offer.preset, name="Unfolded", grades="\n".join(offer.grades)))
    for event in Event.objects.all():
        made = list(Competition.objects.filter(event=event).order_by("pk"))
        assert [competition.name for competition in made] == list(offer.grades)
        assert {competition.preset for competition in made} == {offer.preset}
        assert all(competition.settings == preset(offer.preset).settings for competition in made)
    assert Event.objects.count() == 2


def test_every_preset_of_the_rules_is_offered():
    assert [offer.preset for offer in OFFERS] == [*PRESETS, CUSTOM.name]


def test_everything_can_be_changed_on_the_way(ruth):
    changed = {
        "name": "Winter games", "place": "Hall 2", "grades": "Juniors\r\n\r\nSeniors", "closes": "2031-05-06T18:00",
        "format": "rotation", "rounds": "3", "move": "ladder", "ranking": "beaten", "table_max": "5", "clock": "7:30",
        "warning": "1.5", "decks": "2", "cap": "", "switches": ["jump_in", "must_play"],
        "card_name": ["Harvest", ""], "card_points": ["20", ""], "card_count": ["4", ""],
    }  # fmt: skip
    assert ruth.post(PAGE, whole("syg", **changed)).status_code == 302
    for competition in Competition.objects.all():
        s = competition.settings
        assert (s.format, s.rounds, s.move, s.ranking, s.table_max) == ("rotation", 3, "ladder", "beaten", 5)
        assert (s.clock, s.warning, s.decks, s.cap) == (450, 90, 2, None)
        assert (s.switches, s.extra_cards) == (("jump_in", "must_play"), {"Harvest": {"points": 20, "count": 4}})
        assert competition.closes_at is not None
    assert sorted(Competition.objects.values_list("name", flat=True)) == ["Juniors", "Seniors"]


def test_whoever_sets_it_up_organises_it():
    client = organiser(Day("syg").event, name="Tui Hall")
    client.post(PAGE, {"name": "Winter games", "preset": "bac"})
    assert Membership.objects.filter(event__slug="winter-games", account=account(client)).count() == 1
    assert client.get("/organise/winter-games/").status_code == 200


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": ""}, "The event’s name is missing."),
        ({"name": "x" * 10_000}, "The event’s name can have 80 characters; this one has 10000."),
        ({"name": "Ga\x00mes"}, f"The event’s name {UNPRINTABLE}"),
        ({"name": "\u202eGames"}, f"The event’s name {UNPRINTABLE}"),
        ({"on": "21.11.2026"}, "“21.11.2026” isn’t a day. Write it like 2026-11-21."),
        ({"place": "\x07"}, f"The place {UNPRINTABLE}"),
        ({"grades": ""}, "Name the competition, or up to 12 of them, one on each line."),
        ({"grades": "Uno\n" * 13}, "Name the competition, or up to 12 of them, one on each line."),
        ({"grades": "x" * 10_000}, "The competition’s name can have 80 characters; this one has 10000."),
        ({"closes": "2020-01-01T00:00"}, PAST),
        ({"closes": "\x00" * 30}, f"“{chr(0) * 20}” isn’t a time. Write it like 2026-11-20T18:00."),
        ({"format": "league"}, "Who plays whom next: choose one, please."),
        ({"scoring": "x" * 10_000}, "Who scores the held cards: choose one, please."),
        ({"clock": "half an hour"}, "Minutes per round: minutes, for example 30 or 7:30, please."),
        ({"clock": "9" * 10_000}, "Minutes per round: minutes, for example 30 or 7:30, please."),
        ({"clock": "0"}, "Minutes per round: minutes, for example 30 or 7:30, please."),
        ({"clock": ""}, "A round that ends by the clock needs a length."),
        ({"clock": "5", "warning": "5"}, "The warning must come after the start: make it shorter than the round."),
        ({"table_max": ""}, "Seats at a table: a number from 2 to 10, please."),
        ({"table_max": "6"}, "A knockout has tables of 2 to 5."),
        ({"decks": "-1"}, "Decks at a table: a number from 1 to 10, please."),
        ({"cap": "1"}, "Most players: a number from 2 to 100,000, please."),
        ({"cap": "=1+1"}, "Most players: a number from 2 to 100,000, please."),
        ({"entries_per_group": "\x00"}, "Entries from each group: a number from 0 to 1,000, please."),
        ({"ending": "target", "target": ""}, "A round played to a target needs the number of points."),
        ({"ending": "hands", "hands": "x"}, "Hands per round: a number from 1 to 100, please."),
        ({"switches": ["blanks"]}, "There is no variation called “blanks”."),
        (
            {"card_name": [""], "card_points": ["20"], "card_count": ["4"]},
            "An extra card needs a name, of 30 characters at most.",
        ),
        ({"card_name": ["Wild"], "card_points": ["9"], "card_count": ["4"]}, "“Wild” can’t be an extra card’s name."),
        (
            {"card_name": ["Sun", "SUN"], "card_points": ["1", "1"], "card_count": ["1", "1"]},
            "Two extra cards are called “SUN”.",
        ),
        (
            {"card_name": ["Sun"], "card_points": [""], "card_count": ["4"]},
            "Points of “Sun”: a number from 0 to 1,000, please.",
        ),
        (
            {f"card_{part}": [f"{n}" for n in range(1, 25)] for part in ("name", "points", "count")},
            "A deck can have 20 kinds of extra cards.",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_words_and_nothing_typed_is_lost(ruth, typed, sentence):
    before = everything()
    answer = ruth.post(PAGE, whole("syg", **{"name": "Youth weekend", "place": "Hall 2"} | typed))
    assert answer.status_code == 422
    assert sentence.replace("\x00", "\ufffd") in text_of(answer).replace("\x00", "\ufffd")
    assert everything() == before
    place = typed.get("place", "Hall 2")
    assert f'name="place" value="{place}"' in text_of(answer)
    if "clock" in typed:
        assert f'name="clock" value="{typed["clock"]}"' in text_of(answer)


@pytest.mark.parametrize(
    "name", ["=HYPERLINK(1)", "+1", "-1", "@home", "\tTab", "<script>alert(1)</script>", "Uno 🎲", "محمد", "new"]
)
def test_odd_names_are_names_and_shown_as_they_are(ruth, name):
    answer = ruth.post(PAGE, {"name": name, "preset": "bac", "grades": name})
    page = ruth.get(answer["Location"])
    assert Event.objects.get().name == Competition.objects.get().name == name.strip()
    assert f"<bdi>{html.escape(name.strip())}</bdi>" in read_page(page)
    assert "<script>alert" not in read_page(page)


def test_a_double_click_makes_one_event(ruth):
    body = {"name": "Youth weekend", "preset": "syg", "request": "0" * 32}
    answers = [ruth.post(PAGE, body)["Location"] for _ in range(2)]
    assert answers == ["/organise/youth-weekend/"] * 2
    assert (Event.objects.count(), Competition.objects.count()) == (1, 2)


def test_the_back_button_and_another_name_say_that_the_form_was_sent(ruth):
    body = {"name": "Youth weekend", "preset": "syg", "request": "0" * 32}
    ruth.post(PAGE, body)
    answer = ruth.post(PAGE, body | {"name": "Another"})
    assert answer.status_code == 409
    assert "You’ve already sent this form, saying something else." in text_of(answer)
    assert 'value="Another"' in text_of(answer)
    (fresh,) = re.findall(r'name="request" value="([0-9a-f]+)"', text_of(answer))
    assert ruth.post(PAGE, body | {"name": "Another", "request": fresh}).status_code == 302
    assert Event.objects.count() == 2


# Another preset is chosen while the page is open


def look(client: Client, body: dict[str, Any], **headers: str) -> Any:
    return client.post(PAGE, body | {"look": "1"}, headers=headers)


def test_choosing_another_preset_shows_its_rules_and_keeps_the_rest(ruth):
    body = whole("syg", name="Youth weekend", preset="bac", grades="Uno Open\nUno Under 18", closes="2031-05-06T18:00")
    answer = look(ruth, body)
    text = text_of(answer)
    assert answer.status_code == 200
    assert 'name="settings_of" value="bac"' in text
    assert 'name="clock" value="15"' in text
    assert re.search(r'<textarea id="grades"[^>]*>Uno</textarea>', text)
    assert 'value="Youth weekend"' in text and 'value="2031-05-06T18:00"' in text
    assert Event.objects.count() == 0


def test_names_that_were_typed_stay_when_another_preset_is_chosen(ruth):
    text = text_of(look(ruth, whole("syg", preset="bac", grades="Juniors")))
    assert re.search(r'<textarea id="grades"[^>]*>Juniors</textarea>', text)


def test_htmx_gets_only_the_part_that_changes(ruth):
    answer = look(ruth, whole("syg", preset="bac"), **{"HX-Request": "true"})
    assert "<html" not in text_of(answer)
    assert 'name="settings_of" value="bac"' in text_of(answer)


def test_rules_shown_for_another_preset_are_not_taken_for_the_chosen_one(ruth):
    ruth.post(PAGE, whole("syg", name="Youth weekend", preset="classroom", clock="12"))
    assert Competition.objects.get().settings == PRESETS["classroom"].settings


# One more competition


def test_a_competition_is_added_and_the_grades_that_are_there_are_not_proposed(ruth):
    ruth.post(PAGE, {"name": "Youth weekend", "preset": "syg", "grades": "Uno Open"})
    address = "/organise/youth-weekend/new/"
    text = text_of(ruth.get(address))
    assert re.search(r'<textarea id="grades"[^>]*>Uno Under 18</textarea>', text)
    assert ruth.post(address, {"preset": "syg"})["Location"] == "/organise/youth-weekend/"
    assert ruth.post(address, whole("bac", grades="Juniors\nSeniors")).status_code == 302
    names = Competition.objects.order_by("pk").values_list("name", "preset")
    assert list(names) == [("Uno Open", "syg"), ("Uno Under 18", "syg"), ("Juniors", "bac"), ("Seniors", "bac")]
    assert ruth.post(address, whole("bac", grades="Juniors", clock="x")).status_code == 422


def test_events_of_one_name_can_be_told_apart(ruth):
    for _ in range(2):
        ruth.post(PAGE, {"name": "Winter weekend", "preset": "syg"})
    ruth.post(PAGE, {"name": "Spring", "preset": "syg"})
    text = text_of(ruth.get("/organise/"))
    slugs = Event.objects.filter(name="Winter weekend").values_list("slug", flat=True)
    assert all(f'<p class="quiet">{slug}</p>' in text for slug in slugs)
    assert '<p class="quiet">spring</p>' not in text


def test_everything_that_is_wrong_is_said_beside_its_field_at_once(ruth):
    body = whole("syg", name="Youth weekend", clock="x", decks="0", cap="1")
    text = text_of(ruth.post(PAGE, body))
    for field, sentence in {
        "clock": "Minutes per round: minutes, for example 30 or 7:30, please.",
        "decks": "Decks at a table: a number from 1 to 10, please.",
        "cap": "Most players: a number from 2 to 100,000, please.",
    }.items():
        assert re.search(
            rf'<input id="{field}"[^>]* aria-invalid="true"[^>]*>\s*<span class="field-wrong">.*?{sentence}', text
        )
    assert text.count('class="field-wrong"') == 3


def test_a_round_without_a_length_is_said_beside_the_length(ruth):
    text = text_of(ruth.post(PAGE, whole("syg", name="Youth weekend", clock="")))
    needs = "A round that ends by the clock needs a length."
    assert re.search(rf'<input id="clock"[^>]* aria-invalid="true"[^>]*>\s*<span class="field-wrong">.*?{needs}', text)


def test_a_day_that_is_over_asks_and_both_answers_are_beside_the_question(ruth):
    body = {"name": "Youth weekend", "on": "2026-01-03", "preset": "syg"}
    answer = ruth.post(PAGE, body)
    text = text_of(answer)
    assert answer.status_code == 409
    assert "Saturday 3 January 2026 has passed. Set the event up for that day anyway?" in text
    assert 'form="new" name="sure_of_day" value="2026-01-03">Yes, that’s right</button>' in text
    assert ruth.post(PAGE, body | {"sure_of_day": "2026-01-03"}).status_code == 302


def test_the_day_and_the_closing_time_are_two_questions_and_each_answer_is_for_what_was_asked(ruth):
    body = whole("syg", name="Youth weekend", on="2026-01-03", closes=f"{timezone.localdate().year + 1}-05-06T18:00")
    of_day, of_closing = {"sure_of_day": "2026-01-03"}, {"sure_of_closing": f"2026-01-03 {body['closes']}"}
    asked = ruth.post(PAGE, body | of_day)
    text = text_of(asked)
    assert asked.status_code == 409 and "entries would close after it. Is that what you want?" in text
    assert f'name="sure_of_closing" value="{of_closing["sure_of_closing"]}">Yes, that’s right</button>' in text
    assert '<input type="hidden" name="sure_of_day" value="2026-01-03">' in text
    assert ruth.post(PAGE, body | of_day | of_closing | {"on": "2026-01-04"}).status_code == 409
    assert Event.objects.count() == 0
    assert ruth.post(PAGE, body | of_day | of_closing).status_code == 302
