"""`{% form_keys %}`: what every form that changes something carries."""

from __future__ import annotations

import secrets

from django import template
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString

register = template.Library()


@register.tag
def form_keys(parser: Parser, token: Token) -> Node:  # noqa: ARG001 (Django calls it with both)
    """The key that proves the form is ours, and a request id, so that sent twice it is done once."""
    part = get_template("parts/form_keys.html")
    return PartNode(part.template.nodelist)  # type: ignore[attr-defined]


class PartNode(Node):
    """A part of a page that was read with the page's own template, so that showing it a hundred times costs little."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        return self.nodelist.render(context)


@register.simple_tag
def request_id() -> str:
    """A new one for each form."""
    return secrets.token_hex(16)
