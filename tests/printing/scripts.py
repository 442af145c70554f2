"""Says whether fonts for the scripts of the cast are here: `python -m tests.printing.scripts`, called by .ci/fonts."""

from __future__ import annotations

import os
import sys
import tempfile

if __name__ == "__main__":
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tournament.settings", "TURNTABLE_DATA": tempfile.mkdtemp()}
    from tournament.printing.fonts import warning, without_font

    sys.exit("\n".join(warning(without_font(["李小龍", "محمد"]))) or None)
