"""Kimi Code: `~/.kimi-code/sessions/<project>/<session>/agents/<agent>/wire.jsonl`, and its `state.json`.

Seen in jazzyalex/agent-sessions:Resources/Fixtures/stage0/agents/kimi (protocol 1.4); which prompts count as
the person's, and how far an undo goes, in MoonshotAI's agent-core: contextMemory/conversationTime.ts and
contextTranscript.ts. Every agent writes its own log; those that are not `main` are sub-agents of the session.
A prompt is written as `turn.prompt` or `turn.steer` and again, when the model gets it, as
`context.append_message`, whose `origin` says who made it; the latter is read. What the model answers comes as
`context.append_loop_event`. Records have times but, mostly, no ids.

Kimi CLI, before it became Kimi Code: `~/.kimi/sessions/<hash>/<session>/wire.jsonl`. A line of metadata, then
`{"timestamp": seconds, "message": {"type", "payload"}}`; the types are those of its wire protocol
(moonshotai.github.io/kimi-cli/en/customization/wire-mode.html). Seen also in
kenn-io/agentsview:internal/parser/kimi_test.go and getagentseal/codeburn:docs/providers/kimi.md.
`context.jsonl` beside it is what the model was given: not read. `<hash>` is the MD5 of the folder's path,
which `~/.kimi/kimi.json` lists; sub-agents write to `<session>/subagents/<agent>/wire.jsonl`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import content_key, head_of, read_beside
from arbor_desktop.conversations.readers.json_lines import JsonLinesReader, JsonLog, head_records
from arbor_desktop.conversations.readers.values import (
    COMMAND_CHARS,
    INJECTED_CHARS,
    content_text,
    cut_spans,
    cut_tags,
    embedded,
    first_text,
    is_slash_command,
    mapping,
    number,
    sequence,
    text,
)

_SAYING = frozenset(("context.append_message", "context.append_loop_event", "turn.prompt", "turn.steer"))
_FAMILIES = frozenset(
    (
        "config", "tools", "llm", "usage", "permission", "plan_mode", "plan", "full_compaction", "turn",
        "context", "goal", "mcp", "task", "skill", "plugin", "runtime", "token_counting", "profile",
        "micro_compaction", "agent", "prompt", "step", "session", "hook", "cron", "metadata",
    )
)  # fmt: skip
"""First words of the types that keep the books: nothing is said in them."""
_COMMANDS = frozenset(("skill_activation", "plugin_command"))
_CONTEXT_TAGS = ("system-reminder", "git-context", "hook_context")
_OLD_SILENT = frozenset(
    (
        "TurnEnd", "StepBegin", "StepRetry", "CompactionBegin", "CompactionEnd", "ToolCallPart",
        "SubagentEvent", "ApprovalRequest", "ApprovalResponse", "ApprovalRequestResolved", "ToolCallRequest",
        "QuestionRequest", "QuestionResponse", "HookTriggered", "HookResolved", "HookRequest", "PlanDisplay",
        "MCPLoadingBegin", "MCPLoadingEnd", "Notification", "BtwBegin", "BtwEnd",
    )
)  # fmt: skip
_OLD_SPEAKING = frozenset(
    ("TurnBegin", "SteerInput", "ContentPart", "ToolCall", "ToolResult", "StatusUpdate", "StepInterrupted")
)


class _KimiLog(JsonLog):
    """What the logs of both programs have in common."""

    targets = ("command", "file_path", "pattern", "query", "path", "url", "description")
    editors = frozenset(("Write", "Edit", "WriteFile", "StrReplaceFile"))

    def prompt(self, words: str, context: Iterable[str] = ()) -> None:
        super().prompt(words, context)
        if words.strip() and not self.subagent:
            self.out.about(self.session, cwd=self.cwd)
            self.entitle(words)


class _Log(_KimiLog):
    saved = ("titled", "cwd")
    time_field = "time"

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path, source)
        self._keys: list[tuple[str, bool]] = []
        """Keys since the last compaction, and whether a prompt's."""
        self._known: Mapping[str, Any] = {}
        if path.name == "wire.jsonl" and path.parent.parent.name == "agents":
            self.session = path.parents[2].name
            self.subagent = path.parent.name != "main"
            self._known = mapping(read_beside(path.parents[1], "state.json"))
            self.cwd = text(self._known, "workDir")

    def restore(self, state: dict[str, Any]) -> None:
        placed = self.cwd
        super().restore(state)
        self.cwd = placed or self.cwd

    def take(self, record: Mapping[str, Any]) -> None:
        kind = text(record, "type")
        if kind == "context.append_message":
            self._message(mapping(record, "message"))
        elif kind == "context.append_loop_event":
            self._event(mapping(record, "event"))
        elif kind == "context.apply_compaction":
            self.say(Role.USER, TurnKind.SUMMARY, text(record, "summary"))
            self._keys.clear()
        elif kind == "context.clear":
            self._keys.clear()
        elif kind == "context.undo":
            self._undo(number(record, "count"))
        elif kind == "turn.cancel":
            self.say(Role.USER, TurnKind.INTERRUPT, "Cancelled")
        elif kind == "usage.record":
            usage = mapping(record, "usage")
            came = number(usage, "inputOther") + number(usage, "inputCacheCreation")
            self.out.tokens(self.session, came, number(usage, "output"))
        elif kind in ("config.update", "profile.bind"):
            self._configured(record)
        elif kind.partition(".")[0] not in _FAMILIES:
            self.out.unknown += 1
        if self.subagent:
            self.out.about(self.session, parent=self.session)

    def _configured(self, record: Mapping[str, Any]) -> None:
        self.cwd = text(record, "cwd") or text(record, "environmentDisclosure", "cwd") or self.cwd
        if self.subagent:
            return
        title = text(self._known, "title") if self._known.get("isCustomTitle") is True else ""
        self.titled |= bool(title)
        self.about(title=title, model=text(record, "modelAlias"))

    def _message(self, message: Mapping[str, Any]) -> None:
        role, words = message.get("role"), content_text(message, "content")
        if role == "assistant":
            self.say(Role.ASSISTANT, TurnKind.SAID, words)
            return
        if role == "tool":
            self.result(words, failed=bool(message.get("isError")))
            return
        if role != "user":
            self.out.unknown += role != "system"
            return
        origin = mapping(message, "origin")
        kind = _kind_of(origin)
        if kind is not TurnKind.SAID:
            limit = len(words) if kind is TurnKind.SUMMARY else INJECTED_CHARS
            self.say(Role.USER, kind, words[:limit])
            if origin.get("name") == "subagent" and not self.subagent:
                self.out.about(self.session, headless=True)  # a sub-agent's log, away from its session
            return
        self.prompt(*cut_tags(words, _CONTEXT_TAGS))

    def _event(self, event: Mapping[str, Any]) -> None:
        kind, ident = event.get("type"), first_text(event, ("uuid", "toolCallId"))
        if kind == "content.part":
            part = mapping(event, "part")
            if part.get("type") == "text":
                self.say(Role.ASSISTANT, TurnKind.SAID, text(part, "text"), ident)
        elif kind == "tool.call":
            self.call(text(event, "name"), mapping(event, "args"), ident)
        elif kind == "tool.result":
            result = mapping(event, "result")
            self.result(content_text(result, "output"), ident, failed=bool(result.get("isError")))

    def _undo(self, count: int) -> None:
        """Take back the last `count` prompts and what followed them, up to the last compaction."""
        if not self.complete:
            self._keys, self.complete = self.replayed()._keys, True
        while count > 0 and self._keys:
            key, anchor = self._keys.pop()
            self.out.unsay(self.session, [key])
            count -= anchor

    def key(self, role: Role, kind: TurnKind, words: str, ident: str) -> str:
        time = self.record.get("time")
        # The millisecond tells records apart in all sessions, and stays in a session that was copied.
        own = "" if isinstance(time, int) and time > 0 else f"{self.session}:{self.path.parent.name}"
        key = content_key(self.source, own, time, ident, role, kind, words)
        self._keys.append((key, role is Role.USER and kind in (TurnKind.SAID, TurnKind.COMMAND)))
        return key


class _OldLog(_KimiLog):
    """The log of Kimi CLI."""

    saved = ("titled",)

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path, source)
        if path.name == "wire.jsonl":
            self.subagent = path.parent.parent.name == "subagents"
            home = path.parents[2] if self.subagent else path.parent
            self.session, self.cwd = home.name, _folder(home)

    def take(self, record: Mapping[str, Any]) -> None:
        if record.get("type") == "metadata":
            return
        message = mapping(record, "message")
        kind, payload = text(message, "type"), mapping(message, "payload")
        if kind in ("TurnBegin", "SteerInput"):
            words, reminders = cut_spans(content_text(payload, "user_input"), "system-reminder")
            if is_slash_command(words := words.strip()):
                self.inject(reminders)
                self.say(Role.USER, TurnKind.COMMAND, words[:COMMAND_CHARS])
            else:
                self.prompt(words, reminders)
        elif kind == "ContentPart" and payload.get("type") == "text":
            self.say(Role.ASSISTANT, TurnKind.SAID, text(payload, "text"))
        elif kind == "ToolCall":
            called = mapping(payload, "function")
            args = mapping(embedded(called.get("arguments")))
            self.call(text(called, "name"), args, text(payload, "id"))
        elif kind == "ToolResult":
            value = payload.get("return_value")
            fields = mapping(value)
            output = content_text(value) or content_text(fields, "output") or text(fields, "message")
            self.result(output, text(payload, "tool_call_id"), failed=bool(fields.get("is_error")))
        elif kind == "StepInterrupted":
            self.say(Role.USER, TurnKind.INTERRUPT, "Interrupted")
        elif kind == "StatusUpdate":
            usage = mapping(payload, "token_usage")
            came = number(usage, "input_other") + number(usage, "input_cache_creation")
            self.out.tokens(self.session, came, number(usage, "output"))
        elif kind not in _OLD_SILENT and kind != "ContentPart":
            self.out.unknown += 1
        if self.subagent:
            self.out.about(self.session, parent=self.session)

    def key(self, role: Role, kind: TurnKind, words: str, ident: str) -> str:
        time = self.record.get("timestamp")
        # Its fraction of a second tells a record apart in all sessions, and stays in one that was copied.
        own = "" if isinstance(time, float) else f"{self.session}:{self.line}"
        return content_key(self.source, own, time, ident, role, kind, words)


class KimiReader(JsonLinesReader):
    """Reads the logs of agents, of both programs."""

    source = "kimi"
    head_lines = 100

    def is_place(self, path: Path) -> bool:
        return path.name == "wire.jsonl" and (".kimi-code" in path.parts or ".kimi" in path.parts)

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        if not records:
            return False
        if records[0].get("type") == "metadata" and "protocol_version" in records[0]:
            old = any(map(_is_old, records))
            return "created_at" in records[0] or path.name == "wire.jsonl" or old
        if sum(map(_is_old, records)) * 2 > len(records):
            return True
        types = [text(record, "type") for record in records]
        ours = sum(kind in _SAYING or kind.partition(".")[0] in _FAMILIES for kind in types)
        return any(kind in _SAYING for kind in types) and ours * 2 > len(types)

    def open(self, path: Path) -> JsonLog:
        old = any(map(_is_old, head_records(head_of(path))))
        return _OldLog(path, self.source) if old else _Log(path, self.source)


def _is_old(record: Mapping[str, Any]) -> bool:
    """Return whether a record is of Kimi CLI."""
    message = mapping(record, "message")
    known = text(message, "type") in _OLD_SPEAKING | _OLD_SILENT
    return known and isinstance(message.get("payload"), dict) and "uuid" not in record


def _kind_of(origin: Mapping[str, Any]) -> TurnKind:
    """Return who made a user message."""
    kind = text(origin, "kind")
    if kind in ("", "user"):
        return TurnKind.SAID
    if kind == "compaction_summary":
        return TurnKind.SUMMARY
    if kind == "shell_command" or (kind in _COMMANDS and origin.get("trigger") == "user-slash"):
        return TurnKind.COMMAND
    return TurnKind.INJECTED


def _folder(session: Path) -> str:
    """Return the folder that was worked in: the one whose hash names the folder of its sessions."""
    if len(session.parents) < 3:
        return ""
    known = mapping(read_beside(session.parents[1], "kimi.json"))
    paths = (text(item, "path") for item in sequence(known, "work_dirs"))
    return next((path for path in paths if path and _hash(path) == session.parent.name), "")


def _hash(path: str) -> str:
    return hashlib.md5(path.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()
