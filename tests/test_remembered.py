"""What is worked out once for many: never older than what its reader was told of, and never for one reader alone."""

from __future__ import annotations

import threading
import time
from itertools import count

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.printing.print_room import make_paper
from tests.cast import Day
from tests.followed import code_of
from tests.programs import get, wait_until
from tests.web import visitors
from tournament import live
from tournament.actions import draw, hiding, prints, setup
from tournament.live import publish, streams
from tournament.live.hub import LOOK_AGAIN
from tournament.models import Competitor, LogEntry
from tournament.web.remembered import Shelf, remember, shelf

ON = override_settings(SECONDS_REMEMBERED=60)
TOPIC = "competition:7"


def test_it_is_made_once_and_anew_when_something_that_matters_was_told():
    shelf, made = Shelf(), count()
    take = lambda *version, heard=0: shelf.take("page", (version, version[-1]), 60, lambda: next(made), heard)  # noqa: E731
    assert [take(0, 5), take(0, 5), take(0, 6), take(0, 6)] == [0, 0, 1, 1]
    assert take(1, 0) == 2, "across a gap nothing is known"


def test_a_hand_at_some_table_is_news_only_for_those_who_were_told_of_it():
    shelf, made = Shelf(), count()
    take = lambda newest, heard: shelf.take("page", ((0, 5), newest), 60, lambda: next(made), heard)  # noqa: E731
    assert [take(5, 0), take(7, 0), take(7, 5), take(7, 6), take(8, 7), take(9, 8)] == [0, 0, 0, 1, 1, 2]


def test_it_grows_old_by_itself():
    shelf, made = Shelf(), count()
    assert [shelf.take("page", ((0, 5), 5), 0.02, lambda: next(made)) for _ in range(2)] == [0, 0]
    time.sleep(0.03)
    assert shelf.take("page", ((0, 5), 5), 0.02, lambda: next(made)) == 1


def test_those_who_come_meanwhile_wait_for_the_one_who_makes_it():
    shelf, made, begun = Shelf(), [], threading.Event()

    def make() -> int:
        made.append(1)
        begun.wait(5)
        return len(made)

    threads = [threading.Thread(target=lambda: shelf.take("page", ((0, 5), 5), 60, make)) for _ in range(20)]
    for thread in threads:
        thread.start()
    begun.set()
    for thread in threads:
        thread.join()
    assert made == [1]


def test_what_failed_is_tried_again_and_the_least_used_is_put_away():
    shelf = Shelf(most=2)
    with pytest.raises(ZeroDivisionError):
        shelf.take("page", ((0, 5), 5), 60, lambda: 1 // 0)
    assert shelf.take("page", ((0, 5), 5), 60, lambda: "made") == "made"
    for other in "abc":
        shelf.take(other, ((0, 5), 5), 60, lambda: other)  # noqa: B023 (called at once)
    assert shelf.take("page", ((0, 5), 5), 60, lambda: "anew") == "anew"


@ON
def test_without_a_server_that_hears_nothing_is_kept(db, monkeypatch):
    monkeypatch.setattr(streams, "_loop", None)
    made = count()
    assert [remember("page", [TOPIC], lambda: next(made)) for _ in range(2)] == [0, 1]


@ON
def test_a_version_that_this_process_has_not_heard_of_makes_nothing_anew(site):
    """It is another topic's, or made up: who was told by another process has waited for this one (live.catch_up)."""
    made = count()
    ask = lambda heard=0: remember("told more", [TOPIC], lambda: next(made), heard)  # noqa: E731
    publish([TOPIC], {})
    assert wait_until(lambda: live.seen([TOPIC])[TOPIC])
    newest = live.seen([TOPIC])[TOPIC]
    assert [ask(), ask(newest), ask(newest + 1), ask(newest)] == [0, 0, 0, 0]


@ON
def test_after_a_gap_everything_is_looked_at_again(site):
    made = count()
    ask = lambda: remember("gap", [TOPIC], lambda: next(made))  # noqa: E731
    assert [ask(), ask()] == [0, 0]
    streams.hub.tell_all(LOOK_AGAIN)
    assert ask() == 1


# Pages


@ON
def test_a_page_is_new_as_soon_as_anything_on_it_changed(site):
    """Also what is told to the event's staff alone: names, groups and settings."""
    day = Day("syg").people(4).until("published")
    url = f"{site.url}/c/{day.competition.slug}/draw/"
    assert "Mia O." in get(url)[1]
    Competitor.objects.filter(name="Mia O'Brien").update(name="Behind Everybody’s Back")
    assert "Mia O." in get(url)[1], "or nothing is kept, and this test shows nothing"
    before = live.version([f"event:{day.event}"])
    setup.change_event(by=day.organiser, event=day.event, name="Youth weekend", version=1, full_names=True)
    assert wait_until(lambda: live.version([f"event:{day.event}"]) != before)
    assert "Behind Everybody’s Back" in get(url)[1]
    hidden = day.competition.entries.order_by("pk")[0].competitor_id
    before = live.version([f"competition:{day.pk}"])
    hiding.hide_person(by=day.mc, competitor=hidden)
    assert wait_until(lambda: live.version([f"competition:{day.pk}"]) != before)
    assert "Behind" not in get(url)[1]


@ON
def test_results_that_waited_for_the_podium_come_as_soon_as_it_is_open(site):
    day = Day("syg", name="Uno Podium").people(4).until("sheets in")
    get(f"{site.url}/screen")
    day.until("finished")
    url = f"{site.url}/c/{day.competition.slug}/results/"
    assert "The winners are announced in the hall first." in get(url)[1]
    before = live.version([f"competition:{day.pk}"])
    day.open_podium()
    assert wait_until(lambda: live.version([f"competition:{day.pk}"]) > before)
    assert wait_until(lambda: "The winners are announced in the hall first." not in get(url)[1], seconds=1)


@ON
def test_the_page_as_its_team_sees_it_is_its_readers_own_and_nobody_elses(site):
    day = Day("syg").people(4).until("published")
    path = f"/c/{day.competition.slug}/draw/"
    signed_in = visitors.organiser(day.event)
    for _ in range(2):
        assert "Signed in as <bdi>Ruth Katoa</bdi>" in signed_in.get(path, {"as": "team"}).content.decode()
        for other in (signed_in.get(path), Client().get(path), Client().get(path, {"as": "team"})):
            assert "Signed in" not in other.content.decode()
    assert "private" in signed_in.get(path, {"as": "team"})["Cache-Control"]
    assert signed_in.get(path).content == Client().get(path).content


@ON
def test_the_same_page_is_not_sent_twice_and_packed_for_those_who_can_unpack(site):
    day = Day("syg").people(4).until("published")
    url = f"{site.url}/c/{day.competition.slug}/draw/"
    status, text, headers = get(url)
    assert (status, headers["cache-control"]) == (200, "no-cache") and "Cookie" in headers["vary"]
    assert get(url, {"If-None-Match": headers["etag"]})[0] == 304
    client = Client()
    packed = client.get(f"/c/{day.competition.slug}/draw/", headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip" and len(packed.content) < len(text) / 3


def asked(client: Client, path: str) -> list[str]:
    """What a page asks of the database."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return [query["sql"] for query in queries]


def reads(sqls: list[str], table: str) -> bool:
    return any(f'FROM "tournament_{table}"' in sql for sql in sqls)


@ON
def test_an_events_team_has_its_own_facts_of_everybody_and_its_own_write_ends_them(site):
    day = Day("syg", name="Own facts").people(8).until("published")
    person = day.competition.entries.order_by("pk")[0].competitor_id
    path = f"/e/{day.competition.event.slug}/me/{code_of(person)}"
    ruth, anybody = visitors.organiser(day.event), Client()
    assert reads(asked(ruth, path), "seat") and not reads(asked(ruth, path), "seat")
    before = live.version([f"competition:{day.pk}"])
    hiding.hide_person(by=day.mc, competitor=person)
    assert wait_until(lambda: live.version([f"competition:{day.pk}"]) != before)
    assert "(hidden)" in ruth.get(path).content.decode()
    assert "A player" in anybody.get(path).content.decode() and "(hidden)" not in anybody.get(path).content.decode()


@ON
def test_the_print_room_reads_what_kept_papers_are_made_from_once_for_each_change(site):
    day = Day("syg", name="Kept papers").people(8).until("published")
    path, ruth = f"/organise/{day.competition.event.slug}/{day.competition.slug}/print/", visitors.organiser(day.event)
    assert not reads(asked(ruth, path), "seat"), "nothing is kept yet"
    made = prints.ask_paper(
        by=day.organiser, competition=day.pk, what="scoresheets", paper="a4", site="http://testserver", round_number=1
    )
    make_paper(made)
    assert reads(asked(ruth, path), "seat") and not reads(asked(ruth, path), "seat")
    assert "Out of date" not in ruth.get(path).content.decode()
    day.gone(day.seats()[0][0])
    assert reads(asked(ruth, path), "seat")
    assert "Make again" in ruth.get(path).content.decode()


@ON
def test_the_draw_on_the_projector_is_worked_out_once_for_each_step(site):
    day = Day("syg", name="Projector").people(8).until("drawn")
    path = f"/organise/{day.competition.event.slug}/{day.competition.slug}/draw/hall/"
    ruth = visitors.organiser(day.event)
    draw.reveal_next(by=day.organiser, competition=day.pk, seen=0, rest=False)
    assert reads(asked(ruth, path), "entry") and not reads(asked(ruth, path), "entry")
    before = ruth.get(path).content
    draw.reveal_next(by=day.organiser, competition=day.pk, seen=1, rest=False)
    assert reads(asked(ruth, path), "entry") and ruth.get(path).content != before


@ON
def test_the_final_order_is_worked_out_once_for_each_change(site):
    """Not again every two seconds, however long a hall reads it; a line of the log that nobody told ends it."""
    day = Day("syg", name="Final order").people(8).until("finished")
    path = f"/c/{day.competition.slug}/results/"

    def draw() -> list[str]:
        """What the page asks when it is drawn again."""
        shelf._kept.pop(path, None)
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(path).status_code == 200
        return [query["sql"] for query in queries]

    first, second = draw(), draw()
    seats = 'FROM "tournament_seat"'
    assert any(seats in sql for sql in first) and not any(seats in sql for sql in second)
    assert sum('FROM "tournament_logentry"' in sql for sql in second) == 1
    LogEntry.objects.create(at=timezone.now(), by="Ruth", role="organiser", event_id=day.event, what="round closed")
    assert any(seats in sql for sql in draw())
