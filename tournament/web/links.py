"""Links to share: the whole address as somebody else's phone reaches it, and its QR code."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tournament import addresses


def site_of(request: HttpRequest) -> str:
    """This site's address as others reach it.

    On a laptop the organiser opens localhost, which on a phone is the phone itself; then it is the laptop's address in
    the hall, if the laptop is in a network at all.
    """
    domain, port = split_domain_port(request.get_host())
    hall = addresses.in_the_hall() if settings.EMBEDDED and _only_here(domain) else []
    if not hall:
        return f"{request.scheme}://{request.get_host()}"
    return f"{request.scheme}://{hall[0]}{f':{port}' if port else ''}"


def is_only_here(site: str) -> bool:
    """Whether a link to this site works on this laptop alone."""
    return _only_here(split_domain_port(site.partition("://")[2])[0])


def is_only_in_this_network(site: str) -> bool:
    """Whether a link to this site works for those in the same network alone: an address that no other network can
    reach, or a name that only this network knows."""
    domain = split_domain_port(site.partition("://")[2])[0]
    try:
        return ip_address(domain.strip("[]")).is_private and not is_only_here(site)
    except ValueError:
        return domain.endswith((".local", ".lan", ".home.arpa", ".internal"))


def _only_here(domain: str) -> bool:
    """Whether it is localhost, or the laptop's own bare name, which phones cannot look up."""
    try:
        return ip_address(domain.strip("[]")).is_loopback
    except ValueError:
        return domain in settings.OWN_HOSTS and "." not in domain


@lru_cache(maxsize=1024)
def qr_code(text: str) -> SafeString:
    """The QR code as a drawing, dark on light no matter which colours the page has.

    Phones read every mask. Trying all eight for the best-looking one would take four times as long, and a hall may want
    300 slips.
    """
    code = segno.make_qr(text, error="m", mask=4)
    drawing = code.svg_inline(border=4, omitsize=True, svgclass=None, lineclass=None, light="#fff")
    return render_to_string("parts/qr_code.html", {"drawing": drawing})
