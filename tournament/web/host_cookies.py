"""Under https browsers get our cookies by names that only this host, and only https, can set.

A browser takes a cookie named `__Host-…` from no other host of the same domain, and none named `__Secure-…` over plain
http. The first is for the whole site, so cookies of a part of it have the second. Within the program, and on plain
http, the names are without: this middleware stands outside of all that reads or sets cookies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http.cookies import SimpleCookie
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

WHOLE_SITE: Final = "__Host-"
PART_OF_IT: Final = "__Secure-"


class HostCookieMiddleware:
    """Takes the prefixes off what comes in, and puts them on what goes out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.HTTPS:
            return self.get_response(request)
        request.COOKIES = without_prefixes(request.COOKIES)
        response = self.get_response(request)
        add_prefixes(response.cookies)
        return response


def without_prefixes(cookies: Mapping[str, str]) -> dict[str, str]:
    """One with its prefix goes before one without, which a browser may still have from before an upgrade."""
    prefixed = {
        name.removeprefix(prefix): value
        for prefix in (PART_OF_IT, WHOLE_SITE)
        for name, value in cookies.items()
        if name.startswith(prefix)
    }
    return {name: value for name, value in cookies.items() if not name.startswith("__")} | prefixed


def add_prefixes(cookies: SimpleCookie) -> None:
    """What is deleted is deleted by its old name as well, so that it does not come back."""
    for name, morsel in list(cookies.items()):
        if morsel["max-age"] != 0:
            del cookies[name]
        new = f"{WHOLE_SITE if morsel['path'] == '/' else PART_OF_IT}{name}"
        cookies[new] = morsel.value
        cookies[new].update(morsel | {"secure": True})
