"""The folders to which AI assistants write their conversations, on Linux, macOS and Windows, in one table.

The docstring of each source's reader says where the facts are from. Nothing here reads the disk.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from arbor_desktop.quick_dataclass import dataclass

EDITORS = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf")
"""Editors that store their extensions' data as VS Code does."""


@dataclass(frozen=True, slots=True)
class Place:
    """A folder with conversations. `patterns` are globs over the path below it, where `*` also matches `/`.

    `deep`: sub-folders are scanned and watched, too.
    """

    folder: Path
    patterns: tuple[str, ...] = ("*",)
    deep: bool = True

    def holds(self, path: str | Path) -> bool:
        """Return whether a file lies here and is named like a conversation."""
        # As strings: a scan asks this for every file.
        name, inside = str(path), str(self.folder).rstrip(os.sep) + os.sep
        if not os.path.normcase(name).startswith(os.path.normcase(inside)):
            return False
        below = name[len(inside) :].replace(os.sep, "/")
        if not self.deep and "/" in below:
            return False
        return any(pattern == "*" or fnmatchcase(below, pattern) for pattern in self.patterns)


@dataclass(frozen=True, slots=True)
class KnownSource:
    """An assistant. `places`: where it may write on this system; `in_projects`: places relative to each
    project's folder; `exported`: it is imported from a file that the service sends."""

    name: str
    label: str
    source: str
    places: tuple[Place, ...] = ()
    in_projects: tuple[Place, ...] = ()
    exported: bool = False


def known_sources(
    environ: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> tuple[KnownSource, ...]:
    """Return all known assistants, whether or not they are on this computer."""
    at = _Folders(environ, platform)
    home = at.home
    task_files = ("*/ui_messages.json", "*/api_conversation_history.json", "*/claude_messages.json")
    rollouts = ("*rollout-*.jsonl", "*rollout-*.jsonl.zst")
    chats = ("*/chats/*.json", "*/chats/*.jsonl")
    return (
        KnownSource("claude-code", "Claude Code", "claude-code", (
            Place(at.given("CLAUDE_CONFIG_DIR", home / ".claude") / "projects", ("*.jsonl",)),
        )),
        KnownSource("claude-desktop", "Claude Desktop (local agent)", "claude-code", tuple(
            Place(folder / "local-agent-mode-sessions", ("*.jsonl",)) for folder in at.claude_desktop()
        )),
        KnownSource("codex", "Codex", "codex", tuple(
            Place(at.given("CODEX_HOME", home / ".codex") / name, rollouts)
            for name in ("sessions", "archived_sessions")
        )),
        KnownSource("gemini-cli", "Gemini CLI", "gemini-cli", (
            Place(at.given("GEMINI_CLI_HOME", home) / ".gemini" / "tmp", chats),
        )),
        KnownSource("chatgpt", "ChatGPT export", "chatgpt", exported=True),
        KnownSource("claude-ai", "Claude.ai export", "claude-ai", exported=True),
        KnownSource("cursor", "Cursor", "cursor", (
            Place(home / ".cursor" / "projects", ("*agent-transcripts/*.jsonl", "*agent-transcripts/*.txt")),
            Place(home / ".cursor" / "chats", ("*store.db",)),
            Place(at.config / "Cursor" / "User" / "globalStorage", ("state.vscdb",), deep=False),
        )),
        KnownSource("copilot-cli", "GitHub Copilot CLI", "copilot-cli", (
            Place(home / ".copilot" / "session-state", ("*.jsonl",)),
        )),
        KnownSource("vscode-copilot", "GitHub Copilot Chat", "vscode-copilot", tuple(
            Place(user / name, patterns)
            for user in at.editors()
            for name, patterns in (
                ("workspaceStorage", ("*/chatSessions/*.json", "*/chatSessions/*.jsonl")),
                ("globalStorage/emptyWindowChatSessions", ("*.json", "*.jsonl")),
            )
        )),
        KnownSource("cline", "Cline", "cline", (
            Place(home / ".cline" / "data" / "tasks", task_files),
            *(
                Place(user / "globalStorage" / "saoudrizwan.claude-dev" / "tasks", task_files)
                for user in at.editors()
            ),
        )),
        KnownSource("roo-code", "Roo Code", "roo-code", tuple(
            Place(user / "globalStorage" / "rooveterinaryinc.roo-cline" / "tasks", task_files)
            for user in at.editors()
        )),
        KnownSource("continue", "Continue", "continue", (
            Place(at.given("CONTINUE_GLOBAL_DIR", home / ".continue") / "sessions", ("*.json",), deep=False),
        )),
        KnownSource("opencode", "OpenCode", "opencode", (
            Place(at.shared_data / "opencode", ("opencode.db", "storage/session/*.json")),
        )),
        KnownSource("aider", "Aider", "aider", in_projects=(
            Place(Path(), (".aider.chat.history.md",), deep=False),
        )),
        KnownSource("specstory", "SpecStory", "specstory", in_projects=(
            Place(Path(".specstory/history"), ("*.md",), deep=False),
        )),
        KnownSource("qwen-code", "Qwen Code", "qwen-code", (
            Place(home / ".qwen" / "projects", ("*/chats/*.jsonl", "*/subagents/*.jsonl")),
            Place(home / ".qwen" / "tmp", ("*/chats/*.json",)),
        )),
        KnownSource("pi", "pi", "pi", (
            Place(at.given("PI_CODING_AGENT_DIR", home / ".pi" / "agent") / "sessions", ("*.jsonl",)),
        )),
        KnownSource("llm", "llm", "llm", (
            Place(at.given("LLM_USER_PATH", at.config / "io.datasette.llm"), ("logs.db",), deep=False),
        )),
        KnownSource("iflow", "iFlow", "iflow", (Place(home / ".iflow" / "projects", ("*.jsonl",)),)),
        KnownSource("kimi", "Kimi", "kimi", tuple(
            Place(home / name / "sessions", ("*wire.jsonl",)) for name in (".kimi", ".kimi-code")
        )),
        KnownSource("grok", "Grok", "grok", (
            Place(home / ".grok" / "sessions", ("*chat_history.jsonl",)),
        )),
        KnownSource("droid", "Droid", "droid", (Place(home / ".factory" / "sessions", ("*.jsonl",)),)),
        KnownSource("gptme", "gptme", "gptme", (
            Place(at.shared_data / "gptme" / "logs", ("*/conversation.jsonl",)),
        )),
        KnownSource("visual-studio-copilot", "Visual Studio Copilot", "visual-studio-copilot", tuple(
            Place(folder / "VSGitHubCopilotLogs" / "traces", ("*_traces.jsonl",), deep=False)
            for folder in at.windows_temp()
        )),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class MemoryFiles:
    """The Markdown files in which an assistant keeps what it remembers, as globs below its `folder`."""

    name: str
    label: str
    folder: Path
    patterns: tuple[str, ...]


def memory_files(environ: Mapping[str, str] = os.environ) -> tuple[MemoryFiles, ...]:
    """Return where the assistants keep their memories, whether or not they are on this computer.

    Claude Code: ericbuess/claude-code-docs, docs/memory.md and docs/sub-agents.md. Codex: just-every/code,
    codex-rs/memories/README.md. Gemini CLI: google-gemini/gemini-cli, docs/cli/auto-memory.md and
    packages/core/src/config/storage.ts.
    """
    at = _Folders(environ, sys.platform)
    return (
        MemoryFiles("claude-code", "Claude Code", at.given("CLAUDE_CONFIG_DIR", at.home / ".claude"), (
            "CLAUDE.md", "projects/*/memory/**/*.md", "agent-memory/**/*.md",
        )),
        MemoryFiles("codex", "Codex", at.given("CODEX_HOME", at.home / ".codex"), (
            "AGENTS.md", "AGENTS.override.md", "memories/**/*.md",
        )),
        MemoryFiles("gemini-cli", "Gemini CLI", at.given("GEMINI_CLI_HOME", at.home) / ".gemini", (
            "GEMINI.md", "MEMORY.md", "tmp/*/memory/**/*.md",
        )),
    )  # fmt: skip


def project_folder_names(path: str) -> tuple[str, ...]:
    """Return the names that the assistants' own folders for a project have: Claude Code's, and that of older
    versions of Gemini CLI."""
    from hashlib import sha256  # hooks need none

    return re.sub(r"[^a-zA-Z0-9]", "-", path), sha256(path.encode("utf-8", "replace")).hexdigest()


def person_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the person's own folder."""
    return _Folders(environ, sys.platform).home


class _Folders:
    """The folders of the user on one system."""

    def __init__(self, environ: Mapping[str, str], platform: str) -> None:
        self._environ = environ
        self._platform = platform
        self.home = Path(environ.get("USERPROFILE" if platform == "win32" else "HOME") or Path.home())

    def given(self, variable: str, otherwise: Path) -> Path:
        """Return the folder that an environment variable names, if it is set."""
        return Path(self._environ[variable]) if self._environ.get(variable) else otherwise

    @property
    def config(self) -> Path:
        """The folder of programs' data for the user: what Electron calls `appData`."""
        if self._platform == "win32":
            return self.given("APPDATA", self.home / "AppData" / "Roaming")
        if self._platform == "darwin":
            return self.home / "Library" / "Application Support"
        return self.given("XDG_CONFIG_HOME", self.home / ".config")

    @property
    def shared_data(self) -> Path:
        """`~/.local/share`, also on macOS and Windows, as tools use it that follow the XDG folders there."""
        return self.given("XDG_DATA_HOME", self.home / ".local" / "share")

    def editors(self) -> tuple[Path, ...]:
        return tuple(self.config / name / "User" for name in EDITORS)

    def claude_desktop(self) -> tuple[Path, ...]:
        if self._platform != "win32":
            return (self.config / "Claude",)
        store = Path("Packages", "Claude_pzs8sxrjxfjjc", "LocalCache", "Roaming", "Claude")
        return (self.config / "Claude", self._local / store)

    def windows_temp(self) -> tuple[Path, ...]:
        return (self._local / "Temp",) if self._platform == "win32" else ()

    @property
    def _local(self) -> Path:
        return self.given("LOCALAPPDATA", self.home / "AppData" / "Local")
