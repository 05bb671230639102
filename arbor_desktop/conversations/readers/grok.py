"""Grok CLI: `~/.grok/sessions/<folder>/<session>/chat_history.jsonl`, with `summary.json` beside it.

Seen in jazzyalex/agent-sessions:Resources/Fixtures/stage0/agents/grok. Lines are what the model was given:
`system`, `user` (with `prompt_index`; with `synthetic_reason` where a program wrote it), `assistant`,
`reasoning`, `tool_result`. They have neither ids nor times. Compaction and rewinding write the file anew, so
it is read whole whenever it changed. The summary knows the folder, the branch, the title and the model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import Batch, Checkpoint, Damaged
from arbor_desktop.conversations.readers.documents import parse_json, read_json
from arbor_desktop.conversations.readers.gathering import Gathering, content_key
from arbor_desktop.conversations.readers.gemini_place import in_folder
from arbor_desktop.conversations.readers.json_lines import mapping, moment, objects, sequence, text
from arbor_desktop.conversations.readers.recall import read_whole
from arbor_desktop.conversations.readers.speech import cut_spans, tool_call, tool_result

SOURCE = "grok"

_TYPES = frozenset(("system", "user", "assistant", "reasoning", "tool_result", "backend_tool_call"))
_MARKS = frozenset(("prompt_index", "synthetic_reason", "model_id", "model_fingerprint"))
_FOREIGN = frozenset(("message", "uuid", "sessionId", "session_id", "payload"))
_EDIT_TOOLS = frozenset(("search_replace", "write", "write_file", "edit_file", "str_replace", "create_file"))
_TARGETS = ("command", "file_path", "target_file", "pattern", "query", "path", "url")
_CONTEXT_TAGS = ("system-reminder", "user_info", "git_status", "project_layout", "hook_context")
_INJECTED_CHARS = 2048


class GrokReader:
    """Reads chat histories."""

    source = SOURCE

    def recognises(self, path: Path, head: bytes) -> bool:
        """By the lines in `head`; an empty file by its place."""
        head = head.removeprefix(b"\xef\xbb\xbf").strip(b" \t\r\n\x00")
        if not head:
            return path.name == "chat_history.jsonl" and ".grok" in path.parts
        found = [record for line in head.split(b"\n")[:50] for record in objects(line.strip(b" \r\0")) or ()]
        if not found or not all(text(record.get("type")) in _TYPES for record in found):
            return False
        return any(_MARKS & record.keys() for record in found) and not any(
            _FOREIGN & record.keys() for record in found
        )

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        yield from read_whole(path, since, SOURCE, _Taker(path))


class _Taker:
    """Takes the lines of one session."""

    def __init__(self, path: Path) -> None:
        summary = _summary(path)
        info = mapping(summary.get("info"))
        self._session = text(info.get("id")) or (
            path.parent.name if path.stem == "chat_history" else path.stem
        )
        self._cwd = text(info.get("cwd")) or None
        self._summary = summary
        self._is_agent = summary.get("session_kind") == "subagent" or "subagents" in path.parts
        self._parent = _parent(path, summary) if self._is_agent else None
        self._at = moment(summary.get("created_at"))
        self._titled = False
        self._prompt = "0"
        self._seen: Counter[str] = Counter()

    def feed(self, data: bytes, offset: int, out: Gathering) -> bool:
        found = objects(data)
        for record in found or ():
            self._take(record, offset, out)
        return found is not None

    def _take(self, record: Mapping[str, Any], offset: int, out: Gathering) -> None:
        kind = text(record.get("type"))
        if kind == "user":
            self._user(record, offset, out)
        elif kind == "assistant":
            self._assistant(record, offset, out)
        elif kind == "tool_result":
            ident, output = text(record.get("tool_call_id")), _words(record.get("content"))
            failed = bool(record.get("is_error")) or output.lstrip().startswith("Error:")
            self._say(
                out, Role.USER, TurnKind.TOOL, tool_result(output, failed=failed), offset, f"result:{ident}"
            )
        elif kind not in _TYPES:
            out.unknown += 1
        self._about(record, out)

    def _user(self, record: Mapping[str, Any], offset: int, out: Gathering) -> None:
        words, reason = _words(record.get("content")), text(record.get("synthetic_reason")).lower()
        if reason and reason != "human":
            kind = TurnKind.SUMMARY if "compact" in reason else TurnKind.INJECTED
            self._say(out, Role.USER, kind, words[:_INJECTED_CHARS], offset)
            return
        self._prompt = str(record.get("prompt_index", int(self._prompt) + 1 if self._prompt.isdigit() else 0))
        self._seen.clear()
        queries = cut_spans(words, "user_query")[1] if words.lstrip().startswith("<") else []
        for tag in _CONTEXT_TAGS:
            words, spans = cut_spans(words, tag)
            for span in spans:
                self._say(out, Role.USER, TurnKind.INJECTED, span[:_INJECTED_CHARS], offset)
        if queries:
            inside = (query.removeprefix("<user_query>").removesuffix("</user_query>") for query in queries)
            words = "\n".join(query.strip() for query in inside)
        self._say(out, Role.USER, TurnKind.SAID, words, offset)
        if words.strip() and not self._titled and not self._parent:
            self._titled = True
            title = text(self._summary.get("generated_title")) or text(self._summary.get("session_summary"))
            out.about(self._session, title=title or words)

    def _assistant(self, record: Mapping[str, Any], offset: int, out: Gathering) -> None:
        self._say(out, Role.ASSISTANT, TurnKind.SAID, _words(record.get("content")), offset)
        for item in sequence(record.get("tool_calls")):
            call = mapping(item)
            name, args = text(call.get("name")), _arguments(call.get("arguments"))
            target = next((text(args.get(key)) for key in _TARGETS if text(args.get(key))), "")
            words = tool_call(name, target)
            self._say(out, Role.ASSISTANT, TurnKind.TOOL, words, offset, f"call:{text(call.get('id'))}")
            if name in _EDIT_TOOLS and target:
                out.edited(self._parent or self._session, in_folder(target, self._cwd))

    def _say(
        self, out: Gathering, role: Role, kind: TurnKind, words: str, offset: int, name: str = ""
    ) -> None:
        if not words.strip():
            return
        if not name or name.endswith(":"):
            self._seen[f"{role}{words}"] += 1
            name = f"{self._prompt}:{self._seen[f'{role}{words}']}"
        key = content_key(SOURCE, self._session, name, role, words)
        kind = TurnKind.SUBAGENT if self._parent else kind
        session = self._parent or self._session
        out.say(session, key, role, words, kind=kind, at=self._at, line=offset, cwd=self._cwd)

    def _about(self, record: Mapping[str, Any], out: Gathering) -> None:
        if self._parent:
            out.about(self._parent, parent=self._parent, whole=True)
            return
        model = text(record.get("model_id")) or text(self._summary.get("current_model_id"))
        branch = text(self._summary.get("head_branch"))
        out.about(
            self._session,
            cwd=self._cwd,
            branch=branch,
            headless=self._is_agent,
            whole=True,
            model=model or None,
        )


def _summary(path: Path) -> Mapping[str, Any]:
    """`summary.json` beside the history; nothing where it is missing or being written."""
    try:
        return mapping(read_json(path.parent / "summary.json"))
    except OSError:
        return {}


def _parent(path: Path, summary: Mapping[str, Any]) -> str | None:
    named = text(summary.get("parent_session_id"))
    if not named and "subagents" in path.parts:
        named = path.parts[path.parts.index("subagents") - 1]
    return named or None


def _words(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = (text(mapping(part).get("text")) for part in sequence(content))
    return "\n".join(part for part in parts if part)


def _arguments(value: Any) -> Mapping[str, Any]:
    """The arguments of a call: an object, or its JSON as text."""
    if not isinstance(value, str):
        return mapping(value)
    try:
        return mapping(parse_json(value.encode("utf-8", "replace")))
    except Damaged:  # the model wrote no JSON
        return {}
