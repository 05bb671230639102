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
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import (
    BatchBuilder,
    DocumentReader,
    read_beside,
    read_json,
)
from arbor_desktop.conversations.readers.transcript import called, message_parts
from arbor_desktop.conversations.readers.values import (
    BOM,
    Spoken,
    mapping,
    mappings,
    moment,
    number,
    path_of,
    sequence,
    text,
    tool_result,
)

SOURCE = "continue"
INDEX = "sessions.json"
_HISTORY = re.compile(rb'"history"\s*:\s*\[')
_SESSION = re.compile(rb'"sessionId"\s*:\s*"')
_FOLDER = re.compile(rb'"workspaceDirectory"\s*:')
_MESSAGE = re.compile(rb'"message"\s*:\s*\{')
_NEW_TITLES = frozenset({"New Session", "New Chat"})


class ContinueReader(DocumentReader):
    """Reads the sessions of Continue."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        if path.suffix.lower() != ".json" or path.name == INDEX:
            return False
        head = head.removeprefix(BOM).lstrip()
        if not head.startswith(b"{") or not _HISTORY.search(head):
            return False
        if _SESSION.search(head) and _FOLDER.search(head):
            return True
        at_home = path.parent.name == "sessions" and path.parent.parent.name == ".continue"
        return at_home and bool(_MESSAGE.search(head))

    def take(self, path: Path, out: BatchBuilder) -> None:
        document = mapping(read_json(path))
        session = text(document, "sessionId") or path.stem
        at = _created(path, session)
        for line, item in enumerate(mappings(document, "history")):
            with out.guarded():
                for said in _said(item):
                    out.say_words(session, said.role, said.kind, said.text, at=said.at or at, line=line)
        title, usage = text(document, "title"), mapping(document, "usage")
        out.tokens(session, number(usage, "promptTokens"), number(usage, "completionTokens"))
        out.about(
            session,
            title="" if title in _NEW_TITLES else title,
            cwd=path_of(document.get("workspaceDirectory")),
            whole=True,
            model=text(document, "chatModelTitle"),
            mode=text(document, "mode"),
        )


def _said(item: Mapping[str, Any]) -> Iterator[Spoken]:
    message = mapping(item, "message")
    for context in mappings(item, "contextItems"):
        name, what = text(context, "name"), text(context, "description")
        yield Spoken(Role.USER, TurnKind.INJECTED, " - ".join(filter(None, (name, what))))
    if message.get("role") != "thinking":
        spoken = {name: value for name, value in message.items() if name != "toolCalls"}
        yield from message_parts(spoken)
    yield from _tools(item, message)
    if summary := text(item, "conversationSummary"):
        yield Spoken(Role.USER, TurnKind.SUMMARY, summary)


def _tools(item: Mapping[str, Any], message: Mapping[str, Any]) -> Iterator[Spoken]:
    """Yield the tools that were called: with their results where these are known, else by their names."""
    states = sequence(item, "toolCallStates") or [item.get("toolCallState")]
    told = [state for state in map(mapping, states) if state]
    for state in told:
        yield called(mapping(state, "toolCall"))
        if output := "\n".join(filter(None, (text(item, "content") for item in mappings(state, "output")))):
            failed = state.get("status") in ("errored", "canceled")
            yield Spoken(Role.ASSISTANT, TurnKind.TOOL, tool_result(output, failed=failed))
    if not told:
        for call in mappings(message, "toolCalls"):
            yield called(call)


def _created(path: Path, session: str) -> int | None:
    """Return when the session began, by the index beside it."""
    for entry in mappings(read_beside(path, INDEX)):
        if entry.get("sessionId") == session:
            return moment(entry, "dateCreated")
    return None
