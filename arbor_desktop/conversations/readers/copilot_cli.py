"""GitHub Copilot CLI: `~/.copilot/session-state/<uuid>/events.jsonl` (older: `<uuid>.jsonl`), appended to.

A line is `{type, data, id, timestamp, parentId}`. Seen in sessions of versions 0.0.420 to 1.0.77, in the
event schema of github/copilot-sdk, and in kenn-io/agentsview:internal/parser/copilot.go.
- `user.message.content` is what was typed, `transformedContent` has the reminders around it. A message with
  nothing but the latter, or with a `source` that is not the user, was sent by the program (autopilot).
- What carries `parentToolCallId` (or an `agentId`) is a sub-agent's, in the file of the session it works for.
- `assistant.message.toolRequests` and `tool.execution_start` are about the same call.
- A rewind cuts the file off (`session.snapshot_rewind` itself is not kept by every version).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, Checkpoint, content_key
from arbor_desktop.conversations.readers.json_lines import JsonLinesReader, JsonLog
from arbor_desktop.conversations.readers.values import (
    embedded,
    first_text,
    mapping,
    number,
    sequence,
    text,
    tool_call,
    tool_result,
)

REWIND_EVENTS = 256
"""How many speaking events back a rewind is followed."""
INTERRUPTED = "Turn interrupted"

_FAMILIES = frozenset(
    (
        "session", "user", "assistant", "tool", "hook", "system", "subagent", "skill", "permission", "abort",
        "user_input", "elicitation", "external_tool", "command", "exit_plan_mode", "pending_messages", "mcp",
        "sampling", "model", "capabilities", "auto_mode_switch",
    )
)  # fmt: skip
"""What the types of events begin with, up to their dot."""
_EVENT_KEYS = ("id", "timestamp", "parentId")
_TELLING = frozenset(("session.start", "session.resume", "user.message", "assistant.message"))
_PERSON = frozenset(("", "user", "immediate-prompt"))
_INJECTED_STARTS = (
    "<skill-context",
    "<system_notification",
    "<system_reminder",
    "<reminder>",
    "<current_datetime>",
)
_EDITORS = frozenset(("edit", "create", "str_replace", "str_replace_editor", "write_file", "insert", "write"))
_TARGETS = ("command", "path", "file_path", "query", "pattern", "url", "prompt", "intent", "description")


class _Log(JsonLog):
    saved = ("session", "cwd", "branch", "events", "prompts")

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path, source)
        if path.name == "events.jsonl" and path.parent.name:
            self.session = path.parent.name
        self.events: list[list[str]] = []
        """[event's id, keys of its turns…] of those that may be rewound."""
        self.prompts: list[str] = []
        """Keys of the latest prompts."""
        self._record: Mapping[str, Any] = {}
        self._data: Mapping[str, Any] = {}

    def take(self, record: Mapping[str, Any]) -> None:
        self._record, self._data = record, mapping(record.get("data"))
        kind, data = text(record.get("type")), self._data
        if kind in ("session.start", "session.resume", "session.context_changed"):
            self._context(kind, data)
        elif kind == "session.model_change":
            self.out.about(self.session, model=text(data.get("newModel")) or None)
        elif kind == "session.title_changed":
            self.out.about(self.session, title=text(data.get("title")))
        elif kind == "user.message":
            self._user(data)
        elif kind == "assistant.message":
            self._assistant(data)
        elif kind == "tool.execution_start":
            self._call(data, text(data.get("toolName")))
        elif kind == "tool.execution_complete":
            self._result(data)
        elif kind == "system.notification":
            self._say(Role.USER, TurnKind.INJECTED, text(data.get("content")))
        elif kind == "session.compaction_complete":
            self._say(Role.USER, TurnKind.SUMMARY, text(data.get("summaryContent")))
        elif kind == "abort":
            self._say(Role.USER, TurnKind.INTERRUPT, INTERRUPTED)
        elif kind == "session.snapshot_rewind":
            self._rewind(text(data.get("upToEventId")))
        elif kind == "session.shutdown":
            self._shut_down(data)
        elif kind.partition(".")[0] not in _FAMILIES:
            self.out.unknown += 1

    def _context(self, kind: str, data: Mapping[str, Any]) -> None:
        if kind == "session.start":
            self.session = text(data.get("sessionId")) or self.session
        place = mapping(data.get("context")) or data
        self.cwd = text(place.get("cwd")) or self.cwd
        self.branch = text(place.get("branch")) or self.branch
        self.out.about(
            self.session,
            cwd=self.cwd,
            branch=self.branch,
            version=text(data.get("copilotVersion")) or None,
            model=text(data.get("selectedModel")) or None,
        )

    def _user(self, data: Mapping[str, Any]) -> None:
        words = text(data.get("content"))
        if not words.strip():
            self._say(Role.USER, TurnKind.INJECTED, text(data.get("transformedContent")))
            return
        source = text(data.get("source"))
        if source == "command":
            kind = TurnKind.COMMAND
        elif source not in _PERSON or words.lstrip().startswith(_INJECTED_STARTS):
            kind = TurnKind.INJECTED
        else:
            kind = TurnKind.SAID
        self._say(Role.USER, kind, words)

    def _assistant(self, data: Mapping[str, Any]) -> None:
        self._say(Role.ASSISTANT, TurnKind.SAID, text(data.get("content")))
        for request in sequence(data.get("toolRequests")):
            call = mapping(request)
            self._call(call, text(call.get("name")))
        if answered := number(data.get("outputTokens")):
            self.out.tokens(self.session, 0, answered)
        if model := text(data.get("model")):
            self.out.about(self.session, model=model)

    def _call(self, call: Mapping[str, Any], name: str) -> None:
        raw = call.get("arguments")
        found = embedded(raw)
        # A bare text is what there is to show.
        arguments = {"command": raw} if isinstance(raw, str) and found is None else mapping(found)
        if not name and not arguments:
            return
        ident = text(call.get("toolCallId"))
        words = tool_call(name, first_text(arguments, _TARGETS))
        self._say(Role.ASSISTANT, TurnKind.TOOL, words, f"call:{ident}" if ident else "")
        if name in _EDITORS:
            self.out.edited(self.session, first_text(arguments, ("path", "file_path")))

    def _result(self, data: Mapping[str, Any]) -> None:
        result = data.get("result")
        output = text(result) or text(mapping(result).get("content"))
        output = output or text(mapping(data.get("error")).get("message"))
        ident = text(data.get("toolCallId"))
        ended = tool_result(output, failed=data.get("success") is False)
        self._say(Role.USER, TurnKind.TOOL, ended, f"result:{ident}" if ident else "")

    def _say(self, role: Role, kind: TurnKind, words: str, part: str = "") -> None:
        if not words.strip():
            return
        # `parentAgentTaskId` says nothing: the person's own prompts have one too.
        data = self._data
        if data.get("parentToolCallId") or data.get("agentId") or self._record.get("agentId"):
            kind = TurnKind.SUBAGENT
        event = text(self._record.get("id"))
        key = self._key(event, part, role, kind, words)
        if self.events and self.events[-1][0] == event:
            self.events[-1].append(key)
        else:
            self.events.append([event, key])
            del self.events[:-REWIND_EVENTS]
        if kind is TurnKind.SAID and role is Role.USER:
            self.prompts.append(key)
            del self.prompts[:-REWIND_EVENTS]
        self.say(role, kind, words, key)

    def _key(self, event: str, part: str, role: Role, kind: TurnKind, words: str) -> str:
        if part:  # the request and the start of a call are one
            return f"{self.source}:{self.session}:{part}"
        if _is_uuid(event):  # known again where a session was copied
            return f"{self.source}:{event}"
        time = self._record.get("timestamp")
        return content_key(self.source, self.session, event, time, role, kind, words)

    def _rewind(self, event: str) -> None:
        """Take back all after the event that was rewound to, and a prompt itself: it is to be said again."""
        found = next((i for i, known in enumerate(self.events) if known[0] == event), None)
        if not event or found is None:
            return
        if self.events[found][1] not in self.prompts:
            found += 1
        self.out.unsay(self.session, [key for known in self.events[found:] for key in known[1:]])
        del self.events[found:]

    def _shut_down(self, data: Mapping[str, Any]) -> None:
        """Count the input tokens of a run, which its end sums up; answers are counted as they come."""
        for metrics in mapping(data.get("modelMetrics")).values():
            usage = mapping(mapping(metrics).get("usage"))
            fresh = number(usage.get("inputTokens")) - number(usage.get("cacheReadTokens"))
            if fresh > 0:
                self.out.tokens(self.session, fresh, 0)


class CopilotCliReader(JsonLinesReader):
    """Reads event logs, whole or from where it stopped."""

    source = "copilot-cli"
    log = _Log

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        """Return whether most records are events, of which one must be telling."""
        kinds = [text(record.get("type")) if _is_event(record) else "" for record in records]
        ours = [kind for kind in kinds if kind.partition(".")[0] in _FAMILIES]
        return len(ours) * 2 > len(records) and not _TELLING.isdisjoint(ours)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        batches = super().read(path, since)
        first = next(batches)
        second = next(batches, None)
        if first.restarted and second is None:
            # A log that was not appended to was rewound: what it lost at its end was taken back.
            first = replace(first, sessions=tuple(replace(part, whole=True) for part in first.sessions))
        yield first
        if second is not None:
            yield second
        yield from batches


def _is_event(record: Mapping[str, Any]) -> bool:
    return isinstance(record.get("data"), dict) and all(name in record for name in _EVENT_KEYS)


def _is_uuid(ident: str) -> bool:
    try:
        return str(UUID(ident)) == ident.lower()
    except ValueError:
        return False
