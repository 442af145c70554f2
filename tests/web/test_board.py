"""The organiser's board: where every table stands, who needs somebody, and the end of a round."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.actions import calls, hands, players, tablets
from scoring.models import Flag, Hand, Tablet
from scoring.queries.board import read_board
from scoring.rules.troubles import HandInTrouble
from scoring.web import board
from scoring.web.board import TABLES_ON_A_PAGE
from tests.cast import OUT, Day, a_day
from tests.web.offices import Office, plain, tablet, trouble
from tests.web.reading import read_page
from tournament.models import Clock, Competitor, Round
from tournament.queries.rounds import waiting_for_sheets
from tournament.queries.standing import read_standing
from tournament.words import isolated

pytestmark = pytest.mark.django_db


@pytest.fixture
def office() -> Office:
    """Seven people at two tables, the clock running."""
    return Office(a_day("syg", 7, "running"))


@pytest.fixture
def day(office: Office) -> Day:
    return office.day


def sit(day: Day, table: int, people: int) -> None:
    for seat in day.table(table).seats.order_by("number")[:people]:
        players.sit(by=day.organiser, table=day.table(table).pk, entry=seat.entry_id)


# Where a table stands


def test_before_the_draw_it_says_what_it_waits_for():
    assert "No tables yet" in Office(Day("syg").people(4)).text()


def test_a_table_is_not_seated_until_all_sit_there(office, day):
    assert office.cards()["1"] == "Not seated 0 of 4 here No hand yet No tablet yet"
    sit(day, 1, 3)
    assert office.cards()["1"].startswith("Not seated 3 of 4 here")
    sit(day, 1, 4)
    assert office.cards()["1"] == "Playing No hand yet No tablet yet"


def test_a_table_that_plays_shows_its_hands_and_who_leads(office, day):
    day.hand(1, [20, OUT, 10, 30])
    leader = re.escape(day.names()[0][1].split()[0])
    assert re.fullmatch(rf"Playing 1 hand {leader}.* 0 No tablet yet", office.cards()["1"])
    day.hand(1, [OUT, 20, 10, 30])
    assert "2 hands" in office.cards()["1"]


def test_a_name_from_right_to_left_does_not_turn_the_points_beside_it(office, day):
    table = next(n for n, names in enumerate(day.names(), start=1) if "محمد علي" in names)
    leads = dict.fromkeys(day.names()[table - 1], 10) | {"محمد علي": OUT}
    day.hand(table, leads)
    assert "<strong><bdi>محمد علي</bdi> 0</strong>" in office.page()


def test_where_hands_won_have_decided_nobody_is_level(office, day):
    """The tablet says who goes on; the board says the same."""
    day.hand(1, [OUT, 10, 20, 30])
    day.hand(1, [OUT, 10, 20, 30])
    day.hand(1, [20, OUT, 20, 30])
    day.ring()
    assert office.cards()["1"].endswith(" goes on No tablet yet")


def test_two_who_lead_are_level_until_a_play_off_decides(office, day):
    day.hand(1, [10, OUT, 20, 30])
    day.hand(1, [OUT, 10, 20, 30])
    assert office.cards()["1"] == "Playing 2 hands 2 level at 10 No tablet yet"
    day.ring().hand(1, [5, OUT, None, None], playoff=True)
    assert office.cards()["1"] == f"Needs you To accept 3 hands {day.names()[0][1]} goes on No tablet yet"


def test_a_table_that_counts_shows_who_is_counted(office, day):
    first, second = day.table(1).seats.order_by("number")[:2]
    tablet(day, 1, counting={"number": 3, "done": [first.entry.travel_id, second.entry.travel_id]})
    assert office.cards()["1"] == "Counting 2 of 4 counted Hand 3 Tablet connected"


@pytest.mark.parametrize("told", [{"done": "all"}, {}, {"number": "x"}, {"done": None}])
def test_what_a_tablet_says_of_its_count_may_be_anything(office, day, told):
    tablet(day, 1, counting=told)
    assert office.cards()["1"].startswith("Not seated")


def test_after_the_bell_a_sheet_is_to_accept_when_what_everybody_holds_is_counted(office, day):
    tablet(day, 1)
    day.hand(1, [OUT, 10, 20, 30])
    day.ring()
    assert office.cards()["1"].startswith("Counting")
    day.hand(1, [1, 2, 3, 4])
    cards = office.cards()
    assert cards["1"].startswith("To accept 0 of 4 agree 2 hands")
    entry = day.table(1).seats.order_by("number")[0].entry_id
    players.nod(by=day.organiser, table=day.table(1).pk, entry=entry, seen=day.versions(1))
    assert office.cards()["1"].startswith("To accept 1 of 4 agree")


def test_a_hand_counted_after_the_warning_does_not_say_that_none_was_going_on(office, day):
    """RULES 8. The tablet asks at the bell whether another was dealt, and the board waits for the answer."""
    warned = timezone.now()
    day.hand(1, [OUT, 10, 20, 30])
    day.ring()
    Clock.objects.update(warned_at=warned)
    assert office.cards()["1"].startswith("Needs you Counting 1 hand")
    asked = office.text("board/1/")
    assert "Was a hand still being played?" in asked
    assert "Yes: enter everybody’s held cards" in asked and "No hand was being played: accept" in asked
    tablet(day, 1, at_result=False)
    agreed = {"by": day.organiser, "table": day.table(1).pk, "seen": day.versions(1)}
    players.nod(**agreed, entry=day.table(1).seats.order_by("number")[0].entry_id)
    assert office.cards()["1"].startswith("Counting")  # the umpire went back to the hands
    tablet(day, 1, at_result=True)
    assert office.cards()["1"].startswith("To accept 1 of 4 agree 1 hand")
    assert "Was a hand still being played?" not in office.text("board/1/")


def test_without_a_tablet_whoever_agrees_has_seen_the_result(office, day):
    day.hand(1, [OUT, 10, 20, 30])
    day.ring()
    tablet(day, 1, ago=600, at_result=True)  # of another round
    assert office.cards()["1"].startswith("Needs you Counting")
    agreed = {"by": day.organiser, "table": day.table(1).pk, "seen": day.versions(1)}
    players.nod(**agreed, entry=day.table(1).seats.order_by("number")[0].entry_id)
    assert office.cards()["1"].startswith("Needs you To accept")


def test_an_accepted_table_says_who_goes_on(office, day):
    day.hand(1, [OUT, 10, 20, 30])
    day.ring().accept(1)
    winner = day.names()[0][0].split()[0]
    assert re.fullmatch(rf"Accepted 1 hand {re.escape(winner)}.* goes on No tablet yet", office.cards()["1"])


def test_the_last_table_says_who_wins():
    day = a_day("syg", 4, "sheets in")
    assert "wins the final" in Office(day).cards()["1"]


def test_tablets_are_connected_or_were_last_heard(office, day):
    tablet(day, 1)
    tablet(day, 1, device="b")
    tablet(day, 2, ago=90)
    assert "2 tablets connected" in office.cards()["1"]
    assert re.search(r"Tablet last heard \d\d:\d\d", office.cards()["2"])


# Who needs the organiser


def test_a_raised_flag_needs_you_until_it_is_lowered(office, day):
    assert "All good: no table needs you" in office.panel()
    calls.raise_flag(by=day.umpire(2), table=day.table(2).pk, message="A card <b>is</b> missing")
    assert "1 needs you" in office.panel()
    assert "A card <b>is</b> missing" in office.panel()
    assert "&lt;b&gt;is" in office.page()
    assert office.cards()["2"].startswith("Needs you Not seated Calls")
    assert office.press("board/", "lower").status_code == 302
    assert "All good: no table needs you" in office.panel()


def counts(office: Office) -> dict[str, int]:
    return {slug: int(number) for slug, number in re.findall(r'id="count-([\w-]+)".*?<strong>(\d+)', office.page())}


def test_a_table_that_calls_still_shows_that_it_is_accepted(office, day):
    """Both are counted, and each is found by its own count."""
    day.hand(1, [OUT, 10, 20, 30])
    day.ring().accept(1)
    calls.raise_flag(by=day.umpire(1), table=day.table(1).pk, message="")
    assert office.cards()["1"].startswith("Needs you Accepted Calls")
    assert counts(office) == {"needs-you": 2, "counting": 1, "accepted": 1}  # table 2 has no tablet
    assert list(office.cards("board/?show=accepted")) == ["1"]
    assert list(office.cards("board/?show=needs-you")) == ["1", "2"]
    assert "Table 1 Accepted Round 1." in office.text("board/1/")


@pytest.mark.parametrize("table", [1, 2])
def test_a_call_that_nobody_answered_outlives_its_round(office, day, table):
    """Round 2 has table 1 alone; what table 2 called for is still to be settled."""
    calls.raise_flag(by=day.umpire(table), table=day.table(table).pk, message="A card is missing")
    day.until("round closed")
    assert "1 needs you" in office.panel()
    day.next_round()
    where = "Table 1" if table == 1 else "Table 2 of Round 1"
    assert re.search(rf"1 needs you {where}, calling since \d\d:\d\d A card is missing", office.panel())
    assert list(office.cards()) == ["1"]
    assert office.press("board/", "lower").status_code == 302
    assert "All good: no table needs you" in office.panel()
    assert not Flag.objects.filter(lowered_at=None).exists()


def test_a_table_that_calls_again_in_the_next_round_calls_once(office, day):
    for _ in range(2):
        calls.raise_flag(by=day.umpire(1), table=day.table(1).pk, message="")
        if day.round.number == 1:
            day.until("round closed").next_round()
    assert Flag.objects.count() == 1
    calls.lower_flag(by=day.umpire(1), table=day.table(1).pk)
    assert "All good: no table needs you" in office.panel()


def test_a_silent_tablet_with_hands_needs_you(office, day):
    tablet(day, 1, ago=180)
    assert "All good: no table needs you" in office.panel()
    day.hand(1, [OUT, 10, 20, 30])
    assert "1 needs you Table 1, silent since" in office.panel()
    assert "1 hand received. Ask at the table. Enter from paper" in office.panel()
    tablet(day, 1, ago=10, device="b")
    assert "All good: no table needs you" in office.panel()


def test_sheets_that_no_tablet_can_accept_wait_for_the_organiser(office, day):
    """Paper and no tablets: after time up nobody else brings them in. While they play there is nothing to do."""
    day.hand(1, [OUT, 10, 20, 30])
    tablet(day, 2)
    assert "All good: no table needs you" in office.panel()
    day.ring()
    assert (
        "1 needs you One sheet on paper No tablet is at this table. Type the sheet in, then accept it."
        in office.panel()
    )
    assert 'id="on-paper-1"' in office.page()
    assert counts(office)["needs-you"] == 1 and list(office.cards("board/?show=needs-you")) == ["1"]
    Tablet.objects.all().delete()
    assert "2 need you Sheets on paper No tablet is at these tables." in office.panel()
    calls.raise_flag(by=day.umpire(2), table=day.table(2).pk, message="")
    assert "2 need you" in office.panel()
    assert "One sheet on paper" in office.panel()
    calls.lower_flag(by=day.umpire(2), table=day.table(2).pk)
    day.hand(2, [OUT, 10, 20])
    day.accept(1).accept(2)
    assert "All good: no table needs you" in office.panel()


def test_what_a_tablet_could_not_send_needs_you(office, day):
    tablet(day, 2, trouble={"request": "r", "hand": 5, "said": "A fifth Wild. <script>"})
    assert "Table 2, hand 5 A fifth Wild. <script> Open the sheet" in office.panel()
    assert "<script>" not in office.page().replace("<script src", "")


@pytest.mark.parametrize(
    "told",
    [
        {}, {"request": 7}, {"request": ""}, {"request": "x" * 65},
        {"request": "r", "said": None, "hand": "x", "theirs": {}, "mine": {}, "body": {"held": {"x": 1}}},
        {"request": "r", "said": [], "hand": 1, "theirs": {}, "mine": {}, "body": {"held": {"1": [1]}}},
        {"request": "r", "hand": 1, "theirs": {}, "mine": {}, "body": {"held": {"999": 1}, "out": True}},
        {"request": "r", "hand": 1, "theirs": {}, "mine": {}, "body": {"held": {"1": {"joker": 1}}}},
        {"request": "r", "hand": 1, "theirs": {}, "mine": {}, "body": {"held": {"1": -1}, "last_card": []}},
        {"request": "r", "hand": True, "theirs": [], "mine": 7, "body": "x"},
    ],
)  # fmt: skip
def test_whatever_a_tablet_says_the_board_stands(office, day, told):
    """It is what a device said: without the right shape there is nothing to choose, and nothing breaks."""
    day.hand(1, [OUT, 10, 20, 30])
    tablet(day, 1, trouble=told)
    assert "Two different" not in office.panel()
    assert office.get("board/1/").status_code == 200
    for button in ("theirs", "mine"):
        assert office.post("board/1/", do=button, settle="r", typed="", version="1").status_code in (302, 404, 409, 422)
    assert [held.points for held in Hand.objects.get().held.order_by("seat__number")] == [10, 20, 30]


# Two values for one hand


@pytest.fixture
def torn(office: Office, day: Day) -> Office:
    """Seat 4 has 84 on the server and 48 on a tablet."""
    day.hand(1, [OUT, 10, 20, 84])
    tablet(day, 1, trouble=trouble(day, 1, 1, [None, 10, 20, 48]))
    return office


def held() -> list[int]:
    return [cards.points for cards in Hand.objects.get().held.order_by("seat__number")]


def test_both_values_are_shown_and_neither_is_chosen(torn, day):
    assert re.search(r"Two different scores: which is right for .*\? 84 received 48 on a tablet", torn.panel())
    assert torn.cards()["1"].startswith("Needs you Playing Hand 1 84 or 48")


def test_the_received_value_stays_and_the_tablet_lets_go(torn):
    assert torn.press("board/", "theirs").status_code == 302
    assert held() == [10, 20, 84]
    assert (Tablet.objects.get().trouble, Tablet.objects.get().settled) == (None, "r-7")
    assert "All good: no table needs you" in torn.panel()


def test_the_tablets_value_becomes_the_hand_and_the_tablet_lets_go(torn):
    fields = torn.fields("board/", "mine")
    assert torn.post("board/1/", **fields).status_code == 302
    assert held() == [10, 20, 48]
    assert (Tablet.objects.get().trouble, Tablet.objects.get().settled) == (None, "r-7")
    assert torn.post("board/1/", **fields).status_code == 302  # pressed twice
    assert Hand.objects.get().version == 2


def test_a_hand_that_changed_after_the_look_is_not_overwritten(torn, day):
    fields = torn.fields("board/", "mine")
    typed = day.typed(1, [OUT, 10, 20, 85]) | {"number": 1}
    hands.change_hand(by=day.umpire(1), version=1, **typed)
    assert torn.post("board/1/", **fields).status_code == 409
    assert held() == [10, 20, 85]


def test_another_value_on_the_tablet_than_the_one_that_was_shown_is_not_taken(torn, day):
    fields = torn.fields("board/", "mine")
    tablet(day, 1, trouble=trouble(day, 1, 1, [None, 10, 20, 1]))
    answer = torn.post("board/1/", **fields)
    assert answer.status_code == 409
    assert held() == [10, 20, 84]


def test_closing_waits_for_the_choice_and_leads_to_the_table(torn, day):
    day.ring().hand(2, [OUT, 10, 20])
    for table in (1, 2):
        day.accept(table, sure=True)
    reason = "At table 1 a tablet has a hand that isn’t on the sheet. Settle it first."
    assert f"Close Round 1 {reason}" in torn.panel()
    page = torn.page("board/round/")
    assert "A tablet at table 1 has a hand that isn’t on the sheet: settle it" in plain(page)
    assert f'href="{torn.at}board/1/"' in page
    refused = torn.post("board/round/", do="close")
    assert (refused.status_code, reason in plain(read_page(refused))) == (422, True)
    torn.press("board/", "mine")
    assert torn.post("board/round/", do="close").status_code == 302


def test_two_who_differ_are_named(office, day):
    day.hand(1, [OUT, 10, 20, 84])
    tablet(day, 1, trouble=trouble(day, 1, 1, [None, 11, 20, 48]))
    assert "Two different hands: which is right?" in office.panel()
    assert re.search(r"10 .* 84 received .* 11 .* 48 on a tablet", office.panel())


# Two who are called the same


@pytest.fixture
def namesakes(office, day) -> list[str]:
    """Two of table 1, of two groups, whose names differ only in capitals: as sentences call them, by seat."""
    first, second = (seat.entry.competitor for seat in day.table(1).seats.order_by("number")[:2])
    Competitor.objects.filter(pk=first.pk).update(name="Mia Hall")
    Competitor.objects.filter(pk=second.pk).update(name="MIA HALL")
    return ["Mia Hall (Flame)", "MIA HALL (Sun)"]


def test_the_board_tells_namesakes_apart_by_their_seats(office, day, namesakes):
    day.hand(1, [10, OUT, 20, 30])
    assert f"{namesakes[1]} 0" in office.cards()["1"]
    tablet(day, 1, trouble=trouble(day, 1, 1, [11, None, 20, 30]))
    assert f"which is right for {namesakes[0]}?" in office.panel()
    tablet(day, 1, trouble=trouble(day, 1, 1, [None, 10, 20, 30]))
    assert f"{isolated(namesakes[0])} 10 {isolated(namesakes[1])}" in office.panel()


def test_the_sheet_tells_namesakes_apart_by_their_seats(office, day, namesakes):
    for held in ([12, OUT, 20, 30], [OUT, 10, 20, 30]):
        day.hand(1, held)
    hands.change_hand(by=day.umpire(1), version=1, **day.typed(1, [10, OUT, 20, 30]) | {"number": 1})
    day.ring()
    sheet = office.text("board/1/")
    assert f"Level for first place: {namesakes[0]}, {namesakes[1]}." in sheet
    assert f"Hand 1: {isolated(namesakes[0])} 12 became 10" in sheet


# Finding a table


def test_a_tap_on_a_count_leaves_only_those(office, day):
    day.hand(1, [OUT, 10, 20, 30])
    assert list(office.cards("board/?show=playing")) == ["1"]
    assert list(office.cards("board/?show=not-seated")) == ["2"]
    assert list(office.cards("board/?show=unheard-of")) == ["1", "2"]
    assert 'aria-current="true"' in office.page("board/?show=playing")


@pytest.mark.parametrize(("words", "found"), [("2", ["2"]), ("table 1", ["1"]), ("nobody", []), ("12", [])])
def test_search_by_table(office, words, found):
    assert list(office.cards(f"board/?q={words}")) == found


def test_search_by_name(office, day):
    [table] = [str(number) for number, names in enumerate(day.names(), start=1) if "Nguyễn Thị Ánh" in names]
    assert list(office.cards("board/?q=nguyen")) == [table]


# By itself


def test_a_page_that_is_there_gets_the_part_that_changed_or_nothing(office, day):
    seen = re.search(r'name="seen" value="(\w+)"', office.page())
    assert seen
    asks = {"HX-Request": "true"}
    assert office.get(f"board/?seen={seen[1]}&at=1", **asks).status_code == 204
    day.hand(1, [OUT, 10, 20, 30])
    answer = office.get(f"board/?seen={seen[1]}&at=1", **asks)
    assert answer.status_code == 200
    assert "<html" not in read_page(answer)
    assert "1 hand" in read_page(answer)


def test_when_another_round_is_made_the_whole_page_is_loaded(office, day):
    day.until("round closed").next_round()
    assert office.get("board/?at=1", **{"HX-Request": "true"})["HX-Refresh"] == "true"
    assert "Final" in office.text()
    assert office.cards("board/?round=1")["1"].startswith("Accepted")
    assert office.get("board/?round=3").status_code == 404


@pytest.mark.parametrize("people", [8, 240])
def test_it_costs_the_same_for_two_tables_and_for_sixty(people):
    day = Day("syg", cap=None).people(people, of_each=4).until("running")
    for table in day.round.tables.all():
        day.hand(table.number, [OUT, 10, 20, 30])
        tablet(day, table.number, counting={"number": 2, "done": []})
    office = Office(day)
    with CaptureQueriesContext(connection) as captured:
        assert len(office.cards()) == min(people // 4, TABLES_ON_A_PAGE)
    assert len(captured) == 12, "\n".join(query["sql"][:150] for query in captured)


# The end of a round


def test_the_board_and_the_end_of_the_round_wait_for_the_same():
    """The board works it out from its tables and tablets; closing asks the database for nothing else."""
    day = a_day("syg", 13, "running")
    for code in day.seats()[3][1:]:
        day.gone(code)
    day.accept(2, by=day.organiser, why="the hall must be cleared", sure=True)
    for table, round_number in ((1, 1), (2, 1), (3, 2)):
        tablets.hear(day.pk, table, "tablet")
        trouble = HandInTrouble(f"hand-{table}", 1, "Which is right?", {"held": {}}, round_number)
        tablets.hear(day.pk, table, "tablet", trouble=trouble)
    now = timezone.now()
    standing = read_standing(day.competition, now)
    waits = waiting_for_sheets(standing, standing.latest, now)
    assert (waits.clock, len(waits.tables), list(waits.disputed)) == (True, 2, [1, 2])
    assert read_board(standing, day.competition, standing.latest, now).waits == waits


def test_closing_lists_what_it_waits_for(office, day):
    assert "Close Round 1 Waiting for 2 sheets to be accepted. The clock is still running." in office.panel()
    text = office.text("board/round/")
    assert "The clock is still running." in text
    assert "Table 1’s sheet isn’t accepted yet" in text
    assert f'href="{office.at}board/2/"' in office.page("board/round/")
    answer = office.post("board/round/", do="close")
    assert answer.status_code == 422
    assert Round.objects.get().closed_at is None


def test_closing_names_so_many_sheets_and_says_how_many_there_are(office, monkeypatch):
    monkeypatch.setattr(board, "MOST_SHEETS", 1)
    text = office.text("board/round/")
    assert "Table 1’s sheet" in text and "Table 2’s sheet" not in text
    assert "And 2 sheets in all: the board shows each table." in text


def test_what_a_round_decided_comes_page_by_page(office, day, monkeypatch):
    day.ring().sheets_in()
    office.press("board/round/", "close")
    monkeypatch.setattr(board, "TABLES_ON_A_PAGE", 1)
    with CaptureQueriesContext(connection) as queries:
        first, second = office.text("board/round/"), office.text("board/round/?page=2")
    assert "Tables 1–1 of 2" in first and "Table 1 " in first and "Table 2 " not in first
    assert "Tables 2–2 of 2" in second and "Table 2 " in second and "Table 1 " not in second
    hands = [query["sql"] for query in queries if 'FROM "scoring_hand"' in query["sql"]]
    assert hands and all('"tournament_table"."number"' in sql for sql in hands), "only those of the tables on the page"


def test_close_then_the_next_round_then_finish(office, day):
    day.ring().sheets_in()
    assert "Close Round 1" in office.panel()
    assert office.press("board/round/", "close").status_code == 302
    winner = day.names()[0][0].split()[0]
    text = office.text("board/round/")
    assert "Round 1 is closed" in text
    assert re.search(rf"Table 1 {re.escape(winner)}.* Goes on to the final, table 1", text)
    assert office.press("board/round/", "next")["Location"] == f"{office.at}board/"
    assert day.round.number == 2
    day._at("published").until("sheets in")
    office.press("board/round/", "close")
    assert "Finish" in office.panel()
    office.press("board/round/", "finish")
    assert day.competition.finished_at is not None
    assert "The competition is finished" in office.text("board/round/")
    assert "See the results" in office.panel()


def test_pressed_twice_it_is_closed_once(office, day):
    day.ring().sheets_in()
    fields = office.fields("board/round/", "close")
    assert [office.post("board/round/", **fields).status_code for _ in range(2)] == [302, 302]


def test_the_competition_leads_to_the_board_while_it_is_played(office, day):
    day.hand(1, [OUT, 10, 20, 30])
    page = read_page(office.client.get(f"/organise/{day.competition.event.slug}/"))
    assert f'href="{office.at}board/"' in page


def test_after_the_last_round_of_a_rotation_nobody_is_said_to_move():
    office = Office(a_day("bac", 8, "sheets in", rounds=2))
    assert "Closing decides who moves" in office.text("board/round/")
    office.press("board/round/", "close")
    assert office.page("board/round/").count("decided-table") == 2
    office.press("board/round/", "next")
    office.day._at("published").until("sheets in")
    assert "Closing decides the final order" in office.text("board/round/")
    office.press("board/round/", "close")
    assert "Nobody moves after the last round: the final order is next." in office.text("board/round/")
    assert "decided-table" not in office.page("board/round/")


@pytest.mark.parametrize(("preset", "decides"), [("syg", "who wins the final"), ("classroom", "who wins each table")])
def test_closing_says_what_the_last_round_decides(preset, decides):
    assert f"Closing decides {decides};" in Office(a_day(preset, 4, "sheets in")).text("board/round/")
