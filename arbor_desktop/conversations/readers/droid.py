"""Factory's Droid: `~/.factory/sessions/<folder>/<session>.jsonl`, and streams that `droid exec` prints.

Seen in jazzyalex/agent-sessions:Resources/Fixtures/stage0/agents/droid. A session file begins with
`session_start`; a `message` holds a role and content blocks like Claude's. The stream is flat: `system`,
`message`, `tool_call`, `tool_result`, `completion`, `error`; a program ran it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import content_key
from arbor_desktop.conversations.readers.json_lines import JsonLinesReader, JsonLog
from arbor_desktop.conversations.readers.values import (
    COMMAND_CHARS,
    INJECTED_CHARS,
    content_blocks,
    content_text,
    cut_spans,
    first_text,
    is_slash_command,
    mapping,
    number,
    text,
)

_SILENT = frozenset(("todo_state", "session_end", "reasoning", "settings", "turn_start", "turn_end"))
_STREAM_TYPES = frozenset(
    ("system", "message", "tool_call", "tool_result", "completion", "error", "reasoning")
)
_CONTEXT_TAGS = ("system-reminder", "system-notification", "hook_context")
_FAILED_STARTS = ("Error:", "Error ", "Command failed")
_INTERRUPT = "Request interrupted by user"


class _Log(JsonLog):
    saved = ("session", "cwd", "titled")
    targets = ("command", "file_path", "pattern", "query", "path", "directory_path", "folder", "url")
    editors = frozenset(("Edit", "MultiEdit", "Write", "Create", "ApplyPatch"))

    def take(self, record: Mapping[str, Any]) -> None:
        kind = text(record, "type")
        if kind == "session_start":
            self._begin_session(record)
        elif kind == "message" and isinstance(record.get("message"), dict):
            self._message(record, record["message"])
        elif kind == "compaction_state":
            self.say(Role.USER, TurnKind.SUMMARY, first_text(record, ("summaryText", "summary")), "summary")
        elif kind in _STREAM_TYPES and _session_in(record):
            self._stream(record, kind)
        elif kind not in _SILENT:
            self.out.unknown += 1

    def _begin_session(self, record: Mapping[str, Any]) -> None:
        self.session = text(record, "id") or self.session
        self.cwd = text(record, "cwd") or self.cwd
        title = first_text(record, ("sessionTitle", "title"))
        self.titled = bool(title.strip())
        # A sub-agent's file names the session that called it; who began it was not a person.
        self.headless = bool(first_text(record, ("callingSessionId", "parentSessionId")))
        self.about(title=title, version=text(record, "version"))

    def _message(self, record: Mapping[str, Any], message: Mapping[str, Any]) -> None:
        hidden = record.get("visibility") == "llm_only" or message.get("visibility") == "llm_only"
        self.out.about(self.session, model=text(message, "model"))
        said: list[str] = []
        for place, block in enumerate(content_blocks(message.get("content"))):
            kind = block.get("type")
            if kind == "text":
                said.append(text(block, "text"))
            elif kind == "tool_use":
                ident = text(block, "id") or str(place)
                self.call(text(block, "name"), mapping(block, "input"), f"call:{ident}")
            elif kind == "tool_result":
                output = content_text(block, "content")
                failed = bool(block.get("is_error")) or output.startswith(_FAILED_STARTS)
                self.result(output, f"result:{text(block, 'tool_use_id') or place}", failed=failed)
        self._words(text(message, "role"), "\n".join(part for part in said if part.strip()), hidden)

    def _stream(self, record: Mapping[str, Any], kind: str) -> None:
        self.session = _session_in(record)
        ident = first_text(record, ("toolCallId", "id"))
        if kind == "system":
            self.cwd = text(record, "cwd") or self.cwd
            self.headless = True
            self.about(model=text(record, "model"))
        elif kind == "message":
            self._words(text(record, "role"), text(record, "text"))
        elif kind == "tool_call":
            name = first_text(record, ("toolName", "toolId"))
            self.call(name, mapping(record, "parameters"), f"call:{ident}")
        elif kind == "tool_result":
            fields = mapping(record, "value")
            output = content_text(record, "value") or first_text(fields, ("stdout", "stderr"))
            failed = bool(record.get("isError")) or number(fields, "exitCode") != 0
            self.result(output, f"result:{ident}", failed=failed)
        elif kind == "completion":
            self._words("assistant", text(record, "finalText"))
            usage = mapping(record, "usage")
            came = number(usage, "input_tokens") + number(usage, "cache_creation_input_tokens")
            self.out.tokens(self.session, came, number(usage, "output_tokens"))
        elif kind == "error":
            self.say(Role.ASSISTANT, TurnKind.INJECTED, text(record, "message")[:INJECTED_CHARS], "error")

    def _words(self, role: str, words: str, hidden: bool = False) -> None:
        if role == "assistant":
            self.say(Role.ASSISTANT, TurnKind.INJECTED if hidden else TurnKind.SAID, words, "text")
            return
        if role != "user":
            self.out.unknown += bool(words.strip())
            return
        for tag in _CONTEXT_TAGS:
            words, spans = cut_spans(words, tag)
            for place, span in enumerate(spans):
                self.say(Role.USER, TurnKind.INJECTED, span[:INJECTED_CHARS], f"{tag}:{place}")
        kind, words = _typed(words.strip(), hidden)
        self.say(Role.USER, kind, words, "text")
        if kind is TurnKind.SAID:
            self.entitle(words)

    def key(self, role: Role, kind: TurnKind, words: str, ident: str) -> str:
        own = text(self.record, "id")
        if len(own) < 32:  # copied history keeps its ids, but short ids are only a session's own
            own = f"{self.session}:{own}:{self.record.get('timestamp')}"
        return content_key(self.source, "", own, ident, role, words)


class DroidReader(JsonLinesReader):
    """Reads session files and saved streams."""

    source = "droid"
    log = _Log
    place = frozenset((".factory", "sessions", ".jsonl"))

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        if not records:
            return False
        first = records[0]
        if first.get("type") == "session_start":
            marked = "cwd" in first or "owner" in first or "title" in first
            return isinstance(first.get("id"), str) and marked
        return _is_stream(records)


def _is_stream(records: list[dict[str, Any]]) -> bool:
    first = records[0]
    begun = first.get("type") == "system" and bool(_session_in(first)) and "uuid" not in first
    flat = any(r.get("type") == "message" and isinstance(r.get("text"), str) for r in records)
    return begun and flat and all(text(record, "type") in _STREAM_TYPES for record in records)


def _session_in(record: Mapping[str, Any]) -> str:
    return first_text(record, ("session_id", "sessionId"))


def _typed(words: str, hidden: bool) -> tuple[TurnKind, str]:
    if words.startswith((_INTERRUPT, f"[{_INTERRUPT}")):
        return TurnKind.INTERRUPT, words
    if hidden:
        return TurnKind.INJECTED, words[:INJECTED_CHARS]
    if is_slash_command(words):
        return TurnKind.COMMAND, words[:COMMAND_CHARS]
    return TurnKind.SAID, words
