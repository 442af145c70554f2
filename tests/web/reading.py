"""How tests read a page: in one line, without the line breaks and the indentation that only its template needs."""

from __future__ import annotations

import re
from typing import Any

TAG = re.compile(r"(</?[a-z][^>]*>)")
AS_TYPED = re.compile(r"(?<=>)([^<]*</(?:textarea|pre)>)")
NOT_SEEN = re.compile(r"(<[a-z][^>]*>|</(?:p|h\d|li|d[dt]|t[dhr]|div)>) | (?=</)")


WAITING = re.compile(r"<template\b.*?</template>", re.DOTALL)


def read_page(answer: Any) -> str:
    """What was answered; a page in one line, without what only a script may put on it later."""
    text: str = answer.getvalue().decode()
    return in_one_line(seen_at_first(text)) if answer.get("Content-Type", "").startswith("text/html") else text


def seen_at_first(html: str) -> str:
    """The same page without its templates."""
    return WAITING.sub("", html)


def in_one_line(html: str) -> str:
    """The same page, as a test quotes it: `<p>Hand <b>3</b></p>`, over however many lines the template writes it.

    What somebody typed, in a field of one line or of several, stays as it is.
    """
    return "".join(part if n % 2 else _joined(part) for n, part in enumerate(AS_TYPED.split(html))).strip()


def _joined(html: str) -> str:
    parts = [_one_line_tag(part) if n % 2 else re.sub(r"\s+", " ", part) for n, part in enumerate(TAG.split(html))]
    return NOT_SEEN.sub(r"\1", "".join(parts))


def _one_line_tag(tag: str) -> str:
    return re.sub(r'("[^"]*")|\s+(>?)', lambda found: found[1] or found[2] or " ", tag)
