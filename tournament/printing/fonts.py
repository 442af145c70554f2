"""Which font has which letter.

Open Sans comes with the program and has Latin, Vietnamese, Greek and Cyrillic. Every other script is looked for among
the fonts of the data folder, of Python packages and of the system; ReportLab takes TrueType outlines only. All fonts
are embedded, and a script that has none is said before anything is printed.
"""

from __future__ import annotations

import logging
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from django.conf import settings
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

logger = logging.getLogger(__name__)

PLAIN: Final = "OpenSans-Regular"
BOLD: Final = "OpenSans-Bold"
BLACK: Final = "OpenSans-ExtraBold"
"""900 in the look: the one thing on a page that matters."""
WEIGHTS: Final = (PLAIN, BOLD, BLACK)

_TRUETYPE: Final = (b"\0\1\0\0", b"true", b"ttcf")
_LAST: Final = ("mono", "serif", "condensed", "italic", "oblique", "light", "math", "emoji", "symbol", "icon")
_FIRST: Final = ("notosans", "dejavusans", "droidsans")


@dataclass(frozen=True)
class FontScript:
    """A script as people call it, and the Debian package that has a font for it."""

    name: str
    package: str = "fonts-noto-core"


_SCRIPTS: Final = {
    "CJK": FontScript("Chinese", "fonts-droid-fallback"),
    "HIRAGANA": FontScript("Japanese", "fonts-droid-fallback"),
    "KATAKANA": FontScript("Japanese", "fonts-droid-fallback"),
    "HANGUL": FontScript("Korean", "fonts-droid-fallback"),
    "ARABIC": FontScript("Arabic", "fonts-dejavu-core"),
    "HEBREW": FontScript("Hebrew", "fonts-dejavu-core"),
}
"""By the first word of a letter's Unicode name; any other script is called by that word."""


def folders() -> list[Path]:
    """Where fonts are looked for: the data folder first, so that whoever cannot install any puts a file there."""
    home = Path.home()
    return [
        Path(settings.DATA, "fonts"), Path(sys.prefix, "share/fonts"),
        home / ".local/share/fonts", home / ".fonts", home / "Library/Fonts",
        Path("/usr/local/share/fonts"), Path("/usr/share/fonts"), Path("/Library/Fonts"), Path("/System/Library/Fonts"),
    ]  # fmt: skip


@cache
def _main(weight: str) -> TTFont:
    """One of Open Sans, registered once."""
    path = files("ttf_opensans").joinpath(f"ttf/{weight}.ttf")
    font = TTFont(weight, str(path))
    pdfmetrics.registerFont(font)
    return font


def width(name: str, text: str) -> float:
    """How wide this is at size 1."""
    return float(pdfmetrics.stringWidth(text, name, 1))


def font_for(character: str, weight: str) -> str | None:
    """The name of the font that has it, the document's own if it can; None where there is none."""
    if ord(character) in _main(weight).face.charToGlyph:
        return weight
    return _elsewhere(character)


@lru_cache(maxsize=10_000)
def _elsewhere(character: str) -> str | None:
    """Emoji and other pictures have no letters' font: looking through all fonts for them would take long."""
    if unicodedata.category(character)[0] not in "LMN":
        return None
    return next((font.fontName for font in _others() if ord(character) in font.face.charToGlyph), None)


def _others() -> Iterator[TTFont]:
    """Those that were needed before, then one more at a time."""
    yield from (font for path in _candidates() if (font := _load(path)) is not None)


@cache
def _candidates() -> tuple[Path, ...]:
    """Every font file there is, likely ones first: upright sans before anything else."""
    found = {path.name: path for folder in reversed(folders()) for path in _in(folder)}
    return tuple(sorted(found.values(), key=_likely))


def _in(folder: Path) -> Iterable[Path]:
    return (path for path in folder.rglob("*") if path.suffix.lower() in (".ttf", ".ttc", ".otf"))


def _likely(path: Path) -> tuple[bool, bool, bool, str]:
    name = path.stem.lower().replace("-", "")
    return (
        any(word in name for word in _LAST),
        not name.startswith(_FIRST),
        "bold" in name,
        name,
    )


@cache
def _load(path: Path) -> TTFont | None:
    """The font, registered; None where its outlines are not TrueType or it cannot be read."""
    try:
        with path.open("rb") as file:
            if file.read(4) not in _TRUETYPE:
                return None
        font = TTFont(f"Other-{path.stem}", str(path))
    except (OSError, TTFError, ValueError, KeyError, IndexError) as error:
        logger.info("The font %s cannot be used (%s).", path.name, type(error).__name__)
        return None
    pdfmetrics.registerFont(font)
    return font


def script_of(character: str) -> FontScript:
    """The script that a letter belongs to."""
    word = unicodedata.name(character, "UNKNOWN").partition(" ")[0]
    return _SCRIPTS.get(word) or FontScript(word.capitalize())


def without_font(texts: Iterable[str]) -> list[FontScript]:
    """The scripts among these that no font here has: they would print as replacement signs."""
    letters = {letter for text in texts for letter in text if _needs_a_font(letter)}
    lacking = {script_of(letter) for letter in sorted(letters) if font_for(letter, PLAIN) is None}
    return sorted(lacking, key=lambda script: script.name)


def _needs_a_font(letter: str) -> bool:
    """Latin letters have one always; signs that are no letters may go."""
    return ord(letter) > 0x24F and unicodedata.category(letter)[0] in "LM"


def warning(lacking: Iterable[FontScript]) -> list[str]:
    """A sentence for each, with what to install."""
    return [
        f"There is no font for {script.name} here, so such letters print as �. Install one (Debian: "
        f"apt-get install {script.package}), or put a TrueType font file into the folder “fonts” of the data folder."
        for script in lacking
    ]


def forget() -> None:
    """Look again: a font was added."""
    for known in (_candidates, _load, _elsewhere):
        known.cache_clear()
