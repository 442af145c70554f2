"""Which rules of the styles no page uses, measured in Chromium over every page, stage and size of tests.page_pictures.

    python -m tests.style_coverage [--only WORDS]       takes some minutes; lists sheet, line and selector

A rule counts as used when it matched an element once. What waits for a hand or for paper is listed apart. The walk
does not reach every state of a page: before you delete a rule, look for what could bring it about.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, CDPSession, Page

from tests import page_pictures
from tests.programs import PROJECT

SHEETS = PROJECT / "static" / "css"
WAITING = re.compile(r":(hover|focus|active|target|checked|disabled|invalid|user-invalid|open|modal|visited)|::|@print")
"""Selectors of a state in which nobody is while the pages are walked."""

LARGE_LETTERS, PHONE_ON_ITS_SIDE = (300, 640), (844, 390)
"""Letters that are twice as large leave a page as much room as a phone of this width does."""
EVERY_SIZE = sorted(
    {LARGE_LETTERS, PHONE_ON_ITS_SIDE, *(size for sizes in page_pictures.SIZES.values() for size in sizes)}
)
UNFOLD = "document.querySelectorAll('details').forEach(part => { part.open = true; })"


@dataclass(frozen=True)
class StyleRule:
    """One rule of a sheet: where its braces stand, and what it is for."""

    line: int
    start: int
    end: int
    selector: str


@dataclass
class CoverageWatch:
    """What one page used, by sheet: the places where rules begin and end."""

    session: CDPSession
    sheets: dict[str, str]

    @classmethod
    def over(cls, page: Page) -> CoverageWatch:
        watch = cls(page.context.new_cdp_session(page), {})
        watch.session.on("CSS.styleSheetAdded", watch.hear)
        watch.session.send("DOM.enable")
        watch.session.send("CSS.enable")
        watch.session.send("CSS.startRuleUsageTracking")
        return watch

    def hear(self, event: dict[str, Any]) -> None:
        header = event["header"]
        name = PurePosixPath(urlsplit(header["sourceURL"]).path).name
        self.sheets[header["styleSheetId"]] = re.sub(r"\.[0-9a-f]{12}(?=\.css$)", "", name)

    def used(self) -> Iterator[tuple[str, int]]:
        for rule in self.session.send("CSS.takeCoverageDelta")["coverage"]:
            if rule["used"]:
                yield self.sheets.get(rule["styleSheetId"], ""), int(rule["endOffset"])


def rules_in(text: str) -> list[StyleRule]:
    """Every rule that gives values, also inside @media and the like. Comments keep their place as spaces."""
    bare = re.sub(r"/\*.*?\*/", lambda comment: re.sub(r"[^\n]", " ", comment[0]), text, flags=re.DOTALL)
    found, heads, begin = [], [], 0
    for brace in re.finditer(r"[{};]", bare):
        if brace[0] == "{":
            heads.append((begin, " ".join(bare[begin : brace.start()].split())))
        elif brace[0] == "}":
            start, head = heads.pop()
            around = " ".join(outer for _, outer in heads)
            if not head.startswith("@") and "@keyframes" not in around:
                selector = f"@print {head}" if "print" in around else head
                start += len(bare[start:]) - len(bare[start:].lstrip())
                found.append(StyleRule(bare.count("\n", 0, start) + 1, start, brace.end(), selector))
        begin = brace.end()
    return found


def measure(only: str) -> dict[str, set[int]]:
    """Where rules end that some page used, by sheet."""
    used: dict[str, set[int]] = defaultdict(set)
    for browser, _stage, shot, client in page_pictures.walk(only):
        for sheet, end in _used_by(browser, shot, client):
            used[sheet].add(end)
    return used


def _used_by(browser: Browser, shot: page_pictures.Shot, client: Any) -> set[tuple[str, int]]:
    """What one page uses at the sizes of its visitors, and then at any, with all that unfolds."""
    watches: list[CoverageWatch] = []

    def watch(page: Page) -> None:
        watches.append(CoverageWatch.over(page))

    used: set[tuple[str, int]] = set()
    for page, *_ in page_pictures.at_every_size(browser, shot, client, before=watch):
        used |= set(watches[0].used())
        page.evaluate(UNFOLD)
        for width, height in EVERY_SIZE:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(page_pictures.TWO_FRAMES)
        used |= set(watches[0].used())
    return used


def unused(used: dict[str, set[int]]) -> Iterator[tuple[str, StyleRule]]:
    """What no page used, sheet by sheet."""
    for sheet in sorted(SHEETS.glob("*.css")):
        for rule in rules_in(sheet.read_text()):
            if not any(rule.start < end <= rule.end + 1 for end in used[sheet.name]):
                yield sheet.name, rule


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="pages whose stage and name contain this")
    only = parser.parse_args().only
    page_pictures.set_up()
    found = list(unused(measure(only)))
    waiting = [(sheet, rule) for sheet, rule in found if WAITING.search(rule.selector)]
    for title, rules in (("used by no page", [rule for rule in found if rule not in waiting]), ("waiting", waiting)):
        sys.stdout.write(f"\n{len(rules)} rules {title}\n")
        sys.stdout.writelines(f"{sheet}:{rule.line} {rule.selector}\n" for sheet, rule in rules)
    return 0


if __name__ == "__main__":
    sys.exit(main())
