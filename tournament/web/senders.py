"""The address that a request comes from."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac


def address_of(request: HttpRequest) -> str:
    """The sender's address. Only behind a proxy does a header say it."""
    passed_on = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.HTTPS else ""
    return last_forwarded(passed_on) or request.META.get("REMOTE_ADDR", "")


def sign_of_address(request: HttpRequest) -> str:
    """Stands for the sender's address where something is kept: the same for the same address, and no address."""
    return salted_hmac("turntable.sender", address_of(request)).hexdigest()[:16]


def last_forwarded(header: str) -> str:
    """The address at the very right, where the proxy added it. Whatever stands left of it, the sender may have
    invented."""
    return header.rpartition(",")[2].strip()
