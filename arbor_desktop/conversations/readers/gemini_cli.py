"""Gemini CLI: recordings in `~/.gemini/tmp/<slug or hash>/chats/session-*.jsonl`, older ones `.json`.

Facts: google-gemini/gemini-cli:packages/core/src/services/chatRecordingService.ts and chatRecordingTypes.ts.
The newer form is a log: a line of metadata, then messages (an id that comes again replaces its message, for
example when its tools finish), `{"$set": …}` and `{"$rewindTo": id}`. `$set.messages` is what the model is
given from then on (after a compression it is a summary and copies under new ids), not what was said, so it
takes nothing away. The older form is one document that is rewritten whole; some tools keep it under a name
that ends in `.jsonl`. When an old session is resumed its `X.json` is copied to `X.jsonl`: session and
messages keep their ids, so nothing is read twice. Sub-agents write to
`chats/<session that started them>/<own session>.jsonl`.

Which folder a session was about, recordings do not say. `~/.gemini/projects.json` or `<slug>/.project_root`
name the folder behind a slug (packages/core/src/config/projectRegistry.ts). Older versions name the folder by
the SHA-256 of its path, and every recording carries that as `projectHash` (packages/core/src/utils/paths.ts):
a path is the project's if it has that hash, so the paths that tools touched give it away.

Who is really speaking in a message (spec 2.2): packages/core/src/utils/environmentContext.ts (the preamble),
packages/core/src/utils/fastAckHelper.ts (words typed while the model works), packages/core/src/core/client.ts
(editor context, "Please continue."), and the recordings of versions 0.11 to 0.61 that tests read. Qwen Code
began as a copy of it and writes alike.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import HEAD_BYTES, Batch, Checkpoint, Role, TurnKind
from arbor_desktop.conversations.readers.base import (
    BatchBuilder,
    Damaged,
    DocumentReader,
    content_key,
    head_of,
    read_json,
)
from arbor_desktop.conversations.readers.json_lines import JsonLinesReader, JsonLog, State
from arbor_desktop.conversations.readers.values import (
    BOM,
    COMMAND_CHARS,
    INJECTED_CHARS,
    PADDING,
    Spoken,
    at,
    cut_spans,
    embedded,
    first_text,
    in_folder,
    is_absolute,
    mapping,
    mappings,
    moment,
    number,
    sequence,
    tail,
    text,
    tool_call,
    tool_result,
)

_MODELS = frozenset(("gemini", "model", "qwen"))
_NOTICES = frozenset(("info", "error", "warning"))
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_REMEMBERED = 16
"""So many of the last messages are kept with a checkpoint: only they are written again."""
_OPENING = re.compile(
    rb'\{\s*"(?:sessionId|projectHash|startTime|lastUpdated|messages|kind|summary|directories|meta)"\s*:'
)
_SESSION, _PROJECT = re.compile(rb'"sessionId"\s*:\s*"'), re.compile(rb'"projectHash"\s*:\s*"')
_MESSAGES = re.compile(rb'"messages"\s*:\s*\[')
_MODEL_MESSAGE = re.compile(rb'"type"\s*:\s*"(?:gemini|qwen|user|info|error|warning)"')
_QWEN_MESSAGE = re.compile(rb'"type"\s*:\s*"qwen"')
_MAX_REGISTRY = 4 * 1024 * 1024
_MAX_TRIED = 4096
_SEARCHED_CHARS = 1024
_MAX_SEARCHED = 512
"""Of so many outputs the beginnings are searched for paths."""
_HASH = re.compile(r"[0-9a-f]{64}")
_ABSOLUTE = re.compile(r"(?:(?<![\w./\\~-])/|\b[A-Za-z]:[\\/])[^\s'\"`<>|*?:;,()\[\]{}]+")
_PREAMBLE = re.compile(r"I'm currently working in the (?:directory: |following directories:\s+- )([^\n]+)")
_WORKSPACE = re.compile(r"\*\*Workspace Directories:\*\*\s+- ([^\n]+)")


@dataclass(slots=True)
class _Entry:
    """A message that was read."""

    words: list[str] = field(default_factory=list)
    """Keys of the turns that change when its text does."""
    tools: list[str] = field(default_factory=list)
    tokens: tuple[int, int] = (0, 0)


class Recording(JsonLog):
    """A recording of either form: its messages so far, in order."""

    saved = ("session", "kind", "prompted", "named", "cwd", "hash")

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path, source)
        self.kind = ""
        self.prompted = False
        self.named = False
        self.hash = ""
        self._placed = self.cwd = registered_folder(path) or ""
        self._above = path.parent.name if path.parent.parent.name == "chats" else None
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._copies: dict[str, str] = {}
        self._words: dict[tuple[str, str], str] = {}
        self._calls: set[str] = set()
        self._hashed = _HashedFolder("")

    @property
    def _parent(self) -> str | None:
        """The session that started this one, a sub-agent's."""
        return self._above if self.kind != "main" else None

    @property
    def holder(self) -> str:
        """The session that the turns belong to."""
        return self._parent or self.session

    def save(self) -> State:
        last = list(self._entries.items())[-_REMEMBERED:]
        kept = [[ident, entry.words, entry.tools, entry.tokens] for ident, entry in last]
        return super().save() | {"last": kept}

    def restore(self, state: State) -> None:
        super().restore(state)
        self.cwd = self._placed or self.cwd
        self._look_for(self.hash)
        for ident, words, tools, tokens in state.get("last", []):
            self._entries[ident] = _Entry(words, tools, (tokens[0], tokens[1]))

    def take(self, record: Mapping[str, Any]) -> None:
        if isinstance(record.get("$rewindTo"), str):
            self._recall()
            self._rewind(record["$rewindTo"])
        elif isinstance(record.get("$set"), dict):
            self._set(record["$set"])
        elif isinstance(record.get("id"), str) and "type" in record:
            self._message(record, self.line)
        elif isinstance(record.get("sessionId"), str):
            self._begin_session(record)
        else:
            self.out.unknown += 1

    def take_document(self, document: Mapping[str, Any]) -> None:
        """Take a recording of the older form."""
        self.session, self.kind = text(document, "sessionId") or self.session, text(document, "kind")
        self._look_for(text(document, "projectHash"))
        for place, message in enumerate(sequence(document, "messages")):
            with self.out.guarded():
                self._message(mapping(message), place)
        self._describe(document)
        self.out.about(self.holder, parent=self._parent, whole=True)

    # -- the session --

    def _begin_session(self, metadata: Mapping[str, Any]) -> None:
        self.session = text(metadata, "sessionId") or self.session
        self.kind = text(metadata, "kind") or self.kind
        self._set({**metadata, "messages": None})
        for place, message in enumerate(sequence(metadata, "messages")):
            self._message(mapping(message), place)

    def _set(self, changes: Mapping[str, Any]) -> None:
        found = text(changes, "projectHash")
        self.hash = found or self.hash
        self._look_for(found)
        self._describe(changes)
        if sequence(changes, "messages"):
            self._recall()
            self._context(changes["messages"])

    def _describe(self, metadata: Mapping[str, Any]) -> None:
        """Note what metadata say of the session: its summary names it."""
        if self._parent:
            return
        summary = text(metadata, "summary").strip()
        self.named |= bool(summary)
        # A sub-agent's recording that lies beside the others does not say who started it.
        headless = metadata.get("kind") == "subagent"
        self.out.about(self.session, title=summary, cwd=self.cwd, headless=headless)

    def _look_for(self, project_hash: str) -> None:
        if project_hash and not self.cwd:
            self._hashed = _HashedFolder(project_hash)

    def _recall(self) -> None:
        """Read again what comes before this line, to know all messages and not only the last."""
        if not self.complete:
            again = self.replayed()
            self._entries, self._copies = again._entries, again._copies
            self._words, self._calls, self.complete = again._words, again._calls, True

    # -- messages --

    def _message(self, message: Mapping[str, Any], place: int) -> None:
        """Take a message, or what is new in it. `place` is its number in its list, for one without an id."""
        pieces = self._pieces(message)
        if pieces is None:
            self.out.unknown += 1
            return
        ident = text(message, "id")
        base = self._key(ident, place, pieces)
        entry = self._entries.setdefault(ident or base, _Entry())
        self._learn(message, pieces)
        at = moment(message, "timestamp")
        words: list[str] = []
        for piece in pieces:
            key = f"{base}:{piece.name}"
            if piece.kind is TurnKind.TOOL:
                entry.tools += [] if key in entry.tools else [key]
            else:
                hashed = digest(piece.text)
                key = f"{key}:{hashed}"
                words.append(key)
                self._words.setdefault((piece.role.value, hashed), ident or base)
            kind = TurnKind.SUBAGENT if self._parent else piece.kind
            cwd = self.cwd or None
            self.out.say(self.holder, key, piece.role, piece.text, kind=kind, at=at, line=self.line, cwd=cwd)
        self.out.unsay(self.holder, [key for key in entry.words if key not in words])
        entry.words = words
        self._count(message, entry)
        self._about(message, pieces)

    def _context(self, messages: Any) -> None:
        """Take what the model is given from now on: mostly copies of messages, and what programs add."""
        for place, item in enumerate(sequence(messages)):
            message = mapping(item)
            ident = text(message, "id")
            if not ident or ident in self._entries or ident in self._copies:
                continue
            pieces = self._pieces(message) or []
            before = [
                self._words.get((piece.role.value, digest(piece.text)))
                for piece in pieces
                if piece.kind is not TurnKind.TOOL
            ]
            if original := next((name for name in before if name), None):
                self._copies[ident] = original
            elif before:
                self._message(_without_tools(message), place)

    def _rewind(self, ident: str) -> None:
        """Take back the message and all after it."""
        ident = self._copies.get(ident, ident)
        if ident not in self._entries:
            self.out.unknown += 1
            return
        name = ""
        while name != ident:
            name, entry = self._entries.popitem()
            self.out.unsay(self.holder, [*entry.words, *entry.tools])
            self._words = {words: at for words, at in self._words.items() if at != name}

    def _pieces(self, message: Mapping[str, Any]) -> list[Spoken] | None:
        """Return what a message says; None where it is of no known type."""
        kind, content = text(message, "type"), message.get("content")
        if content is None:
            content = message.get("parts")
        if kind == "user":
            pieces = user_pieces(texts(content))
            if shown := texts(message.get("displayContent")):
                # The words as they were typed; what programs put beside them is in the content alone.
                typed = [piece for piece in user_pieces(shown) if piece.kind is not TurnKind.INJECTED]
                pieces = [piece for piece in pieces if piece.kind is TurnKind.INJECTED] + typed
            return [*pieces, *loose_call_pieces(content, self._calls)]
        if kind in _NOTICES:
            return notice_piece(content)
        if kind not in _MODELS:
            return None
        calls = mappings(message, "toolCalls")
        self._calls.update(text(call, "id") for call in calls)
        found = model_pieces(content)
        for place, call in enumerate(calls):
            found += call_pieces(call, place) if call else []
        return found + loose_call_pieces(content, self._calls)

    def _key(self, ident: str, place: int, pieces: list[Spoken]) -> str:
        if UUID.fullmatch(ident):
            return f"{self.source}:{ident}"
        if ident:
            return f"{self.source}:{self.session}:{ident}"
        return content_key(self.source, self.session, place, *(piece.text for piece in pieces[:1]))

    def _learn(self, message: Mapping[str, Any], pieces: list[Spoken]) -> None:
        """Note the folder and the edited files."""
        for call in mappings(message, "toolCalls"):
            if not self.cwd:
                self.cwd = self._hashed.among(paths_of(call), output_of(call))
            self.out.edited(self.holder, in_folder(edited_path(call), self.cwd))
        if not self.cwd:
            named = (_named_folder(piece.text) for piece in pieces if piece.kind is TurnKind.INJECTED)
            self.cwd = next((folder for folder in named if folder), "")

    def _count(self, message: Mapping[str, Any], entry: _Entry) -> None:
        """Count tokens of an answer, as billed without its caches; a message written again counts once."""
        tokens = mapping(message, "tokens")
        came = max(0, number(tokens, "input") - number(tokens, "cached"))
        now = (came, number(tokens, "output") + number(tokens, "thoughts"))
        new = max(0, now[0] - entry.tokens[0]), max(0, now[1] - entry.tokens[1])
        entry.tokens = (max(now[0], entry.tokens[0]), max(now[1], entry.tokens[1]))
        if any(new):
            self.out.tokens(self.holder, *new)

    def _about(self, message: Mapping[str, Any], pieces: list[Spoken]) -> None:
        if self._parent:
            self.out.about(self.holder, parent=self._parent)
            return
        self.out.about(self.session, cwd=self.cwd, model=text(message, "model"))
        said = next((p for p in pieces if (p.role, p.kind) == (Role.USER, TurnKind.SAID)), None)
        if said and not self.prompted:
            self.prompted = True
            if not self.named:
                self.out.about(self.session, title=said.text)


class RecordingReader(JsonLinesReader, DocumentReader):
    """Reads logs, and the documents of older versions, of Gemini CLI and of Qwen Code."""

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        return (DocumentReader if _is_document(path) else JsonLinesReader).read(self, path, since)

    def take(self, path: Path, out: BatchBuilder) -> None:
        """Take a document."""
        found = read_json(path)
        if not isinstance(found, dict):
            raise Damaged("The file is not a recorded session.")
        recording = Recording(path, self.source)
        recording.out = out
        recording.take_document(found)


class GeminiCliReader(RecordingReader):
    """Reads recordings of both forms."""

    source = "gemini-cli"
    log = Recording

    def is_place(self, path: Path) -> bool:
        return ".gemini" in path.parts and "chats" in path.parts and path.suffix in (".json", ".jsonl")

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        return is_recording(head) and not made_by_qwen(path, head)


def is_recording(head: bytes) -> bool:
    """Return whether a file that begins with `head` opens with the metadata of a recording."""
    if not _OPENING.match(head) or not _SESSION.search(head):
        return False
    if _PROJECT.search(head):
        return True
    # Sorted by a tool, a long document says only at its end which project it is of.
    return len(head) >= HEAD_BYTES - 256 and bool(_MESSAGES.search(head) and _MODEL_MESSAGE.search(head))


def made_by_qwen(path: Path, head: bytes) -> bool:
    """Return whether a recording is of Qwen Code, which at first kept the same documents."""
    return ".qwen" in path.parts or _QWEN_MESSAGE.search(head) is not None


def _is_document(path: Path) -> bool:
    """Return whether the file is one JSON value, not a log: by its name, or because its first line is not
    whole."""
    if path.suffix == ".json":
        return True
    first, newline, _ = head_of(path).removeprefix(BOM).lstrip(PADDING).partition(b"\n")
    return bool(newline) and first.strip() == b"{"


def _without_tools(message: Mapping[str, Any]) -> Mapping[str, Any]:
    content = message.get("content")
    if isinstance(content, list):
        content = [part for part in content if isinstance(part, str) or text(part, "text")]
    return {**message, "content": content, "toolCalls": []}


def digest(words: str) -> str:
    """Return a short hash of a text, for the key of its turn."""
    return hashlib.blake2b(words.encode("utf-8", "replace"), digest_size=6).hexdigest()


# -- folders --


def registered_folder(path: Path) -> str | None:
    """Return the project's folder as the files around the recording at `path` name it."""
    chats = next((folder for folder in path.parents if folder.name == "chats"), None)
    if chats is None or len(path.relative_to(chats).parts) > 2:
        return None
    project = chats.parent
    root = _small_text(project / ".project_root").strip()
    if root:
        return root.splitlines()[0]
    registry = embedded(_small_text(project.parent.parent / "projects.json"))
    slugs = mapping(registry, "projects")
    return next((folder for folder, slug in slugs.items() if slug == project.name), None)


def _named_folder(words: str) -> str | None:
    """Return the folder that the preamble of a session names."""
    found = _PREAMBLE.search(words) or _WORKSPACE.search(words)
    return found.group(1).strip() if found else None


class _HashedFolder:
    """Looks for the folder whose path has a certain hash."""

    def __init__(self, project_hash: str) -> None:
        self._wanted = project_hash if _HASH.fullmatch(project_hash) else ""
        self._tried: set[str] = set()
        self._searched = 0

    def among(self, paths: Iterable[str], words: str = "") -> str:
        """Return the folder if it is one of `paths`, one above them, or above a path in `words`, else ""."""
        if not self._wanted:
            return ""
        for path in [*paths, *self._paths_in(words[:_SEARCHED_CHARS])]:
            for folder in _above(path):
                if folder in self._tried or len(self._tried) >= _MAX_TRIED:
                    continue
                self._tried.add(folder)
                if hashlib.sha256(folder.encode("utf-8", "replace")).hexdigest() == self._wanted:
                    self._wanted = ""
                    return folder
        return ""

    def _paths_in(self, words: str) -> list[str]:
        if self._searched >= _MAX_SEARCHED or not ("/" in words or ":\\" in words):
            return []
        self._searched += 1
        return _ABSOLUTE.findall(words)


def _above(path: str) -> Iterator[str]:
    """Yield an absolute path and the folders above it, deepest first."""
    if not is_absolute(path):
        return
    path = path.rstrip("/\\.")
    for _ in range(40):
        if len(path) < 2:
            return
        yield path
        path = path[: max(path.rfind("/"), path.rfind("\\"), 0)]


def _small_text(path: Path) -> str:
    try:
        return head_of(path, _MAX_REGISTRY).decode("utf-8", "replace")
    except OSError:  # not every version writes it
        return ""


# -- who is speaking --

_PREAMBLES = ("This is the Gemini CLI. We are setting up", "This is the Qwen Code. We are setting up")
_PROGRAM_STARTS = (
    "<session_context>",
    "<hook_context",
    "<background_output>",
    "<system-reminder>",
    "<task-notification",
    *_PREAMBLES,
    "Here is the user's editor context as",
    "Here is a summary of changes in the user's editor context",
    "System: Please continue.",
    "System: Potential loop detected",
    "A previously backgrounded execution has completed.",
)
_PROGRAM_TEXTS = frozenset(("Please continue.",))
_SUMMARY_STARTS = ("<state_snapshot>", "<compressed_history", "<context_summary")
_THANKS = ("Got it. Thanks for the context!", "Got it. Thanks for the additional context!")
_FILES_START, _FILES_END = "--- Content from referenced files ---", "--- End of content ---"
_SHELL_START = "I ran the following shell command:\n```"
_SLASH_COMMAND = re.compile(r"/[a-zA-Z][\w:.-]*(?=\s|$)")
_STEERING = re.compile(r"User (?:steering update|hints):\s*")
_STEERING_END = "\nInternal instruction:"
_CANCELLED = ("Request cancelled", "User cancelled", "Operation cancelled")
_EXIT_CODE = re.compile(r"Exit Code: (-?\d+)")
_UNFINISHED = frozenset(("validating", "scheduled", "executing", "awaiting_approval", "pending", "running"))
_FAILED = frozenset(("error", "cancelled", "canceled", "failed", "rejected"))
_SHELL_TOOLS = frozenset(("run_shell_command", "shell"))
_EDIT_TOOLS = frozenset(("write_file", "replace", "edit", "edit_file", "apply_patch"))
_TARGETS = (
    "command", "file_path", "absolute_path", "pattern", "query", "path", "dir_path", "directory", "url",
    "prompt",
)  # fmt: skip
_PATHS = ("file_path", "absolute_path", "path", "dir_path", "directory")


def texts(content: Any) -> list[str]:
    """Return the text parts of a message's content, whatever its form: text, a part or a list of them."""
    if isinstance(content, str):
        return [content]
    parts = [content] if isinstance(content, dict) else sequence(content)
    found: list[str] = []
    for part in parts:
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, dict) and not part.get("thought"):
            found.append(text(part, "text"))
    return [part for part in found if part.strip()]


def user_pieces(parts: Iterable[str]) -> list[Spoken]:
    """Return what the text parts of a user message say: typed words as one turn, the rest apart."""
    said: list[str] = []
    other: list[tuple[TurnKind, str]] = []
    in_files = False
    for part in parts:
        if in_files or part.lstrip().startswith(_FILES_START):
            in_files = _FILES_END not in part
            other.append((TurnKind.INJECTED, part))
            continue
        for kind, words in _typed(part):
            if kind is TurnKind.SAID:
                said.append(words)
            else:
                other.append((kind, words))
    found = [
        Spoken(Role.USER, kind, words.strip()[:INJECTED_CHARS], f"other{number}")
        for number, (kind, words) in enumerate(other)
    ]
    words = "\n".join(said).strip()
    return [*found, Spoken(Role.USER, TurnKind.SAID, words, "text")] if words else found


def model_pieces(content: Any) -> list[Spoken]:
    """Return what the model wrote to the person."""
    words = "".join(texts(content)).strip()
    if not words:
        return []
    kind = TurnKind.INJECTED if words in _THANKS else TurnKind.SAID
    return [Spoken(Role.ASSISTANT, kind, words, "text")]


def notice_piece(content: Any) -> list[Spoken]:
    """Return a line that the program showed: information, a warning or an error."""
    words = "\n".join(texts(content)).strip()
    if not words:
        return []
    if words.startswith(_CANCELLED):
        return [Spoken(Role.USER, TurnKind.INTERRUPT, words, "text")]
    return [Spoken(Role.ASSISTANT, TurnKind.INJECTED, words[:INJECTED_CHARS], "text")]


def call_pieces(call: Mapping[str, Any], number: int) -> list[Spoken]:
    """Return a tool call, and its result once it has ended."""
    name = text(call, "name")
    ident = text(call, "id") or str(number)
    found = [Spoken(Role.ASSISTANT, TurnKind.TOOL, tool_call(name, target(call)), f"call:{ident}")]
    status = text(call, "status").lower()
    if status and status not in _UNFINISHED:
        output = output_of(call)
        failed = status in _FAILED or (name in _SHELL_TOOLS and failed_command(output))
        shown = tool_result(output, failed=failed)
        found.append(Spoken(Role.USER, TurnKind.TOOL, shown, f"result:{ident}"))
    return found


def loose_call_pieces(content: Any, known: set[str]) -> list[Spoken]:
    """Return the calls and results among a message's parts, without those of `known` ids."""
    found: list[Spoken] = []
    for place, part in enumerate(sequence(content)):
        call, answer = mapping(part, "functionCall"), at(part, "functionResponse")
        if call and text(call, "id") not in known:
            found += call_pieces(call, place)
        if isinstance(answer, dict) and text(answer, "id") not in known:
            found.append(result_piece(answer, place))
    return found


def result_piece(answer: Mapping[str, Any], number: int, *, failed: bool = False) -> Spoken:
    """Return the result in a `functionResponse` part."""
    response = mapping(answer, "response")
    output = _response_text(response)
    failed = failed or bool(response.get("error")) or failed_command(output)
    ident = text(answer, "id") or str(number)
    return Spoken(Role.USER, TurnKind.TOOL, tool_result(output, failed=failed), f"result:{ident}")


def target(call: Mapping[str, Any]) -> str:
    """Return what a tool was called on: its command, file, pattern, …; else its description."""
    args = mapping(call, "args")
    for name in _TARGETS:
        if text(args, name).strip():
            return str(args[name])
    described = text(call, "description").strip()
    return described if "\n" not in described and len(described) < 200 else ""


def paths_of(call: Mapping[str, Any]) -> list[str]:
    """Return the files and folders that a call names."""
    args = mapping(call, "args")
    return [args[name] for name in _PATHS if isinstance(args.get(name), str)]


def edited_path(call: Mapping[str, Any]) -> str:
    """Return the file that a finished call changed, "" for none."""
    status = text(call, "status").lower()
    if text(call, "name") not in _EDIT_TOOLS or status in _FAILED | _UNFINISHED:
        return ""
    return next(iter(paths_of(call)), "")


def output_of(call: Mapping[str, Any]) -> str:
    """Return what a call gave back to the model, or what was shown of it."""
    result = call.get("result")
    if isinstance(result, str):
        return result
    parts = [result] if isinstance(result, dict) else sequence(result)
    found = [
        _response_text(mapping(part, "functionResponse", "response")) or text(part, "text") for part in parts
    ]
    return "\n".join(part for part in found if part) or text(call, "resultDisplay")


def failed_command(output: str) -> bool:
    """Return whether the last exit code in a command's output is an error's."""
    codes = _EXIT_CODE.findall(tail(output))
    return bool(codes) and codes[-1] != "0"


def _response_text(response: Mapping[str, Any]) -> str:
    return first_text(response, ("output", "error", "content"))


def _typed(part: str) -> list[tuple[TurnKind, str]]:
    """Split a text part into what programs put around the words, and the words."""
    part, hooks = cut_spans(part, "hook_context")
    part, reminders = cut_spans(part, "system-reminder")
    found = [(TurnKind.INJECTED, span) for span in hooks + reminders]
    start = part.find(f"\n{_FILES_START}")
    if start >= 0 and _FILES_END in part[start:]:
        end = part.find(_FILES_END, start) + len(_FILES_END)
        found.append((TurnKind.INJECTED, part[start:end]))
        part = part[:start] + part[end:]
    part = part.strip()
    if part:
        found.append(_classified(part))
    return found


def _classified(words: str) -> tuple[TurnKind, str]:
    if steering := _STEERING.match(words):
        return TurnKind.SAID, _steered(words[steering.end() :])
    if words.startswith(_SUMMARY_STARTS):
        return TurnKind.SUMMARY, words
    if words.startswith(_PROGRAM_STARTS) or words in _PROGRAM_TEXTS:
        return TurnKind.INJECTED, words
    if words.startswith(_SHELL_START):
        return TurnKind.COMMAND, words[:COMMAND_CHARS]
    if _SLASH_COMMAND.match(words):
        return TurnKind.COMMAND, words[:COMMAND_CHARS]
    return TurnKind.SAID, words


def _steered(words: str) -> str:
    """Return the words typed while the model worked, without what was put around them."""
    rest, spans = cut_spans(words, "user_input")
    if spans:
        inside = spans[0].removeprefix("<user_input>").removesuffix("</user_input>").strip()
    else:
        inside = rest.split(_STEERING_END, 1)[0].strip().strip('"')
    lines = [line.removeprefix("- ") for line in inside.splitlines()]
    return "\n".join(lines).strip()
