"""Your slide: words or a picture that the MC made."""

from __future__ import annotations

from typing import Final

from tournament.queries.screens import find_slide
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Your slide"


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """The slide; if it was removed meanwhile, that something comes soon."""
    slide = find_slide(asked.event, asked.shown.item.slide or 0)
    if slide is None:
        return asked.wait("Soon.")
    lines = slide.text.split("\n") if slide.text else []
    return asked.picture(slide_title=slide.title, lines=lines, digest=slide.digest)
