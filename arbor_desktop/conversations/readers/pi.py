"""pi: `~/.pi/agent/sessions/--<cwd with dashes>--/<time>_<uuid>.jsonl`, appended to.

Seen in badlogic/pi-mono:packages/coding-agent/docs/session.md, src/core/session-manager.ts and its sample
sessions. The first line is `{type: "session", id, cwd, timestamp, version?}`, then comes one entry a line:
- version 1 is a plain list; later every entry has an `id` of eight digits and its `parentId`, so the file is
  a tree: going back (`/tree`) and saying something else begins a new branch, and what it leaves is unsaid.
- An old file is given its ids in place, and a fork (`branchedFrom`, `parentSession`) copies entries with
  their times: so a turn's key is its time and its words, whatever its id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, Checkpoint
from arbor_desktop.conversations.readers.gathering import BATCH_CHARS, Gathering, content_key
from arbor_desktop.conversations.readers.growing import State, read_log
from arbor_desktop.conversations.readers.json_lines import mapping, moment, number, objects, sequence, text
from arbor_desktop.conversations.readers.lines import CHUNK_BYTES
from arbor_desktop.conversations.readers.speech import tool_call, tool_result

SOURCE = "pi"
TREE_ENTRIES = 512
"""How many entries back a new branch is recognised."""
INTERRUPTED = "Turn interrupted"

_SILENT = frozenset(("thinking_level_change", "custom", "label", "ephemeral", "context_transform", "leaf"))
_SUMMARIES = frozenset(("compactionSummary", "branchSummary"))
_PROGRAM_ROLES = frozenset(("custom", "hookMessage", "system"))
_LEADING = re.compile(r"\s*<(skill|file)(?:\s[^<>]{0,1000})?>")
_EDITORS = frozenset(("edit", "write"))


class PiReader:
    """Reads sessions, whole or from where it stopped."""

    source = SOURCE

    def __init__(self, *, batch_chars: int = BATCH_CHARS, chunk_bytes: int = CHUNK_BYTES) -> None:
        self._batch_chars = batch_chars
        self._chunk_bytes = chunk_bytes

    def recognises(self, path: Path, head: bytes) -> bool:
        """By the header, which is the first line."""
        first = head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0].strip(b" \t\r\x00")
        records = objects(first)
        if not records:
            return False
        header = records[0]
        return header.get("type") == "session" and all(
            isinstance(header.get(name), str) for name in ("id", "timestamp", "cwd")
        )

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        yield from read_log(
            path, since, SOURCE, _Follower, batch_chars=self._batch_chars, chunk_bytes=self._chunk_bytes
        )


class _Tree:
    """The branch that is spoken on, and how the entries before hang together."""

    def __init__(self, state: State) -> None:
        self._branch: list[list[str]] = state.get("branch", [])
        """[entry's id, keys of its turns…] from the oldest that is remembered to the last."""
        self._parents: dict[str, str] = state.get("parents", {})

    def save(self) -> State:
        return {"branch": [list(entry) for entry in self._branch], "parents": dict(self._parents)}

    def grow(self, ident: str, parent: str | None) -> list[str]:
        """Takes an entry; answers the keys of the turns that its coming leaves on another branch."""
        left: list[str] = []
        if self._branch and parent != self._branch[-1][0]:
            kept, way = self._way_to(parent)
            left = [key for entry in self._branch[kept:] for key in entry[1:]]
            self._branch[kept:] = [[step] for step in way]
        self._branch.append([ident])
        self._parents[ident] = parent or ""
        del self._branch[:-TREE_ENTRIES]
        while len(self._parents) > 2 * TREE_ENTRIES:
            del self._parents[next(iter(self._parents))]
        return left

    def speak(self, key: str) -> None:
        """A turn of the last entry."""
        if self._branch:
            self._branch[-1].append(key)

    def _way_to(self, parent: str | None) -> tuple[int, list[str]]:
        """How much of the branch goes on to `parent`, and the entries between."""
        if not parent:
            return 0, []
        places = {entry[0]: number for number, entry in enumerate(self._branch)}
        way: list[str] = []
        step = parent
        while step and step not in places and len(way) <= len(self._parents):
            way.append(step)
            step = self._parents.get(step, "")
        if step in places:
            return places[step] + 1, way[::-1]
        return len(self._branch), []  # too long ago to know: nothing is taken back on suspicion


class _Follower:
    def __init__(self, path: Path, state: State | None) -> None:
        state = state or {}
        self._session: str = state.get("session") or path.stem.rpartition("_")[2] or path.stem
        self._cwd: str = state.get("cwd", "")
        self._count: int = state.get("count", 0)
        """Messages without a time so far."""
        self._tree = _Tree(state.get("tree", {}))
        self._begun: bool = state.get("begun", False)
        self._at: int | None = None
        self._stamp = ""
        self._line = 0

    def save(self) -> State:
        return {
            "session": self._session,
            "cwd": self._cwd,
            "count": self._count,
            "begun": self._begun,
            "tree": self._tree.save(),
        }

    def feed(self, data: bytes, offset: int, out: Gathering) -> bool:
        found = objects(data)
        if found is None:
            return False
        self._line = offset
        for record in found:
            self._entry(record, out)
        return True

    def _entry(self, record: Mapping[str, Any], out: Gathering) -> None:
        self._at = moment(record.get("timestamp"))
        self._stamp = str(self._at) if self._at is not None else ""
        kind = text(record.get("type"))
        if kind == "session":
            self._header(record, out)
            return
        if ident := text(record.get("id")):
            out.unsay(self._session, self._tree.grow(ident, text(record.get("parentId")) or None))
        if kind == "message":
            self._message(mapping(record.get("message")), out)
        elif kind in ("compaction", "branch_summary"):
            self._say(out, Role.USER, TurnKind.SUMMARY, text(record.get("summary")))
        elif kind == "custom_message":
            self._say(out, Role.USER, TurnKind.INJECTED, _words(record.get("content")))
        elif kind == "session_info":
            out.about(self._session, title=text(record.get("name")))
        elif kind == "model_change":
            out.about(self._session, model=text(record.get("modelId")) or None)
        elif kind not in _SILENT:
            out.unknown += 1

    def _header(self, record: Mapping[str, Any], out: Gathering) -> None:
        if not self._begun:  # a second one could only be a copy of the session this one came from
            self._begun = True
            self._session = text(record.get("id")) or self._session
            self._cwd = text(record.get("cwd")) or self._cwd
            model, name = text(record.get("modelId")), text(record.get("name"))
            out.about(self._session, cwd=self._cwd, title=name, model=model or None)

    def _message(self, message: Mapping[str, Any], out: Gathering) -> None:
        role = text(message.get("role"))
        if self._at is None:
            self._at = moment(message.get("timestamp"))
        if not self._stamp:
            self._count += 1
            self._stamp = f"{self._session}:{self._at or self._count}"
        if role == "user":
            self._user(_words(message.get("content")), out)
        elif role == "assistant":
            self._assistant(message, out)
        elif role == "toolResult":
            ended = tool_result(_words(message.get("content")), failed=message.get("isError") is True)
            self._say(out, Role.USER, TurnKind.TOOL, ended, text(message.get("toolCallId")))
        elif role == "bashExecution":
            self._bash(message, out)
        elif role in _SUMMARIES:
            self._say(out, Role.USER, TurnKind.SUMMARY, text(message.get("summary")))
        elif role in _PROGRAM_ROLES:
            self._say(out, Role.USER, TurnKind.INJECTED, _words(message.get("content")))
        else:
            out.unknown += 1

    def _user(self, words: str, out: Gathering) -> None:
        """Skills and files that a prompt asked for stand in front of it."""
        while (opened := _LEADING.match(words)) and (
            close := words.find(end := f"</{opened.group(1)}>", opened.end())
        ) >= 0:
            self._say(out, Role.USER, TurnKind.INJECTED, words[: close + len(end)])
            words = words[close + len(end) :]
        self._say(out, Role.USER, TurnKind.SAID, words)

    def _assistant(self, message: Mapping[str, Any], out: Gathering) -> None:
        content = message.get("content")
        self._say(out, Role.ASSISTANT, TurnKind.SAID, _words(content))
        for block in sequence(content):
            call = mapping(block)
            if call.get("type") == "toolCall":
                arguments = mapping(call.get("arguments"))
                asked = tool_call(text(call.get("name")), _target(arguments))
                self._say(out, Role.ASSISTANT, TurnKind.TOOL, asked, text(call.get("id")))
                if text(call.get("name")) in _EDITORS:
                    out.edited(self._session, text(arguments.get("path")) or text(arguments.get("file_path")))
        if message.get("stopReason") == "aborted":
            self._say(out, Role.USER, TurnKind.INTERRUPT, INTERRUPTED)
        usage = mapping(message.get("usage"))
        out.tokens(self._session, number(usage.get("input")), number(usage.get("output")))
        if model := text(message.get("model")):
            out.about(self._session, model=model)

    def _bash(self, message: Mapping[str, Any], out: Gathering) -> None:
        """What the person ran with `!`."""
        code = message.get("exitCode")
        ended = tool_result(text(message.get("output")), failed=isinstance(code, int) and code != 0)
        command = tool_call("!", text(message.get("command"))).removeprefix("!: ")
        self._say(out, Role.USER, TurnKind.COMMAND, f"!{command}\n{ended}")

    def _say(self, out: Gathering, role: Role, kind: TurnKind, words: str, call: str = "") -> None:
        words = words.strip()
        if not words:
            return
        if not self._stamp:
            self._count += 1
            self._stamp = f"{self._session}:{self._count}"
        key = content_key(SOURCE, "turn", self._stamp, role, kind, call, words)
        self._tree.speak(key)
        out.say(
            self._session,
            key,
            role,
            words,
            kind=kind,
            at=self._at,
            line=self._line,
            cwd=self._cwd or None,
        )


def _words(content: Any) -> str:
    """The text of a message: a string, or its text blocks."""
    if isinstance(content, str):
        return content
    blocks = [mapping(block) for block in sequence(content)]
    return "\n\n".join(text(block.get("text")) for block in blocks if block.get("type") == "text")


def _target(arguments: Mapping[str, Any]) -> str:
    for name in ("command", "path", "file_path", "pattern", "query", "url", "task", "prompt"):
        if found := text(arguments.get(name)):
            return found
    return ""
