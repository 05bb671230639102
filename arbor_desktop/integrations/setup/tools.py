"""The AI tools that Arbor is set up in: which file takes what, on each system.

Sources of the facts:

- Claude Code: hooks as `{type, command, args, timeout}` in `settings.json`, `args` (started without a shell)
  since 2.1.139 (anthropics/claude-code:CHANGELOG.md; code.claude.com/docs/en/hooks, "Command hook fields").
  The person's MCP servers lie in `.claude.json` of the home or of `CLAUDE_CONFIG_DIR`, or in an old
  `.config.json` where there is one; a project's in `.mcp.json` (code.claude.com/docs/en/mcp, "MCP
  installation scopes"). SessionEnd hooks together have 1.5 s unless one asks for more with `timeout`.
- Claude Desktop: `claude_desktop_config.json` in its folder of application data, which is another for the
  Microsoft Store's edition (modelcontextprotocol.io/docs/develop/connect-local-servers; `places.py`).
- Codex: `hooks.json` beside `config.toml`, one command line a hook, seconds; hooks run once the person
  trusted them with /hooks, each change anew (developers.openai.com/codex/hooks; openai/codex:
  codex-rs/config/src/hook_config.rs). Unknown events are passed over, so newer ones, as SessionEnd
  (seen in 0.169), do no harm.
- Cursor: `~/.cursor/mcp.json`, a project's `.cursor/mcp.json` (docs.cursor.com/context/mcp).
- Gemini CLI: `settings.json` of `~/.gemini` or a project's `.gemini`; one command line a hook, milliseconds,
  names of its own for the events (google-gemini/gemini-cli:docs/hooks/reference.md,
  docs/tools/mcp-server.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbor_desktop.integrations.setup import remarks
from arbor_desktop.integrations.setup.calling import Caller
from arbor_desktop.integrations.setup.hook_pieces import Hooks
from arbor_desktop.integrations.setup.pieces import Call
from arbor_desktop.integrations.setup.pieces import Piece as Editor
from arbor_desktop.integrations.setup.server_pieces import Server
from arbor_desktop.integrations.setup.toml_pieces import TomlServer

NAMES = ("claude-code", "claude-desktop", "codex", "cursor", "gemini")
HOOKS, MCP = "hooks", "mcp"
TITLES = {HOOKS: "Hooks", MCP: "MCP server"}
SECONDS = {"SessionStart": 10, "UserPromptSubmit": 5, "BeforeAgent": 5}
FEW_SECONDS = 5
CODEX_END_SECONDS = 3
"""Codex gives a hook no more at a session's end, and warns at each start of one that asks for more."""
NEEDED_CLAUDE = "2.1.139"
START_SECONDS = 20
"""Time for the MCP server to start: on a cold disk Python takes a while."""

ANEW = "Sessions that are open now take it up when they are started again."
OWN_FILE = "The file names a path of this computer, so keep it out of version control."


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an integration, with the file that it lies in."""

    key: str
    path: Path
    editor: Editor

    @property
    def title(self) -> str:
        return TITLES[self.key]


@dataclass(frozen=True, slots=True)
class Tool:
    """`source`: how its conversations are named, and with them what its hooks leave in the memory."""

    name: str
    title: str
    found: bool
    pieces: tuple[Piece, ...]
    note: str

    @property
    def source(self) -> str:
        return "gemini-cli" if self.name == "gemini" else self.name


@dataclass(frozen=True)
class Tools:
    """All tools, for one person on one system. `short` answers a path of Windows without spaces."""

    environ: Mapping[str, str]
    platform: str
    caller: Caller
    short: Callable[[str], str | None]

    def all(self, project: Path | None = None) -> tuple[Tool, ...]:
        """Those that have settings for a project, if one is named; else all."""
        made = (
            self._claude_code(project), self._claude_desktop(project), self._codex(project),
            self._cursor(project), self._gemini(project),
        )  # fmt: skip
        return tuple(tool for tool in made if tool is not None)

    # -- folders --

    @property
    def _home(self) -> Path:
        return Path(self.environ.get("USERPROFILE" if self.platform == "win32" else "HOME") or Path.home())

    def _given(self, variable: str, otherwise: Path) -> Path:
        return Path(self.environ[variable]).expanduser() if self.environ.get(variable) else otherwise

    @property
    def _application_data(self) -> Path:
        if self.platform == "win32":
            return self._given("APPDATA", self._home / "AppData" / "Roaming")
        if self.platform == "darwin":
            return self._home / "Library" / "Application Support"
        return self._given("XDG_CONFIG_HOME", self._home / ".config")

    # -- tools --

    def _claude_code(self, project: Path | None) -> Tool:
        folder = self._given("CLAUDE_CONFIG_DIR", self._home / ".claude")
        old = folder / ".config.json"
        servers = old if old.is_file() else self._given("CLAUDE_CONFIG_DIR", self._home) / ".claude.json"
        found = folder.is_dir() or servers.is_file()
        note = f"Hooks need Claude Code {NEEDED_CLAUDE} or newer. {ANEW}"
        if project is not None:
            # The local file and not settings.json: that one is the team's, and shared.
            folder, servers = project / ".claude", project / ".mcp.json"
            note += f" {OWN_FILE} Claude Code asks before it uses the servers of a project."
        hooks = folder / ("settings.json" if project is None else "settings.local.json")
        events = ("SessionStart", "UserPromptSubmit", "SessionEnd", "PreCompact")
        calls = {event: self._hook("claude-code", event) for event in events}
        return Tool(
            "claude-code", "Claude Code", found,
            (
                Piece(HOOKS, hooks, Hooks(calls, remarks.of_claude_code)),
                Piece(MCP, servers, Server(self._server({"type": "stdio"}))),
            ),
            note,
        )  # fmt: skip

    def _claude_desktop(self, project: Path | None) -> Tool | None:
        if project is not None:
            return None
        folder = self._application_data / "Claude"
        if self.platform == "win32":
            local = self._given("LOCALAPPDATA", self._home / "AppData" / "Local")
            package = local / "Packages" / "Claude_pzs8sxrjxfjjc" / "LocalCache" / "Roaming" / "Claude"
            folder = package if package.is_dir() else folder
        return Tool(
            "claude-desktop", "Claude Desktop", folder.is_dir(),
            (Piece(MCP, folder / "claude_desktop_config.json", Server(self._server())),),
            "Quit Claude Desktop wholly and start it again. It has no hooks: it is told what it asks for.",
        )  # fmt: skip

    def _codex(self, project: Path | None) -> Tool:
        own = self._given("CODEX_HOME", self._home / ".codex")
        folder = own if project is None else project / ".codex"
        events = ("SessionStart", "UserPromptSubmit", "PreCompact", "SessionEnd")
        calls = {event: self._hook_line("codex", event, 1) for event in events}
        end = calls["SessionEnd"]
        calls["SessionEnd"] = Call({**end.fixed, "timeout": CODEX_END_SECONDS}, {})
        config, hooks = own / "config.toml", folder / "hooks.json"
        server = self._server(usual={"startup_timeout_sec": START_SECONDS})
        note = (
            "Codex calls the hooks once you trust them: type /hooks there. It asks again after each change."
        )
        return Tool(
            "codex", "Codex", own.is_dir(),
            (
                Piece(HOOKS, hooks, Hooks(calls, lambda _: remarks.of_codex(config, hooks, calls))),
                Piece(MCP, folder / "config.toml", TomlServer(server)),
            ),
            note if project is None else f"{note} {OWN_FILE} Codex reads it in projects that you trust.",
        )  # fmt: skip

    def _cursor(self, project: Path | None) -> Tool:
        own = self._home / ".cursor"
        folder = own if project is None else project / ".cursor"
        note = "Switch “arbor” on under Cursor Settings, MCP, if it is off. Cursor is told what it asks for."
        return Tool(
            "cursor", "Cursor", own.is_dir(),
            (Piece(MCP, folder / "mcp.json", Server(self._server())),),
            note if project is None else f"{note} {OWN_FILE}",
        )  # fmt: skip

    def _gemini(self, project: Path | None) -> Tool:
        own = self._given("GEMINI_CLI_HOME", self._home) / ".gemini"
        file = (own if project is None else project / ".gemini") / "settings.json"
        events = ("SessionStart", "BeforeAgent", "SessionEnd", "PreCompress")
        calls = {event: self._hook_line("gemini", event, 1000, name="arbor") for event in events}
        note = f"Hooks need Gemini CLI 0.26 or newer. {ANEW}"
        return Tool(
            "gemini", "Gemini CLI", own.is_dir(),
            (
                Piece(HOOKS, file, Hooks(calls, remarks.of_gemini)),
                Piece(MCP, file, Server(self._server(usual={"timeout": START_SECONDS * 1000}))),
            ),
            note if project is None else f"{note} {OWN_FILE}",
        )  # fmt: skip

    # -- calls --

    def _hook(self, tool: str, event: str) -> Call:
        arguments = self.caller.arguments("hook", event, "--tool", tool)
        return Call(
            {"type": "command", "command": self.caller.program, "args": arguments},
            {"timeout": SECONDS.get(event, FEW_SECONDS)},
        )

    def _hook_line(self, tool: str, event: str, unit: int, **usual: Any) -> Call:
        line = self.caller.line("hook", event, "--tool", tool, short=self.short)
        return Call(
            {"type": "command", "command": line},
            {**usual, "timeout": SECONDS.get(event, FEW_SECONDS) * unit},
        )

    def _server(self, fixed: Mapping[str, Any] | None = None, usual: Mapping[str, Any] | None = None) -> Call:
        call = {"command": self.caller.program, "args": self.caller.arguments("mcp")}
        return Call({**(fixed or {}), **call}, usual or {})
