"""ChatGPT's data export: `conversations.json`, its shards `conversations-000.json …`, the ZIP around them, or
the JSON of a single conversation.

A conversation is `{id | conversation_id, title, create_time, current_node, default_model_slug, mapping}`,
where `mapping` holds the nodes `{id, parent, children, message | null}` of a tree: an edited prompt or a
regenerated answer makes a second child. What the person sees is the way from the root to `current_node`; the
rest was left behind. Nodes of the official ZIP may have no `children`, so only `parent` is believed.

"Branch in new chat" copies the messages so far, with their ids, into a new conversation; the first message
written there names the old one (`metadata.branching_from_conversation_id`). The copies get the keys they have
in the old one.

Facts: kenn-io/agentsview:internal/parser/chatgpt.go, mitkury/chatgpt-export-parser:docs/
chatgpt-data-export-format.md, sanand0/openai-conversations:samples, and for what messages hold
`chatgpt_speaker.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.chatgpt_speaker import ONCE, author_role, spoken
from arbor_desktop.conversations.readers.exports import ExportReader
from arbor_desktop.conversations.readers.exports_branches import arrange
from arbor_desktop.conversations.readers.gathering import Gathering, content_key
from arbor_desktop.conversations.readers.json_lines import mapping, moment, text

_SIBLINGS = (
    "conversation_template_id",
    "default_model_slug",
    "gizmo_id",
    "is_do_not_remember",
    "moderation_results",
    "plugin_ids",
    "safe_urls",
)


class ChatGptReader(ExportReader):
    source = "chatgpt"
    marks = (b'"mapping"', b'"current_node"')
    skip = frozenset(
        {
            "blocked_urls",
            "citations",
            "content_references",
            "image_results",
            "jupyter_messages",
            "messages",
            "moderation_results",
            "safe_urls",
            "search_result_groups",
            "screenshot",
            "thoughts",
        }
    )
    beside = frozenset(
        {
            "chat.html",
            "message_feedback.json",
            "model_comparisons.json",
            "shared_conversations.json",
            "user.json",
        }
    )
    alone = False

    def is_conversation(self, value: dict[str, Any]) -> bool:
        """A tree with at least one message that has an author; or, where the head ends before it, the names
        of members that only ChatGPT has."""
        nodes = mapping(value.get("mapping"))
        if any(author_role(mapping(mapping(node).get("message"))) for node in nodes.values()):
            return True
        known = sum(name in value for name in _SIBLINGS)
        return isinstance(value.get("current_node"), str) and known >= 2

    def tell(self, conversation: dict[str, Any], out: Gathering) -> Iterator[None]:
        nodes = {
            name: node
            for name, node in mapping(conversation.get("mapping")).items()
            if isinstance(node, dict)
        }
        session = _session(conversation, nodes)
        out.about(
            session,
            title=text(conversation.get("title")),
            model=text(conversation.get("default_model_slug")) or None,
            gizmo=text(conversation.get("gizmo_id")) or None,
        )
        parents = {name: text(node.get("parent")) or None for name, node in nodes.items()}
        current = text(conversation.get("current_node"))
        order = arrange(parents, current if current in nodes else _newest_leaf(nodes, parents))
        origins = _origins([name for name, _ in order], nodes, parents)
        told: set[str] = set()
        for name, unsaid in order:
            message = mapping(nodes[name].get("message"))
            if not message:
                continue
            key = f"chatgpt:{origins.get(name, session)}:{text(message.get('id')) or name}"
            with out.guarded():
                _say(session, key, message, out, told, unsaid=unsaid)
            yield


def _say(
    session: str, key: str, message: Mapping[str, Any], out: Gathering, told: set[str], *, unsaid: bool
) -> None:
    """`told`: texts that are told once for all branches."""
    at = moment(message.get("create_time"))
    found = spoken(message)
    out.unknown += found is None
    for turn in found or ():
        taken_back = unsaid
        if turn.suffix == ONCE:
            if turn.text in told:
                continue
            told.add(turn.text)
            taken_back = False  # instructions hold for every branch, whichever was given them
        out.say(session, key + turn.suffix, turn.role, turn.text, kind=turn.kind, at=at, unsaid=taken_back)
        if turn.role is Role.ASSISTANT and turn.kind is TurnKind.SAID and not unsaid:
            model = text(mapping(message.get("metadata")).get("model_slug"))
            out.about(session, model=model or None)


def _session(conversation: Mapping[str, Any], nodes: Mapping[str, Any]) -> str:
    named = text(conversation.get("conversation_id")) or text(conversation.get("id"))
    return named or content_key("chatgpt", "", conversation.get("create_time"), next(iter(nodes), ""))


def _newest_leaf(nodes: Mapping[str, Mapping[str, Any]], parents: Mapping[str, str | None]) -> str | None:
    inner = set(parents.values())
    leaves = [name for name in nodes if name not in inner]
    if not leaves:
        return None
    return max(leaves, key=lambda name: moment(mapping(nodes[name].get("message")).get("create_time")) or 0)


def _origins(
    order: list[str], nodes: Mapping[str, Mapping[str, Any]], parents: Mapping[str, str | None]
) -> dict[str, str]:
    """The conversation that each copied node comes from. Copies stand before the message that says so."""
    origins: dict[str, str] = {}
    for name in order:
        metadata = mapping(mapping(nodes[name].get("message")).get("metadata"))
        origin = text(metadata.get("branching_from_conversation_id"))
        node = parents[name] if origin else None
        while node is not None and node in nodes and node not in origins:
            origins[node] = origin
            node = parents[node]
    return origins
