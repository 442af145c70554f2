"""What stands on tables, lies on desks and is handed out: complete, and for the right eyes."""

from __future__ import annotations

import re

import pytest
import time_machine

from scoring.queries.keys import keys_of
from scoring.rules.in_words import rules_of_play
from tests.cast import Day, a_day
from tests.printing.documents import SITE, printed
from tests.printing.reading import has, has_row
from tournament.actions import breaks, check_in, clock, draw, invitations, round_times, setup
from tournament.models import Competitor, Draw, Entry, Event, Group, Invitation, Seat
from tournament.printing.paper_sizes import LETTER
from tournament.rules.dealers import SAYINGS
from tournament.rules.errors import NothingToPrint
from tournament.rules.print_looks import PaperLook, PrintLook

pytestmark = pytest.mark.django_db


def test_a_table_s_number_stands_on_both_sides_with_its_code():
    day = a_day("syg", 14, "published")
    document = printed(day, "tents")
    roaming, *keys = keys_of(day.competition)
    assert document.pages[-1].codes() == [SITE + roaming.path] * 2
    assert "this code opens every table" in document.pages[-1].text
    for key, page in zip(keys, document.pages[:-1], strict=True):
        assert page.codes() == [SITE + key.path] * 2
        assert page.text.count(key.shown_code) >= 1
        largest = max(page.letters, key=lambda letter: letter.top - letter.bottom)
        assert largest.letter == str(key.number)[0]


def test_a_tent_has_its_competition_and_a_number_as_large_as_it_fits():
    document = printed(a_day("syg", 48, "published"), "tents")
    for page in (document.pages[0], document.pages[11]):
        digit = max(page.letters, key=lambda letter: letter.top - letter.bottom)
        assert digit.top - digit.bottom > 220
        assert sorted(letter.size for letter in page.find("Uno Open")) == [28, 28]


@pytest.mark.parametrize(
    ("preset", "choices", "pages", "names"),
    [
        ("syg", {}, 1, ["Flame", "Sun", "Leaf", "Block"]),
        ("bac", {}, 1, ["Flame", "Sun", "Leaf", "Block", "Ring"]),
        ("classroom", {"table_max": 7}, 2, ["Flame", "Sun", "Leaf", "Block", "Ring", "Seat 6", "Seat 7"]),
    ],
)
@pytest.mark.parametrize("look", [PaperLook.COLOUR, PaperLook.BLACK])
def test_seat_cards_name_each_seat_and_say_what_cards_are_worth(preset, choices, pages, names, look):
    extra = {"Double": {"points": 40, "count": 2}}
    document = printed(Day(preset, extra_cards=extra, **choices), "seat-cards", look=PrintLook(look))
    assert len(document.pages) == pages
    for seat, name in enumerate(names, start=1):
        assert has(document.text, f"{seat} {name}") or has(document.text, f"{seat}{name}")
        assert has(document.text, f"You’re {name if seat < 6 else name.lower()}")
    # These words stand on their heads until the card is folded, so a reader finds what stands on the right first.
    for told in ("Face value Numbers", "20 Skip, Reverse, +2", "50 Wild, Wild +4", "40 Double"):
        assert document.text.count(told) == len(names)


@pytest.mark.parametrize("switches", [[], ["stack_both", "sevens_swap", "zeros_rotate", "jump_in", "must_play"]])
def test_pocket_rules_are_one_page_with_every_rule(switches):
    day = Day("syg", switches=switches)
    document = printed(day, "pocket-rules", LETTER)
    assert len(document.pages) == 1
    for title, sentence in rules_of_play(day.competition.settings):
        assert has(document.text, title)
        assert has(document.text, sentence)


def test_the_run_sheet_has_the_plan_s_rounds_with_times():
    text = printed(a_day("syg", 14, "chosen"), "run-sheet").text
    assert "0:05 Round 1: 4 tables" in text
    assert "0:30 Warning" in text
    assert "0:35 Time is up" in text
    assert "0:45 The final: 1 table" in text
    assert has(text, SAYINGS[0])
    with pytest.raises(NothingToPrint, match="Choose the plan first"):
        printed(Day("syg"), "run-sheet")


def test_the_run_sheet_follows_lengths_that_were_changed_after_the_seal():
    day = a_day("syg", 14, "published")
    for number, minutes in ((1, 25), (2, 45)):
        seconds = {"clock": 60 * minutes, "warning": 180}
        round_times.set_round_time(by=day.organiser, competition=day.pk, round=number, **seconds)
    text = printed(day, "run-sheet").text
    assert has(text, "1 h 35 min from the welcome to the winners: 5 minutes for the welcome,")
    assert has(text, "2 rounds of 25 and 45 minutes, 10 minutes after each.")
    for line in ("0:27 Warning", "0:30 Time is up", "0:40 The final: 1 table", "1:25 Time is up", "1:35 The winners"):
        assert line in text
    assert has(printed(day, "pocket-rules").text, "Round 1 lasts 25 minutes and the final lasts 45 minutes.")


@time_machine.travel("2026-11-21 01:00 +0000", tick=True)
@time_machine.travel("2026-11-21T02:00:00+00:00")
def test_the_run_sheet_knows_the_set_start():
    """At 13:00 in Melbourne: both starts are still to come, within half a day."""
    day = a_day("syg", 14, "published")
    Event.objects.filter(pk=day.event).update(time_zone="Australia/Melbourne")
    clock.set_start(by=day.mc, competition=day.pk, at="14:00")
    text = printed(day, "run-sheet").text
    assert has(text, "We start at 13:55, 5 minutes before round 1.")
    rows = ("0:05 14:00 Round 1", "0:35 14:30 Time is up", "0:45 14:40 The final", "1:25 15:20 The winners")
    assert [row for row in rows if row not in text] == []
    day.until("round closed").next_round()
    clock.set_start(by=day.mc, competition=day.pk, at="23:59")
    text = printed(day, "run-sheet").text
    assert "23:59 The final" in text
    assert "10 minutes after each" not in text


def test_the_run_sheet_s_times_go_forward_after_a_round_that_ended_early():
    with time_machine.travel("2026-11-21T02:00:00+00:00", tick=False) as now:
        day = Day("syg").people(14).until("running")
        now.shift(12 * 60 + 20)
        day.until("round closed").next_round()
        now.shift(4 * 60)
        text = printed(day.start(), "run-sheet").text
    times = re.findall(r"\b(\d:\d\d) \d\d:\d\d ", text)
    assert times == ["0:00", "0:05", "0:12", "0:17", "0:21", "0:46", "0:51", "1:01"]
    assert has(text, "1 h 1 min from the welcome to the winners.")


@pytest.mark.parametrize(
    ("preset", "choices", "told"),
    [
        ("syg", {}, "1 h 25 min from the welcome to the winners: 5 minutes for the welcome, 2 rounds of 30 minutes"),
        ("classroom", {"hands": 3}, "At most 45 min from the welcome to the winners: 5 minutes for the welcome, "
         "1 round of 3 hands, 5 to 10 minutes a hand, 10 minutes after it."),
    ],
)  # fmt: skip
def test_the_run_sheet_s_total_is_the_time_of_its_last_row(preset, choices, told):
    text = printed(a_day(preset, 14, "published", **choices), "run-sheet").text
    assert has(text, told)
    hours, minutes = re.search(r"(\d):(\d\d) The winners", text).groups()
    assert (f"{hours} h {minutes}" if hours != "0" else minutes) in told


def test_the_run_sheet_has_the_breaks_as_the_mc_set_them():
    day = a_day("syg", 14, "published")
    breaks.set_break_length(by=day.mc, competition=day.pk, minutes=20)
    text = printed(day, "run-sheet").text
    assert has(text, "1 h 45 min from the welcome to the winners: 5 minutes for the welcome, 2 rounds of 30 minutes, ")
    assert has(text, "20 minutes after each.")
    assert "0:55 The final" in text
    assert "1:45 The winners" in text


def test_a_run_sheet_without_a_clock_has_no_times_it_cannot_know():
    text = printed(a_day("classic-500", 8, "published"), "run-sheet").text
    assert "No fixed end" in text
    assert "Time is up" not in text


@pytest.mark.parametrize(("day", "rounds"), [(("bac", 10, "published"), 5), (("syg", 14, "published"), 2)])
def test_each_round_has_its_saying(day, rounds):
    made = a_day(*day, rounds=5) if day[0] == "bac" else a_day(*day)
    document = printed(made, "sayings")
    assert len(document.pages) == -(-rounds // 2)
    names = [f"Round {number}" for number in range(1, rounds + 1)]
    if day[0] == "syg":
        names[-1] = "Final"
    for number, name in enumerate(names, start=1):
        assert name in document.text
        assert has(document.text, SAYINGS[number - 1])


def test_slips_have_each_group_s_own_link():
    day = a_day("syg", 6, "entries open")
    for group in Group.objects.filter(event=day.event):
        day.invite(group.pk)
    document = printed(day, "slips")
    assert len(document.pages) == 1
    groups = sorted(Group.objects.filter(event=day.event), key=lambda group: group.name)
    links = [link for page in document.pages for link in page.codes()]
    made = {
        invitations.path_of(made_link): made_link.group.name for made_link in Invitation.objects.filter(event=day.event)
    }
    assert [made[link.removeprefix(SITE)] for link in links] == [group.name for group in groups]
    for group in groups:
        assert has(document.text, group.name)
    alone = printed(day, "slips", group=groups[1].pk)
    assert alone.pages[0].codes() == [links[1]]


def test_slips_of_long_names_and_many_grades():
    day = Day("syg")
    for number in range(7):
        day.invite(day.group(f"St Bartholomew's Presbyterian Youth of the North and the Hills {number}"))
    for number in range(6):
        setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name=f"Uno Under {number}")
    document = printed(day, "slips", LETTER)
    assert len(document.pages) == 2
    assert min(page.smallest for page in document.pages) >= 8


def test_without_links_there_are_no_slips():
    with pytest.raises(NothingToPrint, match="No group has a link yet"):
        printed(a_day("syg", 6, "entries open"), "slips")


@pytest.mark.parametrize("stage", ["entries open", "published"])
def test_the_check_in_list_has_everybody_with_the_whole_name(stage):
    day = a_day("syg", 14, stage, reserves=9)
    person = Competitor.objects.get(event=day.event, name="Mia O'Brien")
    check_in.give_wristband(by=day.organiser, competitor=person.pk, number="0077")
    document = printed(day, "check-in")
    for entry in Entry.objects.filter(competition=day.pk).select_related("competitor", "group"):
        assert has(document.text, entry.competitor.name), entry.competitor.name
    assert has_row(document.text, "0077", "Mia O'Brien")
    for seat in Seat.objects.filter(round__competition=day.pk).select_related(
        "entry__competitor", "entry__group", "table"
    ):
        assert has_row(document.text, seat.entry.competitor, seat.entry.group, seat.table.number)


def test_the_check_in_list_is_the_same_whatever_the_round():
    day = a_day("syg", 14, "published", reserves=9)
    first = printed(day, "check-in").text
    assert printed(day.until("round closed"), "check-in").text == first
    assert printed(day.next_round(), "check-in").text == first


def test_the_check_in_list_says_who_plays_for_whom_and_who_does_not_come():
    day = a_day("syg", 8, "published")
    gone, swapped = day.names()[0][0], day.names()[1][0]
    day.gone(gone)
    day.substitute(swapped, "Ivy Zealand")
    text = printed(day, "check-in").text
    for told in (f"{gone} (not coming)", f"Ivy Zealand (for {swapped})", f"{swapped} (Ivy Zealand plays instead)"):
        assert has(text, told)


def test_nobody_is_entered_yet():
    with pytest.raises(NothingToPrint, match="Nobody is entered in Uno Open yet"):
        printed(Day("syg"), "check-in")


def test_the_order_of_call_is_the_lot_s():
    day = a_day("syg", 14, "published", reserves=9)
    row = Draw.objects.get(competition=day.pk)
    text = printed(day, "reserves").text
    names = [day.who(code).competitor.name for code in row.call]
    places = [text.index(f"{number} {name[:6]}") for number, name in enumerate(names, start=1) if name.isascii()]
    assert places == sorted(places)
    with pytest.raises(NothingToPrint, match="Nobody is waiting to be called up"):
        printed(a_day("syg", 16, "published"), "reserves")


def test_the_certificate_tells_the_whole_chance_once_it_is_published():
    day = a_day("syg", 14, "published", reserves=3)
    row = Draw.objects.get(competition=day.pk)
    text = printed(day, "certificate").text
    for fact in (row.list_hash, row.commitment, row.public, row.salt, row.seed):
        assert has(text, fact)


def test_the_certificate_tells_of_swaps_and_draws_thrown_away():
    day = a_day("syg", 8, "drawn")
    draw.discard_draw(by=day.organiser, competition=day.pk, why="numbers_wrong", note="a table was counted twice")
    day.stage = "entries closed"
    day.until("sealed")
    draw.discard_draw(by=day.organiser, competition=day.pk, why="list_wrong")
    day.stage = "entries closed"
    day.until("chosen").seal().draw("6 6 6")
    (a, *_), (b, *_) = Draw.objects.get(discarded_at__isnull=True).tables
    draw.swap_seats(
        by=day.organiser, competition=day.pk, a=day.who(a).pk, b=day.who(b).pk, why="needs_this_seat", sure=True
    )
    text = printed(day.until("published"), "certificate").text
    for told in ("6 6 6", "numbers were typed wrong", "list of entries was wrong", "Before any numbers", f"{SITE}/c/"):
        assert told in text
    assert "counted twice" not in text and "needs this seat" not in text


def test_before_it_is_published_the_certificate_keeps_the_secret():
    day = a_day("syg", 14, "drawn")
    row = Draw.objects.get(competition=day.pk)
    text = printed(day, "certificate").text
    assert has(text, row.list_hash)
    assert has(text, row.commitment)
    assert not has(text, row.salt)
    assert not has(text, row.seed)
    assert not has(text, "Mia O")
    with pytest.raises(NothingToPrint, match="as soon as the draw is sealed"):
        printed(a_day("syg", 14, "chosen"), "certificate")
