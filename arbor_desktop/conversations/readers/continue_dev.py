"""Sessions of Continue, the extension for VS Code and JetBrains, and of its command line.

Facts (continuedev/continue:core/util/paths.ts, core/util/history.ts, core/index.d.ts):
- `~/.continue/sessions/<uuid>.json` (`CONTINUE_GLOBAL_DIR` moves it), written anew at each step:
  `{sessionId, title, workspaceDirectory, history: […], mode?, chatModelTitle?, usage?}`.
- An item of the history: `{message: {role: user|assistant|thinking|system|tool, content: text or parts,
  toolCalls?}, contextItems: [{name, description, content}], toolCallStates?, conversationSummary?}`.
- `contextItems` are files and the like that were put to the prompt; `message.content` is what was typed.
- Messages have no times; `sessions.json` beside them has one for each session: `dateCreated`, milliseconds as
  a text. It is an index only.
- `workspaceDirectory` is a path or a `file://` address.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers import json_lines, transcript_json
from arbor_desktop.conversations.readers.base import Batch, Checkpoint
from arbor_desktop.conversations.readers.documents import document_checkpoint, is_unchanged, read_json
from arbor_desktop.conversations.readers.gathering import Gathering, content_key
from arbor_desktop.conversations.readers.speech import tool_call, tool_result
from arbor_desktop.conversations.readers.transcript_json import Said
from arbor_desktop.conversations.readers.vscode_copilot_place import folder_of

SOURCE = "continue"
INDEX = "sessions.json"
_HISTORY = re.compile(rb'"history"\s*:\s*\[')
_SESSION = re.compile(rb'"sessionId"\s*:\s*"')
_FOLDER = re.compile(rb'"workspaceDirectory"\s*:')
_MESSAGE = re.compile(rb'"message"\s*:\s*\{')
_NEW_TITLES = frozenset({"New Session", "New Chat"})


class ContinueReader:
    """Reads the sessions of Continue."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        if path.suffix.lower() != ".json" or path.name == INDEX:
            return False
        head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
        if not head.startswith(b"{") or not _HISTORY.search(head):
            return False
        if _SESSION.search(head) and _FOLDER.search(head):
            return True
        at_home = path.parent.name == "sessions" and path.parent.parent.name == ".continue"
        return at_home and bool(_MESSAGE.search(head))

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        if since is not None and is_unchanged(path, since):
            yield Batch(since)
            return
        finished = document_checkpoint(path)
        out = Gathering(SOURCE)
        _gather(path, json_lines.mapping(read_json(path)), out)
        yield out.batch(finished)


def _gather(path: Path, document: Mapping[str, Any], out: Gathering) -> None:
    session = json_lines.text(document.get("sessionId")) or path.stem
    at = _created(path, session)
    before: Counter[tuple[str, str, str]] = Counter()
    for number, item in enumerate(json_lines.sequence(document.get("history"))):
        with out.guarded():
            for said in _said(json_lines.mapping(item)):
                words = (said.role.value, said.kind.value, said.text.strip())
                key = content_key(SOURCE, session, *words, before[words])
                before[words] += 1
                out.say(session, key, said.role, said.text, kind=said.kind, at=said.at or at, line=number)
    title = json_lines.text(document.get("title"))
    usage = json_lines.mapping(document.get("usage"))
    out.tokens(
        session,
        json_lines.number(usage.get("promptTokens")),
        json_lines.number(usage.get("completionTokens")),
    )
    out.about(
        session,
        title="" if title in _NEW_TITLES else title,
        cwd=folder_of(document.get("workspaceDirectory")),
        whole=True,
        model=json_lines.text(document.get("chatModelTitle")) or None,
        mode=json_lines.text(document.get("mode")) or None,
    )


def _said(item: Mapping[str, Any]) -> Iterator[Said]:
    message = json_lines.mapping(item.get("message"))
    for context in map(json_lines.mapping, json_lines.sequence(item.get("contextItems"))):
        name, what = json_lines.text(context.get("name")), json_lines.text(context.get("description"))
        yield Said(Role.USER, TurnKind.INJECTED, " - ".join(filter(None, (name, what))))
    if message.get("role") != "thinking":
        spoken = {name: value for name, value in message.items() if name != "toolCalls"}
        yield from transcript_json.message(spoken)
    yield from _tools(item, message)
    if summary := json_lines.text(item.get("conversationSummary")):
        yield Said(Role.USER, TurnKind.SUMMARY, summary)


def _tools(item: Mapping[str, Any], message: Mapping[str, Any]) -> Iterator[Said]:
    """The tools that were called: with how they ended where that is told, else by their names."""
    states = json_lines.sequence(item.get("toolCallStates")) or [item.get("toolCallState")]
    told = [state for state in map(json_lines.mapping, states) if state]
    for state in told:
        yield _call(json_lines.mapping(state.get("toolCall")))
        if output := _output(state.get("output")):
            failed = state.get("status") in ("errored", "canceled")
            yield Said(Role.ASSISTANT, TurnKind.TOOL, tool_result(output, failed=failed))
    if not told:
        for call in map(json_lines.mapping, json_lines.sequence(message.get("toolCalls"))):
            yield _call(call)


def _call(call: Mapping[str, Any]) -> Said:
    function = json_lines.mapping(call.get("function"))
    target = transcript_json.target_of(function.get("arguments"))
    return Said(Role.ASSISTANT, TurnKind.TOOL, tool_call(json_lines.text(function.get("name")), target))


def _output(value: Any) -> str:
    items = map(json_lines.mapping, json_lines.sequence(value))
    return "\n".join(filter(None, (json_lines.text(item.get("content")) for item in items)))


def _created(path: Path, session: str) -> int | None:
    """When the session began, by the index beside it."""
    try:
        index = read_json(path.parent / INDEX)
    except OSError:  # it is missing, or being written: the session has no time then
        return None
    for entry in map(json_lines.mapping, json_lines.sequence(index)):
        if entry.get("sessionId") == session:
            return json_lines.moment(entry.get("dateCreated"))
    return None
