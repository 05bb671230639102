"""Kimi CLI, before it became Kimi Code: `~/.kimi/sessions/<hash>/<session>/wire.jsonl`.

A line of metadata, then `{"timestamp": seconds, "message": {"type", "payload"}}`; the types are those of its
wire protocol (moonshotai.github.io/kimi-cli/en/customization/wire-mode.html). Seen also in
kenn-io/agentsview:internal/parser/kimi_test.go and getagentseal/codeburn:docs/providers/kimi.md.
`context.jsonl` beside it is what the model was given: not read. `<hash>` is the MD5 of the folder's path,
which `~/.kimi/kimi.json` lists; sub-agents write to `<session>/subagents/<agent>/wire.jsonl`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Damaged
from arbor_desktop.conversations.readers.documents import parse_json, read_json
from arbor_desktop.conversations.readers.gathering import Gathering, content_key
from arbor_desktop.conversations.readers.gemini_place import in_folder
from arbor_desktop.conversations.readers.growing import State
from arbor_desktop.conversations.readers.json_lines import mapping, moment, number, objects, sequence, text
from arbor_desktop.conversations.readers.speech import COMMAND_CHARS, cut_spans, tool_call, tool_result

_SILENT = frozenset(
    (
        "TurnEnd", "StepBegin", "StepRetry", "CompactionBegin", "CompactionEnd", "ToolCallPart",
        "SubagentEvent", "ApprovalRequest", "ApprovalResponse", "ApprovalRequestResolved", "ToolCallRequest",
        "QuestionRequest", "QuestionResponse", "HookTriggered", "HookResolved", "HookRequest", "PlanDisplay",
        "MCPLoadingBegin", "MCPLoadingEnd", "Notification", "BtwBegin", "BtwEnd",
    )
)  # fmt: skip
SPEAKING = frozenset(
    ("TurnBegin", "SteerInput", "ContentPart", "ToolCall", "ToolResult", "StatusUpdate", "StepInterrupted")
)
_EDIT_TOOLS = frozenset(("WriteFile", "StrReplaceFile", "Write", "Edit"))
_TARGETS = ("command", "file_path", "pattern", "query", "path", "url", "description")


def is_record(record: Mapping[str, Any]) -> bool:
    """Whether a line is of the older form."""
    message = mapping(record.get("message"))
    known = text(message.get("type")) in SPEAKING | _SILENT
    return known and isinstance(message.get("payload"), dict) and "uuid" not in record


class KimiCliFollower:
    """Follows one log of the older form."""

    def __init__(self, source: str, path: Path, state: State | None) -> None:
        self._source = source
        named = path.name == "wire.jsonl"
        self._agent = named and path.parent.parent.name == "subagents"
        home = path.parents[2] if self._agent else path.parent
        self._session = home.name if named else path.stem
        self._cwd = _folder(home) if named else None
        self._titled = bool(mapping(state).get("titled"))

    def feed(self, data: bytes, offset: int, out: Gathering) -> bool:
        found = objects(data)
        for record in found or ():
            if record.get("type") != "metadata":
                self._take(record, offset, out)
        return found is not None

    def save(self) -> State:
        return {"titled": self._titled}

    def _take(self, record: Mapping[str, Any], offset: int, out: Gathering) -> None:
        message = mapping(record.get("message"))
        kind, payload = text(message.get("type")), mapping(message.get("payload"))
        if kind in ("TurnBegin", "SteerInput"):
            self._prompt(record, _words(payload.get("user_input")), offset, out)
        elif kind == "ContentPart" and payload.get("type") == "text":
            self._say(out, record, Role.ASSISTANT, TurnKind.SAID, text(payload.get("text")), offset)
        elif kind == "ToolCall":
            called = mapping(payload.get("function"))
            name, args = text(called.get("name")), _arguments(called.get("arguments"))
            target = next((text(args.get(key)) for key in _TARGETS if text(args.get(key))), "")
            words = tool_call(name, target)
            self._say(out, record, Role.ASSISTANT, TurnKind.TOOL, words, offset, text(payload.get("id")))
            if name in _EDIT_TOOLS:
                out.edited(self._session, in_folder(target, self._cwd))
        elif kind == "ToolResult":
            value = payload.get("return_value")
            fields = mapping(value)
            output = _words(value) or _words(fields.get("output")) or text(fields.get("message"))
            words = tool_result(output, failed=bool(fields.get("is_error")))
            ident = text(payload.get("tool_call_id"))
            self._say(out, record, Role.USER, TurnKind.TOOL, words, offset, ident)
        elif kind == "StepInterrupted":
            self._say(out, record, Role.USER, TurnKind.INTERRUPT, "Interrupted", offset)
        elif kind == "StatusUpdate":
            usage = mapping(payload.get("token_usage"))
            came = number(usage.get("input_other")) + number(usage.get("input_cache_creation"))
            out.tokens(self._session, came, number(usage.get("output")))
        elif kind not in _SILENT and kind != "ContentPart":
            out.unknown += 1
        if self._agent:
            out.about(self._session, parent=self._session)

    def _prompt(self, record: Mapping[str, Any], words: str, offset: int, out: Gathering) -> None:
        words, reminders = cut_spans(words, "system-reminder")
        for span in reminders:
            self._say(out, record, Role.USER, TurnKind.INJECTED, span[:2048], offset)
        words = words.strip()
        if words.startswith("/") and words[1:2].isalpha() and "/" not in words[1:].split(maxsplit=1)[0]:
            self._say(out, record, Role.USER, TurnKind.COMMAND, words[:COMMAND_CHARS], offset)
            return
        self._say(out, record, Role.USER, TurnKind.SAID, words, offset)
        if words and not self._agent:
            out.about(self._session, cwd=self._cwd, title="" if self._titled else words)
            self._titled = True

    def _say(
        self,
        out: Gathering,
        record: Mapping[str, Any],
        role: Role,
        kind: TurnKind,
        words: str,
        offset: int,
        ident: str = "",
    ) -> None:
        time = record.get("timestamp")
        # Its fraction of a second tells a record apart in all sessions, and stays in one that was copied.
        own = "" if isinstance(time, float) else f"{self._session}:{offset}"
        key = content_key(self._source, own, time, ident, role, kind, words)
        told = TurnKind.SUBAGENT if self._agent else kind
        out.say(self._session, key, role, words, kind=told, at=moment(time), line=offset, cwd=self._cwd)


def _folder(session: Path) -> str | None:
    """The folder that was worked in: the one whose hash names the folder of its sessions."""
    try:
        known = mapping(read_json(session.parents[2] / "kimi.json"))
    except (OSError, IndexError):  # missing, or being written
        return None
    paths = (text(mapping(item).get("path")) for item in sequence(known.get("work_dirs")))
    wanted = session.parent.name
    return next((path for path in paths if path and _hash(path) == wanted), None)


def _hash(path: str) -> str:
    return hashlib.md5(path.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()


def _words(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = (text(mapping(part).get("text")) for part in sequence(content))
    return "\n".join(part for part in parts if part)


def _arguments(value: Any) -> Mapping[str, Any]:
    """The arguments of a call: an object, or its JSON as text."""
    if not isinstance(value, str):
        return mapping(value)
    try:
        return mapping(parse_json(value.encode("utf-8", "replace")))
    except Damaged:  # the model wrote no JSON
        return {}
