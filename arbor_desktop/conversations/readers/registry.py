"""All sources that can be read. A new source is its module and one entry here.

A reader's module is imported when a file comes that could be of its source: a few words that every such file
has in its head, or a name in its path, tell that far faster than the reader itself.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop.conversations.model import HEAD_BYTES, Batch, Checkpoint

if TYPE_CHECKING:
    from arbor_desktop.conversations.readers.base import Reader

_BLANK = b"\xef\xbb\xbf \t\r\n\x00"
_DATABASE, _ZIP, _ZSTD = b"SQLite format 3\x00", b"PK", b"\x28\xb5\x2f\xfd"


@dataclass
class _Source:
    """A source, whose reader is imported when it is needed.

    A file with something in it is shown to the reader only where its head has all of one group of `marks`, or
    one of the parts of its path (or its suffix) is among `places`. With neither, it sees every file.
    """

    source: str
    module: str
    name: str
    marks: tuple[tuple[bytes, ...], ...] = ()
    places: frozenset[str] = frozenset()

    @cached_property
    def reader(self) -> Reader:
        """The reader itself."""
        module = importlib.import_module(f"arbor_desktop.conversations.readers.{self.module}")
        reader: Reader = getattr(module, self.name)()
        return reader

    def recognises(self, path: Path, head: bytes) -> bool:
        """See `conversations.readers.base.Reader.recognises`."""
        return self._may_be(path, head) and self.reader.recognises(path, head)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        return self.reader.read(path, since)

    def _may_be(self, path: Path, head: bytes) -> bool:
        if not (self.marks or self.places) or _is_blank(head):
            return True
        if any(all(mark in head for mark in group) for group in self.marks):
            return True
        return path.suffix.lower() in self.places or not self.places.isdisjoint(path.parts)


def _is_blank(head: bytes) -> bool:
    return not head[:64].strip(_BLANK) and not head.strip(_BLANK)


def _any(*marks: bytes) -> tuple[tuple[bytes, ...], ...]:
    return tuple((mark,) for mark in marks)


_RECORDING = ((b'"sessionId"', b'"projectHash"'), (b'"sessionId"', b'"messages"'))
_SOURCES = (
    _Source("gemini-cli", "gemini_cli", "GeminiCliReader", _RECORDING),
    _Source("droid", "droid", "DroidReader", ((b'"session_start"',), (b'"system"', b'"message"', b'"text"'))),
    _Source("gptme", "gptme", "GptmeReader", places=frozenset({"conversation.jsonl", "gptme"})),
    _Source("grok", "grok", "GrokReader",
           _any(b'"prompt_index"', b'"synthetic_reason"', b'"model_id"', b'"model_fingerprint"')),
    _Source("kimi", "kimi", "KimiReader",
           (*_any(b'"protocol_version"', b'"context.append_message"', b'"context.append_loop_event"',
                  b'"turn.prompt"', b'"turn.steer"'), (b'"message"', b'"payload"'))),
    _Source("qwen-code", "qwen_code", "QwenCodeReader", (*_RECORDING, *_any(b'"parts"', b'"systemPayload"'))),
    _Source("iflow", "claude_code", "IflowReader", _any(b'"session-'), frozenset({".iflow"})),
    _Source("claude-code", "claude_code", "ClaudeCodeReader", _any(b'"type"', b'"sessionId"')),
    _Source("opencode", "opencode", "OpenCodeReader", _any(_DATABASE), frozenset({"session"})),
    _Source("cursor", "cursor", "CursorReader", _any(_DATABASE, b"user:", b'"role"')),
    _Source("llm", "llm_logs", "LlmReader", _any(_DATABASE)),
    _Source("codex", "codex", "CodexReader",
           _any(_ZSTD, b'"payload"', b'"record_type"', b'"instructions"')),
    _Source("copilot-cli", "copilot_cli", "CopilotCliReader",
           _any(b'"session.start"', b'"session.resume"', b'"user.message"', b'"assistant.message"')),
    _Source("pi", "pi", "PiReader", ((b'"session"', b'"cwd"'),)),
    _Source("visual-studio-copilot", "visual_studio_copilot", "VisualStudioCopilotReader",
           ((b'"resourceSpans"', b'"gen_ai.'),)),
    _Source("aider", "aider", "AiderReader",
           places=frozenset({".aider.chat.history.md", ".md", ".markdown", ".txt"})),
    _Source("chatgpt", "chatgpt", "ChatGptReader", _any(_ZIP, b'"mapping"', b'"current_node"')),
    _Source("claude-ai", "claude_ai", "ClaudeAiReader", _any(_ZIP, b'"chat_messages"')),
    _Source("specstory", "specstory", "SpecStoryReader", places=frozenset({".md"})),
    _Source("cline", "cline", "ClineReader",
           places=frozenset({"ui_messages.json", "claude_messages.json", "api_conversation_history.json"})),
    _Source("roo-code", "cline", "RooCodeReader",
           places=frozenset({"ui_messages.json", "claude_messages.json", "api_conversation_history.json"})),
    _Source("continue", "continue_dev", "ContinueReader", _any(b'"history"')),
    _Source("vscode-copilot", "vscode_copilot", "VsCodeCopilotReader",
           _any(b'"requests"', b'"sessionId"', b'"responderUsername"', b'"requesterUsername"',
                b'"initialLocation"', b'"creationDate"')),
    _Source("transcript", "transcript", "TranscriptReader"),  # last: it takes whatever has two sides
)  # fmt: skip


def all_readers() -> tuple[Reader, ...]:
    """Return a new reader for every source, the most particular first."""
    return tuple(replace(source) for source in _SOURCES)


def detect(path: Path, readers: Sequence[Reader] | None = None, *, hint: str | None = None) -> Reader | None:
    """Return the reader for the file at `path`; None where it holds no conversation that is known.

    Looks at the first 64 KB: content decides, the place only where there is no content yet. `hint` is the
    source that the place suggests: it is asked first. Raises OSError where the file can't be read.
    """
    with path.open("rb") as file:  # `base` is imported with the first reader
        head = file.read(HEAD_BYTES)
    known = all_readers() if readers is None else readers
    for reader in sorted(known, key=lambda reader: reader.source != hint):
        if reader.recognises(path, head):
            return reader.reader if isinstance(reader, _Source) else reader
    return None
