"""A screen of the whole event in a real Chromium: its competitions alternate, and a draw has it to itself."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.desks import device
from tests.cast import a_day
from tournament.actions import draw
from tournament.models import Competition

PROJECTOR = {"width": 1920, "height": 1080}
TWELVE_SECONDS_PASS = """{ const scene = document.getElementById('scene');
    scene.dataset.since = String(Number(scene.dataset.since) - 12000); }"""


def test_competitions_alternate_without_the_network_and_a_draw_is_seen_step_by_step(browser: Browser, site):
    day = a_day("syg", 8, "sealed", real=True)
    young = a_day("bac", 8, "published", rounds=2, name="Uno Under 18")
    Competition.objects.filter(pk=young.pk).update(event=day.event)
    with device(browser, viewport=PROJECTOR) as page:
        page.goto(f"{site.url}/screen")
        expect(page.get_by_text("Roll the dice.")).to_be_visible()
        day.draw()
        expect(page.get_by_text("Numbers from the hall")).to_be_visible()
        draw.reveal_next(by=day.organiser, competition=day.pk, seen=0)
        expect(page.locator("#scene .name")).to_have_count(4)
        day.publish()
        what = page.locator("#scene > .scene:visible .sheet-what")
        expect(what).to_contain_text("Uno Open")
        page.route("**/screen*", lambda route: route.abort())
        for name in ("Uno Under 18", "Uno Open"):
            page.evaluate(TWELVE_SECONDS_PASS)
            expect(what).to_contain_text(name)
        page.problems.clear()  # type: ignore[attr-defined]  # what it asked for meanwhile did not come
