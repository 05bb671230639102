"""Who is speaking in a message of a Claude.ai export, and what they say. Pure functions.

`content[]` has blocks: `text`, `voice_note` (with its transcription), `thinking`, `tool_use{name, input}`,
`tool_result{content, is_error}`, `token_budget`. `text` beside it is all of them as one flat text, thinking
too, with "This block is not supported on your current device yet." for what could not be drawn; it is only
believed where there are no blocks. Older answers have `<antThinking>` and `<antArtifact title=…>` in their
text. An attachment's `extracted_content` is a document, not the person's words.

Facts: kenn-io/agentsview:internal/parser/claude_ai.go and the sources that `claude_ai.py` names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from arbor_desktop.conversations.model import Role, TurnKind
from arbor_desktop.conversations.readers.exports import Spoken, opening
from arbor_desktop.conversations.readers.json_lines import mapping, sequence, text
from arbor_desktop.conversations.readers.speech import COMMAND_CHARS, cut_spans, tool_call, tool_result

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


def spoken(message: Mapping[str, Any]) -> list[Spoken] | None:
    """The turns of a message, what was sent along first; None where its sender is unknown."""
    sender = message.get("sender")
    if sender == "human":
        said = "\n\n".join(words for block in _blocks(message) if (words := _words(block)))
        return [*_sent_along(message), Spoken(Role.USER, TurnKind.SAID, said)]
    return _answer(message) if sender == "assistant" else None


def _blocks(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The content's blocks; one of the flat text where no block says what the message is."""
    blocks: list[Mapping[str, Any]] = [
        block for block in sequence(message.get("content")) if isinstance(block, dict)
    ]
    if any(_words(block) or text(block.get("type")) in _SILENT for block in blocks):
        return blocks
    return [{"type": "text", "text": _NOT_DRAWN.sub("\n", text(message.get("text")))}]


def _words(block: Mapping[str, Any]) -> str:
    """What a block says in words that were written or spoken; "" for any other block."""
    kind = block.get("type")
    if kind == "text":
        return _NOT_DRAWN.sub("\n", text(block.get("text"))).strip()
    if kind == "voice_note":
        return (text(block.get("transcript")) or text(block.get("text"))).strip()
    return ""


def _answer(message: Mapping[str, Any]) -> list[Spoken]:
    """The words between two tool calls are one turn; calls and results are turns of their own."""
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
            calls = [tool_call(text(block.get("name")), _target(mapping(block.get("input"))))]
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
    """An older answer without its thinking and its documents, which were tool calls in all but name."""
    words, _ = cut_spans(words, "antThinking")
    words, artifacts = cut_spans(words, "antArtifact")
    calls = []
    for artifact in artifacts:
        title = _TITLE.match(artifact)
        calls.append(tool_call("artifact", title[1] if title else ""))
    return words.strip(), calls


def _target(fields: Mapping[str, Any]) -> str:
    """What a tool was asked, without the documents it was given."""
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
    return "\n".join(
        words for piece in pieces if (words := text(piece.get("text")) or text(piece.get("title")))
    )


def _sent_along(message: Mapping[str, Any]) -> list[Spoken]:
    """Every attachment with the beginning of its text, and the names of other files."""
    found: list[Spoken] = []
    names: set[str] = set()
    for number, attachment in enumerate(map(mapping, sequence(message.get("attachments"))), 1):
        name, extracted = text(attachment.get("file_name")), text(attachment.get("extracted_content"))
        names.add(name)
        if name or extracted:
            told = f"[file: {name or 'pasted text'}]\n{opening(extracted)}"
            found.append(Spoken(Role.USER, TurnKind.INJECTED, told, f":file{number}"))
    files = (text(mapping(file).get("file_name")) for file in sequence(message.get("files")))
    others = [f"[file: {name}]" for name in dict.fromkeys(files) if name and name not in names]
    if others:
        found.append(Spoken(Role.USER, TurnKind.INJECTED, "\n".join(others), ":files"))
    return found
