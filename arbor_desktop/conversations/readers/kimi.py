"""Kimi Code: `~/.kimi-code/sessions/<project>/<session>/agents/<agent>/wire.jsonl`, and its `state.json`.

Seen in jazzyalex/agent-sessions:Resources/Fixtures/stage0/agents/kimi (protocol 1.4); which prompts count as
the person's, and how far an undo goes, in MoonshotAI's agent-core: contextMemory/conversationTime.ts and
contextTranscript.ts. Every agent writes its own log; those that are not `main` are sub-agents of the session.
A prompt is told by `turn.prompt` or `turn.steer` and again, when the model gets it, by
`context.append_message`, whose `origin` says who made it; the latter is read. What the model answers comes as
`context.append_loop_event`. Records have times but, mostly, no ids. Older logs: see `kimi_cli`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, Checkpoint
from arbor_desktop.conversations.readers.documents import read_json
from arbor_desktop.conversations.readers.gathering import Gathering, content_key
from arbor_desktop.conversations.readers.gemini_place import in_folder
from arbor_desktop.conversations.readers.growing import State, read_log
from arbor_desktop.conversations.readers.json_lines import mapping, moment, number, objects, sequence, text
from arbor_desktop.conversations.readers.kimi_cli import KimiCliFollower, is_record
from arbor_desktop.conversations.readers.recall import replay
from arbor_desktop.conversations.readers.speech import cut_spans, tool_call, tool_result

SOURCE = "kimi"

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
_INJECTED_CHARS = 2048
_HEAD_BYTES = 64 * 1024


class KimiReader:
    """Reads the logs of agents."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        """By the records in `head`; an empty file by its place."""
        head = head.removeprefix(b"\xef\xbb\xbf").strip(b" \t\r\n\x00")
        if not head:
            return path.name == "wire.jsonl" and (".kimi-code" in path.parts or ".kimi" in path.parts)
        found = [record for line in head.split(b"\n")[:100] for record in objects(line.strip(b" \r\0")) or ()]
        if not found:
            return False
        if found[0].get("type") == "metadata" and "protocol_version" in found[0]:
            return "created_at" in found[0] or path.name == "wire.jsonl" or any(map(is_record, found))
        if _is_older(found):
            return True
        types = [text(record.get("type")) for record in found]
        ours = sum(kind in _SAYING or kind.partition(".")[0] in _FAMILIES for kind in types)
        return any(kind in _SAYING for kind in types) and ours * 2 > len(types)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        yield from read_log(path, since, SOURCE, _start)


def _is_older(found: list[dict[str, Any]]) -> bool:
    return sum(map(is_record, found)) * 2 > len(found)


def _start(path: Path, state: State | None) -> _Follower | KimiCliFollower:
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    found = [record for line in head.split(b"\n")[:20] for record in objects(line.strip(b" \r\0")) or ()]
    older = any(map(is_record, found))
    return KimiCliFollower(SOURCE, path, state) if older else _Follower(path, state)


class _Follower:
    """Follows the log of one agent."""

    def __init__(self, path: Path, state: State | None) -> None:
        self._path = path
        placed = path.name == "wire.jsonl" and path.parent.parent.name == "agents"
        self._session = path.parents[2].name if placed else path.stem
        self._is_agent = placed and path.parent.name != "main"
        saved = mapping(state)
        self._whole = state is None
        self._titled = bool(saved.get("titled"))
        self._cwd = text(saved.get("cwd")) or None
        self._told: list[tuple[str, bool]] = []  # keys since the last compaction, and whether a prompt's
        if placed:
            self._known = _session_state(path.parents[2] / "state.json")
            self._cwd = text(self._known.get("workDir")) or self._cwd
        else:
            self._known = {}

    def feed(self, data: bytes, offset: int, out: Gathering) -> bool:
        found = objects(data)
        for record in found or ():
            self._take(record, offset, out)
        return found is not None

    def save(self) -> State:
        return {"titled": self._titled, "cwd": self._cwd}

    def _take(self, record: Mapping[str, Any], offset: int, out: Gathering) -> None:
        kind = text(record.get("type"))
        if kind == "context.append_message":
            self._message(record, offset, out)
        elif kind == "context.append_loop_event":
            self._event(record, offset, out)
        elif kind == "context.apply_compaction":
            self._say(out, record, Role.USER, TurnKind.SUMMARY, text(record.get("summary")), offset)
            self._told.clear()
        elif kind == "context.clear":
            self._told.clear()
        elif kind == "context.undo":
            self._undo(number(record.get("count")), offset, out)
        elif kind == "turn.cancel":
            self._say(out, record, Role.USER, TurnKind.INTERRUPT, "Cancelled", offset)
        elif kind == "usage.record":
            usage = mapping(record.get("usage"))
            came = number(usage.get("inputOther")) + number(usage.get("inputCacheCreation"))
            out.tokens(self._session, came, number(usage.get("output")))
        elif kind in ("config.update", "profile.bind"):
            self._configured(record, out)
        elif kind.partition(".")[0] not in _FAMILIES:
            out.unknown += 1
        if self._is_agent:
            out.about(self._session, parent=self._session)

    def _configured(self, record: Mapping[str, Any], out: Gathering) -> None:
        disclosed = mapping(record.get("environmentDisclosure"))
        self._cwd = text(record.get("cwd")) or text(disclosed.get("cwd")) or self._cwd
        if self._is_agent:
            return
        title = text(self._known.get("title")) if self._known.get("isCustomTitle") is True else ""
        self._titled |= bool(title)
        model = text(record.get("modelAlias")) or None
        out.about(self._session, title=title, cwd=self._cwd, model=model)

    def _message(self, record: Mapping[str, Any], offset: int, out: Gathering) -> None:
        message = mapping(record.get("message"))
        role, words = message.get("role"), _words(message.get("content"))
        if role == "assistant":
            self._say(out, record, Role.ASSISTANT, TurnKind.SAID, words, offset)
            return
        if role == "tool":
            failed = bool(message.get("isError"))
            self._say(out, record, Role.USER, TurnKind.TOOL, tool_result(words, failed=failed), offset)
            return
        if role != "user":
            out.unknown += role != "system"
            return
        origin = mapping(message.get("origin"))
        kind = _kind_of(origin)
        if kind is not TurnKind.SAID:
            limit = len(words) if kind is TurnKind.SUMMARY else _INJECTED_CHARS
            self._say(out, record, Role.USER, kind, words[:limit], offset, anchor=kind is TurnKind.COMMAND)
            if origin.get("name") == "subagent" and not self._is_agent:
                out.about(self._session, headless=True)  # a sub-agent's log, away from its session
            return
        for tag in _CONTEXT_TAGS:
            words, spans = cut_spans(words, tag)
            for span in spans:
                self._say(out, record, Role.USER, TurnKind.INJECTED, span[:_INJECTED_CHARS], offset)
        self._say(out, record, Role.USER, TurnKind.SAID, words, offset, anchor=True)
        if words.strip() and not self._is_agent:
            out.about(self._session, cwd=self._cwd, title="" if self._titled else words)
            self._titled = True

    def _event(self, record: Mapping[str, Any], offset: int, out: Gathering) -> None:
        event = mapping(record.get("event"))
        kind, ident = event.get("type"), text(event.get("uuid")) or text(event.get("toolCallId"))
        if kind == "content.part":
            part = mapping(event.get("part"))
            if part.get("type") == "text":
                self._say(out, record, Role.ASSISTANT, TurnKind.SAID, text(part.get("text")), offset, ident)
        elif kind == "tool.call":
            name, args = text(event.get("name")), mapping(event.get("args"))
            target = next((text(args.get(key)) for key in _TARGETS if text(args.get(key))), "")
            self._say(out, record, Role.ASSISTANT, TurnKind.TOOL, tool_call(name, target), offset, ident)
            if name in _EDIT_TOOLS:
                out.edited(self._session, in_folder(target, self._cwd))
        elif kind == "tool.result":
            result = mapping(event.get("result"))
            words = tool_result(_words(result.get("output")), failed=bool(result.get("isError")))
            self._say(out, record, Role.USER, TurnKind.TOOL, words, offset, ident)

    def _undo(self, count: int, offset: int, out: Gathering) -> None:
        """Takes back the last `count` prompts and what followed them, up to the last compaction."""
        if not self._whole:
            again = _Follower(self._path, None)
            replay(self._path, offset, again, SOURCE)
            self._told, self._whole = again._told, True
        while count > 0 and self._told:
            key, anchor = self._told.pop()
            out.unsay(self._session, [key])
            count -= anchor

    def _say(
        self,
        out: Gathering,
        record: Mapping[str, Any],
        role: Role,
        kind: TurnKind,
        words: str,
        offset: int,
        ident: str = "",
        *,
        anchor: bool = False,
    ) -> None:
        if not words.strip():
            return
        time = record.get("time")
        # The millisecond tells records apart in all sessions, and stays in a session that was copied.
        own = "" if isinstance(time, int) and time > 0 else f"{self._session}:{self._path.parent.name}"
        key = content_key(SOURCE, own, time, ident, role, kind, words)
        self._told.append((key, anchor))
        told = TurnKind.SUBAGENT if self._is_agent else kind
        out.say(self._session, key, role, words, kind=told, at=moment(time), line=offset, cwd=self._cwd)


def _kind_of(origin: Mapping[str, Any]) -> TurnKind:
    """Who made a user message."""
    kind = text(origin.get("kind"))
    if kind in ("", "user"):
        return TurnKind.SAID
    if kind == "compaction_summary":
        return TurnKind.SUMMARY
    if kind == "shell_command" or (kind in _COMMANDS and origin.get("trigger") == "user-slash"):
        return TurnKind.COMMAND
    return TurnKind.INJECTED


def _words(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = (text(mapping(part).get("text")) for part in sequence(content))
    return "\n".join(part for part in parts if part)


def _session_state(path: Path) -> Mapping[str, Any]:
    try:
        return mapping(read_json(path))
    except OSError:  # missing, or being written
        return {}
