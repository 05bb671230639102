"""The `claude` command: its path, its arguments and its environment.

https://code.claude.com/docs/en/setup and https://code.claude.com/docs/en/env-vars. Nothing here starts a
thread or an event loop: whether the command is there is asked often.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from arbor_desktop.llm.model import ModelFailed, Trouble

NAME = "claude"
NEEDED_VERSION = "2.0.76"
"""The oldest version whose help lists the options that are used."""
OWN_SESSION = "ARBOR_OWN_SESSION"
"""Variable that marks a session of Arbor's own: its hooks send nothing to it and store nothing of it."""
ANSWER_SECONDS = 20.0
_SIGN_IN = ("ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "apiKeyHelper")
_ASKS_FOR_STATUS_FROM = "2.1.41"
"""anthropics/claude-code:CHANGELOG.md"""
_SCRIPTS = (".cmd", ".bat", ".ps1")
_PACKAGE = Path("node_modules", "@anthropic-ai", "claude-code")
_NOT_HANDED_ON = frozenset(
    (
        "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_CUSTOM_HEADERS",
        "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", "CLAUDE_CODE_SESSION_ID",
        "CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_EFFORT_LEVEL", "ANTHROPIC_MODEL", "ANTHROPIC_SMALL_FAST_MODEL",
    )
)  # fmt: skip
"""Keys would be billed instead of the plan of the sign-in, and an address without its key would get the
plan's token; the rest is of a session that Arbor was started from."""


def find(environ: Mapping[str, str] = os.environ) -> str | None:
    """Return the command's path: on the PATH, else where it is usually installed. Under a millisecond.

    Programs started from the desktop have a shorter PATH than a terminal.
    """
    return next((str(path) for path in (*_on_path(environ), *_usual(environ)) if _runs(path)), None)


def _on_path(environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield candidates of absolute folders, never of the current one, whatever the PATH or Windows say."""
    names = ("claude.exe", "claude.cmd") if sys.platform == "win32" else (NAME,)
    for folder in environ.get("PATH", os.defpath).split(os.pathsep):
        if Path(folder).is_absolute():
            yield from (Path(folder, name) for name in names)


def _usual(environ: Mapping[str, str]) -> Iterator[Path]:
    person = environ.get("USERPROFILE" if sys.platform == "win32" else "HOME", "")
    if sys.platform == "win32":
        if person:
            yield Path(person, ".local", "bin", "claude.exe")
            yield Path(person, ".claude", "local", "claude.cmd")
        if roaming := environ.get("APPDATA"):
            yield Path(roaming, "npm", "claude.cmd")
        return
    if person:
        home = Path(person)
        for folder in (".local/bin", ".claude/local", ".npm-global/bin", ".npm-packages/bin", ".bun/bin"):
            yield home / folder / NAME
        for folder in (".volta/bin", ".asdf/shims", ".local/share/mise/shims", ".local/share/pnpm"):
            yield home / folder / NAME
    if prefix := environ.get("NPM_CONFIG_PREFIX") or environ.get("npm_config_prefix"):
        yield Path(prefix, "bin", NAME)
    for folder in ("/opt/homebrew/bin", "/usr/local/bin", "/home/linuxbrew/.linuxbrew/bin", "/snap/bin"):
        yield Path(folder, NAME)
    if person:
        versions = Path(person, ".nvm", "versions", "node")
        yield from sorted(versions.glob(f"*/bin/{NAME}"), key=_version_of_node, reverse=True)


def _version_of_node(path: Path) -> list[int]:
    """`…/v22.3.0/bin/claude` → [22, 3, 0]."""
    return [int(part) for part in path.parts[-3].lstrip("v").split(".") if part.isdigit()]


def _runs(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def command(program: str) -> list[str]:
    """Return how `program` is started: itself, or what the script that npm makes on Windows would start.

    Such a script is never started: it runs in the system's shell, which parses arguments again, loses quotes
    and runs what looks like a command. Raises ModelFailed.
    """
    path = Path(program)
    if not program or not path.is_file():
        raise unstartable(f"{program or NAME} is not there", "gone")
    if path.suffix.lower() in _SCRIPTS:
        return _behind_script(path)
    if not os.access(path, os.X_OK):
        raise unstartable(f"{program} is not executable", "not executable")
    return [program]


def _behind_script(script: Path) -> list[str]:
    package = script.parent / _PACKAGE
    for native in (package / "bin" / "claude.exe", package / "claude.exe"):
        if native.is_file():
            return [str(native)]
    entry = package / "cli.js"
    node = next((path for path in (script.parent / "node.exe", script.parent / "node") if _runs(path)), None)
    runtime = str(node) if node else shutil.which("node")
    if entry.is_file() and runtime is not None:
        return [runtime, str(entry)]
    raise unstartable(f"{script} is a script, and the program behind it was not found", "script")


def unstartable(why: str, detail: str) -> ModelFailed:
    """Return the failure of a command that can't be started."""
    message = (
        f"The claude command can't be started: {why}. Install Claude Code again, or choose another way to "
        "read conversations."
    )
    return ModelFailed(message, Trouble.NO_PROGRAM, detail=detail)


def environment(program: str, environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the command's environment: the person's own without keys and variables of other sessions, and of
    Arbor's only OWN_SESSION."""
    kept = {
        name: value
        for name, value in environ.items()
        if name.upper() not in _NOT_HANDED_ON and not name.upper().startswith("ARBOR_")
    }
    # `#!/usr/bin/env node` looks for node on the PATH; it is beside the command more often than not.
    folders = [str(Path(program).parent), *kept.get("PATH", os.defpath).split(os.pathsep)]
    kept["PATH"] = os.pathsep.join(dict.fromkeys(folder for folder in folders if folder))
    return kept | {
        "DISABLE_AUTOUPDATER": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "CLAUDE_CODE_MAX_RETRIES": "2",  # Arbor itself retries, and can say so
        "MAX_THINKING_TOKENS": "0",
        "NO_COLOR": "1",
        OWN_SESSION: "1",
    }


@dataclass(frozen=True, slots=True)
class OwnSignIn:
    """A sign-in without a plan in Claude Code's own settings: the `names` set in `file`, for `server`."""

    names: tuple[str, ...]
    file: Path
    server: str


def own_sign_in(environ: Mapping[str, str] = os.environ) -> OwnSignIn | None:
    """Return the sign-in in Claude Code's settings; None where nothing is set or they can't be read."""
    home = environ.get("USERPROFILE" if sys.platform == "win32" else "HOME", "")
    file = Path(environ.get("CLAUDE_CONFIG_DIR") or Path(home, ".claude")) / "settings.json"
    try:
        settings = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    settings = settings if isinstance(settings, dict) else {}
    env = settings.get("env")
    env = env if isinstance(env, dict) else {}
    names = tuple(name for name in _SIGN_IN if env.get(name) or settings.get(name))
    try:
        host = urlsplit(str(env.get("ANTHROPIC_BASE_URL", ""))).hostname
    except ValueError:
        host = None
    return OwnSignIn(names, file, host or "Anthropic's service") if names else None


def version(program: str, environ: Mapping[str, str] = os.environ) -> str | None:
    """Return the version, such as `2.1.289`; None where it can't be started. Blocks, a second with a cold
    disk."""
    first = _output(program, ["--version"], environ).strip().split(" ", 1)[0]
    return first if first[:1].isdigit() and len(first) <= 40 else None


def numbers(version: str) -> list[int]:
    """Return a version for comparisons: `2.1.289` → [2, 1, 289]."""
    return [int(part) for part in version.split(".") if part.isdigit()]


def signed_in(program: str, version: str, environ: Mapping[str, str] = os.environ) -> bool | None:
    """Return whether `claude auth status` reports a sign-in; None where it does not say. Blocks.

    An older command would take these words for a prompt, and is not asked.
    """
    if numbers(version) < numbers(_ASKS_FOR_STATUS_FROM):
        return None
    try:
        status = json.loads(_output(program, ["auth", "status"], environ))
    except ValueError:
        return None
    logged_in = status.get("loggedIn") if isinstance(status, dict) else None
    return logged_in if isinstance(logged_in, bool) else None


def _output(program: str, arguments: list[str], environ: Mapping[str, str]) -> str:
    """Return the command's output, "" where it can't be started or does not end."""
    try:
        return subprocess.run(
            [*command(program), *arguments],
            env=environment(program, environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=ANSWER_SECONDS,
            encoding="utf-8",
            errors="replace",
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            check=False,
        ).stdout
    except (OSError, subprocess.TimeoutExpired, ModelFailed):
        return ""
