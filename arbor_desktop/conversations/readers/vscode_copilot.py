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
from arbor_desktop.conversations.readers import json_lines
from arbor_desktop.conversations.readers.base import Batch, Checkpoint, Damaged
from arbor_desktop.conversations.readers.documents import document_checkpoint, is_unchanged, read_json
from arbor_desktop.conversations.readers.gathering import Gathering, content_key
from arbor_desktop.conversations.readers.speech import tool_call
from arbor_desktop.conversations.readers.vscode_copilot_journal import replay
from arbor_desktop.conversations.readers.vscode_copilot_place import folder_of

SOURCE = "vscode-copilot"
_SESSION = re.compile(rb'"sessionId"\s*:\s*"')
_REQUESTS = re.compile(rb'"requests"\s*:\s*\[')
_CHAT = re.compile(rb'"(?:responderUsername|requesterUsername|initialLocation|creationDate)"\s*:')
_JOURNAL = re.compile(rb'\s*\{\s*"kind"\s*:\s*0\s*,\s*"v"\s*:\s*\{')
_FOLDERS = ("chatSessions", "emptyWindowChatSessions")
_COMMAND = re.compile(r"/(?:clear|help|compact)\b")


class VsCodeCopilotReader:
    """Reads the chats of VS Code."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        head = head.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n\x00")
        if path.suffix == ".jsonl":
            if not _JOURNAL.match(head):
                return False
        elif path.suffix != ".json" or not head.startswith(b"{"):
            return False
        in_place = path.parent.name in _FOLDERS
        marks = [bool(mark.search(head)) for mark in (_SESSION, _REQUESTS, _CHAT)]
        exported = marks[1] and b'"responderUsername"' in head  # an exported chat has no id
        return all(marks) or exported or (in_place and any(marks))

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        if since is not None and is_unchanged(path, since):
            yield Batch(since)
            return
        finished = document_checkpoint(path)
        out = Gathering(SOURCE)
        if path.suffix == ".jsonl":
            document = replay(path, out)
        else:
            document = read_json(path)
        if not isinstance(document, dict):
            raise Damaged("The chat's file holds no session.")
        _gather(path, document, out)
        yield out.batch(finished)


def _gather(path: Path, document: Mapping[str, Any], out: Gathering) -> None:
    session = json_lines.text(document.get("sessionId")) or path.stem
    model = ""
    for number, request in enumerate(json_lines.sequence(document.get("requests"))):
        request = json_lines.mapping(request)
        with out.guarded():
            _take(session, request, number, out)
        metadata = json_lines.mapping(json_lines.mapping(request.get("result")).get("metadata"))
        out.tokens(
            session,
            json_lines.number(metadata.get("promptTokens")),
            json_lines.number(metadata.get("outputTokens")),
        )
        model = (
            json_lines.text(metadata.get("resolvedModel")) or json_lines.text(request.get("modelId")) or model
        )
    out.about(
        session,
        title=json_lines.text(document.get("customTitle")),
        cwd=_workspace(path),
        whole=True,
        model=model or None,
    )


def _take(session: str, request: Mapping[str, Any], number: int, out: Gathering) -> None:
    """A prompt and its answer, under the request's id: it is unique, and a retried request has a new one."""
    ident = json_lines.text(request.get("requestId")) or str(number)
    at = json_lines.moment(request.get("timestamp"))
    undone = bool(request.get("shouldBeRemovedOnSend")) or request.get("isHidden") is True
    message = request.get("message")
    words = message if isinstance(message, str) else json_lines.text(json_lines.mapping(message).get("text"))
    kind = TurnKind.COMMAND if _COMMAND.match(words) else TurnKind.SAID
    key = content_key(SOURCE, session, ident, "prompt", words)
    out.say(session, key, Role.USER, words, kind=kind, at=at, line=number, unsaid=undone)
    for place, (kind, text) in enumerate(_response(request.get("response"), session, out)):
        key = content_key(SOURCE, session, ident, place, kind, text)
        out.say(session, key, Role.ASSISTANT, text, kind=kind, at=at, line=number, unsaid=undone)
    if request.get("isCanceled") is True:
        key = content_key(SOURCE, session, ident, "canceled")
        out.say(session, key, Role.USER, "Canceled", kind=TurnKind.INTERRUPT, at=at, line=number)


def _response(value: Any, session: str, out: Gathering) -> Iterator[tuple[TurnKind, str]]:
    """(kind, text) of an answer: its words, with the tools between them."""
    words: list[str] = []
    for part in json_lines.sequence(value):
        part = {"value": part} if isinstance(part, str) else json_lines.mapping(part)
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
    text = "".join(words)
    if text.strip().strip("`"):  # the fences around an edit that is shown elsewhere
        yield TurnKind.SAID, text


def _markdown(part: Mapping[str, Any]) -> str:
    content = part.get("content") if "content" in part else part.get("value")
    return content if isinstance(content, str) else json_lines.text(json_lines.mapping(content).get("value"))


def _reference(part: Mapping[str, Any]) -> str:
    reference = json_lines.mapping(part.get("inlineReference"))
    name = json_lines.text(part.get("name")) or json_lines.text(reference.get("name"))
    if not name:
        place = _path(reference.get("uri")) or _path(reference)
        name = re.split(r"[\\/]", place)[-1]
    return f"`{name}`" if name else ""


def _tool(part: Mapping[str, Any]) -> str:
    data = json_lines.mapping(part.get("toolSpecificData"))
    command = data.get("command") or json_lines.mapping(data.get("commandLine")).get("original")
    said = _message(part.get("pastTenseMessage")) or _message(part.get("invocationMessage"))
    name = json_lines.text(part.get("toolId")) or json_lines.text(part.get("toolName"))
    return tool_call(name, json_lines.text(command) or said)


def _message(value: Any) -> str:
    return value if isinstance(value, str) else json_lines.text(json_lines.mapping(value).get("value"))


def _path(uri: Any) -> str:
    """The path of an address, which is written as an object."""
    found = json_lines.mapping(uri)
    return json_lines.text(found.get("fsPath")) or json_lines.text(found.get("path")) or folder_of(uri)


def _workspace(path: Path) -> str:
    try:
        found = json_lines.mapping(read_json(path.parent.parent / "workspace.json"))
    except OSError:  # a chat without a folder has none
        return ""
    return folder_of(found.get("folder"))
