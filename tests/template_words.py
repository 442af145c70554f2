"""What a template says to people: its text, sentence by sentence, and the attributes that are seen or heard."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from django.template.base import DebugLexer, TokenType

INLINE = {"a", "abbr", "b", "bdi", "code", "em", "i", "kbd", "mark", "q", "s", "small", "span", "strong", "sub", "sup"}
INLINE |= {"time", "var", "output", "data", "wbr"}
"""Elements that a sentence goes through."""
UNSEEN = {"script", "style"}
SEEN = {"alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext", "hx-confirm", "label"}
SEEN |= {"placeholder", "title"}
"""Attributes that people see or hear; of `data-…` and `content`, those with words."""
WORDS = re.compile(r"[^\W\d_]{2,}[^\s\w]*\s+[\w“‘(]")

FIRST_MARK = 0xF0000
"""Each tag of a template stands as one character of its own while the page is read."""
OPEN, OTHER, CLOSE, BREAK, JOIN = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"
SIGNS = {"if": OPEN, "for": OPEN, "ifchanged": OPEN, "elif": OTHER, "else": OTHER, "empty": OTHER}
SIGNS |= {"endif": CLOSE, "endfor": CLOSE, "endifchanged": CLOSE}
SIGNS |= dict.fromkeys(("block", "endblock", "partialdef", "endpartialdef", "include", "part", "partial"), BREAK)
SHOWN = {"seat", "firstof", "url"}
"""Tags that put something into a sentence."""

Spot = tuple[str, int]
"""A character, or what is put in, and the line on which it stands."""


class PageWords(HTMLParser):
    """The sentences of one page. What its tags say stands in `marks`."""

    def __init__(self, marks: dict[str, str]) -> None:
        super().__init__(convert_charrefs=True)
        self.marks = marks
        self.spots: list[Spot] = []
        self.found: list[tuple[int, str]] = []
        self.unseen = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unseen = tag in UNSEEN
        if tag not in INLINE:
            self.finish()
        begin = self.get_starttag_text() or ""
        names = {_plain(name): value or "" for name, value in attrs}
        for name, value in names.items():
            if self._is_seen(tag, name, names) or (name.startswith("data-") and WORDS.search(value)):
                self.found += _sentences(self.spots_of(value, begin.count("\n", 0, begin.lower().find(f"{name}="))))

    @staticmethod
    def _is_seen(tag: str, name: str, names: dict[str, str]) -> bool:
        if name == "content":
            return bool(WORDS.search(names[name])) and names.get("name") != "viewport"
        is_button = tag == "input" and names.get("type") in ("submit", "button", "reset")
        return name in SEEN or (name == "value" and is_button)

    def handle_endtag(self, tag: str) -> None:
        self.unseen = False
        if tag not in INLINE:
            self.finish()

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.spots += self.spots_of(data)

    def finish(self) -> None:
        self.found += _sentences(self.spots)
        self.spots = []

    def spots_of(self, text: str, lines_before: int = 0) -> list[Spot]:
        line, spots = self.getpos()[0] + lines_before, []
        for character in text:
            spots.append((self.marks.get(character, character), line))
            line += character == "\n"
        return spots


def in_page(source: str) -> list[tuple[int, str]]:
    """The sentences of a template, each with the line on which it begins."""
    marked, marks, found = _marked(source)
    page = PageWords(marks)
    page.feed(marked)
    page.close()
    page.finish()
    return sorted(found + page.found, key=lambda place: place[0])


def in_mail(source: str) -> list[tuple[int, str]]:
    """The sentences of a mail, paragraph by paragraph."""
    marked, marks, found = _marked(source)
    line = 1
    for paragraph in re.split(r"(\n\s*\n)", marked):
        found += [(line + later - 1, text) for later, text in _sentences(PageWords(marks).spots_of(paragraph))]
        line += paragraph.count("\n")
    return found


def _marked(source: str) -> tuple[str, dict[str, str], list[tuple[int, str]]]:
    """The template with a mark for each tag, what the marks mean, and the sentences that stand inside tags."""
    marks: dict[str, str] = {}
    found: list[tuple[int, str]] = []
    marked, is_comment = "", False
    for token in DebugLexer(source).tokenize():
        start, end = token.position or (0, 0)
        name = token.contents.split(" ")[0]
        if token.token_type is TokenType.TEXT and not is_comment:
            marked += source[start:end]
            continue
        if token.token_type is TokenType.BLOCK and name in ("comment", "endcomment"):
            is_comment = name == "comment"
        mark = chr(FIRST_MARK + len(marks))
        meaning = JOIN if source[start:end] == "{##}" else _meaning(token.token_type, name, token.contents)
        marks[mark] = "" if is_comment else meaning
        marked += mark + "\n" * source.count("\n", start, end)
        if token.token_type is TokenType.BLOCK and not is_comment:
            line = token.lineno or 1
            found += [(line, text) for text in re.findall(r'"([^"]*)"', token.contents) if _is_said(text)]
    return marked, marks, found


def _meaning(kind: TokenType, name: str, contents: str) -> str:
    if kind is TokenType.VAR:
        return f"{{{contents}}}"
    if kind is TokenType.BLOCK:
        return SIGNS.get(name) or (f"{{{contents}}}" if name in SHOWN else "")
    return ""


def _is_said(text: str) -> bool:
    """Whether a text inside a tag is for people: two words, or one that begins with a capital."""
    return bool(WORDS.search(text) or re.fullmatch(r"[A-Z][a-z]+\W*", text))


def _plain(name: str) -> str:
    return "".join(character for character in name if ord(character) < FIRST_MARK)


def _sentences(spots: list[Spot]) -> list[tuple[int, str]]:
    """Cut where a branch begins or ends that reaches beyond this text; the other branches stand in brackets."""
    cuts, opened = set(), []
    for place, (text, _) in enumerate(spots):
        if text == OPEN:
            opened.append([place])
        elif text == BREAK:
            cuts |= {place, *(spot for branch in opened for spot in branch)}
            opened = []
        elif text == OTHER and opened:
            opened[-1].append(place)
        elif text == CLOSE and opened:
            opened.pop()
        elif text in (OTHER, CLOSE):
            cuts.add(place)
    cuts |= {place for branch in opened for place in branch}
    ends = [*sorted(cuts), len(spots)]
    begins = [0, *(cut + 1 for cut in sorted(cuts))]
    pieces = [_piece(spots[begin:end]) for begin, end in zip(begins, ends, strict=True)]
    return [piece for piece in pieces if piece is not None]


def _piece(spots: list[Spot]) -> tuple[int, str] | None:
    """One sentence on one line, if anything is said in it."""
    lines = [line for text, line in spots if len(text) == 1 and text.isalpha()]
    if not lines:
        return None
    text = "".join({OPEN: "[", OTHER: "|", CLOSE: "]"}.get(text, text) for text, _ in spots)
    text = re.sub(rf"\s*{JOIN}\s*", "", text)
    while (shorter := re.sub(r"\[[\s|]*\]", "", text)) != text:
        text = shorter
    return lines[0], " ".join(text.split())
