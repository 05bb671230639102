"""One page that explains a project to a colleague, made from its memories and files without a model.

Whoever clones the project may read it. So it has only what people in the project may know, and nothing of the
person or this computer: each memory that is left out has a reason, the first that applies.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from arbor_desktop.branches.instructions import PUBLIC, entry_line
from arbor_desktop.database.connection import Connection
from arbor_desktop.documents import document
from arbor_desktop.memories.model import Category, Memory, MemoryFilter, MemoryType, Scope, Source, Status
from arbor_desktop.memories.queries import search
from arbor_desktop.projects import queries as projects
from arbor_desktop.projects.gate import TRIVIA
from arbor_desktop.projects.homes import Homes
from arbor_desktop.projects.model import ProjectFacts
from arbor_desktop.redaction.redactor import screen
from arbor_desktop.runtime.runtime import REDACTED, Runtime
from arbor_desktop.text.spelling import folded
from arbor_desktop.text.words import fold

MOST_OF_A_SECTION = 40
"""The surest entries of a section; a newcomer reads no more."""


class LeftOut(StrEnum):
    """Why a memory is not on the page."""

    PRIVATE = "private"
    """Sensitive, never to be shared, or a private fact of a private project."""
    PERSONAL = "personal"
    """About the person rather than the project, or with an address, a phone number or a secret."""
    UNDECIDED = "undecided"
    """Needs review, may be outdated, or conflicts with another one."""
    BRANCH = "branch"
    """Applies to one branch alone."""
    ELSEWHERE = "elsewhere"
    """Names another project or client."""
    COMPUTER = "computer"
    """Names a folder of this computer."""
    ROOM = "room"
    """There are surer ones of its section."""


class Heading(StrEnum):
    WHAT = "What it is"
    RUN = "Run and test"
    CONVENTIONS = "Conventions"
    DECISIONS = "Decisions, and why"
    WHO = "Who does what"
    PITFALLS = "Pitfalls"


@dataclass(frozen=True, slots=True)
class Digest:
    """The page as Markdown. `memories`: the ids of those on it; `left_out`: how many others there are, by
    reason."""

    project: str
    text: str
    memories: tuple[str, ...] = ()
    left_out: dict[str, int] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return document(self)


def digest(runtime: Runtime, project: str) -> Digest:
    """Return the page of a project, by its path; without text if nothing is known of it."""
    now = runtime.clock()
    wanted = MemoryFilter(
        scope=Scope.PROJECT, scope_id=project, statuses=(Status.ACTIVE, Status.PENDING), valid_at=now
    )

    def read(conn: Connection) -> tuple[list[Memory], ProjectFacts, str, Homes]:
        rows = search.rows(conn, wanted, runtime.policy, now)
        stored, known = projects.get(conn, project), projects.summaries(conn, project)
        return (
            list(search.memories_of_rows(conn, rows, runtime.policy, now)),
            stored.facts if stored is not None else ProjectFacts(),
            known[0].name if known else Path(project).name,
            Homes.load(conn, project),
        )

    found, facts, name, homes = runtime.db.read(read)
    page = _Page(project, name, facts, homes)
    for memory in sorted(found, key=_surest_first):
        page.add(memory)
    lines = [line for heading in Heading for line in page.section(heading)]
    if not lines:
        return Digest(name, "", (), dict(page.left_out))
    text = "\n".join([f"# How {one_name(name)} works", *lines])
    return Digest(name, text, tuple(page.included), dict(page.left_out))


def one_name(name: str) -> str:
    """Return a name that is no markup."""
    return entry_line(name).replace("#", "").strip()


def _surest_first(memory: Memory) -> tuple[bool, float, int, str]:
    # By the stored confidence: today's would change the page every day.
    pinned = memory.privacy_level is PUBLIC[1]
    return not pinned, -memory.confidence, -memory.created_at, memory.id


class _Page:
    def __init__(self, project: str, name: str, facts: ProjectFacts, homes: Homes) -> None:
        self._project, self._name, self._facts, self._homes = project, name, facts, homes
        self._screen = screen(personal=True)
        self._paths = [path for path in (project, str(Path.home())) if len(path) > 1]
        self._entries: dict[Heading, dict[str, str]] = {heading: {} for heading in Heading}
        self.included: list[str] = []
        self.left_out: Counter[str] = Counter()
        others = sorted(homes.by_name, key=len, reverse=True)
        self._others = (
            re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, others))})(?![\w-])") if others else None
        )

    def add(self, memory: Memory) -> None:
        text = memory.told_text.replace(f"{self._project.rstrip('/')}/", "")
        if (reason := self._why_not(memory, text)) is not None:
            self.left_out[reason] += 1
            return
        heading = self._heading(memory, text)
        entries = self._entries[heading]
        if fold(text) not in entries and len(entries) >= MOST_OF_A_SECTION:
            self.left_out[LeftOut.ROOM] += 1
            return
        self.included.append(memory.id)
        entries.setdefault(fold(text), self._line(memory, heading, text))

    def _why_not(self, memory: Memory, text: str) -> LeftOut | None:
        if memory.privacy_level not in PUBLIC or (self._homes.private and memory.type in TRIVIA):
            return LeftOut.PRIVATE
        unconfirmed = memory.source is Source.AGENT_STORED and memory.confirmed_at is None
        pending = memory.status is not Status.ACTIVE or memory.needs_review
        if pending or unconfirmed or memory.conflict_ids:
            return LeftOut.UNDECIDED
        if memory.branch is not None:
            return LeftOut.BRANCH
        secret = REDACTED in text or self._screen.clean([text]) != [text]
        if memory.type in _OF_A_PERSON or _ABOUT_THE_PERSON.match(text) or secret:
            return LeftOut.PERSONAL
        if self._others is not None and self._others.search(folded(text)):
            return LeftOut.ELSEWHERE
        if _OF_THIS_COMPUTER.search(text) or any(path in text for path in self._paths):
            return LeftOut.COMPUTER
        return None

    def _heading(self, memory: Memory, text: str) -> Heading:
        conventions = memory.category in (Category.PROJECT_CONVENTIONS, Category.CODING_PREFERENCES)
        if memory.category is Category.BUG_PATTERNS:
            return Heading.PITFALLS
        if memory.type is MemoryType.RELATIONSHIP or _OWNS.match(text):
            return Heading.WHO
        if memory.category is Category.ARCHITECTURAL_DECISIONS:
            return Heading.DECISIONS
        if any(command in text for command in self._facts.commands.values()) or _RUNS.search(text):
            return Heading.RUN
        if conventions or memory.type is MemoryType.INSTRUCTION:
            return Heading.CONVENTIONS
        return Heading.WHAT

    def _line(self, memory: Memory, heading: Heading, text: str) -> str:
        line = self._linked(entry_line(text))
        if heading is Heading.DECISIONS:
            at = datetime.fromtimestamp((memory.said_at or memory.created_at) / 1000)
            line += f" ({at:%Y-%m-%d})"
        return f"- {line}"

    def section(self, heading: Heading) -> list[str]:
        """Return the lines of a section, with its heading; none if there is nothing to say."""
        called = f"- {self._name}".casefold()
        entries = sorted(
            self._entries[heading].values(), key=lambda line: not line.casefold().startswith(called)
        )
        lines = [*self._of_files(heading), *entries]
        return ["", f"## {heading.value}", "", *lines] if lines else []

    def _of_files(self, heading: Heading) -> Iterator[str]:
        """Yield what the project's files say, each with the file that says it, where that is one."""
        facts = self._facts
        if heading is Heading.WHAT:
            kind, made = facts.type or "project", ", ".join(facts.stack[:8])
            if made:
                yield f"- {entry_line(f'{kind[:1].upper()}{kind[1:]}: {made}')}{self._from_files()}"
            if facts.entry_points:
                yield f"- Starts at {', '.join(map(self._link, facts.entry_points[:5]))}"
        elif heading is Heading.RUN:
            for name, command in facts.commands.items():
                yield f"- {entry_line(name)}: `{command.replace('`', '')}`"
            if facts.test_folders:
                yield f"- Tests are in {', '.join(map(self._link, facts.test_folders[:5]))}"
        elif heading is Heading.CONVENTIONS:
            yield from (f"- {self._linked(entry_line(one))}" for one in facts.conventions)

    def _from_files(self) -> str:
        links = [self._link(file) for file in self._facts.config_files[:5]]
        return f" ({', '.join(links)})" if links else ""

    def _link(self, path: str) -> str:
        """Return a link to a file of the project, or its name alone if it is not there."""
        shown = f"`{path.replace('`', '')}`"
        return f"[{shown}](<{path}>)" if self._is_here(path) else shown

    def _linked(self, line: str) -> str:
        """Return a line in which the project's files are links."""
        return _PATH.sub(
            lambda found: self._link(path) if self._is_here(path := found[1] or found[2] or "") else found[0],
            line,
        )

    def _is_here(self, path: str) -> bool:
        inside = path and not path.startswith(("/", "~")) and ".." not in path.split("/") and "<" not in path
        return bool(inside) and os.path.exists(os.path.join(self._project, path))  # noqa: PTH110, PTH118


_OF_A_PERSON = frozenset((MemoryType.PREFERENCE, MemoryType.SKILL))
_ABOUT_THE_PERSON = re.compile(r"(?:the )?user(?:['’]s)?\b|(?:i|i['’]m|my)\s", re.IGNORECASE)
_OF_THIS_COMPUTER = re.compile(r"/home/|/Users/|/root/|\b[A-Za-z]:\\|(?<!\w)~/")
_RUNS = re.compile(
    r"\b(?:run|start|build|deploy|install)s?\b[^.]*`|`(?:make|npm|pnpm|yarn|uv|cargo|go|just|pytest|docker)\b",
    re.I,
)
_OWNS = re.compile(
    r"^[A-Z]\w+ (?:owns|maintains|leads|handles|looks after|took over|is (?:responsible|in charge))\b"
)
_PATH = re.compile(
    r"`([\w./-]+)`|(?<!\]\()(?<![\w`/.\[<-])((?:[\w-][\w.-]*/)*[\w-][\w.-]*\.[A-Za-z]\w*)(?![\w`/>\]])"
)
