"""Numbers from the hall: typed, shown back to everybody, confirmed, and only then used (RECORD 1).

Typed numbers have no effect yet. They are shown large on the organiser's page and on the hall's screen until somebody
confirms that they are what the dice show, or changes them. Each time they are typed, the log gets a line.
"""

from __future__ import annotations

from tournament import current_time
from tournament.actions.base import action, lock_competition, log
from tournament.actions.draw import draw_at
from tournament.log_kinds import Happened
from tournament.models import Competition, Draw
from tournament.permissions import Actor, may_organise, require
from tournament.queries.published_draws import find_standing_draw
from tournament.rules import chance
from tournament.rules import draw as rules
from tournament.rules.draw import Choice
from tournament.rules.entries import Kind, Status, hold_lots
from tournament.rules.errors import DrawRefused


def _sealed(by: Actor, competition: int) -> tuple[Competition, Draw]:
    """Lock the draw that waits for numbers."""
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    made = find_standing_draw(locked.pk)
    if made is not None and made.drawn_at is not None:
        raise DrawRefused(
            f"The draw has already been made, with the numbers {made.public}. The numbers you typed weren’t used."
        )
    return locked, draw_at(locked, "sealed")


@action
def type_numbers(*, by: Actor, competition: int, public: str, was: str = "", request: str = "") -> None:
    """Note numbers from the hall, to be shown back. `was` is what the page showed before: if somebody else has typed
    numbers meanwhile, the organiser looks at those first."""
    locked, draw = _sealed(by, competition)
    numbers = chance.public_numbers(public)
    if draw.typed not in (was, numbers):
        raise DrawRefused(f"Somebody else has typed {draw.typed}. Confirm those numbers, or change them.")
    if draw.typed == numbers:
        return
    draw.typed = numbers
    draw.save(update_fields=["typed"])
    log(by, locked, Happened.NUMBERS_TYPED, request, public=numbers)


@action
def change_numbers(*, by: Actor, competition: int, public: str, request: str = "") -> None:
    """Take these numbers off the screen, because they were not what the dice show. They are typed again."""
    locked, draw = _sealed(by, competition)
    if draw.typed != public:
        raise DrawRefused(_look_again(draw.typed))
    draw.typed = ""
    draw.save(update_fields=["typed"])
    log(by, locked, Happened.NUMBERS_CHANGED, request, public=public)


def _look_again(typed: str) -> str:
    if not typed:
        return "Type the numbers first. Everybody sees them before they’re used."
    return f"The numbers are now {typed}. Check them again before you confirm."


@action
def supply_numbers(*, by: Actor, competition: int, public: str, request: str = "") -> dict[str, object]:
    """Confirm the numbers that were typed and shown. They complete the seed, and the lots and seats follow from it.
    `public` is the numbers on the screen of the person who confirms."""
    locked, draw = _sealed(by, competition)
    numbers = chance.public_numbers(public)
    if draw.typed != numbers:
        raise DrawRefused(_look_again(draw.typed))
    draw.public, draw.typed = numbers, ""
    _make(locked, draw)
    log(
        by,
        locked,
        Happened.DRAWN,
        request,
        public=draw.public,
        seed=draw.seed,
        method=draw.method,
        attempt=draw.attempt,
    )
    return {"admitted": draw.admitted, "tables": draw.tables}


def _make(locked: Competition, draw: Draw) -> None:
    """Hold the lots and seat everybody, from the one seed."""
    seed = chance.seed(list_hash=draw.list_hash, salt=draw.salt, public=draw.public)
    draw.seed = seed.hex()
    entries = {entry.code: entry for entry in locked.entries.filter(listed=True)}
    lots = hold_lots(
        seed,
        [code for code, entry in entries.items() if entry.kind == Kind.ENTRY],
        [code for code, entry in entries.items() if entry.kind == Kind.RESERVE],
        draw.size,
    )
    draw.lot_entries, draw.lot_reserves = list(lots.entries), list(lots.reserves)
    draw.admitted, draw.call = list(lots.admitted), list(lots.call)
    groups = {code: entries[code].group_code for code in lots.admitted}
    seating = rules.seat_first_round(locked.settings, Choice(draw.size, tuple(draw.plan)), seed, groups)
    draw.method, draw.attempt, draw.tables = seating.method, seating.attempt, [list(t) for t in seating.tables]
    draw.drawn_at = current_time.now()
    draw.save()
    locked.entries.filter(listed=True).update(status=Status.NOT_DRAWN)
    locked.entries.filter(code__in=draw.admitted).update(status=Status.IN)
