#!/usr/bin/env python
"""The door to every command: `python manage.py help` lists them, `make run` starts `serve`."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    execute_from_command_line(sys.argv)
