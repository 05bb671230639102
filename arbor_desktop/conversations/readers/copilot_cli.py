"""GitHub Copilot CLI: `~/.copilot/session-state/<uuid>/events.jsonl` (older: `<uuid>.jsonl`), appended to.

A line is `{type, data, id, timestamp, parentId}`. Seen in sessions of versions 0.0.420 to 1.0.77, in the
event schema of github/copilot-sdk, and in kenn-io/agentsview:internal/parser/copilot.go.
- `user.message.content` is what was typed, `transformedContent` has the reminders around it. A message with
  nothing but the latter, or with a `source` that is not the user, was sent by the program (autopilot).
- What carries `parentToolCallId` (or an `agentId`) is a sub-agent's, in the file of the session it works for.
- `assistant.message.toolRequests` and `tool.execution_start` tell of the same call.
- A rewind cuts the file off (`session.snapshot_rewind` itself is not kept by every version).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, Checkpoint
from arbor_desktop.conversations.readers.gathering import BATCH_CHARS, Gathering, content_key
from arbor_desktop.conversations.readers.growing import State, read_log
from arbor_desktop.conversations.readers.json_lines import mapping, moment, number, objects, sequence, text
from arbor_desktop.conversations.readers.lines import CHUNK_BYTES
from arbor_desktop.conversations.readers.speech import tool_call, tool_result

SOURCE = "copilot-cli"
REWIND_EVENTS = 256
"""How many speaking events back a rewind is followed."""
INTERRUPTED = "Turn interrupted"

_FAMILIES = frozenset(
    (
        *(
            "session",
            "user",
            "assistant",
            "tool",
            "hook",
            "system",
            "subagent",
            "skill",
            "permission",
            "abort",
        ),
        *(
            "user_input",
            "elicitation",
            "external_tool",
            "command",
            "exit_plan_mode",
            "pending_messages",
            "mcp",
        ),
        *("sampling", "model", "capabilities", "auto_mode_switch"),
    )
)
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


class CopilotCliReader:
    """Reads event logs, whole or from where it stopped."""

    source = SOURCE

    def __init__(self, *, batch_chars: int = BATCH_CHARS, chunk_bytes: int = CHUNK_BYTES) -> None:
        self._batch_chars = batch_chars
        self._chunk_bytes = chunk_bytes

    def recognises(self, path: Path, head: bytes) -> bool:
        """By the shape of its events, of which one must be telling."""
        votes, telling = [], False
        for line in head.removeprefix(b"\xef\xbb\xbf").split(b"\n")[:50]:
            for record in (objects(line.strip(b" \t\r\n\x00")) or [])[:1]:
                kind = text(record.get("type"))
                ours = _is_event(record) and kind.partition(".")[0] in _FAMILIES
                votes.append(ours)
                telling |= ours and kind in _TELLING
        return telling and sum(votes) * 2 > len(votes)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        batches = read_log(
            path, since, SOURCE, _Follower, batch_chars=self._batch_chars, chunk_bytes=self._chunk_bytes
        )
        first = next(batches)
        second = next(batches, None)
        if second is None:
            yield _cut_off(first) if first.restarted else first
            return
        yield first
        yield second
        yield from batches


def _cut_off(batch: Batch) -> Batch:
    """A log that was not appended to was rewound: what it lost at its end was taken back."""
    return replace(batch, sessions=tuple(replace(part, whole=True) for part in batch.sessions))


def _is_event(record: Mapping[str, Any]) -> bool:
    return isinstance(record.get("data"), dict) and all(name in record for name in _EVENT_KEYS)


def session_by_path(path: Path) -> str:
    """The session an event log without a start belongs to."""
    return path.parent.name if path.name == "events.jsonl" and path.parent.name else path.stem


class _Follower:
    def __init__(self, path: Path, state: State | None) -> None:
        state = state or {}
        self._session: str = state.get("session") or session_by_path(path)
        self._cwd: str = state.get("cwd", "")
        self._branch: str = state.get("branch", "")
        self._events: list[list[str]] = state.get("events", [])
        """[event's id, keys of its turns…] of those that may be rewound."""
        self._prompts: list[str] = state.get("prompts", [])
        """Keys of the latest prompts."""
        self._record: Mapping[str, Any] = {}
        self._at: int | None = None
        self._line = 0

    def save(self) -> State:
        return {
            "session": self._session,
            "cwd": self._cwd,
            "branch": self._branch,
            "events": [list(event) for event in self._events],
            "prompts": list(self._prompts),
        }

    def feed(self, data: bytes, offset: int, out: Gathering) -> bool:
        found = objects(data)
        if found is None:
            return False
        self._line = offset
        for record in found:
            self._record, self._at = record, moment(record.get("timestamp"))
            self._event(text(record.get("type")), mapping(record.get("data")), out)
        return True

    def _event(self, kind: str, data: Mapping[str, Any], out: Gathering) -> None:
        if kind in ("session.start", "session.resume", "session.context_changed"):
            self._context(kind, data, out)
        elif kind == "session.model_change":
            out.about(self._session, model=text(data.get("newModel")) or None)
        elif kind == "session.title_changed":
            out.about(self._session, title=text(data.get("title")))
        elif kind == "user.message":
            self._user(data, out)
        elif kind == "assistant.message":
            self._assistant(data, out)
        elif kind == "tool.execution_start":
            self._call(data, text(data.get("toolName")), data, out)
        elif kind == "tool.execution_complete":
            self._result(data, out)
        elif kind == "system.notification":
            self._say(out, data, Role.USER, TurnKind.INJECTED, text(data.get("content")))
        elif kind == "session.compaction_complete":
            self._say(out, data, Role.USER, TurnKind.SUMMARY, text(data.get("summaryContent")))
        elif kind == "abort":
            self._say(out, data, Role.USER, TurnKind.INTERRUPT, INTERRUPTED)
        elif kind == "session.snapshot_rewind":
            self._rewind(text(data.get("upToEventId")), out)
        elif kind == "session.shutdown":
            self._shut_down(data, out)
        elif kind.partition(".")[0] not in _FAMILIES:
            out.unknown += 1

    def _context(self, kind: str, data: Mapping[str, Any], out: Gathering) -> None:
        if kind == "session.start":
            self._session = text(data.get("sessionId")) or self._session
        place = mapping(data.get("context")) or data
        self._cwd = text(place.get("cwd")) or self._cwd
        self._branch = text(place.get("branch")) or self._branch
        out.about(
            self._session,
            cwd=self._cwd,
            branch=self._branch,
            version=text(data.get("copilotVersion")) or None,
            model=text(data.get("selectedModel")) or None,
        )

    def _user(self, data: Mapping[str, Any], out: Gathering) -> None:
        words = text(data.get("content"))
        if not words.strip():
            self._say(out, data, Role.USER, TurnKind.INJECTED, text(data.get("transformedContent")))
            return
        source = text(data.get("source"))
        if source == "command":
            kind = TurnKind.COMMAND
        elif source not in _PERSON or words.lstrip().startswith(_INJECTED_STARTS):
            kind = TurnKind.INJECTED
        else:
            kind = TurnKind.SAID
        self._say(out, data, Role.USER, kind, words)

    def _assistant(self, data: Mapping[str, Any], out: Gathering) -> None:
        self._say(out, data, Role.ASSISTANT, TurnKind.SAID, text(data.get("content")))
        for request in sequence(data.get("toolRequests")):
            call = mapping(request)
            self._call(call, text(call.get("name")), data, out)
        if answered := number(data.get("outputTokens")):
            out.tokens(self._session, 0, answered)
        if model := text(data.get("model")):
            out.about(self._session, model=model)

    def _call(self, call: Mapping[str, Any], name: str, data: Mapping[str, Any], out: Gathering) -> None:
        arguments = _arguments(call.get("arguments"))
        if not name and not arguments:
            return
        ident = text(call.get("toolCallId"))
        key = f"call:{ident}" if ident else ""
        self._say(out, data, Role.ASSISTANT, TurnKind.TOOL, tool_call(name, _target(arguments)), key)
        if name in _EDITORS:
            out.edited(self._session, text(arguments.get("path")) or text(arguments.get("file_path")))

    def _result(self, data: Mapping[str, Any], out: Gathering) -> None:
        result = data.get("result")
        output = result if isinstance(result, str) else text(mapping(result).get("content"))
        output = output or text(mapping(data.get("error")).get("message"))
        ident = text(data.get("toolCallId"))
        ended = tool_result(output, failed=data.get("success") is False)
        self._say(out, data, Role.USER, TurnKind.TOOL, ended, f"result:{ident}" if ident else "")

    def _say(
        self,
        out: Gathering,
        data: Mapping[str, Any],
        role: Role,
        kind: TurnKind,
        words: str,
        part: str = "",
    ) -> None:
        if not words.strip():
            return
        # `parentAgentTaskId` says nothing: the person's own prompts have one too.
        if data.get("parentToolCallId") or data.get("agentId") or self._record.get("agentId"):
            kind = TurnKind.SUBAGENT
        event = text(self._record.get("id"))
        key = self._key(event, part, role, kind, words)
        if self._events and self._events[-1][0] == event:
            self._events[-1].append(key)
        else:
            self._events.append([event, key])
            del self._events[:-REWIND_EVENTS]
        if kind is TurnKind.SAID and role is Role.USER:
            self._prompts.append(key)
            del self._prompts[:-REWIND_EVENTS]
        out.say(
            self._session,
            key,
            role,
            words,
            kind=kind,
            at=self._at,
            line=self._line,
            cwd=self._cwd or None,
            branch=self._branch or None,
        )

    def _key(self, event: str, part: str, role: Role, kind: TurnKind, words: str) -> str:
        if part:  # the request and the start of a call are one
            return f"{SOURCE}:{self._session}:{part}"
        if _is_uuid(event):  # known again where a session was copied
            return f"{SOURCE}:{event}"
        return content_key(SOURCE, self._session, event, self._record.get("timestamp"), role, kind, words)

    def _rewind(self, event: str, out: Gathering) -> None:
        """Takes back all after the event that was rewound to, and a prompt itself: it is to be said anew."""
        found = next((i for i, known in enumerate(self._events) if known[0] == event), None)
        if not event or found is None:
            return
        if self._events[found][1] not in self._prompts:
            found += 1
        out.unsay(self._session, [key for known in self._events[found:] for key in known[1:]])
        del self._events[found:]

    def _shut_down(self, data: Mapping[str, Any], out: Gathering) -> None:
        """What a run cost stands at its end; answers are counted as they come."""
        for metrics in mapping(data.get("modelMetrics")).values():
            usage = mapping(mapping(metrics).get("usage"))
            fresh = number(usage.get("inputTokens")) - number(usage.get("cacheReadTokens"))
            if fresh > 0:
                out.tokens(self._session, fresh, 0)


def _is_uuid(ident: str) -> bool:
    try:
        return str(UUID(ident)) == ident.lower()
    except ValueError:
        return False


def _arguments(raw: Any) -> Mapping[str, Any]:
    """The arguments of a call: an object, or JSON in a string; a bare text is what there is to show."""
    if isinstance(raw, str):
        try:
            raw = json.loads(raw)
        except (ValueError, RecursionError):
            return {"command": raw}
    return mapping(raw)


def _target(arguments: Mapping[str, Any]) -> str:
    for name in (
        "command",
        "path",
        "file_path",
        "query",
        "pattern",
        "url",
        "prompt",
        "intent",
        "description",
    ):
        if found := text(arguments.get(name)):
            return found
    return ""
