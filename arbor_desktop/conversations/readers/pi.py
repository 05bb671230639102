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
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import content_key
from arbor_desktop.conversations.readers.json_lines import JsonLinesReader, JsonLog, State
from arbor_desktop.conversations.readers.values import (
    first_text,
    mapping,
    mappings,
    moment,
    number,
    text,
    tool_call,
    tool_result,
)

TREE_ENTRIES = 512
"""How many entries back a new branch is recognised."""
INTERRUPTED = "Turn interrupted"

_SILENT = frozenset(("thinking_level_change", "custom", "label", "ephemeral", "context_transform", "leaf"))
_SUMMARIES = frozenset(("compactionSummary", "branchSummary"))
_PROGRAM_ROLES = frozenset(("custom", "hookMessage", "system"))
_LEADING = re.compile(r"\s*<(skill|file)(?:\s[^<>]{0,1000})?>")
_EDITORS = frozenset(("edit", "write"))


class _Tree:
    """The entries of the current branch, and how those before hang together."""

    def __init__(self) -> None:
        self.branch: list[list[str]] = []
        """[entry's id, keys of its turns…] from the oldest that is remembered to the last."""
        self.parents: dict[str, str] = {}

    def grow(self, ident: str, parent: str) -> list[str]:
        """Add an entry; return the keys of the turns that it leaves on another branch."""
        left: list[str] = []
        if self.branch and parent != self.branch[-1][0]:
            kept, way = self._way_to(parent)
            left = [key for entry in self.branch[kept:] for key in entry[1:]]
            self.branch[kept:] = [[step] for step in way]
        self.branch.append([ident])
        self.parents[ident] = parent
        del self.branch[:-TREE_ENTRIES]
        while len(self.parents) > 2 * TREE_ENTRIES:
            del self.parents[next(iter(self.parents))]
        return left

    def _way_to(self, parent: str) -> tuple[int, list[str]]:
        """Return how many entries of the branch lead to `parent`, and the entries between."""
        if not parent:
            return 0, []
        places = {entry[0]: number for number, entry in enumerate(self.branch)}
        way: list[str] = []
        step = parent
        while step and step not in places and len(way) <= len(self.parents):
            way.append(step)
            step = self.parents.get(step, "")
        if step in places:
            return places[step] + 1, way[::-1]
        return len(self.branch), []  # too long ago to know: nothing is taken back on suspicion


class _Log(JsonLog):
    saved = ("session", "cwd", "count", "begun")
    targets = ("command", "path", "file_path", "pattern", "query", "url", "task", "prompt")

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path, source)
        self.session = path.stem.rpartition("_")[2] or path.stem
        self.count = 0
        """Messages without a time so far."""
        self.begun = False
        self._tree = _Tree()
        self._stamp = ""

    def save(self) -> State:
        return super().save() | {"tree": vars(self._tree)}

    def restore(self, state: State) -> None:
        super().restore(state)
        vars(self._tree).update(state.get("tree", {}))

    def take(self, record: Mapping[str, Any]) -> None:
        self._stamp = str(self.at) if self.at is not None else ""
        kind = text(record, "type")
        if kind == "session":
            self._header(record)
            return
        if ident := text(record, "id"):
            self.out.unsay(self.session, self._tree.grow(ident, text(record, "parentId")))
        if kind == "message":
            self._message(mapping(record, "message"))
        elif kind in ("compaction", "branch_summary"):
            self.say(Role.USER, TurnKind.SUMMARY, text(record, "summary"))
        elif kind == "custom_message":
            self.say(Role.USER, TurnKind.INJECTED, _words(record.get("content")))
        elif kind == "session_info":
            self.out.about(self.session, title=text(record, "name"))
        elif kind == "model_change":
            self.out.about(self.session, model=text(record, "modelId"))
        elif kind not in _SILENT:
            self.out.unknown += 1

    def _header(self, record: Mapping[str, Any]) -> None:
        if not self.begun:  # a second one could only be a copy of the session this one came from
            self.begun = True
            self.session = text(record, "id") or self.session
            self.cwd = text(record, "cwd") or self.cwd
            self.about(title=text(record, "name"), model=text(record, "modelId"))

    def _message(self, message: Mapping[str, Any]) -> None:
        role = text(message, "role")
        if self.at is None:
            self.at = moment(message, "timestamp")
        if not self._stamp:
            self.count += 1
            self._stamp = f"{self.session}:{self.at or self.count}"
        if role == "user":
            self._user(_words(message.get("content")))
        elif role == "assistant":
            self._assistant(message)
        elif role == "toolResult":
            failed = message.get("isError") is True
            self.result(_words(message.get("content")), text(message, "toolCallId"), failed=failed)
        elif role == "bashExecution":  # the person ran it with `!`
            code = message.get("exitCode")
            ended = tool_result(text(message, "output"), failed=isinstance(code, int) and code != 0)
            command = tool_call("!", text(message, "command")).removeprefix("!: ")
            self.say(Role.USER, TurnKind.COMMAND, f"!{command}\n{ended}")
        elif role in _SUMMARIES:
            self.say(Role.USER, TurnKind.SUMMARY, text(message, "summary"))
        elif role in _PROGRAM_ROLES:
            self.say(Role.USER, TurnKind.INJECTED, _words(message.get("content")))
        else:
            self.out.unknown += 1

    def _user(self, words: str) -> None:
        """Take a prompt, and the skills and files that it asked for, which stand in front of it."""
        while (opened := _LEADING.match(words)) and (
            close := words.find(end := f"</{opened.group(1)}>", opened.end())
        ) >= 0:
            self.say(Role.USER, TurnKind.INJECTED, words[: close + len(end)])
            words = words[close + len(end) :]
        self.say(Role.USER, TurnKind.SAID, words)

    def _assistant(self, message: Mapping[str, Any]) -> None:
        content = message.get("content")
        self.say(Role.ASSISTANT, TurnKind.SAID, _words(content))
        for call in mappings(content):
            if call.get("type") == "toolCall":
                arguments, name = mapping(call, "arguments"), text(call, "name")
                self.call(name, arguments, text(call, "id"))
                if name in _EDITORS:
                    self.out.edited(self.session, first_text(arguments, ("path", "file_path")))
        if message.get("stopReason") == "aborted":
            self.say(Role.USER, TurnKind.INTERRUPT, INTERRUPTED)
        usage = mapping(message, "usage")
        self.out.tokens(self.session, number(usage, "input"), number(usage, "output"))
        self.out.about(self.session, model=text(message, "model"))

    def key(self, role: Role, kind: TurnKind, words: str, ident: str) -> str:
        if not self._stamp:
            self.count += 1
            self._stamp = f"{self.session}:{self.count}"
        key = content_key(self.source, "turn", self._stamp, role, kind, ident, words.strip())
        if self._tree.branch:
            self._tree.branch[-1].append(key)
        return key


class PiReader(JsonLinesReader):
    """Reads sessions, whole or from where it stopped."""

    source = "pi"
    log = _Log

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        header = records[0] if records else {}
        return header.get("type") == "session" and all(
            isinstance(header.get(name), str) for name in ("id", "timestamp", "cwd")
        )


def _words(content: Any) -> str:
    """Return the text of a message: a string, or its text blocks."""
    if isinstance(content, str):
        return content
    blocks = mappings(content)
    return "\n\n".join(text(block, "text") for block in blocks if block.get("type") == "text")
