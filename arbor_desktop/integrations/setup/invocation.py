"""How other programs call Arbor, and how an entry in their configuration that calls Arbor is recognised.

A checkout and an installation are called by their Python (`PYTHON -P -m arbor_desktop …`): that works without
an `arbor` on the PATH, from any folder, and needs no shell. Without `-P`, `python -m` would first look for
modules in the folder that the tool works in, and run a `json.py` of some project. A bundle is called by its
program `arbor`, which has no window of its own on Windows.

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
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PureWindowsPath
from typing import Any

from arbor_desktop.quick_dataclass import dataclass
from arbor_desktop.text.sentence import Sentence, joined

MODULE = "arbor_desktop"
AGAIN = Sentence("Connect it again to fix that.")
_NAMES = ("arbor", "arbor-desktop", "arbor_desktop")
_RUNNERS = ("uv", "uvx", "pipx")
_WORD = re.compile(r'"[^"]*"|\'[^\']*\'|[^\s"\']+')
_BARE = re.compile(r"[\w.:\\/=+-][\w.:\\/=+~-]*")
"""A word that no shell of Windows changes."""


def short_path(path: str) -> str | None:
    """Return the short name of a path on Windows (`C:\\PROGRA~1\\…`), if the disk has short names."""
    if sys.platform != "win32":
        return None
    import ctypes

    found = ctypes.create_unicode_buffer(1024)
    size = ctypes.windll.kernel32.GetShortPathNameW(path, found, len(found))
    return found.value if 0 < size < len(found) and _BARE.fullmatch(found.value) else None


@dataclass(frozen=True, slots=True)
class Caller:
    """This Arbor as a program: its path, and the arguments before the command. `home`: the data folder, if it
    is not the default, since a tool does not pass on our environment. `short` returns the short name of a
    path on Windows, if it has one."""

    program: str
    lead: tuple[str, ...] = ("-P", "-m", MODULE)
    home: str | None = None
    platform: str = sys.platform
    short: Callable[[str], str | None] = short_path

    def arguments(self, *command: str) -> list[str]:
        """Return all arguments of a call of `arbor COMMAND`."""
        return [*self.lead, *command, *(("--home", self.home) if self.home else ())]

    def line(self, *command: str) -> str:
        """Return the call as one line for the shell of Codex or Gemini."""
        words = [self.program, *self.arguments(*command)]
        if self.platform != "win32":
            return shlex.join(words)
        if not _BARE.fullmatch(words[0]):
            words[0] = self.short(words[0]) or words[0]
        call = "" if _BARE.fullmatch(words[0]) else "& "
        return call + " ".join(word if _BARE.fullmatch(word) else _quoted(word) for word in words)


def _quoted(word: str) -> str:
    """Quote a word for PowerShell as a text in which nothing is replaced."""
    return "'" + word.replace("'", "''") + "'"


def this_caller(home: Path | None, environ: Mapping[str, str], platform: str = sys.platform) -> Caller:
    """Return the running Arbor. `pythonw.exe` has no stdin and stdout, so `python.exe` beside it is called;
    an AppImage is called by its file, as it is mounted in another place each time."""
    folder = None if home is None else str(home)
    if getattr(sys, "frozen", False):
        own = Path(sys.executable).with_name("arbor.exe" if platform == "win32" else "arbor")
        return Caller(environ.get("APPIMAGE") or str(own), (), folder, platform)
    program = sys.executable
    if platform == "win32" and PureWindowsPath(program).name.lower() == "pythonw.exe":
        program = str(PureWindowsPath(program).with_name("python.exe"))
    return Caller(program, home=folder, platform=platform)


# -- recognition --


def words_of(entry: Mapping[str, Any]) -> list[str]:
    """Return the words of an entry's call, from `command` and, if there, `args`."""
    command, args = entry.get("command"), entry.get("args")
    if not isinstance(command, str):
        return []
    if isinstance(args, list):
        return [command, *(word for word in args if isinstance(word, str))]
    return [_unquoted(word) for word in _WORD.findall(command) if word != "&"]


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word


def calls(entry: Any, command: str) -> bool:
    """Return whether an entry calls this command of any Arbor, wherever it is and of whatever version."""
    if not isinstance(entry, Mapping):
        return False
    given = _arguments(words_of(entry))
    return next((word for word in _without_home(given) if not word.startswith("-")), None) == command


def _arguments(words: Sequence[str]) -> Sequence[str]:
    """Return the arguments of Arbor; none if another program is called."""
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


# -- entries in configurations --


@dataclass(frozen=True, slots=True)
class Call:
    """An entry that calls Arbor: `fixed` keys identify it, `usual` are set unless the person set them."""

    fixed: Mapping[str, Any]
    usual: Mapping[str, Any]

    @property
    def entry(self) -> dict[str, Any]:
        return {**self.fixed, **self.usual}

    def same(self, entry: Mapping[str, Any]) -> bool:
        """Return whether an entry makes exactly this call."""
        if "args" not in self.fixed and "args" in entry:
            return False
        return all(entry.get(key) == value for key, value in self.fixed.items())

    def updated(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return the entry with this call and what a person added to it."""
        kept = {key: value for key, value in entry.items() if key != "args" or "args" in self.fixed}
        return {**kept, **self.fixed, **{k: v for k, v in self.usual.items() if k not in entry}}


def why_partly(entry: Mapping[str, Any], call: Call) -> tuple[str, bool]:
    """Return the reason why an entry that calls an Arbor does not make this call, for people, and whether the
    program that it starts is gone."""
    program, ours = words_of(entry)[0], words_of(call.entry)[0]
    found = Path(program).exists() if Path(program).name != program else shutil.which(program)
    if not found:
        gone = Sentence("It starts a copy of Arbor that no longer exists ({program}).", program=program)
        return joined(gone, AGAIN), True
    if program != ours:
        return Sentence(
            "It starts another copy of Arbor ({program}). Connect it again to use this one.", program=program
        ), False
    old = Sentence("It starts Arbor as an older version did, or with another data folder.")
    return joined(old, AGAIN), False
