"""The check-in desk: who is here, wristbands, and the seats of those who have not come."""

from __future__ import annotations

import re
from functools import partial
from html import escape, unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.actions import players
from tests.cast import OUT, Day, a_day
from tests.refusals import everything
from tests.web import visitors
from tests.web.bad_input import REFUSED
from tests.web.reading import read_page
from tests.web.test_coordinator import MIA, text
from tournament.actions import erasing, invitations, registration, rounds, setup
from tournament.models import Competition, Competitor, Entry, LogEntry, Membership, Seat, Wish
from tournament.queries.wishes import count_open_wishes
from tournament.web.organiser.log_sentences import ISOLATES

pytestmark = pytest.mark.django_db


def text_with_tags(answer: Any) -> str:
    return re.sub(r"\s+", " ", read_page(answer))


class Desk:
    """An organiser at the desk of one competition."""

    def __init__(self, day: Day) -> None:
        self.day, self.client = day, visitors.organiser(day.event)
        competition = day.competition
        self.url = f"/organise/{competition.event.slug}/{competition.slug}/check-in/"

    def get(self, query: str = "", **more: Any) -> Any:
        return self.client.get(self.url + query, **more)

    def post(self, path: str, headers: dict[str, str] | None = None, **typed: Any) -> Any:
        return self.client.post(self.url + path, typed, headers=headers)

    def tick(self, name: str, /, **typed: Any) -> Any:
        return self.post(f"person/{self.day.who(name).competitor_id}/", **typed)

    def seat(self, name: str, do: str, /, **typed: Any) -> Any:
        return self.post(f"seat/{self.day.who(name).pk}/", do=do, **typed)

    def panel(self, name: str) -> str:
        return text(self.get(f"?who={self.day.who(name).pk}"))


def person(name: str = MIA) -> Competitor:
    return Competitor.objects.get(name=name)


def pairs(stage: str = "published") -> Day:
    """Four people at two tables of two, and two reserves who were not drawn."""
    return Day("syg").people(4, reserves=2).until("entries closed").choose(4, [2, 1]).until(stage)


def dealt() -> Day:
    day = pairs("running")
    for table in (1, 2):
        day.hand(table, [OUT, 10])
    return day


def reserves(day: Day) -> list[str]:
    """In the order of call."""
    call = day.competition.draws.get().call
    return [str(day.who(code).competitor) for code in call]


# Here


def test_one_tap_is_here_and_a_tap_undoes_it():
    desk = Desk(Day("syg").people(2))
    assert "0 of 2 here" in text(desk.get())
    answer = desk.tick(MIA)
    assert answer["Location"] == f"{desk.url}#person-{person().pk}"
    page = text(desk.get())
    assert "1 of 2 here" in page
    assert person().here_at is not None
    desk.tick(MIA, do="undo")
    assert person().here_at is None


def test_whoever_is_ticked_at_a_table_counts_as_here_without_a_wristband():
    day = pairs()
    desk, sitter = Desk(day), day.who(MIA)
    seat = sitter.seats.get()
    tick = partial(players.sit, by=day.umpire(seat.table.number), table=seat.table_id, entry=sitter.pk)
    tick()
    page = text(desk.get())
    assert "1 of 4 here" in page and page.endswith(f"Change {MIA} At the table")
    desk.tick(MIA, number="12")
    assert "At the table" not in text(desk.get()) and person().wristband == "12"
    desk.tick(MIA, do="undo")
    tick(seated=False)
    assert "0 of 4 here" in text(desk.get()), "the umpire took it back"


def test_whoever_was_ticked_in_an_earlier_round_is_still_here_and_an_empty_chair_is_not():
    day = a_day("bac", 8, "running")
    for seat in Seat.objects.filter(round=day.round):
        players.sit(by=day.umpire(seat.table.number), table=seat.table_id, entry=seat.entry_id)
    assert text(Desk(day).get()).count("At the table") == 8
    day.until("round closed").next_round()
    page = text(Desk(day).get())
    assert ("8 of 8 here" in page, "At the table" in page) == (True, False)
    day.gone(MIA)
    assert "7 of 7 here" in text(Desk(day).get())


def test_a_wristband_checks_in_and_is_shown():
    desk = Desk(Day("syg").people(2))
    desk.tick(MIA, number=" B  12 ")
    assert (person().wristband, person().here_at is not None) == ("B12", True)
    page = text(desk.get())
    assert "1 of 2 here" in page
    assert "B12" in page


def test_a_wristband_is_changed_and_taken_back():
    desk = Desk(Day("syg").people(2))
    desk.tick(MIA, number="7")
    desk.tick(MIA, number="8", do="band")
    assert person().wristband == "8"
    desk.tick(MIA, number="", do="band")
    assert (person().wristband, person().here_at is not None) == ("", True)


def test_somebody_else_s_wristband_is_refused():
    desk = Desk(Day("syg").people(2))
    desk.tick(MIA, number="7")
    before = everything()
    answer = desk.tick("Nguyễn Thị Ánh", number="7")
    assert answer.status_code == 422
    assert "Wristband 7 is already Mia O'Brien’s, of Riverside." in text(answer)
    assert everything() == before


@pytest.mark.parametrize("number", ["x" * 10_000, "7\x00", "7\u202e8"])
def test_a_wristband_that_cannot_be_printed_is_refused(number):
    desk = Desk(Day("syg").people(1))
    before = everything()
    answer = desk.tick(MIA, number=number)
    assert answer.status_code == 422
    assert "Type the number that’s printed on the wristband" in text(answer)
    assert everything() == before


@pytest.mark.parametrize("number", ["🃏", "<script>", "=1+1", "-1", "@7"])
def test_what_is_no_wristband_s_number_is_refused_and_stays_in_its_field_as_text(number):
    desk = Desk(Day("syg").people(1))
    answer = desk.tick(MIA, number=number)
    assert answer.status_code == 422
    assert f'name="number" value="{escape(number)}"' in read_page(answer)
    assert person().wristband == ""


def test_without_reloading_only_the_row_and_the_count_change():
    desk = Desk(Day("syg").people(2))
    answer = desk.post(f"person/{person().pk}/", headers={"HX-Request": "true", "HX-Target": f"person-{person().pk}"})
    page = read_page(answer)
    assert page.lstrip().startswith(f'<li class="arrival is-here" id="person-{person().pk}">')
    assert 'id="count" hx-swap-oob="true"><strong>1</strong> of 2 here' in page
    assert "Nguyễn" not in page


def test_without_reloading_a_refusal_stands_in_the_row_with_what_was_typed():
    desk = Desk(Day("syg").people(2))
    desk.tick(MIA, number="7")
    other = person("Nguyễn Thị Ánh").pk
    answer = desk.post(f"person/{other}/", headers={"HX-Request": "true"}, number="7")
    assert answer.status_code == 422
    assert "Wristband 7 is already Mia O&#x27;Brien’s, of Riverside." in read_page(answer)
    assert 'value="7"' in read_page(answer)


def test_a_wristband_that_is_taken_stays_in_its_field():
    """Without JavaScript the whole page comes again."""
    day = pairs()
    desk = Desk(day)
    desk.tick(MIA, number="7")
    other = next(str(entry.competitor) for entry in day.competition.entries.all() if str(entry.competitor) != MIA)
    page = read_page(desk.tick(other, number="7"))
    fields = re.findall(r'id="band-(\d+)" name="number" value="([^"]*)"', page)
    assert [pk for pk, typed in fields if typed == "7"] == [str(day.who(other).competitor_id)]


def test_somebody_who_is_no_longer_on_the_desk_is_no_error():
    """Another organiser's round has begun without them since this page was shown."""
    day = Day("syg").people(4).until("entries closed").choose(4, [2, 1]).until("round closed")
    rounds.make_next_round(by=day.organiser, competition=day.pk)
    desk = Desk(day)
    out = next(e for e in day.competition.entries.all() if not e.seats.filter(round__number=2).exists())
    answer = desk.tick(out.competitor.name, headers={"HX-Request": "true", "HX-Target": f"person-{out.competitor_id}"})
    assert (answer.status_code, answer["HX-Redirect"]) == (200, desk.url)
    assert "no longer on this list" in read_page(desk.get())


def test_a_double_click_checks_in_once():
    desk = Desk(Day("syg").people(1))
    for _ in range(2):
        assert desk.tick(MIA, number="7", request="0" * 32).status_code == 302
    assert LogEntry.objects.filter(what="wristband given").count() == 1


def test_who_is_not_here_yet_comes_first():
    day = Day("syg").people(4)
    desk = Desk(day)
    desk.tick(MIA)
    page = text(desk.get())
    assert page.index("Nguyễn") < page.index(MIA)
    assert page.index("Not here yet") < page.index(MIA)


def test_everybody_here_is_said():
    desk = Desk(Day("syg").people(1))
    desk.tick(MIA)
    assert "Everybody is here" in text(desk.get())


def test_nobody_entered_says_what_to_do():
    assert "Nobody is entered yet" in text(Desk(Day("syg")).get())


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("nguyen", ["Nguyễn Thị Ánh"]),
        ("ÁNH nguy", ["Nguyễn Thị Ánh"]),
        ("obrien", [MIA]),
        ("o'b", [MIA]),
        ("zoe", ["Zoë Müller"]),
        ("oystein", ["Øystein Þórsson"]),
        ("李", ["李小龍"]),
        ("محمد", ["محمد علي"]),
        ("riverside", [MIA, "Øystein Þórsson"]),
        ("b 12", ["Sione Faleolo"]),
        ("nobody at all", []),
        ("<script>", []),
        ("\x00", []),
        ("x" * 10_000, []),
    ],
)
def test_a_search_finds_however_it_is_typed(words, found):
    day = Day("syg", entries_per_group=None).people(9)
    Entry.objects.filter(pk=day.who("Øystein Þórsson").pk).update(group=day.group("Riverside"))
    Competitor.objects.filter(name="Øystein Þórsson").update(group=day.group("Riverside"))
    desk = Desk(day)
    Competitor.objects.filter(name="Sione Faleolo").update(wristband="B 12")
    answer = desk.client.get(desk.url, {"q": words})
    assert answer.status_code == 200
    page = unescape(read_page(answer))
    people = set(Competitor.objects.values_list("name", flat=True))
    assert sorted(name for name in people if f'<bdi class="name">{name}</bdi>' in page) == sorted(found)
    fragment = desk.client.get(desk.url, {"q": words}, headers={"HX-Request": "true", "HX-Target": "people"})
    assert read_page(fragment).lstrip().startswith('<div id="people"')


# Before and after the draw is published


def test_before_the_draw_is_published_there_are_only_names_and_wristbands():
    page = read_page(Desk(pairs("drawn")).get())
    assert "of 6 here" in page
    assert "Not coming?" not in page
    assert "order of call" not in page
    assert "Table" not in page.replace("Table keys", "")


def test_then_those_with_a_seat_are_expected_and_the_others_wait_in_their_order():
    day = pairs()
    page = text(Desk(day).get())
    assert "0 of 4 here" in page
    first, second = reserves(day)
    assert page.index("In the order of call") < page.index(first) < page.index(second)


# Those who have not come


def test_the_options_are_in_the_order_of_the_rules_and_looking_does_nothing():
    day = pairs()
    desk = Desk(day)
    before = everything()
    page = desk.panel(MIA)
    assert everything() == before
    first, second, third = "1. Somebody from Riverside", "2. The next in the order of call", "3. An empty chair"
    assert page.index(first) < page.index(second) < page.index(third)
    assert f"Call up {reserves(day)[0]}" in page
    assert "cannot" not in read_page(desk.get(f"?who={day.who(MIA).pk}"))


def test_a_reserve_of_the_group_takes_the_seat_with_one_tap():
    day = pairs()
    desk = Desk(day)
    reserve = str(day.competition.entries.get(kind="reserve", group=day.group("Riverside")).competitor)
    table = day.who(MIA).seats.get().table.number
    assert f'name="name" value="{escape(reserve)}"' in read_page(desk.get(f"?who={day.who(MIA).pk}"))
    assert desk.seat(MIA, "substitute", name=reserve)["Location"] == desk.url
    assert f"{reserve} plays for Mia O&#x27;Brien at table {table}." in read_page(desk.get())
    assert "Not playing Mia O'Brien Riverside Fix the spelling of Mia O'Brien Change" in text(desk.get())


def test_of_a_large_group_the_likely_few_come_first_and_the_others_are_a_tap_away():
    """Those who are here, before those who are not; and likewise where a helper only reads."""
    day = a_day("syg", 4, "published")
    crowd = [f"Jo Reed {n}" for n in range(8)]
    for name in crowd:
        came = timezone.now() if name.endswith(("5", "7")) else None
        Competitor.objects.create(event_id=day.event, group_id=day.group("Riverside"), name=name, here_at=came)
    offered = ["Jo Reed 5", "Jo Reed 7", "Jo Reed 0"]
    for desk in (Desk(day), helper_of(day)):
        page = desk.panel(MIA)
        order = [page.index(words) for words in (*offered, "5 more from Riverside", "Jo Reed 1", "Jo Reed 6")]
        assert order == sorted(order)
    assert Desk(day).panel("Nguyễn Thị Ánh").count("more from") == 0


def test_somebody_of_another_grade_needs_a_reason():
    day = a_day("syg", 4, "published")
    day.enter_in_under_18("Ivy King", "Riverside")
    desk = Desk(day)
    panel = desk.panel(MIA)
    assert (
        "In another grade: Ivy King (Uno Under 18). As an organiser you can still let them play, with a reason."
        in panel
    )
    assert 'value="Ivy King"><button' not in read_page(desk.get(f"?who={day.who(MIA).pk}"))
    answer = desk.seat(MIA, "substitute", name="Ivy King")
    assert answer.status_code == 422
    assert "That person is in Uno Under 18, another grade." in text(answer)
    desk.seat(MIA, "substitute", name="Ivy King", why="they are few")
    assert "Ivy King" in day.names()[0]


def test_a_crowd_in_another_grade_is_a_tap_away():
    day = a_day("syg", 4, "published")
    grade = setup.create_competition(
        by=day.organiser, event=day.event, preset_name="bac", name="Uno Under 18", choices={}
    )
    for name in ("Ivy King", "Jude Addo", "Jo Reed", "Kim Lee"):
        registration.enter(by=day.organiser, competition=grade, group=day.group("Riverside"), name=name)
    assert "4 more in another grade In another grade: Ivy King (Uno Under 18)," in Desk(day).panel(MIA)


def test_the_next_in_the_order_of_call_takes_the_seat():
    day = pairs()
    desk = Desk(day)
    first = reserves(day)[0]
    desk.seat(MIA, "call")
    assert first in [name for table in day.names() for name in table]
    assert f"{first} plays for" in unescape(read_page(desk.get()))


def test_it_asks_before_somebody_called_up_meets_their_own_group():
    """It is said before the tap, asked after it, and both answers stand beside the question."""
    day = Day("syg").people(4, reserves=1).until("entries closed").choose(4, [1]).until("published")
    desk = Desk(day)
    [reserve] = reserves(day)
    meeting = f"{reserve} and {MIA}, both of Riverside, would sit at table 1."
    out = next(name for name in day.names()[0] if name != MIA)
    assert meeting in desk.panel(out)
    assert meeting not in desk.panel(MIA)
    before = everything()
    asked = desk.seat(out, "call")
    assert asked.status_code == 409
    assert f"{meeting} Call up {reserve} anyway? Yes, call them up No" in text(asked).translate(ISOLATES)
    assert f'href="{desk.url}?who={day.who(out).pk}#panel">No</a>' in read_page(asked)
    assert 'href="?' not in read_page(asked) and f'action="{desk.url}" role="search"' in text_with_tags(asked)
    assert everything() == before
    desk.seat(out, "call", sure="yes")
    assert reserve in day.names()[0]


def test_whoever_is_not_here_when_called_is_passed_over():
    day = pairs()
    desk = Desk(day)
    first, second = reserves(day)
    assert f"Pass over {first}: not here either" in desk.panel(MIA)
    desk.seat(first, "empty")
    assert f"Call up {second}" in desk.panel(MIA)
    assert f"Not playing {first}" in text(desk.get())
    desk.seat(first, "back")
    assert f"Call up {first}" in desk.panel(MIA)


def test_passing_over_stays_with_the_person_whose_seat_it_is_about():
    day = pairs()
    desk = Desk(day)
    first, second = reserves(day)
    mia = day.who(MIA).pk
    page = read_page(desk.get(f"?who={mia}&q=obrien"))
    assert f'seat/{day.who(first).pk}/?q=obrien">' in page and f'name="stay" value="{mia}"' in page
    answer = desk.post(f"seat/{day.who(first).pk}/?q=obrien", do="empty", stay=str(mia))
    assert answer["Location"] == f"{desk.url}?q=obrien&who={mia}#panel"
    assert f"Call up {second}" in text(desk.get(f"?q=obrien&who={mia}"))


def test_an_empty_chair_and_back():
    day = pairs()
    desk = Desk(day)
    desk.seat(MIA, "empty")
    assert Seat.objects.get(entry=day.who(MIA)).absent
    assert "of 3 here" in text(desk.get())
    assert "They’re here after all" in desk.panel(MIA)
    desk.seat(MIA, "back")
    assert not Seat.objects.get(entry=day.who(MIA)).absent


def test_whoever_was_replaced_takes_the_seat_back():
    day = pairs()
    desk = Desk(day)
    desk.seat(MIA, "substitute", name="Ivy King")
    page = read_page(desk.get(f"?who={day.who(MIA).pk}"))
    assert "Give them their seat back" in page
    assert f"seat/{day.who('Ivy King').pk}/" in page
    desk.seat("Ivy King", "substitute", name=MIA)
    assert MIA in [name for table in day.names() for name in table]


def test_after_the_first_deal_each_option_says_why_not():
    desk = Desk(dealt())
    page = desk.panel(MIA)
    assert "The first hand has been dealt. As an organiser you can still do it, with a reason." in page
    assert "Call up Nobody can be called up now" in page


def test_after_the_first_deal_a_substitute_needs_a_reason():
    day = dealt()
    desk = Desk(day)
    answer = desk.seat(MIA, "substitute", name="Ivy King")
    assert answer.status_code == 422
    assert "Only an organiser can still substitute, with a reason." in text(answer)
    assert 'value="Ivy King"' in read_page(answer)
    assert desk.seat(MIA, "substitute", name="Ivy King", why="fainted").status_code == 302
    assert LogEntry.objects.latest("pk").facts["why"] == "other"


def test_a_chair_that_has_to_stay_as_it_is_offers_the_next_round_where_there_is_one():
    day = a_day("bac", 8, "published", rounds=2)
    first, second = day.seats()[1][:2]
    day.hand(1, [OUT, 10, 20, 30])
    day.gone(first)
    desk = Desk(day)
    page = desk.panel(second)
    assert "Leave the chair as it is, and keep dealing them in: their cards stay on the table and count." in page
    assert "They leave after this round" in page
    desk.seat(second, "leaves")
    assert day.who(second).left == 2
    assert f"{day.who(second).competitor} leaves after this round." in unescape(read_page(desk.get()))
    last = a_day("bac", 8, "published", rounds=1)
    first, second = last.seats()[1][:2]
    last.hand(1, [OUT, 10, 20, 30])
    last.gone(first)
    assert "They leave after this round" not in Desk(last).panel(second)


def test_when_the_sheet_is_in_no_button_is_left_and_each_says_why():
    day = dealt().ring()
    for table in (1, 2):
        day.accept(table)
    page = Desk(day).panel(MIA)
    assert "A substitute This table’s sheet is in. They can take a seat in the next round." in page


@pytest.mark.parametrize("typed", REFUSED.values(), ids=REFUSED)
def test_no_name_takes_no_seat(typed):
    day = pairs()
    desk = Desk(day)
    before = everything()
    answer = desk.seat(MIA, "substitute", name=typed)
    assert answer.status_code == 422
    assert f'value="{escape(typed)}"' in read_page(answer)
    assert everything() == before


def test_a_double_click_replaces_once():
    day = pairs()
    desk = Desk(day)
    for _ in range(2):
        assert desk.seat(MIA, "call", request="0" * 32).status_code == 302
    assert LogEntry.objects.filter(what="called up").count() == 1


# Late arrivals


def test_a_typed_substitute_who_may_be_somebody_known_is_asked_about_and_nothing_typed_is_lost():
    desk = Desk(dealt())
    desk.day.enter_in_under_18("Ivy O'King", "Riverside")
    answer = desk.seat(MIA, "substitute", name="Ivy OKing", why="fainted")
    assert answer.status_code == 409
    assert "Is “Ivy OKing” the same person as Ivy O'King of Riverside? Yes, Ivy O'King No, another person" in text(
        answer
    )
    for name, value in {"do": "substitute", "name": "Ivy OKing", "why": "fainted"}.items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in read_page(answer)
    desk.seat(MIA, "substitute", name="Ivy O'King", why="fainted")
    assert LogEntry.objects.latest("pk").what == "substituted" and not Competitor.objects.filter(name="Ivy OKing")


def test_a_late_arrival_joins_a_rotation():
    day = Day("bac", rounds=2).people(4).until("running")
    desk = Desk(day)
    assert "Late arrival" in text(desk.get())
    assert "play from round 2" in text(desk.get("?late=1"))
    assert desk.post("late/", name="Ivy King", group=day.group("Riverside"))["Location"] == desk.url
    page = desk.get()
    told = "Ivy King is here and plays from round 2. You’ll know their table when round 2 is seated."
    assert told in unescape(read_page(page))
    assert "From the next round Ivy King" in text(page)
    assert person("Ivy King").here_at is not None


def test_a_late_arrival_s_group_is_chosen_and_the_round_is_explained():
    day = Day("bac", rounds=2).people(4).until("published")
    desk = Desk(day)
    page = read_page(desk.get("?late=1&q=mia"))
    assert '<option value="">Choose the group</option>' in page and "selected" not in page
    assert "The seats for round 1 are published" in page and "Late arrivals play from round 2" in page
    assert "?late=1" not in page  # no button below its own open form
    assert f'action="{desk.url}late/?q=mia"' in page
    assert desk.post("late/", name="Ivy King", group="").status_code == 404


def test_when_nobody_can_join_it_says_why():
    day = Day("bac", rounds=1).people(4).until("running")
    assert "Nobody can join now The last round has begun, so nobody can join now." in text(Desk(day).get("?late=1"))


@pytest.mark.parametrize("typed", REFUSED.values(), ids=REFUSED)
def test_no_name_joins_nothing(typed):
    day = Day("bac", rounds=2).people(4).until("running")
    desk = Desk(day)
    before = everything()
    answer = desk.post("late/", name=typed, group=day.group("Riverside"))
    assert answer.status_code == 422
    assert f'value="{escape(typed)}"' in read_page(answer)
    assert everything() == before


def test_a_knockout_has_no_late_arrivals():
    assert "Late arrival" not in text(Desk(pairs()).get("?late=1"))


# What groups ask


def test_a_wish_is_shown_and_granted():
    day = dealt()
    wish = day.ask(MIA, "Ivy King", why="her knee")
    desk = Desk(day)
    assert "1 group asks Riverside Ivy King instead of Mia O'Brien, please. “her knee” Grant" in text(desk.get())
    assert desk.post(f"wish/{wish}/", do="grant", name="Ivy King")["Location"] == desk.url
    assert Wish.objects.get().granted
    assert "group asks" not in text(desk.get())


def test_a_group_that_asks_for_two_things_is_one_group():
    day = dealt()
    first, other = day.competition.entries.order_by("pk")[:2]
    Entry.objects.update(group=first.group)
    for entry, name in ((first, "Ivy King"), (other, "Ben King")):
        day.ask(entry.competitor.name, name)
    assert "1 group asks" in text(Desk(day).get())
    assert count_open_wishes([day.competition], timezone.now()) == {day.pk: 1}


def test_a_wish_is_declined_with_a_word():
    day = dealt()
    desk = Desk(day)
    wish = day.ask(MIA, "Ivy King")
    answer = desk.post(f"wish/{wish}/", do="decline", name="Ivy King", why="")
    assert answer.status_code == 422
    assert Wish.objects.get().answered_at is None
    desk.post(f"wish/{wish}/", do="decline", name="Ivy King", why="She can play.")
    assert Wish.objects.values_list("granted", "answer").get() == (False, "She can play.")


def test_the_word_with_which_a_wish_is_declined_is_kept_when_it_is_refused():
    day = pairs()
    desk = Desk(day)
    wish = day.ask(MIA, "Ivy King")
    page = read_page(desk.post(f"wish/{wish}/", do="decline", name="Somebody", why="She can play."))
    assert f'id="why-{wish}" name="why" value="She can play."' in page
    assert "<details open>" in page


def test_a_wish_that_changed_meanwhile_shows_both_names():
    day = dealt()
    desk = Desk(day)
    wish = day.ask(MIA, "Ivy King")
    day.ask(MIA, "Ben")
    answer = desk.post(f"wish/{wish}/", do="grant", name="Ivy King")
    assert answer.status_code == 409
    assert "What’s saved now Ben What you typed Ivy King" in text(answer)


def test_a_wish_waits_until_the_draw_is_published():
    day = pairs("sealed")
    day.ask(MIA, "Ivy King")
    assert "Grant The draw is sealed, so the list stays as it is. You can grant it once the draw is published." in text(
        Desk(day).get()
    )


def test_what_was_done_meanwhile_is_no_longer_asked():
    day = pairs()
    day.ask(MIA, "Ivy King")
    day.substitute(MIA, "Ben 2")
    assert "group asks" not in text(Desk(day).get())


# Nobody else's, and however many


def test_what_is_another_s_is_not_found_and_not_changed():
    day, other = pairs(), Day("syg", name="Uno elsewhere").people(2).until("published")
    elsewhere = Competitor.objects.create(event_id=day.event, group_id=day.group("Riverside"), name="Not entered")
    wish = other.ask(MIA, "Ivy King")
    desk = Desk(day)
    stranger = other.who(MIA)
    before = everything()
    for pk in (stranger.competitor_id, elsewhere.pk, 0, 10**12):
        assert desk.post(f"person/{pk}/", number="7").status_code == 404
    for do in ("substitute", "call", "empty", "leaves", "back", "", "dance"):
        assert desk.post(f"seat/{stranger.pk}/", do=do, name="Ben").status_code == 404
    assert desk.seat(MIA, "dance").status_code == 404
    assert desk.post(f"wish/{wish}/", do="grant", name="Ivy King").status_code == 404
    assert everything() == before
    rotation = Day("bac", name="Another", rounds=2).people(4).until("running")
    before = everything()
    for group in (str(stranger.group_id), "0", "-1", "x", "9" * 30):
        assert Desk(rotation).post("late/", name="Ben", group=group).status_code == 404
    after = everything()
    assert {name: len(rows) for name, rows in after.items() if name in ("Entry", "Competitor", "Seat")} == {
        name: len(rows) for name, rows in before.items() if name in ("Entry", "Competitor", "Seat")
    }


def test_a_form_of_another_site_is_refused():
    desk = Desk(Day("syg").people(1))
    client = Client(enforce_csrf_checks=True)
    client.cookies = desk.client.cookies
    assert client.post(f"{desk.url}person/{person().pk}/").status_code == 403
    assert person().here_at is None


@pytest.mark.parametrize("who", ["0", "-1", "x", "9" * 30, "²"])
def test_nobody_of_that_number_opens_no_panel(who):
    desk = Desk(pairs())
    answer = desk.client.get(desk.url, {"who": who})
    assert answer.status_code == 200
    assert 'id="options"' not in read_page(answer)


def queries(desk: Desk, query: str = "") -> int:
    """How many, but for seats that are written anew a hundred at a time (and undone) to ask what would happen."""
    with CaptureQueriesContext(connection) as captured:
        assert desk.get(query).status_code == 200
    seats = ('INSERT INTO "tournament_seat"', 'DELETE FROM "tournament_seat"')
    return sum(not statement["sql"].startswith(seats) for statement in captured)


@pytest.mark.parametrize(("stage", "most"), [("entries open", 12), ("published", 14)])
def test_the_desk_takes_the_same_queries_for_six_people_and_three_hundred(stage, most):
    counts = []
    for people in (6, 300):
        desk = Desk(Day("bac").people(people).until(stage))
        counts.append((queries(desk), queries(desk, "?q=mia")))
    assert counts[0] == counts[1]
    assert max(counts[0]) <= most


def test_somebody_s_options_take_the_same_queries_for_six_people_and_three_hundred():
    counts = []
    for people in (6, 300):
        desk = Desk(Day("classroom").people(people).until("published"))
        counts.append(queries(desk, f"?who={desk.day.who(MIA).pk}"))
    assert counts[0] == counts[1]
    assert counts[0] <= 30


def test_a_crowd_is_shown_in_part_and_the_search_finds_the_others():
    desk = Desk(Day("bac").people(300))
    page = read_page(desk.get())
    assert page.count('class="arrival"') == 80
    assert "People 1–80 of 300" in page
    page = read_page(desk.get("?q=obrien+15"))
    assert "Mia O&#x27;Brien 15" in page
    rows = page.count('class="arrival"')
    assert f">{rows} found</p>" in page


def test_whoever_was_removed_from_the_team_is_told_by_the_whole_page():
    day = Day("syg").people(2)
    desk = Desk(day)
    membership = Membership.objects.get(event=day.event)
    invitations.remove_member(by=day.organiser, membership=membership.pk)
    answer = desk.post(f"person/{person().pk}/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Refresh"]) == (404, "true")
    assert "There’s nothing at this address, or you don’t have access to it." in text(desk.get())


def test_after_names_are_erased_nobody_is_checked_in():
    day = a_day("syg", 2, "finished")
    desk = Desk(day)
    pk = person().pk
    erasing.erase_names(by=day.organiser, event=day.event)
    assert "You can’t check anybody in now." in text(desk.get())
    answer = desk.post(f"person/{pk}/", number="7")
    assert answer.status_code == 422
    assert "The names in this event have been erased" in text(answer)
    assert Competition.objects.count() == 1


# Hidden


def test_somebody_is_hidden_and_shown_with_one_tap():
    desk = Desk(pairs())
    assert desk.tick(MIA, do="hide").status_code == 302
    assert Competitor.objects.get(name=MIA).hidden
    assert "Hidden: public pages say “A player”" in text(desk.get())
    assert MIA in text(desk.get())
    desk.tick(MIA, do="show")
    assert not Competitor.objects.get(name=MIA).hidden


# A helper


def helper_of(day: Day) -> Desk:
    desk = Desk(day)
    desk.client = visitors.organiser(day.event, "helper", name="Hal Moore")
    return desk


def test_a_helper_comes_to_the_desk_and_sees_nothing_else():
    day = a_day("syg", 4, "published")
    link = visitors.invited(day.event, "helper")
    client = Client()
    came = visitors.come_in(client, link, name="Hal Moore")
    assert came.status_code == 302
    assert client.get("/desk/youth-weekend/")["Location"] == "/organise/youth-weekend/uno-open/check-in/"
    page = read_page(client.get("/organise/youth-weekend/uno-open/check-in/"))
    ways = re.search(r'<nav class="ways".*?</nav>', page, re.DOTALL)
    assert ways is not None and re.findall(r'href="([^"]+)"', ways[0]) == ["/organise/youth-weekend/uno-open/check-in/"]
    assert "on public pages" not in page  # hiding names is the organiser's and the MC's
    events = read_page(client.get("/organise/"))
    assert "You help at the check-in desk of" in events and "No events yet" not in events


def test_with_several_competitions_a_helper_chooses_a_desk():
    day = a_day("syg", 4, "published")
    setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Under 18")
    page = read_page(helper_of(day).client.get("/desk/youth-weekend/"))
    assert re.findall(r'class="card-link" href="([^"]+)"', page) == [
        "/organise/youth-weekend/uno-open/check-in/", "/organise/youth-weekend/under-18/check-in/",
    ]  # fmt: skip


def test_a_helper_checks_in_gives_wristbands_calls_up_and_passes_over_and_that_is_all():
    day = Day("syg").people(4, reserves=2).until("entries closed").choose(4, [2, 1]).until("published")
    desk = helper_of(day)
    mia = Competitor.objects.get(name="Mia O'Brien")
    assert desk.post(f"person/{mia.pk}/", number="7").status_code == 302
    mia.refresh_from_db()
    assert (mia.wristband, mia.here_at is not None) == ("7", True)
    first, second = (day.who(code) for code in day.competition.draws.get().call)
    options = read_page(desk.get(f"?who={day.who('Nguyễn Thị Ánh').pk}"))
    assert "Call up" in options and "Ask the organiser to let them play." in options
    assert "Leave the chair empty" not in options and 'value="substitute"' not in options
    assert "Fix the spelling" not in options
    assert desk.post(f"seat/{first.pk}/", do="empty").status_code == 302  # not here when called
    assert desk.post(f"seat/{day.who('Nguyễn Thị Ánh').pk}/", do="call").status_code == 302
    assert (
        Seat.objects.filter(entry=second).exists() and not Seat.objects.filter(entry=day.who("Nguyễn Thị Ánh")).exists()
    )
    before = everything()
    for path, typed in (
        (f"seat/{day.who(MIA).pk}/", {"do": "empty"}),
        (f"seat/{day.who(MIA).pk}/", {"do": "substitute", "name": "Ivy King", "why": "ill"}),
        (f"person/{mia.pk}/", {"do": "hide"}),
    ):
        answer = desk.post(path, **typed)
        assert (answer.status_code, "Ask an organiser of this event." in text(answer)) == (403, True), typed
    assert everything() == before


def test_a_helper_is_told_who_of_the_same_group_comes_before_the_order_of_call():
    """They may not let anybody play instead, but they must not call somebody up without having heard of them."""
    day = Day("syg").people(4, reserves=2).until("entries closed").choose(4, [2, 1]).until("published")
    missing, desk = day.who("Nguyễn Thị Ánh"), helper_of(day)
    waiting = [day.who(code) for code in day.competition.draws.get().call]
    same = next(entry for entry in waiting if entry.competitor.group_id == missing.competitor.group_id)
    told = "They come before the order of call. Ask the organiser to let them play."
    options = text(desk.get(f"?who={missing.pk}"))
    order = [options.index(words) for words in (same.competitor.name, told, "2. The next in the order of call")]
    assert order == sorted(order)
    elsewhere = day.who(MIA).competitor.group
    Competitor.objects.filter(entries__in=waiting).update(group=elsewhere)
    options = text(desk.get(f"?who={missing.pk}"))
    assert told not in options and "2. The next" not in options
    assert "The organiser decides about substitutes and empty chairs." in options


def test_a_helper_is_asked_once_more_when_somebody_of_the_group_is_there():
    day = Day("syg").people(4, reserves=1).until("entries closed").choose(4, [1]).until("published")
    desk, [reserve] = helper_of(day), reserves(day)
    missing = day.who("Nguyễn Thị Ánh")
    Competitor.objects.create(event_id=day.event, group=missing.group, name="Jo Reed", here_at=timezone.now())
    asked = desk.seat("Nguyễn Thị Ánh", "call")
    assert asked.status_code == 409
    words = text(asked).translate(ISOLATES)
    assert f"Jo Reed of {missing.group} is here, and comes before the order of call." in words
    assert f"Call up {reserve} anyway? Yes, call them up No" in words
    desk.seat("Nguyễn Thị Ánh", "call", sure="yes")
    assert reserve in day.names()[0]


def test_between_two_rounds_a_helper_takes_nobody_out():
    """Nobody has a seat in an open round then, and yet nobody but reserves waits to be called."""
    day = Day("syg").people(4, reserves=2).until("entries closed").choose(4, [2, 1]).until("round closed")
    desk, before = helper_of(day), everything()
    for do in ("empty", "leaves", "back"):
        assert desk.post(f"seat/{day.who(MIA).pk}/", do=do).status_code == 403, do
    assert "Pass over" not in read_page(desk.get(f"?who={day.who(MIA).pk}"))
    assert everything() == before


def test_who_comes_late_hears_round_and_table_and_counts_as_a_player():
    """The seats of round 2 are made and not dealt: it is the round they join."""
    desk = Desk(a_day("bac", 13, "sheets in", rounds=2).close_round().next_round())
    desk.post("late/", name="Pip Large", group=desk.day.group("Riverside"))
    assert re.search(r"Pip Large is here and plays from round 2, at table [123]\.", text_with_tags(desk.get()))
    desk.day._at("published").until("finished")
    competition = desk.day.competition
    pages = ["/", f"/c/{competition.slug}/", f"/c/{competition.slug}/results/", f"/organise/{competition.event.slug}/"]
    for page in pages:
        words = text(desk.client.get(page))
        assert "14 players" in words or "Players 14" in words, page
