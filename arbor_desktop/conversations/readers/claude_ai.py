"""Claude.ai's data export, and the JSON of a single conversation as the website's API gives it.

Two layouts hold the same conversations: one ZIP (`users.json`, `projects.json`, `memories.json`,
`conversations.json`), and since 2026 one ZIP for every category and part (`conversations-000.zip` with its
`conversations.json`, `projects-000.zip`, …) that a manifest lists. Only conversations are read here: the
manifest, projects and memories are none.

A conversation is `{uuid, name, summary, created_at, updated_at, account, chat_messages}`; a message
`{uuid, sender, text, content, created_at, attachments, files, parent_message_uuid}`. Messages stand in the
order in which they were sent. Siblings under one parent are edited prompts and answers asked for again; the
first message's parent is a uuid of zeros. The website's API adds `current_leaf_message_uuid`: where it is
missing, the newest leaf counts. Where no message names a parent, nothing was left behind.

In a message, `content[]` has blocks: `text`, `voice_note` (with its transcription), `thinking`,
`tool_use{name, input}`,
`tool_result{content, is_error}`, `token_budget`. `text` beside it is all of them as one flat text, thinking
too, with "This block is not supported on your current device yet." for what could not be drawn; it is only
believed where there are no blocks. Older answers have `<antThinking>` and `<antArtifact title=…>` in their
text. An attachment's `extracted_content` is a document, not the person's words.

Facts: kenn-io/agentsview:internal/parser/claude_ai.go, osteele/claude-chat-viewer:src/data,
Sinity/polylogue:polylogue/schemas/providers/claude-ai, PDP-Connect/data-connectors:connectors/anthropic/
__fixtures__/split-export.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import BatchBuilder, content_key
from arbor_desktop.conversations.readers.exports import ExportReader, arrange, opening
from arbor_desktop.conversations.readers.values import (
    COMMAND_CHARS,
    Spoken,
    cut_spans,
    first_text,
    mapping,
    mappings,
    moment,
    sequence,
    text,
    tool_call,
    tool_result,
)

_NO_PARENT = "00000000-0000-4000-8000-000000000000"
_ABOUT = ("name", "created_at", "updated_at", "account")
SENDERS = frozenset({"human", "assistant"})
_SILENT = frozenset({"thinking", "redacted_thinking", "token_budget", "flag", "tool_use", "tool_result"})
_UNTOLD = frozenset(
    {"content", "file_text", "id", "language", "new_str", "old_str", "source", "type", "version_uuid"}
)
"""Fields of a tool's input that are documents, or say nothing to a person."""
_NOT_DRAWN = re.compile(
    r"\n?```\n(?:This block is not supported on your current device yet\."
    r"|Viewing artifacts created via the Analysis Tool web feature preview isn.t yet supported on mobile\.)"
    r"\n```"
)
_TITLE = re.compile(r'<antArtifact\b[^>]*?\btitle="([^"]*)"')

Message = Mapping[str, Any]


class ClaudeAiReader(ExportReader):
    source = "claude-ai"
    marks = (b'"chat_messages"',)
    skip = frozenset({"citations", "display_content", "prompt_context_metadata", "settings", "summaries"})
    beside = frozenset({"login_history.json", "memories.json", "projects.json", "users.json"})
    alone = True

    def is_conversation(self, value: dict[str, Any]) -> bool:
        """Return whether it has Claude.ai's `chat_messages`, and what a conversation is known by."""
        messages = value.get("chat_messages")
        if not isinstance(messages, list) or not any(name in value for name in ("uuid", *_ABOUT)):
            return False
        first = mapping(messages[0]) if messages else {}
        if not first:
            return isinstance(value.get("uuid"), str) and any(name in value for name in _ABOUT)
        return first["sender"] in SENDERS if isinstance(first.get("sender"), str) else "role" not in first

    def add(self, conversation: dict[str, Any], out: BatchBuilder) -> Iterator[None]:
        session = text(conversation, "uuid") or content_key(
            self.source, "", conversation.get("created_at"), conversation.get("name")
        )
        out.about(
            session,
            title=text(conversation, "name"),
            model=text(conversation, "model"),
            project=text(conversation, "project", "name"),
        )
        messages = _named(sequence(conversation, "chat_messages"))
        parents = _parents(messages)
        leaf = text(conversation, "current_leaf_message_uuid")
        is_tree = any(text(message, "parent_message_uuid") for message in messages.values())
        if leaf not in messages or not is_tree:
            leaf = _newest_leaf(messages, parents)
        order = arrange(parents, leaf)
        for name, unsaid in order:
            message = messages[name]
            with out.guarded():
                at = moment(message, "created_at")
                found = spoken(message)
                out.unknown += found is None
                for turn in found or ():
                    key = f"claude-ai:{session}:{name}{turn.name}"
                    out.say(session, key, turn.role, turn.text, kind=turn.kind, at=at, unsaid=unsaid)
            yield


def _named(messages: list[Any]) -> dict[str, Message]:
    """Return the messages by their uuids; one that has none is known by its place."""
    found: dict[str, Message] = {}
    for number, message in enumerate(messages):
        if isinstance(message, dict):
            found.setdefault(text(message, "uuid") or f"message-{number}", message)
    return found


def _parents(messages: Mapping[str, Message]) -> dict[str, str | None]:
    """Return every message's parent: the one it names, else the one that stands before it."""
    found: dict[str, str | None] = {}
    before = None
    for name, message in messages.items():
        parent = text(message, "parent_message_uuid")
        if parent == _NO_PARENT:
            found[name] = None
        else:
            found[name] = parent if parent in messages else before
        before = name
    return found


def _newest_leaf(messages: Mapping[str, Message], parents: Mapping[str, str | None]) -> str:
    inner = set(parents.values())
    leaves = [(moment(messages[name], "created_at") or 0, number, name)
              for number, name in enumerate(messages) if name not in inner]  # fmt: skip
    return max(leaves)[2] if leaves else ""


# -- who speaks in a message --


def spoken(message: Mapping[str, Any]) -> list[Spoken] | None:
    """Return the turns of a message, what was sent along first; None where its sender is unknown."""
    sender = message.get("sender")
    if sender == "human":
        said = "\n\n".join(words for block in _blocks(message) if (words := _words(block)))
        return [*_sent_along(message), Spoken(Role.USER, TurnKind.SAID, said)]
    return _answer(message) if sender == "assistant" else None


def _blocks(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the content's blocks; one of the flat text where no block says what the message is."""
    blocks: list[Mapping[str, Any]] = [
        block for block in sequence(message, "content") if isinstance(block, dict)
    ]
    if any(_words(block) or text(block, "type") in _SILENT for block in blocks):
        return blocks
    return [{"type": "text", "text": _NOT_DRAWN.sub("\n", text(message, "text"))}]


def _words(block: Mapping[str, Any]) -> str:
    """Return the words of a block that were written or spoken; "" for any other block."""
    kind = block.get("type")
    if kind == "text":
        return _NOT_DRAWN.sub("\n", text(block, "text")).strip()
    if kind == "voice_note":
        return (text(block, "transcript") or text(block, "text")).strip()
    return ""


def _answer(message: Mapping[str, Any]) -> list[Spoken]:
    """Return an answer: the words between two tool calls as one turn, calls and results apart."""
    found: list[Spoken] = []
    words: list[str] = []
    runs = tools = 0

    def end_of_run() -> None:
        nonlocal runs
        if words:
            runs += 1
            suffix = f":{runs}" if runs > 1 else ""
            found.append(Spoken(Role.ASSISTANT, TurnKind.SAID, "\n\n".join(words), suffix))
            words.clear()

    for block in _blocks(message):
        plain, calls = _without_artifacts(_words(block))
        if plain:
            words.append(plain)
        if block.get("type") == "tool_use":
            calls = [tool_call(text(block, "name"), _target(mapping(block, "input")))]
        elif block.get("type") == "tool_result":
            calls = [tool_result(_output(block.get("content")), failed=block.get("is_error") is True)]
        if calls:
            end_of_run()
        for call in calls:
            tools += 1
            found.append(Spoken(Role.ASSISTANT, TurnKind.TOOL, call, f":tool{tools}"))
    end_of_run()
    return found


def _without_artifacts(words: str) -> tuple[str, list[str]]:
    """Return an older answer without its thinking and its documents, which were tool calls in all but
    name."""
    words, _ = cut_spans(words, "antThinking")
    words, artifacts = cut_spans(words, "antArtifact")
    calls = []
    for artifact in artifacts:
        title = _TITLE.match(artifact)
        calls.append(tool_call("artifact", title[1] if title else ""))
    return words.strip(), calls


def _target(fields: Mapping[str, Any]) -> str:
    """Return what a tool was asked, without the documents it was given."""
    told = {
        name: str(value)[:COMMAND_CHARS]
        for name, value in fields.items()
        if name not in _UNTOLD and isinstance(value, str | int | float)
    }
    return next(iter(told.values())) if len(told) == 1 else ", ".join(f"{n}={v}" for n, v in told.items())


def _output(content: Any) -> str:
    if isinstance(content, str):
        return content
    pieces = (mapping(piece) for piece in sequence(content))
    return "\n".join(words for piece in pieces if (words := first_text(piece, ("text", "title"))))


def _sent_along(message: Mapping[str, Any]) -> list[Spoken]:
    """Return every attachment with the beginning of its text, and the names of other files."""
    found: list[Spoken] = []
    names: set[str] = set()
    for number, attachment in enumerate(mappings(message, "attachments"), 1):
        name, extracted = text(attachment, "file_name"), text(attachment, "extracted_content")
        names.add(name)
        if name or extracted:
            told = f"[file: {name or 'pasted text'}]\n{opening(extracted)}"
            found.append(Spoken(Role.USER, TurnKind.INJECTED, told, f":file{number}"))
    files = (text(file, "file_name") for file in sequence(message, "files"))
    others = [f"[file: {name}]" for name in dict.fromkeys(files) if name and name not in names]
    if others:
        found.append(Spoken(Role.USER, TurnKind.INJECTED, "\n".join(others), ":files"))
    return found
