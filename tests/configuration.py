"""docs/configuration.md, written from the declared settings: ``python3 -m tests.configuration``.

The text is generated so that it can't say anything else than the program does; a test compares it.
"""

import sys

from tests import _setup

if __name__ == "__main__":
    _setup.ensure("tests.configuration")

import json
from collections.abc import Iterable
from pathlib import Path

from arbor_desktop.paths import HOME_VARIABLE, SETTINGS
from arbor_desktop.settings import SETTINGS as DECLARED
from arbor_desktop.settings import Setting
from arbor_desktop.source_folders import EDITORS, known_sources

FILE = _setup.CHECKOUT / "docs" / "configuration.md"

GROUPS = {
    "appearance": "Look and keys",
    "tray": "Tray",
    "notify": "Notifications",
    "capture": "Capture",
    "redaction": "What is never kept",
    "extraction": "Who reads conversations",
    "model": "With a model",
    "review": "Review",
    "conflicts": "Contradictions",
    "confidence": "How confidence fades",
    "lifecycle": "What becomes of old memories",
    "search": "Searching by meaning",
    "context": "What your AI is told",
    "injection": "When AI tools are told",
    "learning": "What sessions teach",
    "maintenance": "Maintenance",
    "retention": "How long conversations are kept",
    "backup": "Backups",
}
"""Heading by the first part of a key."""

OPENING = f"""# Configuration

Everything is set in the window under **Settings** (`Ctrl ,`), or with `arbor settings`:

```
arbor settings list
arbor settings get review.mode
arbor settings set review.mode everything
arbor settings reset review.mode
```

A change counts at once, in every running Arbor. Settings are kept in `{SETTINGS}` in Arbor's folder, written
atomically; unknown keys and values that are not allowed are refused. A damaged file is set aside under
another name, and the defaults hold.

## Where things are

- `{HOME_VARIABLE}` is Arbor's folder, with memory file, settings, backups and logs. By default it is where
  the system wants application data: `~/.local/share/arbor` on Linux, `~/Library/Application Support/arbor`
  on macOS, `%LOCALAPPDATA%\\arbor` on Windows.
- What the assistants' own variables say of their folders is respected: `CLAUDE_CONFIG_DIR`, `CODEX_HOME`,
  `GEMINI_CLI_HOME`, `CONTINUE_GLOBAL_DIR`, `PI_CODING_AGENT_DIR`, `LLM_USER_PATH`, `XDG_CONFIG_HOME`,
  `XDG_DATA_HOME`.
"""

CLOSING = """## Start at login

**Settings → General → Start at login** is kept by the system: a desktop entry in `~/.config/autostart` on
Linux, a launch agent in `~/Library/LaunchAgents` on macOS, a value of the Run key in the registry on Windows.

## Patterns that are never read

`capture.excluded` holds texts. One with a separator names a folder or file with all below it
(`~/work/client-a`), or is a pattern for the whole path (`*/drafts/*`). One without is a pattern for the name
of the file or of any folder above it (`*.tmp.jsonl`, `scratch`). `*` stands for any letters, `?` for one.
"""


SYSTEMS = {"linux": "Linux", "darwin": "macOS", "win32": "Windows"}

SOURCES = """## Where conversations are looked for

Nothing here is read before you switch the source on (**Settings → Sources**, or `arbor sources enable NAME`);
until then its files are only counted. Any other folder can be added; its files are recognised by their
content. EDITOR is any of Code, Code - Insiders, VSCodium, Cursor and Windsurf.
"""


def sources() -> list[str]:
    """The table of places, as the program has it."""
    lines = [SOURCES, "| Name | Assistant | Where |", "|---|---|---|"]
    for known in known_sources({"HOME": "~", "USERPROFILE": "~"}, "linux"):
        if known.in_projects:
            where = "in each of your projects: " + ", ".join(
                f"`{(place.folder / pattern).as_posix()}`"
                for place in known.in_projects
                for pattern in place.patterns
            )
        elif not known.exported:
            where = "<br>".join(_on_each_system(known.name))
        else:
            where = (
                "the file the service sends you, ZIP or JSON: drop it on the window, or `arbor capture FILE`"
            )
        lines.append(f"| `{known.name}` | {known.label} | {where} |")
    return [*lines, ""]


def _on_each_system(name: str) -> list[str]:
    found: dict[str, list[str]] = {}
    for platform, system in SYSTEMS.items():
        known = next(k for k in known_sources({"HOME": "~", "USERPROFILE": "~"}, platform) if k.name == name)
        for place in known.places:
            folder = place.folder.as_posix()
            for editor in EDITORS if "globalStorage/" in folder or "workspaceStorage" in folder else ():
                folder = folder.replace(f"/{editor}/User/", "/EDITOR/User/")
            systems = found.setdefault(f"`{folder}`", [])
            if system not in systems:
                systems.append(system)
    return [
        folder if len(systems) == len(SYSTEMS) else f"{folder} ({', '.join(systems)})"
        for folder, systems in found.items()
    ]


def text() -> str:
    """The whole document."""
    parts = [OPENING, *sources()]
    for group, heading in GROUPS.items():
        parts.append("\n".join(_section(heading, [s for s in _people() if s.key.split(".")[0] == group])))
    kept = [s for s in DECLARED if s.hidden]
    parts.append("\n".join(_section("Set by the program", kept)))
    parts.append(CLOSING)
    return "\n".join(parts)


def _people() -> list[Setting]:
    return [setting for setting in DECLARED if not setting.hidden]


def _section(heading: str, settings: Iterable[Setting]) -> list[str]:
    rows = [
        f"| `{s.key}` | `{json.dumps(s.default)}` | {_allowed(s)} | **{s.title}.** {s.help} |"
        for s in settings
    ]
    return [f"## {heading}", "", "| Key | Default | Allowed | Effect |", "|---|---|---|---|", *rows, ""]


def _allowed(setting: Setting) -> str:
    if setting.choices:
        return ", ".join(f"`{choice}`" for choice in setting.choices)
    if setting.kind is bool:
        return "`true`, `false`"
    if setting.minimum is not None and setting.maximum is not None:
        word = "whole number, " if setting.kind is int else ""
        return f"{word}{setting.minimum:g} to {setting.maximum:g}"
    return {list: "a list", int: "a whole number", float: "a number", str: "a text"}[setting.kind]


def main(file: Path = FILE) -> int:
    """Writes the document."""
    file.parent.mkdir(exist_ok=True)
    file.write_text(text(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
