"""What a page of the documentation says: its headings, paragraphs, items and cells, without what is to be typed."""

from __future__ import annotations

import re
from collections.abc import Iterator

FENCE = re.compile(r"\s*```")
RULE = re.compile(r"[\s|:-]*")
BEGINS = re.compile(r"\s*([-*]|\d+\.|#+|>)\s+")
"""An item or a heading begins a sentence of its own."""


def in_prose(markdown: str) -> Iterator[tuple[int, str]]:
    """Each paragraph in one line; of a table each cell."""
    begun, words, is_code = 0, "", False
    for number, line in enumerate(markdown.splitlines(), 1):
        is_fence = FENCE.match(line) is not None
        is_code ^= is_fence
        begins = BEGINS.match(line)
        is_prose = not (is_fence or is_code or RULE.fullmatch(line))
        is_row = line.lstrip().startswith("|")
        if words and (begins or is_row or not is_prose):
            yield begun, words
            words = ""
        if is_row and is_prose:
            yield from ((number, cell.strip()) for cell in line.strip().strip("|").split("|"))
        elif is_prose and line.strip():
            text = line[begins.end() :] if begins else line.strip()
            begun, words = (begun, f"{words} {text}") if words else (number, text)
    if words:
        yield begun, words
