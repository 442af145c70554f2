"""`{% form_keys %}`: what every form that changes something carries."""

from __future__ import annotations

import secrets

from django import template
from django.template.base import Node, Parser, Token

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
