"""What an MC writes for the screens: their own slides, who deals first, the rules of the day."""

from __future__ import annotations

import hashlib
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

from tournament.actions.base import MEANWHILE, action, lock_event, log
from tournament.log_kinds import Happened
from tournament.models import Event, Slide
from tournament.permissions import Actor, may_run_hall, require
from tournament.rules import names
from tournament.rules.errors import NotFound, Refused, Stale

MOST_SLIDES: Final = 40
LONGEST_TITLE: Final = 80
LONGEST_TEXT: Final = 600
"""In characters. More cannot be read from the back of a hall."""
MOST_BYTES_SENT: Final = 8 * 2**20
MOST_BYTES_KEPT: Final = 2 * 2**20
MOST_PIXELS_SENT: Final = 50_000_000
LARGEST_PICTURE: Final = (1920, 1080)
CONTENT_TYPES: Final = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
NO_PICTURE: Final = "This picture can’t be shown. Send a PNG, JPEG or WebP."


@dataclass(frozen=True)
class SlidePicture:
    """A slide's picture as it is kept."""

    content: bytes
    content_type: str

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def read_picture(content: str) -> SlidePicture:
    """Make a new picture from the one that was sent as base64.

    It becomes no larger than a screen, is turned as the camera was held, and loses what cameras write into pictures,
    such as where it was taken.
    """
    if len(content) > MOST_BYTES_SENT * 4 // 3 + 4:
        raise Refused("This picture is larger than 8 MB. Send a smaller one.")
    try:
        sent = b64decode(content)
        with Image.open(BytesIO(sent), formats=tuple(CONTENT_TYPES)) as opened:
            if opened.width * opened.height > MOST_PIXELS_SENT:
                raise Refused("This picture has too many pixels. Send a smaller one.")
            kind = opened.format or ""
            picture: Image.Image = ImageOps.exif_transpose(opened)
            picture.thumbnail(LARGEST_PICTURE)
            return _kept(picture, kind)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise Refused(NO_PICTURE) from None


def _kept(picture: Image.Image, kind: str) -> SlidePicture:
    """Save the picture in the format it came in, or as a JPEG if that is still too heavy."""
    for form in (kind, "JPEG"):
        plain = picture.convert("RGB") if form == "JPEG" else picture
        plain.info.clear()
        buffer = BytesIO()
        plain.save(buffer, form)
        if len(buffer.getvalue()) <= MOST_BYTES_KEPT:
            return SlidePicture(buffer.getvalue(), CONTENT_TYPES[form])
    raise Refused("This picture’s file is too big. Send a smaller one.")


@action
def add_slide(
    *, by: Actor, event: int, title: str = "", text: str = "", picture: str = "", request: str = ""
) -> int:  # fmt: skip
    """Add a slide behind the others."""
    require(may_run_hall(by, event), by)
    locked = lock_event(event)
    positions = list(locked.slides.values_list("position", flat=True))
    if len(positions) >= MOST_SLIDES:
        raise Refused(f"There are already {MOST_SLIDES} slides. Remove one first.")
    slide = Slide(event=locked, position=max(positions, default=0) + 1)
    _write(slide, title, text, picture)
    slide.save()
    log(by, locked, Happened.SLIDE_ADDED, request, slide=slide.travel_id)
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
    """Change a slide's words, and its picture if one is sent. If two people change it at once, they see both."""
    locked, event = _lock_slide(by, slide)
    if locked.version != version:
        theirs, yours = {"title": locked.title, "text": locked.text}, {"title": title, "text": text}
        raise Stale(MEANWHILE, theirs=theirs, yours=yours)
    if without_picture:
        locked.picture, locked.content_type, locked.digest = b"", "", ""
    _write(locked, title, text, picture)
    locked.version += 1
    locked.save()
    log(by, event, Happened.SLIDE_CHANGED, request, slide=locked.travel_id)


@action
def move_slide(*, by: Actor, slide: int, steps: int, request: str = "") -> None:
    """Move a slide earlier or later among the others."""
    locked, event = _lock_slide(by, slide)
    order = list(event.slides.defer("picture"))
    at = order.index(locked)
    order.insert(max(0, min(len(order) - 1, at + steps)), order.pop(at))
    for position, moved in enumerate(order, start=1):
        moved.position = position
    Slide.objects.bulk_update(order, ["position"])
    log(by, event, Happened.SLIDE_MOVED, request, slide=locked.travel_id, steps=steps)


@action
def remove_slide(*, by: Actor, slide: int, request: str = "") -> None:
    """Remove a slide. A screen that shows it follows the programme again."""
    locked, event = _lock_slide(by, slide)
    log(by, event, Happened.SLIDE_REMOVED, request, slide=locked.travel_id)
    locked.delete()


@action
def set_sayings(
    *, by: Actor, event: int, sayings: Sequence[str], was: Sequence[str] | None = None, request: str = ""
) -> int:
    """Set who deals first, a saying for each round; an empty list brings back Turntable's own. Says how many."""
    require(may_run_hall(by, event), by)
    locked = lock_event(event)
    own = [_words(saying, "A line", LONGEST_TITLE * 2) for saying in sayings if saying.strip()]
    if len(own) > MOST_SLIDES:
        raise Refused(f"You can have up to {MOST_SLIDES} lines; you wrote {len(own)}.")
    if was is not None and list(was) != locked.sayings:
        raise Stale(MEANWHILE, theirs={"sayings": "\n".join(locked.sayings)}, yours={"sayings": "\n".join(own)})
    locked.sayings = own
    locked.save(update_fields=["sayings"])
    log(by, locked, Happened.SAYINGS_CHANGED, request, sayings=len(own))
    return len(own)


@action
def set_rules_of_the_day(*, by: Actor, event: int, text: str, was: str | None = None, request: str = "") -> None:
    """Set the rules of the day in the MC's own words; empty brings back how each competition is played."""
    require(may_run_hall(by, event), by)
    locked = lock_event(event)
    rules = _lines(text, "The rules of the day")
    if was is not None and was != locked.rules_of_the_day:
        raise Stale(MEANWHILE, theirs={"text": locked.rules_of_the_day}, yours={"text": rules})
    locked.rules_of_the_day = rules
    locked.save(update_fields=["rules_of_the_day"])
    log(by, locked, Happened.RULES_OF_THE_DAY_CHANGED, request, length=len(rules))


def _write(slide: Slide, title: str, text: str, picture: str) -> None:
    slide.title = _words(title, "The title", LONGEST_TITLE) if title.strip() else ""
    slide.text = _lines(text, "The text")
    if picture:
        kept = read_picture(picture)
        slide.picture, slide.content_type, slide.digest = kept.content, kept.content_type, kept.digest
    if not (slide.title or slide.text or slide.digest):
        raise Refused("A slide needs a title, words or a picture.")


def _words(text: str, what: str, longest: int) -> str:
    """One line that a screen can show."""
    line = " ".join(text.split())
    if len(line) > longest:
        raise Refused(f"{what} can have {longest} characters; this one has {len(line)}.")
    if not names.is_printable(line):
        raise Refused(f"{what} has characters that can’t be shown. Type it again.")
    return line


def _lines(text: str, what: str) -> str:
    """Several lines, each tidied; several empty lines in a row become one."""
    lines = [" ".join(line.split()) for line in text.replace("\r\n", "\n").strip().split("\n")]
    tidied = "\n".join(line for n, line in enumerate(lines) if line or lines[n - 1])
    if len(tidied) > LONGEST_TEXT:
        raise Refused(f"{what} can have {LONGEST_TEXT} characters; that’s {len(tidied)}. People read only a few words.")
    if not all(names.is_printable(line) for line in lines):
        raise Refused(f"{what} has characters that can’t be shown. Type it again.")
    return tidied


def _lock_slide(by: Actor, pk: int) -> tuple[Slide, Event]:
    """Lock a slide and, before it, its event, because moving or showing a slide changes several of them."""
    event = Slide.objects.filter(pk=pk).values_list("event", flat=True).first()
    if event is None:
        raise NotFound("That slide no longer exists.")
    require(may_run_hall(by, event), by)
    locked = lock_event(event)
    slide = Slide.objects.select_for_update().filter(pk=pk).first()
    if slide is None:
        raise NotFound("That slide no longer exists.")
    return slide, locked
