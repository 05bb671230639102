"""The scripts of the sample conversations: TOML files in ``resources/demo/``, one a session.

A script has the steps of a session in order; `arbor_desktop.demo.sessions` writes them as a session file.
``projects.toml`` has the made-up projects that the sessions are about. Scripts contain no secrets, not even
made-up ones, which scanners would report: ``{fake:NAME}`` stands for one that is generated when the files are
written.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from pathlib import PurePosixPath
from typing import Any

import msgspec

from arbor_desktop import resources
from arbor_desktop.clock import DAY_MS

FOLDER = "demo"
_CATALOGUE = f"{FOLDER}/projects.toml"
MINUTE_MS = 60_000
ASSISTANTS = ("claude-code", "codex", "gemini-cli", "cursor", "chatgpt")
_KINDS = ("said", "reply", "think", "tool", "work", "queued", "command", "agent", "interrupt", "compaction",
          "branch", "pause")  # fmt: skip


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step of a script: exactly one of the fields up to `pause`, with the rest as options."""

    said: str | None = None
    reply: str | None = None
    think: str | None = None
    tool: str | None = None
    work: int | None = None
    """Number of made-up tool calls on the project's files."""
    queued: str | None = None
    """A prompt typed while the assistant works: sent at once, or with `later` as the next prompt."""
    command: str | None = None
    agent: str | None = None
    """Kind of a sub-agent with the prompt `prompt`, the steps `turns` and the answer `output`."""
    interrupt: str | None = None
    """`""`, or the reason (`"tool use"`)."""
    compaction: str | None = None
    branch: str | None = None
    pause: int | None = None
    """Minutes without any step."""

    input: dict[str, Any] = {}
    output: str = ""
    failed: bool = False
    reminder: str = ""
    ide: str = ""
    args: str = ""
    title: str = ""
    prompt: str = ""
    turns: tuple[Step, ...] = ()
    later: bool = False

    def __post_init__(self) -> None:
        given = [kind for kind in _KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            raise ValueError(f"a step is exactly one of {', '.join(_KINDS)}; this one has {given or 'none'}")

    @property
    def kind(self) -> str:
        return next(kind for kind in _KINDS if getattr(self, kind) is not None)


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Expected memories: each line of `memories` is in one memory, none of `never` in any. Case is
    ignored."""

    memories: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One session. It starts `days_ago` at `start` (UTC), or `minutes_ago` before now."""

    project: str
    turns: tuple[Step, ...]
    branch: str = "main"
    days_ago: int = 0
    start: str = ""
    minutes_ago: int = 0
    title: str = ""
    assistant: str = "claude-code"
    """Name of the source that reads the session."""
    version: str = "2.1.38"
    model: str = "claude-sonnet-4-5-20250929"
    reviewed: bool = True
    """Whether the person accepted the pending memories of this session."""
    expect: Expected = Expected()
    name: str = ""
    """The file's stem; ids are made from it."""

    def __post_init__(self) -> None:
        if bool(self.minutes_ago) == bool(self.days_ago and re.fullmatch(r"[0-2]\d:[0-5]\d", self.start)):
            raise ValueError("a script has either minutes_ago, or days_ago and start as HH:MM")
        if self.assistant not in ASSISTANTS:
            raise ValueError(f"there is no demo assistant {self.assistant!r}")

    @property
    def session_id(self) -> str:
        return demo_uuid(f"session {self.name}")

    def starts_at(self, now_ms: int) -> int:
        """Return the start in milliseconds since the epoch."""
        if self.minutes_ago:
            return now_ms - self.minutes_ago * MINUTE_MS
        hours, minutes = self.start.split(":")
        midnight = now_ms - now_ms % DAY_MS
        return midnight - self.days_ago * DAY_MS + (int(hours) * 60 + int(minutes)) * MINUTE_MS


class Ran(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command of a project and its output."""

    command: str
    output: str


class Project(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A made-up project. Sessions read and edit `files`, which contain `lines`; `manifests` have their
    texts."""

    name: str
    files: tuple[str, ...]
    lines: tuple[str, ...]
    commands: tuple[Ran, ...]
    manifests: dict[str, str]


class _Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    projects: tuple[Project, ...]


def load_projects() -> dict[str, Project]:
    """Return the made-up projects by name."""
    catalogue = msgspec.toml.decode(resources.read_text(_CATALOGUE), type=_Catalogue)
    return {project.name: project for project in catalogue.projects}


def load_scripts() -> tuple[Script, ...]:
    """Return all scripts, sorted by name. Raises msgspec.ValidationError, with the field, for an invalid
    one."""
    names = [name for name in resources.listing(FOLDER) if name.endswith(".toml") and name != _CATALOGUE]
    return tuple(read_script(PurePosixPath(name).stem, resources.read_text(name)) for name in names)


def read_script(name: str, text: str) -> Script:
    script = msgspec.toml.decode(text, type=Script)
    return msgspec.structs.replace(script, name=name)


def demo_uuid(name: str) -> str:
    """Return the id for a name, the same on every run."""
    return str(uuid.UUID(bytes=hashlib.sha256(f"demo {name}".encode()).digest()[:16], version=4))
