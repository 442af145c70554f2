"""RULES 5: the names that are accepted, and what the public sees."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.rules.spec import refused
from tournament.rules import names
from tournament.rules.errors import EntryRefused


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        pytest.param("  Ana   Silva ", "Ana Silva", id="spaces tidied"),
        pytest.param("Ana\u00a0Silva\t", "Ana Silva", id="spaces of any kind"),
        pytest.param("Sean O'Brien", "Sean O'Brien", id="an apostrophe"),
        pytest.param("Mai Nguye\u0302\u0303n", "Mai Nguyễn", id="combining marks become one letter, NFC"),
        pytest.param("李", "李", id="one character"),
        pytest.param("李 小龙", "李 小龙", id="Chinese"),
        pytest.param("محمد علي", "محمد علي", id="right to left"),
        pytest.param("🎲 👩‍👩‍👧", "🎲 👩‍👩‍👧", id="emoji, with the joiners they need"),
        pytest.param("می\u200cخواهم", "می\u200cخواهم", id="a Persian name needs its non-joiner"),
        pytest.param("x" * 80, "x" * 80, id="80 characters"),
        pytest.param("e\u0301" * 80, "é" * 80, id="80 characters after NFC"),
    ],
)
def test_a_name_as_it_is_stored(typed: str, stored: str) -> None:
    assert names.clean(typed) == stored


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "A name is missing."),
        (" \t\n", "A name is missing."),
        ("\u200b", "A name is missing."),
        ("\u0301\u200d", "A name is missing."),
        ("x" * 81, "A name can have 80 characters; this one has 81."),
        ("Ana\x00Silva", "A name has characters that can’t be shown or printed. Type it again."),
        ("Ana\x07", "A name has characters that can’t be shown or printed. Type it again."),
        ("Ana \u202eavliS", "A name has characters that can’t be shown or printed. Type it again."),
        ("Ana \u2066Silva", "A name has characters that can’t be shown or printed. Type it again."),
        ("Ana \ud800", "A name has characters that can’t be shown or printed. Type it again."),
        ("Ana \uffff", "A name has characters that can’t be shown or printed. Type it again."),
        ("Ana \ufffe", "A name has characters that can’t be shown or printed. Type it again."),
        ("Ana \ufdd0", "A name has characters that can’t be shown or printed. Type it again."),
        ("Ana \U0001ffff", "A name has characters that can’t be shown or printed. Type it again."),
        ("Ana \ue000", "A name has characters that can’t be shown or printed. Type it again."),
    ],
)
def test_it_refuses_a_name_nobody_can_read(typed: str, sentence: str) -> None:
    with refused(EntryRefused, sentence):
        names.clean(typed)


def test_the_refusal_says_what_the_name_is_of() -> None:
    with refused(EntryRefused, "The event’s name is missing."):
        names.clean("", "The event’s name")


@pytest.mark.parametrize(
    ("people", "shown"),
    [
        pytest.param(["Ana Silva"], ["Ana S."], id="RULES 5: first name, last name’s first letter"),
        pytest.param(["Ana Maria da Silva"], ["Ana S."], id="RULES 5: of four words the first and last"),
        pytest.param(["Ana"], ["Ana"], id="RULES 5: without a space it stays whole"),
        pytest.param(["王小明"], ["王○○"], id="RULES 5: Han without a space, its first character and rings"),
        pytest.param(["李"], ["李"], id="RULES 5: one character has no other"),
        pytest.param(["김민수"], ["김○○"], id="RULES 5: Hangul"),
        pytest.param(["さくら"], ["さ○○"], id="RULES 5: hiragana"),
        pytest.param(["サーラ"], ["サ○○"], id="RULES 5: katakana, with its long vowel"),
        pytest.param(["佐々木"], ["佐○○"], id="RULES 5: a sign of repetition is a character"),
        pytest.param(["マイ・リー"], ["マ○○○○"], id="RULES 5: a dot between two names is one of the others"),
        pytest.param(["ｶﾞｸﾄ"], ["ｶﾞ○○"], id="RULES 5: half-width kana keep their voiced mark"),
        pytest.param(["\u1112\u119e\u11ab글"], ["\u1112\u119e\u11ab○"], id="RULES 5: an old Korean syllable is one"),
        pytest.param(["𠮷野家"], ["𠮷○○"], id="RULES 5: a character beyond the first 65,536"),
        pytest.param(["葛\U000e0100城"], ["葛\U000e0100○"], id="RULES 5: a variant’s mark stays with its character"),
        pytest.param(["か\u3099く"], ["か\u3099○"], id="RULES 5: so does a combining mark"),
        pytest.param(["李Bruce"], ["李○○○○○"], id="RULES 5: mixed scripts show too little rather than too much"),
        pytest.param(["Bruce李"], ["B○○○○○"], id="RULES 5: whichever comes first"),
        pytest.param(["Ana。"], ["Ana。"], id="RULES 5: a sign alone is no script"),
        pytest.param(["王小明", "王大明", "王明"], ["王小○", "王大○", "王○"], id="RULES 5: more characters"),
        pytest.param(["王小明", "王小华"], ["王小明", "王小华"], id="RULES 5: more characters, until both are whole"),
        pytest.param(["王○○", "王小明"], ["王○○", "王小○"], id="RULES 5: somebody who is written with rings"),
        pytest.param(["李 小龙"], ["李 小."], id="RULES 5: Chinese with a space"),
        pytest.param(["Sean O'Brien"], ["Sean O."], id="RULES 5: O'Brien"),
        pytest.param(["Mai Nguyễn"], ["Mai N."], id="RULES 5: Nguyễn"),
        pytest.param(["محمد علي"], ["محمد ع."], id="RULES 5: right to left"),
        pytest.param(
            ["Ali \U0001f469\u200d\U0001f467x"], ["Ali \U0001f469\u200d\U0001f467."], id="an emoji stays whole"
        ),
        pytest.param(["Noa n\u0308b"], ["Noa n\u0308."], id="a mark stays with its letter"),
        pytest.param(["Ana S"], ["Ana S."], id="a last name of one letter"),
        pytest.param(
            ["Ana Silva", "Ana Santos", "Ben Silva"], ["Ana Si.", "Ana Sa.", "Ben S."], id="RULES 5: more letters"
        ),
        pytest.param(["Ana Silva", "Ana Silvana"], ["Ana Silva", "Ana Silvan."], id="RULES 5: one inside the other"),
        pytest.param(["Bob Li", "Bob Lin"], ["Bob Li", "Bob Lin"], id="RULES 5: a dot alone does not tell two apart"),
        pytest.param(["Ana S", "Ana Silva"], ["Ana S", "Ana Si."], id="RULES 5: one letter and more"),
        pytest.param(["Mia O'Brien", "MIA OLSEN"], ["Mia O'.", "MIA OL."], id="RULES 5: nor do capitals"),
        pytest.param(
            ["Élodie Roy", "éLODIE ROUX"], ["Élodie Roy", "éLODIE ROU."], id="RULES 5: nor capitals with accents"
        ),
        pytest.param(
            ["Mia Hall", "MIA HALL"], ["Mia Hall", "MIA HALL"], id="RULES 5: the same but for capitals, so whole"
        ),
        pytest.param(
            ["Ana Silva", "Ana Maria Silva"],
            ["Ana Silva", "Ana Maria Silva"],
            id="RULES 5: the same but for the middle name, so whole",
        ),
        pytest.param(["Ana Silva", "Ana Silva"], ["Ana S.", "Ana S."], id="two of one name stay alike"),
        pytest.param(["Sean O'Brien", "Sean O'Neill"], ["Sean O'B.", "Sean O'N."], id="RULES 5: O'Brien and O'Neill"),
        pytest.param(["Mai Nguyễn", "Mai Nguyen"], ["Mai Nguyễ.", "Mai Nguye."], id="RULES 5: Nguyễn and Nguyen"),
        pytest.param([""], [""], id="RULES 5: erased after the event"),
    ],
)
def test_what_the_public_sees(people: list[str], shown: list[str]) -> None:
    public = names.public_names(people)
    assert [public[name] for name in people] == shown


def test_two_names_of_80_characters_that_differ_in_the_last() -> None:
    long = "Bo " + "x" * 76
    assert names.public_names([long + "a", long + "b"]) == {long + "a": long + "a", long + "b": long + "b"}


def accepted(name: str) -> bool:
    try:
        return names.clean(name) == name
    except EntryRefused:
        return False


letters = st.text("aab.'é李金ع👧○\u0301\u200d", min_size=1, max_size=4)
last_names = st.lists(letters, max_size=2)
people = st.lists(
    st.builds(
        lambda first, rest: " ".join([first, *rest]), st.sampled_from(["a", "A", "李", "李金", "金李"]), last_names
    ).filter(accepted),
    min_size=2,
    max_size=8,
)


def look(name: str) -> str:
    return names.folded(name.rstrip("."))


@given(people)
@example(["Bob Li", "Bob Lin"])
@example(["Mia O'Brien", "MIA OLSEN"])
@example(["Bob L", "Bob L.", "Bob Li", "Bob X L"])
def test_nobody_looks_like_anybody_else(people: list[str]) -> None:
    """Neither a dot at the end nor a capital tells anybody apart, unless it is all that tells the whole names apart."""
    public = names.public_names(people)
    assert public.keys() == set(people)
    assert len(set(public.values())) == len(set(people))
    for name, shown in public.items():
        twins = {other for other, also in public.items() if look(also) == look(shown)}
        assert {look(twin) for twin in twins} == {look(name)}


@given(people)
def test_a_public_name_begins_like_the_first_and_last_name_and_is_cut_between_letters(people: list[str]) -> None:
    """Between letters as a reader sees them: no mark and no part of an emoji is torn off."""
    for name, shown in names.public_names(people).items():
        if shown != name and " " in name:
            first, cut = shown.removesuffix(".").split(" ")
            last = name.rpartition(" ")[2]
            assert (name.partition(" ")[0], last[: len(cut)]) == (first, cut)
            rest = last[len(cut) :]
            assert not rest or not (unicodedata.category(rest[0]).startswith("M") or cut.endswith("\u200d"))


@given(people)
def test_somebody_is_named_the_same_among_those_who_may_look_alike(people: list[str]) -> None:
    """So a page that names one person need not shorten everybody."""
    public = names.public_names(people)
    for name in people:
        some = names.public_names(other for other in people if names.may_look_alike(name, other))
        assert some[name] == public[name]


def test_it_leaves_out_characters_that_nobody_can_see() -> None:
    """Copied along from elsewhere, they would make two names look the same and be different."""
    assert names.clean("\ufeffMia\u200b O\u00ad'Brien\u2060") == "Mia O'Brien"


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("Mia", "Mia"),
        ("Mia\nO'Brien ", "Mia O'Brien"),
        ("Mi\x00a \u202eneB", "Mi\ufffda \ufffdneB"),
        ("x" * 61, "x" * 60 + "…"),
    ],
)
def test_whatever_was_sent_can_be_shown(sent, shown):
    assert names.shown(sent) == shown


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        ("Ana Silva", "ANA SILVA", True),
        ("می\u200cخواهم", "میخواهم", True),
        ("Ana\u200d Silva", "Ana Silva", True),
        ("Ana Silva", "Ána Silva", False),
    ],
)
def test_names_are_compared_without_what_nobody_sees(name: str, other: str, same: bool) -> None:
    assert (names.folded(name) == names.folded(other)) is same


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("Mai O'Brian", "Mia O'Brien", True),
        ("Zoe Muller", "Zoë Müller", True),
        ("Ana-Maria", "Ana Maria", True),
        ("Mia", "Mia O'Brien", True),
        ("Ana Silva", "Ben Silva", False),
        ("Tim Hall", "Jim Hall", False),
        ("Tim Hall", "Tom Hall", False),
        ("Mia O'Brien", "Ivy King", False),
        ("O'Brien Mia", "Mia O'Brien", True),
        ("Mia O'Brien", "Mia", True),
        ("李小龍", "李大龍", False),
        ("司馬相如", "司馬相茹", False),
        ("李 小龍", "李小龍", True),
        ("김민수", "김민서", False),
        ("ガクト", "カクト", False),
        ("李小龍", "王小龍", False),
        ("रवि", "रीवा", False),
        ("🎲", "🃏", False),
        # One letter more, less or other in a word of four or more.
        ("Jon Hall", "John Hall", True),
        ("Ana Silva", "Anna Silva", True),
        ("Sara Hall", "Zara Hall", False),
        # In a word of three, another letter only for the same sound, and where the rest of the name is the same.
        ("Mya Hall", "Mia Hall", True),
        ("Hall Mya", "Hall Mia", True),
        ("Kim Lee", "Kym Lee", True),
        ("Zac O'Brien", "Zak O’Brien", True),
        ("Tom Hall", "Tim Hall", False),
        ("Ana Hall", "Eva Hall", False),
        ("Ana Hall", "Ava Hall", False),
        ("Ben Hall", "Dan Hall", False),
        ("Jan Hall", "Jen Hall", False),
        ("Kai Hall", "Kay Hall", False),
        ("Cai Hall", "Kai Hall", False),
        ("Mya", "Mia", False),
        ("Mya Hall", "Mia", False),
        ("Mya Hall", "Mia Hill", False),
        ("Mya Kim", "Mia Kym", False),
    ],
)
def test_mended_spelling_is_told_from_another_person(before: str, after: str, same: bool) -> None:
    assert names.is_respelt(before, after) is same
