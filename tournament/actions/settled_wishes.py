"""A wish that nobody has to answer any more: what the group asked for has happened by another button, or the place that
it was about is somebody else's."""

from __future__ import annotations

from tournament import current_time
from tournament.models import Competitor, Entry, Wish
from tournament.rules import names
from tournament.rules.attendance.asking import WishKind


def settle_empty_chair(entry: Entry) -> None:
    """This person is marked as not coming."""
    _grant(Wish.objects.filter(entry=entry, kind=WishKind.EMPTY_CHAIR, answered_at__isnull=True).first())


def settle_withdrawal(entry: Entry) -> None:
    """This person is not entered any more: what else was asked for them has nothing to be about."""
    settle_empty_chair(entry)
    Wish.objects.filter(entry=entry, answered_at__isnull=True).delete()


def settle_substitution(entry: Entry, name: str) -> None:
    """The person of this name has the entry's place. If another one was asked for, the group may still mean that."""
    wish = Wish.objects.filter(entry=entry, kind=WishKind.SUBSTITUTION, answered_at__isnull=True).first()
    if wish is not None and names.folded(wish.name) == names.folded(name):
        _grant(wish)


def settle_spelling(person: Competitor, name: str) -> None:
    """This person's name is spelt so, in all competitions they are in."""
    asked = Wish.objects.filter(entry__competitor=person, kind=WishKind.SPELLING, answered_at__isnull=True, name=name)
    for wish in asked:
        _grant(wish)


def settle_place(entry: Entry, name: str) -> None:
    """The entry is another person's now, with this name, perhaps as their group asked. The other wishes for this entry
    were about the person before, so they are dropped: nobody wants this person's chair empty."""
    settle_substitution(entry, name)
    Wish.objects.filter(entry=entry, answered_at__isnull=True).delete()


def _grant(wish: Wish | None) -> None:
    """Granted without a word: the step that made it come true has its own line in the log."""
    if wish is not None:
        wish.answered_at, wish.granted = current_time.now(), True
        wish.save(update_fields=["answered_at", "granted"])
