"""What the database itself refuses, whoever writes: each constraint is tried, and one without a row here fails."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F, Model, UniqueConstraint
from django.utils import timezone

from scoring.actions import calls, corrections, keys, players, seen_seats, tablets
from scoring.models import Correction, Dealer, Flag, Hand, Held, KeyChange, Nod, Sat, SeenSeats, Tablet
from tests.cast import OUT, Day
from tests.refusals import models
from tournament.actions import accounts, invitations, screens, sign_ins, slides
from tournament.actions.removed_events import keep_copy
from tournament.models import (
    Account,
    Clock,
    ClockMoment,
    Competition,
    Competitor,
    Draw,
    Entry,
    Event,
    FormerName,
    Group,
    Import,
    Invitation,
    LoginLink,
    MemberName,
    Membership,
    Move,
    Note,
    Print,
    Programme,
    Round,
    Screen,
    Seat,
    SignIn,
    Slide,
    Swap,
    Table,
    Tie,
    Wish,
)
from tournament.models.travel_ids import new_travel_id
from tournament.rules.roles import Invited
from tournament.rules.travel_ids import LARGEST_ID, TravelId

pytestmark = pytest.mark.django_db

Attempt = Callable[[], object]


@pytest.fixture(scope="module")
def eventful(kept: None) -> Day:
    """A rotation with rows of every kind: two swaps, a table with two ties, a correction, a second round open."""
    day = Day("bac", rounds=2).people(8, of_each=2).until("drawn")
    first, second = day.competition.draws.get().tables
    day.arrange([[second[0], *first[1:]], [second[1], first[0], *second[2:]]])
    day.until("time up")
    day.hand(1, [OUT, 0, 20, 20])
    day.hand(1, [0, OUT, 20, 20])
    day.hand(1, [1, 1, 1, 1])
    day.accept(1).play(2).close_round().next_round()
    table = Table.objects.get(round__number=1, number=2)
    held = {str(seat.entry_id): 10 * seat.number for seat in table.seats.filter(number__gt=1)}
    out = table.seats.get(number=1).entry_id
    corrections.correct_hand(
        by=day.organiser, table=table.pk, number=1, version=1, out=out, held=held, why="miscounted", sure=True
    )
    for number in (1, 2):
        at_the_table(day, number)
    accounts.make_login_link()
    invitations.invite(by=day.organiser, event=day.event, role="coordinator", group=day.group("Riverside"))
    invitations.invite(by=day.organiser, event=day.event, role="mc")
    account, other = Account.objects.get(), Account.objects.create(username="other")
    sign_ins.note_sign_in(account, session="one browser")
    for role in (Invited.ORGANISER, Invited.COORDINATOR):
        home = Group.objects.earliest("pk") if role is Invited.COORDINATOR else None
        for member in (account, other):
            Membership.objects.create(account=member, event_id=day.event, role=role, group=home)
    for code in ("E001", "E002"):
        day.ask(code, "Ivy King")
    for former in ("Mai O'Brian", "Mya O'Brien"):
        FormerName.objects.create(competitor=day.who("E001").competitor, name=former, until=timezone.now())
    Import.objects.create(competition_id=day.pk, by="Ruth Katoa", touched_at=timezone.now())
    on_paper_and_screens(day)
    return day


def on_paper_and_screens(day: Day) -> None:
    """Two papers were asked for, two screens are open, and the programme was stepped."""
    now = timezone.now()
    for number in (1, 2):
        Print.objects.create(competition_id=day.pk, what="scoresheets", round=number, paper="a4", touched_at=now)
        about = {"number": 1000 + number, "key_hash": f"{number}", "made_at": now, "last_seen": now}
        Screen.objects.create(event_id=day.event, **about)
    slides.add_slide(by=day.organiser, event=day.event, title="Lunch")
    screens.step_programme(by=day.organiser, competition=day.pk, steps=1)


def at_the_table(day: Day, number: int) -> None:
    """Somebody sits, deals and agrees, the table calls, two tablets have opened it, and its key was made anew."""
    table = day.table(number)
    first = {"table": table.pk, "entry": table.seats.order_by("number")[0].entry_id}
    players.sit(by=day.organiser, **first)
    players.deal_first(by=day.organiser, **first)
    players.nod(by=day.organiser, **first, seen=[])
    seen_seats.see_seats(by=day.organiser, table=table.pk, seats=[])
    calls.raise_flag(by=day.organiser, table=table.pk)
    keys.renew_key(by=day.organiser, competition=day.pk, number=number)
    for device in ("a", "b"):
        tablets.hear(day.pk, number, device)


def same(model: type[Model], number: int = 2, **where: Any) -> Any:
    """The first so many rows, to be made alike."""
    return model._base_manager.filter(pk__in=model._base_manager.filter(**where).order_by("pk").values("pk")[:number])


def _second_programme() -> None:
    again = Programme.objects.get()
    again.pk = None
    again.save(force_insert=True)


def _named_twice() -> None:
    for name in ("Sam Reid", "Sam R."):
        MemberName.objects.create(event=Event.objects.earliest("pk"), account=TravelId(LARGEST_ID), name=name)


def _two_slides_for_everybody() -> None:
    again = Slide.objects.all()[0]
    again.pk, again.travel_id = None, new_travel_id()
    again.save(force_insert=True)
    Slide.objects.filter(event=again.event_id).update(for_everybody=True)


def known(model: type[Model], field: str) -> Attempt:
    return lambda: same(model, 1).update(**{field: "unheard-of"})


def one_id_for_two(model: type[Model]) -> Attempt:
    return lambda: same(model).update(travel_id=1)


def _first_id(model: type[Model]) -> int:
    return int(model._base_manager.values_list("travel_id", flat=True)[0])


MADE_TWICE: Final = (Group, Competitor, Entry, Table, Clock, Account, FormerName, Invitation, Wish)
"""Of which the eventful day has two rows or more; each row has an id that travels."""


def at_least(model: type[Model], field: str, too_small: int) -> Attempt:
    return lambda: same(model, 1).update(**{field: too_small})


TRIED: Final[dict[str, list[Attempt]]] = {
    "competition_format_known": [known(Competition, "format")],
    "competition_ending_known": [known(Competition, "ending")],
    "competition_scoring_known": [known(Competition, "scoring")],
    "competition_incomplete_known": [
        known(Competition, "incomplete"),
        lambda: Competition.objects.update(incomplete=""),
    ],
    "competition_move_known": [known(Competition, "move")],
    "competition_ranking_known": [known(Competition, "ranking")],
    "competition_table_max_at_least_2": [at_least(Competition, "table_max", 1)],
    "competition_decks_at_least_1": [at_least(Competition, "decks", 0)],
    "competition_first_table_at_least_1": [at_least(Competition, "first_table", 0)],
    "competition_podium_has_three_steps": [lambda: Competition.objects.update(podium_shown=4)],
    "competition_warning_within_clock": [lambda: Competition.objects.update(warning=F("clock"))],
    "group_name_once_per_event": [
        lambda: same(Group).update(name="Bethel"),
        lambda: Group.objects.create(event=Event.objects.get(), name=Group.objects.earliest("pk").name.upper()),
    ],
    "competitor_once_per_group": [
        lambda: same(Competitor).update(name="Ben"),
        lambda: Competitor.objects.create(
            event=Event.objects.get(), group=Group.objects.earliest("pk"), name="mia o'BRIEN"
        ),
    ],
    "wristband_once_per_event": [lambda: Competitor.objects.update(wristband="007")],
    "entry_kind_known": [known(Entry, "kind"), lambda: Entry.objects.update(kind="")],
    "entry_status_known": [known(Entry, "status")],
    "entry_person_once_per_competition": [
        lambda: same(Entry).update(competitor=Competitor.objects.earliest("pk")),
    ],
    "entry_code_once": [lambda: same(Entry).update(code="E001")],
    "entry_listed_has_code": [lambda: same(Entry, 1).update(code="")],
    "round_number_at_least_1": [at_least(Round, "number", 0)],
    "round_number_once": [lambda: same(Round).update(number=1)],
    "round_one_open": [lambda: Round.objects.update(closed_at=None)],
    "table_number_at_least_1": [at_least(Table, "number", 0)],
    "table_number_once_per_round": [lambda: same(Table, round__number=1).update(number=1)],
    "seat_number_at_least_1": [at_least(Seat, "number", 0)],
    "seat_one_per_person_per_round": [
        lambda: same(Seat, round__number=1).update(entry=Entry.objects.earliest("pk")),
        lambda: Seat.objects.create(
            round=Round.objects.get(number=1),
            number=9,
            table=Table.objects.get(round__number=1, number=2),
            entry=Entry.objects.filter(seats__round__number=1, seats__table__number=1)[0],
        ),
    ],
    "seat_number_once_per_table": [lambda: same(Seat, table__number=1, round__number=1).update(number=7)],
    "seat_absent_has_no_points": [lambda: same(Seat, 1, round__number=1).update(absent=True)],
    "seat_won_within_hands": [lambda: same(Seat, 1, round__number=1).update(won=F("hands") + 1)],
    "tie_number_once_per_table": [lambda: Tie.objects.update(number=1)],
    "tie_by_known": [known(Tie, "by")],
    "move_number_once_per_round": [lambda: same(Move).update(number=9)],
    "move_why_known": [lambda: same(Move, 1).update(why="whim"), lambda: same(Move, 1).update(why="")],
    "move_goes_somewhere": [lambda: same(Move, 1).update(source=F("target"))],
    "clock_one_open": [lambda: Clock.objects.update(closed_at=None)],
    "print_step_known": [known(Print, "step")],
    "print_once": [lambda: Print.objects.update(round=1)],
    "event_message_has_its_end": [
        lambda: Event.objects.update(message="Lunch"),
        lambda: Event.objects.update(message_until=timezone.now()),
    ],
    "slide_says_something": [lambda: Slide.objects.update(title="")],
    "slide_for_everybody_once": [_two_slides_for_everybody],
    "screen_number_has_four_digits": [
        lambda: same(Screen, 1).update(number=999),
        lambda: same(Screen, 1).update(number=10_000),
    ],
    "screen_shows_known": [known(Screen, "shows")],
    "Screen.number": [lambda: Screen.objects.update(number=1234)],
    "Screen.key_hash": [lambda: Screen.objects.update(key_hash="1")],
    "programme_phase_known": [lambda: Programme.objects.update(phase="whim")],
    "programme_scene_known": [lambda: Programme.objects.update(scene="whim")],
    "Programme.competition": [_second_programme],
    "clockmoment_kind_known": [known(ClockMoment, "kind")],
    "clock_moment_once": [lambda: same(ClockMoment, kind="call").update(before=timedelta(0))],
    "clock_moment_due_or_happened": [
        lambda: same(ClockMoment, 1).update(due_at=timezone.now(), happened_at=timezone.now())
    ],
    "clock_length_positive": [
        lambda: same(Clock, 1).update(length=timedelta(0)),
        lambda: same(Clock, 1).update(length=timedelta(seconds=-1)),
    ],
    "draw_size_at_least_2": [at_least(Draw, "size", 1)],
    "draw_one_that_stands": [lambda: Draw.objects.create(competition=Competition.objects.get(), size=2, plan=[1])],
    "draw_stages_in_order": [
        lambda: Draw.objects.update(sealed_at=None),
        lambda: Draw.objects.update(drawn_at=None),
    ],
    "draw_typed_before_it_is_made": [lambda: Draw.objects.update(typed="4 6 1")],
    "draw_revealed_once_made": [lambda: Draw.objects.update(revealed=1, drawn_at=None, published_at=None)],
    "draw_published_is_never_discarded": [lambda: Draw.objects.update(discarded_at=timezone.now())],
    "swap_number_once": [lambda: same(Swap).update(number=1)],
    "swap_why_known": [lambda: same(Swap, 1).update(why=""), lambda: same(Swap, 1).update(why="by the door")],
    "draw_why_known": [lambda: Draw.objects.update(why="a typed reason")],
    "note_says_something": [lambda: Note.objects.create(event=Event.objects.get(), text="")],
    "hand_number_once_per_sheet": [lambda: same(Hand, table__number=1).update(number=1)],
    "hand_number_at_least_1": [at_least(Hand, "number", 0)],
    "hand_complete_when_somebody_went_out": [
        lambda: same(Hand, 1, complete=True).update(out=None),
        lambda: same(Hand, 1, complete=True).update(complete=False),
        lambda: same(Hand, 1, complete=False).update(last_card="skip"),
        lambda: same(Hand, 1, complete=False).update(complete=True),
    ],
    "held_once_per_hand": [lambda: same(Held, hand__number=1).update(seat=Seat.objects.earliest("pk"))],
    "hand_deleted_why_known": [lambda: same(Hand, 1).update(deleted_why="typed")],
    "correction_why_known": [lambda: Correction.objects.update(why="typed")],
    "correction_changes_something": [lambda: Correction.objects.update(now=F("was"))],
    "key_change_once_per_table": [lambda: KeyChange.objects.update(number=1)],
    "tablet_once_per_table": [lambda: Tablet.objects.filter(number=1).update(device="a")],
    "tablet_one_holds": [lambda: Tablet.objects.filter(number=1).update(holds=True)],
    "flag_one_raised_per_table": [lambda: Flag.objects.update(table=Table.objects.latest("pk"))],
    "Sat.seat": [lambda: Sat.objects.update(seat=Seat.objects.earliest("pk"))],
    "Dealer.table": [lambda: Dealer.objects.update(table=Table.objects.earliest("pk"))],
    "SeenSeats.table": [lambda: SeenSeats.objects.update(table=Table.objects.earliest("pk"))],
    "Nod.seat": [lambda: Nod.objects.update(seat=Seat.objects.earliest("pk"))],
    "Event.short": [lambda: Event.objects.create(name="Again", slug="again", short=Event.objects.get().short)],
    "Event.slug": [lambda: Event.objects.create(name="Again", slug="youth-weekend")],
    "Competition.slug": [lambda: _again(Competition.objects.get())],
    "Clock.round": [lambda: Clock.objects.update(round=Round.objects.get(number=1))],
    "Account.username": [lambda: Account.objects.create(username="organiser")],
    "LoginLink.token_hash": [lambda: _again(LoginLink.objects.get())],
    "RemovedEvent.event_number": [lambda: [keep_copy(Event.objects.get()) for _ in range(2)]],
    "membership_role_known": [lambda: Membership.objects.filter(group=None).update(role="unheard-of")],
    "membership_coordinator_has_a_group": [
        lambda: Membership.objects.filter(group__isnull=False).update(group=None),
        lambda: Membership.objects.filter(group__isnull=True).update(role="coordinator"),
        lambda: Membership.objects.filter(group__isnull=False).update(role="mc"),
    ],
    "membership_one_role_per_event": [
        lambda: Membership.objects.filter(group__isnull=True).update(account=Account.objects.earliest("pk")),
    ],
    "membership_once_per_group": [
        lambda: Membership.objects.filter(group__isnull=False).update(account=Account.objects.earliest("pk")),
    ],
    "member_name_once_per_event": [_named_twice],
    "invitation_role_known": [lambda: Invitation.objects.filter(role="mc").update(role="unheard-of")],
    "invitation_coordinator_has_a_group": [
        lambda: Invitation.objects.filter(role="mc").update(group=Group.objects.latest("pk")),
        lambda: Invitation.objects.filter(role="coordinator").update(group=None),
    ],
    "invitation_one_open_per_group": [
        lambda: _again(Invitation.objects.get(role="coordinator"), token_hash="0" * 64),
    ],
    "wish_kind_known": [known(Wish, "kind")],
    "wish_one_open_per_entry": [lambda: Wish.objects.update(entry=Entry.objects.earliest("pk"))],
    "wish_answered_is_granted_or_not": [
        lambda: Wish.objects.update(granted=True),
        lambda: Wish.objects.update(answered_at=timezone.now()),
    ],
    "wish_has_a_name_and_a_reason": [
        lambda: Wish.objects.update(name=""),
        lambda: Wish.objects.update(why=""),
        lambda: Wish.objects.update(kind="empty chair"),
    ],
    "former_name_is_a_name": [lambda: FormerName.objects.update(name="")],
    "import_step_known": [known(Import, "step")],
    "Event.travel_id": [lambda: Event.objects.create(name="Again", slug="again", travel_id=_first_id(Event))],
    "Competition.travel_id": [
        lambda: _again(Competition.objects.get(), slug="again", travel_id=_first_id(Competition))
    ],
    "Draw.travel_id": [
        lambda: _again(Draw.objects.get(), discarded_at=timezone.now(), published_at=None, travel_id=_first_id(Draw))
    ],
    "Slide.travel_id": [
        lambda: Slide.objects.create(event=Event.objects.get(), position=9, title="x", travel_id=_first_id(Slide))
    ],
    "Note.travel_id": [
        lambda: [Note.objects.create(event=Event.objects.get(), text="by the door", travel_id=1) for _ in range(2)]
    ],
    **{f"{model.__name__}.travel_id": [one_id_for_two(model)] for model in MADE_TWICE},
    "SignIn.session": [lambda: _again(SignIn.objects.get())],
    "Invitation.token_hash": [lambda: _again(Invitation.objects.get(role="mc"))],
}


def _again(row: Model, **changed: Any) -> None:
    """The same row once more, with a travel id of its own."""
    row.pk = None
    if hasattr(row, "travel_id"):
        changed = {"travel_id": new_travel_id()} | changed
    for field, value in changed.items():
        setattr(row, field, value)
    row.save(force_insert=True)


def named(model: type[Model]) -> dict[str, set[str]]:
    """A model's constraints, each with what the databases may call it when they refuse."""
    table = model._meta.db_table
    found = {}
    for constraint in model._meta.constraints:
        calls = {constraint.name}
        if isinstance(constraint, UniqueConstraint):
            fields = constraint.fields or [part.name for part in constraint.expressions if isinstance(part, F)]
            columns = [model._meta.get_field(field).column for field in fields]
            calls.add(f"UNIQUE constraint failed: {', '.join(f'{table}.{column}' for column in columns)}")
        found[constraint.name] = calls
    for field in model._meta.local_fields:
        if field.unique and not field.primary_key:
            found[f"{model.__name__}.{field.name}"] = {f"{table}.{field.column}", f"{table}_{field.column}"}
    return found


CONSTRAINTS: Final = {model: named(model) for model in models()}


def test_every_constraint_is_tried():
    assert sorted(TRIED) == sorted(name for names in CONSTRAINTS.values() for name in names)


@pytest.mark.parametrize("model", [m for m, names in CONSTRAINTS.items() if names], ids=lambda m: m.__name__)
def test_the_database_refuses(model, eventful):
    for name, written in CONSTRAINTS[model].items():
        for attempt in TRIED[name]:
            with pytest.raises(IntegrityError) as caught, transaction.atomic():
                attempt()
            assert any(part in str(caught.value) for part in written), f"{name}: {caught.value}"


def test_the_rows_are_right_to_begin_with(eventful):
    """Otherwise a refusal would prove nothing: everything that is tried has rows to be tried on."""
    counts = {model.__name__: model._base_manager.count() for model in models()}
    assert [name for name, count in counts.items() if not count] == [
        "Answered",
        "Remains",
        "RemovedEvent",
        "MemberName",
        "BroughtIn",
        "KeptRecord",
    ]
    assert counts["Tie"] == counts["Swap"] == counts["Round"] == counts["Clock"] == 2
    assert Move.objects.filter(after=1).count() == 4
