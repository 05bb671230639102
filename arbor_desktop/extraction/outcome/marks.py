"""The words by which an outcome is read: resources/extract/outcome.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arbor_desktop.conversations.outcome import CheckKind, TaskType

_NAME = re.compile(r"[^a-z0-9]")


@dataclass(frozen=True, slots=True)
class Runner:
    """A program that tests, builds or checks; `match` fits the start of its command."""

    kind: CheckKind
    match: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Phrases:
    """Words in small letters that an output begins with, or has anywhere."""

    beginnings: tuple[str, ...]
    anywhere: tuple[str, ...]

    def are_in(self, small: str) -> bool:
        return small.startswith(self.beginnings) or any(phrase in small for phrase in self.anywhere)


@dataclass(frozen=True, slots=True)
class TypeMark:
    """Words that name a kind of task. `changed`: whether they count only where files were changed (True),
    only where none was (False), or always (None)."""

    type: TaskType
    match: re.Pattern[str]
    changed: bool | None = None


@dataclass(frozen=True, slots=True)
class Marks:
    """What the program knows of tools, runners and phrases. Built once by `load_marks`, never changed."""

    tools: Mapping[str, str]
    runs: Mapping[str, CheckKind]
    runners: tuple[Runner, ...]
    wrappers: re.Pattern[str]
    subcommands: frozenset[str]
    lookers: frozenset[str]
    stems: tuple[str, ...]
    results: Mapping[str, re.Pattern[str]]
    no_errors: tuple[str, ...]
    error_lines: tuple[re.Pattern[str], ...]
    error_told: re.Pattern[str]
    created: Phrases
    modified: Phrases
    files: Mapping[str, re.Pattern[str]]
    verdict: Mapping[str, re.Pattern[str]]
    decisions: Mapping[str, re.Pattern[str]]
    types: tuple[TypeMark, ...]
    commit: re.Pattern[str]
    delivered: re.Pattern[str]
    commit_types: Mapping[str, TaskType]

    def tool(self, name: str) -> str:
        """What a tool does: shell, write, edit, patch, read, ask, watch; "" for anything else."""
        return self.tools.get(plain(name), "")

    def run_by_tool(self, name: str) -> CheckKind | None:
        """The kind of run that a tool is by itself."""
        return self.runs.get(plain(name))


def plain(name: str) -> str:
    """A tool's name without what every assistant writes differently."""
    return _NAME.sub("", name.lower())


def load_marks(outcome_toml: str) -> Marks:
    """Reads the file. Raises KeyError, ValueError, re.error or tomllib.TOMLDecodeError where it is broken."""
    raw = tomllib.loads(outcome_toml)
    tools, commands, errors, results = raw["tools"], raw["commands"], raw["errors"], dict(raw["results"])
    stems, files = tuple(results.pop("stems")), dict(raw["files"])
    return Marks(
        tools={name: use for use, names in tools.items() if use != "runs" for name in names.split()},
        runs={name: CheckKind(kind) for name, kind in tools["runs"].items()},
        runners=tuple(
            Runner(CheckKind(entry["kind"]), re.compile(entry["match"])) for entry in raw["runner"]
        ),
        wrappers=re.compile(commands["wrappers"]),
        subcommands=frozenset(commands["subcommands"].split()),
        lookers=frozenset(commands["lookers"].split()),
        stems=stems,
        results=_compiled(results),
        no_errors=tuple(errors["none"]),
        error_lines=tuple(re.compile(text) for text in errors["lines"]),
        error_told=re.compile(errors["told"]),
        created=_phrases(files.pop("created")),
        modified=_phrases(files.pop("modified")),
        files=_compiled(files),
        verdict=_compiled(raw["verdict"]),
        decisions=_compiled(raw["decisions"]),
        types=tuple(
            TypeMark(TaskType(entry["type"]), re.compile(entry["match"]), entry.get("changed"))
            for entry in raw["type"]
        ),
        commit=re.compile(raw["commit"]["message"]),
        delivered=re.compile(raw["commit"]["done"]),
        commit_types={name: TaskType(kind) for name, kind in raw["commit"]["types"].items()},
    )


def _phrases(texts: Sequence[str]) -> Phrases:
    return Phrases(
        tuple(text[1:] for text in texts if text.startswith("^")),
        tuple(text for text in texts if not text.startswith("^")),
    )


def _compiled(texts: Mapping[str, Any]) -> dict[str, re.Pattern[str]]:
    return {name: re.compile(text) for name, text in texts.items()}
