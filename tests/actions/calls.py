"""Every action, once: the day on which it can be done, what is said, and who may.

An action without a row here fails test_requests, test_permissions and test_log.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.utils import timezone

import scoring.actions
import tournament.actions
from scoring.actions import calls, corrections, hands, keys, players, seen_seats, sheets, tablets
from scoring.queries.tablets import find_trouble
from scoring.rules.troubles import HandInTrouble
from tests.cast import OUT, Day
from tournament.actions import (
    attendance,
    breaks,
    check_in,
    clock,
    closing,
    club_nights,
    draw,
    erasing,
    groups,
    hall_messages,
    hall_numbers,
    hiding,
    import_jobs,
    imports,
    invitations,
    late_groups,
    looking_after,
    mailing,
    podium,
    prints,
    registration,
    removed_events,
    removing,
    round_times,
    rounds,
    screens,
    setup,
    slides,
    spelling,
    wishes,
)
from tournament.models import (
    Account,
    Clock,
    Competitor,
    Event,
    Group,
    Import,
    Invitation,
    Membership,
    RemovedEvent,
    Screen,
    Slide,
    Table,
    Wish,
)

Who = tuple[str, str]
"""A role, and whose: `("coordinator", "group")` is a coordinator of the group that the call is about."""

ORGANISER: Final = frozenset({("organiser", "event")})
GROUP: Final = ORGANISER | {("coordinator", "group")}
TABLE: Final = ORGANISER | {("umpire", "table")}
DESK: Final = ORGANISER | {("mc", "event")}
CHECK_IN: Final = ORGANISER | {("helper", "event")}
ANY_ORGANISER: Final = frozenset(
    ("organiser", whose)
    for whose in ("event", "other event", "group", "other group", "table", "other table", "nothing")
)


def _pairs(stage: str) -> Day:
    """Four people at two tables of two, and one reserve who was not drawn."""
    return Day("syg").people(4, reserves=1).until("entries closed").choose(4, [2, 1]).until(stage)


def _running() -> Day:
    day = _pairs("running")
    day.hand(1, [OUT, 10])
    return day


def _paused() -> Day:
    day = _pairs("running")
    clock.pause_clock(by=day.mc, competition=day.pk)
    return day


def _just_paused(day: Day) -> dict[str, Any]:
    """A slip is taken back within two minutes, however long ago this day was made."""
    Clock.objects.filter(competition=day.pk).update(paused_at=timezone.now())
    return _competition(day)


def _in_an_hour(day: Day) -> dict[str, Any]:
    return {"competition": day.pk, "at": f"{timezone.localtime() + timedelta(hours=1):%H:%M}"}


def _start_set() -> Day:
    day = _pairs("published")
    clock.set_start(by=day.mc, **_in_an_hour(day))
    return day


def _with(day: Day, held: list[Any]) -> Day:
    day.hand(1, held)
    return day


def _missed() -> Day:
    day = _pairs("published")
    day.gone("E001")
    return day


def _typed(day: Day) -> Day:
    hall_numbers.type_numbers(by=day.organiser, competition=day.pk, public="6 6 6")
    return day


DAYS: Final[dict[str, Callable[[], Day]]] = {
    "empty": lambda: Day("syg"),
    "open": lambda: Day("syg").people(2),
    "closed": lambda: Day("syg").people(2).until("entries closed"),
    "chosen": lambda: Day("syg").people(2).until("chosen"),
    "sealed": lambda: Day("syg").people(2).until("sealed"),
    "typed": lambda: _typed(Day("syg").people(2).until("sealed")),
    "drawn": lambda: Day("syg").people(2).until("drawn"),
    "published": lambda: _pairs("published"),
    "missed": _missed,
    "running": _running,
    "paused": _paused,
    "nothing dealt": lambda: _pairs("running"),
    "start set": _start_set,
    "rotation": lambda: Day("bac", rounds=2).people(4).until("running"),
    "level": lambda: _with(_pairs("time up"), [5, 5]),
    "played": lambda: _with(_pairs("time up"), [OUT, 10]),
    "sheets in": lambda: _pairs("sheets in"),
    "round closed": lambda: _pairs("round closed"),
    "next seated": lambda: _pairs("round closed").next_round(),
    "last round closed": lambda: Day("syg").people(2).until("round closed"),
    "finished": lambda: Day("syg").people(2).until("finished"),
}


def _competition(day: Day) -> dict[str, Any]:
    return {"competition": day.pk}


def _mia(day: Day) -> dict[str, Any]:
    return {"competition": day.pk, "entry": day.who("Mia O'Brien").pk}


def _table(day: Day) -> dict[str, Any]:
    return {"table": day.table(1).pk}


def _just_accepted(day: Day) -> dict[str, Any]:
    """It is taken back within a moment, however long ago this day was made."""
    Table.objects.filter(pk=day.table(1).pk).update(accepted_at=timezone.now())
    return _table(day)


def _first_hand(day: Day) -> dict[str, Any]:
    return day.typed(1, [OUT, 12]) | {"number": 1, "version": 1}


def _invitation(day: Day) -> dict[str, Any]:
    home = day.group("Riverside")
    invitation = Invitation.objects.filter(group=home, revoked_at__isnull=True).first()
    return {"invitation": invitation.pk if invitation else day.invite(home)}


def _rename(day: Day) -> dict[str, Any]:
    return {"group": day.group("Riverside"), "name": "Riverside youth", "was": "Riverside"}


def _empty_group(day: Day) -> dict[str, Any]:
    group, _ = Group.objects.get_or_create(event_id=day.event, name="Zion")
    return {"group": group.pk}


def listed(*rows: str) -> str:
    """A list as it is sent."""
    return b64encode("\n".join(("Group,Name,Kind", *rows)).encode()).decode()


def _received(day: Day) -> dict[str, Any]:
    """A list that was received and read."""
    upload = Import.objects.filter(competition=day.pk).first()
    if upload is not None:
        return {"upload": upload.pk}
    content = listed("Riverside,Ivy King,reserve", "Grace Park,Jude Addo,entry")
    pk = imports.receive_list(by=day.organiser, competition=day.pk, content=content)
    import_jobs.read_list(pk)
    return {"upload": pk}


def _member(day: Day) -> dict[str, Any]:
    account, _ = Account.objects.get_or_create(username="sam")
    member, _ = Membership.objects.get_or_create(account=account, event_id=day.event, role="mc")
    return {"membership": member.pk}


def _person(day: Day) -> dict[str, Any]:
    return {"competitor": day.who("Mia O'Brien").competitor_id}


def _wish(day: Day) -> dict[str, Any]:
    asked = Wish.objects.filter(entry=day.who("Mia O'Brien")).first()
    wish = asked.pk if asked else day.ask("Mia O'Brien", "Ivy King")
    return {"wish": wish, "name": "Ivy King", "granted": False, "why": "too late"}


def _first_seat(day: Day) -> dict[str, Any]:
    return _table(day) | {"entry": day.table(1).seats.order_by("number")[0].entry_id}


def _seen_seats(day: Day) -> dict[str, Any]:
    seats = day.table(1).seats.order_by("number").values("number", "entry", "absent")
    return _table(day) | {"seats": list(seats)}


def _troubled(day: Day) -> dict[str, Any]:
    """A tablet has typed a hand that the server did not take."""
    typed = day.told(day.typed(1, [OUT, 9]))
    hand = {"out": typed["out"], "last_card": "", "held": typed["held"], "late": False}
    trouble = HandInTrouble("hand-7", 1, "Which is right?", hand)
    tablets.hear(day.pk, 1, "tablet")
    tablets.hear(day.pk, 1, "tablet", trouble=trouble)
    return _table(day) | {"settle": "hand-7"}


def _conflicting(day: Day) -> dict[str, Any]:
    """The same, where the organiser chooses the tablet's hand."""
    body = _troubled(day)
    trouble = find_trouble(day.pk, 1, "hand-7")
    assert trouble is not None
    return body | {"version": 1, "typed": trouble.seen}


def _said(day: Day) -> dict[str, Any]:
    until = timezone.now() + timedelta(minutes=10)
    Event.objects.filter(pk=day.event).update(message="Lunch is ready", message_until=until)
    return {"event": day.event}


def _screen(day: Day) -> dict[str, Any]:
    now = datetime(2031, 5, 5, 16, 0, tzinfo=UTC)
    made = {"key_hash": f"screen of {day.event}", "made_at": now, "last_seen": now, "event_id": day.event}
    return {"screen": Screen.objects.get_or_create(number=1000 + day.event % 9000, defaults=made)[0].pk}


def _number(day: Day) -> dict[str, Any]:
    return {"event": day.event, "number": Screen.objects.get(pk=_screen(day)["screen"]).number}


def _slide(day: Day) -> dict[str, Any]:
    slide, _ = Slide.objects.get_or_create(event_id=day.event, title="Lunch", defaults={"position": 1})
    return {"slide": slide.pk}


def _without_groups(day: Day) -> dict[str, Any]:
    """The same people, as if groups had been left out."""
    Event.objects.filter(pk=day.event).update(has_groups=False)
    people = Competitor.objects.filter(event=day.event).values_list("name", flat=True)
    return {"event": day.event, "lines": "\n".join(f"{name}, Elim" for name in people)}


def _removed(day: Day) -> dict[str, Any]:
    """A copy of the event is kept."""
    if not RemovedEvent.objects.filter(event_number=day.event).exists():
        removed_events.keep_copy(Event.objects.get(pk=day.event))
    return {"event": day.event}


@dataclass(frozen=True)
class Call:
    """One action at the moment when it can be done."""

    action: Callable[..., Any]
    day: str
    arguments: Callable[[Day], dict[str, Any]]
    may: frozenset[Who] = ORGANISER

    def __str__(self) -> str:
        return self.action.__name__


CALLS: Final = [
    Call(setup.create_event, "open", lambda _: {"name": "Winter weekend"}, ANY_ORGANISER),
    Call(
        setup.create_competition,
        "open",
        lambda day: {"event": day.event, "preset_name": "bac", "name": "Uno Under 18", "choices": {"rounds": 2}},
    ),
    Call(
        setup.change_event,
        "open",
        lambda day: {"event": day.event, "name": "Winter weekend", "on": "2026-12-05", "version": 1},
    ),
    Call(setup.change_settings, "open", lambda day: {"competition": day.pk, "choices": {"cap": 32}}),
    Call(
        round_times.set_round_time,
        "published",
        lambda day: {"competition": day.pk, "round": 1, "clock": 1500, "warning": 180, "onwards": True},
    ),
    Call(closing.set_closing, "open", lambda day: {"competition": day.pk, "closes": "2031-05-06T18:00", "sure": True}),
    Call(groups.add_group, "open", lambda day: {"event": day.event, "name": "Grace Park"}),
    Call(groups.add_groups, "open", lambda day: {"event": day.event, "lines": ["Grace Park", "Elim"]}),
    Call(looking_after.hide_event, "open", lambda day: {"event": day.event}),
    Call(looking_after.show_event, "open", lambda day: {"event": day.event}),
    Call(looking_after.keep_names, "open", lambda day: {"event": day.event}),
    Call(club_nights.enter_list, "open", lambda day: {"competition": day.pk, "lines": "Ivy King, Grace Park"}),
    Call(late_groups.bring_in_groups, "open", _without_groups),
    Call(groups.rename_group, "open", _rename),
    Call(groups.merge_groups, "open", lambda day: _empty_group(day) | {"into": day.group("Riverside"), "sure": True}),
    Call(groups.remove_group, "open", _empty_group),
    Call(invitations.invite, "open", lambda day: {"event": day.event, "role": "mc"}),
    Call(invitations.invite_missing, "open", lambda day: {"event": day.event}),
    Call(invitations.revoke_invitation, "open", _invitation),
    Call(invitations.remove_member, "open", _member),
    Call(
        mailing.mail_invitation,
        "open",
        lambda day: _invitation(day) | {"to": "sam@church.example", "site": "http://192.0.2.7:8000"},
    ),
    Call(erasing.erase_names, "finished", lambda day: {"event": day.event}),
    Call(removing.remove_event, "empty", lambda day: {"event": day.event, "name": "Youth weekend"}),
    Call(removing.remove_competition, "empty", lambda day: {"competition": day.pk, "sure": True}),
    Call(removed_events.bring_back, "open", _removed),
    Call(
        registration.enter,
        "open",
        lambda day: {"competition": day.pk, "group": day.group("Riverside"), "name": "Ivy King", "kind": "reserve"},
        GROUP,
    ),
    Call(
        registration.rename,
        "open",
        lambda day: {"entry": day.who("Mia O'Brien").pk, "name": "Mía O'Brien", "was": "Mia O'Brien"},
        GROUP,
    ),
    Call(registration.withdraw, "open", lambda day: {"entry": day.who("Mia O'Brien").pk}, GROUP),
    Call(
        imports.receive_list,
        "open",
        lambda day: {"competition": day.pk, "content": listed("Riverside,Ivy King,reserve")},
    ),
    Call(imports.confirm_import, "open", _received),
    Call(imports.import_entries, "open", _received),
    Call(imports.say_who_is_the_same, "open", lambda day: _received(day) | {"same": {}}),
    Call(imports.discard_import, "open", _received),
    Call(registration.close_entries, "open", _competition, ORGANISER),
    Call(registration.reopen_entries, "closed", lambda day: {"competition": day.pk, "why": "a bus was late"}),
    Call(check_in.check_in, "open", _person, CHECK_IN),
    Call(check_in.undo_check_in, "open", _person, CHECK_IN),
    Call(check_in.give_wristband, "open", lambda day: _person(day) | {"number": "007"}, CHECK_IN),
    Call(hiding.hide_person, "open", _person, DESK),
    Call(hiding.show_person, "open", _person, DESK),
    Call(spelling.respell, "open", lambda day: _person(day) | {"name": "Mía O'Brien", "was": "Mia O'Brien"}, GROUP),
    Call(draw.choose_plan, "closed", lambda day: {"competition": day.pk, "size": 2, "plan": [1]}),
    Call(draw.seal_draw, "chosen", _competition),
    Call(hall_numbers.type_numbers, "sealed", lambda day: {"competition": day.pk, "public": "4 6 1 1 3"}),
    Call(hall_numbers.change_numbers, "typed", lambda day: {"competition": day.pk, "public": "6 6 6"}),
    Call(hall_numbers.supply_numbers, "typed", lambda day: {"competition": day.pk, "public": "6 6 6"}),
    Call(draw.reveal_next, "drawn", lambda day: {"competition": day.pk, "seen": 0}),
    Call(
        draw.swap_seats,
        "drawn",
        lambda day: {"competition": day.pk, "a": day.who("E001").pk, "b": day.who("E002").pk, "why": "by the door"},
    ),
    Call(draw.discard_draw, "drawn", lambda day: {"competition": day.pk, "why": "a table was counted twice"}),
    Call(draw.publish_draw, "drawn", _competition),
    Call(attendance.mark_gone, "published", _mia, TABLE),
    Call(attendance.mark_back, "missed", _mia, TABLE),
    Call(attendance.substitute, "published", lambda day: _mia(day) | {"name": "Ivy King", "why": "ill"}, GROUP | TABLE),
    Call(attendance.call_up, "published", _mia, CHECK_IN),
    Call(
        attendance.arrive_late,
        "rotation",
        lambda day: {"competition": day.pk, "group": day.group("Riverside"), "name": "Ivy King"},
    ),
    Call(
        wishes.ask_substitution,
        "closed",
        lambda day: {"entry": day.who("Mia O'Brien").pk, "name": "Ivy King", "why": "ill"},
        GROUP,
    ),
    Call(wishes.ask_empty_chair, "closed", lambda day: {"entry": day.who("Mia O'Brien").pk, "why": "ill"}, GROUP),
    Call(
        wishes.ask_spelling,
        "closed",
        lambda day: {"entry": day.who("Mia O'Brien").pk, "name": "Mya Hall", "why": "married"},
        GROUP,
    ),
    Call(wishes.answer_wish, "closed", _wish),
    Call(rounds.close_round, "sheets in", _competition),
    Call(rounds.make_next_round, "round closed", _competition),
    Call(rounds.finish, "last round closed", _competition),
    Call(clock.start_clock, "published", _competition, DESK),
    Call(clock.set_start, "published", _in_an_hour, DESK),
    Call(clock.call_off_start, "start set", _competition, DESK),
    Call(clock.undo_clock, "paused", _just_paused, DESK),
    Call(clock.restart_clock, "nothing dealt", _competition, DESK),
    Call(clock.start_after_break, "next seated", _competition, DESK),
    Call(breaks.add_to_break, "round closed", lambda day: {"competition": day.pk, "seconds": 60}, DESK),
    Call(breaks.set_break_length, "running", lambda day: {"competition": day.pk, "minutes": 15}, DESK),
    Call(podium.show_place, "finished", lambda day: {"competition": day.pk, "place": 2}, DESK),
    Call(podium.close_podium, "finished", _competition, DESK),
    Call(clock.set_calls, "running", lambda day: {"competition": day.pk, "minutes": [8, 2]}, DESK),
    Call(clock.pause_clock, "running", _competition, DESK),
    Call(clock.resume_clock, "paused", _competition, DESK),
    Call(clock.add_time, "running", lambda day: {"competition": day.pk, "seconds": 60}, DESK),
    Call(clock.end_clock, "running", _competition, DESK),
    Call(screens.take_screen, "open", _number, DESK),
    Call(screens.set_screen, "open", lambda day: _screen(day) | {"shows": "welcome"}, DESK),
    Call(hall_messages.say_to_everybody, "open", lambda day: {"event": day.event, "words": "Lunch is ready"}, DESK),
    Call(hall_messages.take_message_down, "open", _said, DESK),
    Call(screens.name_screen, "open", lambda day: _screen(day) | {"name": "Stage"}, DESK),
    Call(screens.mute_screen, "open", lambda day: _screen(day) | {"muted": True}, DESK),
    Call(screens.forget_screen, "open", _screen, DESK),
    Call(screens.step_programme, "published", lambda day: {"competition": day.pk, "scene": "names"}, DESK),
    Call(slides.add_slide, "open", lambda day: {"event": day.event, "title": "Dinner", "text": "At seven"}, DESK),
    Call(slides.change_slide, "open", lambda day: _slide(day) | {"title": "Dinner", "version": 1}, DESK),
    Call(slides.move_slide, "open", lambda day: _slide(day) | {"steps": 1}, DESK),
    Call(slides.remove_slide, "open", _slide, DESK),
    Call(slides.set_sayings, "open", lambda day: {"event": day.event, "sayings": ["the tallest"]}, DESK),
    Call(slides.set_rules_of_the_day, "open", lambda day: {"event": day.event, "text": "Be kind"}, DESK),
    Call(hands.record_hand, "running", lambda day: day.typed(1, [OUT, {"7": 1, "wild": 1}]), TABLE),
    Call(hands.change_hand, "running", _first_hand, TABLE),
    Call(hands.delete_hand, "running", lambda day: _table(day) | {"number": 1, "why": "short deck"}, TABLE),
    Call(sheets.settle_by_lot, "level", _table, TABLE),
    Call(sheets.accept_sheet, "played", lambda day: _table(day) | {"seen": [1]}, TABLE),
    Call(sheets.take_back_acceptance, "sheets in", _just_accepted, TABLE),
    Call(sheets.reopen_sheet, "sheets in", lambda day: _table(day) | {"why": "two hands were swapped"}),
    Call(corrections.correct_hand, "round closed", lambda day: _first_hand(day) | {"why": "miscounted"}),
    Call(
        corrections.correct_by_deleting,
        "round closed",
        lambda day: _table(day) | {"number": 1, "version": 1, "why": "entered twice"},
    ),
    Call(keys.renew_key, "published", lambda day: {"competition": day.pk, "number": 1}),
    Call(
        prints.ask_paper,
        "published",
        lambda day: {"competition": day.pk, "what": "tables", "paper": "a4", "site": "http://x", "round_number": 1},
        DESK,
    ),
    Call(tablets.take_over, "running", lambda day: _table(day) | {"device": "second tablet"}, TABLE),
    Call(players.sit, "published", _first_seat, TABLE),
    Call(players.deal_first, "published", _first_seat, TABLE),
    Call(seen_seats.see_seats, "published", _seen_seats, TABLE),
    Call(players.nod, "played", lambda day: _first_seat(day) | {"seen": [1]}, TABLE),
    Call(calls.raise_flag, "running", lambda day: _table(day) | {"message": "A card is missing"}, TABLE),
    Call(calls.lower_flag, "running", _table, TABLE),
    Call(tablets.let_go, "running", _troubled),
    Call(tablets.take_typed_hand, "running", _conflicting),
    Call(
        corrections.correct_by_adding,
        "round closed",
        lambda day: day.typed(1, [OUT, 12]) | {"number": 1, "seen": [1], "why": "forgotten"},
    ),
]


def functions() -> list[Callable[..., Any]]:
    """Every public function of the action modules that is wrapped into one step: the actions, as the code has them."""
    modules = [
        importlib.import_module(f"{package.__name__}.{found.name}")
        for package in (tournament.actions, scoring.actions)
        for found in pkgutil.iter_modules(package.__path__)
    ]
    return [
        function
        for module in modules
        for name, function in vars(module).items()
        if inspect.isfunction(function) and function.__module__ == module.__name__
        if hasattr(function, "__wrapped__") and "by" in inspect.signature(function).parameters
        if not name.startswith("_")
    ]
