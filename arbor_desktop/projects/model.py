"""Projects, as their files and sessions show them (spec 5.6)."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from arbor_desktop.clock import to_iso
from arbor_desktop.documents import document
from arbor_desktop.projects.gate import WORK
from arbor_desktop.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Often:
    """A file or a command, and the number of sessions with it."""

    name: str
    sessions: int


@dataclass(frozen=True, slots=True)
class ProjectFacts:
    """Facts from the files of a project, which are read and never executed. Paths are relative to it, with
    `/`.

    `type`: `library`, `web app`, …; `runtime`: `python`, `node`, …; `stack`: technologies, in lower case;
    `versions`: of runtimes and main dependencies, as written in the files; `commands`: to build, run, test
    and check it, by name (`test` → `pytest -q`); `file_tree`: the number of files in each folder; `patterns`:
    its layout (`monorepo`, `src layout`, …); `conventions`: rules of its configuration, a sentence each, with
    the file.
    """

    type: str | None = None
    runtime: str | None = None
    package_manager: str | None = None
    database: str | None = None
    stack: tuple[str, ...] = ()
    versions: dict[str, str] = field(default_factory=dict)
    dependencies: tuple[str, ...] = ()
    test_frameworks: tuple[str, ...] = ()
    file_tree: dict[str, int] = field(default_factory=dict)
    patterns: tuple[str, ...] = ()
    commands: dict[str, str] = field(default_factory=dict)
    entry_points: tuple[str, ...] = ()
    test_folders: tuple[str, ...] = ()
    config_files: tuple[str, ...] = ()
    conventions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProjectSummary:
    """One line of the list of projects. `there`: its folder exists on this computer. `last_seen`: the last
    time that it was mentioned, stored or read. `memories`: the number of active and pending ones. `kind`:
    work or private. `group`: its projects share the memories that name it."""

    path: str
    name: str
    type: str | None = None
    stack: tuple[str, ...] = ()
    memories: int = 0
    conversations: int = 0
    last_seen: int | None = None
    there: bool = True
    kind: str = WORK
    group: str = ""

    def to_dict(self) -> dict[str, Any]:
        return document(self, last_seen=to_iso(self.last_seen))


@dataclass(frozen=True, slots=True)
class Branch:
    """A git branch that is checked out, or named by memories or conversations of a project. `path`: its
    memory file, if there is one. `updated_at`: the last change of its kept memory, in milliseconds. `edited`:
    the file changed since Arbor read or wrote it. `trouble`: why the file is not updated, for people."""

    name: str
    memories: int = 0
    conversations: int = 0
    last_seen: int | None = None
    checked_out: bool = False
    path: str | None = None
    updated_at: int | None = None
    edited: bool = False
    trouble: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return document(self, last_seen=to_iso(self.last_seen))


@dataclass(frozen=True, slots=True)
class Branches:
    """`known`: the branches that memories or conversations name, latest first, after the checked-out one."""

    checked_out: str | None
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Quirk:
    """A memory that applies to a part of a project. `applies_to`: patterns of files, such as
    `src/legacy/**`."""

    memory_id: str
    text: str
    applies_to: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Project:
    """All that is known of one project. `quirks`: memories that apply to parts of it. `read_at`: when its
    files were read last, or None. `trouble`: what could not be read, and why, for people."""

    summary: ProjectSummary
    facts: ProjectFacts = ProjectFacts()
    quirks: tuple[Quirk, ...] = ()
    frequent_files: tuple[Often, ...] = ()
    frequent_commands: tuple[Often, ...] = ()
    branches: tuple[Branch, ...] = ()
    read_at: int | None = None
    trouble: str | None = None

    @property
    def path(self) -> str:
        return self.summary.path

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of `arbor project` (spec 5.6, 7.2)."""
        own = document(self)
        shown: dict[str, Any] = own.pop("summary") | own.pop("facts")
        return shown | own


@dataclass(frozen=True, slots=True)
class ProjectSession:
    """A session of a project with its outcome. `type`, `status` and `complexity`: as in `Outcome`, None if
    there is none (not memorized, or deleted by age). `checks`: tests and builds, each with its last result
    ("pytest passed"). `state`: the conversation's status."""

    conversation_id: str
    title: str
    source: str
    branch: str | None
    at: int | None
    task: str = ""
    type: str | None = None
    status: str | None = None
    complexity: int | None = None
    files: int = 0
    errors: int = 0
    errors_solved: int = 0
    memories: int = 0
    checks: tuple[str, ...] = ()
    state: str = "memorized"

    def to_dict(self) -> dict[str, Any]:
        return document(self)


@dataclass(frozen=True, slots=True)
class SimilarTask:
    """A past task similar to another, with its outcome. `similarity`: 0 to 1. `learnings`: what it taught, as
    texts of memories. `checks`: as in `ProjectSession`."""

    conversation_id: str
    task: str
    similarity: float
    type: str
    status: str
    complexity: int
    project: str | None = None
    at: int | None = None
    files: tuple[str, ...] = ()
    learnings: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return document(self)
