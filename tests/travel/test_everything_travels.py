"""Whatever people can do to an event travels with it: every action is done once, and each event comes out elsewhere as
it went in."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.models import Correction, Nod
from tests.actions.calls import CALLS, DAYS
from tests.actions.test_slides import sent
from tests.cast import Day
from tests.databases import database_in_memory
from tests.travel.files import exported, imported, parts, postgres_in_between
from tournament.actions import slides
from tournament.models import Account, Event, Import, Programme, RemovedEvent
from tournament.rules.errors import TurntableError
from tournament.travel.parts import all_parts

pytestmark = pytest.mark.django_db

LEAVES_LITTLE = {"remove_event", "bring_back", "remove_competition", "erase_names", "bring_in_groups", "create_event"}


def busy(stage: str) -> Day:
    """A day on which everything was done that could be done at this stage. Some of it takes away what other calls need,
    and those are left out."""
    day = DAYS[stage]()
    for number, call in enumerate(call for call in CALLS if call.day == stage and str(call) not in LEAVES_LITTLE):
        by = day.umpire(1) if ("umpire", "table") in call.may else day.organiser
        with suppress(TurntableError, IntegrityError, ObjectDoesNotExist, AssertionError), transaction.atomic():
            call.action(by=by, **call.arguments(day), request=f"{stage}-{number}")
    return day


def test_everything_that_can_be_done_travels(postgres_settings):
    files: dict[str, BytesIO] = {}
    for stage in DAYS:
        day = busy(stage)
        if stage == "published":
            slides.add_slide(by=day.mc, event=day.event, title="Lunch", picture=sent("PNG", (40, 30)))
            Programme.objects.update_or_create(
                competition_id=day.pk,
                defaults={"phase": "seated", "round": 1, "scene": "names", "stepped_at": timezone.now()},
            )
        files[stage] = exported(day.event)
    rotation = Day("bac", rounds=2).people(9).until("round closed")
    Nod.objects.create(seat=rotation.round.seats.first(), seen=[1], at=timezone.now())
    files["moved"] = exported(rotation.event)
    Import.objects.all().delete()
    RemovedEvent.objects.all().delete()
    before = {stage: parts(file) for stage, file in files.items()}
    with postgres_in_between(postgres_settings):
        on_postgres = {stage: exported(imported(file).pk) for stage, file in files.items()}
        assert Account.objects.count() == 0
    assert {stage: parts(file) for stage, file in on_postgres.items()} == before
    with database_in_memory():
        assert {stage: parts(exported(imported(file).pk)) for stage, file in on_postgres.items()} == before
    empty = {name for name in all_parts() if all(part[f"{name}.json"] == "[]\n" for part in before.values())}
    assert empty == set()
    assert any(name.startswith("pictures/") for name in before["published"])
    assert Correction.objects.exists()
    assert Event.objects.count() >= len(DAYS)
