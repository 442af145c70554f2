"""The draw's certificate: what was fixed, what the hall supplied, what came of it, and how anybody checks it."""

from __future__ import annotations

from typing import Final

from django.utils import timezone

from tournament import plan_words, words
from tournament.printing import fonts
from tournament.printing.job import Job
from tournament.printing.layout import Column, Flow, table, title_of
from tournament.printing.pen import QUIET, WELL, Pen
from tournament.queries.draw import DrawnChair, Published, read_draw
from tournament.queries.draw_facts import DrawFacts
from tournament.queries.entries import read_sealed_draw
from tournament.reason_words import reason_in_words
from tournament.rules.errors import NothingToPrint
from tournament.rules.round_names import RoundName

FINGERPRINT: Final = (
    "Fingerprint of the list (list_hash): list, size, plan and settings, fixed before anybody knew the numbers"
)
SEALED_NUMBER: Final = "Sealed number (commitment): stands for a secret, fixed before anybody knew the numbers"


def draw_certificate(pen: Pen, job: Job) -> None:
    """From the seal on; before it is published there is nothing of its chance on it."""
    sealed, known = read_sealed_draw(job.competition.pk), read_draw(job.competition)
    if sealed is None:
        raise NothingToPrint("You can print the certificate as soon as the draw is sealed.")
    published = known if isinstance(known, Published) else None
    flow = Flow(pen, title_of(job.competition, "Certificate of the draw" if published else "The draw is sealed"))
    plan = plan_words.plan_in_words(sealed.plan).capitalize()
    flow.say(f"{words.count(sealed.size, 'player')}. {plan}. {_moments(sealed)}", 11)
    hashes = [
        (FINGERPRINT, sealed.list_hash),
        (SEALED_NUMBER, sealed.commitment),
        ("Numbers from the hall", sealed.public),
    ]
    if published:
        hashes += [("The secret, now shown (salt)", sealed.salt), ("What they all lead to (seed)", sealed.seed)]
    for label, value in hashes:
        _fact(flow, label, value)
    if sealed.salt_left_at:
        moment = f"{timezone.localtime(sealed.salt_left_at):%-d %B %Y %H:%M}"
        flow.say(f"A file of the event was made on {moment}, before the hall gave numbers. It holds the secret.", 9)
    _how_to_check(flow, job, is_published=published is not None)
    _signatures(flow)
    if published:
        _came_of_it(flow, published, job.standing.name(1))
    flow.close()


def _moments(draw: DrawFacts) -> str:
    at = {"Sealed": draw.sealed_at, "drawn": draw.drawn_at, "published": draw.published_at}
    shown = {word: timezone.localtime(moment) for word, moment in at.items() if moment and draw.published_at}
    if draw.sealed_at and not shown:
        shown = {"Sealed": timezone.localtime(draw.sealed_at)}
    return ", ".join(f"{word} {moment:%-d %B %Y %H:%M}" for word, moment in shown.items()) + "."


def _fact(flow: Flow, label: str, value: str) -> None:
    flow.need(46)
    pen = flow.pen
    pen.fitted(pen.left, flow.y + 4, pen.across, 13, label, 9, fonts.BOLD, grey=QUIET)
    pen.box(pen.left, flow.y + 19, pen.across, 24, fill=WELL, edge=None, radius=5)
    pen.fitted(pen.left + 8, flow.y + 20, pen.across - 16, 22, value, 12, fonts.BOLD)
    flow.y += 50


def _who(chair: DrawnChair) -> tuple[str, str]:
    """Name and group; what there is to note stands behind the group, or behind the name where there is no group."""
    name, group, note = chair.person.name, chair.person.group, _note(chair)
    return (name, group + note) if group else (name + note, "")


def _came_of_it(flow: Flow, known: Published, first: RoundName) -> None:
    flow.heading(f"Where everybody sits in {first.lower}")
    columns = [
        Column("Table", 1, fonts.BLACK, size=13), Column("Seat", 0.8), Column("Name", 6, fonts.BOLD),
        Column("Group", 4, always=False),
    ]  # fmt: skip
    rows: list[list[str | int]] = [
        [str(number) if place == 0 else "", chair.seat, *_who(chair)]
        for number, chairs in known.tables.items()
        for place, chair in enumerate(chairs)
    ]
    table(flow, columns, rows, 19)
    if known.from_reserves:
        flow.heading(f"Drawn from {words.count(known.reserves, 'reserve')}", 12)
        flow.say(", ".join(person.name for person in known.from_reserves))
    if known.swaps:
        flow.heading("Seats swapped before publishing", 12)
        flow.say("; ".join(f"{a.name} and {b.name}" for a, b in known.swaps) + ". The reasons are in the open record.")
    for old in known.thrown_away:
        numbers = f"Numbers “{old.public}”, salt" if old.public else "Before any numbers; salt"
        flow.say(words.one_stop(f"Thrown away before this draw: {reason_in_words(old.why)}. {numbers} {old.salt}."), 9)


def _note(chair: DrawnChair) -> str:
    """A substitute, or an empty chair."""
    if chair.absent:
        return " (Empty chair)"
    return f" (for {chair.stands_for.name})" if chair.stands_for else ""


def _how_to_check(flow: Flow, job: Job, *, is_published: bool) -> None:
    flow.heading("How to check it", 12)
    if is_published:
        flow.say(
            "SHA-256 of the published list is the fingerprint of the list. SHA-256 of the salt is the sealed number. "
            "SHA-256 of five lines (turntable-draw/1, the fingerprint, the salt, the hall’s numbers, and an empty one) "
            "is the seed. "
            "Every step of the draw follows from the seed."
        )
        flow.say(f"{job.site}/c/{job.competition.slug}/draw/ has the list and the steps, for anybody to repeat.")
    else:
        flow.say(
            "Keep this page, or a photograph of it. With the published draw it proves that nothing was changed "
            "after the seal."
        )


def _signatures(flow: Flow) -> None:
    flow.need(64)
    pen = flow.pen
    wide = pen.across / 3
    for place, label in enumerate(("Who gave the numbers", "A witness from the hall", "Organiser")):
        x = pen.left + place * wide
        pen.rule(x, flow.y + 40, x + wide - 14, flow.y + 40, 0.8)
        pen.fitted(x, flow.y + 42, wide - 14, 14, label, 9, fonts.BOLD)
    flow.y += 60
