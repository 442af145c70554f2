"""Whose request it is, as far as the network tells: guesses, bodies, answers, screens and streams are counted by it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Final

from django.conf import settings

BITS_OF_A_NETWORK: Final = 64
"""Somebody with one IPv6 address has all that begin with the same 64 bits, more than anybody can count."""


def sender_of(scope: dict[str, Any]) -> str:
    """Whose an ASGI request is."""
    forwarded = next((value for name, value in reversed(scope["headers"]) if name == b"x-forwarded-for"), b"")
    return sender((scope.get("client") or ("",))[0], forwarded.decode("latin-1"))


def sender(peer: str, forwarded: str) -> str:
    """Whose a request from `peer` is. Only behind our proxy does a header say it."""
    return network_of((last_forwarded(forwarded) if settings.HTTPS else "") or peer)


def last_forwarded(header: str) -> str:
    """The address at the very right, where the proxy added it. The sender may have invented everything left of it."""
    return header.rpartition(",")[2].strip()


def network_of(address: str) -> str:
    """An IPv4 address as it is, also where IPv6 carries it; of an IPv6 address the network that one customer gets."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), BITS_OF_A_NETWORK), strict=False))
