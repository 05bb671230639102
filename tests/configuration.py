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
    "General": ("appearance", "tray", "limits", "notify"),
    "Sources": ("capture",),
    "Reading": ("extraction", "model"),
    "Sharing": ("context", "injection"),
    "Review and conflicts": ("review", "conflicts"),
    "Memories": ("learning",),
    "Search": ("search",),
    "Privacy": ("redaction",),
    "Team": ("team",),
    "Maintenance": ("maintenance", "lifecycle", "confidence", "retention"),
    "Data": ("backup", "file_versions"),
    "About": ("updates",),
}
"""The first parts of keys, by the section of the window."""

OPENING = f"""# Configuration

Change settings in the window under **Settings** (`Ctrl ,`), or with `arbor settings`:

```
arbor settings list
arbor settings get review.mode
arbor settings set review.mode everything
arbor settings reset review.mode
```

A change applies immediately, in every running Arbor. Settings are stored in `{SETTINGS}` in the data folder.
Unknown keys and invalid values are refused; a damaged file is renamed, and the defaults apply.

## Folders

- The data folder contains the memory file, settings, backups and logs. It is `{HOME_VARIABLE}`, by default
  `~/.local/share/arbor` on Linux, `~/Library/Application Support/arbor` on macOS, `%LOCALAPPDATA%\\arbor` on
  Windows.
- Arbor also finds conversations where `CLAUDE_CONFIG_DIR`, `CODEX_HOME`, `GEMINI_CLI_HOME`,
  `CONTINUE_GLOBAL_DIR`, `PI_CODING_AGENT_DIR`, `LLM_USER_PATH`, `XDG_CONFIG_HOME` and `XDG_DATA_HOME` point.
"""

CLOSING = """## Start at login

**Settings → General → Start at login** creates a desktop entry in `~/.config/autostart` (Linux), a launch
agent in `~/Library/LaunchAgents` (macOS), or a value of the registry's Run key (Windows).

## Patterns that are never read

`capture.excluded` is a list of patterns. `*` matches any characters, `?` one.

- With a separator: a folder or file with everything below it (`~/work/client-a`), or a pattern for the
  whole path (`*/drafts/*`)
- Without: the name of a file, or of any folder above it (`*.tmp.jsonl`, `scratch`)
"""


SYSTEMS = {"linux": "Linux", "darwin": "macOS", "win32": "Windows"}

SOURCES = """## Where conversations are looked for

Arbor reads only sources that you turn on (**Settings → Sources**, or `arbor sources enable NAME`), and
sessions of [AI tools that you connect](integrations.md). The files of other sources are only counted. You can
add any other folder; formats are detected by content. CONFIG is `~/.config` on Linux,
`~/Library/Application Support` on macOS, `~/AppData/Roaming` on Windows. EDITOR is Code, Code - Insiders,
VSCodium, Cursor or Windsurf.
"""

CONFIG = {"linux": "~/.config/", "darwin": "~/Library/Application Support/", "win32": "~/AppData/Roaming/"}


def sources() -> list[str]:
    """The table of places, as the program has it."""
    lines = [SOURCES, "| Name | Assistant | Where |", "|---|---|---|"]
    for known in known_sources({"HOME": "~", "USERPROFILE": "~"}, "linux"):
        if known.in_projects:
            where = "in each project: " + ", ".join(
                f"`{(place.folder / pattern).as_posix()}`"
                for place in known.in_projects
                for pattern in place.patterns
            )
        elif not known.exported:
            where = "<br>".join(_on_each_system(known.name))
        else:
            where = "the service's export, ZIP or JSON: drop it on the window, or run `arbor capture FILE`"
        lines.append(f"| `{known.name}` | {known.label} | {where} |")
    return [*lines, ""]


def _on_each_system(name: str) -> list[str]:
    found: dict[str, list[str]] = {}
    for platform, system in SYSTEMS.items():
        known = next(k for k in known_sources({"HOME": "~", "USERPROFILE": "~"}, platform) if k.name == name)
        for place in known.places:
            folder = place.folder.as_posix().replace(CONFIG[platform], "CONFIG/")
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
    for heading, groups in GROUPS.items():
        parts.append(_section(heading, [s for g in groups for s in DECLARED if _group(s) == g]))
    parts.append(_section("Set by the program", [s for s in DECLARED if s.hidden]))
    parts.append(CLOSING)
    return "\n".join(parts)


def _group(setting: Setting) -> str:
    """Return the first part of the key; none of what only the program sets."""
    return "" if setting.hidden else setting.key.partition(".")[0]


def _section(heading: str, settings: Iterable[Setting]) -> str:
    rows = [
        f"| `{s.key}` | `{json.dumps(s.default)}` | {_allowed(s)} | **{s.title}.** {s.help} |"
        for s in settings
    ]
    return "\n".join(
        [f"## {heading}", "", "| Key | Default | Allowed | Effect |", "|---|---|---|---|", *rows, ""]
    )


def _allowed(setting: Setting) -> str:
    if setting.choices:
        return ", ".join(f"`{choice}`" for choice in setting.choices)
    if setting.kind is bool:
        return "switch"
    if setting.minimum is not None and setting.maximum is not None:
        word = "whole number, " if setting.kind is int else ""
        return f"{word}{setting.minimum:g} to {setting.maximum:g}"
    return {list: "list", int: "whole number", float: "number", str: "text"}[setting.kind]


def main(file: Path = FILE) -> int:
    """Writes the document."""
    file.parent.mkdir(exist_ok=True)
    file.write_text(text(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
