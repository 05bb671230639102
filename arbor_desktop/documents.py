"""Dataclasses as JSON documents (spec 7)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from arbor_desktop.clock import to_iso

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

DIGITS = 4
"""Decimal places of numbers."""


def document(one: DataclassInstance, without: Collection[str] = (), **changed: Any) -> dict[str, Any]:
    """Return the fields of a dataclass as JSON has them: enums by their values, dataclasses by their own
    `to_dict` or in this way, fields named `at` or `…_at` (milliseconds) in ISO 8601, rounded numbers.
    `without`: omitted fields; `changed`: other values of fields, and further ones."""
    found = {}
    for field in fields(one):
        name = field.name
        if name in changed or name in without:
            continue
        if name == "at" or name.endswith("_at"):
            found[name] = to_iso(getattr(one, name))
        else:
            found[name] = _plain(getattr(one, name))
    return found | changed


def _plain(value: Any) -> Any:
    if value is None or type(value) in (str, int, bool):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return document(value) if is_dataclass(value) and not isinstance(value, type) else value
