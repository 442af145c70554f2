"""What an MC writes for the screens: own slides, who deals first, the rules of the day."""

from __future__ import annotations

import hashlib
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

from tournament.actions.base import MEANWHILE, action, lock_event, log
from tournament.models import Event, Slide
from tournament.permissions import Actor, may_run_screens, require
from tournament.rules import names
from tournament.rules.errors import NotFound, Refused, Stale

MOST_SLIDES: Final = 40
LONGEST_TITLE: Final = 80
LONGEST_TEXT: Final = 600
"""More cannot be read from the back of a hall."""
MOST_SENT: Final = 8 * 2**20
MOST_KEPT: Final = 2 * 2**20
MOST_PIXELS: Final = 50_000_000
LARGEST: Final = (1920, 1080)
TYPES: Final = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
NO_PICTURE: Final = "This is not a picture that can be shown. Send a PNG, JPEG or WebP."


@dataclass(frozen=True)
class Picture:
    """A picture as it is kept."""

    content: bytes
    content_type: str

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def read_picture(content: str) -> Picture:
    """The picture that was sent, as base64, made anew: as large as a screen, turned as it was held, and without what
    cameras write into it (where it was taken, say)."""
    if len(content) > MOST_SENT * 4 // 3 + 4:
        raise Refused("This picture is larger than 8 MB. Send a smaller one.")
    try:
        sent = b64decode(content)
        with Image.open(BytesIO(sent), formats=tuple(TYPES)) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                raise Refused("This picture has too many pixels. Send a smaller one.")
            kind = opened.format or ""
            picture: Image.Image = ImageOps.exif_transpose(opened)
            picture.thumbnail(LARGEST)
            return _kept(picture, kind)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise Refused(NO_PICTURE) from None


def _kept(picture: Image.Image, kind: str) -> Picture:
    """In the kind it came in; a picture that is still too heavy becomes a JPEG."""
    for form in (kind, "JPEG"):
        plain = picture.convert("RGB") if form == "JPEG" else picture
        plain.info.clear()
        buffer = BytesIO()
        plain.save(buffer, form)
        if len(buffer.getvalue()) <= MOST_KEPT:
            return Picture(buffer.getvalue(), TYPES[form])
    raise Refused("This picture is too heavy. Send a smaller one.")


@action
def add_slide(
    *, by: Actor, event: int, title: str = "", text: str = "", picture: str = "", request: str = ""
) -> int:  # fmt: skip
    """A slide behind the others."""
    require(may_run_screens(by, event), by)
    here = lock_event(event)
    there = list(here.slides.values_list("position", flat=True))
    if len(there) >= MOST_SLIDES:
        raise Refused(f"There are {MOST_SLIDES} slides already. Remove one first.")
    slide = Slide(event=here, position=max(there, default=0) + 1)
    _write(slide, title, text, picture)
    slide.save()
    log(by, here, "slide added", request, slide=slide.pk)
    return slide.pk


@action
def change_slide(
    *,
    by: Actor,
    slide: int,
    title: str = "",
    text: str = "",
    picture: str = "",
    without_picture: bool = False,
    version: int,
    request: str = "",
) -> None:
    """Its words, and its picture if one is sent. Where two change it at once, both see both."""
    it, event = _lock_slide(by, slide)
    if it.version != version:
        theirs, yours = {"title": it.title, "text": it.text}, {"title": title, "text": text}
        raise Stale(MEANWHILE, theirs=theirs, yours=yours)
    if without_picture:
        it.picture, it.content_type, it.digest = b"", "", ""
    _write(it, title, text, picture)
    it.version += 1
    it.save()
    log(by, event, "slide changed", request, slide=it.pk)


@action
def move_slide(*, by: Actor, slide: int, steps: int, request: str = "") -> None:
    """Earlier or later among the slides."""
    it, event = _lock_slide(by, slide)
    order = list(event.slides.defer("picture"))
    at = order.index(it)
    order.insert(max(0, min(len(order) - 1, at + steps)), order.pop(at))
    for position, one in enumerate(order, start=1):
        one.position = position
    Slide.objects.bulk_update(order, ["position"])
    log(by, event, "slide moved", request, slide=it.pk, steps=steps)


@action
def remove_slide(*, by: Actor, slide: int, request: str = "") -> None:
    """A screen that shows it follows the programme again."""
    it, event = _lock_slide(by, slide)
    log(by, event, "slide removed", request, slide=it.pk)
    it.delete()


@action
def set_sayings(
    *, by: Actor, event: int, sayings: Sequence[str], was: Sequence[str] | None = None, request: str = ""
) -> int:
    """Who deals first, one for each round; none: the list that comes with the software. How many there are."""
    require(may_run_screens(by, event), by)
    here = lock_event(event)
    said = [_words(saying, "A saying", LONGEST_TITLE * 2) for saying in sayings if saying.strip()]
    if len(said) > MOST_SLIDES:
        raise Refused(f"There can be {MOST_SLIDES} sayings; these are {len(said)}.")
    if was is not None and list(was) != here.sayings:
        raise Stale(MEANWHILE, theirs={"sayings": "\n".join(here.sayings)}, yours={"sayings": "\n".join(said)})
    here.sayings = said
    here.save(update_fields=["sayings"])
    log(by, here, "sayings changed", request, sayings=len(said))
    return len(said)


@action
def set_rules_of_the_day(*, by: Actor, event: int, text: str, was: str | None = None, request: str = "") -> None:
    """In the organiser's own words; empty: how each competition is played."""
    require(may_run_screens(by, event), by)
    here = lock_event(event)
    said = _lines(text, "The rules of the day")
    if was is not None and was != here.rules_of_the_day:
        raise Stale(MEANWHILE, theirs={"text": here.rules_of_the_day}, yours={"text": said})
    here.rules_of_the_day = said
    here.save(update_fields=["rules_of_the_day"])
    log(by, here, "rules of the day changed", request, length=len(said))


def _write(slide: Slide, title: str, text: str, picture: str) -> None:
    slide.title = _words(title, "The title", LONGEST_TITLE) if title.strip() else ""
    slide.text = _lines(text, "The text")
    if picture:
        kept = read_picture(picture)
        slide.picture, slide.content_type, slide.digest = kept.content, kept.content_type, kept.digest
    if not (slide.title or slide.text or slide.digest):
        raise Refused("A slide needs a title, words or a picture.")


def _words(text: str, what: str, longest: int) -> str:
    """One line that can be shown."""
    line = " ".join(text.split())
    if len(line) > longest:
        raise Refused(f"{what} can have {longest} characters; this one has {len(line)}.")
    if not names.is_printable(line):
        raise Refused(f"{what} holds characters that cannot be shown. Type it again.")
    return line


def _lines(text: str, what: str) -> str:
    """Several lines, each tidied; empty ones between them stay as one."""
    lines = [" ".join(line.split()) for line in text.replace("\r\n", "\n").strip().split("\n")]
    said = "\n".join(line for n, line in enumerate(lines) if line or lines[n - 1])
    if len(said) > LONGEST_TEXT:
        raise Refused(f"{what} can have {LONGEST_TEXT} characters; these are {len(said)}. A hall reads few words.")
    if not all(names.is_printable(line) for line in lines):
        raise Refused(f"{what} holds characters that cannot be shown. Type it again.")
    return said


def _lock_slide(by: Actor, pk: int) -> tuple[Slide, Event]:
    slide = Slide.objects.select_for_update(of=("self",)).select_related("event").filter(pk=pk).first()
    if slide is None:
        raise NotFound("There is no such slide any more.")
    require(may_run_screens(by, slide.event_id), by)
    return slide, slide.event
