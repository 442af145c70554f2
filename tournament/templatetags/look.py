"""The look's small drawings for templates: `{% seat 3 %}` and `{% icon "tick" %}`, and numbers as people write them.

Both only point at the shapes that templates/parts/shapes.html draws once on each page.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cache
from typing import Final

from django import template
from django.contrib.messages.storage.base import Message
from django.template.base import FilterExpression, Node, Parser, TextNode, Token, Variable
from django.template.context import Context
from django.template.defaultfilters import stringfilter
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString

from tournament import current_time
from tournament.disk_space import read_disk
from tournament.disk_words import disk_in_words
from tournament.event_time import HasTimeZone, in_time_of, zone_in_short, zone_in_words
from tournament.ranking_words import decimal, percent
from tournament.reason_words import reason_in_words
from tournament.rules import hall_messages
from tournament.rules.hall_messages import HallMessage, MayHaveMessage
from tournament.seat_names import name_of_seat
from tournament.words import count, count_or_no, goes_on, listed, one_stop, stage_in_words

register = template.Library()

SUITS: Final = ("flame", "sun", "leaf", "block", "ring")
"""Seats 1 to 5; from the sixth on a seat is its number."""


register.filter("listed", listed)
register.filter("reason_in_words", reason_in_words)
register.filter("one_stop", stringfilter(one_stop), is_safe=True)


@register.filter
def each_once(messages: Iterable[Message] | None) -> list[Message]:
    """What there is to say, without what is said already: a form that was sent twice leaves its sentence twice."""
    return list({(message.level, str(message)): message for message in messages or ()}.values())


@register.filter
def message_now(event: MayHaveMessage | None) -> HallMessage | None:
    """What the MC of the event says to everybody now."""
    return hall_messages.message_now(event.message, event.message_until, current_time.now()) if event else None


@register.simple_tag
def disk_words() -> str:
    """What the team is told about the disk; empty while it has room."""
    return disk_in_words(read_disk())


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
def milliseconds(moment: datetime) -> int:
    """A moment as scripts count time."""
    return round(moment.timestamp() * 1000)


@register.filter
def when(moment: datetime, day: str = "l j F") -> str:
    """Friday 20 November, 18:00; with the year if it is not the present one."""
    local = timezone.localtime(moment)
    year = "" if local.year == timezone.localdate(current_time.now()).year else " Y"
    return date_format(local, f"{day}{year}, H:i")


@register.filter
def when_exactly(moment: datetime, day: str = "l j F") -> str:
    """Friday 20 November, 18:00, Melbourne time (AEDT): for a time that decides something."""
    return f"{when(moment, day)}, {zone_in_words(moment)}"


@register.filter
def time_exactly(moment: datetime) -> str:
    """18:00 AEDT: for a time of today that decides something, on a clock, a screen or a phone."""
    return f"{timezone.localtime(moment):%H:%M} {zone_in_short(moment)}"


@register.filter
def when_at(moment: datetime, event: HasTimeZone) -> str:
    """The same on a page of several events, each of which has its own time."""
    with in_time_of(event):
        return when_exactly(moment)


register.filter("zone", zone_in_words)
register.filter("count", count)
register.filter("count_or_no", count_or_no)
register.filter("stage", stage_in_words)
register.filter("goes_on", goes_on)


@register.filter
def number(value: int) -> str:
    """7,500."""
    return f"{value:,}"


register.filter("decimal", decimal)
register.filter("percent", percent)
register.filter("seat_name", name_of_seat)
