"""What all rows of the event file are made of."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from tournament.rules.travel_ids import LARGEST_ID, SMALLEST_ID

LARGEST_NUMBER: Final = 2**31 - 1
"""What a column of four bytes holds."""

Id = Annotated[int, Field(ge=SMALLEST_ID, le=LARGEST_ID, description="An id that travels")]
Number = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
Moment = AwareDatetime
Slug = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$", max_length=80)]
Sha256 = Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]


class TravellingRow(BaseModel):
    """One row of a part. Nothing is taken for something else, and nothing unknown is left aside."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
