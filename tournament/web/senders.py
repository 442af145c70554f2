"""The sender of a request that Django answers (networks.py says what counts as one)."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from tournament.networks import sender


def address_of(request: HttpRequest) -> str:
    """The sender's address, or its network."""
    return sender(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def sign_of_address(request: HttpRequest) -> str:
    """Identifies the sender's address where something is kept: the same for the same address, without giving it
    away."""
    return salted_hmac("turntable.sender", address_of(request)).hexdigest()[:16]
