"""The look's small drawings for templates: `{% seat 3 %}` and `{% icon "tick" %}`, and numbers as people write them.

Both only point at the shapes that templates/parts/shapes.html draws once on each page.
"""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Final

from django import template
from django.template.defaultfilters import stringfilter
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.words import count, one_stop

register = template.Library()

SUITS: Final = ("flame", "sun", "leaf", "block", "ring")
"""Seats 1 to 5; from the sixth on a seat is its number."""


register.filter("one_stop", stringfilter(one_stop), is_safe=True)


@register.filter
def stop(name: object) -> str:
    """The full stop after a name that ends a sentence, unless the name has it: “Mia O.”"""
    return "" if str(name).endswith(".") else "."


@register.simple_tag
@cache
def seat(number: int) -> SafeString:
    """The seat's card. Seats keep their shape everywhere: phone, screen, tablet, paper."""
    if number > len(SUITS):
        return format_html('<span class="seat seat-number"><span class="unseen">Seat </span>{}</span>', number)
    suit = SUITS[number - 1]
    return format_html(
        '<svg class="seat" width="24" height="32" role="img" aria-label="{} seat"><use href="#seat-{}"/></svg>',
        suit.capitalize(),
        suit,
    )


@register.simple_tag
@cache
def pip(number: int, done: bool) -> SafeString:
    """A seat's bare shape in a row of them, filled once it is done; a number beside the row says how many are."""
    full = " is-done" if done else ""
    if number > len(SUITS):
        return format_html('<span class="pip pip-number{}" aria-hidden="true">{}</span>', full, number)
    return format_html(
        '<svg class="pip pip-{0}{1}" width="16" height="16" viewBox="0 0 24 24" aria-hidden="true">'
        '<use href="#{0}"/></svg>',
        SUITS[number - 1],
        full,
    )


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """A small drawing beside the word it goes with, so it says nothing by itself."""
    return format_html(
        '<svg class="icon" width="24" height="24" aria-hidden="true"><use href="#icon-{}"/></svg>', str(name)
    )


@register.filter
def when(moment: datetime, day: str = "l j F") -> str:
    """Friday 20 November, 18:00; with its year where that is not this one."""
    here = timezone.localtime(moment)
    year = "" if here.year == timezone.localdate().year else " Y"
    return date_format(here, f"{day}{year}, H:i")


register.filter("count", count)


@register.filter
def number(value: int) -> str:
    """7,500."""
    return f"{value:,}"


@register.filter
def decimal(value: Fraction | None) -> str:
    """Two decimals: orders come from exact fractions, and this many tell most of them apart."""
    return "–" if value is None else f"{float(value):.2f}"


@register.filter
def percent(value: Fraction | None) -> str:
    """A share as a whole number of percent."""
    return "–" if value is None else f"{round(100 * value)}%"
