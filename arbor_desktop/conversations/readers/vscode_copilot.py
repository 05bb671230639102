"""Chats of VS Code with Copilot, as VS Code itself keeps them.

Facts:
- `<user data>/User/workspaceStorage/<hash>/chatSessions/<uuid>.json` or `.jsonl`, without a folder
  `User/globalStorage/emptyWindowChatSessions/`; the folder it belongs to is in `../workspace.json`:
  `{folder: "file:///…"}` (kenn-io/agentsview:internal/parser/vscode_copilot.go).
- A session: `{version, sessionId, creationDate, customTitle?, responderUsername, requests: […]}`; a request:
  `{requestId, message: text or {text}, response: […], timestamp, modelId?, isCanceled?, result?}`; `isHidden`
  and `shouldBeRemovedOnSend` mark one that was undone (microsoft/vscode: chatModel.ts).
- A response's parts: without `kind` (or `markdownContent`) words in `value`; `inlineReference` a name within
  them; `toolInvocationSerialized` a tool; `textEditGroup` an edited file; `thinking` and others say nothing.
- `.jsonl` is a journal: `{kind: 0, v}` the whole, 1 sets the value at the path `k`, 2 appends `v` to the list
  at `k` after cutting it to `i` items, 3 deletes at `k`. It is compacted after 512 entries (microsoft/vscode:
  objectMutationLog.ts).
- `result.metadata` has `promptTokens`, `outputTokens`, `resolvedModel`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import (
    BatchBuilder,
    Damaged,
    DocumentReader,
    content_key,
    read_beside,
    read_json,
)
from arbor_desktop.conversations.readers.json_lines import JsonLog, LogFile, taken
from arbor_desktop.conversations.readers.values import (
    BOM,
    PADDING,
    at,
    first_text,
    inner_text,
    mapping,
    mappings,
    moment,
    number,
    path_of,
    sequence,
    text,
    tool_call,
)

SOURCE = "vscode-copilot"
_SESSION = re.compile(rb'"sessionId"\s*:\s*"')
_REQUESTS = re.compile(rb'"requests"\s*:\s*\[')
_CHAT = re.compile(rb'"(?:responderUsername|requesterUsername|initialLocation|creationDate)"\s*:')
_JOURNAL = re.compile(rb'\s*\{\s*"kind"\s*:\s*0\s*,\s*"v"\s*:\s*\{')
_FOLDERS = ("chatSessions", "emptyWindowChatSessions")
_INITIAL, _SET, _PUSH, _DELETE = range(4)
_COMMAND = re.compile(r"/(?:clear|help|compact)\b")


class VsCodeCopilotReader(DocumentReader):
    """Reads the chats of VS Code."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        head = head.removeprefix(BOM).lstrip(PADDING)
        if path.suffix == ".jsonl":
            if not _JOURNAL.match(head):
                return False
        elif path.suffix != ".json" or not head.startswith(b"{"):
            return False
        in_place = path.parent.name in _FOLDERS
        marks = [bool(mark.search(head)) for mark in (_SESSION, _REQUESTS, _CHAT)]
        exported = marks[1] and b'"responderUsername"' in head  # an exported chat has no id
        return all(marks) or exported or (in_place and any(marks))

    def take(self, path: Path, out: BatchBuilder) -> None:
        document = _replayed(path, out) if path.suffix == ".jsonl" else read_json(path)
        if not isinstance(document, dict):
            raise Damaged("The chat's file has no session.")
        session = text(document, "sessionId") or path.stem
        model = ""
        for place, request in enumerate(mappings(document, "requests")):
            with out.guarded():
                _take(session, request, place, out)
            metadata = mapping(request, "result", "metadata")
            out.tokens(session, number(metadata, "promptTokens"), number(metadata, "outputTokens"))
            model = text(metadata, "resolvedModel") or text(request, "modelId") or model
        out.about(
            session,
            title=text(document, "customTitle"),
            cwd=path_of(at(read_beside(path.parent, "workspace.json"), "folder")),
            whole=True,
            model=model,
        )


def _take(session: str, request: Mapping[str, Any], line: int, out: BatchBuilder) -> None:
    """Add a prompt and its answer under the request's id, which is unique: a retried one has another."""
    ident = text(request, "requestId") or str(line)
    at = moment(request, "timestamp")
    undone = bool(request.get("shouldBeRemovedOnSend")) or request.get("isHidden") is True
    words = inner_text(request.get("message"), "text")
    kind = TurnKind.COMMAND if _COMMAND.match(words) else TurnKind.SAID
    key = content_key(SOURCE, session, ident, "prompt", words)
    out.say(session, key, Role.USER, words, kind=kind, at=at, line=line, unsaid=undone)
    for place, (kind, words) in enumerate(_response(request.get("response"), session, out)):
        key = content_key(SOURCE, session, ident, place, kind, words)
        out.say(session, key, Role.ASSISTANT, words, kind=kind, at=at, line=line, unsaid=undone)
    if request.get("isCanceled") is True:
        key = content_key(SOURCE, session, ident, "canceled")
        out.say(session, key, Role.USER, "Canceled", kind=TurnKind.INTERRUPT, at=at, line=line)


def _response(value: Any, session: str, out: BatchBuilder) -> Iterator[tuple[TurnKind, str]]:
    """Yield (kind, text) of an answer: its words, with the tools between them."""
    words: list[str] = []
    for part in sequence(value):
        part = {"value": part} if isinstance(part, str) else mapping(part)
        kind = part.get("kind")
        if kind in (None, "markdownContent", "markdownVuln"):
            words.append(_markdown(part))
        elif kind == "inlineReference":
            words.append(_reference(part))
        elif kind in ("toolInvocationSerialized", "toolInvocation"):
            yield from _spoken(words)
            words = []
            yield TurnKind.TOOL, _tool(part)
        elif kind in ("textEditGroup", "notebookEditGroup"):
            out.edited(session, _path(part.get("uri")))
    yield from _spoken(words)


def _spoken(words: list[str]) -> Iterator[tuple[TurnKind, str]]:
    joined = "".join(words)
    if joined.strip().strip("`"):  # the fences around an edit that is shown elsewhere
        yield TurnKind.SAID, joined


def _markdown(part: Mapping[str, Any]) -> str:
    return inner_text(part.get("content") if "content" in part else part.get("value"), "value")


def _reference(part: Mapping[str, Any]) -> str:
    reference = mapping(part, "inlineReference")
    name = text(part, "name") or text(reference, "name")
    if not name:
        place = _path(reference.get("uri")) or _path(reference)
        name = re.split(r"[\\/]", place)[-1]
    return f"`{name}`" if name else ""


def _tool(part: Mapping[str, Any]) -> str:
    data = mapping(part, "toolSpecificData")
    command = text(data.get("command") or at(data, "commandLine", "original"))
    said = (inner_text(part.get(name), "value") for name in ("pastTenseMessage", "invocationMessage"))
    return tool_call(first_text(part, ("toolId", "toolName")), command or next(filter(None, said), ""))


def _path(uri: Any) -> str:
    """Return the path of an address, which is written as an object."""
    return first_text(mapping(uri), ("fsPath", "path")) or path_of(uri)


# -- the journal --


class _Journal(JsonLog):
    """The session as it is after the journal's last whole line. Changes to what is not there are unknown."""

    state: Any = None

    def take(self, record: Mapping[str, Any]) -> None:
        if record.get("kind") == _INITIAL:
            self.state = record.get("v")
        elif not _apply(self.state, record):
            self.out.unknown += 1


def _replayed(path: Path, out: BatchBuilder) -> Any:
    """Return the session that the journal tells; None where it tells none."""
    journal = _Journal(path, SOURCE)
    journal.out = out
    with LogFile(path) as log:
        for _ in taken(journal, log.lines()):
            pass
    return journal.state


def _apply(state: Any, entry: Mapping[str, Any]) -> bool:
    """Make one change; False where the path leads nowhere."""
    keys = entry.get("k")
    if not isinstance(keys, list) or not keys:
        return False
    for key in keys[:-1]:
        state = _child(state, key)
    last, kind = keys[-1], entry.get("kind")
    if kind == _PUSH:
        return _push(_child(state, last), entry)
    if isinstance(state, dict) and isinstance(last, str):
        if kind == _SET:
            state[last] = entry.get("v")
        elif kind == _DELETE:
            state.pop(last, None)
        return kind in (_SET, _DELETE)
    if kind == _SET and _is_place(state, last):
        state[last] = entry.get("v")
        return True
    return False


def _push(target: Any, entry: Mapping[str, Any]) -> bool:
    if not isinstance(target, list):
        return False
    kept = entry.get("i")
    if isinstance(kept, int) and kept >= 0:
        del target[kept:]
    target.extend(sequence(entry, "v"))
    return True


def _child(state: Any, key: Any) -> Any:
    if isinstance(state, dict) and isinstance(key, str):
        return state.get(key)
    return state[key] if _is_place(state, key) else None


def _is_place(state: Any, key: Any) -> bool:
    return (
        isinstance(state, list)
        and isinstance(key, int)
        and not isinstance(key, bool)
        and 0 <= key < len(state)
    )
