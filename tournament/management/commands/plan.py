"""manage.py plan N: the ranked knockout plans for so many players (RULES 6)."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from itertools import groupby
from typing import Any

from django.core.management.base import CommandError

from tournament.management.plain_command import PlainCommand
from tournament.rules.errors import TurntableError
from tournament.rules.knockout import Plan, optimum, plans, size_range
from tournament.rules.presets import Format
from tournament.rules.round_names import RoundName, name_round


class Command(PlainCommand):
    help = "Rank the knockout plans for N players; with --reserves, for the optimum size."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("players", type=int, metavar="N", help="how many entries there are")
        parser.add_argument("--reserves", type=int, metavar="R", default=0, help="how many reserves were nominated")
        parser.add_argument("--cap", type=int, metavar="C", help="the most players the draw may have")
        parser.add_argument("--tables", type=int, metavar="T", help="how many tables, decks or umpires there are")
        parser.add_argument("--largest", type=int, metavar="K", default=4, help="the largest table (4)")
        parser.add_argument("--few", type=int, metavar="F", default=8, help="how many plans to show (8)")
        parser.add_argument("--json", action="store_true", help="for a program to read")

    def handle(self, *args: Any, **options: Any) -> None:
        for name, least in [("players", 0), ("reserves", 0), ("cap", 2), ("tables", 1), ("largest", 2), ("few", 1)]:
            if options[name] is not None and options[name] < least:
                raise CommandError(f"{name.capitalize()}: {least} or more, please.")
        if options["largest"] > 5:
            raise CommandError("A knockout has tables of 2 to 5.")
        try:
            size, found = self.work_out(options)
        except TurntableError as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(as_json(size, found) if options["json"] else as_text(size, found, options))

    def work_out(self, options: dict[str, Any]) -> tuple[int, list[Plan]]:
        """The optimum size, and its plans, best first."""
        limits = {"table_max": options["largest"], "most_tables": options["tables"]}
        size = optimum(options["players"], options["reserves"], options["cap"], **limits)
        return size, plans(size, few=options["few"], **limits)


def as_json(size: int, found: list[Plan]) -> str:
    """`{"size": 48, "plans": [{"tables": …, "sizes": …, "evenness": "1"}, …]}`, best first."""
    rows = [
        {"tables": list(plan.tables), "sizes": [list(row) for row in plan.sizes], "evenness": str(plan.evenness)}
        for plan in found
    ]
    return json.dumps({"size": size, "plans": rows})


def as_text(size: int, found: list[Plan], options: dict[str, Any]) -> str:
    """A table for a person."""
    lines = [_size_line(size, options), ""]
    for number, plan in enumerate(found, start=1):
        tables = " → ".join(map(str, plan.tables))
        lines.append(f"{number}. {tables}   {evenness_in_words(plan)} {_at_once(plan)}")
        lines += [f"     {name}: {_in_words(row)}" for name, row in zip(_names(plan), plan.sizes, strict=True)]
    return "\n".join(lines)


def _names(plan: Plan) -> list[RoundName]:
    rounds = len(plan.tables)
    return [name_round(Format.KNOCKOUT, rounds, number) for number in range(1, rounds + 1)]


def _size_line(size: int, options: dict[str, Any]) -> str:
    entries, reserves = options["players"], options["reserves"]
    line = f"{size:,} players: {size:,} of {entries:,} entries" if entries > size else f"{size:,} players"
    if size > entries:
        line += f": {entries:,} entries and {size - entries:,} of {reserves:,} reserves, by lot"
    everyone = size_range(entries, reserves, options["cap"])[-1]
    return line + (f" (taking everyone would be {everyone:,})." if everyone > size else ".")


def evenness_in_words(plan: Plan) -> str:
    """What it means for a player."""
    if plan.evenness == 1:
        return f"Every player has the same chance, 1 in {plan.odds[0]:,}."
    return f"Uneven, from 1 in {min(plan.odds):,} to 1 in {max(plan.odds):,} (evenness {plan.evenness})."


def _at_once(plan: Plan) -> str:
    return "One table." if plan.tables[0] == 1 else f"{plan.tables[0]:,} tables at once."


def _in_words(row: tuple[int, ...]) -> str:
    counts = {size: len(list(same)) for size, same in groupby(sorted(row, reverse=True))}
    return ", ".join(f"{count:,} table{'s' if count > 1 else ''} of {size}" for size, count in counts.items())
