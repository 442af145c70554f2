"""What every command of ours has in common: what was typed wrongly is said in a plain sentence, without a usage line.

argparse's own words are for programmers; here they become ours, in one place for all commands.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any, Final, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser

SENTENCES: Final = (
    (r"argument (.+): invalid int value: '(.*)'", "{0}: a whole number, please, not “{1}”."),
    (r"argument (.+): expected (?:one|at least one) argument", "{0} needs a value after it."),
    (r"argument (.+): ignored explicit argument '(.*)'", "{0} takes no value: leave out “{1}”."),
    (r"argument (.+): invalid choice: (.+) \(choose from (.+)\)", "{0}: one of {2}, please."),
    (r"the following arguments are required: (.+)", "Missing: {0}."),
    (r"unrecognized arguments: (.+)", "Not understood: {0}."),
    (r"ambiguous option: (\S+) could match (.+)", "{0} could mean {1}. Write it out, please."),
)
MISUSED: Final = 2
"""The exit status by which a shell knows that a command was typed wrongly."""


class PlainCommand(BaseCommand):
    """A command of ours. Django's checks of the code are the tests' business (they run `makemigrations --check`, which
    makes them all): they would load every page of the site before a command may say that it was typed wrongly."""

    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.error = partial(_refuse, parser, subcommand)  # type: ignore[method-assign]
        return parser


def in_our_words(message: str) -> str:
    """argparse's message as a sentence; one that is not known stays as it is."""
    for pattern, sentence in SENTENCES:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            return sentence.format(*found.groups())
    return f"{message[:1].upper()}{message[1:].rstrip('.')}."


def _refuse(parser: CommandParser, subcommand: str, message: str) -> NoReturn:
    """Django shows a refusal as “CommandError: …”, but not while it still reads what was typed; so this does."""
    sentence = f"{in_our_words(message)} `manage.py help {subcommand}` shows the options."
    if not parser.called_from_command_line:
        raise CommandError(sentence)
    parser.exit(MISUSED, f"CommandError: {sentence}\n")
    raise AssertionError("a parser’s exit ends the program")
