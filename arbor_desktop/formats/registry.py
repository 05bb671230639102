"""All sources that can be read. A new source is its module and one line here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from arbor_desktop.formats.aider import AiderReader
from arbor_desktop.formats.base import Reader
from arbor_desktop.formats.chatgpt import ChatGptReader
from arbor_desktop.formats.claude_ai import ClaudeAiReader
from arbor_desktop.formats.claude_code import ClaudeCodeReader
from arbor_desktop.formats.cline import ClineReader, RooCodeReader
from arbor_desktop.formats.codex import CodexReader
from arbor_desktop.formats.continue_dev import ContinueReader
from arbor_desktop.formats.copilot_cli import CopilotCliReader
from arbor_desktop.formats.cursor import CursorReader
from arbor_desktop.formats.droid import DroidReader
from arbor_desktop.formats.gemini_cli import GeminiCliReader
from arbor_desktop.formats.gptme import GptmeReader
from arbor_desktop.formats.grok import GrokReader
from arbor_desktop.formats.iflow import IflowReader
from arbor_desktop.formats.kimi import KimiReader
from arbor_desktop.formats.llm_logs import LlmReader
from arbor_desktop.formats.opencode import OpenCodeReader
from arbor_desktop.formats.pi import PiReader
from arbor_desktop.formats.qwen_code import QwenCodeReader
from arbor_desktop.formats.specstory import SpecStoryReader
from arbor_desktop.formats.transcript import TranscriptReader
from arbor_desktop.formats.visual_studio_copilot import VisualStudioCopilotReader
from arbor_desktop.formats.vscode_copilot import VsCodeCopilotReader

HEAD_BYTES = 64 * 1024

_READERS: tuple[Callable[[], Reader], ...] = (
    GeminiCliReader,
    DroidReader,
    GptmeReader,
    GrokReader,
    KimiReader,
    QwenCodeReader,
    IflowReader,
    ClaudeCodeReader,
    OpenCodeReader,
    CursorReader,
    LlmReader,
    CodexReader,
    CopilotCliReader,
    PiReader,
    VisualStudioCopilotReader,
    AiderReader,
    ChatGptReader,
    ClaudeAiReader,
    SpecStoryReader,
    ClineReader,
    RooCodeReader,
    ContinueReader,
    VsCodeCopilotReader,
    TranscriptReader,  # last: it takes whatever has two sides
)  # fmt: skip


def all_readers() -> tuple[Reader, ...]:
    """A new reader for every source, the most particular first."""
    return tuple(make() for make in _READERS)


def detect(path: Path, readers: Sequence[Reader] | None = None, *, hint: str | None = None) -> Reader | None:
    """The reader for the file at `path`; None where it holds no conversation that is known.

    Looks at the first 64 KB: content decides, the place only where there is no content yet. `hint` is the
    source that the place suggests: it is asked first. Raises OSError where the file can't be read.
    """
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    known = all_readers() if readers is None else readers
    for reader in sorted(known, key=lambda reader: reader.source != hint):
        if reader.recognises(path, head):
            return reader
    return None
