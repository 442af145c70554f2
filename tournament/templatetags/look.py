"""The look's small drawings for templates: `{% seat 3 %}` and `{% icon "tick" %}`, and numbers as people write them.

Both only point at the shapes that templates/parts/shapes.html draws once on each page.
"""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Final

from django import template
from django.template.base import FilterExpression, Node, Parser, TextNode, Token, Variable
from django.template.context import Context
from django.template.defaultfilters import stringfilter
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString

from tournament.words import count, one_stop, stage_in_words

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
    return _drawn("parts/seat.html", {"number": number, "suit": _suit(number)})


@register.simple_tag
@cache
def pip(number: int, done: bool) -> SafeString:
    """A seat's bare shape in a row of them, filled once it is done; a number beside the row says how many are."""
    return _drawn("parts/pip.html", {"number": number, "suit": _suit(number), "done": done})


def _suit(number: int) -> str:
    return SUITS[number - 1] if number <= len(SUITS) else ""


@register.tag
def icon(parser: Parser, token: Token) -> Node:
    """A small drawing beside the word it goes with, so it says nothing by itself. An icon that is named in the
    template is drawn when the template is read, because a page may show hundreds of them."""
    name = parser.compile_filter(token.split_contents()[1])
    return IconNode(name) if isinstance(name.var, Variable) else TextNode(draw_icon(str(name.var)))


class IconNode(Node):
    """An icon whose name is known when the page is shown."""

    def __init__(self, name: FilterExpression) -> None:
        self.name = name

    def render(self, context: Context) -> SafeString:
        return draw_icon(str(self.name.resolve(context)))


@cache
def draw_icon(name: str) -> SafeString:
    """The icon of this name."""
    return _drawn("parts/icon.html", {"name": name})


def _drawn(part: str, context: dict[str, object]) -> SafeString:
    """What a template drew, in one piece: its line breaks would be spaces beside the word that it goes with."""
    return SafeString(" ".join(render_to_string(part, context).split()))


@register.filter
def when(moment: datetime, day: str = "l j F") -> str:
    """Friday 20 November, 18:00; with its year where that is not this one."""
    local = timezone.localtime(moment)
    year = "" if local.year == timezone.localdate().year else " Y"
    return date_format(local, f"{day}{year}, H:i")


register.filter("count", count)
register.filter("stage", stage_in_words)


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
