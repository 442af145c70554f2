"""manage.py rehearse: play whole events with bots through the real actions."""

from __future__ import annotations

import secrets
import time
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from scoring.management.commands.export_record import check_file, write_file
from scoring.record.export import as_text, export_record, final_order, read_facts
from scoring.rehearsal.director import Director, summarise
from scoring.rehearsal.scratch import scratch_database
from scoring.rehearsal.script import MOST_PEOPLE, RehearsalScript, invent, plain
from tournament import words
from tournament.actions.removing import remove_unfinished
from tournament.actions.setup import check_slug
from tournament.management.plain_command import PlainCommand
from tournament.models import Competition, Entry
from tournament.rules.errors import TurntableError
from tournament.rules.presets import PRESETS, preset


class Command(PlainCommand):
    help = "Play a whole event with bots, or with --random many events of every kind."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--preset", metavar="P", help=f"one of {', '.join(PRESETS)}")
        parser.add_argument("--players", type=int, metavar="N", help="how many entries")
        parser.add_argument("--groups", type=int, metavar="G", help="how many groups they come from")
        parser.add_argument("--reserves", type=int, metavar="R", help="how many reserves are nominated")
        parser.add_argument("--name", metavar="SLUG", help="the short name to keep it under")
        parser.add_argument("--record", metavar="FILE", help="write the open record here")
        parser.add_argument("--seed", metavar="S", help="the same seed gives the same event")
        parser.add_argument("--random", action="store_true", help="events of every kind, in a database of their own")
        parser.add_argument("--events", type=int, metavar="K", help="how many random events")
        parser.add_argument("--records", metavar="DIR", help="write each random event’s record here")

    def handle(self, *args: Any, **options: Any) -> None:
        seed = options["seed"] or str(secrets.randbelow(10**9))
        self.stages: dict[str, float] = {}
        self.bar = Bar(self.stderr) if self.stderr.isatty() else None
        try:
            if options["random"]:
                self.rehearse_many(options, seed)
            else:
                self.rehearse_one(options, seed)
        except TurntableError as refused:
            raise CommandError(str(refused)) from None

    def rehearse_one(self, options: dict[str, Any], seed: str) -> None:
        """One event that stays in the database."""
        for option in ("events", "records"):
            if options[option] is not None:
                raise CommandError(f"--{option} goes with --random.")
        script, slug = self._script(options), options["name"] or ""
        if Competition._meta.db_table not in connection.introspection.table_names():
            call_command("migrate", verbosity=0)  # the very first command on a fresh machine may be this one
        if slug:
            check_slug(slug)
        if options["record"]:
            check_file(Path(options["record"]))
        rng = Random(seed)  # noqa: S311 (a rehearsal is to be repeated, not secret)
        competition = play_or_remove(Director(script, rng, slug=slug, progress=self._progress))
        if options["record"]:
            write_file(Path(options["record"]), as_text(export_record(competition)))
        self._report(competition, seed)

    def _script(self, options: dict[str, Any]) -> RehearsalScript:
        players, groups, reserves = options["players"], options["groups"], options["reserves"] or 0
        if options["preset"] is None or players is None:
            raise CommandError("Give a --preset and a number of --players, or --random.")
        if not 2 <= players <= 10_000 or (groups is not None and groups < 1) or not 0 <= reserves <= 10_000:
            raise CommandError("Choose 2 to 10,000 players, at least one group, and up to 10,000 reserves.")
        if groups is not None and groups > players + reserves:
            raise CommandError("There are more groups than people.")
        title = f"{preset(options['preset']).title} rehearsal"  # the same seed gives the same record, name included
        return plain(title, options["preset"], players, groups, reserves)

    def _progress(self, what: str, done: int, of: int) -> None:
        self.stages.setdefault(what, time.monotonic())
        if self.bar:
            self.bar.show(what, done, of)

    def _times(self) -> str:
        """How long each stage took: it lasted until the next one began."""
        ends = [*list(self.stages.values())[1:], time.monotonic()]
        return ", ".join(
            f"{stage.lower()} {end - begun:.1f} s"
            for (stage, begun), end in zip(self.stages.items(), ends, strict=True)
        )

    def _report(self, competition: Competition, seed: str) -> None:
        facts = summarise(competition)
        champion = _champion(competition)
        counts = {
            "player": facts.players,
            "round": facts.rounds,
            "table": facts.tables,
            "hand": facts.hands,
            "tie": facts.ties,
        }
        self.stdout.write(f"{competition.name} ({competition.slug}), seed {seed}")
        self.stdout.write(f"  {', '.join(f'{n} {word}' + 's' * (n != 1) for word, n in counts.items())}")
        self.stdout.write(f"  Time: {self._times()}")
        self.stdout.write(f"  Champion: {champion}" if champion else "  Every table has its own winner.")
        self.stdout.write(f"  To see it: make run, then open /c/{competition.slug}/")

    def rehearse_many(self, options: dict[str, Any], seed: str) -> None:
        """Events of every kind, each from its own part of the seed; only their records stay."""
        for option in ("preset", "players", "groups", "reserves", "name", "record"):
            if options[option] is not None:
                raise CommandError(f"--{option} doesn’t go with --random, which invents every event itself.")
        if not options["events"] or options["events"] < 1 or not options["records"]:
            raise CommandError("--random needs --events K and --records DIR.")
        folder = Path(options["records"])
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"{folder} can’t be made: {error.strerror}.") from None
        started = time.monotonic()
        self._play_many(folder, options["events"], seed)
        self._progress("Events", options["events"], options["events"])
        seconds = time.monotonic() - started
        self.stdout.write(
            f"{options['events']} events of up to {MOST_PEOPLE} people in {seconds:.1f} s, seed {seed}: {folder}"
        )
        if older := _older(folder, options["events"]):
            self.stdout.write(older)

    def _play_many(self, folder: Path, events: int, seed: str) -> None:
        """Interrupted, it leaves the records of whole events, and those of an earlier run as they were."""
        played = 0
        try:
            with scratch_database():
                for number in range(1, events + 1):
                    self._progress("Events", played, events)
                    write_file(record_of(folder, number), random_record(seed, number))
                    played = number
        except KeyboardInterrupt:
            told = f"{played} of {events} events were played; their records are in {folder}."
            raise Stopped(" ".join(filter(None, [told, _older(folder, played)]))) from None


class Stopped(CommandError):
    """By Ctrl-C. Django shows the name of an error before its sentence: “Stopped: …”."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, returncode=130)


def play_or_remove(director: Director) -> Competition:
    """Play the whole event. If something stops it half-way, nothing half-played is left behind."""
    try:
        return director.play()
    except BaseException as problem:
        remove_unfinished(getattr(director, "event", 0))
        if isinstance(problem, KeyboardInterrupt):
            raise Stopped("the half-played rehearsal was removed again.") from None
        raise


def record_of(folder: Path, number: int) -> Path:
    """Where random event `number` is written down."""
    return folder / f"event-{number:04}.json"


def _older(folder: Path, played: int) -> str:
    """That other records lie among those of this run, so that nobody takes them for its own."""
    ours = {record_of(folder, number) for number in range(1, played + 1)}
    others = len(set(folder.glob("event-*.json")) - ours)
    return f"The folder also holds {words.count(others, 'record')} from an earlier run." if others else ""


def random_record(seed: str, number: int) -> str:
    """Play random event `number` of this seed in the database at hand; its record's text."""
    rng = Random(f"{seed}/{number}")  # noqa: S311 (a rehearsal is to be repeated, not secret)
    return as_text(export_record(Director(invent(f"Random event {number}", rng), rng).play()))


def _champion(competition: Competition) -> str:
    """Who is first in the final order; nobody in `single`, where each table is its own contest."""
    order = final_order(read_facts(competition))
    if not order:
        return ""
    entry = Entry.objects.select_related("competitor", "group").get(competition=competition, code=order[0])
    return f"{entry.competitor}, {entry.group}"


class Bar:
    """A progress bar on one line."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def show(self, what: str, done: int, of: int) -> None:
        filled = 30 * done // max(1, of)
        end = "\n" if done >= of else ""
        self.stream.write(f"\r{what:<10} {'█' * filled}{'·' * (30 - filled)} {done}/{of}", ending=end)
        self.stream.flush()
