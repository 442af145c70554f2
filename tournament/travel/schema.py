"""The JSON Schema of the event file, made from the shapes of its rows: `docs/event-file.schema.json` is its text."""

from __future__ import annotations

import json
from typing import Any, Final

from tournament.travel.manifest import Manifest
from tournament.travel.parts import all_parts

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def event_file_schema() -> dict[str, Any]:
    """The manifest and every part by its name in the zip."""
    shapes = {f"{name}.json": stored.adapter.json_schema(mode="serialization") for name, stored in all_parts().items()}
    shapes["manifest.json"] = Manifest.model_json_schema(mode="serialization")
    definitions: dict[str, Any] = {}
    for shape in shapes.values():
        definitions |= shape.pop("$defs", {})
    return {
        "$schema": DIALECT,
        "title": "Turntable event file",
        "type": "object",
        "properties": shapes,
        "required": sorted(shapes),
        "$defs": definitions,
    }


def schema_as_text() -> str:
    """As it is shipped."""
    return json.dumps(event_file_schema(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"
