"""One table's sheet: what is on it, what was changed, and everything the organiser does with it."""

from __future__ import annotations

import re

import pytest

from scoring.actions import calls, hands
from scoring.models import Correction, Hand
from scoring.queries.keys import key_of
from tests.cast import OUT, Day, a_day
from tests.web.offices import Office, tablet, trouble
from tests.web.reading import read_page
from tournament.models import Seat, Table
from tournament.words import isolated

pytestmark = pytest.mark.django_db


@pytest.fixture
def office() -> Office:
    """Seven people at two tables, time up, two hands at table 1."""
    day = a_day("syg", 7, "running")
    day.hand(1, [OUT, 10, {"7": 1, "wild": 2}, 30])
    day.hand(1, [5, OUT, 20, 30])
    return Office(day.ring())


@pytest.fixture
def day(office: Office) -> Day:
    return office.day


def held(number: int = 1, table: int = 1) -> list[int]:
    hand = Hand.objects.get(table__number=table, table__round__number=1, number=number, deleted_at=None)
    return [cards.points for cards in hand.held.order_by("seat__number")]


def accepted(day: Day, table: int = 1) -> bool:
    return day.table(table).accepted_at is not None


# What it shows


def test_every_hand_its_cards_totals_and_order(office, day):
    text, names = office.text("board/1/"), day.names()[0]
    assert "7, 2 × Wild" in text
    assert "Total 5 10 127 60" in text
    assert re.search(
        rf"Order 1 {re.escape(names[0])} Goes on to the final, table 1: lowest score 5 "
        rf"2 {re.escape(names[1])} knocked out 10",
        text,
    )


def test_deleted_hands_and_changes_stay_in_the_history(office, day):
    hands.change_hand(by=day.umpire(1), version=1, **day.typed(1, [OUT, 12, 20, 30]) | {"number": 1})
    hands.delete_hand(by=day.umpire(1), table=day.table(1).pk, number=2, why="entered <twice>")
    text, names = office.text("board/1/"), [isolated(name) for name in day.names()[0]]
    assert f"Hand 1: {names[1]} 10 became 12 Reason: miscounted" in text
    assert f"Hand 2 was deleted ({names[1]} went out, {names[0]} 5," in text
    assert "Reason: another reason (“ entered <twice> ”)" in text
    assert "entered &lt;twice&gt;" in office.page("board/1/")
    assert "Version 2" in text


def test_a_table_that_is_not_there(office):
    assert office.get("board/9/").status_code == 404
    assert office.get("board/1/?round=2").status_code == 404


def test_seats_are_changed_at_the_desk(office, day):
    entry = day.table(1).seats.order_by("number")[0].entry_id
    assert f'href="{office.at}check-in/?who={entry}#panel"' in office.page("board/1/")


def test_it_is_drawn_anew_only_when_something_changed(office, day):
    seen = re.search(r'name="seen" value="(\w+)"', office.page("board/1/"))
    assert seen
    asks = {"HX-Request": "true"}
    assert office.get(f"board/1/?seen={seen[1]}", **asks).status_code == 204
    day.accept(1)
    assert office.get(f"board/1/?seen={seen[1]}", **asks).status_code == 200


# Accept, reopen, the lot, the flag


def test_accept(office, day):
    assert office.press("board/1/", "accept").status_code == 302
    assert accepted(day)


def test_a_sheet_without_a_hand_asks_first(office, day):
    page = office.page("board/2/")
    assert 'value="accept">No hand was being played: accept ' in page
    answer = office.press("board/2/", "accept")
    text = read_page(answer)
    assert answer.status_code == 409
    assert "No hand is recorded at this table. Accept it with 0 points for everybody" in text
    assert "Yes, none was played" in text
    assert not accepted(day, 2)
    assert office.press("board/2/", "accept", sure="yes", seen="").status_code == 302
    assert accepted(day, 2)
    goes = "Goes on to the final, table 1: lowest score, level with .*: the lot decided 0"
    assert re.search(goes, office.text("board/2/"))


def test_without_a_hand_it_can_be_accepted_early_too(office):
    day = a_day("syg", 8, "running", name="Elsewhere")
    office = Office(day)
    assert "Accept it anyway" in office.text("board/1/")
    answer = office.press("board/1/", "accept", why="one fell ill")
    assert (answer.status_code, 'name="why" value="one fell ill"' in read_page(answer)) == (409, True)


def test_a_sheet_that_changed_after_the_look_is_not_accepted(office, day):
    fields = office.fields("board/1/", "accept")
    hands.change_hand(by=day.umpire(1), version=1, **day.typed(1, [OUT, 12, 20, 30]) | {"number": 1})
    answer = office.post("board/1/", **fields)
    assert answer.status_code == 409
    assert "The sheet has changed since you looked" in read_page(answer)
    assert not accepted(day)


def test_what_prevents_accepting_is_said_and_a_reason_overrides_it():
    day = a_day("syg", 7, "running")
    day.hand(1, [OUT, 10, 20, 30])
    office = Office(day)
    assert "Accept The round isn’t over yet: time isn’t up." in office.text("board/1/")
    fields = office.fields("board/1/", "accept")
    assert office.post("board/1/", **fields).status_code == 422
    assert office.post("board/1/", **fields | {"why": "the table had to leave"}).status_code == 302
    assert accepted(day)


def test_reopen_needs_a_reason(office, day):
    day.accept(1)
    assert office.press("board/1/", "reopen").status_code == 422
    assert accepted(day)
    assert office.press("board/1/", "reopen", why="two hands were swapped").status_code == 302
    assert not accepted(day)


def test_the_lot_decides_a_tie(office, day):
    day.hand(2, [5, 5, 20])
    assert "Level for first place" in office.text("board/2/")
    assert office.press("board/2/", "lot").status_code == 302
    assert Table.objects.get(number=2).lot
    assert office.press("board/2/", "accept").status_code == 302


def test_the_flag_is_lowered(office, day):
    calls.raise_flag(by=day.umpire(1), table=day.table(1).pk, message="Come")
    assert "Come" in office.text("board/1/")
    assert office.press("board/1/", "lower").status_code == 302
    assert "Come" not in office.text("board/1/").replace("Welcome", "")


def test_what_was_refused_can_be_let_go(office, day):
    tablet(day, 1, trouble={"request": "r", "hand": 3, "said": "A fifth Wild."})
    assert office.press("board/1/", "theirs").status_code == 302
    assert "A fifth Wild." not in office.text("board/1/")


def test_a_conflict_is_settled_here_too(office, day):
    tablet(day, 1, trouble=trouble(day, 1, 2, [5, None, 20, 3]))
    assert office.press("board/1/", "mine")["Location"] == f"{office.at}board/1/"
    assert held(2) == [5, 20, 3]


def test_two_different_hands_stay_on_the_board_until_somebody_settles_them(office, day):
    """Whoever accepted the sheet may not have known of the other tablet's hand."""
    tablet(day, 1, trouble=trouble(day, 1, 2, [5, None, 20, 3]))
    answer = office.press("board/1/", "accept")
    assert (answer.status_code, accepted(day)) == (409, False)
    assert "A tablet at this table has another hand 2, and nobody has said which is right." in read_page(answer)
    assert office.press("board/1/", "accept", sure="yes").status_code == 302
    assert accepted(day)
    for page in ("board/", "board/1/"):
        assert "The sheet is in: the tablet’s hand would correct it." in office.text(page)
    assert office.press("board/1/", "mine").status_code == 302
    assert (held(2), accepted(day)) == ([5, 20, 3], True)
    assert list(Correction.objects.values_list("why", flat=True)) == ["two_versions"]
    assert "which is right" not in office.page("board/1/")


def test_a_tablet_lets_go_of_its_hand_after_the_sheet_is_in(office, day):
    tablet(day, 1, trouble=trouble(day, 1, 2, [5, None, 20, 3]) | {"round": 1})
    office.press("board/1/", "accept", sure="yes")
    before = held(2)
    assert office.press("board/1/", "theirs").status_code == 302
    assert (held(2), "which is right" in office.page("board/")) == (before, False)


def test_a_hand_of_another_round_stops_no_sheet_of_this_one(office, day):
    tablet(day, 1, trouble=trouble(day, 1, 2, [5, None, 20, 3]) | {"round": 2})
    assert "which is right" not in office.page("board/1/")
    assert office.press("board/1/", "accept").status_code == 302


def test_the_tables_key_is_there(office, day):
    page = office.page("board/1/")
    assert key_of(day.pk, 1).shown_code in page
    assert key_of(day.pk, 2).shown_code not in page
    assert office.press("board/1/", "renew").status_code == 409
    sure = {"do": "renew", "number": "1", "sure": "yes", "back": f"{office.at}board/1/"}
    assert office.post("keys/", **sure)["Location"] == f"{office.at}board/1/"
    assert key_of(day.pk, 1).anew == 1


# Before acceptance: the ordinary change


def test_a_hand_is_changed_and_cards_that_still_count_stay(office, day):
    answer = office.press("board/1/hands/1/", "change", out="A", seat1="", seat2="12", why="recounted")
    assert answer.status_code == 302
    assert held() == [12, 107, 30]
    third = Hand.objects.get(number=1).held.order_by("seat__number")[1]
    assert third.cards == {"7": 1, "wild": 2}


def test_a_hand_is_deleted_with_a_reason(office, day):
    assert office.press("board/1/hands/2/", "delete").status_code == 422
    assert office.press("board/1/hands/2/", "delete", why="entered twice").status_code == 302
    assert Hand.objects.filter(deleted_at=None).count() == 1


def test_a_hand_that_changed_meanwhile_shows_both_values(office, day):
    fields = office.fields("board/1/hands/1/", "change") | {"out": "A", "seat1": ""}
    hands.change_hand(by=day.umpire(1), version=1, **day.typed(1, [OUT, 11, 20, 30]) | {"number": 1})
    answer = office.post("board/1/hands/1/", **fields | {"seat2": "12"})
    assert answer.status_code == 409
    both = re.search(r'<table class="both-table">.*?</table>', read_page(answer), re.DOTALL)
    assert both and "11" in both[0] and "12" in both[0]
    assert 'value="12"' in read_page(answer)
    assert held() == [11, 20, 30]


def test_what_is_unusual_asks_first(office, day):
    typed = {"out": "A", "seat1": "", "seat2": "260"}
    answer = office.press("board/1/hands/1/", "change", **typed)
    assert answer.status_code == 409
    assert "that is unusual. Sure?" in read_page(answer)
    assert office.press("board/1/hands/1/", "change", **typed, sure="1").status_code == 302
    assert held()[0] == 260


# After acceptance: a preview, a reason, then the correction


@pytest.fixture
def closed() -> Office:
    """Round 1 is closed, round 2 is made; at table 1 seat 1 won with 0 before 10."""
    return Office(a_day("syg", 7, "round closed").next_round())


TYPED = {"out": "B", "seat1": "40", "seat2": ""}


def test_the_consequences_are_shown_and_nothing_is_done(closed):
    names = closed.day.names(1)[0]
    answer = closed.press("board/1/hands/1/?round=1", "preview", **TYPED)
    text = read_page(answer)
    assert answer.status_code == 200
    for sentence in (
        f"{names[0]}: 0 becomes 40 in total.",
        f"First at this table is {names[1]} instead of {names[0]}.",
        "The final is seated again.",
    ):
        assert sentence.replace("'", "&#x27;") in text
    assert held() == [10, 20, 30]


def send_previewed(office: Office, path: str, button: str, follow: str, /, **typed: str) -> dict[str, str]:
    """What the page after a preview would send."""
    page = read_page(office.press(path, button, **typed))
    form = next(form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if f'value="{follow}"' in form)
    hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    return dict(hidden) | typed | {"do": follow}


def test_after_the_preview_and_with_a_reason_it_is_corrected(closed):
    winner = closed.day.names(1)[0][1]
    fields = send_previewed(closed, "board/1/hands/1/?round=1", "preview", "change", **TYPED)
    full = closed.fields("board/1/hands/1/?round=1", "preview") | fields
    assert closed.post("board/1/hands/1/?round=1", **full).status_code == 422  # no reason
    answer = closed.post("board/1/hands/1/?round=1", **full | {"why": "miscounted"})
    assert answer["Location"] == f"{closed.at}board/1/?round=1"
    assert held() == [40, 20, 30]
    assert Seat.objects.filter(round__number=2, entry__competitor__name=winner).exists()
    assert {correction.why for correction in Correction.objects.all()} == {"miscounted"}


def test_nothing_is_corrected_without_its_own_preview(closed):
    path = "board/1/hands/1/?round=1"
    fields = closed.fields(path, "preview") | send_previewed(closed, path, "preview", "change", **TYPED)
    answer = closed.post(path, **fields | {"seat1": "41", "why": "miscounted"})
    assert answer.status_code == 409
    assert "41 in total" in read_page(answer)
    assert held() == [10, 20, 30]


def test_a_correction_that_a_begun_round_forbids_is_refused_in_the_preview(closed):
    closed.day.hand(1, [OUT, 10])
    text = read_page(closed.press("board/1/hands/1/?round=1", "preview", **TYPED))
    assert "This can’t be done" in text
    assert "The final has begun" in text
    assert 'value="change"' not in text


def test_a_hand_is_deleted_from_a_sheet_that_is_in(office, day):
    day.accept(1)
    path = "board/1/hands/2/"
    answer = office.press(path, "preview-delete")
    assert "If hand 2 is deleted" in read_page(answer)
    fields = send_previewed(office, path, "preview-delete", "delete")
    assert office.post(path, **fields | {"why": "entered twice"}).status_code == 302
    assert Hand.objects.filter(deleted_at=None).count() == 1


def test_a_forgotten_hand_is_added_to_a_sheet_that_is_in(office, day):
    assert office.get("board/1/hands/add/")["Location"] == f"{office.at}board/1/paper/"
    day.accept(1)
    path, typed = "board/1/hands/add/", {"number": "2", "out": "C", "seat1": "1", "seat2": "2", "seat4": "4"}
    fields = office.fields(path, "preview") | send_previewed(office, path, "preview", "change", **typed)
    assert office.post(path, **fields | {"why": "forgotten"}).status_code == 302
    assert (held(2), held(3)) == ([1, 2, 4], [5, 20, 30])
