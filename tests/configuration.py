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

FILE = _setup.CHECKOUT / "docs" / "configuration.md"

GROUPS = {
    "appearance": "Look and keys",
    "tray": "Tray",
    "notify": "Notifications",
    "capture": "Capture",
    "redaction": "What is never kept",
    "review": "Review",
    "confidence": "How confidence fades",
    "context": "What your AI is told",
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
- `CLAUDE_CONFIG_DIR` is where Claude Code keeps its data, if not in `~/.claude`. Its sessions lie in
  `projects` there.
"""

CLOSING = """## Start at login

**Settings → General → Start at login** is kept by the system: a desktop entry in `~/.config/autostart` on
Linux, a launch agent in `~/Library/LaunchAgents` on macOS, a value of the Run key in the registry on Windows.

## Patterns that are never read

`capture.excluded` holds texts. One with a separator names a folder or file with all below it
(`~/work/client-a`), or is a pattern for the whole path (`*/drafts/*`). One without is a pattern for the name
of the file or of any folder above it (`*.tmp.jsonl`, `scratch`). `*` stands for any letters, `?` for one.
"""


def text() -> str:
    """The whole document."""
    parts = [OPENING]
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
