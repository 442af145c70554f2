#!/usr/bin/env python
"""The door to every command: `python manage.py help` lists them, `make run` starts `serve`."""

import os
import sys


def main() -> None:
    """Django is imported only here: that takes a moment, in which somebody may already press Ctrl-C."""
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    try:
        main()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read it has gone
    except KeyboardInterrupt:
        sys.exit(130)  # what shells expect after Ctrl-C; `serve` ends by itself once it runs
