"""The headers for browsers that Django and django-csp do not send."""

from __future__ import annotations

from collections.abc import Callable

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


class PermissionsPolicyMiddleware:
    """Adds the two headers that no other middleware knows."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("X-Robots-Tag", "noindex, nofollow")
        return response
