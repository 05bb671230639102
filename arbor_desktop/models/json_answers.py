"""JSON in models' answers: tolerant of its wrapping, strict in its content.

Code fences, words around the JSON and trailing commas are ignored. What could be misunderstood (an answer
that was cut off, two answers, an unknown field) is `Unusable`, with short sentences for the model.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

import msgspec

MAX_CHARACTERS = 400_000
"""Longest answer."""
MAX_PROBLEMS = 12
"""Problems that are reported at once."""
_MAX_STARTS = 50
_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)
_OPENS = re.compile(r"[{\[]")
_STRUCTURE = re.compile(r"[{}\[\]]")
_NOT_IN_SCHEMAS = (
    "title", "description", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "minItems", "maxItems", "pattern", "default",
)  # fmt: skip
"""Keywords that structured output does not take, or that are for readers of the code (https://platform.claude.com/docs/en/build-with-claude/structured-outputs);
they are checked when the answer is read."""

T = TypeVar("T")


class Unusable(Exception):
    """An unusable answer. `problems` are short sentences for the model."""

    def __init__(self, *problems: str) -> None:
        kept = problems[:MAX_PROBLEMS]
        if len(problems) > MAX_PROBLEMS:
            kept = (*kept, f"And {len(problems) - MAX_PROBLEMS} problems more.")
        super().__init__(" ".join(kept))
        self.problems = kept


def json_of(text: str) -> Any:
    """Return the one JSON object or list of an answer. Raises Unusable."""
    text = text.strip().lstrip("\ufeff")
    if not text:
        raise Unusable("The answer was empty.")
    if len(text) > MAX_CHARACTERS:
        raise Unusable("The answer was far too long.")
    try:
        return _within(text)
    except Unusable as problem:
        mended = _COMMA.sub(lambda found: found[1] or "", text)
        if mended == text:
            raise
        try:
            return _within(mended)
        except Unusable:
            raise problem from None


def _within(text: str) -> Any:
    decoder = json.JSONDecoder(parse_constant=_no_number, object_pairs_hook=_once)
    position, why = 0, "It held no JSON object."
    for _ in range(_MAX_STARTS):
        found = _OPENS.search(text, position)
        if found is None:
            break
        try:
            value, end = decoder.raw_decode(text, found.start())
        except json.JSONDecodeError as error:
            if error.pos >= len(text) or error.msg.startswith("Unterminated string"):
                raise Unusable("The JSON ends in the middle.") from None
            why = f"The JSON is broken: {error.msg} at character {error.pos}."
            position = max(error.pos, found.end())
            continue
        except (ValueError, RecursionError) as error:
            reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise Unusable(f"The JSON is broken: {reason[:80]}.") from None
        if _STRUCTURE.search(text, end):
            raise Unusable("There is more after the JSON. Answer with one JSON object alone.")
        return value
    raise Unusable(why)


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the field {key[:40]!r} is there twice")
        found[key] = value
    return found


def read_as(text: str, kind: type[T]) -> T:
    """Return the answer as a value of a type, mostly a `msgspec.Struct` with `forbid_unknown_fields=True`.

    Raises Unusable with the place that does not fit.
    """
    return shaped(json_of(text), kind)


def shaped(value: Any, kind: type[T]) -> T:
    """Return parsed JSON as a value of a type. Nothing is converted. Raises Unusable."""
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        raise Unusable(f"{str(error).replace('`', '')}.") from None


def schema_of(kind: type[Any]) -> dict[str, Any]:
    """Return the JSON Schema of a type as structured output takes it: without references and bounds, every
    object closed. Not for recursive types."""
    schema = msgspec.json.schema(kind)
    closed: dict[str, Any] = _closed(schema, schema.pop("$defs", {}))
    return closed


def _closed(schema: Any, parts: dict[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_closed(one, parts) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _closed(parts[schema["$ref"].removeprefix("#/$defs/")], parts)
    found: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "properties":
            found[key] = {name: _closed(one, parts) for name, one in value.items()}
        elif key not in _NOT_IN_SCHEMAS:
            found[key] = _closed(value, parts)
    if "properties" in found:
        found["additionalProperties"] = False
    return found
