"""Live streams: who hears what, with a real server, embedded and with Redis."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from urllib.parse import quote

import pytest
import time_machine
from django.core import signing

from tests.cast import OUT, Day
from tests.clocks import tablet_of
from tests.compose import SECRET
from tests.crowd import crowd
from tests.listening import listening
from tests.programs import MANAGE, PATIENCE, PROJECT, get, wait_until
from tournament.actions import clock, invitations
from tournament.live import Holder, hub, publish, seen, streams, ticket
from tournament.live.hub import LOOK_AGAIN, MOST_MESSAGES_WAITING, Hub, Listener
from tournament.live.topics import announcement
from tournament.log_kinds import Happened
from tournament.models import Account, Invitation, Membership

TOPIC = "competition:7"


def stream_path(text: str) -> str:
    return f"/live/events?t={quote(text)}"


def opening(url: str, text: str) -> int:
    """The status of a stream. It is not read: one that opens where none should would never end."""
    try:
        with urllib.request.urlopen(url + stream_path(text), timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as answer:
        return answer.code


# Tickets


def test_a_stream_needs_a_ticket(site):
    forged = signing.dumps(["event:1"], salt="another")
    late = ticket([TOPIC])
    with time_machine.travel(time.time() - 2 * 24 * 60 * 60):
        old = ticket([TOPIC])
    for path in ("/live/events", stream_path("guess"), stream_path(forged), stream_path(old), stream_path(late[:-1])):
        assert get(site.url + path)[:2] == (403, "This stream needs a ticket. Load the page again.\n")
    many = "&".join(f"t={quote(late)}" for _ in range(21))
    assert get(f"{site.url}/live/events?{many}")[0] == 403
    padded = "&".join(["a=b"] * 1000)
    assert get(f"{site.url}/live/events?t={quote(late)}&{padded}")[0] == 403


def test_one_ticket_that_is_too_old_takes_nothing_from_the_others(site):
    """All tabs of a browser share a stream; each page sees from `hello` whether its own topics are in it."""
    with time_machine.travel(time.time() - 2 * 24 * 60 * 60):
        old = ticket(["competition:8"])
    with listening(site.url, TOPIC, also=old) as stream:
        assert set(stream.hear("hello")["newest"]) == {TOPIC}
        publish(["competition:8"], {"kind": "clock", "n": 1})
        publish([TOPIC], {"kind": "clock", "n": 2})
        assert stream.hear()["n"] == 2


def test_the_streams_of_somebody_who_is_removed_end_at_once_and_open_no_more(site):
    """Their other tab, which anybody may see, goes on hearing."""
    day = Day("syg")
    member = Membership.objects.create(account=Account.objects.create(username="mc"), event_id=day.event, role="mc")
    theirs = ticket([f"event:{day.event}"], Holder(member.account_id, day.event))
    with listening(site.url, TOPIC, also=theirs) as stream, listening(site.url, f"event:{day.event}") as other:
        assert set(stream.hear("hello")["newest"]) == {TOPIC, f"event:{day.event}"}
        invitations.remove_member(by=day.organiser, membership=member.pk)
        assert stream.over.wait(PATIENCE)
        assert not other.over.is_set()
    assert opening(site.url, theirs) == 403
    with listening(site.url, TOPIC, also=theirs) as stream:
        assert set(stream.hear("hello")["newest"]) == {TOPIC}


def test_whoever_loses_their_place_with_a_link_hears_nothing_any_more(site):
    """Nor does an organiser who only coordinates a group now."""
    day = Day("syg")
    invitation = Invitation.objects.get(pk=invitations.invite(by=day.organiser, event=day.event, role="helper"))
    account = Account.objects.create(username="helper")
    about = {"account": account, "event_id": day.event}
    Membership.objects.create(**about, role="helper", invitation=invitation)
    Membership.objects.create(**about, role="coordinator", group_id=day.group("Riverside"))
    theirs = ticket([f"event:{day.event}"], Holder(account.pk, day.event))
    with listening(site.url, TOPIC, also=theirs) as stream:
        stream.hear("hello")
        invitations.revoke_invitation(by=day.organiser, invitation=invitation.pk, members=True)
        assert stream.over.wait(PATIENCE)
    assert opening(site.url, theirs) == 403


def test_everything_else_is_not_there(site):
    assert get(f"{site.url}/live/nothing")[:2] == (404, "There is no such stream.\n")


def test_the_server_says_what_time_it_is(site):
    before, (status, text, _), after = streams.now(), get(f"{site.url}/live/time"), streams.now()
    assert status == 200
    assert before <= int(text) <= after


# Hearing


def test_a_stream_hears_its_own_topics_and_no_other(site):
    with listening(site.url, TOPIC) as own, listening(site.url, "competition:8") as other:
        own.hear("hello"), other.hear("hello")
        publish([TOPIC], {"kind": "table"})
        publish(["competition:8"], {"kind": "clock"})
        assert own.hear()["kind"] == "table"
        assert other.hear()["kind"] == "clock"
        assert own.is_silent and other.is_silent


def test_a_message_about_two_topics_is_heard_once(site):
    with listening(site.url, TOPIC, "event:1") as stream:
        stream.hear("hello")
        publish([TOPIC, "event:1"], {"kind": "table"})
        publish([TOPIC], {"kind": "round"})
        assert [stream.hear()["kind"], stream.hear()["kind"]] == ["table", "round"]


def test_hello_says_how_new_things_are(site):
    """A page drawn before a change that came before its stream learns of it all the same."""
    with listening(site.url, TOPIC) as first:
        first.hear("hello")
        drawn = seen([TOPIC])
        publish([TOPIC], {"kind": "table"})
        version = first.hear()["version"]
    with listening(site.url, TOPIC) as late:
        newest = late.hear("hello")["newest"]
    assert newest == {TOPIC: version}
    assert drawn[TOPIC] < version


def test_versions_grow_also_after_a_restart(site):
    with listening(site.url, TOPIC) as stream:
        publish([TOPIC], {}), publish([TOPIC], {})
        assert 1_700_000_000_000 < stream.hear()["version"] < stream.hear()["version"]


def test_whoever_goes_away_is_forgotten(site):
    before = len(streams.hub)
    with listening(site.url, TOPIC) as stream:
        stream.hear("hello")
        assert len(streams.hub) == before + 1
    assert wait_until(lambda: len(streams.hub) == before)


def test_a_slow_listener_is_told_to_look_at_everything():
    async def hear() -> bytes:
        listener = Listener([TOPIC])
        for _ in range(MOST_MESSAGES_WAITING + 1):
            listener.tell(b"event: told\n\n")
        return await listener.hear()

    with ThreadPoolExecutor(1) as another_thread:  # browser tests leave a loop in this one
        assert another_thread.submit(asyncio.run, hear()).result() == LOOK_AGAIN


def test_a_topic_without_listeners_costs_nothing():
    hub = Hub()
    hub.deliver([TOPIC], b"", 5)
    assert (len(hub), hub.newest, hub._by_topic) == (0, {TOPIC: 5}, {})


def test_what_tables_do_is_told_together_and_never_after_what_came_later(site):
    """Two thousand streams are not woken for each hand of the bell; a clock's change takes what waits along."""
    with listening(site.url, TOPIC) as stream:
        stream.hear("hello")
        for n in range(3):
            publish([TOPIC], {"kind": "table", "n": n})
        publish([TOPIC], {"kind": "clock", "n": 3})
        publish([TOPIC], {"kind": "table", "n": 4})
        assert [stream.hear()["n"] for _ in range(5)] == [0, 1, 2, 3, 4]


def test_listeners_are_woken_once_for_all_that_tables_do_in_a_moment():
    async def woken() -> list[bytes]:
        hub, listener = Hub(), Listener([TOPIC])
        hub.join(listener)
        for n in range(3):
            hub.deliver([TOPIC], b"%d" % n, n, weighty=False)
        first = await listener.hear()
        hub.deliver([TOPIC], b"3", 3, weighty=False)
        return [first, await listener.hear()]

    with ThreadPoolExecutor(1) as another_thread:
        assert another_thread.submit(asyncio.run, woken()).result() == [b"012", b"3"]


def test_those_who_work_with_tables_hear_of_them_before_everyone_does(monkeypatch):
    """And everyone with the next thing that matters, if that comes first."""
    monkeypatch.setattr(hub, "SECONDS_TO_GATHER_FOR_EVERYONE", 3600.0)

    async def heard() -> list[bytes]:
        own_hub, phone, tablet, staff = Hub(), Listener([TOPIC]), Listener([TOPIC, "tablets:7"]), Listener(["event:1"])
        for listener in (phone, tablet, staff):
            own_hub.join(listener)
        own_hub.deliver(["event:1", TOPIC, "tablets:7"], b"table", 1, weighty=False)
        first = [await tablet.hear(), await staff.hear()]
        own_hub.deliver([TOPIC], b" clock", 2)
        return [*first, await phone.hear()]

    with ThreadPoolExecutor(1) as another_thread:
        assert another_thread.submit(asyncio.run, heard()).result() == [b"table", b"table", b"table clock"]


def test_when_there_are_too_many_streams_the_next_is_asked_to_look_by_itself(site, monkeypatch):
    most = len(streams.hub) + 1
    monkeypatch.setattr(streams, "most_streams", lambda: most)
    with listening(site.url, TOPIC) as stream:
        stream.hear("hello")
        assert opening(site.url, ticket([TOPIC])) == 503
        assert get(f"{site.url}/health")[0] == 200


def test_one_address_may_hold_the_streams_of_a_hall_and_no_more(site, monkeypatch):
    """Whoever is elsewhere still hears."""
    assert streams.MOST_STREAMS_OF_ONE_SENDER >= 2 * 2000
    monkeypatch.setattr(streams, "MOST_STREAMS_OF_ONE_SENDER", 2)
    path = stream_path(ticket([TOPIC]))
    port = int(site.url.rpartition(":")[2])
    with crowd(site.url, path, 3) as listeners:
        assert listeners.answers == {"HTTP/1.1 200 OK": 2, "HTTP/1.1 503 Service Unavailable": 1}
        with socket.create_connection(("127.0.0.1", port), PATIENCE, source_address=("127.0.0.9", 0)) as elsewhere:
            elsewhere.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert elsewhere.recv(15) == b"HTTP/1.1 200 OK"
    assert wait_until(lambda: not streams._open)


def test_a_thousand_streams_from_one_address_keep_nobody_from_saving(site, monkeypatch):
    """As many as there is room for are served. The others are refused in a sentence and let go, so that they hold no
    connection; hands are saved all the while."""
    room = len(streams.hub) + 400
    monkeypatch.setattr(streams, "most_streams", lambda: room)
    day = Day("syg").people(4).until("running")
    path = stream_path(ticket([f"competition:{day.pk}"]))
    with crowd(site.url, path, 1000) as listeners:
        assert listeners.answers == {"HTTP/1.1 200 OK": 400, "HTTP/1.1 503 Service Unavailable": 600}
        tablet = tablet_of(day, site.url)
        assert [tablet.record(tablet.hand(n, f"hand-{n}"))[0] for n in (1, 2, 3)] == [200] * 3
        listeners.hear(b'"kind":"table"')
        assert len(listeners.open) == 400


# What is told


def test_what_an_action_did_is_told_when_it_is_committed(site):
    day = Day("syg").people(4).until("published")
    with listening(site.url, f"competition:{day.pk}") as everyone, listening(site.url, f"event:{day.event}") as staff:
        everyone.hear("hello"), staff.hear("hello")
        day.start()
        for stream in (everyone, staff):
            told = stream.hear()
            assert (told["kind"], told["competition"], told["clock"]["state"]) == ("clock", day.pk, "running")
        day.hand(1, [OUT, 10, 20, 30])
        told = everyone.hear()
        assert (told["kind"], told["table"]) == ("table", day.table(1).travel_id)
        assert set(told) == {"kind", "competition", "table", "topics", "version"}


def test_what_was_refused_is_not_told(site):
    day = Day("syg").people(4).until("published")
    with listening(site.url, f"competition:{day.pk}") as stream:
        stream.hear("hello")
        with pytest.raises(Exception, match="nothing to pause"):
            clock.pause_clock(by=day.mc, competition=day.pk)
        clock.start_clock(by=day.mc, competition=day.pk)
        assert stream.hear()["clock"]["state"] == "running"


@pytest.mark.parametrize(
    "kind",
    [Happened.PLAN_CHOSEN, Happened.ENTERED, Happened.INVITED, Happened.WRISTBAND_GIVEN],
    ids=str,
)
def test_what_only_the_staff_may_know_is_told_to_them_alone(kind):
    topics, news = announcement(kind, 1, 7, {"entry": 5, "why": "ill", "seed": "ab"})
    assert (topics, news) == (["event:1"], {"kind": "event", "competition": 7})


def test_what_a_table_does_is_told_to_the_tablets_too():
    topics, news = announcement(Happened.HAND_RECORDED, 1, 7, {"table": 5, "hand": 2})
    assert topics == ["event:1", "competition:7", "tablets:7"]
    assert news == {"kind": "table", "competition": 7, "table": 5}


@pytest.mark.parametrize("kind", [Happened.SAT_DOWN, Happened.AGREED, Happened.ORGANISER_CALLED], ids=str)
def test_a_tap_that_no_public_page_shows_wakes_nobody_but_tablets_and_staff(kind):
    topics, news = announcement(kind, 1, 7, {"table": 5, "entry": 3})
    assert topics == ["event:1", "tablets:7"]
    assert news == {"kind": "table", "competition": 7, "table": 5}


def test_screens_are_told_that_a_picture_changed_and_nothing_else():
    assert announcement(Happened.NAMES_ERASED, 1, None, {"people": 5}) == (
        ["event:1", "screens:1"],
        {"kind": "screen"},
    )
    topics, news = announcement(Happened.DRAWN, 1, 7, {"public": "4 6 1", "seed": "ab"})
    assert topics == ["event:1", "screens:1"]
    assert not {"public", "seed"} & set(news)


@pytest.mark.parametrize(
    ("kind", "change", "screens"),
    [
        (Happened.MESSAGE_SAID, "message", ["screens:1"]),
        (Happened.MESSAGE_TAKEN_DOWN, "message", ["screens:1"]),
        (Happened.PERSON_HIDDEN, "seats", []),
        (Happened.PERSON_SHOWN, "seats", []),
        (Happened.NAME_RESPELT, "seats", []),
    ],
    ids=str,
)
def test_what_concerns_the_whole_event_is_told_to_everyone_in_it(kind, change, screens):
    """And not whom it is about."""
    topics, news = announcement(kind, 1, None, {"competitor": 5}, [7, 8])
    assert (topics, news) == (["event:1", "competition:7", "competition:8", *screens], {"kind": change})


# The programs


def test_a_server_with_open_streams_stops_in_seconds(server):
    """uvicorn alone would wait for them for ever."""
    secret = (server.data / "secret-key").read_text().strip()
    path = stream_path(signing.dumps([TOPIC], key=secret, salt="turntable.live"))
    with listening(server.url, TOPIC, secret=secret) as stream, crowd(server.url, path, 300) as others:
        stream.hear("hello")
        assert others.answers == {"HTTP/1.1 200 OK": 300}
        server.send(signal.SIGINT)
        assert server.wait() == 0
        assert wait_until(stream.over.is_set)
    assert "Traceback" not in (server.data / "turntable.log").read_text()


TELL = "from tournament.live import publish; publish(['competition:7'], {'kind': 'table', 'n': 5})"


def tell(env: dict[str, str]) -> None:
    """Another process says something."""
    subprocess.run([*MANAGE, "shell", "-c", TELL], cwd=PROJECT, env=env, check=True, capture_output=True)


def test_with_redis_every_process_hears_what_any_of_them_says(deployed):
    """Two processes answer; eight streams land on both, and a third process speaks."""
    with ExitStack() as stack:
        open_streams = [stack.enter_context(listening(deployed.url, TOPIC, secret=SECRET)) for _ in range(8)]
        for stream in open_streams:
            stream.hear("hello")
        tell(deployed.env)
        assert [stream.hear()["n"] for stream in open_streams] == [5] * 8


def test_when_something_may_have_been_missed_members_of_teams_show_their_tickets_again():
    """One of them may have been removed meanwhile. Everybody else goes on hearing."""
    hub = Hub()
    member, public = Listener([TOPIC], [Holder(1, 1)]), Listener([TOPIC])
    hub.join(member)
    hub.join(public)
    hub.end_of_members()
    assert (member.over, public.over) == (True, False)


def test_when_redis_was_away_everybody_is_told_to_look(deployed):
    with listening(deployed.url, TOPIC, secret=SECRET) as stream:
        stream.hear("hello")
        deployed.redis.stop()
        tell(deployed.env)  # nobody can be told, and nothing fails
        deployed.redis.start()
        stream.hear("look")
        tell(deployed.env)
        assert stream.hear()["n"] == 5
