"""The AI tools that Arbor is set up in: their files, on each system, and what is written into them.

Sources of the facts:

- Claude Code: hooks as `{type, command, args, timeout}` in `settings.json`, `args` (started without a shell)
  since 2.1.139 (anthropics/claude-code:CHANGELOG.md; code.claude.com/docs/en/hooks, "Command hook fields").
  The person's MCP servers lie in `.claude.json` of the home or of `CLAUDE_CONFIG_DIR`, or in an old
  `.config.json` where there is one; a project's in `.mcp.json` (code.claude.com/docs/en/mcp, "MCP
  installation scopes"). SessionEnd hooks together have 1.5 s unless one asks for more with `timeout`.
- Claude Desktop: `claude_desktop_config.json` in its folder of application data, which is another for the
  Microsoft Store's edition (modelcontextprotocol.io/docs/develop/connect-local-servers; `source_folders.py`).
- Codex: `hooks.json` beside `config.toml`, one command line a hook, seconds; hooks run once the person
  trusted them with /hooks, each change anew (developers.openai.com/codex/hooks; openai/codex:
  codex-rs/config/src/hook_config.rs). Unknown events are passed over, so newer ones, as SessionEnd
  (seen in 0.169), do no harm.
- Cursor: `~/.cursor/mcp.json`, a project's `.cursor/mcp.json` (docs.cursor.com/context/mcp).
- Gemini CLI: `settings.json` of `~/.gemini` or a project's `.gemini`; one command line a hook, milliseconds,
  names of its own for the events (google-gemini/gemini-cli:docs/hooks/reference.md,
  docs/tools/mcp-server.md).

Settings by which a tool does not call hooks that are installed:

- Claude Code: `disableAllHooks` (code.claude.com/docs/en/hooks).
- Gemini CLI: `hooksConfig.enabled`, before that `tools.enableHooks`
  (google-gemini/gemini-cli:docs/reference/configuration.md).
- Codex: `[features] hooks`, once `codex_hooks`; and it calls only what was trusted, which it notes as
  `[hooks.state."FILE:EVENT:GROUP:PLACE"] trusted_hash` in the person's config.toml
  (openai/codex:codex-rs/hooks/src/engine/discovery.rs). Whether the hash is still right is not computed here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from arbor_desktop.integrations.setup.invocation import Call, Caller
from arbor_desktop.integrations.setup.json_settings import Editor, JsonHooks, JsonServer
from arbor_desktop.integrations.setup.toml_settings import TomlServer
from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence, joined

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

RESTART = Sentence("Restart open sessions for the change to take effect.")
OWN_FILE = Sentence("The file contains a path on this computer, so keep it out of version control.")

UNTRUSTED = "Codex calls them only after you trust them: type /hooks in Codex."
NO_END = (
    "Codex does not call SessionEnd yet, so a session is read only where its source is watched. Type /hooks "
    "in Codex to trust it. If it is not listed there, update Codex."
)
"""An older Codex knows no such event, and can't be asked to trust it."""


@dataclass(frozen=True, slots=True)
class ToolPart:
    """A part of an integration, with its file."""

    key: str
    path: Path
    editor: Editor

    @property
    def title(self) -> str:
        return TITLES[self.key]


@dataclass(frozen=True, slots=True)
class AiTool:
    """An AI tool. `source`: the name of its conversations and receipts."""

    name: str
    title: str
    found: bool
    parts: tuple[ToolPart, ...]
    note: str

    @property
    def source(self) -> str:
        return "gemini-cli" if self.name == "gemini" else self.name


@dataclass(frozen=True)
class AiTools:
    """All tools, for one person on one system."""

    environ: Mapping[str, str]
    platform: str
    caller: Caller

    def all(self, project: Path | None = None) -> tuple[AiTool, ...]:
        """Return all tools; with a project, those that have settings for projects."""
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

    def _claude_code(self, project: Path | None) -> AiTool:
        folder = self._given("CLAUDE_CONFIG_DIR", self._home / ".claude")
        old = folder / ".config.json"
        servers = old if old.is_file() else self._given("CLAUDE_CONFIG_DIR", self._home) / ".claude.json"
        found = folder.is_dir() or servers.is_file()
        needed = Sentence("Hooks need {tool} {version} or newer.", tool="Claude Code", version=NEEDED_CLAUDE)
        note = joined(needed, RESTART)
        if project is not None:
            # The local file and not settings.json: that one is the team's, and shared.
            folder, servers = project / ".claude", project / ".mcp.json"
            note = joined(
                note, OWN_FILE, Sentence("Claude Code asks before it uses a project's MCP servers.")
            )
        hooks = folder / ("settings.json" if project is None else "settings.local.json")
        events = ("SessionStart", "UserPromptSubmit", "SessionEnd", "PreCompact")
        calls = {event: self._hook("claude-code", event) for event in events}
        return AiTool(
            "claude-code", "Claude Code", found,
            (
                ToolPart(HOOKS, hooks, JsonHooks(calls, claude_code_remark)),
                ToolPart(MCP, servers, JsonServer(self._server({"type": "stdio"}))),
            ),
            note,
        )  # fmt: skip

    def _claude_desktop(self, project: Path | None) -> AiTool | None:
        if project is not None:
            return None
        folder = self._application_data / "Claude"
        if self.platform == "win32":
            local = self._given("LOCALAPPDATA", self._home / "AppData" / "Local")
            package = local / "Packages" / "Claude_pzs8sxrjxfjjc" / "LocalCache" / "Roaming" / "Claude"
            folder = package if package.is_dir() else folder
        return AiTool(
            "claude-desktop", "Claude Desktop", folder.is_dir(),
            (ToolPart(MCP, folder / "claude_desktop_config.json", JsonServer(self._server())),),
            "Quit Claude Desktop and start it again. It has no hooks; it asks for memories itself.",
        )  # fmt: skip

    def _codex(self, project: Path | None) -> AiTool:
        own = self._given("CODEX_HOME", self._home / ".codex")
        folder = own if project is None else project / ".codex"
        events = ("SessionStart", "UserPromptSubmit", "PreCompact", "SessionEnd")
        calls = {event: self._hook_line("codex", event, 1) for event in events}
        end = calls["SessionEnd"]
        calls["SessionEnd"] = Call({**end.fixed, "timeout": CODEX_END_SECONDS}, {})
        config, hooks = own / "config.toml", folder / "hooks.json"
        server = self._server(usual={"startup_timeout_sec": START_SECONDS})
        note = Sentence(
            "Codex runs hooks only after you trust them: type /hooks in Codex. Codex asks again "
            "whenever the hooks change."
        )
        return AiTool(
            "codex", "Codex", own.is_dir(),
            (
                ToolPart(HOOKS, hooks, JsonHooks(calls, lambda _: codex_remark(config, hooks, calls))),
                ToolPart(MCP, folder / "config.toml", TomlServer(server)),
            ),
            note if project is None
            else joined(note, OWN_FILE, Sentence("Codex reads this file only in projects you trust.")),
        )  # fmt: skip

    def _cursor(self, project: Path | None) -> AiTool:
        own = self._home / ".cursor"
        folder = own if project is None else project / ".cursor"
        note = Sentence(
            "If the MCP server “arbor” is off, turn it on in Cursor Settings → MCP. Cursor then "
            "looks up memories automatically."
        )
        return AiTool(
            "cursor", "Cursor", own.is_dir(),
            (ToolPart(MCP, folder / "mcp.json", JsonServer(self._server())),),
            note if project is None else joined(note, OWN_FILE),
        )  # fmt: skip

    def _gemini(self, project: Path | None) -> AiTool:
        own = self._given("GEMINI_CLI_HOME", self._home) / ".gemini"
        file = (own if project is None else project / ".gemini") / "settings.json"
        events = ("SessionStart", "BeforeAgent", "SessionEnd", "PreCompress")
        calls = {event: self._hook_line("gemini", event, 1000, name="arbor") for event in events}
        note = joined(
            Sentence("Hooks need {tool} {version} or newer.", tool="Gemini CLI", version="0.26"), RESTART
        )
        return AiTool(
            "gemini", "Gemini CLI", own.is_dir(),
            (
                ToolPart(HOOKS, file, JsonHooks(calls, gemini_remark)),
                ToolPart(MCP, file, JsonServer(self._server(usual={"timeout": START_SECONDS * 1000}))),
            ),
            note if project is None else joined(note, OWN_FILE),
        )  # fmt: skip

    # -- calls --

    def _hook(self, tool: str, event: str) -> Call:
        arguments = self.caller.arguments("hook", event, "--tool", tool)
        return Call(
            {"type": "command", "command": self.caller.program, "args": arguments},
            {"timeout": SECONDS.get(event, FEW_SECONDS)},
        )

    def _hook_line(self, tool: str, event: str, unit: int, **usual: Any) -> Call:
        line = self.caller.line("hook", event, "--tool", tool)
        return Call(
            {"type": "command", "command": line},
            {**usual, "timeout": SECONDS.get(event, FEW_SECONDS) * unit},
        )

    def _server(self, fixed: Mapping[str, Any] | None = None, usual: Mapping[str, Any] | None = None) -> Call:
        call = {"command": self.caller.program, "args": self.caller.arguments("mcp")}
        return Call({**(fixed or {}), **call}, usual or {})


# -- remarks on hooks --


def claude_code_remark(settings: Mapping[str, Any]) -> str:
    off = settings.get("disableAllHooks") is True
    return _off("this file (disableAllHooks)") if off else ""


def gemini_remark(settings: Mapping[str, Any]) -> str:
    for group, key in (("hooksConfig", "enabled"), ("tools", "enableHooks")):
        if _within(settings, group).get(key) is False:
            return _off(f"this file ({group}.{key})")
    return ""


def codex_remark(config: Path, hooks: Path, events: Iterable[str]) -> str:
    """Return why Codex does not call all of these events. `config` is the person's config.toml, `hooks` the
    file with our hooks."""
    try:
        values = tomllib.loads(config.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        values = {}
    except (OSError, ValueError):
        return ""  # the part of the MCP server reports it
    features = _within(values, "features")
    if features.get("hooks", features.get("codex_hooks")) is False:
        return _off(f"{config} ([features])")
    states = _within(_within(values, "hooks"), "state")
    for event in events:
        head = f"{hooks}:{re.sub('(?<=[a-z])(?=[A-Z])', '_', event).lower()}:"
        known = [state for key, state in states.items() if key.startswith(head) and isinstance(state, dict)]
        if not any(state.get("trusted_hash") for state in known):
            return NO_END if event == "SessionEnd" else UNTRUSTED
        if all(state.get("enabled") is False for state in known):
            return f"{event} is turned off in Codex: type /hooks there."
    return ""


def _off(where: str) -> str:
    return f"Hooks are turned off in {where}, so none is called. Turn them on there."


def _within(settings: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = settings.get(key)
    return found if isinstance(found, Mapping) else {}
