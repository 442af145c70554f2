"""`{% form_keys %}`: what every form that changes something carries."""

from __future__ import annotations

import secrets
from typing import Any

from django import template
from django.middleware.csrf import get_token
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def form_keys(context: dict[str, Any]) -> SafeString:
    """The key that proves the form is ours, and a request id, so that sent twice it is done once."""
    fields = (
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}"><input type="hidden" name="request" value="{}">'
    )
    return format_html(fields, get_token(context["request"]), secrets.token_hex(16))
