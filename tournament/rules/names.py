"""People's names: what is accepted, and what the public sees (RULES 5)."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Final

from tournament.rules.errors import EntryRefused

LONGEST: Final = 80
_REFUSED: Final = {"Cc", "Cn", "Cs", "Co", "Zl", "Zp"}
_INVISIBLE: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
"""Characters without width or meaning, left behind by copying; with them two names would look the same."""
ANONYMOUS: Final = "A player"
"""What the public calls somebody who is hidden."""
_BIDI: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(text: str, what: str = "A name") -> str:
    """The name as it is stored: spaces tidied, NFC; refused when empty, too long or with unprintable characters."""
    name = " ".join(unicodedata.normalize("NFC", text).translate(_INVISIBLE).split())
    if not name or all(unicodedata.category(c) in ("Cf", "Mn") for c in name):
        raise EntryRefused(f"{what} is missing.")
    if len(name) > LONGEST:
        raise EntryRefused(f"{what} can have {LONGEST} characters; this one has {len(name)}.")
    if not is_printable(name):
        raise EntryRefused(f"{what} holds characters that cannot be written or printed. Type it again.")
    return name


def is_printable(text: str) -> bool:
    """Whether it can be stored, written and printed: no control characters, no lone halves, nothing that
    is no character at all, no turned directions."""
    return not any(unicodedata.category(c) in _REFUSED or c in _BIDI for c in text)


def folded(name: str) -> str:
    """By which two names are the same: small letters or capitals of any script, with or without what nobody sees."""
    return "".join(char for char in name if unicodedata.category(char) != "Cf").casefold()


def is_respelt(before: str, after: str) -> bool:
    """Whether this is the same person's name, mended: other signs, accents and capitals, a last name added, or one slip
    in a word. Anything else is somebody else, as far as anybody can tell from here."""
    a, b = _words(before), _words(after)
    if not a or not b:
        return False
    return "".join(a) == "".join(b) or all(_one_slip(x, y) for x, y in zip(a, b, strict=False))


def _words(name: str) -> list[str]:
    """Letters and digits, without accents; the marks of other scripts are vowels, and stay."""
    chars = [char for char in unicodedata.normalize("NFKD", name).casefold() if not "\u0300" <= char <= "\u036f"]
    words = "".join(chars).split()
    letters = ("".join(c for c in word if c.isalnum() or unicodedata.category(c).startswith("M")) for word in words)
    return [word for word in letters if word]


def _one_slip(a: str, b: str) -> bool:
    """One letter more, less or other, or two exchanged; never the first, nor in a short word: Tim, Tom and Jim are
    three people."""
    if a[:1] != b[:1]:
        return False
    long = max(len(a), len(b)) > 3
    while a[:1] == b[:1] and a:
        a, b = a[1:], b[1:]
    while a[-1:] == b[-1:] and a:
        a, b = a[:-1], b[:-1]
    return a == b or (long and len(a) <= 1 >= len(b)) or (len(a) == 2 and a == b[::-1])


def shown(text: str, longest: int = 60) -> str:
    """Whatever somebody sent, fit to be stored and shown: one line, cut short, unprintable characters marked."""
    line = "".join(char if is_printable(char) else "\ufffd" for char in " ".join(text.split()))
    return line if len(line) <= longest else f"{line[:longest]}…"


def _letters(name: str) -> list[str]:
    """The letters as a reader sees them: marks, joiners and emoji parts stay with the letter before them."""
    letters: list[str] = []
    for char in name:
        joins = unicodedata.category(char) in ("Mn", "Mc", "Me", "Cf", "Sk")
        if letters and (joins or letters[-1].endswith("\u200d")):
            letters[-1] += char
        else:
            letters.append(char)
    return letters


def _short(name: str, letters: int) -> str:
    """With so many letters of the last name; a name without a space, or out of letters, stays whole."""
    first, last = name.partition(" ")[0], _letters(name.rpartition(" ")[2])
    if " " not in name or letters > len(last):
        return name
    return f"{first} {''.join(last[:letters])}" + ("." if letters < len(last) or letters == 1 else "")


def public_names(names: Iterable[str]) -> dict[str, str]:
    """Full name → first name and the last name's first letter; more letters where two would look alike.

    "Bob Li" and "Bob Li." do: a dot tells nobody in a hall apart.
    """
    shown = {name: (1, _short(name, 1)) for name in sorted(set(names))}
    for _ in range(LONGEST):
        looks = Counter(short.rstrip(".") for _, short in shown.values())
        alike = {name: letters + 1 for name, (letters, short) in shown.items() if looks[short.rstrip(".")] > 1}
        if not alike:
            break
        shown |= {name: (letters, _short(name, letters)) for name, letters in alike.items()}
    return {name: short for name, (_, short) in shown.items()}


def marked_as_hidden(name: str) -> str:
    """What the event's staff read where the public reads "A player"."""
    return f"{name} (hidden)"


def share_first_name(name: str, other: str) -> bool:
    """Whether two names may look alike once they are shortened."""
    return name.partition(" ")[0] == other.partition(" ")[0]
