"""The draw is sealed: the list, the size and the plan are fixed by a hash, chance by a commitment (RECORD 1)."""

from __future__ import annotations

import hashlib
import re

import pytest

from tests.cast import SALT, Day, a_day
from tests.refusals import refused
from tournament.actions import draw, registration, setup
from tournament.rules.errors import DrawRefused

pytestmark = pytest.mark.django_db


def seal(day: Day, **more):
    return draw.seal_draw(by=day.organiser, competition=day.pk, **more)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_hash_is_that_of_the_list_as_the_record_describes_it():
    day = Day("syg")
    for name, group, kind in [
        ("Mia O'Brien", "Riverside", "entry"),
        ("Nguyễn Thị Ánh", "St Mark's", "entry"),
        ("Ben", "Riverside", "reserve"),
        ("李小龍", "Bethel", "entry"),
    ]:
        day.enter(name, group, kind)
    day.until("entries closed").choose(4)
    text = "draw\tknockout\t4\t1\tno\nE001\tG01\tentry\nE002\tG02\tentry\nE003\tG01\treserve\nE004\tG03\tentry\n"
    answer = seal(day)
    assert answer["list_hash"] == sha256(text)
    sealed = day.competition.draws.get()
    assert answer == {"list_hash": sealed.list_hash, "commitment": sealed.commitment}


def test_the_plan_and_redraw_are_part_of_the_list():
    day = a_day("syg", 6, "entries closed", redraw=True).choose(6, [2, 1])
    lines = "".join(f"E00{n}\tG0{n}\tentry\n" for n in range(1, 7))
    assert seal(day)["list_hash"] == sha256(f"draw\tknockout\t6\t2,1\tyes\n{lines}")


def test_a_real_draw_makes_its_own_salt_and_commits_to_it():
    day = Day("syg", real=True).people(4).until("chosen")
    answer = seal(day)
    salt = day.competition.draws.get().salt
    assert re.fullmatch("[0-9a-f]{64}", salt)
    assert answer["commitment"] == sha256(salt)
    assert salt not in str(answer)
    assert salt not in str(list(day.competition.log.values()))


def test_two_real_draws_have_two_salts():
    days = [Day("syg", real=True).people(2).until("sealed") for _ in range(2)]
    assert len({day.competition.draws.get().salt for day in days}) == 2


def test_a_real_event_refuses_a_given_salt_and_a_rehearsal_takes_it():
    real, rehearsal = Day("syg", real=True).people(4).until("chosen"), a_day("syg", 4, "chosen")
    with refused(DrawRefused, "Only the server can make the salt for a real draw."):
        seal(real, salt=SALT)
    seal(rehearsal, salt=SALT)
    assert rehearsal.competition.draws.get().salt == SALT


def test_a_draw_is_sealed_once():
    day = a_day("syg", 4, "sealed")
    with refused(DrawRefused, "The draw is sealed. Next it needs the numbers from the hall."):
        seal(day)


def test_size_and_plan_are_chosen_first():
    day = a_day("syg", 4, "entries closed")
    with refused(DrawRefused, "Choose the size and the plan first."):
        seal(day)


def test_a_choice_that_the_settings_no_longer_allow_is_not_sealed():
    day = a_day("syg", 8, "entries closed").choose(8, [2, 1])
    setup.change_settings(by=day.organiser, competition=day.pk, choices={"table_max": 3})
    with refused(DrawRefused, "Round 1 would have tables of 4 to 4; 2 to 3 is allowed."):
        seal(day)


def test_codes_follow_the_order_of_entering_and_groups_of_one_name_share_a_code():
    day = Day("bac").people(5, of_each=2)
    registration.withdraw(by=day.organiser, entry=day.who("李小龍").pk)
    day.until("sealed")
    listed = day.competition.entries.filter(listed=True).order_by("pk")
    assert list(listed.values_list("code", "group_code")) == [
        ("E001", "G01"), ("E002", "G01"), ("E003", "G02"), ("E004", "G03"),
    ]  # fmt: skip
