"""Welcome: the event's name, and the way to its page on a phone."""

from __future__ import annotations

from typing import Final

from django.urls import NoReverseMatch, reverse

from tournament.web.links import qr_code, site_of
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Welcome"


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """The event's name with a QR code of its page."""
    link = site_of(asked.request) + _path(asked)
    return asked.picture(link=link.partition("://")[2].rstrip("/"), qr=qr_code(link), place=asked.event.place)


def _path(asked: SceneRequest) -> str:
    """The short address of the event's page; if none can stand in an address, that of the competition or the first
    page."""
    about = asked.shown.about
    try:
        return reverse("event-page", args=[asked.event.short or asked.event.slug])
    except NoReverseMatch:
        return reverse("competition", args=[about.competition.slug]) if about else reverse("first-page")
