"""Mailing an invitation, where mail is set up. The address is typed for this one mail and kept nowhere."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from tournament.actions.base import action, lock_event, log
from tournament.celery_app import SEND_INVITATION, app
from tournament.log_kinds import Happened
from tournament.models import Invitation
from tournament.permissions import SYSTEM, Actor, may_organise, require
from tournament.rules.errors import NotFound, Refused

LONGEST_MAIL_ADDRESS: Final = 254
"""Characters, as mail servers have it."""
logger = logging.getLogger(__name__)


@action
def mail_invitation(*, by: Actor, invitation: int, to: str, site: str, request: str = "") -> None:
    """Send the link of this invitation to one address. The mail goes out when all is saved, and once: a form sent
    twice does not come here a second time."""
    found = Invitation.objects.filter(pk=invitation).first()
    if found is None:
        raise NotFound("There is no such invitation.")
    locked_event = lock_event(found.event_id)
    require(may_organise(by, locked_event.pk), by)
    if settings.MAIL is None:
        raise Refused("This server can’t send mail. Copy the link, show its code, or print the slip.")
    if Invitation.objects.filter(pk=invitation, revoked_at__isnull=False).exists():
        raise Refused("This link no longer works. Make a new one first.")
    address = _address(to)
    log(by, locked_event, Happened.INVITATION_MAILED, request, invitation=found.travel_id)
    transaction.on_commit(partial(_hand_on, invitation, address, site), robust=True)


def _hand_on(invitation: int, address: str, site: str) -> None:
    """To the worker. While the broker is away nobody would ever send it, and the address is kept nowhere: the page has
    to say so at once."""
    try:
        app.send_task(SEND_INVITATION, [invitation, address, site], retry=False)
    except Exception as problem:
        logger.warning("An invitation could not be handed to the worker (%s).", type(problem).__name__)
        note_failed_mail(invitation)


def _address(text: str) -> str:
    address = text.strip()
    try:
        validate_email(address)
    except ValidationError:
        raise Refused("This isn’t an email address. Write it like name@club.example.") from None
    if len(address) > LONGEST_MAIL_ADDRESS:
        raise Refused(f"An email address can have up to {LONGEST_MAIL_ADDRESS} characters.")
    return address


def note_failed_mail(invitation: int) -> None:
    """The mail did not go out: the page of the group says so, and the organiser hands the link on in another way."""
    found = Invitation.objects.select_related("event").filter(pk=invitation).first()
    if found is not None:
        log(SYSTEM, found.event, Happened.MAIL_FAILED, invitation=found.travel_id)
