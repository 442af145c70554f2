"""People's names: what is accepted, and what the public sees (RULES 5)."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from tournament.rules.errors import EntryRefused

LONGEST_NAME: Final = 80
"""Characters."""
_REFUSED: Final = {"Cc", "Cn", "Cs", "Co", "Zl", "Zp"}
_INVISIBLE: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
"""Characters without width or meaning, left behind by copying; with them two names would look the same."""
ANONYMOUS: Final = "A player"
"""What the public calls somebody who is hidden."""
RING: Final = "\u25cb"
"""Replaces a character that the public does not see: 王○○."""
_RINGED_SCRIPTS: Final = (
    "CJK ", "KANGXI ", "IDEOGRAPHIC ", "HIRAGANA ", "KATAKANA", "HANGUL ", "HALFWIDTH KATAKANA", "HALFWIDTH HANGUL"
)  # fmt: skip
"""How Unicode's names of Han, Hangul and kana begin, 々 and 〇 among them."""
_BIDI: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(text: str, what: str = "A name") -> str:
    """The name as it is stored: spaces tidied, NFC; refused when empty, too long or with unprintable characters."""
    name = " ".join(unicodedata.normalize("NFC", text).translate(_INVISIBLE).split())
    if not name or all(unicodedata.category(c) in ("Cf", "Mn") for c in name):
        raise EntryRefused(f"{what} is missing.")
    if len(name) > LONGEST_NAME:
        raise EntryRefused(f"{what} can have {LONGEST_NAME} characters; this one has {len(name)}.")
    if not is_printable(name):
        raise EntryRefused(f"{what} has characters that can’t be shown or printed. Type it again.")
    return name


def is_printable(text: str) -> bool:
    """Whether it can be stored, written and printed: no control characters, no lone halves, nothing that
    is no character at all, no turned directions."""
    return not any(unicodedata.category(c) in _REFUSED or c in _BIDI for c in text)


def folded(name: str) -> str:
    """By which two names are the same: small letters or capitals of any script, with or without what nobody sees."""
    if name.isascii():  # nothing invisible is in it, and this is asked for everybody
        return name.lower()
    return "".join(char for char in name if unicodedata.category(char) != "Cf").casefold()


def is_respelt(before: str, after: str) -> bool:
    """Whether this is the same person's name, corrected: other signs, accents and capitals, words in another order,
    a last name added, one slip in a word, or another letter for the same sound in a short one. Anything else is
    somebody else, as far as anybody can tell from here."""
    a, b = _words(before), _words(after)
    if not a or not b:
        return False
    one_slip_each = all(_one_slip(x, y) for x, y in zip(a, b, strict=False))
    return differ_in_signs_only(before, after) or one_slip_each or _sound_alike(a, b)


def differ_in_signs_only(name: str, other: str) -> bool:
    """Whether two names have the same letters: other apostrophes, capitals, accents or spaces, or words in another
    order."""
    return not set(letter_keys(name)).isdisjoint(letter_keys(other))


def letter_keys(name: str) -> list[str]:
    """By which names with the same letters are found: its letters in their order, and its words in alphabetical order.
    A name of signs alone has none."""
    words = _words(name)
    return ["".join(words), " ".join(sorted(words))] if words else []


def _words(name: str) -> list[str]:
    """Letters and digits, without accents; the marks of other scripts are vowels, and stay."""
    chars = [char for char in unicodedata.normalize("NFKD", name).casefold() if not "\u0300" <= char <= "\u036f"]
    words = "".join(chars).split()
    letters = ("".join(c for c in word if c.isalnum() or unicodedata.category(c).startswith("M")) for word in words)
    return [word for word in letters if word]


def _one_slip(a: str, b: str) -> bool:
    """One letter more, less or other, or two exchanged; never the first, nor in a short word: Tim, Tom and Jim are
    three people. In Han, Hangul and kana another character is another name."""
    if a[:1] != b[:1] or any(map(is_word_alone, a + b)):
        return a == b
    long = max(len(a), len(b)) > 3
    while a[:1] == b[:1] and a:
        a, b = a[1:], b[1:]
    while a[-1:] == b[-1:] and a:
        a, b = a[:-1], b[:-1]
    return a == b or (long and len(a) <= 1 >= len(b)) or (len(a) == 2 and a == b[::-1])


def _sound_alike(a: Sequence[str], b: Sequence[str]) -> bool:
    """Whether two names of several words differ only in one word, in a letter with the same sound, even if that word is
    short: Mia and Mya Hall are one person, Tom and Tim Hall are two."""
    differing = [(x, y) for x, y in zip(a, b, strict=False) if x != y]
    return len(a) == len(b) > 1 == len(differing) and _sound(differing[0][0]) == _sound(differing[0][1])


def _sound(word: str) -> str:
    """A word with i for y inside it, and c for k. Not for its first letter; and at its end y is another sound: Kai and
    Kay are two names."""
    first, inside, last = word[:1], word[1:-1], word[1:][-1:]
    return first + inside.replace("y", "i").replace("k", "c") + last.replace("k", "c")


def shown(text: str, longest: int = 60) -> str:
    """Text that somebody sent, made fit to be stored and shown: one line, cut short, unprintable characters marked."""
    line = "".join(char if is_printable(char) else "\ufffd" for char in " ".join(text.split()))
    return line if len(line) <= longest else f"{line[:longest]}…"


def letters(name: str) -> list[str]:
    """The letters as a reader sees them: marks, joiners and emoji parts stay with the letter before them."""
    if name.isascii() and name.isalnum():
        return list(name)
    found: list[str] = []
    for char in name:
        if found and (_joins(char) or found[-1].endswith("\u200d")):
            found[-1] += char
        else:
            found.append(char)
    return found


def _joins(char: str) -> bool:
    """Whether a character belongs to the letter before it: also the vowel and the last consonant of an old Korean
    syllable, and the voiced mark of half-width kana, which Unicode calls letters."""
    if unicodedata.category(char) in ("Mn", "Mc", "Me", "Cf", "Sk"):
        return True
    return "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7ff" or char in "\uff9e\uff9f"


def _is_ringed(name: str) -> bool:
    """Whether a name without a space is written in Han, Hangul or kana. One such letter is enough: a name in mixed
    scripts shows too little rather than too much."""
    return " " not in name and not name.isascii() and any(map(is_word_alone, name))


def is_word_alone(char: str) -> bool:
    """Whether this is a letter of Han, Hangul or kana: one of them can be a whole name."""
    return char.isalnum() and unicodedata.name(char, "").startswith(_RINGED_SCRIPTS)


def _short(name: str, shown: int) -> str:
    """With so many letters of the last name, or of the whole name where the others become rings. Any other name
    without a space stays whole, and so does one that is out of letters."""
    if _is_ringed(name):
        whole = letters(name)
        return "".join(whole[:shown]) + RING * len(whole[shown:])
    first, last = name.partition(" ")[0], letters(name.rpartition(" ")[2])
    if " " not in name or shown > len(last):
        return name
    return f"{first} {''.join(last[:shown])}" + ("." if shown < len(last) or shown == 1 else "")


def _look(short: str) -> str:
    return folded(short.rstrip("."))


def public_names(names: Iterable[str]) -> dict[str, str]:
    """Full name → first name and the last name's first letter, or 王○○ for 王小明; more letters where two would look
    alike.

    "Bob Li" and "Bob Li." do, and so do "Mia O." and "MIA O.": neither a dot nor a capital tells people apart.
    """
    shown = {name: (1, _short(name, 1)) for name in sorted(set(names))}
    for _ in range(LONGEST_NAME):
        looks = Counter(_look(short) for _, short in shown.values())
        alike = {name: number + 1 for name, (number, short) in shown.items() if looks[_look(short)] > 1}
        if not alike:
            break
        shown |= {name: (number, _short(name, number)) for name, number in alike.items()}
    return {name: short for name, (_, short) in shown.items()}


def marked_as_hidden(name: str) -> str:
    """What the event's staff read where the public reads "A player"."""
    return f"{name} (hidden)"


def may_look_alike(name: str, other: str) -> bool:
    """Whether two names may look alike once they are shortened: both keep their first letter, small or capital."""
    return folded(name)[:1] == folded(other)[:1]
