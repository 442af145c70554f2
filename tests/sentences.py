"""Every sentence that people read, with its place: pages, mail, refusals, the log, paper, commands, scripts and docs.

    python -m tests.sentences [--no-lines] [WORDS]      or `make words`; WORDS lists only sentences that contain them

One line each: file, line, sentence, in the files' order. Without the lines' numbers two versions compare by `diff`.
What is put in stands in braces, what is said only sometimes in brackets: “Hand {number} is [saved|not saved]”.
In Python and scripts a text is listed if it has two words or one that begins with a capital; in modules whose name
ends in “words”, every text is.
"""

from __future__ import annotations

import argparse
import ast
import re
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.programs import PROJECT
from tests.prose_words import in_prose
from tests.template_words import in_mail, in_page

Place = tuple[int, str]
"""A line's number and the sentence that begins there."""

SOMETHING = "\ufffc"
"""Stands for what is put in, while a text is judged."""
CAPITAL_WORD = re.compile(r"\W*[A-Z][a-z’']*[a-z](?:-[a-z]+)*\W*")


@dataclass(frozen=True)
class Sentence:
    """One sentence, and where it begins."""

    file: str
    line: int
    text: str

    def written(self, *, with_line: bool) -> str:
        return f"{self.file}:{self.line}: {self.text}" if with_line else f"{self.file}: {self.text}"


def is_read(text: str) -> bool:
    """Whether people read this: two words, or one that begins with a capital."""
    if not re.search(r"[^\W\d_]{2}", text) or text == "use strict":
        return False
    return bool(re.search(r"\S\s+\S", text) or CAPITAL_WORD.fullmatch(text))


def one_line(text: str) -> str:
    return " ".join(text.split())


# Python


UNREAD_CALLS = {"cast", "compile", "execute", "fullmatch", "match", "search", "split", "strftime", "sub", "TypeVar"}
"""What is given to these is for the program alone."""


class PythonWords(ast.NodeVisitor):
    """The texts of one module. Docstrings, types and patterns are for readers of the code."""

    def __init__(self, *, every: bool) -> None:
        self.every = every
        self.found: list[Place] = []

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        self.visit(node.func)
        for given in [*node.args, *(keyword.value for keyword in node.keywords)]:
            if name not in UNREAD_CALLS or not isinstance(given, ast.Constant | ast.JoinedStr):
                self.visit(given)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.keep(node.lineno, node.value, node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        judged, shown = "", ""
        for part in node.values:
            text = part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else None
            judged += SOMETHING if text is None else text
            shown += ast.unparse(ast.JoinedStr([part]))[2:-1] if text is None else text
        if not self.keep(node.lineno, judged, shown):
            self.generic_visit(node)

    def keep(self, line: int, judged: str, shown: str) -> bool:
        read = is_read(judged) or (self.every and re.fullmatch(r"[^\d_]*[^\W\d_][^_]*", judged) is not None)
        if read:
            self.found.append((line, one_line(shown)))
        return read


def in_python(source: str, *, every: bool = False) -> list[Place]:
    words = PythonWords(every=every)
    words.visit(ast.parse(source))
    return words.found


# Scripts


SCRIPT_TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`"""
    r"""|(?<=[(=,:!&|?\[{};])[ ]?/(?![/*])(?:\\.|\[[^\]\n]*\]|[^/\\\n])+/""",
    re.DOTALL,
)
UNREAD_BEFORE = re.compile(
    r"(\b(class|className|key|d|viewBox|style)\s*[:=]|\b(closest|matches|querySelector(All)?|getElementById|from|import"
    r"|addEventListener|add|remove|toggle)\(?)\s*$"
)
"""What stands before a text that is for the browser alone."""


def in_script(source: str) -> list[Place]:
    """The texts of a script, comments and patterns left out."""
    found: list[Place] = []
    position = 0
    while token := SCRIPT_TOKEN.search(source, position):
        start, position = token.span()
        if token[0] == "`":
            position = _template_end(source, position)
        if token[0][0] in "\"'`" and not UNREAD_BEFORE.search(source, max(0, start - 40), start):
            line = source.count("\n", 0, start) + 1
            found += _said(source[start + 1 : position - 1], line, is_template=token[0] == "`")
    return found


def _said(text: str, line: int, *, is_template: bool) -> list[Place]:
    """A text of a script; if it only joins others, those."""
    parts = list(_parts(text)) if is_template else [(False, text)]
    if is_read("".join(SOMETHING if is_code else part for is_code, part in parts)):
        return [(line, one_line("".join(f"{{{part}}}" if is_code else part for is_code, part in parts)))]
    return [(line + later - 1, inner) for is_code, code in parts if is_code for later, inner in in_script(code)]


def _parts(text: str) -> Iterator[tuple[bool, str]]:
    """What a template literal says and, marked so, the code whose value it puts in."""
    begin = 0
    while (start := text.find("${", begin)) >= 0:
        end = _code_end(text, start + 2)
        yield False, text[begin:start]
        yield True, text[start + 2 : end - 1]
        begin = end
    yield False, text[begin:]


def _template_end(source: str, position: int) -> int:
    while position < len(source) and source[position] != "`":
        if source.startswith("${", position):
            position = _code_end(source, position + 2)
        else:
            position += 2 if source[position] == "\\" else 1
    return position + 1


def _code_end(source: str, position: int) -> int:
    """Behind the brace that ends what is put in."""
    depth = 1
    while depth and position < len(source):
        token = SCRIPT_TOKEN.match(source, position)
        if token:
            position = _template_end(source, token.end()) if token[0] == "`" else token.end()
            continue
        depth += {"{": 1, "}": -1}.get(source[position], 0)
        position += 1
    return position


# The list


def sentences_of(path: Path) -> list[Place]:
    """What people read in one file, by the kind of file it is."""
    source = path.read_text()
    match path.suffix:
        case ".py":
            return in_python(source, every=path.stem.endswith("words"))
        case ".js":
            return in_script(source)
        case ".html":
            return in_page(source)
        case ".md":
            return [(line, text) for line, text in in_prose(source) if is_read(text)]
    return in_mail(source)


DOCS = ("CONTRIBUTING.md", "README.md", "SECURITY.md")
"""The documentation outside its folder. The changes of former versions stay as they were told."""


def files(project: Path) -> Iterator[Path]:
    """Where sentences stand. Migrations are history, and what others wrote is theirs."""
    for room, kinds in (("scoring", "py"), ("static/js", "js"), ("templates", "html txt"), ("tournament", "py")):
        found = [path for kind in kinds.split() for path in (project / room).rglob(f"*.{kind}")]
        yield from sorted(path for path in found if "migrations" not in path.parts)
    docs = [*(project / "docs").glob("*.md"), *(project / name for name in DOCS)]
    yield from sorted(path for path in docs if path.exists())


def sentences(project: Path = PROJECT) -> Iterator[Sentence]:
    for path in files(project):
        for line, text in sorted(sentences_of(path), key=lambda place: place[0]):
            yield Sentence(path.relative_to(project).as_posix(), line, text)


def main(arguments: list[str] | None = None, project: Path = PROJECT) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="list only sentences that contain these, together and in any case")
    parser.add_argument("--no-lines", action="store_true", help="leave the lines’ numbers out, to compare two versions")
    given = parser.parse_args(arguments)
    looked_for = " ".join(given.words).casefold()
    for sentence in sentences(project):
        if looked_for in sentence.text.casefold():
            sys.stdout.write(sentence.written(with_line=not given.no_lines) + "\n")
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` stops listening early
    sys.exit(main())
