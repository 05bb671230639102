"""What is set up in one file: the shape that hooks and servers share, and how a call is compared."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from arbor_desktop.integrations.setup.calling import words_of
from arbor_desktop.integrations.setup.json_text import Document, NotJson, Path
from arbor_desktop.user_files.model import Standing

AGAIN = "Install it again to mend that."


class Odd(Exception):
    """A file is not as its tool would have it, so it is left alone. The message says what and what to do."""


@dataclass(frozen=True, slots=True)
class Look:
    """How far a piece is set up; `note` says to people what is wrong or good to know."""

    standing: Standing
    note: str = ""


class Piece(Protocol):
    """Something that is set up in a file. Files are bytes; None is a file that is not there. What can't be
    read raises Odd. `kept` are the ways to containers that are not ours, even when they are empty."""

    def look(self, data: bytes | None) -> Look: ...

    def install(self, data: bytes | None) -> bytes: ...

    def remove(self, data: bytes, kept: Collection[Path]) -> bytes: ...

    def containers(self, data: bytes) -> list[Path]:
        """The containers on the way to ours that are there."""
        ...


@dataclass(frozen=True, slots=True)
class Call:
    """An entry that calls Arbor. `fixed` makes it ours; `usual` is set where a person set nothing else."""

    fixed: Mapping[str, Any]
    usual: Mapping[str, Any]

    @property
    def entry(self) -> dict[str, Any]:
        return {**self.fixed, **self.usual}

    def same(self, entry: Mapping[str, Any]) -> bool:
        """Whether an entry makes this very call."""
        if "args" not in self.fixed and "args" in entry:
            return False
        return all(entry.get(key) == value for key, value in self.fixed.items())

    def put_in(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """The entry with this call, and what a person added to it."""
        kept = {key: value for key, value in entry.items() if key != "args" or "args" in self.fixed}
        return {**kept, **self.fixed, **{k: v for k, v in self.usual.items() if k not in entry}}


def why_partly(entry: Mapping[str, Any], call: Call, exists: Callable[[str], bool]) -> str:
    """Why an entry that calls an Arbor does not make this call."""
    program, ours = words_of(entry)[0], words_of(call.entry)[0]
    if not exists(program):
        return f"It calls an Arbor that is no longer there ({program}). {AGAIN}"
    if program != ours:
        return f"It calls another Arbor ({program}). Install it again to have this one called."
    return f"It calls Arbor as an older version did, or with another data folder. {AGAIN}"


def is_there(program: str) -> bool:
    """Whether a program of this path or name can be called."""
    return os.path.exists(program) if os.path.dirname(program) else shutil.which(program) is not None  # noqa: PTH110, PTH120


def json_of(data: bytes | None) -> Document:
    """The document, whose value is an object or nothing. Raises Odd."""
    try:
        document = Document.read(data or b"")
    except NotJson as error:
        raise Odd(f"can't be read as JSON: {error}. Mend it, then try again.") from None
    if not document.empty and not isinstance(document.value, dict):
        raise Odd(f"holds {kind(document.value)} where settings should be. Mend it, then try again.")
    return document


def expect(document: Document, path: Path, wanted: type) -> Any:
    """What stands there; None where nothing does. Raises Odd if it is of another kind."""
    value = document.get(path)
    if document.has(path) and not isinstance(value, wanted):
        name = ".".join(str(part) for part in path)
        should = "an object" if wanted is dict else "a list"
        raise Odd(f"has {kind(value)} as “{name}”, where {should} should be. Mend it, then try again.")
    return value


def kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
