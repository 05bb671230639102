"""How the JSON that a model answers is read: forgiving in its wrapping, strict in its content.

Code fences, words around the JSON and commas too many are read over. Whatever could mean something else than
it says (an answer that was cut off, two answers, an unknown field) is `Unusable`, with short sentences about
it that can be told to the model.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

import msgspec

MAX_CHARACTERS = 400_000
"""A longer answer is none."""
MAX_PROBLEMS = 12
"""So many are told at once."""
_MAX_STARTS = 50
_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)
_OPENS = re.compile(r"[{\[]")
_STRUCTURE = re.compile(r"[{}\[\]]")
_NOT_IN_SCHEMAS = (
    "title", "description", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "minItems", "maxItems", "pattern", "default",
)  # fmt: skip
"""What structured output does not take, and what is written for those who read the code (https://platform.claude.com/docs/en/build-with-claude/structured-outputs);
it is checked when the answer is read."""

T = TypeVar("T")


class Unusable(Exception):
    """An answer that says nothing of use. `problems` are short sentences, to be told to the model."""

    def __init__(self, *problems: str) -> None:
        kept = problems[:MAX_PROBLEMS]
        if len(problems) > MAX_PROBLEMS:
            kept = (*kept, f"And {len(problems) - MAX_PROBLEMS} problems more.")
        super().__init__(" ".join(kept))
        self.problems = kept


def json_of(text: str) -> Any:
    """The one JSON object or list that an answer holds. Raises Unusable."""
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
    """The answer as a value of a type, mostly a `msgspec.Struct` with `forbid_unknown_fields=True`. Raises
    Unusable that says where it does not fit."""
    return shaped(json_of(text), kind)


def shaped(value: Any, kind: type[T]) -> T:
    """What was read of JSON as a value of a type. Nothing is converted. Raises Unusable."""
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as error:
        raise Unusable(f"{str(error).replace('`', '')}.") from None


def schema_of(kind: type[Any]) -> dict[str, Any]:
    """The JSON Schema of a type as structured output takes it: nothing is referred to, every object is
    closed, and bounds are left to the reading of the answer. Not for types that hold themselves."""
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
