"""What Django and django-csp leave unsaid to browsers."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# Nothing here needs the device's senses; the hall's screens fill the display and stay awake.
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), fullscreen=(self), screen-wake-lock=(self)"


# For answers that are no page of Django's: plain sentences, streams, /health. What Django says of its own pages stands.
PLAIN = {
    b"content-security-policy": b"default-src 'none'; frame-ancestors 'none'",
    b"permissions-policy": PERMISSIONS.encode(),
    b"referrer-policy": b"same-origin",
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"x-robots-tag": b"noindex, nofollow",
}


class PermissionsPolicyMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("X-Robots-Tag", "noindex, nofollow")
        return response
