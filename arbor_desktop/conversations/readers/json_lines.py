"""JSON lines as Python objects, whatever happened to them; times and texts as sources write them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

_scanner = json.JSONDecoder()
_decoder = msgspec.json.Decoder()
MAX_GLUED = 64


def objects(data: bytes) -> list[dict[str, Any]] | None:
    """The JSON objects on a line: nearly always one, more where lines were glued together.

    None where the line is damaged. Invalid UTF-8 and lone surrogates are replaced. A record torn off by the
    next one (`{"a": 1, "b{"a": 2}`) is lost, the whole one after it is not looked for.
    """
    try:
        found = _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return _glued(data.decode("utf-8", "replace"))
    return [found] if isinstance(found, dict) else None


def _glued(text: str) -> list[dict[str, Any]] | None:
    found: list[dict[str, Any]] = []
    position = 0
    while position < len(text) and len(found) < MAX_GLUED:
        try:
            value, position = _scanner.raw_decode(text, position)
            value = storable(value)
        except (ValueError, RecursionError):
            return None
        if not isinstance(value, dict):
            return None
        found.append(value)
        while position < len(text) and text[position] in " \t\r\x00,":
            position += 1
    return found


def storable(value: Any) -> Any:
    """A JSON value without lone surrogates, which can be neither encoded nor stored: they become `?`.

    Raises RecursionError where it is nested too deeply.
    """
    return json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))


def mapping(value: Any) -> Mapping[str, Any]:
    """`value` if it is an object, else an empty one: sources change their types without notice."""
    return value if isinstance(value, dict) else {}


def sequence(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def number(value: Any) -> int:
    """A count such as tokens; 0 for anything else."""
    return (
        int(value)
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1 << 53
        else 0
    )


def moment(value: Any) -> int | None:
    """Milliseconds of a time: ISO 8601 (no zone means UTC), seconds, milliseconds, or either as digits."""
    if isinstance(value, str):
        if value.replace(".", "", 1).isdecimal():
            return moment(float(value))
        try:
            found = datetime.fromisoformat(value.strip())
        except ValueError:
            return None
        if found.tzinfo is None:
            found = found.replace(tzinfo=UTC)
        return int(found.timestamp() * 1000)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e14:
        return None
    return int(value) if value > 1e11 else int(value * 1000)
