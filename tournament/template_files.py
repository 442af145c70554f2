"""How templates are read: without their indentation, which only people who read templates need."""

from __future__ import annotations

import re

from django.template.base import Origin
from django.template.loaders import filesystem


class Loader(filesystem.Loader):
    """Line breaks stay, so that an error names its line. Text in which spaces count (`pre`) begins its lines at the
    margin."""

    def get_contents(self, origin: Origin) -> str:
        return re.sub(r"\n +", "\n", super().get_contents(origin))
