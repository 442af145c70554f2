"""What a browser says it is, as people know it: only a name from a short list, never its own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
"""In this order: most browsers also say that they are those below them."""
SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def browser_of(agent: str) -> str:
    """Firefox; empty if it is none that we know."""
    return _first(BROWSERS, agent)


def system_of(agent: str) -> str:
    """Android; empty in the same way."""
    return _first(SYSTEMS, agent)


def _first(names: Mapping[str, str], agent: str) -> str:
    return next((name for sign, name in names.items() if sign in agent), "")
