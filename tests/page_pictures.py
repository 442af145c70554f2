"""Pictures of every page, to see that a change of templates or styles has moved nothing.

    python -m tests.page_pictures take FOLDER [--only WORDS]    every page of every role; takes some minutes
    python -m tests.page_pictures compare BEFORE AFTER          pixel by pixel; lists what differs

People, seats and codes come from a fixed seed and the time stands still, so two folders of the same code are equal.
Pages are answered inside this process; whatever is sent is forgotten at the end of its stage.
"""

from __future__ import annotations

import argparse
import os
import re
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch
from urllib.parse import urlsplit

import django
import time_machine
from PIL import Image, ImageChops
from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright

from tests.browsers import chromium
from tournament.rules.programme import Scene

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
MINUTES_LATER = datetime(2026, 11, 21, 10, 12, 30, tzinfo=UTC)
"""When pages are looked at: twelve and a half minutes after everything happened, so a clock of 30 has 17:30 left."""
SITE = "http://turntable.test"
PHONE, STANDING, LYING, LAPTOP, PROJECTOR = (390, 844), (768, 1024), (1024, 768), (1440, 900), (1920, 1080)
SIZES = {
    "everyone": (PHONE, STANDING, LAPTOP),
    "coordinator": (PHONE, LAPTOP),
    "umpire": (STANDING, LYING, PHONE),
    "organiser": (LAPTOP, LYING, PHONE),
    "mc": (LAPTOP, LYING),
    "screen": (PROJECTOR, LYING),
    "hall": (PROJECTOR, LYING),
}
STANDING_STILL = f"Date.now = () => {MINUTES_LATER.timestamp():.0f}000;"
TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass(frozen=True)
class Shot:
    """A page to be photographed. `then` is what its visitor does on it before the picture, `typed` what they send."""

    name: str
    role: str
    path: str
    then: Callable[[Page], None] | None = None
    typed: dict[str, Any] | None = None
    dark: bool = False


# What there is to see


def stages() -> Iterator[tuple[str, list[Shot], dict[str, Any]]]:
    """Each stage of a day with its pages and its visitors; what it made is undone when the next one comes."""
    from django.core.cache import cache
    from django.db import transaction

    for name, (make, seen_by) in STAGES.items():
        cache.clear()
        with transaction.atomic():
            with time_machine.travel(NOW, tick=False):
                day = make()
                visitors = {role: client for role, client in _visitors(day).items() if role in seen_by}
                shots = [*_every_address(day), *_more(day, name)]
            yield name, shots, visitors
            transaction.set_rollback(True)


def _open() -> Any:
    from tests.cast import Day

    day = Day("syg").people(14, reserves=3)
    day.enter_in_under_18("Noa Levi", "Bethel")
    return day


def _closed() -> Any:
    from tests.cast import a_day

    return a_day("syg", 14, "entries closed", reserves=3)


def _sealed() -> Any:
    from tests.cast import a_day

    return a_day("syg", 14, "sealed", reserves=3)


def _reserve_shown() -> Any:
    from tests.cast import Day
    from tournament.actions import draw

    day = Day("syg").people(14, reserves=3).close().choose(16).seal().draw()
    draw.reveal_next(by=day.organiser, competition=day.pk, seen=0)
    return day


def _revealing() -> Any:
    """The second draw is half shown; the first was thrown away."""
    from tests.cast import Day
    from tournament.actions import draw

    day = Day("syg").people(14, reserves=3).until("drawn")
    draw.discard_draw(by=day.organiser, competition=day.pk, why="A group was missing")
    day.choose().seal().draw()
    for shown in range(4):
        draw.reveal_next(by=day.organiser, competition=day.pk, seen=shown)
    return day


def _drawn() -> Any:
    from tests.cast import a_day

    return a_day("syg", 14, "drawn", reserves=3)


def _mid_round() -> Any:
    """One table has accepted, one called the organiser, one has a conflict, one lost a player."""
    from scoring.actions import calls
    from tests.cast import OUT, Day
    from tests.web.offices import tablet, trouble
    from tournament.actions import check_in

    day = Day("syg").people(16, reserves=3).until("running")
    day.hand(1, [OUT, 10, 20, {"wild": 1}])
    day.hand(1, [30, OUT, 12, 7])
    day.hand(2, [OUT, 10, 20, 48])
    tablet(day, 2, trouble=trouble(day, 2, 1, [None, 10, 20, 49]))
    calls.raise_flag(by=day.umpire(3), table=day.table(3).pk, message="A card is missing")
    day.ask(day.names()[0][0], "Ivy Queen")
    day.gone(day.names()[3][1])
    check_in.give_wristband(by=day.organiser, competitor=day.who(day.names()[1][0]).competitor_id, number="A12")
    return day


def _paused() -> Any:
    """After the warning the clock is paused; the other grade’s runs beside it. The MC says something to
    all, and has a screen and a slide."""
    from django.test import Client

    from tests.cast import Day, a_day
    from tournament.actions import clock, hall_messages, slides
    from tournament.models import Competition

    day = a_day("syg", 16, "running")
    day.enter_in_under_18("Noa Levi", "Bethel")
    for name in ("Asa Cole", "Edie Park", "Lotte Berg"):
        day.enter_in_under_18(name, f"Home of {name}")
    young = Day.of(Competition.objects.get(event=day.event, name="Uno Under 18"), "entries open")
    young.salt = day.salt
    young.until("running")
    clock.add_time(by=day.mc, competition=day.pk, seconds=-26 * 60)
    clock.pause_clock(by=day.mc, competition=day.pk)
    hall_messages.say_to_everybody(by=day.mc, event=day.event, words="The barbecue is open outside", until="23:00")
    slides.add_slide(by=day.mc, event=day.event, title="Lunch", text="At one, in the foyer.")
    Client().get("/screen")
    return day


def _tie() -> Any:
    """Two are level at the one table, which is the final."""
    from tests.cast import OUT, a_day

    day = a_day("syg", 4, "running")
    day.hand(1, [OUT, 10, 30, 40])
    day.hand(1, [10, OUT, 30, 40])
    return day.ring()


def _break() -> Any:
    """Round 1 is over, and round 2 starts by itself."""
    from tests.cast import a_day
    from tournament.actions import breaks, clock

    day = a_day("syg", 16, "round closed").next_round()
    breaks.add_to_break(by=day.mc, competition=day.pk, seconds=600)
    clock.start_after_break(by=day.mc, competition=day.pk)
    return day


def _podium() -> Any:
    """Two places are shown; the winner is still face down."""
    from tournament.actions import podium

    day = _finished()
    for place in (3, 2):
        podium.show_place(by=day.mc, competition=day.pk, place=place)
    return day


def _ten_seats() -> Any:
    from tests.cast import OUT, a_day

    day = a_day("classic-500", 10, "running", format="single", table_max=10, target=500)
    for out in (0, 4):
        day.hand(1, [OUT if seat == out else 7 + seat for seat in range(10)])
    return day


def _club_night() -> Any:
    """Nobody has a group. One plays for another, and one does not come."""
    from tests.cast import DICE, PEOPLE, Day
    from tournament.actions.club_nights import set_up_club_night
    from tournament.models import Competition
    from tournament.permissions import Actor, Role
    from tournament.rules.club_nights import WayToPlay
    from tournament.rules.presets import Format

    by = Actor(Role.ORGANISER, None, "Ruth Katoa")
    way = WayToPlay(Format.ROTATION, rounds=2)
    pk = set_up_club_night(by=by, name="Friday", lines="\n".join(PEOPLE[:9]), way=way)
    day = Day.of(Competition.objects.select_related("event").get(pk=pk), "sealed").draw(DICE).publish()
    day.substitute(PEOPLE[0], "Grace Papadakis", by=day.organiser)
    day.gone(PEOPLE[1])
    return day


def _time_up() -> Any:
    from tests.cast import OUT, a_day

    day = a_day("syg", 16, "running")
    for table in (1, 2, 3):
        day.hand(table, [OUT, 10, 20, 30])
        day.hand(table, [20, OUT, 10, 30])
    day.ring()
    day.accept(2)
    return day


def _finished() -> Any:
    from tests.cast import a_day

    return a_day("syg", 16, "finished")


def _rotation() -> Any:
    from tests.cast import Day

    return Day("bac").people(16).until("round closed").next_round().until("running")


def _single() -> Any:
    from tests.cast import a_day

    return a_day("classroom", 9, "finished")


ALL_ROLES: Final = (*SIZES,)
IN_THE_HALL: Final = ("everyone", "umpire", "mc", "screen")
STAGES: Final[Mapping[str, tuple[Callable[[], Any], Sequence[str]]]] = {
    "open": (_open, ALL_ROLES), "closed": (_closed, ["organiser"]), "sealed": (_sealed, ALL_ROLES),
    "reserve-shown": (_reserve_shown, ["hall", "screen"]), "revealing": (_revealing, ALL_ROLES),
    "drawn": (_drawn, ALL_ROLES), "mid-round": (_mid_round, ALL_ROLES), "paused": (_paused, IN_THE_HALL),
    "time-up": (_time_up, ALL_ROLES), "tie": (_tie, ["umpire"]), "break": (_break, IN_THE_HALL),
    "finished": (_finished, ALL_ROLES), "podium": (_podium, ["everyone", "mc", "screen"]),
    "rotation": (_rotation, ALL_ROLES), "ten-seats": (_ten_seats, ["umpire", "organiser", "screen"]),
    "single": (_single, ALL_ROLES), "club-night": (_club_night, ["everyone", "organiser"]),
}  # fmt: skip
"""How each stage is made, and to whom it shows what no other stage does."""


def _visitors(day: Any) -> dict[str, Any]:
    from django.test import Client

    from tests.web import visitors
    from tests.web.addresses import World
    from tournament.models import Table

    world = World(day)
    known = {
        "everyone": Client(),
        "screen": Client(),
        "organiser": visitors.organiser(world.event.pk),
        "hall": visitors.organiser(world.event.pk),
        "mc": visitors.organiser(world.event.pk, "mc", name="Sam Reid"),
    }
    if world.event.has_groups:
        known["coordinator"] = visitors.coordinator(world.group.pk)
    seated = Table.objects.filter(round__competition=day.pk, round__competition__finished_at=None).exists()
    return known | ({"umpire": visitors.umpire(world.competition, 1)} if seated else {})


def _every_address(day: Any) -> Iterator[Shot]:
    """Each address of the project that shows a page at this stage, to those whose it is."""
    from django.urls import reverse

    from tests.web.addresses import ADDRESSES, World

    for name, address in ADDRESSES.items():
        if address.opens == 405 or name in ("screen", "draw-list"):
            continue
        try:
            path = reverse(name, kwargs=address.about(World(day)))
        except Exception:
            continue
        role = "hall" if name == "ceremony-screen" else _role(address.whose)
        yield Shot(name, role, path)
        if name in IN_THE_DARK:
            yield Shot(name, role, path, dark=True)


IN_THE_DARK = {"competition", "event-page", "table", "group", "board", "mc-desk", "check-in", "entries", "draw"}


def _role(whose: str) -> str:
    from tests.web import addresses

    return {
        addresses.EVERYONE: "everyone", addresses.COORDINATOR: "coordinator", addresses.UMPIRE: "umpire",
        addresses.ANY_UMPIRE: "umpire", addresses.MC: "mc",
    }.get(whose, "organiser")  # fmt: skip


def _more(day: Any, stage: str) -> Iterator[Shot]:
    """What an address alone does not show: searches, open panels, refused forms, the tablet's views, the screens."""
    from tournament.models import Entry

    at = f"/organise/{day.competition.event.slug}/{day.competition.slug}/"
    who = Entry.objects.filter(competition=day.pk).earliest("pk").pk
    for name, path in (("check-in.who", f"check-in/?who={who}"), ("check-in.late", "check-in/?late=1"),
                       ("check-in.nobody", "check-in/?q=nobody"), ("entries.nobody", "?q=nobody"),
                       ("board.nobody", "board/?q=nobody"), ("board.accepted", "board/?show=accepted")):  # fmt: skip
        yield Shot(name, "organiser", at + path)
    yield Shot("event-page.found", "everyone", f"/e/{day.competition.event.slug}/?q=mia")
    yield Shot("missing", "everyone", "/nothing/there/")
    yield from _refused(day, at)
    yield from (Shot(f"screen.{scene}", "screen", f"/screen?scene={scene}") for scene in Scene)
    table = f"/table/{day.competition.slug}/1/"
    yield from (Shot(f"table.{name}", "umpire", table, then) for name, then in VIEWS.get(stage, {}).items())
    if stage == "mid-round":
        yield Shot("table.counting", "umpire", table, _counts, dark=True)


def _refused(day: Any, at: str) -> Iterator[Shot]:
    yield Shot("sign-in.refused", "everyone", "/login/", typed={"sign_in": "somebody", "password": "wrong"})
    yield Shot("type-code.refused", "everyone", "/table/", typed={"code": "ABC-DEFG"})
    yield Shot("mc-desk.asks", "mc", at.replace("organise", "mc"), typed={"do": "end"})
    yield Shot("settings.refused", "organiser", at + "settings/", typed={"do": "save", "name": "", "clock": "soon"})
    yield Shot("new-event.refused", "organiser", "/organise/new/", typed={"name": "", "preset": "syg"})
    names = ["Mia O'Brien", "Mia OBrien", "Tomasi Vea", "Priya Raman", "Ivy King", "Ben"]
    evening = {"name": "Friday", "names": "\n".join(names), "format": "knockout", "minutes": "15", "do": "draw"}
    yield Shot("new-club-night.asks", "organiser", "/organise/new/club-night/", typed=evening)
    yield Shot("plan.refused", "organiser", at + "plan/", typed={"size": "3", "plan": "9, 9"})
    yield Shot("paper.refused", "organiser", at + "board/1/paper/", typed={"do": "record", "number": "x", "out": ""})


def _sits(page: Page) -> None:
    page.evaluate(TWO_FRAMES)
    page.locator("body[data-view]").wait_for()


def _plays(page: Page) -> None:
    _sits(page)
    if page.locator("body[data-view=sit]").count():
        page.get_by_role("button", name="Play", exact=True).first.click()
        page.get_by_role("button", name="Go on anyway").click()


def _goes_out(page: Page) -> None:
    _plays(page)
    page.locator(".seat-card").first.click()


def _counts(page: Page) -> None:
    _goes_out(page)
    for face in ("7", "skip", "wild"):
        page.locator(f"[data-key='face-{face}']").first.tap()


def _types_a_total(page: Page) -> None:
    _goes_out(page)
    page.get_by_role("button", name="Type a total").first.click()
    page.locator("[data-key=key-4]").click()


def _opens_the_rules(page: Page) -> None:
    _plays(page)
    page.locator("#open-help").click()


def _asks_who_went_out(page: Page) -> None:
    _plays(page)
    page.locator("[data-key=over]").click()


def _counts_what_was_drawn(page: Page) -> None:
    """The hand ended on a Draw Two; the next player holds fewer cards than two, so it asks."""
    _goes_out(page)
    page.locator("[data-key=last-draw_two]").click()
    page.locator("[data-key=face-7]").tap()
    page.locator(".step-next button").first.click()


def _settles_a_tie(page: Page) -> None:
    _sits(page)
    page.locator("[data-key=no-hand]").click()


def _counts_a_playoff(page: Page) -> None:
    _settles_a_tie(page)
    page.get_by_role("button", name="Play one more hand").click()


COUNTING: Final = {
    "play": _plays, "out": _goes_out, "who-out": _asks_who_went_out, "counting": _counts,
    "drawn": _counts_what_was_drawn, "total": _types_a_total, "help": _opens_the_rules,
}  # fmt: skip
VIEWS: Final[Mapping[str, Mapping[str, Callable[[Page], None]]]] = {
    "mid-round": COUNTING, "rotation": COUNTING, "ten-seats": COUNTING, "paused": {"play": _plays},
    "tie": {"result": _settles_a_tie, "play-off": _counts_a_playoff}, "break": {"as-it-is": _sits},
}  # fmt: skip
"""What an umpire does before the picture, at each stage that has a table."""


# Taking them


def take(folder: Path, only: str) -> int:
    """All of them; how many."""
    folder.mkdir(parents=True, exist_ok=True)
    return sum(_photograph(browser, folder, stage, shot, client) for browser, stage, shot, client in walk(only))


def walk(only: str = "") -> Iterator[tuple[Browser, str, Shot, Any]]:
    """Every page at every stage, with the browser to open it in and its visitor."""
    with (
        _a_database(),
        _the_same_dice(),
        sync_playwright() as playwright,
        chromium(playwright.chromium, windows=True) as browser,
    ):
        for stage, shots, visitors in stages():
            wanted = [shot for shot in shots if only in f"{stage}.{shot.name}" and shot.role in visitors]
            yield from ((browser, stage, shot, _twin(visitors[shot.role])) for shot in wanted)
            sys.stdout.write(f"{stage}: {len(wanted)} pages\n")
            sys.stdout.flush()


def _twin(client: Any) -> Any:
    """The same visitor for one page: what it does to their cookies (signing out, say) is forgotten."""
    twin = client.__class__()
    twin.cookies = deepcopy(client.cookies)
    return twin


@contextmanager
def _a_database() -> Iterator[None]:
    from django.db import connection
    from django.test.utils import setup_test_environment, teardown_test_environment

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(":memory:", verbosity=0)
        teardown_test_environment()


@contextmanager
def _the_same_dice() -> Iterator[None]:
    """Codes and links are drawn by chance; here by a chance that is always the same."""
    dice = Random(7)
    same: dict[str, Any] = {
        "token_bytes": lambda n=32: dice.randbytes(n),
        "token_hex": lambda n=32: dice.randbytes(n).hex(),
        "token_urlsafe": lambda n=32: "".join(dice.choices("ABCDEFGHJKLMNPQRSTUVWXYZ", k=n)),
        "choice": dice.choice,
        "randbelow": dice.randrange,
    }
    with patch.multiple(secrets, **same):
        yield


def _photograph(browser: Browser, folder: Path, stage: str, shot: Shot, client: Any) -> int:
    scheme = ".dark" if shot.dark else ""
    taken = 0
    for page, width, height in at_every_size(browser, shot, client):
        name = f"{stage}.{shot.name}{scheme}.{width}x{height}.png"
        page.screenshot(path=folder / name, full_page=True, animations="disabled")
        taken += 1
    return taken


def at_every_size(
    browser: Browser, shot: Shot, client: Any, *, before: Callable[[Page], object] | None = None
) -> Iterator[tuple[Page, int, int]]:
    """The page as its visitor sees it, at each size that such visitors use. `before` it is opened, something may be
    made ready to watch it."""
    answer = _answer(client, shot)
    if answer is None:
        return
    sizes = SIZES[shot.role][:1] if shot.dark else SIZES[shot.role]
    with _device(browser, "dark" if shot.dark else "light", shot.role) as context:
        _answered_here(context, client, shot, answer)
        page = context.new_page()
        page.add_init_script(STANDING_STILL)
        page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
        if before:
            before(page)
        page.goto(SITE + shot.path)
        if shot.then:
            shot.then(page)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(TWO_FRAMES)
            yield page, width, height


@contextmanager
def _device(browser: Browser, scheme: str, role: str) -> Iterator[BrowserContext]:
    options: dict[str, Any] = {"color_scheme": scheme, "reduced_motion": "reduce", "has_touch": role == "umpire"}
    context = browser.new_context(**options)
    context.set_default_timeout(20_000)
    yield context
    context.close()


def _answer(client: Any, shot: Shot) -> Any:
    """The page, unless there is nothing to show: a file, or the way to another page."""
    scene = re.search(r"scene=(\w+)", shot.path)
    if scene:
        _show(client, scene[1])
    with time_machine.travel(MINUTES_LATER, tick=False):
        answer = client.get(shot.path) if shot.typed is None else client.post(shot.path, shot.typed)
    shows = answer.get("Content-Type", "").startswith("text/html") and answer.status_code not in (301, 302)
    return answer if shows else None


def _show(client: Any, scene: str) -> None:
    """The one screen of the hall shows this scene."""
    from tournament.models import Event, Screen

    client.get("/screen")
    Screen.objects.update(shows=scene, event=Event.objects.earliest("pk"))


def _answered_here(context: BrowserContext, client: Any, shot: Shot, answer: Any) -> None:
    """By this process. Nobody tells the page any news: what it says then depends on the moment."""

    def handle(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if route.request.is_navigation_request() and route.request.url == SITE + shot.path:
            headers = {k: v for k, v in answer.headers.items() if k != "Content-Length"}
            route.fulfill(status=200, headers=headers, body=answer.content)
        elif path.endswith("/live.js"):
            route.fulfill(status=200, content_type="text/javascript", body="")
        elif path.startswith("/static/"):
            route.fulfill(path=_static(path))
        else:
            _ask(route, client)

    context.route("**/*", handle)


def _static(path: str) -> str:
    from django.contrib.staticfiles import finders

    found = finders.find(re.sub("^/static/([0-9a-f]{16}/)?", "", path))
    assert isinstance(found, str), path
    return found


def _ask(route: Route, client: Any) -> None:
    asked, parts = route.request, urlsplit(route.request.url)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    names = {k: v for k, v in asked.headers.items() if k.startswith(("hx-", "x-"))}
    kind = asked.headers.get("content-type", "application/octet-stream")
    with time_machine.travel(MINUTES_LATER, tick=False):
        answer = client.generic(asked.method, path, asked.post_data_buffer or b"", content_type=kind, headers=names)
    if getattr(answer, "streaming", False):
        route.abort()
        return
    headers = {k: v for k, v in answer.headers.items() if k != "Content-Length"}
    route.fulfill(status=answer.status_code, headers=headers, body=answer.content)


# Comparing them


def compare(before: Path, after: Path, into: Path | None) -> list[str]:
    """What differs, in words; with `into`, both pictures side by side there."""
    names = sorted({path.name for folder in (before, after) for path in folder.glob("*.png")})
    found = {name: _difference(before / name, after / name) for name in names}
    for name in [name for name, words in found.items() if words and into]:
        _side_by_side([folder / name for folder in (before, after)], into / name)  # type: ignore[operator]
    return [f"{name}: {words}" for name, words in found.items() if words]


def _difference(before: Path, after: Path) -> str:
    if not (before.exists() and after.exists()):
        return "only before" if before.exists() else "only after"
    with Image.open(before) as first, Image.open(after) as second:
        if first.size != second.size:
            return f"{first.size} became {second.size}"
        box = ImageChops.difference(first.convert("RGB"), second.convert("RGB")).getbbox()
    return f"differs in {box}" if box else ""


def _side_by_side(paths: list[Path], target: Path) -> None:
    pictures = [Image.open(path).convert("RGB") for path in paths if path.exists()]
    target.parent.mkdir(parents=True, exist_ok=True)
    wall = Image.new("RGB", (sum(p.width for p in pictures) + 20, max(p.height for p in pictures)), "magenta")
    left = 0
    for picture in pictures:
        wall.paste(picture, (left, 0))
        left += picture.width + 20
    wall.save(target)


def set_up() -> None:
    """Before anything of the project is read."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright keeps an event loop in this thread
    django.setup()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["take", "compare"])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--only", default="", help="take: pages whose stage and name contain this")
    parser.add_argument("--into", type=Path, help="compare: where to put both pictures side by side")
    options = parser.parse_args()
    if options.what == "compare":
        before, after = options.folders
        found = compare(before, after, options.into)
        sys.stdout.write("\n".join([*found, f"{len(found)} differ", ""]))
        return bool(found)
    set_up()
    sys.stdout.write(f"{take(options.folders[0], options.only)} pictures\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
