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
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import content_key, read_beside
from arbor_desktop.conversations.readers.json_lines import JsonLinesReader, JsonLog, head_records
from arbor_desktop.conversations.readers.values import (
    COMMAND_CHARS,
    INJECTED_CHARS,
    content_text,
    cut_spans,
    cut_tags,
    embedded,
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
_EDIT_TOOLS = frozenset(("Write", "Edit", "WriteFile", "StrReplaceFile"))
_TARGETS = ("command", "file_path", "pattern", "query", "path", "url", "description")
_CONTEXT_TAGS = ("system-reminder", "git-context", "hook_context")
_HEAD_BYTES = 64 * 1024
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

    def _prompted(self, words: str) -> None:
        """Note a prompt of the person, which names the session."""
        if words.strip() and not self.subagent:
            self.out.about(self.session, cwd=self.cwd)
            self.entitle(words)

    def _call(self, name: str, args: Mapping[str, Any], ident: str) -> None:
        target = first_text(args, _TARGETS)
        self._say(Role.ASSISTANT, TurnKind.TOOL, tool_call(name, target), ident)
        if name in _EDIT_TOOLS:
            self.out.edited(self.session, in_folder(target, self.cwd))

    def _say(self, role: Role, kind: TurnKind, words: str, ident: str = "") -> None:
        raise NotImplementedError


class _Log(_KimiLog):
    saved = ("titled", "cwd")
    time_field = "time"

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path, source)
        self._time: Any = None
        self._keys: list[tuple[str, bool]] = []
        """Keys since the last compaction, and whether a prompt's."""
        self._known: Mapping[str, Any] = {}
        if path.name == "wire.jsonl" and path.parent.parent.name == "agents":
            self.session = path.parents[2].name
            self.subagent = path.parent.name != "main"
            self._known = mapping(read_beside(path.parents[1], "state.json"))
            self.cwd = text(self._known.get("workDir"))

    def restore(self, state: dict[str, Any]) -> None:
        placed = self.cwd
        super().restore(state)
        self.cwd = placed or self.cwd

    def take(self, record: Mapping[str, Any]) -> None:
        kind = text(record.get("type"))
        self._time = record.get("time")
        if kind == "context.append_message":
            self._message(mapping(record.get("message")))
        elif kind == "context.append_loop_event":
            self._event(mapping(record.get("event")))
        elif kind == "context.apply_compaction":
            self._say(Role.USER, TurnKind.SUMMARY, text(record.get("summary")))
            self._keys.clear()
        elif kind == "context.clear":
            self._keys.clear()
        elif kind == "context.undo":
            self._undo(number(record.get("count")))
        elif kind == "turn.cancel":
            self._say(Role.USER, TurnKind.INTERRUPT, "Cancelled")
        elif kind == "usage.record":
            usage = mapping(record.get("usage"))
            came = number(usage.get("inputOther")) + number(usage.get("inputCacheCreation"))
            self.out.tokens(self.session, came, number(usage.get("output")))
        elif kind in ("config.update", "profile.bind"):
            self._configured(record)
        elif kind.partition(".")[0] not in _FAMILIES:
            self.out.unknown += 1
        if self.subagent:
            self.out.about(self.session, parent=self.session)

    def _configured(self, record: Mapping[str, Any]) -> None:
        disclosed = mapping(record.get("environmentDisclosure"))
        self.cwd = text(record.get("cwd")) or text(disclosed.get("cwd")) or self.cwd
        if self.subagent:
            return
        title = text(self._known.get("title")) if self._known.get("isCustomTitle") is True else ""
        self.titled |= bool(title)
        model = text(record.get("modelAlias")) or None
        self.out.about(self.session, title=title, cwd=self.cwd, model=model)

    def _message(self, message: Mapping[str, Any]) -> None:
        role, words = message.get("role"), content_text(message.get("content"))
        if role == "assistant":
            self._say(Role.ASSISTANT, TurnKind.SAID, words)
            return
        if role == "tool":
            failed = bool(message.get("isError"))
            self._say(Role.USER, TurnKind.TOOL, tool_result(words, failed=failed))
            return
        if role != "user":
            self.out.unknown += role != "system"
            return
        origin = mapping(message.get("origin"))
        kind = _kind_of(origin)
        if kind is not TurnKind.SAID:
            limit = len(words) if kind is TurnKind.SUMMARY else INJECTED_CHARS
            self._say(Role.USER, kind, words[:limit], anchor=kind is TurnKind.COMMAND)
            if origin.get("name") == "subagent" and not self.subagent:
                self.out.about(self.session, headless=True)  # a sub-agent's log, away from its session
            return
        words, context = cut_tags(words, _CONTEXT_TAGS)
        for span in context:
            self._say(Role.USER, TurnKind.INJECTED, span[:INJECTED_CHARS])
        self._say(Role.USER, TurnKind.SAID, words, anchor=True)
        self._prompted(words)

    def _event(self, event: Mapping[str, Any]) -> None:
        kind, ident = event.get("type"), first_text(event, ("uuid", "toolCallId"))
        if kind == "content.part":
            part = mapping(event.get("part"))
            if part.get("type") == "text":
                self._say(Role.ASSISTANT, TurnKind.SAID, text(part.get("text")), ident)
        elif kind == "tool.call":
            self._call(text(event.get("name")), mapping(event.get("args")), ident)
        elif kind == "tool.result":
            result = mapping(event.get("result"))
            words = tool_result(content_text(result.get("output")), failed=bool(result.get("isError")))
            self._say(Role.USER, TurnKind.TOOL, words, ident)

    def _undo(self, count: int) -> None:
        """Take back the last `count` prompts and what followed them, up to the last compaction."""
        if not self.complete:
            self._keys, self.complete = self.replayed()._keys, True
        while count > 0 and self._keys:
            key, anchor = self._keys.pop()
            self.out.unsay(self.session, [key])
            count -= anchor

    def _say(self, role: Role, kind: TurnKind, words: str, ident: str = "", *, anchor: bool = False) -> None:
        if not words.strip():
            return
        time = self._time
        # The millisecond tells records apart in all sessions, and stays in a session that was copied.
        own = "" if isinstance(time, int) and time > 0 else f"{self.session}:{self.path.parent.name}"
        key = content_key(self.source, own, time, ident, role, kind, words)
        self._keys.append((key, anchor))
        self.say(role, kind, words, key)


class _OldLog(_KimiLog):
    """The log of Kimi CLI."""

    saved = ("titled",)

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path, source)
        self._time: Any = None
        if path.name == "wire.jsonl":
            self.subagent = path.parent.parent.name == "subagents"
            home = path.parents[2] if self.subagent else path.parent
            self.session, self.cwd = home.name, _folder(home)

    def take(self, record: Mapping[str, Any]) -> None:
        if record.get("type") == "metadata":
            return
        self._time = record.get("timestamp")
        message = mapping(record.get("message"))
        kind, payload = text(message.get("type")), mapping(message.get("payload"))
        if kind in ("TurnBegin", "SteerInput"):
            self._prompt(content_text(payload.get("user_input")))
        elif kind == "ContentPart" and payload.get("type") == "text":
            self._say(Role.ASSISTANT, TurnKind.SAID, text(payload.get("text")))
        elif kind == "ToolCall":
            called = mapping(payload.get("function"))
            args = mapping(embedded(called.get("arguments")))
            self._call(text(called.get("name")), args, text(payload.get("id")))
        elif kind == "ToolResult":
            value = payload.get("return_value")
            fields = mapping(value)
            output = content_text(value) or content_text(fields.get("output")) or text(fields.get("message"))
            words = tool_result(output, failed=bool(fields.get("is_error")))
            self._say(Role.USER, TurnKind.TOOL, words, text(payload.get("tool_call_id")))
        elif kind == "StepInterrupted":
            self._say(Role.USER, TurnKind.INTERRUPT, "Interrupted")
        elif kind == "StatusUpdate":
            usage = mapping(payload.get("token_usage"))
            came = number(usage.get("input_other")) + number(usage.get("input_cache_creation"))
            self.out.tokens(self.session, came, number(usage.get("output")))
        elif kind not in _OLD_SILENT and kind != "ContentPart":
            self.out.unknown += 1
        if self.subagent:
            self.out.about(self.session, parent=self.session)

    def _prompt(self, words: str) -> None:
        words, reminders = cut_spans(words, "system-reminder")
        for span in reminders:
            self._say(Role.USER, TurnKind.INJECTED, span[:INJECTED_CHARS])
        words = words.strip()
        if is_slash_command(words):
            self._say(Role.USER, TurnKind.COMMAND, words[:COMMAND_CHARS])
            return
        self._say(Role.USER, TurnKind.SAID, words)
        self._prompted(words)

    def _say(self, role: Role, kind: TurnKind, words: str, ident: str = "") -> None:
        # Its fraction of a second tells a record apart in all sessions, and stays in one that was copied.
        own = "" if isinstance(self._time, float) else f"{self.session}:{self.line}"
        self.say(role, kind, words, content_key(self.source, own, self._time, ident, role, kind, words))


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
        types = [text(record.get("type")) for record in records]
        ours = sum(kind in _SAYING or kind.partition(".")[0] in _FAMILIES for kind in types)
        return any(kind in _SAYING for kind in types) and ours * 2 > len(types)

    def open(self, path: Path) -> JsonLog:
        with path.open("rb") as file:
            old = any(map(_is_old, head_records(file.read(_HEAD_BYTES))))
        return _OldLog(path, self.source) if old else _Log(path, self.source)


def _is_old(record: Mapping[str, Any]) -> bool:
    """Return whether a record is of Kimi CLI."""
    message = mapping(record.get("message"))
    known = text(message.get("type")) in _OLD_SPEAKING | _OLD_SILENT
    return known and isinstance(message.get("payload"), dict) and "uuid" not in record


def _kind_of(origin: Mapping[str, Any]) -> TurnKind:
    """Return who made a user message."""
    kind = text(origin.get("kind"))
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
    paths = (text(mapping(item).get("path")) for item in sequence(known.get("work_dirs")))
    return next((path for path in paths if path and _hash(path) == session.parent.name), "")


def _hash(path: str) -> str:
    return hashlib.md5(path.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()
