"""`python check-record.pyz FILE…`: whether the facts of an open record give everything else in it.

Needs Python and nothing else. Exit status 0: everything follows from the facts; 1: something does not, and each
discrepancy has its line; 2: no file was named.
"""

from __future__ import annotations

import sys

from .report import report

USAGE = "Usage: python check-record.pyz FILE… (a record; - reads standard input)\n"


def main(names: list[str]) -> int:
    """Tell about each file, and answer the exit status."""
    if not names or names[0] in ("-h", "--help"):
        sys.stderr.write(USAGE)
        return 0 if names else 2
    reports = [report(name) for name in names]
    for found in reports:
        for line in found.lines:
            sys.stdout.write(f"{line}\n")
    return 0 if all(found.ok for found in reports) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
