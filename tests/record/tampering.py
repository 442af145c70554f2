"""Changing one fact of a record that is in order, and reading what the checker says."""

from typing import Any

from scoring.record.check import check_record

from .made import record


def found_after(name: str, path: str, value: Any) -> list[str]:
    """What is found when the value at this path of that record is another; a function makes it from the old one."""
    tampered = record(name)
    *keys, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    target: Any = tampered
    for key in keys:
        target = target[key]
    target[last] = value(target[last]) if callable(value) else value
    return [str(found) for found in check_record(tampered)]
