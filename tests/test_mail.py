"""Invitations by mail: one mail to one address that is kept nowhere, through a real mail server."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from typing import Any

import pytest
from celery.exceptions import Retry
from django.core import mail
from django.test import override_settings
from kombu.exceptions import OperationalError

from tests.backends import free_port
from tests.cast import Day
from tests.programs import wait_until
from tests.refusals import everything, refused
from tests.web.visitors import keeper
from tournament import tasks
from tournament.actions import invitations, mailing
from tournament.celery_app import app
from tournament.models import Invitation, LogEntry
from tournament.rules.errors import NotFound, Refused
from tournament.server import alarms

SITE = "http://192.0.2.7:8000"
TO = "sam.reid@church.example"


class Conversation(socketserver.StreamRequestHandler):
    """Enough of SMTP to take one mail, or to refuse it with the server's `answer`."""

    def handle(self) -> None:
        self.say("220 mail.example")
        while line := self.rfile.readline().decode().strip().upper():
            if line == "DATA":
                self.say("354 Go on")
                self.server.taken.append(self.until_the_dot())  # type: ignore[attr-defined]
            self.say(self.server.answer if line.startswith("RCPT") else "250 Yes")  # type: ignore[attr-defined]

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def until_the_dot(self) -> bytes:
        lines = iter(self.rfile.readline, b".\r\n")
        return b"".join(lines)


@contextmanager
def mail_server(answer: str = "250 Yes") -> Iterator[list[bytes]]:
    """A server on this machine, and Django told to use it."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Conversation) as server:
        server.daemon_threads = True
        server.taken, server.answer = [], answer  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        backend = "django.core.mail.backends.smtp.EmailBackend"
        try:
            with override_settings(EMAIL_BACKEND=backend, EMAIL_HOST="127.0.0.1", EMAIL_PORT=server.server_address[1]):
                yield server.taken  # type: ignore[attr-defined]
        finally:
            server.shutdown()


def sent(day: Day, **more: Any) -> None:
    pk = Invitation.objects.get(revoked_at__isnull=True).pk
    mailing.mail_invitation(by=day.organiser, **{"invitation": pk, "to": TO, "site": SITE} | more)


@pytest.fixture
def day(db: None) -> Day:
    day = Day("syg")
    day.invite(day.group("St Mark's"))
    return day


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("commits")
def test_the_link_arrives_and_the_address_is_kept_nowhere():
    """From the action through Celery to a mail server, as on a laptop."""
    day = Day("syg")
    day.invite(day.group("St Mark's"))
    with mail_server() as taken, alarms.running():
        for _ in range(2):
            sent(day, request="form-1")
        assert wait_until(lambda: taken)
    (raw,) = taken
    letter = message_from_bytes(raw, policy=policy.default)
    assert (letter["To"], letter["From"]) == (TO, "uno@club.example")
    assert letter["Subject"] == "St Mark's: enter your people for Youth weekend"
    link = SITE + invitations.path_of(Invitation.objects.get())
    assert link in letter.get_content()
    assert "sam.reid" not in repr(everything())


@pytest.mark.parametrize(("role", "word"), [("mc", "MC"), ("organiser", "organiser")])
def test_an_organiser_or_mc_is_told_that_the_link_works_once(db, role, word):
    day = Day("syg", name="Uno")
    pk = invitations.invite(by=day.organiser, event=day.event, role=role)
    tasks.send_invitation(pk, TO, SITE)
    (letter,) = mail.outbox
    assert f"You’re invited as {word} of Youth weekend, Saturday 21 November 2026." in letter.body
    assert "works once" in letter.body


def test_a_name_in_the_subject_is_one_line_and_nothing_is_escaped(db):
    day = Day("syg")
    day.invite(day.group("O'Brien & <friends>"))
    tasks.send_invitation(Invitation.objects.get().pk, TO, SITE)
    assert mail.outbox[0].subject == "O'Brien & <friends>: enter your people for Youth weekend"


def test_a_revoked_link_is_not_mailed(day):
    pk = Invitation.objects.get().pk
    invitations.revoke_invitation(by=day.organiser, invitation=pk)
    with refused(Refused, "This link no longer works. Make a new one first."):
        mailing.mail_invitation(by=day.organiser, invitation=pk, to=TO, site=SITE)
    tasks.send_invitation(pk, TO, SITE)
    assert mail.outbox == []
    with refused(NotFound, "There is no such invitation."):
        mailing.mail_invitation(by=day.organiser, invitation=-1, to=TO, site=SITE)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("commits")
def test_while_the_broker_is_away_the_page_says_that_no_mail_goes(monkeypatch):
    """The address is in the message alone, so nobody could send it later."""
    day = Day("syg")
    group = day.group("St Mark's")
    pk = day.invite(group)

    def is_away(*_: object, **__: object) -> None:
        raise OperationalError("Connection refused")

    monkeypatch.setattr(app, "send_task", is_away)
    client = keeper()
    address = f"/organise/youth-weekend/groups/{group}/"
    page = client.post(address, {"do": "mail", "invitation": pk, "to": TO}, follow=True).content.decode()
    assert "The mail couldn’t be sent." in page
    assert "on its way" not in page
    assert LogEntry.objects.latest("pk").what == "mail failed"


def test_a_server_that_cannot_be_reached_is_asked_again(day, caplog):
    with (
        override_settings(EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend", EMAIL_PORT=free_port()),
        pytest.raises(Retry),
    ):
        tasks.send_invitation.apply(args=[Invitation.objects.get().pk, TO, SITE], throw=True, retries=0).get()
    assert "An invitation could not be mailed (ConnectionRefusedError)." in caplog.text
    assert LogEntry.objects.filter(what="mail failed").count() == 0


@pytest.mark.parametrize(("answer", "retries"), [("550 No such person", 0), ("250 Yes", 3)])
def test_what_cannot_be_sent_is_noted_for_the_organiser_without_the_address(day, caplog, answer, retries):
    pk = Invitation.objects.get().pk
    with mail_server(answer) as taken:
        port = {"EMAIL_PORT": free_port()} if answer == "250 Yes" else {}
        with override_settings(**port):
            tasks.send_invitation.apply(args=[pk, TO, SITE], throw=True, retries=retries)
    assert taken == []
    line = LogEntry.objects.latest("pk")
    assert (line.what, line.role, line.facts) == (
        "mail failed",
        "system",
        {"invitation": Invitation.objects.get().travel_id},
    )
    assert re.search(r"could not be mailed \((SMTPRecipientsRefused|ConnectionRefusedError)\)", caplog.text)
    assert "sam.reid" not in caplog.text + repr(everything())
