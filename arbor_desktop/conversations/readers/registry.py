"""All sources that can be read. A new source is its module and one entry here.

A reader's module is imported when a file comes that could be of its source: a few words that every such file
has in its head, or a name in its path, tell that far faster than the reader itself.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop.conversations.model import Batch, Checkpoint

if TYPE_CHECKING:
    from arbor_desktop.conversations.readers.base import Reader

HEAD_BYTES = 64 * 1024
_BLANK = b"\xef\xbb\xbf \t\r\n\x00"
_DATABASE, _ZIP, _ZSTD = b"SQLite format 3\x00", b"PK", b"\x28\xb5\x2f\xfd"


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is known of a source before its reader is imported.

    A file with something in it is shown to the reader only where its head has all of one group of `marks`, or
    one of the parts of its path (or its suffix) is among `places`. With neither, it sees every file.
    """

    source: str
    module: str
    reader: str
    marks: tuple[tuple[bytes, ...], ...] = ()
    places: frozenset[str] = frozenset()

    def may_be(self, path: Path, head: bytes) -> bool:
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
_ENTRIES = (
    _Entry("gemini-cli", "gemini_cli", "GeminiCliReader", _RECORDING),
    _Entry("droid", "droid", "DroidReader", ((b'"session_start"',), (b'"system"', b'"message"', b'"text"'))),
    _Entry("gptme", "gptme", "GptmeReader", places=frozenset({"conversation.jsonl", "gptme"})),
    _Entry("grok", "grok", "GrokReader",
           _any(b'"prompt_index"', b'"synthetic_reason"', b'"model_id"', b'"model_fingerprint"')),
    _Entry("kimi", "kimi", "KimiReader",
           (*_any(b'"protocol_version"', b'"context.append_message"', b'"context.append_loop_event"',
                  b'"turn.prompt"', b'"turn.steer"'), (b'"message"', b'"payload"'))),
    _Entry("qwen-code", "qwen_code", "QwenCodeReader", (*_RECORDING, *_any(b'"parts"', b'"systemPayload"'))),
    _Entry("iflow", "claude_code", "IflowReader", _any(b'"session-'), frozenset({".iflow"})),
    _Entry("claude-code", "claude_code", "ClaudeCodeReader", _any(b'"type"', b'"sessionId"')),
    _Entry("opencode", "opencode", "OpenCodeReader", _any(_DATABASE), frozenset({"session"})),
    _Entry("cursor", "cursor", "CursorReader", _any(_DATABASE, b"user:", b'"role"')),
    _Entry("llm", "llm_logs", "LlmReader", _any(_DATABASE)),
    _Entry("codex", "codex", "CodexReader",
           _any(_ZSTD, b'"payload"', b'"record_type"', b'"instructions"')),
    _Entry("copilot-cli", "copilot_cli", "CopilotCliReader",
           _any(b'"session.start"', b'"session.resume"', b'"user.message"', b'"assistant.message"')),
    _Entry("pi", "pi", "PiReader", ((b'"session"', b'"cwd"'),)),
    _Entry("visual-studio-copilot", "visual_studio_copilot", "VisualStudioCopilotReader",
           ((b'"resourceSpans"', b'"gen_ai.'),)),
    _Entry("aider", "aider", "AiderReader",
           places=frozenset({".aider.chat.history.md", ".md", ".markdown", ".txt"})),
    _Entry("chatgpt", "chatgpt", "ChatGptReader", _any(_ZIP, b'"mapping"', b'"current_node"')),
    _Entry("claude-ai", "claude_ai", "ClaudeAiReader", _any(_ZIP, b'"chat_messages"')),
    _Entry("specstory", "specstory", "SpecStoryReader", places=frozenset({".md"})),
    _Entry("cline", "cline", "ClineReader",
           places=frozenset({"ui_messages.json", "claude_messages.json", "api_conversation_history.json"})),
    _Entry("roo-code", "cline", "RooCodeReader",
           places=frozenset({"ui_messages.json", "claude_messages.json", "api_conversation_history.json"})),
    _Entry("continue", "continue_dev", "ContinueReader", _any(b'"history"')),
    _Entry("vscode-copilot", "vscode_copilot", "VsCodeCopilotReader",
           _any(b'"requests"', b'"sessionId"', b'"responderUsername"', b'"requesterUsername"',
                b'"initialLocation"', b'"creationDate"')),
    _Entry("transcript", "transcript", "TranscriptReader"),  # last: it takes whatever has two sides
)  # fmt: skip


class _Known:
    """A source's reader, imported when it is needed."""

    def __init__(self, entry: _Entry) -> None:
        self.source = entry.source
        self._entry = entry
        self._reader: Reader | None = None

    def recognises(self, path: Path, head: bytes) -> bool:
        """See `conversations.readers.base.Reader.recognises`."""
        return self._entry.may_be(path, head) and self.imported().recognises(path, head)

    def read(self, path: Path, since: Checkpoint | None) -> Iterator[Batch]:
        """See `conversations.readers.base.Reader.read`."""
        return self.imported().read(path, since)

    def imported(self) -> Reader:
        """Return the reader itself."""
        if self._reader is None:
            module = importlib.import_module(f"arbor_desktop.conversations.readers.{self._entry.module}")
            reader: Reader = getattr(module, self._entry.reader)()
            self._reader = reader
        return self._reader


def all_readers() -> tuple[Reader, ...]:
    """Return a new reader for every source, the most particular first."""
    return tuple(map(_Known, _ENTRIES))


def detect(path: Path, readers: Sequence[Reader] | None = None, *, hint: str | None = None) -> Reader | None:
    """Return the reader for the file at `path`; None where it holds no conversation that is known.

    Looks at the first 64 KB: content decides, the place only where there is no content yet. `hint` is the
    source that the place suggests: it is asked first. Raises OSError where the file can't be read.
    """
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    known = all_readers() if readers is None else readers
    for reader in sorted(known, key=lambda reader: reader.source != hint):
        if reader.recognises(path, head):
            return reader.imported() if isinstance(reader, _Known) else reader
    return None
