"""Grok CLI: `~/.grok/sessions/<folder>/<session>/chat_history.jsonl`, with `summary.json` beside it.

Seen in jazzyalex/agent-sessions:Resources/Fixtures/stage0/agents/grok. Lines are what the model was given:
`system`, `user` (with `prompt_index`; with `synthetic_reason` where a program wrote it), `assistant`,
`reasoning`, `tool_result`. They have neither ids nor times. Compaction and rewinding write the file anew, so
it is read whole whenever it changed. The summary knows the folder, the branch, the title and the model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.conversations.files import session_above
from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import content_key, read_beside
from arbor_desktop.conversations.readers.json_lines import JsonLog, RewrittenLinesReader
from arbor_desktop.conversations.readers.values import (
    INJECTED_CHARS,
    content_text,
    cut_spans,
    cut_tags,
    embedded,
    first_text,
    mapping,
    mappings,
    moment,
    text,
)

_TYPES = frozenset(("system", "user", "assistant", "reasoning", "tool_result", "backend_tool_call"))
_MARKS = frozenset(("prompt_index", "synthetic_reason", "model_id", "model_fingerprint"))
_FOREIGN = frozenset(("message", "uuid", "sessionId", "session_id", "payload"))
_CONTEXT_TAGS = ("system-reminder", "user_info", "git_status", "project_layout", "hook_context")


class _Log(JsonLog):
    targets = ("command", "file_path", "target_file", "pattern", "query", "path", "url")
    editors = frozenset(("search_replace", "write", "write_file", "edit_file", "str_replace", "create_file"))

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(path, source)
        self._summary = summary = mapping(read_beside(path, "summary.json"))
        info = mapping(summary, "info")
        placed = path.parent.name if path.stem == "chat_history" else path.stem
        self._own = text(info, "id") or placed
        self.cwd = text(info, "cwd")
        is_agent = summary.get("session_kind") == "subagent" or "subagents" in path.parts
        self.parent = (text(summary, "parent_session_id") or session_above(path)) if is_agent else ""
        self.session, self.subagent = self.parent or self._own, bool(self.parent)
        self.headless = is_agent
        self._created = moment(summary, "created_at")
        self._prompt = "0"
        self._seen: Counter[str] = Counter()

    def take(self, record: Mapping[str, Any]) -> None:
        self.at = self._created
        kind = text(record, "type")
        if kind == "user":
            self._user(record)
        elif kind == "assistant":
            self._assistant(record)
        elif kind == "tool_result":
            output = content_text(record, "content")
            failed = bool(record.get("is_error")) or output.lstrip().startswith("Error:")
            self.result(output, f"result:{text(record, 'tool_call_id')}", failed=failed)
        elif kind not in _TYPES:
            self.out.unknown += 1
        model = text(record, "model_id") or text(self._summary, "current_model_id")
        self.about(branch=text(self._summary, "head_branch"), whole=True, model=model)

    def _user(self, record: Mapping[str, Any]) -> None:
        words, reason = content_text(record, "content"), text(record, "synthetic_reason").lower()
        if reason and reason != "human":
            kind = TurnKind.SUMMARY if "compact" in reason else TurnKind.INJECTED
            self.say(Role.USER, kind, words[:INJECTED_CHARS])
            return
        self._prompt = str(record.get("prompt_index", int(self._prompt) + 1 if self._prompt.isdigit() else 0))
        self._seen.clear()
        queries = cut_spans(words, "user_query")[1] if words.lstrip().startswith("<") else []
        words, context = cut_tags(words, _CONTEXT_TAGS)
        if queries:
            inside = (query.removeprefix("<user_query>").removesuffix("</user_query>") for query in queries)
            words = "\n".join(query.strip() for query in inside)
        self.prompt(words, context)
        if words.strip() and not self.subagent:
            self.entitle(first_text(self._summary, ("generated_title", "session_summary")) or words)

    def _assistant(self, record: Mapping[str, Any]) -> None:
        self.say(Role.ASSISTANT, TurnKind.SAID, content_text(record, "content"))
        for call in mappings(record, "tool_calls"):
            arguments = mapping(embedded(call.get("arguments")))
            self.call(text(call, "name"), arguments, f"call:{text(call, 'id')}")

    def key(self, role: Role, kind: TurnKind, words: str, ident: str) -> str:
        if not ident or ident.endswith(":"):
            self._seen[f"{role}{words}"] += 1
            ident = f"{self._prompt}:{self._seen[f'{role}{words}']}"
        return content_key(self.source, self._own, ident, role, words)


class GrokReader(RewrittenLinesReader):
    """Reads chat histories."""

    source = "grok"
    log = _Log
    place = frozenset((".grok", "chat_history.jsonl"))

    def claims(self, path: Path, records: list[dict[str, Any]], head: bytes) -> bool:
        return all(
            text(record, "type") in _TYPES and not _FOREIGN & record.keys() for record in records
        ) and any(_MARKS & record.keys() for record in records)
