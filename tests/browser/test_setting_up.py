"""An organiser sets an event up in a real Chromium: on a phone and a laptop, light and dark, with and without
JavaScript, by mouse and by keyboard."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.desks import LAPTOP, PHONE, PHONE_IN_THE_DARK, device, is_for_everyone
from tests.cast import LONG_NAME, Day
from tests.printing.reading import PrintedDocument
from tournament.actions import draw, invitations, registration, setup
from tournament.actions.accounts import make_login_link
from tournament.models import Competition, Event, Group, Invitation

HERE = "/organise/youth-weekend/"


def sign_in(page: Page, url: str) -> None:
    page.goto(url + make_login_link())
    name = page.get_by_label("Your name")
    if name.count():
        name.fill("Ruth Katoa")
    page.get_by_role("button", name=re.compile("Come in")).click()
    page.get_by_role("heading", name="Your events").wait_for()


@pytest.fixture
def event(site) -> Day:
    """An event with odd groups, some invited, some entered, and one more that is sealed."""
    day = Day("syg", cap=None)
    for name in ("Riverside", LONG_NAME, "W" * 80, "<script>alert(1)</script>", "محمد عبد", "Elim 🎲"):
        day.group(name)
    day.enter("Mia O'Brien", "Riverside")
    day.invite(day.group("Riverside"))
    day.invite(day.group("W" * 80))
    invitations.invite(by=day.organiser, event=day.event, role="mc")
    seal_another(day)
    return day


def seal_another(day: Day) -> None:
    """A further competition of the event, whose draw is sealed."""
    by, group = day.organiser, day.group("Riverside")
    pk = setup.create_competition(by=by, event=day.event, preset_name="bac", name="Uno sealed")
    for name in ("Ben", "Ivy King", "Jude Addo", "Oscar Xu"):
        registration.enter(by=by, competition=pk, group=group, name=name)
    registration.close_entries(by=by, competition=pk)
    draw.choose_plan(by=by, competition=pk)
    draw.seal_draw(by=by, competition=pk)


def test_every_page_fits_and_can_be_read_by_everyone(browser, site, event):
    group = f"{HERE}groups/{event.group('Riverside')}/"
    long = f"{HERE}groups/{event.group('W' * 80)}/"
    pages = [
        "/organise/", "/organise/new/", "/organise/demo/", HERE, f"{HERE}groups/", group, long,
        f"{HERE}people/", f"{HERE}settings/", f"{HERE}new/", f"{HERE}uno-open/settings/", f"{HERE}uno-sealed/settings/",
    ]  # fmt: skip
    with device(browser, viewport=LAPTOP) as page:
        sign_in(page, site.url)
        for path in pages:
            answer = page.goto(site.url + path)
            assert answer is not None and answer.status == 200, path
            is_for_everyone(page, PHONE_IN_THE_DARK)


def test_trouble_fits_and_can_be_read_too(browser, site, event):
    with device(browser, viewport=PHONE) as page:
        sign_in(page, site.url)
        page.goto(f"{site.url}{HERE}uno-open/settings/")
        setup.change_settings(by=event.organiser, competition=event.pk, choices={"clock": 1200}, name="Theirs")
        page.get_by_label("Name", exact=True).first.fill("Mine")
        page.get_by_role("button", name="Save the rules").click()
        expect(page.get_by_role("alert")).to_contain_text("Somebody else changed this since you opened it")
        expect(page.get_by_role("row", name="Name Theirs Mine")).to_be_visible()
        is_for_everyone(page)


def test_a_volunteer_sets_up_the_syg_event_by_keyboard(browser, site):
    with device(browser, viewport=LAPTOP) as page:
        sign_in(page, site.url)
        page.get_by_role("link", name="New event").press("Enter")
        page.get_by_role("heading", name="New event").wait_for()
        expect(page.locator(":focus")).to_have_attribute("name", "name")
        page.keyboard.type("Southern Youth Games")
        page.keyboard.press("Enter")
        page.get_by_role("heading", name="Southern Youth Games").wait_for()
        expect(page.get_by_role("heading", name="Add the groups")).to_be_visible()
        page.get_by_role("link", name="Add groups").press("Enter")
        expect(page.get_by_label("Names")).to_be_focused()
        page.keyboard.type("Riverside\nBethel")
        page.get_by_role("button", name="Add").press("Enter")
        page.get_by_role("heading", name="2 groups").wait_for()
    assert list(Competition.objects.order_by("pk").values_list("name", flat=True)) == ["Uno Open", "Uno Under 18"]


def test_choosing_a_preset_shows_its_rules_and_hides_what_does_not_matter(browser, site):
    with device(browser, viewport=LAPTOP) as page:
        sign_in(page, site.url)
        page.goto(f"{site.url}/organise/new/")
        page.get_by_text("Closing time, names and every rule").click()
        minutes, rounds = page.locator("#clock"), page.locator("#rounds")
        expect(minutes).to_have_value("30")
        expect(rounds).to_be_hidden()
        page.get_by_label("BAC").check()
        expect(minutes).to_have_value("15")
        expect(rounds).to_be_visible()
        warning = page.get_by_text("table-mates can end it on purpose")
        expect(warning).to_be_hidden()
        page.get_by_label("At a number of points").check()
        expect(warning).to_be_visible()
        expect(page.get_by_role("textbox", name="Points to reach")).to_have_value("500")
        page.get_by_label("The player who goes out").check()
        expect(warning).to_be_hidden()
        page.get_by_label("Name", exact=True).first.fill("Friday night")
        page.get_by_role("button", name="Set up the event").click()
        page.get_by_role("heading", name="Friday night").wait_for()
    competition = Competition.objects.get()
    assert (competition.format, competition.ending, competition.target, competition.scoring) == (
        "rotation",
        "target",
        500,
        "winner_takes",
    )


def test_everything_works_without_javascript(browser, site):
    with device(browser, java_script_enabled=False, viewport=PHONE) as page:
        sign_in(page, site.url)
        page.goto(f"{site.url}/organise/new/")
        page.get_by_label("Name", exact=True).first.fill("Friday night")
        page.get_by_label("Classroom").check()
        page.get_by_text("Closing time, names and every rule").click()
        page.get_by_role("button", name="Show the rules of the chosen preset").click()
        page.get_by_role("textbox", name="Hands per round").fill("7")
        page.get_by_role("button", name="Set up the event").click()
        page.get_by_role("link", name="Add groups").click()
        page.get_by_label("Names").fill("Riverside\nRiverside YG")
        page.get_by_role("button", name="Add").click()
        page.get_by_role("button", name="Make all 2 links").click()
        page.get_by_role("link", name="Riverside YG Nobody entered").click()
        page.get_by_label("It’s the same as").select_option("Riverside")
        page.get_by_role("button", name="Merge").click()
        page.get_by_role("button", name="Yes, merge them").click()
        page.get_by_role("heading", name="1 group").wait_for()
    assert Competition.objects.get().hands == 7
    assert Group.objects.get().name == "Riverside"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_reads_the_code_and_comes_in_by_it(browser, site, event, scheme):
    with device(browser, viewport=LAPTOP, color_scheme=scheme, device_scale_factor=2) as page:
        sign_in(page, site.url)
        page.goto(f"{site.url}{HERE}groups/{event.group('Riverside')}/")
        picture = Image.open(BytesIO(page.locator(".qr").screenshot(caret="initial")))
        (code,) = zxingcpp.read_barcodes(picture)
        assert code.text == page.get_by_label("Link", exact=True).input_value()
        slips = PrintedDocument(page.context.request.get(f"{site.url}{HERE}groups/slips/").body())
    texts = [text for sheet in slips.pages for text in sheet.codes()]
    paths = {invitations.path_of(invitation) for invitation in Invitation.objects.filter(group__isnull=False)}
    assert {"/join/" + text.partition("/join/")[2] for text in texts} == paths
    with device(browser, viewport=PHONE) as phone:
        phone.goto(site.url + "/join/" + code.text.partition("/join/")[2])
        phone.get_by_role("button", name="Come in").click()
        phone.wait_for_url(re.compile("/group/"))
        assert "/join/" not in phone.url


def test_the_link_is_copied_where_there_is_a_clipboard_and_where_there_is_none(browser, site, event):
    address = f"{site.url}{HERE}groups/{event.group('Riverside')}/"
    for plain in (False, True):
        with device(browser, permissions=["clipboard-read", "clipboard-write"]) as page:
            if plain:  # as on a hall's plain http, where browsers have no clipboard
                page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
            sign_in(page, site.url)
            page.goto(address)
            page.get_by_role("button", name="Copy").click()
            expect(page.get_by_role("button", name="Copied")).to_be_visible()
            link = page.get_by_label("Link", exact=True)
            assert link.evaluate("e => e.value.slice(e.selectionStart, e.selectionEnd)") == link.input_value()


def test_a_demo_is_one_click_away(browser, site):
    with device(browser, viewport=PHONE) as page:
        sign_in(page, site.url)
        page.get_by_role("button", name="Mid-round").click()
        page.get_by_role("heading", name="Rehearsal: round 1 is running").wait_for()
        expect(page.get_by_text("Rehearsal: nobody here is real")).to_be_visible()
        page.get_by_role("link", name="Go to the board").click()
        page.get_by_text("Rehearsal: nobody here is real").wait_for()
    assert Event.objects.get().fictional
