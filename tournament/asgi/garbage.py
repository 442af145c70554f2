"""What Python goes through while it looks for garbage: not what the program has loaded and never lets go.

Django, our modules and their templates are some 150,000 objects. A look through all of them takes a tenth of a second,
in which nothing else runs: no hand is saved, no stream hears. Python looks through all as soon as a quarter as much has
come, and new connections bring that within seconds. So what is there once people have used the program for a moment is
set aside, and from then on only what came later is gone through.
"""

from __future__ import annotations

import asyncio
import gc

SECONDS_UNTIL_LOADED = (10.0, 120.0)
"""After the start. Most is loaded when it is used first, so this is done twice."""


def start() -> None:
    """Called once in the event loop."""
    for seconds in SECONDS_UNTIL_LOADED:
        asyncio.get_running_loop().call_later(seconds, set_aside)


def set_aside() -> None:
    """Garbage goes first: what is set aside is kept until the process ends."""
    gc.collect()
    gc.freeze()
