"""Arbor's hooks and MCP server in the JSON settings of AI tools: found, installed, removed.

Claude Code, Codex and Gemini CLI share the shape of hooks,
`hooks.<Event> = [{matcher, hooks: [{type: "command", command, …}]}]`; Claude Code, Claude Desktop, Cursor and
Gemini CLI that of MCP servers, `mcpServers.<name> = {command, args, …}`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Protocol

from arbor_desktop.integrations.setup.invocation import AGAIN, Call, calls, why_partly
from arbor_desktop.integrations.setup.json_text import Document, NotJson, Path
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence, joined
from arbor_desktop.user_files.model import Standing

HOOKS: Path = ("hooks",)
SERVERS: Path = ("mcpServers",)
NAME = "arbor"
TAKEN = "has another MCP server that is called “arbor”. Give that one another name, then try again."


class UnexpectedContent(Exception):
    """A file is not as its tool would have it, so it is not changed. The message says why and what to do."""


@dataclass(frozen=True, slots=True)
class State:
    """How far a part is installed; `note` is for people: what is wrong, or good to know. `gone`: the program
    that it starts no longer exists."""

    standing: Standing
    note: str = ""
    gone: bool = False


class Editor(Protocol):
    """Installs and removes one part in the bytes of a file; None is a missing file. Methods raise
    UnexpectedContent for a file that can't be read. `kept` are the paths of containers that are not Arbor's,
    even if they are empty."""

    def state(self, data: bytes | None) -> State: ...

    def install(self, data: bytes | None) -> bytes: ...

    def remove(self, data: bytes, kept: Collection[Path]) -> bytes: ...

    def containers(self, data: bytes) -> list[Path]:
        """Return the paths of the existing containers around Arbor's part."""
        ...


@dataclass(frozen=True)
class JsonHooks:
    """Hooks in a JSON file: `events` are the calls by event. `remark(settings)` returns a note on a file with
    all hooks, such as that they are switched off in it."""

    events: Mapping[str, Call]
    remark: Callable[[Mapping[str, Any]], str] = lambda settings: ""

    def state(self, data: bytes | None) -> State:
        document = self._read(data)
        found = list(self._ours(document))
        if not found:
            return State(Standing.ABSENT)
        for path in found:
            call, entry = self.events.get(str(path[1])), document.get(path)
            if call is not None and not call.same(entry):
                return State(Standing.PARTLY, *why_partly(entry, call))
        if sorted(str(path[1]) for path in found) != sorted(self.events):
            wrong = Sentence("Some of its hooks are missing, there twice or no longer used.")
            return State(Standing.PARTLY, joined(wrong, AGAIN))
        return State(Standing.INSTALLED, self.remark(document.value))

    def install(self, data: bytes | None) -> bytes:
        document = self._read(data)
        document = self._without(document, lambda path, again: again or path[1] not in self.events, ())
        for event, call in self.events.items():
            found = [path for path in self._ours(document) if path[1] == event]
            if not found:
                place = len(document.get((*HOOKS, event)) or ())
                document = document.put((*HOOKS, event, place), {"hooks": [call.entry]})
            elif not call.same(document.get(found[0])):
                document = document.put(found[0], call.updated(document.get(found[0])))
        return document.to_bytes()

    def remove(self, data: bytes, kept: Collection[Path]) -> bytes:
        return self._without(self._read(data), lambda path, again: True, kept).to_bytes()

    def containers(self, data: bytes) -> list[Path]:
        document = self._read(data)
        paths = [HOOKS, *((*HOOKS, event) for event in document.get(HOOKS) or ())]
        return [path for path in paths if document.has(path)]

    def _read(self, data: bytes | None) -> Document:
        """Return the document. Raises UnexpectedContent if it is not of the shape."""
        document = json_of(data)
        for event in expect(document, HOOKS, dict) or ():
            if event in self.events:
                expect(document, (*HOOKS, event), list)
        return document

    def _ours(self, document: Document) -> Iterator[Path]:
        """Yield the paths of all hooks that call an Arbor."""
        for event, groups in (document.get(HOOKS) or {}).items():
            for place, group in enumerate(groups if isinstance(groups, list) else ()):
                entries = group.get("hooks") if isinstance(group, dict) else None
                for number, entry in enumerate(entries if isinstance(entries, list) else ()):
                    if calls(entry, "hook"):
                        yield (*HOOKS, event, place, "hooks", number)

    def _without(
        self, document: Document, gone: Callable[[Path, bool], bool], kept: Collection[Path]
    ) -> Document:
        """Remove the hooks for which `gone(path, again)` is true (`again`: the event has one already), and
        the containers that become empty."""
        seen: set[Any] = set()
        removed = []
        for path in self._ours(document):
            if gone(path, path[1] in seen):
                removed.append(path)
            seen.add(path[1])
        for path in reversed(removed):  # from the end, so that the other indexes stay valid
            document = document.remove(path)
            if not document.get(path[:-1]):
                document = document.remove(path[:-2])
            for container in (path[:2], HOOKS):
                if not document.get(container) and document.has(container) and container not in kept:
                    document = document.remove(container)
        return document


@dataclass(frozen=True)
class JsonServer:
    """The MCP server in a JSON file."""

    call: Call

    def state(self, data: bytes | None) -> State:
        document = self._read(data)
        found = named(document.get(SERVERS))
        if not found:
            return State(Standing.ABSENT)
        entry = document.get((*SERVERS, found[0]))
        if not self.call.same(entry):
            return State(Standing.PARTLY, *why_partly(entry, self.call))
        if len(found) > 1:
            return State(Standing.PARTLY, joined(Sentence("It is there more than once."), AGAIN))
        return State(Standing.INSTALLED)

    def install(self, data: bytes | None) -> bytes:
        document = self._read(data)
        found = named(document.get(SERVERS))
        for name in found[1:]:
            document = document.remove((*SERVERS, name))
        path = (*SERVERS, found[0] if found else NAME)
        before = document.get(path)
        if before is None:
            document = document.put(path, self.call.entry)
        elif not self.call.same(before):
            document = document.put(path, self.call.updated(before))
        return document.to_bytes()

    def remove(self, data: bytes, kept: Collection[Path]) -> bytes:
        document = self._read(data)
        for name in named(document.get(SERVERS)):
            document = document.remove((*SERVERS, name))
            if not document.get(SERVERS) and SERVERS not in kept:
                document = document.remove(SERVERS)
        return document.to_bytes()

    def containers(self, data: bytes) -> list[Path]:
        return [SERVERS] if self._read(data).has(SERVERS) else []

    def _read(self, data: bytes | None) -> Document:
        document = json_of(data)
        expect(document, SERVERS, dict)
        return document


def named(servers: Mapping[str, Any] | None) -> list[str]:
    """Return the names of the servers that are an Arbor. Raises UnexpectedContent if another has our name."""
    ours = [name for name, entry in (servers or {}).items() if calls(entry, "mcp")]
    if NAME in (servers or {}) and NAME not in ours:
        raise UnexpectedContent(TAKEN)
    return ours


def json_of(data: bytes | None) -> Document:
    """Return the document, whose value is an object or nothing. Raises UnexpectedContent."""
    try:
        document = Document.read(data or b"")
    except NotJson as error:
        raise UnexpectedContent(f"can't be read as JSON: {error}. Fix it, then try again.") from None
    if not document.empty and not isinstance(document.value, dict):
        raise UnexpectedContent(
            f"has {kind(document.value)} where settings should be. Fix it, then try again."
        )
    return document


def expect(document: Document, path: Path, wanted: type) -> Any:
    """Return the value at a path; None if there is none. Raises UnexpectedContent if it is of another
    type."""
    value = document.get(path)
    if document.has(path) and not isinstance(value, wanted):
        name = ".".join(str(part) for part in path)
        should = "an object" if wanted is dict else "a list"
        raise UnexpectedContent(
            f"has {kind(value)} as “{name}”, where {should} should be. Fix it, then try again."
        )
    return value


def kind(value: Any) -> str:
    """Return the type of a JSON value, for people."""
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
