"""`{% scene picture %}`: a picture of the hall's screens, drawn by its own template from its own facts."""

from __future__ import annotations

from typing import Any, Protocol

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from tournament.templatetags.parts import read_part

register = template.Library()


class Drawable(Protocol):
    """A picture that knows its template."""

    facts: dict[str, Any]
    counting: dict[str, Any]

    @property
    def template(self) -> str:
        """The name of its template."""


@register.simple_tag(takes_context=True)
def scene(context: Context, picture: Drawable) -> SafeString:
    """The picture's content, from its own facts and everything the page knows."""
    with context.push(**picture.facts, **picture.counting):
        return read_part(picture.template).render(context)
