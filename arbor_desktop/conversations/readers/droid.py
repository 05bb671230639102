"""Factory's Droid: `~/.factory/sessions/<folder>/<session>.jsonl`, and streams that `droid exec` prints.

Seen in jazzyalex/agent-sessions:Resources/Fixtures/stage0/agents/droid. A session file begins with
`session_start`; a `message` holds a role and content blocks like Claude's. The stream is flat: `system`,
`message`, `tool_call`, `tool_result`, `completion`, `error`; a program ran it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, Checkpoint
from arbor_desktop.conversations.readers.gathering import Gathering, content_key
from arbor_desktop.conversations.readers.gemini_place import in_folder
from arbor_desktop.conversations.readers.growing import State, read_log
from arbor_desktop.conversations.readers.json_lines import mapping, moment, number, objects, sequence, text
from arbor_desktop.conversations.readers.speech import COMMAND_CHARS, cut_spans, tool_call, tool_result

SOURCE = "droid"

_SILENT = frozenset(("todo_state", "session_end", "reasoning", "settings", "turn_start", "turn_end"))
_STREAM_TYPES = frozenset(
    ("system", "message", "tool_call", "tool_result", "completion", "error", "reasoning")
)
_EDIT_TOOLS = frozenset(("Edit", "MultiEdit", "Write", "Create", "ApplyPatch"))
_TARGETS = ("command", "file_path", "pattern", "query", "path", "directory_path", "folder", "url")
_CONTEXT_TAGS = ("system-reminder", "system-notification", "hook_context")
_INJECTED_CHARS = 2048
_FAILED_STARTS = ("Error:", "Error ", "Command failed")
_INTERRUPT = "Request interrupted by user"


class DroidReader:
    """Reads session files and saved streams."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        """By the lines in `head`; an empty file by its place."""
        head = head.removeprefix(b"\xef\xbb\xbf").strip(b" \t\r\n\x00")
        if not head:
            return path.suffix == ".jsonl" and ".factory" in path.parts and "sessions" in path.parts
        found = [record for line in head.split(b"\n")[:50] for record in objects(line.strip(b" \r\0")) or ()]
        if not found:
            return False
        first = found[0]
        if first.get("type") == "session_start":
            return isinstance(first.get("id"), str) and (
                "cwd" in first or "owner" in first or "title" in first
            )
        return _is_stream(found)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        yield from read_log(path, since, SOURCE, _Follower)


def _is_stream(found: list[dict[str, Any]]) -> bool:
    first = found[0]
    begun = first.get("type") == "system" and bool(_session(first)) and "uuid" not in first
    flat = [
        record for record in found if record.get("type") == "message" and isinstance(record.get("text"), str)
    ]
    return begun and bool(flat) and all(text(record.get("type")) in _STREAM_TYPES for record in found)


def _session(record: Mapping[str, Any]) -> str:
    return text(record.get("session_id")) or text(record.get("sessionId"))


class _Follower:
    """Follows one file."""

    def __init__(self, path: Path, state: State | None) -> None:
        saved = mapping(state)
        self._session = text(saved.get("session")) or path.stem
        self._cwd = text(saved.get("cwd")) or None
        self._titled = bool(saved.get("titled"))

    def feed(self, data: bytes, offset: int, out: Gathering) -> bool:
        found = objects(data)
        for record in found or ():
            self._take(record, offset, out)
        return found is not None

    def save(self) -> State:
        return {"session": self._session, "cwd": self._cwd, "titled": self._titled}

    def _take(self, record: Mapping[str, Any], offset: int, out: Gathering) -> None:
        kind = text(record.get("type"))
        if kind == "session_start":
            self._begin(record, out)
        elif kind == "message" and isinstance(record.get("message"), dict):
            self._message(record, offset, out)
        elif kind == "compaction_state":
            words = text(record.get("summaryText")) or text(record.get("summary"))
            self._say(out, record, Role.USER, TurnKind.SUMMARY, words, offset, "summary")
        elif kind in _STREAM_TYPES and _session(record):
            self._stream(record, offset, out)
        elif kind not in _SILENT:
            out.unknown += 1

    def _begin(self, record: Mapping[str, Any], out: Gathering) -> None:
        self._session = text(record.get("id")) or self._session
        self._cwd = text(record.get("cwd")) or self._cwd
        title = text(record.get("sessionTitle")) or text(record.get("title"))
        self._titled = bool(title.strip())
        version = text(record.get("version")) or None
        # A sub-agent's file names the session that called it; who began it was not a person.
        caller = text(record.get("callingSessionId")) or text(record.get("parentSessionId"))
        out.about(self._session, title=title, cwd=self._cwd, headless=bool(caller), version=version)

    def _message(self, record: Mapping[str, Any], offset: int, out: Gathering) -> None:
        message = mapping(record.get("message"))
        content = message.get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else sequence(content)
        hidden = record.get("visibility") == "llm_only" or message.get("visibility") == "llm_only"
        out.about(self._session, model=text(message.get("model")) or None)
        said: list[str] = []
        for place, item in enumerate(blocks):
            block = mapping(item)
            kind = block.get("type")
            if kind == "text":
                said.append(text(block.get("text")))
            elif kind == "tool_use":
                args = mapping(block.get("input"))
                ident = text(block.get("id")) or str(place)
                self._call(out, record, text(block.get("name")), args, offset, ident)
            elif kind == "tool_result":
                output = _words(block.get("content"))
                failed = bool(block.get("is_error")) or output.startswith(_FAILED_STARTS)
                ident = text(block.get("tool_use_id")) or str(place)
                self._result(out, record, output, failed, offset, ident)
        words = "\n".join(part for part in said if part.strip())
        self._words(out, record, text(message.get("role")), words, offset, hidden)

    def _stream(self, record: Mapping[str, Any], offset: int, out: Gathering) -> None:
        kind = record.get("type")
        self._session = _session(record)
        if kind == "system":
            self._cwd = text(record.get("cwd")) or self._cwd
            model = text(record.get("model")) or None
            out.about(self._session, cwd=self._cwd, headless=True, model=model)
        elif kind == "message":
            self._words(out, record, text(record.get("role")), text(record.get("text")), offset, False)
        elif kind == "tool_call":
            ident = text(record.get("toolCallId")) or text(record.get("id"))
            name = text(record.get("toolName")) or text(record.get("toolId"))
            self._call(out, record, name, mapping(record.get("parameters")), offset, ident)
        elif kind == "tool_result":
            value = record.get("value")
            fields = mapping(value)
            output = text(value) or _words(value) or text(fields.get("stdout")) or text(fields.get("stderr"))
            failed = bool(record.get("isError")) or number(fields.get("exitCode")) != 0
            ident = text(record.get("toolCallId")) or text(record.get("id"))
            self._result(out, record, output, failed, offset, ident)
        elif kind == "completion":
            self._words(out, record, "assistant", text(record.get("finalText")), offset, False)
            usage = mapping(record.get("usage"))
            came = number(usage.get("input_tokens")) + number(usage.get("cache_creation_input_tokens"))
            out.tokens(self._session, came, number(usage.get("output_tokens")))
        elif kind == "error":
            words = text(record.get("message"))[:_INJECTED_CHARS]
            self._say(out, record, Role.ASSISTANT, TurnKind.INJECTED, words, offset, "error")

    def _words(
        self, out: Gathering, record: Mapping[str, Any], role: str, words: str, offset: int, hidden: bool
    ) -> None:
        if role == "assistant":
            kind = TurnKind.INJECTED if hidden else TurnKind.SAID
            self._say(out, record, Role.ASSISTANT, kind, words, offset, "text")
            return
        if role != "user":
            out.unknown += bool(words.strip())
            return
        for tag in _CONTEXT_TAGS:
            words, spans = cut_spans(words, tag)
            for place, span in enumerate(spans):
                shown = span[:_INJECTED_CHARS]
                self._say(out, record, Role.USER, TurnKind.INJECTED, shown, offset, f"{tag}:{place}")
        kind, words = _typed(words.strip(), hidden)
        self._say(out, record, Role.USER, kind, words, offset, "text")
        if kind is TurnKind.SAID and words and not self._titled:
            self._titled = True
            out.about(self._session, title=words)

    def _call(
        self,
        out: Gathering,
        record: Mapping[str, Any],
        name: str,
        args: Mapping[str, Any],
        offset: int,
        ident: str,
    ) -> None:
        target = next((text(args.get(key)) for key in _TARGETS if text(args.get(key))), "")
        self._say(
            out, record, Role.ASSISTANT, TurnKind.TOOL, tool_call(name, target), offset, f"call:{ident}"
        )
        if name in _EDIT_TOOLS:
            out.edited(self._session, in_folder(target, self._cwd))

    def _result(
        self, out: Gathering, record: Mapping[str, Any], output: str, failed: bool, offset: int, ident: str
    ) -> None:
        words = tool_result(output, failed=failed)
        self._say(out, record, Role.USER, TurnKind.TOOL, words, offset, f"result:{ident}")

    def _say(
        self,
        out: Gathering,
        record: Mapping[str, Any],
        role: Role,
        kind: TurnKind,
        words: str,
        offset: int,
        name: str,
    ) -> None:
        ident, time = text(record.get("id")), record.get("timestamp")
        # Copied history keeps its ids, but short ids are only a session's own.
        own = ident if len(ident) >= 32 else f"{self._session}:{ident}:{time}"
        key = content_key(SOURCE, "", own, name, role, words)
        out.say(self._session, key, role, words, kind=kind, at=moment(time), line=offset, cwd=self._cwd)


def _typed(words: str, hidden: bool) -> tuple[TurnKind, str]:
    if words.startswith((_INTERRUPT, f"[{_INTERRUPT}")):
        return TurnKind.INTERRUPT, words
    if hidden:
        return TurnKind.INJECTED, words[:_INJECTED_CHARS]
    if words.startswith("/") and words[1:2].isalpha() and "/" not in words[1:].split(maxsplit=1)[0]:
        return TurnKind.COMMAND, words[:COMMAND_CHARS]
    return TurnKind.SAID, words


def _words(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = (text(mapping(part).get("text")) for part in sequence(content))
    return "\n".join(part for part in parts if part)
