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
chatgpt-data-export-format.md, sanand0/openai-conversations:samples.

A message is `message{author{role, name}, content{content_type, …}, recipient, channel, weight, metadata}`:
- `recipient` other than `all`: the assistant calls a tool. `bio` is ChatGPT's memory: the text is what it
  remembers, a fact a line.
- `metadata.is_visually_hidden_from_conversation` or `weight: 0`: the person does not see it.
- `content_type`: text and multimodal_text have `parts`, strings or pieces such as `audio_transcription{text}`
  and `image_asset_pointer`; code, execution_output and system_error have `text`; `thoughts` and
  `reasoning_recap` are thinking; `user_editable_context` holds the custom instructions and
  `model_editable_context` the memories as the model saw them, both repeated in every conversation.
- Answers hold marks for the app to draw, between U+E200 and U+E201, their fields apart by U+E202: of
  `entity["place","Tartu"]` and `url<title><address>` the name is shown, of the others nothing is lost. Older
  ones are `【12†source】`.

Facts: kenn-io/agentsview:internal/parser/chatgpt.go, pionxzh/chatgpt-exporter (entity marks),
letta-ai/skills:letta/importing-chatgpt-memory/references/chatgpt-export-notes.md, real conversations in
sanand0/openai-conversations:samples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.base import BatchBuilder, content_key
from arbor_desktop.conversations.readers.exports import ExportReader, arrange, opening
from arbor_desktop.conversations.readers.values import (
    Spoken,
    at,
    embedded,
    mapping,
    moment,
    sequence,
    text,
    tool_call,
    tool_result,
)

_SIBLINGS = (
    "conversation_template_id",
    "default_model_slug",
    "gizmo_id",
    "is_do_not_remember",
    "moderation_results",
    "plugin_ids",
    "safe_urls",
)
ONCE = ":context"
"""Suffix of turns that are told once a conversation, however often they stand in it."""
_FILES = ":files"
_CONTEXT_BYTES = 8192
_THINKING = frozenset({"thoughts", "reasoning_recap"})
_CONTEXT = frozenset({"user_editable_context", "model_editable_context"})
_DOCUMENTS = frozenset({"tether_quote", "tether_browsing_display", "tether_browsing_code"})
_ROLES = frozenset({"user", "assistant", "tool", "system", "critic"})

_MARK = re.compile("[ \t]{0,4}\ue200([^\ue200\ue201]*)\ue201")
_LOOSE = re.compile("[\ue200-\ue206]")
_OLD_MARK = re.compile(
    r"[ \t]{0,4}(?:【\d+(?::\d+)?†[^【】\n]*】|:contentReference\[oaicite:\d+\]\{index=\d+\})"
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
        """Return whether it is a tree with a message that has an author; or, where the head ends before one,
        whether it has members that only ChatGPT has."""
        nodes = mapping(value, "mapping")
        if any(_author_role(mapping(node, "message")) for node in nodes.values()):
            return True
        known = sum(name in value for name in _SIBLINGS)
        return isinstance(value.get("current_node"), str) and known >= 2

    def add(self, conversation: dict[str, Any], out: BatchBuilder) -> Iterator[None]:
        nodes = {
            name: node for name, node in mapping(conversation, "mapping").items() if isinstance(node, dict)
        }
        session = _session(conversation, nodes)
        out.about(
            session,
            title=text(conversation, "title"),
            model=text(conversation, "default_model_slug"),
            gizmo=text(conversation, "gizmo_id"),
        )
        parents = {name: text(node, "parent") or None for name, node in nodes.items()}
        current = text(conversation, "current_node")
        order = arrange(parents, current if current in nodes else _newest_leaf(nodes, parents))
        origins = _origins([name for name, _ in order], nodes, parents)
        shown: set[str] = set()
        for name, unsaid in order:
            message = mapping(nodes[name], "message")
            if not message:
                continue
            key = f"chatgpt:{origins.get(name, session)}:{text(message, 'id') or name}"
            with out.guarded():
                _say(session, key, message, out, shown, unsaid=unsaid)
            yield


def _say(
    session: str, key: str, message: Mapping[str, Any], out: BatchBuilder, shown: set[str], *, unsaid: bool
) -> None:
    """Add the turns of a message. `shown`: texts that are added once for all branches."""
    at = moment(message, "create_time")
    found = _spoken(message)
    out.unknown += found is None
    for turn in found or ():
        taken_back = unsaid
        if turn.name == ONCE:
            if turn.text in shown:
                continue
            shown.add(turn.text)
            taken_back = False  # instructions hold for every branch, whichever was given them
        out.say(session, key + turn.name, turn.role, turn.text, kind=turn.kind, at=at, unsaid=taken_back)
        if turn.role is Role.ASSISTANT and turn.kind is TurnKind.SAID and not unsaid:
            model = text(message, "metadata", "model_slug")
            out.about(session, model=model)


def _session(conversation: Mapping[str, Any], nodes: Mapping[str, Any]) -> str:
    named = text(conversation, "conversation_id") or text(conversation, "id")
    return named or content_key("chatgpt", "", conversation.get("create_time"), next(iter(nodes), ""))


def _newest_leaf(nodes: Mapping[str, Mapping[str, Any]], parents: Mapping[str, str | None]) -> str | None:
    inner = set(parents.values())
    leaves = [name for name in nodes if name not in inner]
    if not leaves:
        return None
    return max(leaves, key=lambda name: moment(nodes[name], "message", "create_time") or 0)


def _origins(
    order: list[str], nodes: Mapping[str, Mapping[str, Any]], parents: Mapping[str, str | None]
) -> dict[str, str]:
    """Return the conversation that each copied node comes from. Copies stand before the message that
    says so."""
    origins: dict[str, str] = {}
    for name in order:
        metadata = mapping(nodes[name], "message", "metadata")
        origin = text(metadata, "branching_from_conversation_id")
        node = parents[name] if origin else None
        while node is not None and node in nodes and node not in origins:
            origins[node] = origin
            node = parents[node]
    return origins


# -- who speaks in a message --


def _author_role(message: Mapping[str, Any]) -> str:
    """Return the author of a message; "" for one that no ChatGPT message has."""
    role = text(message, "author", "role")
    return role if role in _ROLES else ""


def _spoken(message: Mapping[str, Any]) -> list[Spoken] | None:
    """Return the turns of a message; none where it holds nothing to keep, None where its author is
    unknown."""
    content, metadata = mapping(message, "content"), mapping(message, "metadata")
    role, kind = _author_role(message), text(content, "content_type")
    if kind in _THINKING or text(message, "channel") == "analysis":
        return []
    if kind in _CONTEXT or metadata.get("is_user_system_message") is True:
        return _context(content, metadata)
    hidden = metadata.get("is_visually_hidden_from_conversation") is True or message.get("weight") == 0
    words = _words_of(content)
    if role == "user":
        return _prompt(content, metadata, words, hidden or kind in _DOCUMENTS)
    if role == "assistant":
        return _answer(message, kind, words, hidden)
    if role == "tool":
        failed = kind == "system_error" or _run_failed(metadata)
        return [] if hidden else [Spoken(Role.ASSISTANT, TurnKind.TOOL, tool_result(words, failed=failed))]
    if role == "system":
        return [Spoken(Role.USER, TurnKind.INJECTED, opening(words))]
    return None


def _words_of(content: Mapping[str, Any]) -> str:
    """Return all text of a message's content: its parts, transcriptions among them, else its text."""
    parts = [part for part in map(_part, sequence(content, "parts")) if part]
    return "\n".join(parts) or text(content, "text") or text(content, "result")


def without_marks(answer: str) -> str:
    """Return an answer as the app shows it: without marks of citations, with the names that marks stand
    for."""
    if "\ue200" in answer:
        answer = _MARK.sub(_shown, answer)
    answer = _LOOSE.sub("", answer)
    return _OLD_MARK.sub("", answer) if "【" in answer or "oaicite" in answer else answer


def _part(part: Any) -> str:
    return part if isinstance(part, str) else text(part, "text")


def _shown(match: re.Match[str]) -> str:
    name, _, rest = match[1].partition("\ue202")
    before = match[0][: match[0].index("\ue200")]
    if name == "entity":
        return before + _entity_name(rest)
    if name == "url":
        return before + rest.partition("\ue202")[0]
    return ""


def _entity_name(fields: str) -> str:
    found = embedded(fields)
    if found is None:
        return fields if not fields.startswith("[") else ""
    names = [field for field in sequence(found) if isinstance(field, str)]
    return names[1] if len(names) > 1 else "".join(names)


def _prompt(
    content: Mapping[str, Any], metadata: Mapping[str, Any], words: str, injected: bool
) -> list[Spoken]:
    if injected:
        return [Spoken(Role.USER, TurnKind.INJECTED, opening(words))]
    found = [Spoken(Role.USER, TurnKind.SAID, words)]
    if files := _files(content, metadata):
        found.insert(0, Spoken(Role.USER, TurnKind.INJECTED, files, _FILES))
    return found


def _files(content: Mapping[str, Any], metadata: Mapping[str, Any]) -> str:
    """Return what a person sent along: the names of files, else a mark for each picture."""
    names = [text(file, "name") for file in sequence(metadata, "attachments")]
    names = [name for name in names if name]
    if names:
        return "\n".join(f"[file: {name}]" for name in names)
    parts = sequence(content, "parts")
    return "\n".join("[image]" for p in parts if at(p, "content_type") == "image_asset_pointer")


def _answer(message: Mapping[str, Any], kind: str, words: str, hidden: bool) -> list[Spoken]:
    recipient = text(message, "recipient") or "all"
    if recipient != "all":
        return [Spoken(Role.ASSISTANT, TurnKind.TOOL, tool_call(recipient, words))]
    if kind == "system_error":
        return [Spoken(Role.ASSISTANT, TurnKind.TOOL, tool_result(words, failed=True))]
    if kind == "execution_output" or kind in _DOCUMENTS:
        return [Spoken(Role.ASSISTANT, TurnKind.TOOL, tool_result(words))]
    if hidden:
        return []
    if kind == "code" and words:
        language = text(message, "content", "language")
        words = f"```{'' if language == 'unknown' else language}\n{words}\n```"
    return [Spoken(Role.ASSISTANT, TurnKind.SAID, without_marks(words))]


def _context(content: Mapping[str, Any], metadata: Mapping[str, Any]) -> list[Spoken]:
    """Custom instructions as the person wrote them, or the memories as the model saw them."""
    own = mapping(metadata, "user_context_message_data")
    texts = [text(value) for name, value in own.items() if name.endswith("_message")]
    if not any(texts):
        texts = [text(content, name) for name in ("user_profile", "user_instructions", "model_set_context")]
    words = "\n\n".join(part.strip() for part in texts if part.strip()) or _words_of(content)
    return [Spoken(Role.USER, TurnKind.INJECTED, opening(words, _CONTEXT_BYTES), ONCE)]


def _run_failed(metadata: Mapping[str, Any]) -> bool:
    return text(metadata, "aggregate_result", "status").startswith("failed")
