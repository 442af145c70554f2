"""The entries board as a browser sees it: cards by group, the open form, and sending it as it stands."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.test import Client

from tests.cast import Day
from tests.web.reading import read_page

HTMX = {"HX-Request": "true", "HX-Boosted": "true"}


class BoardPage:
    """An organiser at the board of a day's competition."""

    def __init__(self, day: Day, client: Client) -> None:
        self.day, self.client = day, client
        competition = day.competition
        self.at = f"/organise/{competition.event.slug}/{competition.slug}/"
        self.answer: Any = None

    def open(self, path: str = "", **headers: str) -> BoardPage:
        self.answer = self.client.get(self.at + path, headers=headers)
        return self

    def send(self, path: str, headers: dict[str, str] | None = None, **typed: str) -> BoardPage:
        self.answer = self.client.post(self.at + path, typed, headers=headers or {})
        return self

    @property
    def text(self) -> str:
        return unescape(read_page(self.answer))

    @property
    def cards(self) -> dict[str, list[str]]:
        """Each group with the lines of its card: word and name."""
        found = {}
        for card in re.findall(r"<li id=\"group-.*?</li>", self.text, re.DOTALL):
            group = re.search(r"<h2.*?<bdi>(.*?)</bdi>", card)
            lines = re.findall(r'<p class="spot"><span>(.*?)</span>(.*?)</p>', card, re.DOTALL)
            found[group[1] if group else ""] = [f"{word}: {plain(rest)}" for word, rest in lines]
        return found

    @property
    def trouble(self) -> str:
        found = re.search(r'class="trouble-words">(.*?)</p>', self.text, re.DOTALL)
        return plain(found[1]) if found else ""

    def fields(self, action: str) -> dict[str, str]:
        """What the form to this address would send if nothing were typed."""
        form = re.search(rf'<form[^>]*action="{re.escape(action)}".*?</form>', read_page(self.answer), re.DOTALL)
        assert form, f"no form to {action}"
        inputs = [dict(re.findall(r'(\w+)="([^"]*)"', tag)) for tag in re.findall(r"<input[^>]*>", form[0])]
        return {field["name"]: unescape(field.get("value", "")) for field in inputs}


def plain(html: str) -> str:
    """Without tags, and without the words for those who listen."""
    return " ".join(re.sub(r"<[^>]*>", " ", re.sub(r'<span class="unseen">.*?</span>', "", html)).split())
