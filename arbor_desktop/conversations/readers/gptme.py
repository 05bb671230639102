"""gptme: `~/.local/share/gptme/logs/<date-name>/conversation.jsonl`, one message a line.

Seen in kenn-io/agentsview:internal/parser/testdata/gptme; the message's fields also in
gptme/gptme:gptme/message.py, the folder's `config.toml` and `workspace` link in gptme/gptme:gptme/config.py.
Messages have no ids, but their time to the microsecond. `/undo` and `/edit` write the file anew, so it is
read whole whenever it changed. Output of tools is of the role `system`, in newer versions `tool`.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.json_lines import JsonLog, RewrittenLinesReader
from arbor_desktop.conversations.readers.values import (
    COMMAND_CHARS,
    INJECTED_CHARS,
    mapping,
    moment,
    number,
    text,
    tool_result,
)

_ROLES = frozenset(("system", "user", "assistant", "tool"))
_MARKS = frozenset(("pinned", "hide", "metadata", "call_id", "files", "quiet"))
_FAILED_STARTS = ("Error", "Failed", "Command failed")


class _Log(JsonLog):
    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path, source)
        self.session = path.parent.name if path.stem == "conversation" else path.stem
        self.cwd, self._name = _settings(path.parent)
        self._answered = False
        self._count = 0

    def take(self, record: Mapping[str, Any]) -> None:
        role, words = text(record, "role"), text(record, "content")
        if role not in _ROLES:
            self.out.unknown += 1
            return
        self._count += 1
        self.at = _local_moment(text(record, "timestamp"))
        speaker, kind, words = self._speaker(role, words, record)
        self.say(speaker, kind, words)
        if kind is TurnKind.SAID and speaker is Role.USER:
            self.entitle(self._name or words)
        usage = mapping(record, "metadata", "usage")
        self.out.tokens(self.session, number(usage, "input_tokens"), number(usage, "output_tokens"))
        self.about(whole=True, model=text(record, "metadata", "model"))

    def _speaker(self, role: str, words: str, record: Mapping[str, Any]) -> tuple[Role, TurnKind, str]:
        if role == "assistant":
            self._answered = True
            return Role.ASSISTANT, TurnKind.SAID, _without_thoughts(words)
        if role == "user":
            if words.startswith("/") and "/" not in words[1:].split(" ", 1)[0]:
                return Role.USER, TurnKind.COMMAND, words[:COMMAND_CHARS]
            return Role.USER, TurnKind.SAID, words
        if role == "tool" or (self._answered and not record.get("pinned") and not record.get("hide")):
            return Role.USER, TurnKind.TOOL, tool_result(words, failed=words.startswith(_FAILED_STARTS))
        return Role.USER, TurnKind.INJECTED, words[:INJECTED_CHARS]

    def key(self, role: Role, kind: TurnKind, words: str, ident: str) -> str:
        """Return the same key in a conversation that was copied, which keeps its times."""
        time, name = text(self.record, "timestamp"), text(self.record, "role")
        place = time if len(time) > len("2026-01-01T00:00:00") else f"{self.session}:{self._count}:{time}"
        digest = hashlib.blake2b(f"{place}\0{name}\0{words}".encode(), digest_size=12)
        return f"{self.source}:{digest.hexdigest()}"


class GptmeReader(RewrittenLinesReader):
    """Reads conversations."""

    source = "gptme"
    log = _Log
    place = frozenset(("gptme", "conversation.jsonl"))

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        if not records or not all(map(_is_message, records)):
            return False
        marked = any(_MARKS & record.keys() for record in records)
        return path.name == "conversation.jsonl" or (marked and "gptme" in path.parts)


def _is_message(record: Mapping[str, Any]) -> bool:
    return (
        text(record, "role") in _ROLES
        and isinstance(record.get("content"), str)
        and isinstance(record.get("timestamp"), str)
    )


def _local_moment(time: str) -> int | None:
    """Return milliseconds of a time that, without a zone, is of this machine's."""
    try:
        return int(datetime.fromisoformat(time).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        return moment(time)


def _without_thoughts(words: str) -> str:
    """Return an answer without the model's thoughts, which gptme keeps in front of it."""
    for tag in ("think", "thinking"):
        if words.lstrip().startswith(f"<{tag}>") and f"</{tag}>" in words:
            words = words.split(f"</{tag}>", 1)[1]
    return words.strip()


def _settings(folder: Path) -> tuple[str, str]:
    """Return the folder that was worked in, and the name that the person gave."""
    try:
        settings = tomllib.loads((folder / "config.toml").read_text("utf-8", "replace"))
    except (OSError, tomllib.TOMLDecodeError):  # older conversations have none
        settings = {}
    chat = mapping(settings, "chat")
    workspace = text(chat, "workspace")
    link = folder / "workspace"
    if not Path(workspace).is_absolute():
        workspace = str(link.readlink()) if link.is_symlink() else ""
    return workspace, text(chat, "name")
