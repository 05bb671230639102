"""How another program calls Arbor, and how a call of Arbor is recognised in its configuration.

A checkout and an installation are called by their Python (`PYTHON -P -m arbor_desktop …`): that works where
no `arbor` is on the PATH, from any folder, and needs no shell. `-P` matters: `python -m` would otherwise look
for modules in the folder that the tool works in first, so that a `json.py` of some project were run.

Shells that hooks are run in, where a tool takes one line instead of a list of arguments:

- Codex: the user's shell with `-lc` on Unix. On Windows PowerShell, in older versions `cmd.exe /C`; a program
  in double quotes starts in neither (openai/codex:codex-rs/hooks/src/engine/command_runner.rs, its issues
  32402, 38168 and 46454; codex-rs/shell-command/src/shell_detect.rs). A bare path starts in both.
- Gemini CLI: `bash -c` on Unix, PowerShell on Windows
  (google-gemini/gemini-cli:packages/core/src/hooks/hookRunner.ts, packages/core/src/utils/shell-utils.ts).
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath
from typing import Any

MODULE = "arbor_desktop"
_NAMES = ("arbor", "arbor-desktop", "arbor_desktop")
_RUNNERS = ("uv", "uvx", "pipx")
_WORD = re.compile(r'"[^"]*"|\'[^\']*\'|[^\s"\']+')
_BARE = re.compile(r"[\w.:\\/=+-][\w.:\\/=+~-]*")
"""What no shell of Windows reads as anything but itself."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The program that is this Arbor, and the arguments before the command. `home`: the folder of its data
    where that is not the usual one, since a tool does not hand on our environment."""

    program: str
    lead: tuple[str, ...] = ("-P", "-m", MODULE)
    home: str | None = None
    platform: str = sys.platform

    def arguments(self, *command: str) -> list[str]:
        """All arguments of a call of this command of the command line."""
        return [*self.lead, *command, *(("--home", self.home) if self.home else ())]

    def line(self, *command: str, short: Callable[[str], str | None]) -> str:
        """The call as one line for the shell of Codex or Gemini. `short` answers a path without spaces for
        one on Windows, where there is one."""
        words = [self.program, *self.arguments(*command)]
        if self.platform != "win32":
            return shlex.join(words)
        if not _BARE.fullmatch(words[0]):
            words[0] = short(words[0]) or words[0]
        call = "" if _BARE.fullmatch(words[0]) else "& "
        return call + " ".join(word if _BARE.fullmatch(word) else _quoted(word) for word in words)


def _quoted(word: str) -> str:
    """As a text of PowerShell, in which nothing is replaced."""
    return "'" + word.replace("'", "''") + "'"


def this_caller(home: Path | None, environ: Mapping[str, str], platform: str = sys.platform) -> Caller:
    """The Arbor that runs now. Python with a window's own subsystem (`pythonw.exe`) has no stdin and stdout,
    so its sibling is called; an AppImage is called by its file, since what is in it lies elsewhere each time.
    """
    folder = None if home is None else str(home)
    if getattr(sys, "frozen", False):
        return Caller(environ.get("APPIMAGE") or sys.executable, (), folder, platform)
    program = sys.executable
    if platform == "win32" and PureWindowsPath(program).name.lower() == "pythonw.exe":
        program = str(PureWindowsPath(program).with_name("python.exe"))
    return Caller(program, home=folder, platform=platform)


def short_path(path: str) -> str | None:
    """The short name of a path on Windows (`C:\\PROGRA~1\\…`), if the disk keeps short names."""
    if sys.platform != "win32":
        return None
    import ctypes

    found = ctypes.create_unicode_buffer(1024)
    size = ctypes.windll.kernel32.GetShortPathNameW(path, found, len(found))
    return found.value if 0 < size < len(found) and _BARE.fullmatch(found.value) else None


# -- recognising --


def words_of(entry: Mapping[str, Any]) -> list[str]:
    """The words of the call that an entry with `command`, and maybe `args`, makes."""
    command, args = entry.get("command"), entry.get("args")
    if not isinstance(command, str):
        return []
    if isinstance(args, list):
        return [command, *(word for word in args if isinstance(word, str))]
    return [_unquoted(word) for word in _WORD.findall(command) if word != "&"]


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word


def calls(entry: Any, command: str) -> bool:
    """Whether an entry calls this command of an Arbor, of whichever place and version."""
    if not isinstance(entry, Mapping):
        return False
    given = _arguments(words_of(entry))
    return next((word for word in _without_home(given) if not word.startswith("-")), None) == command


def _arguments(words: Sequence[str]) -> Sequence[str]:
    """What is said to Arbor; nothing where another program is called."""
    for place in range(1, len(words) - 1):
        if words[place] == "-m" and words[place + 1] == MODULE:
            return words[place + 2 :]
    if words and _name(words[0]) in _RUNNERS:  # `uv run --directory /src arbor hook …`
        words = words[next((n for n, word in enumerate(words) if word in _NAMES), len(words)) :]
    return words[1:] if words and _name(words[0]) in _NAMES else ()


def _name(program: str) -> str:
    return PureWindowsPath(program).name.lower().removesuffix(".exe")


def _without_home(words: Sequence[str]) -> list[str]:
    kept: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--home":
            next(rest, None)
        else:
            kept.append(word)
    return kept
