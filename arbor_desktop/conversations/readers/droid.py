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
    content_text,
    cut_spans,
    first_text,
    in_folder,
    is_slash_command,
    mapping,
    number,
    sequence,
    text,
    tool_call,
    tool_result,
)

_SILENT = frozenset(("todo_state", "session_end", "reasoning", "settings", "turn_start", "turn_end"))
_STREAM_TYPES = frozenset(
    ("system", "message", "tool_call", "tool_result", "completion", "error", "reasoning")
)
_EDIT_TOOLS = frozenset(("Edit", "MultiEdit", "Write", "Create", "ApplyPatch"))
_TARGETS = ("command", "file_path", "pattern", "query", "path", "directory_path", "folder", "url")
_CONTEXT_TAGS = ("system-reminder", "system-notification", "hook_context")
_FAILED_STARTS = ("Error:", "Error ", "Command failed")
_INTERRUPT = "Request interrupted by user"


class _Log(JsonLog):
    saved = ("session", "cwd", "titled")

    def take(self, record: Mapping[str, Any]) -> None:
        kind = text(record.get("type"))
        if kind == "session_start":
            self._begin_session(record)
        elif kind == "message" and isinstance(record.get("message"), dict):
            self._message(record)
        elif kind == "compaction_state":
            words = first_text(record, ("summaryText", "summary"))
            self._say(record, Role.USER, TurnKind.SUMMARY, words, "summary")
        elif kind in _STREAM_TYPES and _session_in(record):
            self._stream(record)
        elif kind not in _SILENT:
            self.out.unknown += 1

    def _begin_session(self, record: Mapping[str, Any]) -> None:
        self.session = text(record.get("id")) or self.session
        self.cwd = text(record.get("cwd")) or self.cwd
        title = first_text(record, ("sessionTitle", "title"))
        self.titled = bool(title.strip())
        # A sub-agent's file names the session that called it; who began it was not a person.
        caller = first_text(record, ("callingSessionId", "parentSessionId"))
        version = text(record.get("version")) or None
        self.out.about(self.session, title=title, cwd=self.cwd, headless=bool(caller), version=version)

    def _message(self, record: Mapping[str, Any]) -> None:
        message = mapping(record.get("message"))
        content = message.get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else sequence(content)
        hidden = record.get("visibility") == "llm_only" or message.get("visibility") == "llm_only"
        self.out.about(self.session, model=text(message.get("model")) or None)
        said: list[str] = []
        for place, item in enumerate(blocks):
            block = mapping(item)
            kind = block.get("type")
            if kind == "text":
                said.append(text(block.get("text")))
            elif kind == "tool_use":
                ident = text(block.get("id")) or str(place)
                self._call(record, text(block.get("name")), mapping(block.get("input")), ident)
            elif kind == "tool_result":
                output = content_text(block.get("content"))
                failed = bool(block.get("is_error")) or output.startswith(_FAILED_STARTS)
                self._result(record, output, failed, text(block.get("tool_use_id")) or str(place))
        words = "\n".join(part for part in said if part.strip())
        self._words(record, text(message.get("role")), words, hidden)

    def _stream(self, record: Mapping[str, Any]) -> None:
        kind = record.get("type")
        self.session = _session_in(record)
        if kind == "system":
            self.cwd = text(record.get("cwd")) or self.cwd
            model = text(record.get("model")) or None
            self.out.about(self.session, cwd=self.cwd, headless=True, model=model)
        elif kind == "message":
            self._words(record, text(record.get("role")), text(record.get("text")))
        elif kind == "tool_call":
            ident = first_text(record, ("toolCallId", "id"))
            name = first_text(record, ("toolName", "toolId"))
            self._call(record, name, mapping(record.get("parameters")), ident)
        elif kind == "tool_result":
            value = record.get("value")
            fields = mapping(value)
            output = content_text(value) or first_text(fields, ("stdout", "stderr"))
            failed = bool(record.get("isError")) or number(fields.get("exitCode")) != 0
            self._result(record, output, failed, first_text(record, ("toolCallId", "id")))
        elif kind == "completion":
            self._words(record, "assistant", text(record.get("finalText")))
            usage = mapping(record.get("usage"))
            came = number(usage.get("input_tokens")) + number(usage.get("cache_creation_input_tokens"))
            self.out.tokens(self.session, came, number(usage.get("output_tokens")))
        elif kind == "error":
            words = text(record.get("message"))[:INJECTED_CHARS]
            self._say(record, Role.ASSISTANT, TurnKind.INJECTED, words, "error")

    def _words(self, record: Mapping[str, Any], role: str, words: str, hidden: bool = False) -> None:
        if role == "assistant":
            kind = TurnKind.INJECTED if hidden else TurnKind.SAID
            self._say(record, Role.ASSISTANT, kind, words, "text")
            return
        if role != "user":
            self.out.unknown += bool(words.strip())
            return
        for tag in _CONTEXT_TAGS:
            words, spans = cut_spans(words, tag)
            for place, span in enumerate(spans):
                name = f"{tag}:{place}"
                self._say(record, Role.USER, TurnKind.INJECTED, span[:INJECTED_CHARS], name)
        kind, words = _typed(words.strip(), hidden)
        self._say(record, Role.USER, kind, words, "text")
        if kind is TurnKind.SAID:
            self.entitle(words)

    def _call(self, record: Mapping[str, Any], name: str, args: Mapping[str, Any], ident: str) -> None:
        target = first_text(args, _TARGETS)
        self._say(record, Role.ASSISTANT, TurnKind.TOOL, tool_call(name, target), f"call:{ident}")
        if name in _EDIT_TOOLS:
            self.out.edited(self.session, in_folder(target, self.cwd))

    def _result(self, record: Mapping[str, Any], output: str, failed: bool, ident: str) -> None:
        words = tool_result(output, failed=failed)
        self._say(record, Role.USER, TurnKind.TOOL, words, f"result:{ident}")

    def _say(self, record: Mapping[str, Any], role: Role, kind: TurnKind, words: str, name: str) -> None:
        ident, time = text(record.get("id")), record.get("timestamp")
        # Copied history keeps its ids, but short ids are only a session's own.
        own = ident if len(ident) >= 32 else f"{self.session}:{ident}:{time}"
        self.say(role, kind, words, content_key(self.source, "", own, name, role, words))


class DroidReader(JsonLinesReader):
    """Reads session files and saved streams."""

    source = "droid"
    log = _Log

    def is_place(self, path: Path) -> bool:
        return path.suffix == ".jsonl" and ".factory" in path.parts and "sessions" in path.parts

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
    return begun and flat and all(text(record.get("type")) in _STREAM_TYPES for record in records)


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
