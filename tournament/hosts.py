"""Which names this server answers to.

A page on the internet can point its own name at an address in the hall (DNS rebinding) and then read our pages from a
visitor's browser as if they were its own. Such a request carries the foreign name, so names must be known. It never
carries a bare address: a browser that says “192.168.1.7” was told that by a person. So a laptop, whose address changes
from hall to hall, answers to every address of numbers, to localhost and to its own name; a server answers only to
TURNTABLE_ALLOWED_HOSTS.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address

from django.http.request import split_domain_port, validate_host


def of_this_machine() -> list[str]:
    """localhost, the machine's name with and without its domain, and the name that phones look up in the hall."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return sorted({"localhost", name, short, f"{short}.local"} - {"", ".local"})


def is_own(header: str, *, names: list[str], addresses: bool) -> bool:
    """May a request with this Host header be answered? `addresses` allows every address of numbers."""
    domain, _port = split_domain_port(header)
    if not domain:
        return False
    return validate_host(domain, names) or (addresses and _is_address(domain))


def _is_address(domain: str) -> bool:
    try:
        ip_address(domain.strip("[]"))
    except ValueError:
        return False
    return True
