"""What is too long is refused in words, with all that was typed still there; no field cuts what is pasted into it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any, Final

import pytest
from django.test import Client

from tests.cast import Day
from tests.photographs import once
from tests.programs import PROJECT
from tests.web.reading import read_page
from tests.web.test_new_event import text_of
from tests.web.visitors import keeper
from tournament.actions import screens, slides
from tournament.models import Group, Screen, Slide

pytestmark = pytest.mark.django_db

FIELD: Final = re.compile(r'<(?:input|textarea)\b(?:"(?:\{%.*?%\}|\{\{.*?\}\}|[^"])*"|[^>"])*>', re.DOTALL)


def test_only_fields_of_digits_and_searches_have_an_end():
    """A browser cuts what is pasted into a field with `maxlength`, and says nothing."""
    files = [*(PROJECT / "templates").rglob("*.html"), *(PROJECT / "static" / "js").rglob("*.js")]
    ends = [(file.name, field) for file in files for field in FIELD.findall(file.read_text()) if "maxlength" in field]
    assert [end for end in ends if 'type="search"' not in end[1] and 'inputmode="numeric"' not in end[1]] == []
    assert not any("maxLength" in file.read_text() for file in files) and len(ends) > 10


class Forms(HTMLParser):
    """The forms of a page, as a browser would send them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: list[tuple[str, dict[str, str], dict[str, str]]] = []
        self.area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.sent.append((about.get("action", ""), {}, {}))
        if not self.sent or "name" not in about or tag not in ("input", "textarea", "button"):
            return
        _, fields, ids = self.sent[-1]
        is_chosen = about.get("type") not in ("radio", "checkbox") or "checked" in about
        if not is_chosen or about["name"] in ("look", "groups"):
            return
        typed = "correct horse battery" if about.get("type") == "password" else ""
        fields.setdefault(about["name"], about.get("value", typed))
        ids[about.get("id", "")] = about["name"]
        self.area = about["name"] if tag == "textarea" else ""

    def handle_endtag(self, tag: str) -> None:
        self.area = "" if tag == "textarea" else self.area

    def handle_data(self, data: str) -> None:
        if self.area:
            self.sent[-1][1][self.area] += data


def type_into(client: Client, path: str, field: str, words: str) -> Any:
    """Open the page, type into the field with this id, and press the first button of its form."""
    found = next(form for form in Forms(read_page(client.get(path))).sent if field in form[2])
    chosen = {"why": "other"} if field.endswith("-note") else {}
    return client.post(found[0] or path, found[1] | chosen | {found[2][field]: words})


def _with_slide_and_screen() -> Day:
    day = Day("syg").people(8).until("running")
    slides.add_slide(by=day.mc, event=day.event, title="Lunch", text="At one")
    screens.open_screen("one")
    day.hand(1, [0, 10, 20, 30])
    return day


STAGES: Final[dict[str, Callable[[], Day]]] = {
    "open": lambda: Day("syg").people(4),
    "closed": lambda: Day("syg").people(4).until("entries closed"),
    "sealed": lambda: Day("syg").people(4).until("sealed"),
    "running": _with_slide_and_screen,
}
EVENT: Final = "/organise/youth-weekend/"
UNO: Final = f"{EVENT}uno-open/"
SCREENS: Final = "/mc/youth-weekend/screens/"
FIELDS: Final = [
    ("open", f"{EVENT}settings/", "name", 81),
    ("open", f"{EVENT}settings/", "place", 81),
    ("open", f"{EVENT}copy/", "name", 81),
    ("open", f"{EVENT}groups/{{group}}/", "name", 81),
    ("open", f"{UNO}settings/", "name", 81),
    ("open", f"{UNO}settings/", "card-name-1", 31),
    ("open", "/organise/new/", "name", 81),
    ("open", "/organise/new/club-night/", "name", 81),
    ("open", "/account/", "sign_in", 81),
    ("closed", f"{UNO}reopen/", "why-note", 201),
    ("sealed", f"{UNO}draw/", "public", 201),
    ("sealed", f"{UNO}draw/", "because-note", 201),
    ("running", SCREENS, "title-new", 81),
    ("running", SCREENS, "text-new", 601),
    ("running", SCREENS, "title-{slide}", 81),
    ("running", SCREENS, "text-{slide}", 601),
    ("running", SCREENS, "name-{screen}", 41),
    ("running", SCREENS, "rules-text", 601),
    ("running", f"{UNO}board/1/hands/1/", "why-delete-note", 201),
]


@pytest.mark.parametrize(("stage", "path", "field", "length"), FIELDS, ids=lambda value: str(value))
def test_what_is_too_long_is_refused_and_still_there(stage, path, field, length):
    once((stage, "too long"), STAGES[stage])
    about = {
        "group": Group.objects.earliest("pk").pk,
        "slide": next(iter(Slide.objects.values_list("pk", flat=True)), 0),
        "screen": next(iter(Screen.objects.values_list("pk", flat=True)), 0),
    }
    words = "Wörter-" * 100
    words = words[: length - 1] + "."
    answer = type_into(keeper(), path.format(**about), field.format(**about), words)
    assert answer.status_code == 422
    assert words in read_page(answer)
    assert re.search(r"(can have|has at most|characters at most|up to) |\d+ characters", text_of(answer))
