"""Which font has which letter.

Open Sans comes with the program and has Latin, Vietnamese, Greek and Cyrillic; Noto Sans comes with it too and has
Chinese, Japanese, Korean, Arabic and Hebrew. Every other script is looked for among the fonts of the data folder and of
the system; ReportLab takes TrueType outlines only. All fonts are embedded, and a script that has none is said before
anything is printed.
"""

from __future__ import annotations

import logging
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from django.conf import settings
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from tournament.rules.names import RING

logger = logging.getLogger(__name__)

PLAIN: Final = "OpenSans-Regular"
BOLD: Final = "OpenSans-Bold"
BLACK: Final = "OpenSans-ExtraBold"
"""900 in the look: the one thing on a page that matters."""
ITALIC: Final = "OpenSans-Italic"
"""What somebody would write by hand, in an example."""
WEIGHTS: Final = (PLAIN, BOLD, BLACK, ITALIC)

_TRUETYPE: Final = (b"\0\1\0\0", b"true", b"ttcf")
_LAST: Final = ("mono", "serif", "condensed", "italic", "oblique", "light", "math", "emoji", "symbol", "icon")
_FIRST: Final = ("notosanssc", "notosans", "dejavusans", "droidsans")
"""Han letters look as they do in China, unless somebody's own font says otherwise."""
_PACKS: Final = ("justmytype_intl_cjk", "justmytype_intl_rtl")
"""The packages that bring Noto Sans."""
_SEEN: Final = ("Ll", "Lm", "Lo", "Lt", "Lu", "Mc", "Me", "Mn", "So")
"""Unicode's categories of letters, of marks that belong to letters, and of pictures."""
_THIN: Final = 60
"""A font whose stems are thinner than this (of 1000) is a hair-thin one; 87 is regular."""
_LINES: Final = {PLAIN: (0.045, 0.0), ITALIC: (0.045, 0.0), BOLD: (0.062, 0.03), BLACK: (0.062, 0.035)}
"""How wide a line around each letter brings a thin and a regular font to a weight, at size 1; more would fill the gaps
of dense letters."""


@dataclass(frozen=True)
class FontScript:
    """A script as people call it, and the Debian package that has a font for it if the program's own is missing."""

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
_EMOJI: Final = FontScript("emoji", "fonts-symbola")


def folders() -> list[Path]:
    """The folders to search for fonts. The data folder comes first, for people who cannot install fonts."""
    home = Path.home()
    return [
        Path(settings.DATA, "fonts"), *_of_packages(), Path(sys.prefix, "share/fonts"),
        home / ".local/share/fonts", home / ".fonts", home / "Library/Fonts",
        Path("/usr/local/share/fonts"), Path("/usr/share/fonts"), Path("/Library/Fonts"), Path("/System/Library/Fonts"),
    ]  # fmt: skip


@cache
def _of_packages() -> tuple[Path, ...]:
    """Where the packs are. An installation without them is told which scripts have no font."""
    return tuple(Path(str(files(package))) for package in _PACKS if find_spec(package) is not None)


@cache
def _main(weight: str) -> TTFont:
    """One of Open Sans, registered once."""
    path = files("ttf_opensans").joinpath(f"ttf/{weight}.ttf")
    font = TTFont(weight, str(path))
    pdfmetrics.registerFont(font)
    return font


def line_around(name: str, weight: str) -> float:
    """How wide a line to draw around the letters of this font, at size 1, so that they look as heavy as the rest."""
    if name in WEIGHTS:
        return 0.0
    for_thin, for_regular = _LINES[weight]
    return for_thin if pdfmetrics.getFont(name).face.stemV < _THIN else for_regular


def width(name: str, text: str) -> float:
    """How wide this is at size 1."""
    return float(pdfmetrics.stringWidth(text, name, 1))


def font_for(character: str, weight: str) -> str | None:
    """The font that has this letter: the document's own if possible. None if no font has it."""
    if ord(character) in _main(weight).face.charToGlyph:
        return weight
    return _elsewhere(character)


@lru_cache(maxsize=10_000)
def _elsewhere(character: str) -> str | None:
    """Emoji and other pictures have no letters' font: looking through all fonts for them would take long. The ring of
    public names is no letter, but fonts with letters have it."""
    if unicodedata.category(character)[0] not in "LMN" and character != RING:
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


def _likely(path: Path) -> tuple[bool, int, bool, str]:
    name = path.stem.lower().replace("-", "")
    first = next((place for place, word in enumerate(_FIRST) if name.startswith(word)), len(_FIRST))
    return any(word in name for word in _LAST), first, "bold" in name, name


@cache
def _load(path: Path) -> TTFont | None:
    """The font, registered; None if its outlines are not TrueType or it cannot be read."""
    try:
        with path.open("rb") as file:
            if file.read(4) not in _TRUETYPE:
                return None
        font = TTFont(f"Other-{path.stem}", str(path))
    except (OSError, TTFError, ValueError, KeyError, IndexError) as error:
        logger.info("The font %s can’t be used (%s).", path.name, type(error).__name__)
        return None
    pdfmetrics.registerFont(font)
    return font


def script_of(character: str) -> FontScript:
    """The script that a letter or sign belongs to."""
    if unicodedata.category(character) == "So":
        return _EMOJI
    word = unicodedata.name(character, "UNKNOWN").partition(" ")[0]
    return _SCRIPTS.get(word) or FontScript(word.capitalize())


def without_font(texts: Iterable[str]) -> list[FontScript]:
    """The scripts among these that no font here has: they would print as replacement signs."""
    letters = {letter for text in texts for letter in text if _needs_a_font(letter)}
    lacking = {script_of(letter) for letter in sorted(letters) if font_for(letter, PLAIN) is None}
    return sorted(lacking, key=lambda script: script.name)


def _needs_a_font(letter: str) -> bool:
    """Latin letters have one always; signs that are neither letters nor pictures may go, and so may those that only
    say how the one before is drawn."""
    is_selector = "\N{VARIATION SELECTOR-1}" <= letter <= "\N{VARIATION SELECTOR-16}"
    return ord(letter) > 0x24F and not is_selector and unicodedata.category(letter) in _SEEN


def warning(lacking: Iterable[FontScript]) -> list[str]:
    """A sentence for each, with what to install."""
    return [
        f"There’s no font for {script.name} here, so it prints as �. Install one (Debian: "
        f"apt-get install {script.package}), or put a TrueType font file into the folder “fonts” of the data folder."
        for script in lacking
    ]


def forget() -> None:
    """Look again: a font was added."""
    for known in (_candidates, _load, _elsewhere):
        known.cache_clear()
