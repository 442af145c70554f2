"""A copy is a second event: it shares no id, no key and no address with the first, and says the same."""

from __future__ import annotations

import json
import re

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from scoring.queries.keys import keys_of
from scoring.record.check import check_record
from scoring.record.export import as_text, export_record
from tests.actions.calls import DAYS
from tests.cast import Day, a_day
from tests.refusals import refused
from tests.travel.files import exported, parts
from tournament.actions import invitations
from tournament.models import BroughtIn, Event, Invitation, LogEntry
from tournament.rules.errors import SettingsRefused
from tournament.rules.travel_ids import SMALLEST_ID
from tournament.travel.copies import as_copy
from tournament.travel.importing import bring_in, read_event_file

pytestmark = pytest.mark.django_db


def copied(event: int, slug: str = "second") -> Event:
    return bring_in(as_copy(read_event_file(exported(event)), slug))


def ids_in(event: int) -> set[str]:
    """Every id in its file but those of accounts."""
    texts = {name: text for name, text in parts(exported(event)).items() if name != "team.json"}
    return set(re.findall(r"\b\d{15}\b", "".join(texts.values())))


@pytest.mark.parametrize("stage", ["finished", "next seated", "running", "rotation"])
def test_a_copy_shares_no_id_with_the_first(stage):
    day = DAYS[stage]()
    copy = copied(day.event)
    first, second = ids_in(day.event), ids_in(copy.pk)
    assert (first & second, len(first)) == (set(), len(second))
    assert len(first) > 10


def test_a_copy_says_the_same_and_is_checked():
    day = a_day("syg", 8, "finished")
    copy = copied(day.event)
    first, second = (json.loads(as_text(export_record(of))) for of in (day.competition, copy.competitions.get()))
    assert first == second
    assert [str(found) for found in check_record(second)] == []
    assert (copy.slug, copy.competitions.get().slug) == ("second", "uno-open-2")
    assert copy.short not in (None, day.competition.event.short)
    assert BroughtIn.objects.get().as_copy is True


def test_nothing_that_opens_the_first_opens_the_copy():
    day = Day("syg").people(8).until("running")
    day.invite(day.group("Riverside"))
    copy = copied(day.event)
    first, second = keys_of(day.competition), keys_of(copy.competitions.get())
    assert not {key.token for key in first} & {key.token for key in second}
    assert not {key.code for key in first} & {key.code for key in second}
    link = Invitation.objects.get(event=copy)
    assert (link.revoked_at is not None, invitations.path_of(link)) == (True, "")
    assert Client().get(first[1].path).headers["Location"] == "/table/uno-open/1/"
    assert Client().get(second[1].path).headers["Location"] == "/table/uno-open-2/1/"
    assert not LogEntry.objects.filter(event=copy).exclude(request="").exists()


def test_the_numbers_of_before_ids_travelled_are_other_ids_in_a_copy():
    """An event of an earlier version: its lines hold the numbers of then."""
    day = Day("syg").people(2)
    entry = day.who("Mia O'Brien")
    Event.objects.filter(pk=day.event).update(travel_id=SMALLEST_ID + 7)
    type(entry).objects.filter(pk=entry.pk).update(travel_id=SMALLEST_ID + 4711)
    LogEntry.objects.create(
        at=entry.competition.event.log.latest("pk").at, by="Ruth", role="organiser", event_id=day.event,
        what="withdrawn", facts={"entry": 4711},
    )  # fmt: skip
    copy = copied(day.event)
    line = LogEntry.objects.get(event=copy, what="withdrawn")
    assert line.facts["entry"] == copy.competitors.get(name="Mia O'Brien").entries.get().travel_id


def test_an_address_that_cannot_be_is_refused():
    day = Day("syg")
    file = read_event_file(exported(day.event))
    with refused(SettingsRefused, "There is already an event called “youth-weekend”. Choose another short name."):
        as_copy(file, "youth-weekend")
    plain = "Write the short name in small letters, digits and hyphens, for example “friday-night”."
    with refused(SettingsRefused, plain):
        as_copy(file, "Second one")


def test_the_commands_write_a_file_and_bring_it_in(tmp_path, capsys):
    day = a_day("syg", 8, "finished")
    file = tmp_path / "weekend.turntable"
    call_command("export_event", "youth-weekend", "--out", str(file))
    assert capsys.readouterr().out.splitlines()[0] == f"Youth weekend with 8 people: {file}"
    assert (file.stat().st_mode & 0o077, list(tmp_path.iterdir())) == (0, [file])
    with pytest.raises(CommandError, match="This event is here already"):
        call_command("import_event", str(file))
    call_command("import_event", str(file), "--as-copy", "second")
    told = "Youth weekend is here, at /organise/second/: 8 people, 1 competition.\n"
    assert capsys.readouterr().out == told
    assert Event.objects.exclude(pk=day.event).get().slug == "second"
    with pytest.raises(CommandError, match="No such file or directory"):
        call_command("import_event", str(tmp_path / "nothing"))
    with pytest.raises(CommandError, match="There is no event “nothing”"):
        call_command("export_event", "nothing", "--out", str(file))
