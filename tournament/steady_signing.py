"""Signs what people hold for a while: a stream's ticket, a tablet's badge.

How old it is, is counted as if the computer's clock had never been set. Django's own signer asks the computer: a laptop
that fetches the time, and goes on by months, would turn away every open page of the hall. What was signed can't be
moved with such a step, as rows of the database are. On servers the time is the database's.
"""

from __future__ import annotations

from datetime import timedelta

from django.core.signing import SignatureExpired, TimestampSigner, b62_decode, b62_encode

from tournament import current_time


class SteadySigner(TimestampSigner):
    """Django's, with a time of its own."""

    def timestamp(self) -> str:
        """What time it is."""
        return b62_encode(int(current_time.without_steps()))

    def unsign(self, value: str, max_age: float | timedelta | None = None) -> str:
        """What was signed, if it is ours and at most so many seconds old."""
        told = super().unsign(value)
        seconds = max_age.total_seconds() if isinstance(max_age, timedelta) else max_age
        age = current_time.without_steps() - b62_decode(value.rsplit(self.sep, 2)[1])
        if seconds is not None and age > seconds:
            raise SignatureExpired(f"It is {age:.0f} seconds old.")
        return told
