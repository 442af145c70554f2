"""How templates are read: without their indentation, which only people who read templates need.

An empty comment, `{##}`, takes away the white space around it: so a long sentence is written in several lines where a
line break would be seen as a space, before a comma, say.
"""

from __future__ import annotations

import re

from django.template.base import Origin
from django.template.loaders import filesystem

EMPTY_COMMENT = re.compile(r"\s*\{##\}\s*")
LINES_OF_ONE_SENTENCE = re.compile(r"[^\n]*?(?:\s*\{##\}\s*[^\n]*?)+$", re.MULTILINE)
"""Also where one line ends with an empty comment and the next one has another at its end."""


class Loader(filesystem.Loader):
    """As many line breaks stay as there were, so that an error names its line. Text in which spaces count (`pre`)
    begins its lines at the margin."""

    def get_contents(self, origin: Origin) -> str:
        written = LINES_OF_ONE_SENTENCE.sub(_joined, super().get_contents(origin))
        return re.sub(r"\n +", "\n", written)


def _joined(lines: re.Match[str]) -> str:
    """One line, and the breaks that it lost after it."""
    return EMPTY_COMMENT.sub("", lines[0]) + "\n" * lines[0].count("\n")
