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
from tournament.rules.numbers import plain_digits, typed_number, whole_number
from tournament.rules.presets import SWITCHES, Settings
from tournament.rules.setting_ranges import EXTRA_CARD_RANGES, LONGEST_CARD_NAME
from tournament.web.forms import Trouble
from tournament.web.organiser.settings_fields import (
    FIELDS,
    LABELS,
    LIMITS_OF_A_GROUP,
    NEEDED,
    SECTIONS,
    USUAL,
    SettingField,
)
from tournament.words import minutes

Typed = dict[str, Any]

MOST_CARDS: Final = 20
MOST_DIGITS_OF_A_SETTING: Final = 7
FREE_LINES: Final = 2


def typed_from(settings: Settings) -> Typed:
    """What a form shows of these settings."""
    typed = {field.name: _text(field, getattr(settings, field.name)) or USUAL.get(field.name, "") for field in FIELDS}
    cards = [
        {"name": name, "points": str(card["points"]), "count": str(card["count"])}
        for name, card in settings.extra_cards.items()
    ]
    return typed | {"switches": list(settings.switches), "cards": cards}


def _text(field: SettingField, value: Any) -> str:
    if value is None or value == "":
        return ""
    if field.kind == "yes":
        return "1" if value else ""
    return written_minutes(int(value)) if field.kind == "minutes" else str(value)


def written_minutes(seconds: int) -> str:
    """As a form shows them, and as they may be typed: 30, or 7:30."""
    whole, rest = divmod(seconds, 60)
    return f"{whole}:{rest:02}" if rest else str(whole)


def read_minutes(name: str, text: str) -> int:
    """The seconds of a setting that somebody typed in minutes."""
    return _seconds(next(field for field in FIELDS if field.name == name), text)


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
    values: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for field in FIELDS:
        try:
            values[field.name] = _value(field, typed)
        except SettingsRefused as error:
            wrong[field.name] = str(error)
    if wrong:
        first = next(iter(wrong))
        raise SettingsRefused(wrong[first], first, wrong)
    if values["clock"] is None:
        values["warning"] = None
    return values | {"switches": list(typed["switches"]), "extra_cards": _cards(typed["cards"])}


def matters(field: SettingField, typed: Typed) -> bool:
    """Whether this setting means anything beside the others."""
    return field.only is None or typed[field.only[0]] == field.only[1]


def _value(field: SettingField, typed: Typed) -> Any:
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


def _chosen(field: SettingField, text: str) -> str:
    if text not in (option.value for option in field.options):
        raise SettingsRefused(f"{field.label}: choose one, please.", field.name)
    return text


def _number(field: SettingField, text: str) -> int:
    number = typed_number(text, most_digits=MOST_DIGITS_OF_A_SETTING)
    if number is None or not field.range.has(number):
        least, most = field.range
        raise SettingsRefused(f"{field.label}: a number from {least} to {most:,}, please.", field.name)
    return number


def _seconds(field: SettingField, text: str) -> int:
    """Minutes, or minutes and seconds; 7:30, 7.5 and 7,5 are the same."""
    found = re.fullmatch(r"([0-9]{1,4})(?::([0-5][0-9])|[.,]([0-9]))?", plain_digits(text))
    whole, seconds, tenth = (whole_number(part or "0") or 0 for part in found.groups()) if found else (0, 0, 0)
    length = 60 * whole + seconds + 6 * tenth
    if not field.range.has(length):
        raise SettingsRefused(f"{field.label}: minutes, for example 30 or 7:30, please.", field.name)
    return length


def _cards(rows: Sequence[Mapping[str, str]]) -> dict[str, dict[str, int]]:
    if len(rows) > MOST_CARDS:
        raise SettingsRefused(f"A deck can have {MOST_CARDS} kinds of extra cards.")
    cards: dict[str, dict[str, int]] = {}
    for row in rows:
        name = " ".join(row["name"].split())
        if not name or len(name) > LONGEST_CARD_NAME:
            raise SettingsRefused(f"An extra card needs a name, of {LONGEST_CARD_NAME} characters at most.")
        if name.casefold() in (known.casefold() for known in cards):
            raise SettingsRefused(f"Two extra cards are called “{name}”.")
        labels = {"points": f"Points of “{name}”", "count": f"How many “{name}”"}
        cards[name] = {part: _card_number(part, label, row[part]) for part, label in labels.items()}
    return cards


def _card_number(part: str, label: str, text: str) -> int:
    return _number(SettingField(part, label, range=EXTRA_CARD_RANGES[part]), text.strip())


# For pages


@dataclass(frozen=True)
class ShownField:
    """A field with what it holds."""

    field: SettingField
    value: str
    wrong: str = ""

    @property
    def depends(self) -> str:
        """The class by which the page hides it while it does not matter."""
        return "only-{}-{}".format(*self.field.only) if self.field.only else ""


def _fits(field: SettingField, *, has_groups: bool) -> bool:
    """Whether the setting means anything in this event: limits of a group need groups."""
    return has_groups or field not in LIMITS_OF_A_GROUP


def shown(typed: Typed, trouble: Trouble | None = None, *, has_groups: bool = True) -> dict[str, Any]:
    """All fields for a page, in their sections, each with what is wrong in it; the variations, and a few free lines
    for cards."""
    wrong = trouble.fields if trouble else {}
    return {
        "sections": [
            (
                title,
                [
                    ShownField(f, typed[f.name], wrong.get(f.name, ""))
                    for f in fields
                    if _fits(f, has_groups=has_groups)
                ],
            )
            for title, fields in SECTIONS
        ],
        "switches": [(name, sentence, name in typed["switches"]) for name, sentence in SWITCHES.items()],
        "cards": [*typed["cards"], *({"name": "", "points": "", "count": ""} for _ in range(FREE_LINES))],
    }


def in_words(name: str, value: Any) -> str:
    """A value as a person would say it, for somebody who must choose between two."""
    field = next((field for field in FIELDS if field.name == name), None)
    if field is not None and field.kind == "choice":
        return next((option.label for option in field.options if option.value == value), "–")
    if name == "switches":
        return " ".join(SWITCHES.get(switch, switch) for switch in value) or "none"
    if name == "extra_cards":
        cards = (f"{name}: {card['points']} points, {card['count']} in a deck" for name, card in value.items())
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


def settings_in_words(settings: Settings, *, has_groups: bool = True) -> list[tuple[str, str]]:
    """Every setting that matters, for when nothing can be changed any more."""
    typed = typed_from(settings)
    fields = [f for f in FIELDS if matters(f, typed) and _fits(f, has_groups=has_groups)]
    plain = [(f.label, in_words(f.name, getattr(settings, f.name))) for f in fields]
    more = [(LABELS[name], in_words(name, getattr(settings, name))) for name in ("switches", "extra_cards")]
    return [*plain, *more]
