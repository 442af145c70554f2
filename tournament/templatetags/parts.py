"""`{% part "parts/phase.html" with phase="ready" %}`: a part of a page that is shown many times.

It is `{% include %}`, read once with the page's own template and shown without a page's ceremonies: a list of a hundred
rows costs what it would if the row were written there.
"""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.template.base import FilterExpression, Node, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString

register = template.Library()


class PartNode(Node):
    """A part of a page that was read with the page's own template."""

    def __init__(self, nodelist: NodeList, values: Mapping[str, FilterExpression] | None = None) -> None:
        self.nodelist = nodelist
        self.values = values or {}

    def render(self, context: Context) -> SafeString:
        if not self.values:
            return SafeString("".join([node.render_annotated(context) for node in self.nodelist]))  # type: ignore[misc]
        with context.push(**{name: value.resolve(context) for name, value in self.values.items()}):
            return self.nodelist.render(context)

    render_annotated = render
    """An error is marked by the node inside that raised it."""


def read_part(name: str) -> NodeList:
    """The content of this template."""
    return get_template(name).template.nodelist  # type: ignore[attr-defined,no-any-return]


@register.tag
def part(parser: Parser, token: Token) -> Node:
    """Show a part. Its name is in quotes, because it is read with the page."""
    _tag, name, *rest = token.split_contents()
    if name[0] not in "\"'" or (rest and rest.pop(0) != "with"):
        raise template.TemplateSyntaxError(f'Write {{% part "a/part.html" with name=value %}}, not {token.contents}.')
    return PartNode(read_part(name[1:-1]), token_kwargs(rest, parser))
