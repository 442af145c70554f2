"""A database of version 0.1, in the middle of a day, goes on in this version, on both databases.

`version-0.1.json` was written by version 0.1 itself: a knockout in round 1 with hands, ticks, a first dealer and a
table that calls; a rotation in round 2; a sealed draw; an event with open entries; a finished one. Beside the rows it
holds what people had in their hands: printed codes, a coordinator's link, the cookies of a tablet and of the organiser.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
import time_machine
from django.apps import apps
from django.apps.registry import Apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model
from django.test import Client, override_settings
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from pytest_django import DjangoDbBlocker

from scoring.actions.keys import renew_key
from scoring.models import Correction, Dealer, Flag, Hand, Sat
from scoring.queries.keys import keys_of
from scoring.record.check import check_record
from scoring.record.export import export_record
from tests.actions.test_erase_names import where_is
from tests.backends import Postgres
from tests.cast import Day
from tests.conftest import default_database, settings_of
from tests.elsewhere import OTHER_NUMBERS, carry_elsewhere
from tournament.actions import erasing, invitations
from tournament.models import Competition, Event, Invitation, LogEntry, Note, RemovedEvent, Swap
from tournament.permissions import organiser
from tournament.rules.travel_ids import number_told, travel_id_of
from tournament.web.following import COOKIE

WITH_ID: Final = [
    model
    for model in apps.get_app_config("tournament").get_models()
    if any(field.name == "travel_id" for field in model._meta.fields)
]
KEPT: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "version-0.1.json").read_text())
TABLE: Final = KEPT["table"]
FOLLOWED: Final = "1-c12a904da9d6"
"""Mia's code: version 0.1 made it from the number of her row and the server's secret of then."""


def models_of_then() -> Apps:
    """The tables of version 0.1, empty, and Django's models of them."""
    executor = MigrationExecutor(connection)
    then = [*KEPT["migrations"].items()]
    others = [leaf for leaf in executor.loader.graph.leaf_nodes() if leaf[0] not in KEPT["migrations"]]
    return executor.migrate([*then, *others]).apps


def row_of_then(models: Apps, stored: dict[str, Any]) -> Model:
    """One row as it was written down."""
    model = models.get_model(stored["model"])
    fields = {model._meta.get_field(name) for name in stored["fields"]}
    values = {
        field.attname: field.to_python(stored["fields"][field.name])  # type: ignore[attr-defined]
        for field in fields
        if not field.many_to_many
    }
    return model(pk=stored["pk"], **values)


def fill_tables() -> None:
    """As dumped, in an order that no reference minds: they are looked at when all is there."""
    models = models_of_then()
    with transaction.atomic(), connection.constraint_checks_disabled():
        for stored in KEPT["rows"]:
            row_of_then(models, stored).save(force_insert=True)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models.get_models()):
            cursor.execute(statement)
    type_reasons(models)


TYPED: Final = "Mia’s knee"
TYPED_OF_A_GONE_EVENT: Final = "Zoë’s ear"
GONE_EVENT: Final = 999


def type_reasons(models: Apps) -> None:
    """Version 0.1 kept what somebody typed as a reason: two swaps that undo each other, a correction, and lines of the
    log, one of them about a rehearsal that is gone."""
    made = parse_datetime(KEPT["made_at"])
    draw = models.get_model("tournament", "Draw").objects.get(competition=KEPT["competitions"]["finished"])
    a, b = models.get_model("tournament", "Entry").objects.filter(competition=draw.competition_id, code__in=PAIR)
    for number in (1, 2):
        models.get_model("tournament", "Swap").objects.create(draw=draw, number=number, a=a, b=b, why=TYPED)
    held = models.get_model("scoring", "Held").objects.get(hand=14)
    about = {"hand": held.hand, "seat": held.seat, "was": held.points + 10, "now": held.points, "at": made}
    for why, was, now in ((TYPED, 10, 40), ("recounted", 40, 0)):
        changed = {"was": held.points + was, "now": held.points + now}
        models.get_model("scoring", "Correction").objects.create(**about | changed, why=why)
    line = {"at": made, "by": "Ana", "role": "organiser"}
    for event, why in ((draw.competition.event_id, TYPED), (GONE_EVENT, TYPED_OF_A_GONE_EVENT)):
        models.get_model("tournament", "LogEntry").objects.create(
            **line, event_id=event, what="seats swapped", facts={"a": a.pk, "b": b.pk, "why": why}
        )


PAIR: Final = ("E001", "E002")


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def upgraded(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[str]:
    """The database of then, brought to this version."""
    if request.param == "postgres":
        server: Postgres = request.getfixturevalue("postgres")
        place = settings_of(server.new_database())
    else:
        place = {**connections.settings["default"], "NAME": tmp_path_factory.mktemp("then") / "turntable.sqlite3"}
    with django_db_blocker.unblock(), default_database(place):
        fill_tables()
        with override_settings(SECRET_KEY=KEPT["secret_key"]):
            call_command("migrate", verbosity=0)
        yield request.param


@pytest.fixture(autouse=True)
def the_same_day(upgraded: str, settings: Any, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A minute after the rows were written, with the secret of then; what a test writes is undone."""
    settings.SECRET_KEY = KEPT["secret_key"]
    made_at = parse_datetime(KEPT["made_at"])
    assert made_at is not None
    moment = time_machine.travel(made_at + timedelta(minutes=1))
    with django_db_blocker.unblock(), moment, transaction.atomic():
        yield
        transaction.set_rollback(True)


def day_of(name: str, stage: str) -> Day:
    return Day.of(Competition.objects.get(pk=KEPT["competitions"][name]), stage)


def _knockout() -> Competition:
    return Competition.objects.get(pk=KEPT["competitions"]["knockout"])


def device_with(cookies: dict[str, str]) -> Client:
    device = Client(HTTP_HOST="localhost")
    for name, value in cookies.items():
        device.cookies[name] = value
    return device


def test_nothing_of_the_round_is_lost() -> None:
    assert Hand.objects.count() == sum(row["model"] == "scoring.hand" for row in KEPT["rows"])
    assert Sat.objects.filter(seat__table=TABLE["pk"]).count() == len(TABLE["seats"])
    assert Dealer.objects.get(table=TABLE["pk"]).seat.entry_id == TABLE["seats"][0]
    assert Flag.objects.get(lowered_at__isnull=True).message == "A spilled drink"


def test_the_rounds_are_played_to_the_end_and_their_records_are_accepted() -> None:
    """`Day.finish` checks each record."""
    day_of("knockout", "running").until("finished")
    day_of("rotation", "running").until("finished")
    day_of("sealed", "sealed").until("finished")
    day_of("open", "entries open").until("finished")


@pytest.mark.parametrize("number", range(len(TABLE["paths"])))
def test_codes_printed_then_still_open(number: int) -> None:
    by_link = device_with({}).get(TABLE["paths"][number])
    typed = device_with({}).post("/table/", {"code": TABLE["codes"][number]})
    wanted = f"/table/{TABLE['slug']}/" + (f"{number}/" if number else "")
    assert [(answer.status_code, answer.headers.get("Location")) for answer in (by_link, typed)] == [(302, wanted)] * 2


def test_paper_printed_now_has_the_codes_that_are_on_the_tables() -> None:
    """Until one is replaced: then the new one comes from the event's secret, and the old one opens nothing."""
    knockout = _knockout()
    before = keys_of(knockout)
    assert [(key.path, key.code) for key in before] == list(zip(TABLE["paths"], TABLE["codes"], strict=True))
    renew_key(by=organiser(knockout.event), competition=knockout.pk, number=2)
    new = keys_of(knockout)[2]
    assert len({new.code, new.path, before[2].code, before[2].path}) == 4
    assert [device_with({}).get(key.path).status_code for key in (before[2], new)] == [403, 302]


def test_the_servers_secret_is_not_needed_for_what_was_printed(settings: Any) -> None:
    """So paper goes on working where the event is held next."""
    settings.SECRET_KEY = "another-servers-" * 4
    assert device_with({}).get(TABLE["paths"][1]).status_code == 302
    [link] = Invitation.objects.filter(event=_knockout().event_id, revoked_at=None, group__isnull=False)
    assert invitations.path_of(link) == KEPT["coordinator"]["link"]


def test_a_phone_goes_on_following_whom_it_followed_then(settings: Any) -> None:
    """By the code that the server signed then, here and where the event is held next."""
    event = f"/e/{_knockout().event.slug}/"
    for carry in (lambda: None, lambda: carry_elsewhere(settings)):
        carry()
        own, of_event = device_with({}).get(f"{event}me/{FOLLOWED}"), device_with({COOKIE: FOLLOWED}).get(event)
        assert ["Mia O." in page.content.decode() for page in (own, of_event)] == [True, True]
    assert device_with({}).get(f"{event}me/2{FOLLOWED[1:]}").status_code == 404


def test_a_row_of_then_is_known_by_its_number_wherever_it_goes() -> None:
    """Its id ends with it; the seven digits before are this installation's own, the same for all its rows."""
    first = {row.travel_id - row.pk for model in WITH_ID for row in model.objects.all()}
    assert len(first) == 1
    assert len({event.secret for event in Event.objects.all()}) == Event.objects.count() > 1
    for model in WITH_ID:
        for row in model.objects.all():
            assert number_told(row.travel_id) == row.pk
            assert travel_id_of(row.pk, _knockout().event.travel_id) == row.travel_id


def test_a_tablet_that_was_open_delivers_its_hand_without_a_new_code() -> None:
    """As version 0.1's page sends it."""
    tablet = device_with(TABLE["cookies"])
    first, *others = TABLE["seats"]
    hand = {"request": "sent-through-the-upgrade", "number": 3, "out": first, "held": {str(pk): 7 for pk in others}}
    where = f"/table/{TABLE['slug']}/{TABLE['number']}/"
    for _ in range(2):
        answer = tablet.post(f"{where}do/record", hand, content_type="application/json")
        assert (answer.status_code, answer.json()["ok"]) == (200, True)
    assert Hand.objects.filter(table=TABLE["pk"]).count() == 3
    assert f'data-key="{TABLE["slug"]}.{_knockout().pk}.' in tablet.get(where).content.decode()  # as it kept it then
    state = tablet.get(f"{where}state.json")
    assert (state.status_code, [seat["entry"] for seat in state.json()["seats"]]) == (200, TABLE["seats"])


def test_the_same_tablet_goes_on_where_the_event_is_held_next(settings: Any) -> None:
    """It knows everybody by the numbers that version 0.1 told it, and so does the page there."""
    carry_elsewhere(settings)
    tablet, where = device_with({}), f"/table/{TABLE['slug']}/{TABLE['number']}/"
    assert tablet.get(TABLE["paths"][TABLE["number"]]).status_code == 302
    assert [seat["entry"] for seat in tablet.get(f"{where}state.json").json()["seats"]] == TABLE["seats"]
    first, *others = TABLE["seats"]
    hand = {"request": "sent-elsewhere", "number": 3, "out": first, "held": {str(number): 7 for number in others}}
    for _ in range(2):
        assert tablet.post(f"{where}do/record", hand, content_type="application/json").json()["ok"] is True
    assert Hand.objects.filter(table=TABLE["pk"] + OTHER_NUMBERS).count() == 3
    assert number_told(Hand.objects.get(table=TABLE["pk"] + OTHER_NUMBERS, number=3).out.entry.travel_id) == first


def test_the_organiser_and_the_coordinator_come_in_as_before() -> None:
    assert device_with(KEPT["organiser"]["cookies"]).get("/organise/").status_code == 200
    page = device_with({}).get(KEPT["coordinator"]["link"], follow=True)
    assert page.status_code == 200
    assert KEPT["coordinator"]["group"] in page.content.decode()


def test_the_organiser_sees_where_they_were_signed_in_then() -> None:
    account = device_with(KEPT["organiser"]["cookies"]).get("/account/").content.decode()
    assert "Where you’re signed in" in account and "You’re using it now." in account


def test_every_page_of_the_day_can_be_read() -> None:
    organiser = device_with(KEPT["organiser"]["cookies"])
    for competition in Competition.objects.select_related("event"):
        pages = ["", "plan/", "draw/", "check-in/", "board/", "keys/", "print/"]
        address = f"/organise/{competition.event.slug}/{competition.slug}/"
        assert {page: organiser.get(address + page).status_code for page in pages} == dict.fromkeys(pages, 200)
        assert organiser.get(f"/c/{competition.slug}/").status_code == 200


# Reasons, which are words now


def lines_of_swaps() -> list[dict[str, Any]]:
    return list(LogEntry.objects.filter(what="seats swapped").order_by("pk").values_list("facts", flat=True))


def test_what_was_typed_as_a_reason_is_a_note_and_in_no_public_record() -> None:
    competition = Competition.objects.get(pk=KEPT["competitions"]["finished"])
    record = export_record(competition)
    assert [swap["why"] for swap in record["draw"]["swaps"]] == ["other", "other"]
    assert [correction["why"] for correction in record["corrections"]] == ["other", "miscounted"]
    assert check_record(record) == []
    note = Note.objects.get()
    assert (note.text, note.event_id) == (TYPED, competition.event_id)
    assert {swap.note for swap in Swap.objects.all()} == {note}
    assert [correction.note for correction in Correction.objects.order_by("pk")] == [note, None]


def test_the_log_tells_words_and_points_at_the_note() -> None:
    kept, gone = lines_of_swaps()
    assert (kept["why"], kept["note"]) == ("other", Note.objects.get().pk)
    assert (gone["why"], "note" in gone) == ("other", False)
    assert where_is(TYPED_OF_A_GONE_EVENT) == []
    page = device_with(KEPT["organiser"]["cookies"]).get(
        f"/organise/{Competition.objects.get(pk=KEPT['competitions']['finished']).event.slug}/log/"
    )
    assert f"Note: “<bdi>{TYPED}</bdi>”" in page.content.decode()


def test_a_removed_event_comes_back_with_words() -> None:
    """What was typed in its copy, which is kept for a week, is not kept."""
    rows = [
        {"model": "tournament.swap", "pk": 1, "fields": {"why": TYPED}},
        {"model": "tournament.draw", "pk": 1, "fields": {"why": ""}},
        {"model": "scoring.correction", "pk": 1, "fields": {"why": "recounted"}},
        {"model": "scoring.hand", "pk": 1, "fields": {"deleted_why": TYPED}},
        {"model": "tournament.move", "pk": 1, "fields": {"why": "best"}},
    ]
    copy = RemovedEvent.objects.create(event_number=998, name="Gone", removed_at=timezone.now(), rows=rows)
    import_module("tournament.migrations.0040_reasons")._move_in_copies(apps)
    copy.refresh_from_db()
    reasons = [value for row in copy.rows for value in row["fields"].values()]
    assert reasons == ["other", "", "miscounted", "other", "best"]


def test_the_log_is_still_append_only() -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        LogEntry.objects.update(by="nobody")


def test_erasing_names_takes_what_was_typed_before_with_it() -> None:
    competition = Competition.objects.get(pk=KEPT["competitions"]["finished"])
    erasing.erase_names(by=organiser(competition.event), event=competition.event_id, sure=True)
    assert where_is(TYPED) == []
    assert check_record(export_record(competition)) == []
