"""`{% form_keys %}`: what every form that changes something carries; `{% reason "swap" id="why" %}`: why it does."""

from __future__ import annotations

import re
import secrets
from typing import Any, Final

from django import template
from django.template.base import Node, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString

from tournament.reason_words import reasons_offered
from tournament.rules.reasons import Occasion, Reason
from tournament.templatetags.parts import PartNode, read_part

register = template.Library()
_REQUEST_ID: Final = re.compile(r"(?<=\")[0-9a-f]{32}(?=\")")


KEYS_TO_COME: Final = SafeString("<!-- form keys -->")
"""Stands in a part that is drawn once for many pages where each of its forms has its keys. No text of people's can be
taken for it, because that is escaped."""


class FormKeysNode(PartNode):
    """The keys of a form, or their place in a part that is drawn for many pages (`keys_to_come`)."""

    def render(self, context: Context) -> SafeString:
        return KEYS_TO_COME if context.get("keys_to_come") else super().render(context)

    render_annotated = render


@register.tag
def form_keys(parser: Parser, token: Token) -> Node:  # noqa: ARG001 (Django calls it with both)
    """The key that proves the form is ours, and a request id, so that sent twice it is done once."""
    return FormKeysNode(read_part("parts/form_keys.html"))


@register.simple_tag
def request_id() -> str:
    """A new one for each form."""
    return secrets.token_hex(16)


@register.simple_tag(takes_context=True)
def with_keys(context: Context, drawn: str) -> SafeString:
    """A part that was drawn for many pages, with this page's keys in each of its forms."""
    first, *rest = drawn.split(KEYS_TO_COME)
    if not rest:
        return SafeString(first)
    before, after = _around_the_id(context)
    return SafeString(first + "".join(f"{before}{request_id()}{after}{piece}" for piece in rest))


def _around_the_id(context: Context) -> tuple[str, str]:
    """A form's keys on this page, but for the request id."""
    kept = context.render_context
    if KEYS_TO_COME not in kept:
        with context.push(keys_to_come=False):
            keys = read_part("parts/form_keys.html").render(context)
        before, after = _REQUEST_ID.split(keys)
        kept[KEYS_TO_COME] = before, after
    around: tuple[str, str] = kept[KEYS_TO_COME]
    return around


@register.inclusion_tag("parts/reason.html", takes_context=True)
def reason(
    context: Context, occasion: str, *, id: str, label: str = "Reason", value: str = "", note: str = "", **look: bool
) -> dict[str, Any]:
    """The reasons that this occasion offers, and a note beside. `value` and `note` are what was sent before; a page of
    an earlier version sends its own words, which are the note of another reason. `optional`: it may be left out;
    `kept`: it stays as it is while the page renews itself; `focused`: it is what comes next."""
    offered = reasons_offered(Occasion(occasion))
    is_known = not value or value in dict(offered)
    return look | {
        "id": id,
        "label": label,
        "offered": offered,
        "chosen": value if is_known else Reason.OTHER.value,
        "note": note if is_known else note or value,
        "takes_note": getattr(context.get("event"), "erased_at", None) is None,
    }
