"""The headers for browsers that Django does not send."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse

# No page needs the device's camera, microphone or place; the hall's screens fill the display and stay awake.
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), fullscreen=(self), screen-wake-lock=(self)"


# For answers that Django does not give: plain sentences, streams, /health. What Django sends with its pages stays.
PLAIN = {
    b"content-security-policy": b"default-src 'none'; frame-ancestors 'none'",
    b"permissions-policy": PERMISSIONS.encode(),
    b"referrer-policy": b"same-origin",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"x-robots-tag": b"noindex, nofollow",
}


@cache
def of_pages() -> Mapping[str, str]:
    """What every page of Django's has. Our policy is the same for all of them, so django-csp writes it down once; its
    middleware would write it for each answer, and look for a second one that we do not have."""
    return {
        "Content-Security-Policy": build_policy(),
        "Permissions-Policy": PERMISSIONS,
        "X-Robots-Tag": "noindex, nofollow",
    }


class HeadersMiddleware:
    """Adds them. The error pages for developers hold styles of their own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not (settings.DEBUG and response.status_code in (404, 500)):
            for name, value in of_pages().items():
                response.headers.setdefault(name, value)
        return response
