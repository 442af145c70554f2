"""A group asks for a substitution; an organiser grants it, or declines with a word (RULES 5)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.cast import OUT, Day, a_day
from tests.refusals import everything, refused
from tournament.actions import attendance, erasing, registration, spelling, wishes
from tournament.models import Competition, LogEntry, Note, Wish
from tournament.queries.wishes import count_open_wishes, read_open_wishes
from tournament.rules.errors import EntryRefused, NotFound, Refused, ReplacesWish, RoundRefused, Stale

pytestmark = pytest.mark.django_db

MIA = "Mia O'Brien"


def answer(day: Day, wish: int, *, granted: bool = True, name: str = "Ivy King", why: str = "") -> None:
    wishes.answer_wish(by=day.organiser, wish=wish, name=name, granted=granted, why=why)


def dealt() -> Day:
    """Two tables of two; at Mia's the first hand is dealt."""
    day = Day("syg").people(4).until("entries closed").choose(4, [2, 1]).until("running")
    [table] = [seat.table.number for seat in day.who(MIA).seats.select_related("table")]
    day.hand(table, [OUT, 10])
    return day


def test_until_the_seal_it_is_granted_into_the_list():
    """The organiser changes the entry on the group's behalf."""
    day = a_day("syg", 4, "entries closed")
    mia = day.who(MIA).pk
    answer(day, day.ask(MIA, "Ivy King", why="her knee"))
    assert Wish.objects.values_list("granted", "answer").get() == (True, "")
    assert (day.who("Ivy King").pk, day.competition.entries.count()) == (mia, 4)
    line = LogEntry.objects.latest("pk")
    assert (line.what, line.facts) == (
        "entry changed",
        {"entry": day.who("Ivy King").travel_id, "why": "asked_by_group"},
    )
    assert "Ivy King" in day.until("published").names()[0]


def test_a_reserve_comes_into_the_place_with_their_own_entry():
    day = Day("syg").people(4, reserves=1).until("entries closed").choose(4)
    reserve = day.competition.entries.get(kind="reserve").competitor.name
    answer(day, day.ask(MIA, reserve), name=reserve)
    assert (day.who(reserve).kind, day.who(reserve).withdrawn_at) == ("entry", None)
    assert day.who(MIA).withdrawn_at is not None
    assert reserve in day.until("published").names()[0]


def test_who_was_withdrawn_comes_into_the_place_again():
    day = Day("bac")
    registration.withdraw(by=day.organiser, entry=day.enter("Ivy King", "Riverside"))
    day.people(4).until("entries closed")
    answer(day, day.ask(MIA, "Ivy King"))
    standing = day.competition.entries.filter(withdrawn_at__isnull=True)
    assert sorted(standing.values_list("group__name", flat=True)).count("Riverside") == 1
    assert day.who("Ivy King").withdrawn_at is None


def test_nobody_is_granted_two_places():
    day = Day("bac").people(4, of_each=2).until("entries closed")
    wish = day.ask(MIA, "Nguyễn Thị Ánh")
    with refused(EntryRefused, "This person is already entered here. A person can be in a competition once."):
        answer(day, wish, name="Nguyễn Thị Ánh")


@pytest.mark.parametrize("stage", ["sealed", "drawn"])
def test_between_the_seal_and_publishing_it_waits(stage):
    day = a_day("syg", 4, stage)
    wish = day.ask(MIA, "Ivy King")
    with refused(
        RoundRefused, "The draw is sealed, so the list stays as it is. You can grant it once the draw is published."
    ):
        answer(day, wish)
    day.until("published")
    answer(day, wish)
    assert "Ivy King" in day.names()[0]
    assert MIA not in day.names()[0]


def test_after_the_last_round_a_wish_can_only_be_declined():
    day = Day("bac", rounds=1).people(4).until("running")
    wish = day.ask(MIA, "Ivy King")
    day.until("round closed")
    with refused(RoundRefused, "Round 1 is over: nobody can take a seat now. You can only decline it."):
        answer(day, wish)
    answer(day, wish, granted=False, why="The last round is over.")


def test_between_two_rounds_a_wish_waits_for_the_next():
    day = Day("bac", rounds=2).people(4).until("round closed")
    wish = day.ask(MIA, "Ivy King")
    with refused(RoundRefused, "Round 1 is closed. You can grant it once the next round is made."):
        answer(day, wish)
    day.next_round()
    answer(day, wish)
    assert "Ivy King" in day.names()[0]


def test_granting_takes_over_a_seat_that_has_been_dealt():
    day = dealt()
    with refused(
        EntryRefused,
        "The first hand of this round has been dealt. Only an organiser can still substitute, with a reason.",
    ):
        day.substitute(MIA, "Ivy King")
    answer(day, day.ask(MIA, "Ivy King"))
    assert "Ivy King" in [name for table in day.names() for name in table]
    line = LogEntry.objects.latest("pk")
    assert (line.what, line.facts["why"]) == ("substituted", "asked_by_group")


def test_the_organiser_s_own_word_goes_into_the_log_and_the_group_s_does_not():
    day = a_day("syg", 4, "published")
    wish = day.ask(MIA, "Ivy King", why="her knee")
    answer(day, wish, why="seen by the doctor")
    facts = LogEntry.objects.latest("pk").facts
    assert (facts["why"], Note.objects.get(travel_id=facts["note"]).text) == ("asked_by_group", "seen by the doctor")
    assert not any("her knee" in str(facts) for facts in LogEntry.objects.values_list("facts", flat=True))


def test_declining_needs_a_word_and_changes_no_seat():
    day = a_day("syg", 4, "published")
    wish = day.ask(MIA, "Ivy King")
    seats = day.seats()
    with refused(Refused, "Please give a reason. It’s kept with the change."):
        answer(day, wish, granted=False, why=" ")
    answer(day, wish, granted=False, why="She is in the hall.")
    assert Wish.objects.values_list("granted", "answer").get() == (False, "She is in the hall.")
    assert day.seats() == seats


def test_a_wish_is_answered_once():
    day = a_day("syg", 4, "published")
    wish = day.ask(MIA, "Ivy King")
    answer(day, wish, granted=False, why="no")
    with refused(Refused, "This request has already been answered."):
        answer(day, wish)


def test_asking_again_changes_the_wish_and_an_answer_to_the_old_one_is_shown_both():
    day = a_day("syg", 4, "published")
    wish = day.ask(MIA, "Ivy King")
    assert day.ask(MIA, "Ben") == wish
    with refused(Stale, "The group has since asked for something else.") as caught:
        answer(day, wish)
    assert (caught.value.theirs, caught.value.yours) == ({"name": "Ben"}, {"name": "Ivy King"})


def test_after_an_answer_the_group_may_ask_again():
    day = a_day("syg", 4, "published")
    answer(day, day.ask(MIA, "Ivy King"), granted=False, why="no")
    answer(day, day.ask(MIA, "Ben"), name="Ben")
    assert Wish.objects.count() == 2


def test_a_substitution_that_is_refused_leaves_the_wish_open():
    day = dealt()
    wish = day.ask(MIA, "Nguyễn Thị Ánh 2")
    day.gone(MIA)
    day.ring().accept(day.who(MIA).seats.get().table.number)
    before = everything()
    with pytest.raises(RoundRefused, match="This table’s sheet is in"):
        answer(day, wish, name="Nguyễn Thị Ánh 2")
    assert everything() == before


def test_while_entries_are_open_the_name_is_changed_instead():
    day = a_day("syg", 2, "entries open")
    with refused(EntryRefused, "Entries are open: change the name instead."):
        day.ask(MIA, "Ivy King")
    Competition.objects.update(closes_at=timezone.now() - timedelta(minutes=1))
    day.ask(MIA, "Ivy King")


def test_whoever_has_no_seat_has_none_to_give():
    day = Day("syg").people(4, reserves=1).until("entries closed").choose(4, [1]).until("published")
    reserve = day.competition.entries.get(kind="reserve").competitor.name
    with refused(EntryRefused, "This person has no seat in this round that somebody else could take."):
        day.ask(reserve, "Ivy King")


def test_after_the_end_there_is_nothing_to_ask():
    day = a_day("syg", 2, "finished")
    with refused(EntryRefused, "The competition is finished: nobody can take a seat now."):
        day.ask(MIA, "Ivy King")


@pytest.mark.parametrize(
    ("name", "why", "sentence"),
    [
        ("mia o'BRIEN", "ill", "That’s the same person."),
        ("", "ill", "A name is missing."),
        ("x" * 81, "ill", "A name can have 80 characters; this one has 81."),
        ("Ivy\x00King", "ill", "A name has characters that can’t be shown or printed. Type it again."),
        ("Ivy King", "  ", "Please give a reason. It’s kept with the change."),
    ],
)
def test_a_wish_names_somebody_else_and_says_why(name, why, sentence):
    day = a_day("syg", 2, "entries closed")
    with pytest.raises(Refused) as caught:
        day.ask(MIA, name, why)
    assert str(caught.value) == sentence
    assert not Wish.objects.exists()


# Nobody instead


def nobody(day: Day, name: str = MIA, **more: bool) -> int:
    by = day.coordinator(day.who(name).group.name)
    return wishes.ask_empty_chair(by=by, entry=day.who(name).pk, why="ill", **more)


def grant(day: Day, wish: int, kind: str, name: str = "") -> None:
    wishes.answer_wish(by=day.organiser, wish=wish, kind=kind, name=name, granted=True)


def test_until_the_seal_who_is_not_coming_comes_off_the_list_and_the_plan_is_chosen_anew():
    day = Day("syg").people(5).until("entries closed").choose(5)
    grant(day, nobody(day), "empty chair")
    assert day.who(MIA).withdrawn_at is not None
    assert not day.competition.draws.exists()
    assert LogEntry.objects.latest("pk").what == "withdrawn"
    assert day.choose(4).until("published").competition.entries.filter(seats__isnull=False).count() == 4


def test_after_the_draw_the_chair_is_empty():
    day = a_day("syg", 4, "published")
    code = day.who(MIA).code
    grant(day, nobody(day), "empty chair")
    assert f"({code})" in day.seats()[0]
    with refused(EntryRefused, "This person is already marked as not coming."):
        nobody(day)


def test_between_the_seal_and_publishing_an_empty_chair_waits_too():
    day = a_day("syg", 4, "sealed")
    wish = nobody(day)
    with refused(
        RoundRefused, "The draw is sealed, so the list stays as it is. You can grant it once the draw is published."
    ):
        grant(day, wish, "empty chair")


def test_asking_for_another_kind_is_asked_about_once_and_then_takes_the_place_of_the_first():
    day = a_day("syg", 4, "published")
    wish = day.ask(MIA, "Ivy King")
    before = everything()
    replace = "You already {}, and the organiser hasn’t answered yet. Replace it?"
    with refused(ReplacesWish, replace.format("asked for Ivy King instead of Mia O'Brien")):
        nobody(day)
    assert everything() == before
    assert nobody(day, replace=True) == wish
    with refused(Stale, "The group has since asked for something else.") as caught:
        answer(day, wish)
    assert caught.value.theirs == {"name": "nobody instead"}
    with refused(ReplacesWish, replace.format("said that nobody will play instead of Mia O'Brien")):
        other_spelling(day, "Ivy King")
    assert other_spelling(day, "Ivy King", replace=True) == wish
    with refused(Stale, "The group has since asked for something else."):
        answer(day, wish)
    with refused(ReplacesWish, replace.format("asked for the spelling “Ivy King” of Mia O'Brien")):
        day.ask(MIA, "Ivy King")


# What happened by another button


def is_settled(wish: int) -> bool:
    return Wish.objects.filter(pk=wish, granted=True, answered_at__isnull=False).exists()


def test_an_empty_chair_by_the_ordinary_button_is_what_was_asked_for():
    day = a_day("syg", 4, "published")
    wish = nobody(day)
    day.gone(MIA)
    assert is_settled(wish)
    assert count_open_wishes([day.competition], timezone.now()) == {}


def test_somebody_called_up_for_who_is_not_coming_settles_it_too():
    day = Day("syg").people(4, reserves=1).until("entries closed").choose(4, [1]).until("published")
    wish = nobody(day)
    attendance.call_up(by=day.organiser, competition=day.pk, entry=day.who(MIA).pk)
    assert is_settled(wish)


def test_who_withdraws_once_entries_are_open_again_is_not_coming():
    day = a_day("syg", 4, "entries closed")
    wish, other = nobody(day), day.ask("محمد علي", "Ivy King")
    registration.reopen_entries(by=day.organiser, competition=day.pk, why="more came")
    for name in (MIA, "محمد علي"):
        registration.withdraw(by=day.organiser, entry=day.who(name).pk)
    assert (is_settled(wish), Wish.objects.filter(pk=other).exists()) == (True, False)
    assert read_open_wishes(day.pk, None) == []


@pytest.mark.parametrize(("name", "settled"), [("ivy KING", True), ("Ben Hall", False)])
def test_a_substitution_by_the_ordinary_button_is_what_was_asked_for_if_they_are_the_same(name, settled):
    day = a_day("syg", 4, "published")
    wish = day.ask(MIA, "Ivy King")
    day.substitute(MIA, name)
    assert is_settled(wish) is settled


def test_who_was_asked_for_and_is_entered_in_the_place_settles_it():
    day = a_day("syg", 4, "entries closed")
    wish = day.ask(MIA, "Ivy King")
    registration.reopen_entries(by=day.organiser, competition=day.pk, why="more came")
    registration.rename(by=day.organiser, entry=day.who(MIA).pk, name="Ivy King", was=MIA)
    assert is_settled(wish)


def test_nobody_s_chair_is_emptied_for_who_had_the_place_before():
    day = a_day("syg", 4, "entries closed")
    nobody(day)
    registration.reopen_entries(by=day.organiser, competition=day.pk, why="more came")
    registration.rename(by=day.organiser, entry=day.who(MIA).pk, name="Ivy King", was=MIA)
    assert not Wish.objects.exists()


# Another spelling


def other_spelling(day: Day, name: str = "Mya Hall", **more: bool) -> int:
    by = day.coordinator(day.who(MIA).group.name)
    return wishes.ask_spelling(by=by, entry=day.who(MIA).pk, name=name, why="married", **more)


def test_what_the_organiser_fixed_before_is_granted():
    day = a_day("syg", 4, "published")
    wish = other_spelling(day)
    spelling.respell(
        by=day.organiser,
        competitor=day.who(MIA).competitor_id,
        name="Mya Hall",
        was=MIA,
        same_person=True,
        why="she says so",
    )
    with refused(Refused, "This request has already been answered."):
        grant(day, wish, "spelling", "Mya Hall")
    assert Wish.objects.get().granted


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_spelling_of_somebody_whose_place_is_another_s_now_is_forgotten(elsewhere):
    day = a_day("syg", 4, "entries open")
    if elsewhere:
        day.enter_in_under_18(MIA, "Riverside")
    other_spelling(day)
    registration.rename(by=day.organiser, entry=day.who(MIA).pk, name="Ben Hall", was=MIA)
    assert not Wish.objects.exists()


def test_a_spelling_that_is_somebody_else_s_name_is_not_asked_for():
    day = Day("bac").people(4, of_each=2)
    with refused(
        EntryRefused,
        "Riverside has somebody else called Nguyễn Thị Ánh. If they’re the same person, withdraw one of the two "
        "entries.",
    ):
        other_spelling(day, "nguyễn thị ánh")


def test_who_withdrew_or_never_was_is_not_found():
    day = a_day("syg", 2, "entries open")
    mia = day.who(MIA).pk
    registration.withdraw(by=day.organiser, entry=mia)
    for entry in (mia, 0):
        with refused(NotFound, "That entry no longer exists."):
            wishes.ask_substitution(by=day.organiser, entry=entry, name="Ivy King", why="ill")
    with refused(NotFound, "There is no such request."):
        answer(day, 0)


def test_nobody_asks_after_names_are_erased():
    day = a_day("syg", 2, "entries closed")
    mia = day.who(MIA).pk
    erasing.erase_names(by=day.organiser, event=day.event)
    with pytest.raises(Refused, match="The names in this event have been erased"):
        wishes.ask_substitution(by=day.organiser, entry=mia, name="Ivy King", why="ill")
