"""Enter, change and withdraw through the coordinator's pages: once, within the rules, and never over somebody."""

from __future__ import annotations

import re
from datetime import timedelta
from html import escape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.cast import Day, a_day
from tests.refusals import everything
from tests.web import visitors
from tests.web.bad_input import KEPT, REFUSED
from tests.web.reading import read_page
from tests.web.test_coordinator import text
from tournament.actions import registration, setup
from tournament.models import Competition, Competitor, Entry, LogEntry

pytestmark = pytest.mark.django_db


class Phone:
    """A coordinator's phone."""

    def __init__(self, day: Day, group: str = "Riverside") -> None:
        self.group = day.group(group)
        self.client = visitors.coordinator(self.group)
        self.home = f"/group/{self.group}/"

    def get(self, path: str = "", **more: Any) -> Any:
        return self.client.get(self.home + path, **more)

    def post(self, path: str, **typed: Any) -> Any:
        return self.client.post(self.home + path, typed)

    def add(self, name: str, kind: str = "entry", **more: Any) -> Any:
        return self.post(f"add/uno-open/{kind}/", name=name, **more)


def standing() -> list[tuple[str, str]]:
    entries = Entry.objects.filter(withdrawn_at__isnull=True).order_by("pk")
    return list(entries.values_list("competitor__name", "kind"))


# Add


def test_an_entry_and_a_reserve_are_added_and_the_page_says_so():
    phone = Phone(Day("syg"))
    answer = phone.add("Sione Faleolo")
    assert (answer.status_code, answer["Location"]) == (302, phone.home)
    assert "Sione Faleolo is entered." in read_page(phone.get())
    phone.add("Ben", "reserve")
    assert "Ben is entered as a reserve." in read_page(phone.get())
    assert standing() == [("Sione Faleolo", "entry"), ("Ben", "reserve")]
    assert LogEntry.objects.latest("pk").by == "Coordinator of Riverside"


def test_a_name_that_may_be_somebody_known_is_asked_about():
    phone = Phone(Day("bac"))
    phone.add("Mia O'Brien")
    answer = phone.add("Mia OBrien")
    assert answer.status_code == 409
    page = text(answer)
    assert "Is “Mia OBrien” the same person as Mia O'Brien of Riverside? Yes, Mia O'Brien No, another person" in page
    assert '<input type="hidden" name="name" value="Mia OBrien">' in answer.content.decode()
    assert phone.add("Mia OBrien", sure="yes").status_code == 302
    assert len(standing()) == 2


def test_a_name_that_may_be_somebody_who_withdrew_says_so():
    day = Day("bac")
    phone = Phone(day)
    phone.add("Mia O'Brien")
    mia = day.who("Mia O'Brien")
    phone.post(f"entry/{mia.pk}/withdraw/", was="Mia O'Brien")
    assert "Mia O'Brien of Riverside, who withdrew from Uno Open? Yes" in text(phone.add("Mia OBrien"))


def test_who_withdrew_is_marked_where_names_are_offered():
    day = Day("bac")
    phone = Phone(day)
    phone.add("Ben")
    phone.post(f"entry/{day.who('Ben').pk}/withdraw/", was="Ben")
    registration.withdraw(by=day.organiser, entry=day.enter_in_under_18("Ivy King", "Riverside"))
    page = phone.get("add/uno-open/entry/").content.decode()
    assert '<option value="Ben">withdrew from Uno Open</option>' in page
    assert '<option value="Ivy King">withdrew from Uno Under 18</option>' in page
    day.people(2).until("published")
    page = text(phone.get(f"seat/{day.competition.entries.get(withdrawn_at=None, group=phone.group).pk}/"))
    assert "Ben Withdrew from Uno Open" in page
    assert "Ivy King Withdrew from Uno Under 18" in page


@pytest.mark.parametrize("path", ["add/uno-open/entry/", "entry/{entry}/", "spelling/{entry}/"])
def test_a_name_is_refused_and_never_cut(path):
    """A browser cuts what is pasted into a field with a maxlength, and says nothing."""
    day = Day("bac")
    phone = Phone(day)
    phone.add("Ben")
    path = path.format(entry=day.who("Ben").pk)
    assert "maxlength" not in phone.get(path).content.decode()
    answer = phone.post(path, name="x" * 81, was="Ben")
    assert answer.status_code == 422
    assert "A name can have 80 characters; this one has 81." in text(answer) and "x" * 81 in answer.content.decode()


def test_where_any_number_may_come_the_page_stays_for_the_next_name():
    phone = Phone(Day("bac"))
    for name in ("Mia O'Brien", "Ben", "Ivy King"):
        answer = phone.add(name)
        assert answer["Location"] == f"{phone.home}add/uno-open/entry/"
    page = text(phone.get("add/uno-open/entry/"))
    assert "3 entered Ivy King Ben Mia O'Brien" in page


def test_without_reloading_the_next_name_can_be_typed_at_once():
    phone = Phone(Day("bac"))
    answer = phone.client.post(
        f"{phone.home}add/uno-open/entry/", {"name": "Ben"}, headers={"HX-Request": "true", "HX-Target": "adding"}
    )
    page = read_page(answer)
    assert page.lstrip().startswith('<div id="adding">')
    assert "Ben is entered." in page
    assert 'name="name" value=""' in page


def test_without_reloading_the_last_place_leads_back_to_the_list():
    phone = Phone(Day("syg"))
    answer = phone.client.post(
        f"{phone.home}add/uno-open/entry/", {"name": "Ben"}, headers={"HX-Request": "true", "HX-Target": "adding"}
    )
    assert answer["HX-Redirect"] == phone.home


def test_who_plays_elsewhere_is_offered_and_nobody_of_another_group():
    day = Day("syg")
    day.enter("Mia O'Brien", "Riverside")
    day.enter("Ben", "Bethel")
    setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Under 18", slug="under-18")
    page = read_page(Phone(day).get("add/under-18/entry/"))
    assert '<option value="Mia O&#x27;Brien">' in page
    assert "Ben" not in page


@pytest.mark.parametrize("typed", REFUSED.values(), ids=REFUSED)
def test_a_name_that_is_none_is_refused_and_still_in_the_field(typed):
    phone = Phone(Day("syg"))
    before = everything()
    answer = phone.add(typed)
    assert answer.status_code == 422
    assert 'role="alert"' in read_page(answer)
    assert f'value="{escape(typed)}"' in read_page(answer)
    assert everything() == before


@pytest.mark.parametrize("typed", KEPT.values(), ids=KEPT)
def test_an_unusual_name_is_kept_and_shown_as_text(typed):
    phone = Phone(Day("syg"))
    assert phone.add(typed).status_code == 302
    tidy = " ".join(typed.split())
    assert standing() == [(tidy, "entry")]
    page = read_page(phone.get())
    assert escape(tidy) in page
    assert "<script>alert" not in page


def test_the_same_person_twice_is_refused():
    phone = Phone(Day("syg"))
    phone.add("Ben")
    answer = phone.add("BEN", "reserve")
    assert answer.status_code == 422
    assert "This person is already entered here. A person can be in a competition once." in text(answer)
    assert standing() == [("Ben", "entry")]


def test_over_the_limit_both_names_are_shown_and_one_tap_takes_either():
    phone = Phone(Day("syg"))
    phone.add("Ben")
    answer = phone.add("Ivy King")
    assert answer.status_code == 422
    assert (
        "Somebody else got in first. Who should it be? Saved now Ben Keep Ben You typed Ivy King Use Ivy King"
        in text(answer)
    )
    entry = Entry.objects.get().pk
    phone.post(f"entry/{entry}/", name="Ivy King", was="Ben")
    assert standing() == [("Ivy King", "entry")]


def test_past_closing_nothing_is_added_changed_or_withdrawn():
    day = Day("syg").people(1)
    phone = Phone(day)
    Competition.objects.update(closes_at=timezone.now() - timedelta(seconds=1))
    entry = Entry.objects.get().pk
    before = everything()
    for answer in (
        phone.add("Ben", "reserve"),
        phone.post(f"entry/{entry}/", name="Ben", was="Mia O'Brien"),
        phone.post(f"entry/{entry}/withdraw/", was="Mia O'Brien"),
    ):
        assert answer.status_code == 422
        assert text(answer).count("Entries are closed") == 1
    assert everything() == before
    assert "Somebody else" in text(phone.get(f"entry/{entry}/"))
    assert "They aren’t coming" in text(phone.get(f"entry/{entry}/withdraw/"))
    assert "You can’t add anybody here Entries are closed." in text(phone.get("add/uno-open/reserve/"))


def test_a_name_sent_just_after_closing_is_kept_with_a_way_to_ask():
    day = Day("syg").people(1)
    phone = Phone(day)
    Competition.objects.update(closes_at=timezone.now() - timedelta(seconds=1))
    answer = read_page(phone.add("Ivy King", "reserve"))
    assert answer.count("Entries are closed.") == 1
    assert 'value="Ivy King" readonly' in answer
    ask = re.search(r'href="(/group/\d+/seat/\d+/\?name=Ivy%20King)"', answer)
    assert ask is not None
    assert 'name="name" value="Ivy King"' in read_page(phone.client.get(ask[1]))


def test_a_change_sent_just_after_closing_goes_on_as_a_spelling_or_as_somebody_else():
    day = Day("syg").people(1)
    phone, entry = Phone(day), Entry.objects.get().pk
    Competition.objects.update(closes_at=timezone.now() - timedelta(seconds=1))
    answer = phone.post(f"entry/{entry}/", name="Ivy & King", was="Mia O'Brien")
    assert "“Ivy & King” wasn’t saved. Is it the same person, spelt another way, or somebody else?" in text(answer)
    ways = re.findall(r'href="(/group/\d+/\w+/\d+/\?name=Ivy%20%26%20King)"', read_page(answer))
    assert [way.split("/")[3] for way in ways] == ["spelling", "seat"]
    for way in ways:
        assert 'value="Ivy &amp; King"' in read_page(phone.client.get(way))


def test_who_loses_the_race_for_one_of_several_places_keeps_the_name_and_can_choose():
    day = Day("syg", reserves_per_group=2)
    phone = Phone(day)
    for name in ("Ben", "Ivy King"):
        phone.add(name, "reserve")
    page = phone.add("Jude Addo", "reserve")
    assert "This group already has both its reserves." in text(page)
    assert 'value="Jude Addo" readonly' in read_page(page)
    for name in ("Ben", "Ivy King"):
        assert f"Enter Jude Addo instead of {name}" in text(page)
    assert phone.post(f"entry/{day.who('Ben').pk}/", name="Jude Addo", was="Ben").status_code == 302
    assert [name for name, _ in standing()] == ["Jude Addo", "Ivy King"]


def test_who_comes_too_late_to_a_full_competition_can_nominate_the_same_name():
    phone = Phone(Day("syg", cap=2, entries_per_group=3).people(1))
    phone.add("Ben")
    page = read_page(phone.add("Jude Addo"))
    assert 'value="Jude Addo" readonly' in page
    way = re.search(r'href="(/group/\d+/add/uno-open/reserve/\?name=Jude%20Addo)"', page)
    assert way is not None
    assert 'name="name" value="Jude Addo"' in read_page(phone.client.get(way[1]))


def test_a_double_click_enters_once():
    phone = Phone(Day("bac"))
    for _ in range(2):
        assert phone.add("Ben", request="0" * 32).status_code == 302
    assert standing() == [("Ben", "entry")]


def test_the_back_button_and_another_name_is_told_what_happened():
    phone = Phone(Day("bac"))
    phone.add("Ben", request="0" * 32)
    answer = phone.add("Ivy King", request="0" * 32)
    assert answer.status_code == 409
    assert "You’ve already sent this form, saying something else." in text(answer)
    assert standing() == [("Ben", "entry")]


def test_a_page_that_was_opened_has_a_new_request_each_time():
    phone = Phone(Day("syg"))
    pages = [read_page(phone.get("add/uno-open/entry/")) for _ in range(2)]
    ids = [page.partition('name="request" value="')[2][:32] for page in pages]
    assert len(set(ids)) == 2


# Change


def test_a_name_is_mended():
    day = Day("syg").people(1)
    phone = Phone(day)
    entry = Entry.objects.get().pk
    assert 'value="Mia O&#x27;Brien"' in read_page(phone.get(f"entry/{entry}/"))
    assert phone.post(f"entry/{entry}/", name="Mía O'Brien", was="Mia O'Brien")["Location"] == phone.home
    assert standing() == [("Mía O'Brien", "entry")]
    assert "Saved: Mía O&#x27;Brien." in read_page(phone.get())


def test_two_phones_at_once_show_both_names_and_one_tap_chooses():
    day = Day("syg").people(1)
    phone = Phone(day)
    entry = Entry.objects.get().pk
    phone.post(f"entry/{entry}/", name="Ben", was="Mia O'Brien")
    answer = phone.post(f"entry/{entry}/", name="Ivy King", was="Mia O'Brien")
    assert answer.status_code == 409
    sentence = "Which one is right? Saved now Ben Keep Ben You typed Ivy King Use Ivy King"
    assert f"Somebody else changed this name since you opened it. {sentence}" in text(answer)
    assert standing() == [("Ben", "entry")]
    assert 'name="was" value="Ben"' in read_page(answer)
    phone.post(f"entry/{entry}/", name="Ivy King", was="Ben")
    assert standing() == [("Ivy King", "entry")]


@pytest.mark.parametrize("typed", REFUSED.values(), ids=REFUSED)
def test_a_change_to_no_name_is_refused_and_still_in_the_field(typed):
    phone = Phone(Day("syg").people(1))
    before = everything()
    answer = phone.post(f"entry/{Entry.objects.get().pk}/", name=typed, was="Mia O'Brien")
    assert answer.status_code == 422
    assert f'value="{escape(typed)}"' in read_page(answer)
    assert everything() == before


def test_a_change_to_somebody_who_is_there_is_refused():
    day = Day("syg").people(1, reserves=1)
    phone = Phone(day)
    reserve = Entry.objects.get(kind="reserve")
    answer = phone.post(f"entry/{reserve.pk}/", name="mia o'brien", was=str(reserve.competitor))
    assert answer.status_code == 422
    assert "This person is already entered here." in text(answer)


# Withdraw


def test_withdrawing_asks_once():
    phone = Phone(Day("syg").people(1))
    entry = Entry.objects.get().pk
    assert "Withdraw Mia O'Brien?" in text(phone.get(f"entry/{entry}/withdraw/"))
    assert len(standing()) == 1
    for _ in range(2):  # a double click
        answer = phone.post(f"entry/{entry}/withdraw/", was="Mia O'Brien", request="0" * 32)
        assert answer["Location"] == phone.home
    assert standing() == []
    assert "Mia O&#x27;Brien is withdrawn from Uno Open." in read_page(phone.get())


def test_a_name_for_somebody_who_was_withdrawn_meanwhile_waits_in_the_field():
    day = Day("syg").people(1)
    phone, entry = Phone(day), Entry.objects.get().pk
    phone.post(f"entry/{entry}/withdraw/", was="Mia O'Brien")
    answer = phone.post(f"entry/{entry}/", name="Ivy & King", was="Mia O'Brien")
    assert answer["Location"] == f"{phone.home}add/uno-open/entry/?name=Ivy+%26+King"
    page = read_page(phone.client.get(answer["Location"]))
    sentence = "Mia O&#x27;Brien is no longer on your list for Uno Open, so “Ivy &amp; King” wasn’t entered."
    assert sentence in page
    assert '<use href="#icon-look"' in page.partition('id="messages"')[2].partition("</div>")[0]  # no tick: it failed
    assert 'name="name" value="Ivy &amp; King"' in page
    day.until("entries closed")
    assert phone.post(f"entry/{entry}/", name="Ivy King", was="Mia O'Brien")["Location"] == phone.home
    assert "so “Ivy King” wasn’t entered." in read_page(phone.get())


def test_what_is_said_twice_is_shown_once():
    phone = Phone(Day("syg").people(1))
    for _ in range(2):  # a form that was sent twice
        phone.post("add/uno-open/reserve/", name="Lou", request="0" * 32)
    assert read_page(phone.get()).count("Lou is entered as a reserve") == 1


def test_whoever_was_entered_meanwhile_is_not_withdrawn():
    phone = Phone(Day("syg").people(1))
    entry = Entry.objects.get().pk
    phone.post(f"entry/{entry}/", name="Ben", was="Mia O'Brien")
    answer = phone.post(f"entry/{entry}/withdraw/", was="Mia O'Brien")
    assert answer.status_code == 409
    assert "Nobody was withdrawn." in text(answer)
    assert "Withdraw Ben?" in text(answer)
    assert standing() == [("Ben", "entry")]


def test_the_back_button_after_withdrawing_leads_to_the_list():
    phone = Phone(Day("syg").people(1))
    entry = Entry.objects.get().pk
    phone.post(f"entry/{entry}/withdraw/", was="Mia O'Brien")
    for again in (
        lambda: phone.get(f"entry/{entry}/"),
        lambda: phone.get(f"entry/{entry}/withdraw/"),
        lambda: phone.get(f"seat/{entry}/"),
        lambda: phone.post(f"entry/{entry}/withdraw/", was="Mia O'Brien"),
    ):
        assert again()["Location"] == phone.home
        assert "Mia O&#x27;Brien is no longer on your list for Uno Open." in read_page(phone.get())
    assert standing() == []


# Nobody else's


def test_what_is_another_s_is_not_found_and_not_changed():
    day, other = Day("syg").people(2), Day("syg", name="Uno elsewhere").people(1)
    phone = Phone(day)
    neighbour, stranger = day.who("Nguyễn Thị Ánh").pk, other.who("Mia O'Brien").pk
    slug = other.competition.slug
    before = everything()
    for entry in (neighbour, stranger, 0, 10**12):
        for path in (f"entry/{entry}/", f"entry/{entry}/withdraw/", f"seat/{entry}/"):
            assert phone.get(path).status_code == 404
            assert phone.post(path, name="Ben", was="Mia O'Brien", why="x").status_code == 404
    for path in (f"add/{slug}/entry/", "add/nowhere/entry/", "add/uno-open/umpire/"):
        assert phone.get(path).status_code == 404
        assert phone.post(path, name="Ben").status_code == 404
    assert everything() == before


def test_a_form_of_another_site_is_refused():
    day = Day("syg")
    group = day.group("Riverside")
    visitors.coordinator(group)
    client = Client(enforce_csrf_checks=True)
    client.cookies = visitors.coordinator(group).cookies
    for path in ("add/uno-open/entry/", "password/"):
        answer = client.post(f"/group/{group}/{path}", {"name": "Ben"})
        assert answer.status_code == 403
    assert not Competitor.objects.exists()


def test_an_entry_of_a_finished_day_is_not_changed():
    day = a_day("syg", 2, "finished")
    phone = Phone(day)
    entry = day.who("Mia O'Brien").pk
    before = everything()
    assert phone.post(f"entry/{entry}/", name="Ben", was="Mia O'Brien").status_code == 422
    assert everything() == before
