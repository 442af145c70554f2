"""`{% form_keys %}`: what every form that changes something carries; `{% reason "swap" id="why" %}`: why it does."""

from __future__ import annotations

import secrets
from typing import Any

from django import template
from django.template.base import Node, Parser, Token
from django.template.context import Context

from tournament.reason_words import reasons_offered
from tournament.rules.reasons import Occasion, Reason
from tournament.templatetags.parts import PartNode, read_part

register = template.Library()


@register.tag
def form_keys(parser: Parser, token: Token) -> Node:  # noqa: ARG001 (Django calls it with both)
    """The key that proves the form is ours, and a request id, so that sent twice it is done once."""
    return PartNode(read_part("parts/form_keys.html"))


@register.simple_tag
def request_id() -> str:
    """A new one for each form."""
    return secrets.token_hex(16)


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
