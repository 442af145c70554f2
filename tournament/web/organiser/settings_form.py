"""What a form for settings holds, text as it was typed, and what becomes of it.

    typed = typed_from(settings)        a form shows these settings
    typed = typed_in(request.POST)      somebody typed this
    choices(typed)                      for `Settings.change`; refused in words where that cannot be

What is typed is never lost: a refused form shows it again as it was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict

from tournament.rules.errors import SettingsRefused
from tournament.rules.presets import SWITCHES, Settings
from tournament.web.forms import Trouble
from tournament.web.organiser.settings_fields import FIELDS, LABELS, NEEDED, SECTIONS, USUAL, Field
from tournament.words import minutes

Typed = dict[str, Any]

MOST_CARDS: Final = 20
LONGEST_CARD: Final = 30
FREE_LINES: Final = 2


def typed_from(settings: Settings) -> Typed:
    """What a form shows of these settings."""
    typed = {field.name: _text(field, getattr(settings, field.name)) or USUAL.get(field.name, "") for field in FIELDS}
    cards = [
        {"name": name, "points": str(card["points"]), "count": str(card["count"])}
        for name, card in settings.extra_cards.items()
    ]
    return typed | {"switches": list(settings.switches), "cards": cards}


def _text(field: Field, value: Any) -> str:
    if value is None or value == "":
        return ""
    if field.kind == "yes":
        return "1" if value else ""
    if field.kind == "minutes":
        whole, rest = divmod(int(value), 60)
        return f"{whole}:{rest:02}" if rest else str(whole)
    return str(value)


def typed_in(post: QueryDict) -> Typed:
    """What somebody typed, as it is."""
    rows = zip(*(post.getlist(f"card_{part}") for part in ("name", "points", "count")), strict=False)
    cards = [dict(zip(("name", "points", "count"), row, strict=True)) for row in rows if any(map(str.strip, row))]
    return {field.name: post.get(field.name, "") for field in FIELDS} | {
        "switches": [switch[:40] for switch in post.getlist("switches")[: len(SWITCHES)]],
        "cards": cards[: MOST_CARDS + 1],
    }


# From what a form holds to choices


def choices(typed: Typed) -> dict[str, Any]:
    """Every choice, for `Settings.change`. What does not matter with the others is left at its usual."""
    said: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for field in FIELDS:
        try:
            said[field.name] = _value(field, typed)
        except SettingsRefused as error:
            wrong[field.name] = str(error)
    if wrong:
        first = next(iter(wrong))
        raise SettingsRefused(wrong[first], first, wrong)
    if said["clock"] is None:
        said["warning"] = None
    return said | {"switches": list(typed["switches"]), "extra_cards": _cards(typed["cards"])}


def matters(field: Field, typed: Typed) -> bool:
    """Whether this setting means anything beside the others."""
    return field.only is None or typed[field.only[0]] == field.only[1]


def _value(field: Field, typed: Typed) -> Any:
    text = str(typed[field.name]).strip()
    if not matters(field, typed):
        return field.otherwise
    if field.kind == "yes":
        return bool(text)
    if field.kind == "choice":
        return _chosen(field, text)
    if not text and field.name not in NEEDED:
        return None
    return _seconds(field, text) if field.kind == "minutes" else _number(field, text)


def _chosen(field: Field, text: str) -> str:
    if text not in (option.value for option in field.options):
        raise SettingsRefused(f"{field.label}: choose one, please.", field.name)
    return text


def _number(field: Field, text: str) -> int:
    number = int(text) if text.isdecimal() and len(text) <= 7 else -1
    if not field.least <= number <= field.most:
        raise SettingsRefused(f"{field.label}: a number from {field.least} to {field.most:,}, please.", field.name)
    return number


def _seconds(field: Field, text: str) -> int:
    """Minutes, or minutes and seconds; 7:30, 7.5 and 7,5 are the same."""
    found = re.fullmatch(r"(\d{1,4})(?::([0-5]\d)|[.,](\d))?", text)
    whole, seconds, tenth = (int(part or 0) for part in found.groups()) if found else (0, 0, 0)
    length = 60 * whole + seconds + 6 * tenth
    if not field.least <= length <= field.most:
        raise SettingsRefused(f"{field.label}: minutes, for example 30 or 7:30, please.", field.name)
    return length


def _cards(rows: Sequence[Mapping[str, str]]) -> dict[str, dict[str, int]]:
    if len(rows) > MOST_CARDS:
        raise SettingsRefused(f"A deck can have {MOST_CARDS} kinds of extra cards.")
    cards: dict[str, dict[str, int]] = {}
    for row in rows:
        name = " ".join(row["name"].split())
        if not name or len(name) > LONGEST_CARD:
            raise SettingsRefused(f"An extra card needs a name, of {LONGEST_CARD} characters at most.")
        if name.casefold() in (known.casefold() for known in cards):
            raise SettingsRefused(f"Two extra cards are called “{name}”.")
        points = _number(Field("points", f"Points of “{name}”", least=0, most=1000), row["points"].strip())
        count = _number(Field("count", f"How many “{name}”", most=100), row["count"].strip())
        cards[name] = {"points": points, "count": count}
    return cards


# For pages


@dataclass(frozen=True)
class Shown:
    """A field with what it holds."""

    field: Field
    value: str
    wrong: str = ""

    @property
    def depends(self) -> str:
        """The class by which the page hides it while it does not matter."""
        return "only-{}-{}".format(*self.field.only) if self.field.only else ""


def shown(typed: Typed, trouble: Trouble | None = None) -> dict[str, Any]:
    """All fields for a page, in their sections, each with what is wrong in it; the variations, and a few free lines
    for cards."""
    wrong = trouble.fields if trouble else {}
    return {
        "sections": [
            (title, [Shown(f, typed[f.name], wrong.get(f.name, "")) for f in fields]) for title, fields in SECTIONS
        ],
        "switches": [(name, sentence, name in typed["switches"]) for name, sentence in SWITCHES.items()],
        "cards": [*typed["cards"], *({"name": "", "points": "", "count": ""} for _ in range(FREE_LINES))],
    }


def in_words(name: str, value: Any) -> str:
    """A value as a person would say it, for whoever must choose between two."""
    field = next((field for field in FIELDS if field.name == name), None)
    if field is not None and field.kind == "choice":
        return next((option.label for option in field.options if option.value == value), "–")
    if name == "switches":
        return " ".join(SWITCHES.get(switch, switch) for switch in value) or "none"
    if name == "extra_cards":
        cards = (f"{card}: {it['points']} points, {it['count']} in a deck" for card, it in value.items())
        return ", ".join(cards) or "none"
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return ("whole" if value else "short") if name == "full_names" else ("yes" if value else "no")
    return minutes(value) if field is not None and field.kind == "minutes" else str(value)


def both_in_words(trouble: Trouble | None) -> list[tuple[str, str, str]]:
    """What is there and what was typed, for each thing that two people changed."""
    if trouble is None or trouble.theirs is None or trouble.yours is None:
        return []
    theirs, yours = trouble.theirs, trouble.yours
    return [(LABELS[name], in_words(name, theirs[name]), in_words(name, yours[name])) for name in theirs]


def settings_in_words(settings: Settings) -> list[tuple[str, str]]:
    """Every setting that matters, for when nothing can be changed any more."""
    typed = typed_from(settings)
    plain = [(f.label, in_words(f.name, getattr(settings, f.name))) for f in FIELDS if matters(f, typed)]
    more = [(LABELS[name], in_words(name, getattr(settings, name))) for name in ("switches", "extra_cards")]
    return [*plain, *more]
