"""The facts of the log's lines about breaks and the podium, as `log_facts` has all others."""

from typing import TypedDict


class ABreak(TypedDict):
    seconds: int


class ABreakLength(TypedDict):
    length: int


class APlace(TypedDict):
    place: int
