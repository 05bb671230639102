"""The clients: which version, how each is set up to ask the stand-in, asked, talked with, and where it keeps
its sessions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

KEY = "sk-ant-api03-standin-0123456789"


class Client:
    """One client. What a subclass does not say is what most of them have."""

    name: str
    title: str
    package: str
    version: str
    registry = "npm"
    program: str
    source: str
    """Arbor's name for its sessions."""
    integration = ""
    """Arbor's name for it where Arbor sets it up."""
    configs: tuple[str, ...] = ()
    """The files below the home that Arbor is set up in: the first one holds the hooks, the last one the MCP
    server. Without any, it takes no MCP server."""
    instructions = ""
    """The file of a project that it reads at its start."""
    with_tools = True
    """Its questions offer tools to the model."""
    aside = "Kiln"
    """What a model says to its questions without tools, such as for a title or a summary."""
    shell = ""
    """The tool that runs a command, as a regular expression, and the name of its argument."""
    shell_argument = "command"
    records: tuple[str, ...] = ()
    """Where its sessions lie below the home, as globs."""
    has_folder = True
    """Its sessions say which folder they were in."""
    compact = ""
    quit = "/quit"
    ready = ""
    """What its screen shows, without spaces, once it takes a prompt."""
    prompt_event = "UserPromptSubmit"

    def environ(self, url: str, home: Path) -> dict[str, str]:
        """What says where the model is asked, and switches everything else off."""
        return {}

    def files(self, url: str, home: Path, project: Path, server: Sequence[str]) -> dict[str, str]:
        """Settings below the home, as a person would have them before Arbor. `server`: the command of Arbor's
        MCP server, which stands there already for a client that Arbor does not set up."""
        return {}

    def ask(self, prompt: str) -> list[str]:
        """The command that asks once and ends."""
        raise NotImplementedError

    def talk(self) -> list[str]:
        """The command that is talked with in a terminal; empty where only `ask` is driven."""
        return []

    def hook(self, settings: Mapping[str, object], event: str) -> list[str]:
        """The command of Arbor's hook, from the file that it was written into."""
        call = settings["hooks"][event][-1]["hooks"][-1]  # type: ignore[index]
        return [call["command"], *call["args"]] if "args" in call else ["bash", "-c", call["command"]]


class ClaudeCode(Client):
    name = "claude-code"
    title = "Claude Code"
    package = "@anthropic-ai/claude-code"
    version = "2.1.330"
    program = "claude"
    source = integration = "claude-code"
    configs = (".claude/settings.json", ".claude.json")
    instructions = "CLAUDE.md"
    shell = "^Bash$"
    records = (".claude/projects/*/*.jsonl",)
    compact = "/compact"
    ready = r"❯|>"

    def environ(self, url: str, home: Path) -> dict[str, str]:
        off = (
            "DISABLE_TELEMETRY", "DISABLE_AUTOUPDATER", "DISABLE_ERROR_REPORTING",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
        )  # fmt: skip
        return {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": KEY, **dict.fromkeys(off, "1")}

    def files(self, url: str, home: Path, project: Path, server: Sequence[str]) -> dict[str, str]:
        trusted = {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
        seen = {
            "hasCompletedOnboarding": True, "theme": "dark", "numStartups": 3, "autoModeOptInDismissed": True,
            "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
            "projects": {str(project): trusted},
        }  # fmt: skip
        allowed = {
            "permissions": {
                "defaultMode": "default", "disableAutoMode": "disable", "allow": ["Bash", "mcp__arbor"],
            }
        }  # fmt: skip
        return {".claude.json": json.dumps(seen, indent=2), ".claude/settings.json": json.dumps(allowed)}

    def ask(self, prompt: str) -> list[str]:
        return [self.program, "-p", prompt]

    def talk(self) -> list[str]:
        return [self.program]


class Codex(Client):
    name = "codex"
    title = "Codex CLI"
    package = "@openai/codex"
    version = "0.169.0"
    program = "codex"
    source = integration = "codex"
    configs = (".codex/hooks.json", ".codex/config.toml")
    instructions = "AGENTS.md"
    shell = "^(exec_command|shell_command|shell)$"
    shell_argument = "cmd"
    records = (".codex/sessions/*/*/*/rollout-*.jsonl",)
    compact = "/compact"
    ready = "›"

    def environ(self, url: str, home: Path) -> dict[str, str]:
        return {"OPENAI_API_KEY": KEY}

    def files(self, url: str, home: Path, project: Path, server: Sequence[str]) -> dict[str, str]:
        trusted = "".join(
            f'\n[projects."{one}"]\ntrust_level = "trusted"\n' for one in (project, project.parent / "falcon")
        )
        return {
            ".codex/config.toml": f"""\
# How this person likes it
model = "standin-model"
model_provider = "standin"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.standin]
name = "Stand-in"
base_url = "{url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
{trusted}"""
        }

    def ask(self, prompt: str) -> list[str]:
        return [self.program, "exec", _TRUSTED, prompt]

    def talk(self) -> list[str]:
        return [self.program, _TRUSTED]


_TRUSTED = "--dangerously-bypass-hook-trust"
"""In place of a person who trusts the hooks with /hooks."""


class GeminiCli(Client):
    name = "gemini-cli"
    title = "Gemini CLI"
    package = "@google/gemini-cli"
    version = "0.61.0"
    program = "gemini"
    source = "gemini-cli"
    integration = "gemini"
    configs = (".gemini/settings.json",)
    instructions = "GEMINI.md"
    aside = "<state_snapshot>The kiln is looked at.</state_snapshot>"
    shell = "^run_shell_command$"
    records = (".gemini/tmp/*/chats/*.json*",)
    compact = "/compress"
    ready = "Typeyourmessage"
    prompt_event = "BeforeAgent"

    def environ(self, url: str, home: Path) -> dict[str, str]:
        return {
            "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_API_KEY": "standin", "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "GEMINI_TELEMETRY_ENABLED": "false",
        }  # fmt: skip

    def files(self, url: str, home: Path, project: Path, server: Sequence[str]) -> dict[str, str]:
        settings = {
            "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
            "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
            "privacy": {"usageStatisticsEnabled": False},
            "telemetry": {"enabled": False},
        }
        return {".gemini/settings.json": json.dumps(settings, indent=2)}

    def ask(self, prompt: str) -> list[str]:
        return [*self.talk(), "-p", prompt]

    def talk(self) -> list[str]:
        return [self.program, "--approval-mode", "yolo", "--model", "gemini-2.5-pro"]


class OpenCode(Client):
    name = "opencode"
    title = "opencode"
    package = "opencode-ai"
    version = "1.18.33"
    program = "opencode"
    source = "opencode"
    configs = (".config/opencode/opencode.json",)
    instructions = "AGENTS.md"
    shell = "^bash$"
    records = (".local/share/opencode/opencode.db",)

    def environ(self, url: str, home: Path) -> dict[str, str]:
        off = ("AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD", "DEFAULT_PLUGINS")
        return {f"OPENCODE_DISABLE_{one}": "true" for one in off}

    def files(self, url: str, home: Path, project: Path, server: Sequence[str]) -> dict[str, str]:
        provider = {
            "npm": "@ai-sdk/openai-compatible", "options": {"baseURL": f"{url}/v1", "apiKey": KEY},
            "models": {"standin-model": {"tool_call": True}},
        }  # fmt: skip
        settings = {
            "$schema": "https://opencode.ai/config.json",
            "provider": {"standin": provider}, "model": "standin/standin-model",
            "autoupdate": False, "share": "disabled", "permission": "allow",
            "mcp": {"arbor": {"type": "local", "command": list(server), "enabled": True}},
        }  # fmt: skip
        return {".config/opencode/opencode.json": json.dumps(settings, indent=2)}

    def ask(self, prompt: str) -> list[str]:
        return [self.program, "run", prompt]


class QwenCode(Client):
    name = "qwen-code"
    title = "qwen-code"
    package = "@qwen-code/qwen-code"
    version = "0.24.0"
    program = "qwen"
    source = "qwen-code"
    configs = (".qwen/settings.json",)
    instructions = "AGENTS.md"
    shell = "^run_shell_command$"
    records = (".qwen/projects/*/chats/*.jsonl",)

    def environ(self, url: str, home: Path) -> dict[str, str]:
        return {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_API_KEY": KEY, "OPENAI_MODEL": "standin-model"}

    def files(self, url: str, home: Path, project: Path, server: Sequence[str]) -> dict[str, str]:
        settings = {
            "security": {"auth": {"selectedType": "openai"}, "folderTrust": {"enabled": False}},
            "general": {"enableAutoUpdate": False, "disableAutoUpdate": True},
            "privacy": {"usageStatisticsEnabled": False},
            "telemetry": {"enabled": False},
            "mcpServers": {"arbor": {"command": server[0], "args": list(server[1:])}},
        }
        return {".qwen/settings.json": json.dumps(settings, indent=2)}

    def ask(self, prompt: str) -> list[str]:
        return [self.program, "--yolo", "-p", prompt]


class Pi(Client):
    name = "pi"
    title = "pi"
    package = "@mariozechner/pi-coding-agent"
    version = "0.73.0"
    program = "pi"
    source = "pi"
    instructions = "AGENTS.md"
    shell = "^bash$"
    records = (".pi/agent/sessions/*/*.jsonl",)

    def environ(self, url: str, home: Path) -> dict[str, str]:
        return {"PI_OFFLINE": "1", "PI_SKIP_VERSION_CHECK": "1", "PI_TELEMETRY": "0"}

    def files(self, url: str, home: Path, project: Path, server: Sequence[str]) -> dict[str, str]:
        provider = {
            "baseUrl": f"{url}/v1", "api": "openai-completions", "apiKey": KEY,
            "models": [{"id": "standin-model"}],
        }  # fmt: skip
        return {".pi/agent/models.json": json.dumps({"providers": {"standin": provider}})}

    def ask(self, prompt: str) -> list[str]:
        return [self.program, "--provider", "standin", "--model", "standin-model", "-p", prompt]


class CopilotCli(Client):
    name = "copilot-cli"
    title = "GitHub Copilot CLI"
    package = "@github/copilot"
    version = "1.0.102"
    program = "copilot"
    source = "copilot-cli"
    configs = (".copilot/mcp-config.json",)
    instructions = "AGENTS.md"
    shell = "^bash$"
    records = (".copilot/session-state/**/events.jsonl",)

    def environ(self, url: str, home: Path) -> dict[str, str]:
        return {
            "COPILOT_PROVIDER_BASE_URL": f"{url}/v1", "COPILOT_PROVIDER_TYPE": "openai",
            "COPILOT_PROVIDER_API_KEY": KEY, "COPILOT_MODEL": "standin-model", "COPILOT_OFFLINE": "true",
            "COPILOT_AUTO_UPDATE": "false",
        }  # fmt: skip

    def files(self, url: str, home: Path, project: Path, server: Sequence[str]) -> dict[str, str]:
        entry = {"type": "local", "command": server[0], "args": list(server[1:]), "tools": ["*"]}
        return {".copilot/mcp-config.json": json.dumps({"mcpServers": {"arbor": entry}}, indent=2)}

    def ask(self, prompt: str) -> list[str]:
        return [self.program, "--no-auto-update", "--allow-all-tools", "-p", prompt]


class Llm(Client):
    name = "llm"
    title = "llm"
    package = "llm"
    version = "0.36"
    registry = "pypi"
    program = "llm"
    source = "llm"
    with_tools = False
    has_folder = False
    records = (".config/io.datasette.llm/logs.db",)

    def environ(self, url: str, home: Path) -> dict[str, str]:
        return {"OPENAI_API_KEY": KEY}

    def files(self, url: str, home: Path, project: Path, server: Sequence[str]) -> dict[str, str]:
        model = f"- model_id: standin\n  model_name: standin-model\n  api_base: {url}/v1\n"
        return {".config/io.datasette.llm/extra-openai-models.yaml": model}

    def ask(self, prompt: str) -> list[str]:
        return [self.program, "-m", "standin", prompt]


class Aider(Client):
    name = "aider"
    title = "aider"
    package = "aider-chat"
    version = "0.86.2"
    registry = "pypi"
    program = "aider"
    source = "aider"
    with_tools = False
    records = ("src/*/.aider.chat.history.md",)

    def environ(self, url: str, home: Path) -> dict[str, str]:
        return {
            "OPENAI_API_BASE": f"{url}/v1", "OPENAI_API_KEY": KEY, "AIDER_ANALYTICS_DISABLE": "true",
            "AIDER_CHECK_UPDATE": "false", "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        }  # fmt: skip

    def ask(self, prompt: str) -> list[str]:
        quiet = ("--no-show-model-warnings", "--no-show-release-notes", "--no-gitignore", "--yes-always")
        return [self.program, "--model", "openai/standin-model", *quiet, "--message", prompt]


CLIENTS: tuple[Client, ...] = (
    ClaudeCode(), Codex(), GeminiCli(), OpenCode(), QwenCode(), Pi(), CopilotCli(), Llm(), Aider(),
)  # fmt: skip
"""In the order of the table."""
