"""OpenCode: its sessions as a tree of JSON files; for the database that succeeded it see `opencode_database`.

`~/.local/share/opencode/storage/`: `session/<project>/<session>.json`, `message/<session>/<message>.json`,
`part/<message>/<part>.json`. The session's file stands for all of them; messages and parts are found beside
it by name (anomalyco/opencode:packages/opencode/src/storage/storage.ts). Parts are written anew while an
answer streams, so a session is read whole each time it changes.

What the messages and parts of a session say, wherever they are kept: a session has messages (`role`,
`time.created` in ms), a message has parts; what is said stands in the parts. The facts come from
anomalyco/opencode:packages/opencode/src/session/ (message-v2, revert, session.sql).

* A user's `text` part is what the person typed, unless it is `synthetic` (files they named, reminders, the
  "go on" after a compaction) or `ignored`. A user message that only says that a tool was run by the user is a
  shell command: the tool stands in the answer whose `parentID` it is. `subtask` is a command to a sub-agent.
* An assistant message with `summary: true` is a compaction's summary. `error.name` `MessageAbortedError` is
  an interrupt. Only finished tool calls (`completed`, `error`) have an outcome.
* `parentID` of a session: a sub-agent's. A fork copies messages under new ids, but with their times, so turns
  are known by time and words: the copies are the same turns.
* `revert` names the message (and part) from which on all was taken back; the next prompt deletes them.
* The text of a custom command stands there as if it had been typed: nothing tells the two apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import BatchBuilder, Damaged, ReadTurn, content_key
from arbor_desktop.conversations.readers.companions import message_files, part_files
from arbor_desktop.conversations.readers.documents import DocumentReader, parse_json, read_json
from arbor_desktop.conversations.readers.speech import tail, tool_call, tool_result
from arbor_desktop.conversations.readers.values import first_text, mapping, moment, number, sequence, text

SOURCE = "opencode"
MAX_DEPTH = 32
"""How far up a sub-agent's session is followed."""
_MARKS = re.compile(rb'"id"\s*:\s*".*"directory"\s*:\s*"|"directory"\s*:\s*".*"id"\s*:\s*"', re.DOTALL)
_DEFAULT_TITLE = re.compile(r"(New session|Child session) - \d{4}-\d\d-\d\dT[\d:.]+Z")
_RUN_BY_USER = "The following tool was executed by the user"
_SILENT = frozenset(
    ("reasoning", "step-start", "step-finish", "snapshot", "file", "agent", "retry", "compaction")
)
_EDITING = frozenset(("edit", "write", "multiedit"))
_TARGETS = ("command", "filePath", "path", "pattern", "query", "url", "description", "prompt")


@dataclass(frozen=True, slots=True)
class Session:
    """What is known of a session itself. `revert_message`, `revert_part`: what follows was taken back."""

    id: str
    parent: str = ""
    title: str = ""
    directory: str = ""
    version: str = ""
    revert_message: str = ""
    revert_part: str = ""

    @property
    def own_title(self) -> str:
        """The title, where it is more than the placeholder a session begins with."""
        return "" if _DEFAULT_TITLE.fullmatch(self.title) else self.title


@dataclass(frozen=True, slots=True)
class Message:
    """A message and its parts, as the source keeps them (the ids beside, since a row's JSON has none)."""

    id: str
    info: Mapping[str, Any]
    parts: Sequence[tuple[str, Mapping[str, Any]]] = ()

    @property
    def created(self) -> int | None:
        return moment(mapping(self.info.get("time")).get("created"))


def session_of(record: Mapping[str, Any]) -> Session:
    """Return a session from its JSON as written to `storage/session/…`."""
    revert = mapping(record.get("revert"))
    return Session(
        id=text(record.get("id")),
        parent=text(record.get("parentID")),
        title=text(record.get("title")),
        directory=text(record.get("directory")),
        version=text(record.get("version")),
        revert_message=text(revert.get("messageID")),
        revert_part=text(revert.get("partID")),
    )


def describe(session: Session, out: BatchBuilder, *, whole: bool) -> None:
    """Note what is known of a session that a person began. `whole`: all of its turns were added."""
    out.about(
        session.id,
        title=session.own_title,
        cwd=session.directory,
        whole=whole,
        headless=bool(session.parent),  # a sub-agent's, whose session is gone
        version=session.version or None,
    )


class Thread:
    """Adds the turns of a session's messages, in the order in which they were made, to the session `into`."""

    def __init__(self, session: Session, into: str, out: BatchBuilder, *, subagent: bool) -> None:
        self._session = session
        self._into = into
        self._out = out
        self._subagent = subagent
        self._shell: set[str] = set()
        """User messages that stand for a shell command."""
        self._taken_back = False
        self.open = False
        """Something here is not finished yet: it will change."""

    def add(self, message: Message) -> None:
        """Add the turns of a message."""
        role = message.info.get("role")
        if message.id == self._session.revert_message and not self._session.revert_part:
            self._taken_back = True
        if role == "user":
            self._user(message)
        elif role == "assistant":
            self._assistant(message)
        else:
            self._out.unknown += 1

    # -- the two sides --

    def _user(self, message: Message) -> None:
        if any(_is_shell(part) for _, part in message.parts):
            self._shell.add(message.id)
        for place, (ident, part) in enumerate(message.parts):
            self._pass(ident)
            words, kind = text(part.get("text")), TurnKind.SAID
            match part.get("type"):
                case "text" if _is_shell(part):
                    continue  # the command itself follows
                case "text":
                    if part.get("synthetic") is True or part.get("ignored") is True:
                        words, kind = tail(words), TurnKind.INJECTED
                    else:
                        words = _typed(words)
                case "subtask":
                    name = text(part.get("command")) or text(part.get("agent")) or "task"
                    words, kind = f"/{name} {text(part.get('prompt'))}", TurnKind.COMMAND
                case other:
                    self._pass_over(text(other))
                    continue
            self._say(message, place, Role.USER, kind, words)

    def _assistant(self, message: Message) -> None:
        info = message.info
        self._note_use(info)
        shell = text(info.get("parentID")) in self._shell
        failed = mapping(info.get("error"))
        if not (mapping(info.get("time")).get("completed") or info.get("finish") or failed):
            self.open = True
        for place, (ident, part) in enumerate(message.parts):
            self._pass(ident)
            match part.get("type"):
                case "text":
                    kind = TurnKind.SAID
                    if info.get("summary") is True:
                        kind = TurnKind.SUMMARY
                    elif part.get("synthetic") is True or part.get("ignored") is True:
                        kind = TurnKind.INJECTED
                    self._say(message, place, Role.ASSISTANT, kind, text(part.get("text")))
                case "tool":
                    self._tool(message, place, part, shell)
                case "patch":
                    for path in sequence(part.get("files")):
                        self._out.edited(self._into, text(path))
                case other:
                    self._pass_over(text(other))
        if failed.get("name") == "MessageAbortedError":
            self._say(message, len(message.parts), Role.USER, TurnKind.INTERRUPT, "Interrupted")

    def _tool(self, message: Message, place: int, part: Mapping[str, Any], shell: bool) -> None:
        state, name = mapping(part.get("state")), text(part.get("tool"))
        status = state.get("status")
        if status not in ("completed", "error"):
            self.open = True
            return
        given = mapping(state.get("input"))
        exit_code = mapping(state.get("metadata")).get("exit")
        failed = status == "error" or (isinstance(exit_code, int) and exit_code != 0)
        output = text(state.get("error")) if status == "error" else text(state.get("output"))
        if name in _EDITING and not failed:
            self._out.edited(self._into, text(given.get("filePath")))
        target = first_text(given, _TARGETS)
        # What was read is a file's contents, which are nobody's words: only that it was read is kept.
        kept = "" if name == "read" and not failed else output
        words = f"{tool_call(name, target)}\n{tool_result(kept, failed=failed)}"
        if shell:
            self._say(message, place, Role.USER, TurnKind.COMMAND, words)
        else:
            self._say(message, place, Role.ASSISTANT, TurnKind.TOOL, words)

    def _note_use(self, info: Mapping[str, Any]) -> None:
        used = mapping(info.get("tokens"))
        cache = mapping(used.get("cache"))
        self._out.tokens(
            self._into,
            number(used.get("input")) + number(cache.get("read")) + number(cache.get("write")),
            number(used.get("output")) + number(used.get("reasoning")),
        )
        if not self._subagent:
            model = text(info.get("modelID")) or text(mapping(info.get("model")).get("modelID"))
            self._out.about(self._into, model=model or None)

    # -- what all have in common --

    def _pass(self, part: str) -> None:
        if part and part == self._session.revert_part:
            self._taken_back = True

    def _pass_over(self, kind: str) -> None:
        if kind not in _SILENT and kind != "patch":
            self._out.unknown += 1

    def _say(self, message: Message, place: int, role: Role, kind: TurnKind, words: str) -> None:
        if self._subagent:
            kind = TurnKind.SUBAGENT
        created = message.created
        where = message.id if created is None else created
        key = content_key(SOURCE, "turn", where, place, role.value, kind.value, words)
        cwd = text(mapping(message.info.get("path")).get("cwd")) or self._session.directory or None
        self._out.turn(self._into, ReadTurn(key, role, kind, words, created, self._taken_back, cwd))


def in_order(messages: Iterable[Message]) -> list[Message]:
    """Return messages as they were made: by time, then by id (ids ascend)."""
    return sorted(messages, key=lambda message: (message.created or 0, message.id))


def _typed(words: str) -> str:
    """Return a prompt as it was typed: `opencode run` puts an argument that has spaces between quotes."""
    inside = words.strip()[1:-1]
    if words.strip() == f'"{inside}"' and '"' not in inside.replace('\\"', ""):
        return inside.replace('\\"', '"')
    return words


def _is_shell(part: Mapping[str, Any]) -> bool:
    return part.get("synthetic") is True and text(part.get("text")).startswith(_RUN_BY_USER)


class SessionReader(DocumentReader):
    """Reads the file of a session with its messages and parts."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        """Return whether it is a record in a `session` folder; messages and parts are no sessions."""
        if path.suffix != ".json" or path.parent.parent.name != "session":
            return False
        try:
            record = mapping(parse_json(head))
        except Damaged:  # half written, or longer than the head
            return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and bool(_MARKS.search(head))
        return (
            bool(text(record.get("id")))
            and isinstance(record.get("time"), dict)
            and any(isinstance(record.get(name), str) for name in ("projectID", "directory"))
        )

    def take(self, path: Path, out: BatchBuilder) -> None:
        session = session_of(mapping(read_json(path)))
        if not session.id:
            raise Damaged("The session's file has no id.")
        into = _root_of(path, session)
        thread = Thread(session, session.id, out, subagent=into != session.id)
        for message in in_order(_messages(path, out)):
            with out.guarded():
                thread.add(message)
        if into == session.id:
            # Where a piece is damaged, its words are missing, but not taken back.
            describe(session, out, whole=not out.broken)
        else:
            out.about(session.id, parent=into)


def _messages(path: Path, out: BatchBuilder) -> Iterator[Message]:
    """Yield messages. Damaged files are counted and skipped: once they are whole, the session has changed."""
    for file in message_files(path):
        info = _record(file, out)
        if info is None:
            continue
        parts = []
        for piece in part_files(path, file):
            part = _record(piece, out)
            if part is not None:
                parts.append((text(part.get("id")) or piece.stem, part))
        yield Message(text(info.get("id")) or file.stem, info, parts)


def _record(path: Path, out: BatchBuilder) -> Mapping[str, Any] | None:
    """Return a record; None where the file is gone (what was taken back is deleted), or damaged."""
    try:
        return mapping(read_json(path))
    except FileNotFoundError:
        return None
    except Damaged:
        out.broken += 1
        return None


def _root_of(path: Path, session: Session) -> str:
    """Return the session a person is in: up from a sub-agent's to the one that has no parent."""
    seen = {session.id}
    current = session
    for _ in range(MAX_DEPTH):
        if not current.parent or current.parent in seen:
            break
        seen.add(current.parent)
        above = _session_file(path, current.parent)
        if above is None:
            return current.parent
        current = above
    return current.id


def _session_file(path: Path, ident: str) -> Session | None:
    """Return what is known of the session `ident` beside `path`; None where its file is gone or damaged."""
    if not re.fullmatch(r"\w[\w.-]*", ident):
        return None
    for folder in (path.parent, *sorted(path.parent.parent.glob("*/"))):
        file = folder / f"{ident}.json"
        if file.is_file():
            try:
                return session_of(mapping(read_json(file)))
            except OSError:
                return None
    return None
