"""What people, phones and spreadsheets put into a field, and what the pages must do with it."""

from __future__ import annotations

from typing import Final

REFUSED: Final = {
    "empty": "",
    "blank": " \u200b ",
    "10,000 characters": "x" * 10_000,
    "NUL": "Ivy\x00King",
    "right-to-left override": "Ivy \u202egniK",
    "escape": "Ivy\x1b[2JKing",
}
"""Refused with a sentence; nothing is saved, and what was typed is still in the field."""

KEPT: Final = {
    "emoji": "Zoë 🎲🃏",
    "script": "<script>alert(1)</script>",
    "formula": '=HYPERLINK("http://bad.example")',
    "plus": "+61 400",
    "minus": "-1+1",
    "at": "@SUM(A1)",
    "tab": "\tIvy King",
    "quotes": 'O\'Brien "Bo" & Söhne',
    "right to left": "محمد علي",
}
"""Kept as typed, tidied of spaces, and shown as text."""
