"""The list of all sentences: a sentence in any kind of place is found, and none says a word that we no longer use."""

from __future__ import annotations

import re

import pytest

from tests import sentences
from tests.prose_words import in_prose
from tests.sentences import in_python, in_script
from tests.template_words import in_mail, in_page

RETIRED = re.compile(
    r"\bmend(s|ed|ing)?\b|\brub(bed)? out\b|\btake it in\b|^take it back$|\bthrow mine away\b"
    r"|\bcolour now\b|\bfirst to deal is\b|\bis(n[’']t| not) (taken|let in)\b"
    r"|\bin no network\b|\bone in each line\b|\bthis is no (?!longer)|^there now$|\bwas (quicker|faster)\b|\bby whom\b"
    r"|\bstop playing\b|\bcount your cards\b|\bwhoever\b|(?<![.{])\banew\b|\b(the|your) sayings?\b"
    r"|\bsuppl(y|ies) numbers\b|\bthe lot moved\b|\bnot used or kept\b|\bwith it went\b|\bthe next of the\b"
    r"|\bcome at the podium\b|\bno new one\b|\bwith no bell\b",
    re.IGNORECASE,
)
"""Say fix, delete, connect, undo and discard; current colour, deals first, isn't saved, stopped working; not on a
network, one on each line, this isn't a, saved now, got in first, who did it; finish
this turn, then count what you hold; somebody who, again, who deals first, rolls dice, was moved by lot, ignored, lost
access too, the next step, announced in the hall first, don't start another, no clock to end it early."""


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("<p>\n  The bus is late.\n</p>", [(2, "The bus is late.")]),
        ("<p>A <b>red</b> bus</p><p>Another</p>", [(1, "A red bus"), (1, "Another")]),
        ("<p>Hand {{ hand.number }}\n is {% if saved %}saved{% else %}not saved{% endif %}</p>",
         [(1, "Hand {hand.number} is [saved|not saved]")]),
        ("{% if late %}\n<p>Late</p>\n{% else %}\n<p>In time</p>{% endif %}", [(2, "Late"), (4, "In time")]),
        ("{% if late %}One{% include 'x.html' %}two{% endif %}", [(1, "One"), (1, "two")]),
        ("<b>Mia</b>\n  {##}, table 1", [(1, "Mia, table 1")]),
        ('<a {% if far %}\ntitle="Far away"{% endif %} class="big red" href="{% url "a" %}">\n{% icon "go" %}</a>',
         [(2, "Far away")]),
        ('<img alt="A cup"><input placeholder="Your name" value="Mia"><nav aria-label="More"></nav>',
         [(1, "A cup"), (1, "Your name"), (1, "More")]),
        ('<input type="submit" value="Save"><p data-late="You are late" data-kind="late"></p>',
         [(1, "Save"), (1, "You are late")]),
        ('{% block title %}The draw{% endblock %}\n{% include "x.html" with words="No bus today" %}',
         [(1, "The draw"), (2, "No bus today")]),
        ("{# Not this #}{% comment %}Nor this{% endcomment %}<script>let it = 'Nor that';</script>", []),
        ("<p>{{ name }}: {{ points }}</p>", []),
    ],
)  # fmt: skip
def test_a_sentence_of_a_page_is_found(page, found):
    assert in_page(page) == found


def test_a_sentence_of_a_mail_is_found_paragraph_by_paragraph():
    mail = "Hello {{ name }},\n\nthe bus\nis late.\n"
    assert in_mail(mail) == [(1, "Hello {name},"), (3, "the bus is late.")]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('raise Refused("The bus "\n    "is late.")', [(1, "The bus is late.")]),
        ("LABEL = 'Save'\nKEY = 'save'", [(1, "Save")]),
        ("say(f'{count} buses', help=f'Bus {number:>3}')", [(1, "{count} buses"), (1, "Bus {number:>3}")]),
        ("""said = f"{'The bus' if late else ''}" """, [(1, "The bus")]),
        ('"""About the bus."""\ndef go():\n    """Go by bus."""', []),
        ('WORD: "Bus or None" = re.compile("The [bB]us")', []),
    ],
)
def test_a_sentence_of_python_is_found(source, found):
    assert in_python(source) == found


def test_of_a_module_of_words_every_text_is_listed():
    assert in_python("STATES = {'key_of': 'late'}", every=True) == [(1, "late")]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('h("p", { class: "big red" }, "The bus is late.");', [(1, "The bus is late.")]),
        ('button("Save");\nlisten("save");', [(1, "Save")]),
        ('say(`Bus ${at({ stop: "`}" })} is ${late ? `late` : "in time"}`);\nsay("Next bus");',
         [(1, 'Bus {at({ stop: "`}" })} is {late ? `late` : "in time"}'), (2, "Next bus")]),
        ('say(`${late ? "The bus" : ""}`);', [(1, "The bus")]),
        ('// "Not this"\n/* "Nor\nthis" */ word.replace(/"[/"]/g, "A quote");', [(3, "A quote")]),
        ('"use strict";\npage.querySelector("main p").closest("a, b");', []),
    ],
)  # fmt: skip
def test_a_sentence_of_a_script_is_found(source, found):
    assert in_script(source) == found


def test_a_sentence_of_the_docs_is_found():
    page = """# The bus

It leaves
at nine, and `don't` wait.
- Every day
  but one.
1. Get on.
| when | where |
|---|---|
| nine | at the hall |

```
make bus
```
Off we go.
"""
    assert list(in_prose(page)) == [
        (1, "The bus"), (3, "It leaves at nine, and `don't` wait."), (5, "Every day but one."), (7, "Get on."),
        (8, "when"), (8, "where"), (10, "nine"), (10, "at the hall"), (15, "Off we go."),
    ]  # fmt: skip


def test_every_kind_of_file_is_read_in_a_stable_order(tmp_path):
    planted = {
        "scoring/rules/sheet.py": "WHY = 'The bus is late.'",
        "static/js/umpire/views/sit.js": 'say("The bus is late.");',
        "templates/mail/late.txt": "The bus is late.",
        "templates/public/late.html": "<p>The bus is late.</p>",
        "tournament/management/commands/late.py": "help = 'The bus is late.'",
        "tournament/web/late_words.py": "LATE = 'late'",
        "README.md": "The bus is late.",
        "docs/late.md": "The bus is late.",
    }
    for name, text in {**planted, "tournament/migrations/0001_late.py": "old = 'The bus was late.'"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"\n{text}\n")
    listed = [sentence.written(with_line=True) for sentence in sentences.sentences(tmp_path)]
    assert listed == [f"{name}:2: {'late' if 'words' in name else 'The bus is late.'}" for name in planted]


def test_the_command_lists_what_contains_the_words_with_or_without_lines(tmp_path, capsys):
    (tmp_path / "scoring").mkdir()
    (tmp_path / "scoring" / "bus.py").write_text("LATE = 'The bus is late.'\nFULL = 'The bus is full.'\n")
    assert sentences.main(["IS", "full"], tmp_path) == 0
    assert capsys.readouterr().out == "scoring/bus.py:2: The bus is full.\n"
    sentences.main(["--no-lines"], tmp_path)
    assert capsys.readouterr().out == "scoring/bus.py: The bus is late.\nscoring/bus.py: The bus is full.\n"


def test_no_sentence_says_a_word_that_we_no_longer_use():
    found = [sentence.written(with_line=True) for sentence in sentences.sentences() if RETIRED.search(sentence.text)]
    assert found == []


STRAIGHT = re.compile(r"(?<=\w)'(?=\w)|(?<=s)'(?=[ .,;:!?]|$)")
NOT_OURS_TO_CHANGE = ("scoring/record/check/", "scoring/rehearsal/", "tournament/live/redis_line.py")
"""The checker's bytes are printed; rehearsals hold names and reasons as people type them; Redis is told in code."""


def is_straight(text: str) -> bool:
    """Whether a sentence has a straight apostrophe, apart from code and what code puts in."""
    text = re.sub(r"`[^`]*`", SOMETHING_PUT_IN, text)
    while (without := re.sub(r"\{[^{}]*\}", SOMETHING_PUT_IN, text)) != text:
        text = without
    return STRAIGHT.search(text) is not None


SOMETHING_PUT_IN = "x"


def test_apostrophes_are_curly_in_everything_that_people_read():
    read = [sentence for sentence in sentences.sentences() if not sentence.file.startswith(NOT_OURS_TO_CHANGE)]
    assert [sentence.written(with_line=True) for sentence in read if is_straight(sentence.text)] == []


@pytest.mark.parametrize(
    ("text", "straight"),
    [
        ("It's late", True),
        ("It’s late", False),
        ("the players' shapes", True),
        ("{name}'s chair", True),
        ("type `don't` here", False),
        ("{'tables' if several else 'table'} 3", False),
        ("{f(x['a'], {'b': 'c'})} of 3", False),
    ],
)
def test_a_straight_apostrophe_is_found_but_not_what_code_quotes(text, straight):
    assert is_straight(text) == straight


def test_time_up_is_told_in_one_way():
    """RULES 4: a begun turn finishes before cards are counted. Screens, desk, paper and what is said aloud agree."""
    told = [sentence for sentence in sentences.sentences() if re.search(r"count what you hold", sentence.text, re.I)]
    assert len(told) >= 5
    assert [sentence.written(with_line=True) for sentence in told if "inish this turn" not in sentence.text] == []


def test_what_a_tablet_says_without_the_network_is_written_once():
    """The button, the notice and what is said while it counts have one sentence."""
    scripts = (sentences.PROJECT / "static" / "js").rglob("*.js")
    written = [script.name for script in scripts if "No network: raise your hand" in script.read_text()]
    assert written == ["table.js"]
