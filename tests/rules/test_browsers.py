"""Which browser somebody has is told by names that people know, and never by what it says of itself."""

from __future__ import annotations

import pytest

from tournament.rules.browsers import BROWSERS, SYSTEMS, browser_of, system_of

WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"


@pytest.mark.parametrize(
    ("agent", "browser", "system"),
    [
        (WINDOWS, "Chrome", "Windows"),
        (f"{WINDOWS} Edg/140.0", "Edge", "Windows"),
        (f"{WINDOWS} OPR/120.0", "Opera", "Windows"),
        ("Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) Chrome/140.0 Safari/537.36", "Chrome", "ChromeOS"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox", "Linux"),
        ("Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0", "Firefox", "Android"),
        ("Mozilla/5.0 (Linux; Android 10; K) SamsungBrowser/28.0 Chrome/130 Safari/537", "Samsung Internet", "Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.6 Safari/605.1.15", "Safari", "Mac"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile Safari/604", "Safari", "iPhone"),
        ("Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) CriOS/140.0 Mobile Safari/604.1", "Chrome", "iPad"),
        ("<script>alert(1)</script>", "", ""),
        ("", "", ""),
    ],
)
def test_a_browser_and_its_system(agent, browser, system):
    assert (browser_of(agent), system_of(agent)) == (browser, system)


def test_every_name_fits_its_column():
    assert max(len(name) for name in (*BROWSERS.values(), *SYSTEMS.values())) <= 20
