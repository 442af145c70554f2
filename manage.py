#!/usr/bin/env python
"""The door to every command: `python manage.py help` lists them, `make run` starts `serve`."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    try:
        execute_from_command_line(sys.argv)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read it has gone
    except KeyboardInterrupt:
        sys.exit(130)  # what shells expect after Ctrl-C; `serve` ends by itself once it runs
