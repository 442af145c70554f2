"""An organiser at the board of one competition, and the tablets that speak to it."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

from django.utils import timezone

from scoring.actions import tablets
from scoring.models import Tablet
from scoring.web.tablet_messages import HereMessage, read_message
from tests.cast import Day
from tests.web import visitors
from tests.web.reading import read_page
from tournament.rules.travel_ids import number_told


def plain(html: str) -> str:
    """Without tags, and without the words for those who listen."""
    quiet = re.sub(r'<span class="unseen">.*?</span>', "", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", quiet)).split())


def _fields(form: str) -> dict[str, str]:
    inputs = [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag in re.findall(r"<input[^>]*>", form)]
    kept = [field for field in inputs if "name" in field and field.get("type") != "checkbox"]
    selects = re.findall(r'<select[^>]*name="([^"]*)"(.*?)</select>', form, re.DOTALL)
    chosen = {name: re.findall(r'<option value="([^"]*)"\s+selected', options) for name, options in selects}
    typed = {field["name"]: unescape(field.get("value", "")) for field in kept}
    return typed | {name: option[0] for name, option in chosen.items() if option}


class Office:
    """Opens the board's pages, and sends their forms."""

    def __init__(self, day: Day) -> None:
        self.day, self.client = day, visitors.organiser(day.event)
        competition = day.competition
        self.at = f"/organise/{competition.event.slug}/{competition.slug}/"

    def get(self, path: str = "board/", **headers: str) -> Any:
        return self.client.get(self.at + path, headers=headers)

    def page(self, path: str = "board/") -> str:
        answer = self.get(path)
        assert answer.status_code == 200, answer.status_code
        return read_page(answer)

    def text(self, path: str = "board/") -> str:
        return plain(self.page(path))

    def post(self, path: str, /, **typed: Any) -> Any:
        return self.client.post(self.at + path, typed)

    def form(self, path: str, button: str) -> str:
        """The form with this button."""
        forms: list[str] = re.findall(r"<form.*?</form>", self.page(path), re.DOTALL)
        found = [form for form in forms if f'value="{button}"' in form]
        assert found, f"no button {button}"
        return found[0]

    def fields(self, path: str, button: str) -> dict[str, str]:
        """What it would send if nothing were typed."""
        return _fields(self.form(path, button)) | {"do": button}

    def press(self, path: str, button: str, /, **typed: Any) -> Any:
        form = self.form(path, button)
        action = re.match(r'<form[^>]*action="([^"#]*)', form)
        address = unescape(action[1]) if action else self.at + path
        return self.client.post(address, _fields(form) | {"do": button} | typed)

    def cards(self, path: str = "board/") -> dict[str, str]:
        """Every table's card in words."""
        found = re.findall(r'<li class="board-table.*?</li>', self.page(path), re.DOTALL)
        words = [plain(card) for card in found]
        return {card.partition(" ")[0]: card.partition(" ")[2] for card in words}

    def panel(self) -> str:
        found = re.search(r'<aside class="board-side.*?</aside>', self.page(), re.DOTALL)
        assert found
        return plain(found[0])


def tablet(day: Day, number: int, *, ago: float = 0, device: str = "a", **says: Any) -> None:
    """A tablet at this table, heard so many seconds ago."""
    tablets.hear(day.pk, number, device)
    tablets.hear(day.pk, number, device, **read_message(HereMessage, says).report)
    at = timezone.now() - timedelta(seconds=ago)
    Tablet.objects.filter(competition=day.pk, number=number, device=device).update(heard_at=at)


def trouble(day: Day, table: int, hand: int, held: list[int | None], **more: Any) -> dict[str, Any]:
    """What a tablet says when its hand is not the one that is there; None for who went out."""
    entries = [number_told(seat.entry.travel_id) for seat in day.table(table).seats.order_by("number")]
    points = dict(zip(entries, held, strict=True))
    body = {
        "number": hand,
        "out": next((entry for entry, value in points.items() if value is None), None),
        "last_card": "",
        "held": {str(entry): value for entry, value in points.items() if value is not None},
        "late": False,
    }
    sentence = f"Hand {hand} is already recorded. Which one is right?"
    return {"request": "r-7", "hand": hand, "said": sentence, "theirs": {}, "mine": {}, "body": body, **more}
