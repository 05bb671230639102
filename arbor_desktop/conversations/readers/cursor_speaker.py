"""Cursor: who is speaking, and by what a turn is known, wherever Cursor keeps it.

One conversation may lie in two places under the same id: an agent's transcript and the editor's database. So
a turn is known by its session and its words; of short words it also counts how often they were said before.

A prompt is wrapped in `<user_query>…</user_query>`; what stands around it in other tags was added by Cursor
(kenn-io/agentsview:internal/parser/cursor.go, S2thend/cursor-history:src/core/store-stack/transcript.ts).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.gathering import Gathering, content_key
from arbor_desktop.conversations.readers.json_lines import mapping, sequence, text
from arbor_desktop.conversations.readers.speech import tool_call, tool_result

SOURCE = "cursor"
COUNTED_CHARS = 200
"""Longer words said twice in a session are the same words twice read."""
_OPENING, _CLOSING = "<user_query>", "</user_query>"
_CONTEXT = re.compile(
    r"\s*<(attached_files|additional_data|current_file|custom_instructions|environment_context|git_status|"
    r"manually_attached_skills|open_and_recently_viewed_files|project_layout|rules|system_notification|"
    r"system_reminder|terminal_files_information|timestamp|user_info|agent_transcripts|agent_skills|"
    r"always_applied_workspace_rules|user_rules|code_selection|external_links|linter_errors)\b"
)
_HIDDEN = "[REDACTED]"
"""Stands where the model's thinking was."""
_TARGETS = ("command", "path", "target_file", "file_path", "filePath", "pattern", "query", "glob_pattern",
            "url", "search_term", "description", "prompt")  # fmt: skip
_EDITING = frozenset(
    ("write", "strreplace", "edit_file", "search_replace", "edit", "edit_file_v2", "multiedit")
)


def said_by_user(words: str) -> list[tuple[TurnKind, str]]:
    """Takes what the person typed out of what was sent for them."""
    start, end = words.find(_OPENING), words.rfind(_CLOSING)
    before = words[:start].strip() if start >= 0 else ""
    if start < 0 or (before and not before.startswith("<")):
        # Without a wrapper, or with a quoted tag: as it was typed, unless it begins with what Cursor adds.
        kind = TurnKind.INJECTED if _CONTEXT.match(words) else TurnKind.SAID
        return [(kind, words)]
    if end < start:  # cut off
        end = len(words)
    after = words[end + len(_CLOSING) :]
    found = [
        (TurnKind.INJECTED, before),
        (TurnKind.SAID, words[start + len(_OPENING) : end]),
        (TurnKind.INJECTED, after),
    ]
    return [(kind, part.strip()) for kind, part in found if part.strip()]


def said_by_assistant(words: str) -> str:
    """Without the mark that stands where thinking was."""
    words = words.strip()
    while words.endswith(_HIDDEN):
        words = words.removesuffix(_HIDDEN).rstrip()
    return words.removeprefix(_HIDDEN).lstrip()


def called(name: str, given: Mapping[str, Any]) -> str:
    """The text of a tool turn."""
    return tool_call(name, next((found for key in _TARGETS if (found := text(given.get(key)))), ""))


def edited_path(name: str, given: Mapping[str, Any]) -> str:
    """The file that a tool call changes, if it does."""
    if name.lower() not in _EDITING:
        return ""
    return next((found for key in ("path", "target_file", "file_path", "filePath", "relativeWorkspacePath")
                 if (found := text(given.get(key)))), "")  # fmt: skip


class Voice:
    """Says the turns of one session and gives each the key it is known by. `counts` is what `save` gave."""

    def __init__(
        self, session: str, counts: Mapping[str, int] | None = None, *, subagent: bool = False
    ) -> None:
        self._session = session
        self._subagent = subagent
        self._counts: dict[str, int] = dict(counts or {})

    def save(self) -> dict[str, int]:
        """How often short words were said, by their keys."""
        return dict(self._counts)

    def say(
        self,
        out: Gathering,
        role: Role,
        kind: TurnKind,
        words: str,
        *,
        at: int | None = None,
        line: int = 0,
        cwd: str | None = None,
    ) -> None:
        words = words.strip()
        if not words:
            return
        key = content_key(SOURCE, self._session, role.value, kind.value, words)
        if len(words) <= COUNTED_CHARS:
            short = key.rpartition(":")[2][:12]
            count = self._counts[short] = self._counts.get(short, 0) + 1
            key = f"{key}:{count}" if count > 1 else key
        out.say(
            self._session,
            key,
            role,
            words,
            kind=TurnKind.SUBAGENT if self._subagent else kind,
            at=at,
            line=line,
            cwd=cwd,
        )

    def block(
        self,
        out: Gathering,
        role: Role,
        block: Mapping[str, Any],
        *,
        at: int | None = None,
        line: int = 0,
        cwd: str | None = None,
    ) -> None:
        """Says what one block of a message's content says."""
        found: list[tuple[Role, TurnKind, str]] = []
        match block.get("type"):
            case "text" if role is Role.USER:
                found = [(role, kind, words) for kind, words in said_by_user(text(block.get("text")))]
            case "text":
                found = [(role, TurnKind.SAID, said_by_assistant(text(block.get("text"))))]
            case "tool_use" | "tool_call" | "tool-call":
                name = text(block.get("name")) or text(block.get("toolName"))
                given = mapping(block.get("input")) or mapping(block.get("args"))
                found = [(Role.ASSISTANT, TurnKind.TOOL, called(name, given))]
                out.edited(self._session, edited_path(name, given))
            case "tool_result" | "tool-result":
                words = tool_result(
                    _flat(block.get("content") or block.get("result")), failed=block.get("is_error") is True
                )
                found = [(Role.ASSISTANT, TurnKind.TOOL, words)]
            case "thinking" | "redacted_thinking" | "redacted-reasoning" | "reasoning" | "image":
                pass
            case _:
                out.unknown += 1
        for speaker, kind, words in found:
            self.say(out, speaker, kind, words, at=at, line=line, cwd=cwd)


def _flat(content: object) -> str:
    """The text of a tool's result: as it is, or of its blocks."""
    if isinstance(content, str):
        return content
    return "\n".join(text(mapping(block).get("text")) for block in sequence(content))
