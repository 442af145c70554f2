"""The entries board: who is entered and who is missing; add, change and withdraw on a group's behalf."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.cast import Day, a_day
from tests.refusals import everything
from tests.web.boards import HTMX, BoardPage
from tests.web.reading import read_page
from tests.web.visitors import organiser
from tournament.actions import draw, erasing, hiding, registration, setup
from tournament.models import Competition, Competitor, Entry, Event, LogEntry

pytestmark = pytest.mark.django_db

UNPRINTABLE = "A name has characters that can’t be shown or printed. Type it again."


@pytest.fixture
def day() -> Day:
    day = Day("syg", real=True)
    day.enter("Mia O'Brien", "Riverside")
    day.enter("Ben", "Riverside", "reserve")
    day.enter("Zoë Müller", "Zion")
    day.group("Elim")
    return day


@pytest.fixture
def page(day) -> BoardPage:
    return BoardPage(day, organiser(day.event))


def standing(day: Day) -> list[tuple[str, str, str]]:
    entries = day.competition.entries.filter(withdrawn_at__isnull=True).order_by("pk")
    return list(entries.values_list("group__name", "competitor__name", "kind"))


# What it shows


def test_every_group_shows_its_people_and_its_free_places(page):
    assert page.open().cards == {
        "Elim": ["Entry: Nobody yet", "Reserve: Nobody yet"],
        "Riverside": ["Entry: Mia O'Brien", "Reserve: Ben"],
        "Zion": ["Entry: Zoë Müller", "Reserve: Nobody yet"],
    }
    assert [page.text.count(words) for words in ("Entry missing", "Room for a reserve", "Complete</p>")] == [1, 1, 1]


def test_who_is_hidden_from_the_public_is_marked(page, day):
    mark = "<bdi>Mia O'Brien</bdi> <small>hidden: public pages say “A player”</small>"
    assert mark not in page.open().text
    hiding.hide_person(by=day.organiser, competitor=day.who("Mia O'Brien").competitor_id)
    assert mark in page.open().text
    day.close()
    assert mark in page.open().text


def test_who_is_in_another_grade_too_is_said(page, day):
    """A person in a wrong grade: two are allowed, and nobody overlooks it."""
    day.enter_in_under_18("Mia O'Brien", "Riverside")
    assert "<bdi>Mia O'Brien</bdi> <small>also in <bdi>Uno Under 18</bdi></small>" in page.open().text
    day.enter_in_under_18("Ivy King", "Elim")
    page.send("enter/", group=str(day.group("Elim")), kind="entry", name="Ivy King")
    assert "Entered. They’re also in Uno Under 18." in page.open().text
    day.close()
    assert page.open().text.count("also in <bdi>Uno Under 18") == 2


def test_who_came_after_the_seal_is_shown_and_is_no_entry(client):
    day = a_day("syg", 4, "published")
    board = BoardPage(day, organiser(day.event))
    first = day.seats()[0][0]
    group = day.who(first).group.name
    name = day.who(first).competitor.name
    day.substitute(first, "Ivy King")
    assert "<h1>4 <small>of 64 entries, no reserves</small></h1>" in board.open().text
    assert board.cards[group] == [f"Entry: {name}", "Reserve: Nobody", f"Substitute: Ivy King plays for {name}"]
    assert "Ivy King" in board.open("?q=ivy").text


def test_from_a_competition_there_are_ways_to_the_groups_the_log_and_its_sisters(page, day):
    setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Uno Under 18")
    text, group = page.open().text, day.group("Zion")
    for way in ("groups/", "log/", "uno-under-18/", f"groups/{group}/"):
        assert f'href="/organise/youth-weekend/{way}"' in text, way
    plan_page = read_page(page.client.get("/organise/youth-weekend/uno-open/plan/"))
    assert 'href="/organise/youth-weekend/uno-under-18/plan/"' in plan_page


def test_one_entry_of_many_places_is_said_in_the_plural():
    day = Day("syg").people(1)
    assert "<h1>1 <small>of 64 entries, no reserves</small></h1>" in BoardPage(day, organiser(day.event)).open().text


def test_groups_stand_in_the_order_people_count_in(client):
    day = Day("syg")
    for name in ("Parish 10", "parish 2", "Parish 1b", "Elim"):
        day.group(name)
    assert list(BoardPage(day, organiser(day.event)).open().cards) == ["Elim", "Parish 1b", "parish 2", "Parish 10"]


def test_the_head_counts_against_the_cap_and_says_how_long_is_left(page, day):
    assert "<h1>2 <small>of 64 entries, 1 reserve</small></h1>" in page.open().text
    assert '<strong>Open</strong> <span class="quiet">until you close entries</span>' in page.text
    closes = timezone.now() + timedelta(days=4, minutes=5)
    Competition.objects.update(closes_at=closes)
    left = "<span data-closes-number>4</span> <span data-closes-unit>days</span> left"
    assert f'<strong data-closes="{int(closes.timestamp())}000">{left}</strong>' in page.open().text
    Competition.objects.update(cap=None)
    assert "<h1>2 <small>entries, 1 reserve</small></h1>" in page.open().text


@pytest.mark.parametrize(
    ("query", "groups"),
    [
        ("?show=all", ["Elim", "Riverside", "Zion"]),
        ("?show=missing", ["Elim"]),
        ("?show=complete", ["Riverside", "Zion"]),
        ("?show=withdrawn", []),
        ("?show=nonsense", ["Elim", "Riverside", "Zion"]),
        ("?q=zoe", ["Zion"]),
        ("?q=RIVER", ["Riverside"]),
        ("?q=obrien&show=missing", []),
        ("?q=" + "x" * 10_000, []),
        ("?q=%00", []),
    ],
)
def test_search_and_filter(page, query, groups):
    assert list(page.open(query).cards) == groups
    assert page.answer.status_code == 200


def test_a_search_by_htmx_is_answered_with_the_list_alone(page):
    page.open("?q=zoe", **HTMX, **{"HX-Target": "board"})
    assert list(page.cards) == ["Zion"]
    assert "<h1>" not in page.text and page.text.startswith('<div id="board">')


def test_what_is_empty_says_what_to_do(page):
    assert "Nothing found" in page.open("?q=nobody").text
    assert "Nobody has been withdrawn" in page.open("?show=withdrawn").text
    for group in ("Elim", "Zion"):
        for kind in ("entry", "reserve"):
            Entry.objects.filter(group__name=group, kind=kind).delete()
            page.day.enter(f"{group} {kind}", group, kind)
    assert "Nothing is missing" in page.open("?show=missing").text


def test_a_board_without_groups_offers_to_import_them():
    page = BoardPage(day := Day("syg"), organiser(day.event)).open()
    assert "No groups yet" in page.text and f'href="{page.at}import/"' in page.text


def test_a_group_without_limits_may_always_add_one_more():
    day = Day("bac")
    for name in ("Mia O'Brien", "Ben"):
        day.enter(name, "Riverside")
    day.group("Zion")
    page = BoardPage(day, organiser(day.event)).open()
    assert page.cards == {
        "Riverside": ["Entry: Mia O'Brien", "Entry: Ben", "Entry: One more", "Reserve: Nobody yet"],
        "Zion": ["Entry: Nobody yet", "Reserve: Nobody yet"],
    }
    assert [page.text.count(words) for words in ("Entry missing", "Complete</p>")] == [1, 1]


def test_a_full_competition_takes_only_reserves():
    day = Day("syg", cap=2).people(2)
    day.group("Zion")
    assert BoardPage(day, organiser(day.event)).open().cards["Zion"] == ["Entry: No place left", "Reserve: Nobody yet"]


def test_erased_names_are_codes():
    day = a_day("syg", 4, "finished")
    erasing.erase_names(by=day.organiser, event=day.event)
    cards = BoardPage(day, organiser(day.event)).open().cards
    assert [lines[0] for lines in cards.values()] == ["Entry: E004", "Entry: E003", "Entry: E001", "Entry: E002"]


@pytest.mark.parametrize(("query", "queries"), [("", 9), ("?show=missing", 7), ("?q=a", 10)])
def test_the_board_takes_the_same_queries_at_3_and_300_groups(query, queries, django_assert_num_queries):
    """The numbers of all groups, and the people of those that are shown; a search reads the names besides."""
    for groups in (3, 300):
        day = Day("syg", cap=None).people(groups, reserves=groups // 2)
        page = BoardPage(day, organiser(day.event)).open(query)
        with django_assert_num_queries(queries):
            page.open(query)
        assert page.answer.status_code == 200


def test_many_groups_come_page_by_page_and_the_search_finds_them_all(django_assert_num_queries):
    day = Day("syg", cap=None).people(450)
    page = BoardPage(day, organiser(day.event))
    seen = []
    for number, words in ((1, "Groups 1–133 of 450"), (2, "134–266"), (3, "267–399"), (4, "Groups 400–450 of 450")):
        seen += list(page.open(f"?page={number}").cards)
        assert words in page.text
    assert len(seen) == len(set(seen)) == 450
    assert f'href="{page.at}?page=3" rel="prev"' in page.text and 'rel="next"' not in page.text
    last = seen[-1]
    assert list(page.open(f"?q={last}").cards) == [last]
    assert 'rel="prev"' not in page.text
    assert list(page.open("?page=99").cards) == seen[-len(page.cards) :]
    group = day.group(last)
    form = page.open(f"enter/?group={group}&kind=reserve&page=2").fields(f"{page.at}enter/")
    page.send("enter/", **form | {"name": "Ivy King"})
    assert page.answer["Location"] == f"{page.at}?page=2#group-{group}"


def test_only_people_of_the_groups_on_the_page_are_read():
    day = Day("syg", cap=None).people(300, reserves=20)
    page = BoardPage(day, organiser(day.event))
    with CaptureQueriesContext(connection) as queries:
        page.open("?page=2")
    [people] = [query["sql"] for query in queries if '"tournament_competitor"."name"' in query["sql"]]
    assert '"tournament_entry"."group_id" IN (' in people and len(page.cards) > 100


# Adding


def test_a_free_place_opens_a_form_and_the_form_enters_somebody(page, day):
    elim = day.group("Elim")
    page.open(f"enter/?group={elim}&kind=reserve")
    assert page.cards["Elim"] == ["Entry: Nobody yet"]
    form = page.fields(f"{page.at}enter/")
    assert (form["group"], form["kind"], form["name"]) == (str(elim), "reserve", "")
    page.send("enter/", **form | {"name": "  Ivy   King "})
    assert page.answer.status_code == 302 and page.answer["Location"] == f"{page.at}#group-{elim}"
    assert "Reserve nominated." in page.open().text
    assert page.cards["Elim"] == ["Entry: Nobody yet", "Reserve: Ivy King"]


def test_by_htmx_the_card_and_the_counts_come_back_and_the_address_stays(page, day):
    elim = day.group("Elim")
    headers = {**HTMX, "HX-Target": f"group-{elim}"}
    page.open(f"enter/?group={elim}&kind=entry", **headers)
    assert list(page.cards) == ["Elim"] and "<h1>" not in page.text
    page.send("enter/", headers, **page.fields(f"{page.at}enter/") | {"name": "Ivy King"})
    assert (page.answer.status_code, page.answer["HX-Push-Url"]) == (200, "false")
    assert page.cards == {"Elim": ["Entry: Ivy King", "Reserve: Nobody yet"]}
    assert "<h1>3 <small>of 64 entries" in page.text and 'hx-swap-oob="true"' in page.text
    assert "Entered." in page.text


def test_a_refusal_by_htmx_takes_away_what_was_said_before(page, day):
    elim = day.group("Elim")
    headers = {**HTMX, "HX-Target": f"group-{elim}"}
    page.open(f"enter/?group={elim}&kind=entry", **headers)
    assert "innerHTML:.messages" not in page.text
    page.send("enter/", headers, **page.fields(f"{page.at}enter/"))
    assert page.answer.status_code == 422
    assert '<div hx-swap-oob="innerHTML:.messages"></div>' in page.text


def test_search_and_filter_are_kept_through_a_form(page, day):
    elim = day.group("Elim")
    page.open(f"enter/?group={elim}&kind=entry&q=elim&show=missing")
    assert list(page.cards) == ["Elim"]
    page.send("enter/", **page.fields(f"{page.at}enter/") | {"name": "Ivy King"})
    assert page.answer["Location"] == f"{page.at}?q=elim&show=missing#group-{elim}"
    assert f"{page.at}enter/?group={elim}&kind=reserve&q=elim&show=complete" in page.open("?q=elim&show=complete").text


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "A name is missing."),
        (" \t ", "A name is missing."),
        ("x" * 10_000, "A name can have 80 characters; this one has 10000."),
        ("Mia\x00", UNPRINTABLE),
        ("\u202eaiM", UNPRINTABLE),
        ("Mia\x07", UNPRINTABLE),
    ],
)
def test_what_is_no_name_is_refused_and_stays_in_the_form(page, day, name, sentence):
    before = everything()
    page.send("enter/", group=str(day.group("Elim")), kind="entry", name=name, request="0" * 32)
    assert (page.answer.status_code, page.trouble) == (422, sentence)
    assert page.fields(f"{page.at}enter/")["name"] == name
    assert everything() == before


@pytest.mark.parametrize(
    "name", ["Zoë 🎲", "<script>alert(1)</script>", '=HYPERLINK("http://evil.example")', "+1", "-1", "@x", "محمد علي"]
)
def test_any_name_is_shown_as_it_is(page, day, name):
    page.send("enter/", group=str(day.group("Elim")), kind="entry", name=name)
    assert f"<bdi>{name}</bdi>" in page.open().text
    assert "<script>alert" not in read_page(page.answer)
    assert ("Elim", name, "entry") in standing(day)


def test_a_leading_tab_is_no_part_of_a_name(page, day):
    page.send("enter/", group=str(day.group("Elim")), kind="entry", name="\tIvy King")
    assert ("Elim", "Ivy King", "entry") in standing(day)


def test_a_person_twice_is_refused(page, day):
    page.send("enter/", group=str(day.group("Riverside")), kind="entry", name="mia o'brien")
    assert page.answer.status_code == 422
    assert page.trouble == "This person is already entered here. A person can be in a competition once."


def test_a_place_that_was_taken_meanwhile_is_refused_and_what_was_typed_stays(page, day):
    elim = day.group("Elim")
    page.open(f"enter/?group={elim}&kind=entry")
    form = page.fields(f"{page.at}enter/")
    day.enter("Tess Dunn", "Elim")
    page.send("enter/", {**HTMX, "HX-Target": f"group-{elim}"}, **form | {"name": "Ivy King"})
    assert page.answer.status_code == 422
    assert page.trouble == "This group already has its entry. Change or withdraw one first."
    settings = '<a href="/organise/youth-weekend/uno-open/settings/">Settings</a>'
    assert (
        f"Each group may enter 1. You can change that in {settings}, under <em>Entries from each group</em>."
        in page.text
    )
    assert page.cards["Elim"][0] == "Entry: Tess Dunn"
    assert page.fields(f"{page.at}enter/")["name"] == "Ivy King"


def test_the_last_place_that_was_taken_meanwhile_is_refused(page, day):
    Competition.objects.update(cap=3)
    day.enter("Tess Dunn", "Hope Hills")
    page.send("enter/", group=str(day.group("Elim")), kind="entry", name="Ivy King")
    assert page.trouble == "The competition is full: 3 entries. You can still nominate a reserve."


def test_a_double_click_enters_once(page, day):
    page.open(f"enter/?group={day.group('Elim')}&kind=entry")
    form = page.fields(f"{page.at}enter/") | {"name": "Ivy King"}
    for _ in range(2):
        assert page.send("enter/", **form).answer.status_code == 302
    assert Entry.objects.filter(group__name="Elim").count() == 1
    assert LogEntry.objects.filter(what="entered", request=form["request"]).count() == 1


def test_the_back_button_and_another_name_say_that_the_form_was_sent_already(page, day):
    page.open(f"enter/?group={day.group('Elim')}&kind=entry")
    form = page.fields(f"{page.at}enter/")
    page.send("enter/", **form | {"name": "Ivy King"})
    page.send("enter/", **form | {"name": "Tess Dunn"})
    assert page.answer.status_code == 409
    assert page.trouble.startswith("You’ve already sent this form, saying something else.")
    assert ("Elim", "Tess Dunn", "entry") not in standing(day)


def test_a_group_of_another_event_is_not_found(page):
    elsewhere = Day("syg").group("Elsewhere")
    before = everything()
    assert page.send("enter/", group=str(elsewhere), kind="entry", name="Ivy King").answer.status_code == 404
    for nonsense in ("", "x", "-1", "9" * 30):
        assert page.send("enter/", group=nonsense, kind="entry", name="Ivy King").answer.status_code == 404
    assert everything() == before


def test_an_unknown_kind_is_refused(page, day):
    page.send("enter/", group=str(day.group("Elim")), kind="guest", name="Ivy King")
    assert (page.answer.status_code, page.trouble) == (422, "An entry is of kind “entry” or “reserve”.")


def test_asking_for_a_form_that_cannot_be_shows_the_board(page, day):
    for query in ("", "?group=x&kind=entry", f"?group={day.group('Riverside')}&kind=guest"):
        assert page.open(f"enter/{query}").answer.status_code == 200


# Changing


def test_a_name_is_changed_in_its_place(page, day):
    mia = day.who("Mia O'Brien").pk
    page.open(f"entries/{mia}/")
    form = page.fields(f"{page.at}entries/{mia}/")
    assert (form["name"], form["was"]) == ("Mia O'Brien", "Mia O'Brien")
    page.send(f"entries/{mia}/", **form | {"name": "Mía O'Brien"})
    assert page.answer.status_code == 302
    assert page.open().cards["Riverside"] == ["Entry: Mía O'Brien", "Reserve: Ben"]
    assert not Competitor.objects.filter(name="Mia O'Brien").exists()


def test_a_stale_name_shows_both_and_either_is_one_tap(page, day):
    mia = day.who("Mia O'Brien").pk
    page.open(f"entries/{mia}/")
    form = page.fields(f"{page.at}entries/{mia}/")
    registration.rename(by=day.organiser, entry=mia, name="Mia O’Brien", was="Mia O'Brien")
    page.send(f"entries/{mia}/", **form | {"name": "Mía O'Brien"})
    assert page.answer.status_code == 409
    assert page.trouble == "Somebody else changed this name since you opened it. Which one is right?"
    assert "<bdi>Mía O'Brien</bdi> <small>What you typed" in page.text
    assert "<bdi>Mia O’Brien</bdi> <small>What’s saved now" in page.text
    choice = page.fields(f"{page.at}entries/{mia}/")
    assert (choice["name"], choice["was"]) == ("Mía O'Brien", "Mia O’Brien")
    page.send(f"entries/{mia}/", **choice)
    assert page.open().cards["Riverside"][0] == "Entry: Mía O'Brien"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "A name is missing."),
        ("x" * 10_000, "A name can have 80 characters; this one has 10000."),
        ("\x00", UNPRINTABLE),
        ("ben", "This person is already entered here. A person can be in a competition once."),
    ],
)
def test_a_name_that_cannot_be_is_refused(page, day, name, sentence):
    mia, before = day.who("Mia O'Brien").pk, everything()
    page.send(f"entries/{mia}/", name=name, was="Mia O'Brien")
    assert (page.answer.status_code, page.trouble) == (422, sentence)
    assert page.fields(f"{page.at}entries/{mia}/")["name"] == name
    assert everything() == before


def test_an_entry_of_another_grade_or_event_is_not_found(page, day):
    """The person is known, the number is real, and the page is another competition's."""
    under_18 = setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Uno Under 18")
    by = day.coordinator("Riverside")
    other = registration.enter(by=by, competition=under_18, group=by.scope, name="Mia O'Brien")
    elsewhere = Day("syg").enter("Jude Addo", "Zion")
    before = everything()
    for entry, name in ((other, "Mia O'Brien"), (elsewhere, "Jude Addo")):
        assert page.open(f"entries/{entry}/").answer.status_code == 404
        assert page.send(f"entries/{entry}/", name="Xu", was=name).answer.status_code == 404
        assert page.send(f"entries/{entry}/withdraw/").answer.status_code == 404
    assert everything() == before


# Withdrawing


def test_whoever_is_withdrawn_can_be_entered_again(page, day):
    ben = day.who("Ben").pk
    page.open(f"entries/{ben}/")
    assert f'formaction="{page.at}entries/{ben}/withdraw/"' in page.text
    page.send(f"entries/{ben}/withdraw/", **page.fields(f"{page.at}entries/{ben}/"))
    assert page.answer.status_code == 302
    assert page.open().cards["Riverside"] == ["Entry: Mia O'Brien", "Reserve: Nobody yet"]
    assert page.open("?show=withdrawn").cards == {
        "Riverside": ["Entry: Mia O'Brien", "Reserve: Nobody yet", "Withdrawn: Ben"]
    }
    page.open(f"entries/{ben}/?show=withdrawn")
    again = page.fields(f"{page.at}enter/")
    assert (again["name"], again["kind"]) == ("Ben", "reserve")
    page.send("enter/", **again)
    assert page.open().cards["Riverside"] == ["Entry: Mia O'Brien", "Reserve: Ben"]
    assert Entry.objects.filter(competitor__name="Ben").count() == 1


def test_whoever_was_entered_here_meanwhile_is_not_withdrawn_unseen(page, day):
    ben = day.who("Ben").pk
    form = page.open(f"entries/{ben}/").fields(f"{page.at}entries/{ben}/")
    registration.rename(by=day.organiser, entry=ben, name="Ivy King", was="Ben")
    page.send(f"entries/{ben}/withdraw/", **form)
    assert page.answer.status_code == 409
    assert page.trouble == "Somebody else changed this name since you opened it. Nobody was withdrawn."
    assert Entry.objects.get(pk=ben).withdrawn_at is None
    form = page.fields(f"{page.at}entries/{ben}/")
    assert (form["was"], form["name"]) == ("Ivy King", "Ivy King")
    assert page.send(f"entries/{ben}/withdraw/", **form).answer.status_code == 302


def test_withdrawing_twice_is_withdrawn_once(page, day):
    ben = day.who("Ben").pk
    for request in ("a" * 32, "b" * 32):
        assert page.send(f"entries/{ben}/withdraw/", request=request).answer.status_code == 302
    assert LogEntry.objects.filter(what="withdrawn").count() == 1


def test_changing_somebody_who_was_withdrawn_meanwhile_says_so(page, day):
    ben = day.who("Ben").pk
    registration.withdraw(by=day.organiser, entry=ben)
    page.send(f"entries/{ben}/", name="Benjamin", was="Ben")
    assert page.answer.status_code == 409
    assert page.trouble == "This entry was withdrawn since you opened it. You can enter it again."
    assert page.fields(f"{page.at}enter/")["name"] == "Ben"


# After closing


def test_a_closed_board_is_to_be_read_and_says_what_is_possible(page, day):
    day.close()
    page.open()
    assert page.cards == {
        "Elim": ["Entry: Nobody", "Reserve: Nobody"],
        "Riverside": ["Entry: Mia O'Brien", "Reserve: Ben"],
        "Zion": ["Entry: Zoë Müller", "Reserve: Nobody"],
    }
    assert "Entries closed on" in page.text and f'href="{page.at}reopen/"' in page.text
    assert "/enter/" not in page.text and "/entries/" not in page.text and "/import/" not in page.text
    assert f'href="{page.at}entries.csv"' in page.text


def test_a_sealed_board_says_that_it_stays_closed():
    day = a_day("syg", 4, "sealed")
    page = BoardPage(day, organiser(day.event)).open()
    assert "The draw is sealed, so they stay closed" in page.text
    assert f"{page.at}reopen/" not in page.text
    draw.discard_draw(by=day.organiser, competition=day.pk, why="a table was counted twice")
    assert f'href="{page.at}reopen/"' in page.open().text


@pytest.mark.parametrize("headers", [{}, HTMX | {"HX-Target": "group"}], ids=["page", "card"])
def test_a_form_that_was_open_when_entries_closed_is_refused(page, day, headers):
    elim, mia, before = day.group("Elim"), day.who("Mia O'Brien"), None
    Competition.objects.update(closes_at=timezone.now() - timedelta(seconds=1))
    before = everything()
    forms = {
        elim: ("enter/", {"group": str(elim), "kind": "entry", "name": "Ivy King"}),
        mia.group_id: (f"entries/{mia.pk}/", {"name": "Mía", "was": "Mia O'Brien"}),
    }
    for group, (path, typed) in forms.items():
        sent = headers | ({"HX-Target": f"group-{group}"} if headers else {})
        page.send(path, sent, **typed)
        assert (page.answer.status_code, page.trouble) == (422, "Entries are closed. Reopen them first.")
        assert "<form method" not in page.text
    assert page.send(f"entries/{mia.pk}/withdraw/").answer.status_code == 422
    assert everything() == before


def test_nobody_is_entered_once_names_were_erased(page, day):
    Event.objects.update(erased_at=timezone.now())
    page.send("enter/", group=str(day.group("Elim")), kind="entry", name="Ivy King")
    assert page.trouble == "The names in this event have been erased, so nobody can be added or checked in."
    day.close()
    words = page.open().text
    assert "nobody can be entered now" in words and "fix its spelling" not in words and "reopen/" not in words


def test_a_form_from_another_site_is_turned_away(day):
    client = Client(enforce_csrf_checks=True)
    client.cookies = organiser(day.event).cookies
    page = BoardPage(day, client)
    before = everything()
    assert page.send("enter/", group=str(day.group("Elim")), kind="entry", name="Ivy King").answer.status_code == 403
    assert everything() == before
    page.open(f"enter/?group={day.group('Elim')}&kind=entry")
    assert page.send("enter/", **page.fields(f"{page.at}enter/") | {"name": "Ivy King"}).answer.status_code == 302
