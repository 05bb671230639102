"""gptme: `~/.local/share/gptme/logs/<date-name>/conversation.jsonl`, one message a line.

Seen in kenn-io/agentsview:internal/parser/testdata/gptme; the message's fields also in
gptme/gptme:gptme/message.py, the folder's `config.toml` and `workspace` link in gptme/gptme:gptme/config.py.
Messages have no ids, but their time to the microsecond. `/undo` and `/edit` write the file anew, so it is
read whole whenever it changed. Output of tools is of the role `system`, in newer versions `tool`.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, Checkpoint
from arbor_desktop.conversations.readers.gathering import Gathering
from arbor_desktop.conversations.readers.json_lines import mapping, moment, number, objects, text
from arbor_desktop.conversations.readers.recall import read_whole
from arbor_desktop.conversations.readers.speech import COMMAND_CHARS, tool_result

SOURCE = "gptme"

_ROLES = frozenset(("system", "user", "assistant", "tool"))
_MARKS = frozenset(("pinned", "hide", "metadata", "call_id", "files", "quiet"))
_INJECTED_CHARS = 2048
_FAILED_STARTS = ("Error", "Failed", "Command failed")


class GptmeReader:
    """Reads conversations."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        """By the messages in `head`; an empty file by its place."""
        head = head.removeprefix(b"\xef\xbb\xbf").strip(b" \t\r\n\x00")
        if not head:
            return path.name == "conversation.jsonl" and "gptme" in path.parts
        found = [record for line in head.split(b"\n")[:50] for record in objects(line.strip(b" \r\0")) or ()]
        if not found or not all(map(_is_message, found)):
            return False
        marked = any(_MARKS & record.keys() for record in found)
        return path.name == "conversation.jsonl" or (marked and "gptme" in path.parts)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        yield from read_whole(path, since, SOURCE, _Taker(path))


def _is_message(record: Mapping[str, Any]) -> bool:
    return (
        text(record.get("role")) in _ROLES
        and isinstance(record.get("content"), str)
        and isinstance(record.get("timestamp"), str)
    )


class _Taker:
    """Takes the messages of one conversation."""

    def __init__(self, path: Path) -> None:
        self._session = path.parent.name if path.stem == "conversation" else path.stem
        self._workspace, self._name = _settings(path.parent)
        self._titled = False
        self._answered = False
        self._count = 0

    def feed(self, data: bytes, offset: int, out: Gathering) -> bool:
        found = objects(data)
        for record in found or ():
            self._take(record, offset, out)
        return found is not None

    def _take(self, record: Mapping[str, Any], offset: int, out: Gathering) -> None:
        role, words = text(record.get("role")), text(record.get("content"))
        if role not in _ROLES:
            out.unknown += 1
            return
        self._count += 1
        told = self._who(role, words, record)
        if told is not None:
            speaker, kind, words = told
            key = self._key(record, words)
            at = _local_moment(text(record.get("timestamp")))
            out.say(self._session, key, speaker, words, kind=kind, at=at, line=offset, cwd=self._workspace)
            if kind is TurnKind.SAID and speaker is Role.USER and not self._titled:
                self._titled = True
                out.about(self._session, title=self._name or words)
        metadata = mapping(record.get("metadata"))
        usage = mapping(metadata.get("usage"))
        out.tokens(self._session, number(usage.get("input_tokens")), number(usage.get("output_tokens")))
        model = text(metadata.get("model")) or None
        out.about(self._session, cwd=self._workspace, whole=True, model=model)

    def _who(self, role: str, words: str, record: Mapping[str, Any]) -> tuple[Role, TurnKind, str] | None:
        if role == "assistant":
            self._answered = True
            return Role.ASSISTANT, TurnKind.SAID, _without_thoughts(words)
        if role == "user":
            if words.startswith("/") and "/" not in words[1:].split(" ", 1)[0]:
                return Role.USER, TurnKind.COMMAND, words[:COMMAND_CHARS]
            return Role.USER, TurnKind.SAID, words
        if role == "tool" or (self._answered and not record.get("pinned") and not record.get("hide")):
            return Role.USER, TurnKind.TOOL, tool_result(words, failed=words.startswith(_FAILED_STARTS))
        return Role.USER, TurnKind.INJECTED, words[:_INJECTED_CHARS]

    def _key(self, record: Mapping[str, Any], words: str) -> str:
        """The same in a conversation that was copied, which keeps its times."""
        time = text(record.get("timestamp"))
        place = time if len(time) > len("2026-01-01T00:00:00") else f"{self._session}:{self._count}:{time}"
        digest = hashlib.blake2b(f"{place}\0{record.get('role')}\0{words}".encode(), digest_size=12)
        return f"{SOURCE}:{digest.hexdigest()}"


def _local_moment(time: str) -> int | None:
    """Milliseconds of a time that, without a zone, is of this machine's."""
    try:
        found = datetime.fromisoformat(time)
        return int(found.timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        return moment(time)


def _without_thoughts(words: str) -> str:
    """gptme keeps a model's thoughts in front of its words."""
    for tag in ("think", "thinking"):
        if words.lstrip().startswith(f"<{tag}>") and f"</{tag}>" in words:
            words = words.split(f"</{tag}>", 1)[1]
    return words.strip()


def _settings(folder: Path) -> tuple[str | None, str]:
    """(the folder that was worked in, the name that the person gave)."""
    try:
        settings = tomllib.loads((folder / "config.toml").read_text("utf-8", "replace"))
    except (OSError, tomllib.TOMLDecodeError):  # older conversations have none
        settings = {}
    chat = mapping(settings.get("chat"))
    workspace = text(chat.get("workspace"))
    link = folder / "workspace"
    if not Path(workspace).is_absolute():
        workspace = str(link.readlink()) if link.is_symlink() else ""
    return workspace or None, text(chat.get("name"))
