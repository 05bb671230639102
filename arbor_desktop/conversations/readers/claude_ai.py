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

Facts: kenn-io/agentsview:internal/parser/claude_ai.go, osteele/claude-chat-viewer:src/data,
Sinity/polylogue:polylogue/schemas/providers/claude-ai, PDP-Connect/data-connectors:connectors/anthropic/
__fixtures__/split-export.
For what messages hold see `claude_ai_speaker.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from arbor_desktop.conversations.readers.claude_ai_speaker import SENDERS, spoken
from arbor_desktop.conversations.readers.exports import ExportReader
from arbor_desktop.conversations.readers.exports_branches import arrange
from arbor_desktop.conversations.readers.gathering import Gathering, content_key
from arbor_desktop.conversations.readers.json_lines import mapping, moment, sequence, text

_NO_PARENT = "00000000-0000-4000-8000-000000000000"
_ABOUT = ("name", "created_at", "updated_at", "account")

Message = Mapping[str, Any]


class ClaudeAiReader(ExportReader):
    source = "claude-ai"
    marks = (b'"chat_messages"',)
    skip = frozenset({"citations", "display_content", "prompt_context_metadata", "settings", "summaries"})
    beside = frozenset({"login_history.json", "memories.json", "projects.json", "users.json"})
    alone = True

    def is_conversation(self, value: dict[str, Any]) -> bool:
        """`chat_messages` whose senders are Claude.ai's, in something that a conversation is known by."""
        messages = value.get("chat_messages")
        if not isinstance(messages, list) or not any(name in value for name in ("uuid", *_ABOUT)):
            return False
        first = mapping(messages[0]) if messages else {}
        if not first:
            return isinstance(value.get("uuid"), str) and any(name in value for name in _ABOUT)
        return first["sender"] in SENDERS if isinstance(first.get("sender"), str) else "role" not in first

    def tell(self, conversation: dict[str, Any], out: Gathering) -> Iterator[None]:
        session = text(conversation.get("uuid")) or content_key(
            self.source, "", conversation.get("created_at"), conversation.get("name")
        )
        out.about(
            session,
            title=text(conversation.get("name")),
            model=text(conversation.get("model")) or None,
            project=text(mapping(conversation.get("project")).get("name")) or None,
        )
        messages = _named(sequence(conversation.get("chat_messages")))
        parents = _parents(messages)
        leaf = text(conversation.get("current_leaf_message_uuid"))
        is_tree = any(text(message.get("parent_message_uuid")) for message in messages.values())
        if leaf not in messages or not is_tree:
            leaf = _newest_leaf(messages, parents)
        order = arrange(parents, leaf)
        for name, unsaid in order:
            message = messages[name]
            with out.guarded():
                at = moment(message.get("created_at"))
                found = spoken(message)
                out.unknown += found is None
                for turn in found or ():
                    key = f"claude-ai:{session}:{name}{turn.suffix}"
                    out.say(session, key, turn.role, turn.text, kind=turn.kind, at=at, unsaid=unsaid)
            yield


def _named(messages: list[Any]) -> dict[str, Message]:
    """The messages by their uuids; one that has none is known by its place."""
    found: dict[str, Message] = {}
    for number, message in enumerate(messages):
        if isinstance(message, dict):
            found.setdefault(text(message.get("uuid")) or f"message-{number}", message)
    return found


def _parents(messages: Mapping[str, Message]) -> dict[str, str | None]:
    """Every message's parent: the one it names, else the one that stands before it."""
    found: dict[str, str | None] = {}
    before = None
    for name, message in messages.items():
        parent = text(message.get("parent_message_uuid"))
        if parent == _NO_PARENT:
            found[name] = None
        else:
            found[name] = parent if parent in messages else before
        before = name
    return found


def _newest_leaf(messages: Mapping[str, Message], parents: Mapping[str, str | None]) -> str:
    inner = set(parents.values())
    leaves = [(moment(messages[name].get("created_at")) or 0, number, name)
              for number, name in enumerate(messages) if name not in inner]  # fmt: skip
    return max(leaves)[2] if leaves else ""
