"""Reads a note that a hook left (its form: `capture.spool`), and believes nothing of it unseen."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import msgspec

VERSION = 1
MOST_BYTES = 1_000_000
KINDS = frozenset(("ended", "look", "told", "called", "trouble"))


class Broken(Exception):
    """It is no note; the message says why."""


class Newer(Exception):
    """A newer Arbor wrote it."""


class Note(msgspec.Struct, frozen=True):
    """What of a note is read; what its kind has not is empty."""

    v: int
    kind: str
    tool: str
    event: str = ""
    session_id: str = ""
    at: int = 0
    transcript_path: str | None = None
    cwd: str | None = None
    id: str = ""
    project: str | None = None
    branch: str | None = None
    text_hash: str = ""
    tokens: int = 0
    memories: str = "[]"
    answered: bool = False
    message: str = ""

    @property
    def of_session(self) -> bool:
        """Whether it is about a session's file, which is captured."""
        return self.kind in ("ended", "look")


_decode = msgspec.json.Decoder(Note).decode
_ids = msgspec.json.Decoder(list[str]).decode


def read_note(path: Path) -> Note:
    """Raises FileNotFoundError, Newer, and Broken with a reason for people."""
    data = _bytes(path)
    try:
        plain: Any = msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Broken("it is not JSON") from error
    version = plain.get("v") if isinstance(plain, dict) else None
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise Newer
    try:
        note = _decode(data)
    except msgspec.MsgspecError as error:
        raise Broken(str(error)) from error
    if version != VERSION or note.kind not in KINDS:
        raise Broken(f"nothing is known of {note.kind!r}, version {version}")
    if note.kind == "told":
        try:
            _ids(note.memories)
        except msgspec.MsgspecError as error:
            raise Broken("its memories are no list of ids") from error
        if not note.id:
            raise Broken("it has no id")
    return note


def _bytes(path: Path) -> bytes:
    """Of a plain file, and no link: the folder is the person's, but who knows."""
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > MOST_BYTES:
            raise Broken("it is no file, or too large")
        with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:
            return file.read(MOST_BYTES)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Broken(error.strerror or str(error)) from error
