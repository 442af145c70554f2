"""After the event an organiser erases all names and keeps the results (RULES 5)."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test import Client

from scoring.actions import calls, corrections, hands, tablets
from scoring.queries.tablets import read_troubles
from scoring.record.export import export_record
from scoring.rules.troubles import HandInTrouble
from tests.actions.test_slides import sent
from tests.cast import LONG_NAME, OUT, Day, a_day
from tests.refusals import refused
from tournament.actions import check_in, erasing, groups, invitations, registration, screens, setup, slides, spelling
from tournament.models import Competitor, Event, Invitation, Screen, Slide, Wish
from tournament.rules.errors import HandRefused, NeedsConfirmation, Refused

pytestmark = pytest.mark.django_db

NO_NOTE = "The names in this event have been erased, so no note can be kept. Leave the note empty."
ERASED = "The names in this event have been erased, so nobody can be added or checked in."
MET = (
    "Mia O'Brien",
    "Nguyễn Thị Ánh",
    "李小龍",
    "محمد علي",
    LONG_NAME,
    "Ivy King",
    "Jude Addo",
    "Mai O'Brian",
    "Ivy Queen",
)


def erase(day: Day) -> int:
    return erasing.erase_names(by=day.organiser, event=day.event, request="erase-1")


def database() -> list[str]:
    """Every table's every row, as text, with what JSON would write for letters beyond ASCII read back."""
    with connection.cursor() as cursor:
        rows = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            rows += [" ".join(map(str, row)) for row in cursor.fetchall()]
    return rows


def where_is(name: str) -> list[str]:
    """The rows in which this name is found, in any way of writing it."""
    ways = {name.casefold(), json.dumps(name)[1:-1].casefold()}
    return [row for row in database() if any(way in row.casefold() for way in ways)]


def eventful_day(note: str = "") -> Day:
    """Somebody renamed, wristbands, swaps, a no-show, a substitute, a late arrival, a correction with a note."""
    day = Day("bac", rounds=2)
    day.enter("Mai O'Brian", "Riverside", request="enter-1")
    mia = day.who("Mai O'Brian").pk
    registration.rename(by=day.organiser, entry=mia, name="Mia O'Brien", was="Mai O'Brian", request="rename-1")
    day.people(7, names=[*MET[1:5], "Zoë Müller", "Sione Faleolo", "Priya Joshi"])
    for number, person in enumerate(Competitor.objects.order_by("pk")):
        check_in.give_wristband(by=day.organiser, competitor=person.pk, number=f"W{70000 + number}")
    day.until("drawn").arrange([["Mia O'Brien", "李小龍", "محمد علي", LONG_NAME], []])
    day.until("published")
    day.substitute("Nguyễn Thị Ánh", "Ivy King")
    day.gone("李小龍")
    spelling.respell(
        by=day.organiser, competitor=day.who("Ivy King").competitor_id, name="Ivy Queen", was="Ivy King",
        same_person=True, why="Ivy King married Mr Queen", request="respell-1",
    )  # fmt: skip
    day.late("Jude Addo", "Bethel")
    day.until("round closed").next_round()
    first = day.competition.round_set.get(number=1).tables.get(number=1)
    entries = list(first.seats.filter(absent=False).values_list("entry", flat=True))
    corrections.correct_hand(
        by=day.organiser, table=first.pk, number=1, version=1, why="miscounted", note=note,
        out=entries[0], held={str(pk): 7 + n for n, pk in enumerate(entries[1:])}, request="correct-1",
    )  # fmt: skip
    return day.until("finished")


def test_no_name_is_left_anywhere_and_the_record_is_the_same():
    day = eventful_day()
    record = export_record(day.competition)
    assert [name for name in MET if not where_is(name)] == []
    assert where_is("W70001")
    assert erase(day) == Competitor.objects.count() == 10
    assert {name: where_is(name) for name in MET} == {name: [] for name in MET}
    assert not Competitor.objects.exclude(wristband="").exists()
    assert all("wristband given" in row for row in where_is("W7000"))  # the log says which band, and nobody's name
    assert export_record(day.competition) == record
    assert {entry["name"] for entry in export_record(day.competition, names=True)["entries"]} == {""}
    assert Event.objects.get(pk=day.event).erased_at is not None


def test_what_tables_called_and_tablets_said_goes_too():
    day = a_day("syg", 4, "running")
    calls.raise_flag(by=day.umpire(1), table=day.table(1).pk, message="Mia O'Brien feels sick")
    day.until("finished")
    trouble = HandInTrouble("x", 1, "Mia O'Brien can’t hold -1 points.")
    tablets.hear(day.pk, 1, "device", trouble=trouble)
    tablets.hear(day.pk, 1, "device", trouble=trouble)
    assert len(where_is("Mia O'Brien")) == 3
    erase(day)
    assert where_is("Mia O'Brien") == []


def test_no_note_and_no_word_of_a_table_is_kept_afterwards():
    """It would stay for ever. A reason alone is a word, and may always be given."""
    day = a_day("syg", 4, "running")
    day.hand(1, [OUT, 1, 2, 3])
    erasing.erase_names(by=day.organiser, event=day.event, sure=True)
    wrong = {"by": day.umpire(1), "table": day.table(1).pk, "number": 1}
    for why in ({"why": "other", "note": "Mia O'Brien cheats"}, {"why": "Mia O'Brien cheats"}):
        with refused(
            Refused, "The names in this event have been erased, so no note can be kept. Leave the note empty."
        ):
            hands.delete_hand(**wrong, **why)
    hands.delete_hand(**wrong, why="not_played")
    calls.raise_flag(by=day.umpire(1), table=day.table(1).pk, message="Mia O'Brien feels sick")
    assert where_is("Mia O'Brien") == []


def test_a_tablet_that_still_shows_a_name_does_not_bring_it_back():
    """It tells every few seconds what it shows. That a hand waits on it stays known."""
    day = a_day("syg", 4, "running")
    trouble = HandInTrouble("x", 1, "Mia O'Brien can’t hold -1 points.")
    tablets.hear(day.pk, 1, "device", trouble=trouble)
    erasing.erase_names(by=day.organiser, event=day.event, sure=True)
    for _ in range(2):
        tablets.hear(day.pk, 1, "device", trouble=trouble)
        tablets.hear_trouble(day.pk, 1, "device", trouble)
    assert where_is("Mia O'Brien") == []
    assert [kept.message for kept in read_troubles(day.pk, 1)] == ["A hand that was typed at the table wasn’t saved."]


def test_what_was_written_for_the_screens_goes_too():
    """A slide may show the winners, a saying may name its dealer."""
    day = a_day("syg", 4, "finished")
    slide = slides.add_slide(by=day.mc, event=day.event, title="Well played, Mia O'Brien", picture=sent("PNG"))
    slides.set_sayings(by=day.mc, event=day.event, sayings=["whoever sits left of Mia O'Brien"])
    slides.set_rules_of_the_day(by=day.mc, event=day.event, text="Ask Mia O'Brien for water.")
    client = Client()
    client.get("/screen")
    screens.set_screen(by=day.mc, screen=Screen.objects.get().pk, shows="slide", slide=slide)
    assert "Well played" in client.get("/screen").content.decode()
    erase(day)
    assert where_is("Mia O'Brien") == []
    assert not Slide.objects.exists()
    assert 'class="scene scene-podium"' in client.get("/screen").content.decode()  # it follows the programme again


def test_a_competition_that_never_had_a_published_draw_does_not_hold_it_up():
    day = a_day("syg", 4, "finished")
    setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Uno Under 18")
    assert erase(day) == 4


def test_while_a_published_draw_is_not_finished_it_asks_first():
    day = a_day("syg", 4, "published")
    with refused(NeedsConfirmation, "Not finished yet: Uno Open. Erase all names anyway?"):
        erase(day)
    assert erasing.erase_names(by=day.organiser, event=day.event, sure=True) == 4


def test_names_are_erased_once():
    day = a_day("syg", 2, "finished")
    erase(day)
    with refused(Refused, "The names in this event have already been erased."):
        erasing.erase_names(by=day.organiser, event=day.event)


def test_no_coordinator_is_invited_any_more_but_the_team_may_grow():
    day = a_day("syg", 2, "finished")
    erase(day)
    with refused(Refused, ERASED):
        invitations.invite_missing(by=day.organiser, event=day.event)
    with refused(Refused, ERASED):
        invitations.invite(by=day.organiser, event=day.event, role="coordinator", group=day.group("Riverside"))
    invitations.invite(by=day.organiser, event=day.event, role="mc")
    assert Invitation.objects.get(revoked_at__isnull=True).role == "mc"


def test_with_the_names_go_wishes_who_was_here_and_the_coordinators_links():
    day = a_day("syg", 2, "entries closed")
    day.ask("Mia O'Brien", "Ivy King", why="Mia’s knee")
    check_in.check_in(by=day.organiser, competitor=day.who("Mia O'Brien").competitor_id)
    invitations.invite(by=day.organiser, event=day.event, role="mc")
    day.invite(day.group("Riverside"))
    erase(day)
    assert where_is("Ivy King") == where_is("Mia’s knee") == []
    assert not Wish.objects.exists()
    assert not Competitor.objects.filter(here_at__isnull=False).exists()
    assert Invitation.objects.get(revoked_at__isnull=True).role == "mc"


def test_nobody_new_comes_in_afterwards():
    day = a_day("syg", 2, "finished")
    erase(day)
    with refused(Refused, ERASED):
        groups.add_group(by=day.organiser, event=day.event, name="Grace Park")
    with refused(Refused, ERASED):
        setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Uno Under 18")


def test_another_event_keeps_its_names():
    day, other = a_day("syg", 4, "finished"), Day("syg").people(4)
    erase(day)
    assert Competitor.objects.filter(event=other.event).exclude(name="").count() == 4


def test_a_result_can_still_be_corrected_and_speaks_of_numbers():
    day = a_day("syg", 4, "finished")
    erase(day)
    first = day.table(1)
    entries = list(first.seats.values_list("entry", flat=True))
    body = {"table": first.pk, "number": 1, "version": 1, "why": "miscounted", "out": entries[0]}
    held = {str(pk): 5 for pk in entries[1:3]}
    last = day.competition.entries.get(pk=entries[3]).competitor_id
    with refused(HandRefused, f"Still to count: Competitor {last}."):
        corrections.correct_hand(by=day.organiser, held=held, **body)
    assert corrections.correct_hand(by=day.organiser, held=held | {str(entries[3]): 5}, **body)["first"] is None
