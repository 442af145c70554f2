"""Reading one JSON value as what it should be. Every problem is noted with its place and reading goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias, TypeVar

from .found import Discrepancy, Place

T = TypeVar("T")

LARGEST_NUMBER = 10**9
MOST_PROBLEMS = 100
CODE = re.compile(r"[!-~]{1,40}")
DIGEST = re.compile(r"[0-9a-f]{64}")
SALT = re.compile(r"[0-9a-fA-F]{64}")


Keys: TypeAlias = "tuple[Keys, object] | None"
"""The keys from a place to a value, last first."""


class Value:
    """A value of the file and where it stands: the round, table, seat or hand, and the keys from there.

    Most values are as they should be, so the keys are put into words only for those that are not.
    """

    __slots__ = ("base", "keys", "problems", "raw")

    def __init__(self, raw: object, base: Place, keys: Keys, problems: list[Discrepancy]) -> None:
        self.raw = raw
        self.base = base
        self.keys = keys
        self.problems = problems

    def problem(self, sentence: str) -> None:
        """Note what is wrong here; the first hundred notes are enough for anybody."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(self.base.at(part=path(self.keys)).says(sentence))

    def wrong(self, should: str) -> None:
        """Note that this value should be something else."""
        self.problem(f"{should}, the record says {shown(self.raw)}.")

    def fields(self, *names: str, optional: tuple[str, ...] = ()) -> dict[str, Value]:
        """The values of an object that has exactly these keys; what is missing is read without further complaint."""
        if not isinstance(self.raw, dict):
            self.wrong("This should be an object")
            return {name: self._nothing() for name in names}
        for key in self.raw:
            if key not in names and key not in optional:
                self._child(key, self.raw[key]).wrong("There is no such key in a record")
        return {name: self._field(self.raw, name) for name in names}

    def _field(self, raw: dict[str, object], name: str) -> Value:
        if name in raw:
            return self._child(name, raw[name])
        self._child(name, None).problem("This key is missing.")
        return self._nothing()

    def _child(self, name: object, raw: object) -> Value:
        return Value(raw, self.base, (self.keys, name), self.problems)

    def _nothing(self) -> Value:
        return Value(None, self.base, None, [])

    def items(self) -> list[Value]:
        """The values of a list."""
        if not isinstance(self.raw, list):
            self.wrong("This should be a list")
            return []
        return [self._child(n, raw) for n, raw in enumerate(self.raw)]

    def counted(self, word: str) -> list[Value]:
        """The rounds, tables, seats or hands of a list: each stands at the place of its own number."""
        return [
            Value(value.raw, replace(self.base, **{word: n}), None, self.problems)  # type: ignore[arg-type]
            for n, value in enumerate(self.items(), start=1)
        ]

    def mapping(self) -> dict[str, Value]:
        """The values of an object whose keys are free."""
        if not isinstance(self.raw, dict):
            self.wrong("This should be an object")
            return {}
        values = {key: self._child(key, raw) for key, raw in self.raw.items()}
        for key, value in values.items():
            if not is_text(key):
                value.wrong("A key should be text that UTF-8 can write")
        return values

    def whole(self, low: int = 0, high: int = LARGEST_NUMBER) -> int:
        """A whole number; true, 1.0 and “1” are none."""
        if isinstance(self.raw, int) and not isinstance(self.raw, bool) and low <= self.raw <= high:
            return self.raw
        highest = "a billion" if high == LARGEST_NUMBER else high
        self.wrong(f"This should be a whole number from {low} to {highest}")
        return low

    def number(self, expected: int | None) -> int:
        """The number of a round, table, seat or hand: they count 1, 2, 3 … without gaps."""
        found = self.whole(low=1)
        if expected is not None and found != expected:
            self.wrong(f"The number here should be {expected}")
        return found

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.raw, bool):
            self.wrong("This should be true or false")
        return self.raw is True

    def text(self) -> str:
        """Any text that UTF-8 can write down."""
        if isinstance(self.raw, str) and is_text(self.raw):
            return self.raw
        self.wrong("This should be text that UTF-8 can write")
        return ""

    def one_of(self, *names: str) -> str:
        """One of a few words."""
        if isinstance(self.raw, str) and self.raw in names:
            return self.raw
        self.wrong(f"This should be one of {', '.join(names)}")
        return names[0]

    def matching(self, pattern: re.Pattern[str], what: str) -> str:
        """Text of a certain form."""
        if isinstance(self.raw, str) and pattern.fullmatch(self.raw):
            return self.raw
        self.wrong(f"This should be {what}")
        return ""

    def code(self) -> str:
        """The code of an entry or a group: “Codes are compared as ASCII text”."""
        return self.matching(CODE, "a code in ASCII")

    def digest(self) -> str:
        """A SHA-256 in hex."""
        return self.matching(DIGEST, "64 hex digits")

    def maybe(self, read: Callable[[Value], T]) -> T | None:
        """Null, or what `read` makes of it."""
        return None if self.raw is None else read(self)

    def each(self, read: Callable[[Value], T]) -> tuple[T, ...]:
        """Every item of a list."""
        return tuple(read(value) for value in self.items())


def is_text(raw: object) -> bool:
    """Half a surrogate pair can be written in JSON, but in no UTF-8."""
    try:
        return isinstance(raw, str) and bool(raw.encode() or True)
    except UnicodeEncodeError:
        return False


def path(keys: Keys) -> str:
    """The keys as they are read: `draw.swaps[0].why`."""
    words = ""
    while keys is not None:
        keys, key = keys
        words = (f"[{key}]" if isinstance(key, int) else f".{printable(key)}") + words
    return words.removeprefix(".")


def printable(raw: object) -> str:
    """Text from the file as it may be printed anywhere: ASCII, without line ends, short."""
    if not isinstance(raw, str):
        return "?"
    if len(raw) <= 40 and raw.isascii() and raw.isprintable():
        return raw
    text = raw[:40].encode("unicode_escape").decode("ascii")
    return text if len(raw) <= 40 else f"{text}..."


def shown(raw: object) -> str:
    """A value as it is named in a sentence, short whatever it is."""
    if raw is None or isinstance(raw, bool):
        return {None: "null", True: "true", False: "false"}[raw]
    if isinstance(raw, int):
        return str(raw) if raw.bit_length() < 64 else "a huge number"
    if isinstance(raw, float):
        return repr(raw)
    if isinstance(raw, str):
        return f'"{printable(raw)}"'
    if isinstance(raw, dict):
        return "an object"
    return "a list" if isinstance(raw, list) else "something else"
