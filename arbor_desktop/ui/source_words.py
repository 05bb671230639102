"""What the sources of conversations are called, on every page the same."""

from __future__ import annotations

from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.ui.translation import QT_TR_NOOP, tr


@dataclass(frozen=True, slots=True)
class SourceWords:
    """A source in two letters, in full, and what its assistant is called in a transcript."""

    letters: str
    label: str
    speaker: str


_SOURCES = {
    "claude-code": SourceWords("CC", "Claude Code", "Claude"),
    "claude-ai": SourceWords("CL", "Claude.ai", "Claude"),
    "claude-desktop": SourceWords("CD", "Claude Desktop", "Claude"),
    "codex": SourceWords("CX", "Codex", "Codex"),
    "gemini-cli": SourceWords("GM", "Gemini CLI", "Gemini"),
    "chatgpt": SourceWords("GP", "ChatGPT", "ChatGPT"),
    "cursor": SourceWords("CU", "Cursor", "Cursor"),
    "copilot-cli": SourceWords("CP", "GitHub Copilot CLI", "Copilot"),
    "vscode-copilot": SourceWords("VS", "GitHub Copilot Chat", "Copilot"),
    "visual-studio-copilot": SourceWords("VC", "Visual Studio Copilot", "Copilot"),
    "cline": SourceWords("CN", "Cline", "Cline"),
    "roo-code": SourceWords("RO", "Roo Code", "Roo"),
    "continue": SourceWords("CO", "Continue", "Continue"),
    "opencode": SourceWords("OC", "OpenCode", "OpenCode"),
    "aider": SourceWords("AI", "Aider", "Aider"),
    "specstory": SourceWords("SP", "SpecStory", QT_TR_NOOP("Assistant")),
    "qwen-code": SourceWords("QW", "Qwen Code", "Qwen"),
    "pi": SourceWords("PI", "pi", "pi"),
    "llm": SourceWords("LL", "llm", QT_TR_NOOP("Model")),
    "iflow": SourceWords("IF", "iFlow", "iFlow"),
    "kimi": SourceWords("KI", "Kimi", "Kimi"),
    "grok": SourceWords("GR", "Grok", "Grok"),
    "droid": SourceWords("DR", "Droid", "Droid"),
    "gptme": SourceWords("GT", "gptme", "gptme"),
    "windsurf": SourceWords("WS", "Windsurf", "Windsurf"),
    "arbor": SourceWords("AR", "Arbor", "Arbor"),
    "transcript": SourceWords("TR", QT_TR_NOOP("Transcript"), QT_TR_NOOP("Assistant")),
    "markdown": SourceWords("MD", "Markdown", QT_TR_NOOP("Assistant")),
    "text": SourceWords("TX", QT_TR_NOOP("Text"), QT_TR_NOOP("Assistant")),
}


def source_words(source: str) -> SourceWords:
    """Of a source that is not in the table: its own name, and its first letters."""
    known = _SOURCES.get(source)
    if known is not None:
        return SourceWords(known.letters, tr(known.label), tr(known.speaker))
    parts = [part for part in source.replace("_", "-").split("-") if part]
    letters = "".join(part[0] for part in parts) if len(parts) > 1 else source
    return SourceWords(letters[:2].upper() or "?", source or tr("Unknown"), tr("Assistant"))
