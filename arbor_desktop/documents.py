"""Dataclasses as JSON documents (spec 7)."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def document(one: DataclassInstance, **changed: Any) -> dict[str, Any]:
    """Return the fields of a dataclass as JSON has them: enums by their values, dataclasses by `to_dict`.
    `changed`: other values of fields, and further ones."""
    own = (field.name for field in fields(one) if field.name not in changed)
    return {name: _plain(getattr(one, name)) for name in own} | changed


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value.to_dict() if hasattr(value, "to_dict") else value
