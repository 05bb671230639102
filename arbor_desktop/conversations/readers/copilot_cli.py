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

from arbor_desktop.conversations.model import Batch, Checkpoint, Role, TurnKind
from arbor_desktop.conversations.readers.base import content_key
from arbor_desktop.conversations.readers.json_lines import JsonLinesReader, JsonLog
from arbor_desktop.conversations.readers.values import (
    embedded,
    first_text,
    mapping,
    mappings,
    number,
    text,
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


class _Log(JsonLog):
    saved = ("session", "cwd", "branch", "events", "prompts")
    targets = ("command", "path", "file_path", "query", "pattern", "url", "prompt", "intent", "description")

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path, source)
        if path.name == "events.jsonl" and path.parent.name:
            self.session = path.parent.name
        self.events: list[list[str]] = []
        """[event's id, keys of its turns…] of those that may be rewound."""
        self.prompts: list[str] = []
        """Keys of the latest prompts."""

    def take(self, record: Mapping[str, Any]) -> None:
        kind, data = text(record, "type"), mapping(record, "data")
        if kind in ("session.start", "session.resume", "session.context_changed"):
            self._context(kind, data)
        elif kind == "session.model_change":
            self.out.about(self.session, model=text(data, "newModel"))
        elif kind == "session.title_changed":
            self.out.about(self.session, title=text(data, "title"))
        elif kind == "user.message":
            self._user(data)
        elif kind == "assistant.message":
            self._assistant(data)
        elif kind == "tool.execution_start":
            self._request(data, text(data, "toolName"))
        elif kind == "tool.execution_complete":
            self._result(data)
        elif kind == "system.notification":
            self.say(Role.USER, TurnKind.INJECTED, text(data, "content"))
        elif kind == "session.compaction_complete":
            self.say(Role.USER, TurnKind.SUMMARY, text(data, "summaryContent"))
        elif kind == "abort":
            self.say(Role.USER, TurnKind.INTERRUPT, INTERRUPTED)
        elif kind == "session.snapshot_rewind":
            self._rewind(text(data, "upToEventId"))
        elif kind == "session.shutdown":
            self._shut_down(data)
        elif kind.partition(".")[0] not in _FAMILIES:
            self.out.unknown += 1

    def _context(self, kind: str, data: Mapping[str, Any]) -> None:
        if kind == "session.start":
            self.session = text(data, "sessionId") or self.session
        place = mapping(data, "context") or data
        self.cwd = text(place, "cwd") or self.cwd
        self.branch = text(place, "branch") or self.branch
        self.about(version=text(data, "copilotVersion"), model=text(data, "selectedModel"))

    def _user(self, data: Mapping[str, Any]) -> None:
        words = text(data, "content")
        if not words.strip():
            self.say(Role.USER, TurnKind.INJECTED, text(data, "transformedContent"))
            return
        source = text(data, "source")
        if source == "command":
            kind = TurnKind.COMMAND
        elif source not in _PERSON or words.lstrip().startswith(_INJECTED_STARTS):
            kind = TurnKind.INJECTED
        else:
            kind = TurnKind.SAID
        self.say(Role.USER, kind, words)

    def _assistant(self, data: Mapping[str, Any]) -> None:
        self.say(Role.ASSISTANT, TurnKind.SAID, text(data, "content"))
        for call in mappings(data, "toolRequests"):
            self._request(call, text(call, "name"))
        if answered := number(data, "outputTokens"):
            self.out.tokens(self.session, 0, answered)
        if model := text(data, "model"):
            self.out.about(self.session, model=model)

    def _request(self, call: Mapping[str, Any], name: str) -> None:
        raw = call.get("arguments")
        found = embedded(raw)
        # A bare text is what there is to show.
        arguments = {"command": raw} if isinstance(raw, str) and found is None else mapping(found)
        if not name and not arguments:
            return
        ident = text(call, "toolCallId")
        self.call(name, arguments, f"call:{ident}" if ident else "")
        if name in _EDITORS:
            self.out.edited(self.session, first_text(arguments, ("path", "file_path")))

    def _result(self, data: Mapping[str, Any]) -> None:
        result = data.get("result")
        output = text(result) or text(result, "content")
        output = output or text(data, "error", "message")
        ident = text(data, "toolCallId")
        self.result(output, f"result:{ident}" if ident else "", failed=data.get("success") is False)

    def add(self, role: Role, kind: TurnKind, words: str, key: str) -> None:
        event = text(self.record, "id")
        if self.events and self.events[-1][0] == event:
            self.events[-1].append(key)
        else:
            self.events.append([event, key])
            del self.events[:-REWIND_EVENTS]
        kind = self._kind(kind)
        if kind is TurnKind.SAID and role is Role.USER:
            self.prompts.append(key)
            del self.prompts[:-REWIND_EVENTS]
        super().add(role, kind, words, key)

    def _kind(self, kind: TurnKind) -> TurnKind:
        # `parentAgentTaskId` says nothing: the person's own prompts have one too.
        data = mapping(self.record, "data")
        agent = data.get("parentToolCallId") or data.get("agentId") or self.record.get("agentId")
        return TurnKind.SUBAGENT if agent else kind

    def key(self, role: Role, kind: TurnKind, words: str, ident: str) -> str:
        if ident:  # the request and the start of a call are one
            return f"{self.source}:{self.session}:{ident}"
        event, time = text(self.record, "id"), self.record.get("timestamp")
        if _is_uuid(event):  # known again where a session was copied
            return f"{self.source}:{event}"
        return content_key(self.source, self.session, event, time, role, self._kind(kind), words)

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
        for metrics in mapping(data, "modelMetrics").values():
            usage = mapping(metrics, "usage")
            fresh = number(usage, "inputTokens") - number(usage, "cacheReadTokens")
            if fresh > 0:
                self.out.tokens(self.session, fresh, 0)


class CopilotCliReader(JsonLinesReader):
    """Reads event logs, whole or from where it stopped."""

    source = "copilot-cli"
    log = _Log

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        """Return whether most records are events, of which one must be telling."""
        kinds = [text(record, "type") if _is_event(record) else "" for record in records]
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
