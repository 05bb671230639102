"""Collection of facts from a project's files, and what names in them mean (resources/projects.toml)."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import translate
from typing import TYPE_CHECKING, Any

from arbor_desktop.projects.model import ProjectFacts

if TYPE_CHECKING:
    from arbor_desktop.projects.stack.folder import Tree

MOST_DEPENDENCIES = 60
MOST_STACK = 50
MOST_VERSIONS = 30
MOST_COMMANDS = 24
MOST_CONVENTIONS = 40
MOST_NAMES = 40
LONGEST = 200
"""Characters of one text."""
BY_GROUPS = ("jvm", "dotnet", "go")
"""Ecosystems whose packages are recognized by the beginning of their names."""
STACK, TESTS, DATABASE, TYPE = "stack", "tests", "database", "type"
_FEW = 0.05
"""A language with a smaller share of the code, named by no file, is not counted."""
_FIRST_COMMANDS = ("install", "build", "run", "dev", "test", "e2e", "lint", "format", "typecheck", "check")


# -- what names mean --


class Patterns:
    """Names, some with wildcards, each with its meanings."""

    def __init__(self, meanings: Iterable[tuple[str, str]]) -> None:
        self._exact: dict[str, dict[str, None]] = {}
        self._wild: list[tuple[re.Pattern[str], str]] = []
        for name, meaning in meanings:
            if "*" in name or "?" in name:
                self._wild.append((re.compile(translate(name)), meaning))
            else:
                self._exact.setdefault(name, {})[meaning] = None

    def of(self, name: str) -> list[str]:
        """Return all meanings of a name, those of exact names first."""
        found = dict.fromkeys(self._exact.get(name, {}))
        found |= {meaning: None for pattern, meaning in self._wild if pattern.match(name)}
        return list(found)

    def is_exact(self, name: str) -> bool:
        """Return whether a name is listed without a wildcard."""
        return name in self._exact


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Meanings of names. `dependencies`: by kind (`stack`, `tests`, `database`, `type`) and ecosystem.
    `version`: a hash of the file; projects read with another one are read again."""

    version: str
    types: Sequence[str]
    dependencies: Mapping[str, Mapping[str, Patterns]]
    images: Patterns
    image_stack: Patterns
    caches: frozenset[str]
    files: Patterns
    file_tests: frozenset[str]
    file_types: Patterns
    locks: Mapping[str, Sequence[str]]
    config: Patterns
    languages: Mapping[str, str]
    runtimes: Mapping[str, str]
    command_names: Mapping[str, str]
    skipped: Patterns
    test_folders: Patterns
    aside: frozenset[str]

    def meanings(self, kind: str, ecosystem: str, dependency: str) -> list[str]:
        """Return the technologies, test frameworks, databases or types of project that a dependency means."""
        known = self.dependencies[kind].get(ecosystem)
        return known.of(dependency.lower()) if known else []

    def gives_version(self, kind: str, ecosystem: str, dependency: str) -> bool:
        """Return whether a dependency has the version of what it means; a plugin has not."""
        known = self.dependencies[kind].get(ecosystem)
        return known is not None and (ecosystem in BY_GROUPS or known.is_exact(dependency.lower()))


def load_knowledge(projects_toml: str) -> Knowledge:
    """Return the content of projects.toml. Raises KeyError, ValueError: it is broken."""
    raw = tomllib.loads(projects_toml)
    return Knowledge(
        version=hashlib.sha256(projects_toml.encode()).hexdigest()[:12],
        types=tuple(raw["types"]),
        dependencies={
            kind: {ecosystem: _patterns(table) for ecosystem, table in raw[kind].items()}
            for kind in (STACK, TESTS, DATABASE, TYPE)
        },
        images=_patterns(raw["images"]),
        image_stack=_patterns(raw["image_stack"]),
        caches=frozenset(raw["caches"]["names"]),
        files=_patterns(raw["files"]),
        file_tests=frozenset(raw["file_tests"]["names"]),
        file_types=_patterns(raw["file_types"]),
        locks=raw["locks"],
        config=Patterns((name, name) for name in raw["config"]["names"]),
        languages={ending: name for name, endings in raw["languages"].items() for ending in endings},
        runtimes=raw["runtimes"],
        command_names={one: name for name, others in raw["command_names"].items() for one in others},
        skipped=Patterns((name, name) for name in raw["skipped"]["names"]),
        test_folders=Patterns((name, name) for name in raw["skipped"]["tests"]),
        aside=frozenset(raw["skipped"]["aside"]),
    )


def _patterns(table: Mapping[str, Any]) -> Patterns:
    return Patterns((name, meaning) for meaning, names in table.items() for name in names)


# -- facts --


class Names(dict[str, None]):
    """Names in the order in which they were added first."""

    def add(self, *names: str) -> None:
        self.update(dict.fromkeys(names))


@dataclass
class Collector:
    """Collects what is found, in the order of the first find. `explicit`: commands written in the project's
    files; `usual`: commands that its tools are usually run with."""

    known: Knowledge
    name: str = ""
    stack: Names = field(default_factory=Names)
    tests: Names = field(default_factory=Names)
    types: Names = field(default_factory=Names)
    weak_types: Names = field(default_factory=Names)
    runtimes: Names = field(default_factory=Names)
    managers: Names = field(default_factory=Names)
    databases: Names = field(default_factory=Names)
    versions: dict[str, str] = field(default_factory=dict)
    dependencies: Names = field(default_factory=Names)
    patterns: Names = field(default_factory=Names)
    explicit: dict[str, str] = field(default_factory=dict)
    usual: dict[str, str] = field(default_factory=dict)
    entry_points: Names = field(default_factory=Names)
    test_folders: Names = field(default_factory=Names)
    config_files: Names = field(default_factory=Names)
    conventions: Names = field(default_factory=Names)

    def named(self, at: str, name: object) -> None:
        """Note the name of the package in the folder `at`; the first one at the top names the project."""
        if not at:
            self.name = self.name or short(name)

    def runs_on(self, runtime: str, version: object = None, *, manager: str = "") -> None:
        self.runtimes.add(runtime)
        self.version(runtime, version)
        if manager:
            self.managers.add(manager)

    def version(self, name: str, version: object) -> None:
        """Note a version as the files say it; the first one counts."""
        text = short(version)
        if text and text not in ("*", "latest", "x"):
            self.versions.setdefault(name, text)

    def depends(self, ecosystem: str, name: str, version: object = None, *, dev: bool = False) -> None:
        """Note a dependency and what it means; one for development says nothing about the type of project.
        `version`: a text, or a table that has one."""
        name = short(name)
        if not name:
            return
        if isinstance(version, dict):
            version = version.get("version")
        known = self.known
        meant = {kind: known.meanings(kind, ecosystem, name) for kind in (STACK, TESTS, DATABASE)}
        self.tests.add(*meant[TESTS])
        self.databases.add(*meant[DATABASE])
        self.stack.add(*(technology for technologies in meant.values() for technology in technologies))
        if not dev:
            self.types.add(*known.meanings(TYPE, ecosystem, name))
            self.dependencies.add(name)
        for kind in (STACK, TESTS):
            if meant[kind] and isinstance(version, str) and known.gives_version(kind, ecosystem, name):
                self.version(meant[kind][0], version)

    def depends_on_all(self, ecosystem: str, versions: Mapping[str, Any], *, dev: bool = False) -> None:
        for name, version in versions.items():
            self.depends(ecosystem, name, version, dev=dev)

    def tests_with(self, *frameworks: str) -> None:
        self.tests.add(*frameworks)
        self.stack.add(*frameworks)

    def stores_in(self, *databases: str) -> None:
        self.databases.add(*databases)
        self.stack.add(*databases)

    def command(self, name: str, command: str) -> None:
        """Note a command that the project's files name, under the name that all projects have for it."""
        name, command = self.known.command_names.get(name, name), short(command)
        if command:
            self.explicit.setdefault(short(name, 40), command)

    def usually(self, **commands: str) -> None:
        """Note commands by their names; the first one of a name counts."""
        for name, command in commands.items():
            self.usual.setdefault(name, command)

    def convention(self, sentence: str, file: str, tool: str = "") -> None:
        """Note a sentence, with the file that says it and the tool that it is for."""
        self.conventions.add(f"{short(sentence)} ({', '.join(filter(None, (file, tool)))})")

    def enters_at(self, *paths: object) -> None:
        self.entry_points.add(*(text.removeprefix("./") for path in paths if (text := short(path))))

    def facts(self, tree: Tree) -> ProjectFacts:
        least = max(1, sum(tree.languages.values()) * _FEW)
        languages = [name for name, files in tree.languages.most_common(6) if files >= least]
        databases = [name for name in self.databases if name not in self.known.caches] or self.databases
        return ProjectFacts(
            type=self._type(),
            runtime=self._runtime(tree),
            package_manager=next(iter(self.managers), None),
            database=next(iter(databases), None),
            stack=_first((*languages, *self.stack), MOST_STACK),
            versions=dict(list(self.versions.items())[:MOST_VERSIONS]),
            dependencies=_first(self.dependencies, MOST_DEPENDENCIES),
            test_frameworks=_first(self.tests, MOST_NAMES),
            file_tree=tree.folders,
            patterns=_first(self.patterns, MOST_NAMES),
            commands=self._commands(),
            entry_points=_first(self.entry_points, MOST_NAMES),
            test_folders=_first((*self.test_folders, *tree.test_folders), MOST_NAMES),
            config_files=_first(self.config_files, MOST_NAMES),
            conventions=_first(self.conventions, MOST_CONVENTIONS),
        )

    def _type(self) -> str | None:
        for candidates in (self.types, self.weak_types):
            found = [name for name in self.known.types if name in candidates]
            if found:
                return found[0]
        return next(iter(self.weak_types), None)

    def _runtime(self, tree: Tree) -> str | None:
        """Return the runtime of most of the code."""
        by_runtime: dict[str, int] = {}
        for language, files in tree.languages.items():
            if runtime := self.known.runtimes.get(language):
                by_runtime[runtime] = by_runtime.get(runtime, 0) + files
        if not self.runtimes:
            return max(by_runtime, key=lambda name: (by_runtime[name], name), default=None)
        if "bun" in self.runtimes or "deno" in self.runtimes:
            by_runtime |= {name: by_runtime.get("node", 0) + 1 for name in ("bun", "deno")}
        order = list(self.runtimes)
        return max(order, key=lambda name: (by_runtime.get(name, 0), -order.index(name)))

    def _commands(self) -> dict[str, str]:
        merged = self.usual | self.explicit
        ordered = [name for name in _FIRST_COMMANDS if name in merged]
        ordered += [name for name in merged if name not in ordered]
        return {name: merged[name] for name in ordered[:MOST_COMMANDS]}


def short(value: object, most: int = LONGEST) -> str:
    """Return a text as one line of bounded length; "" if it is not a text or number."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    line = " ".join(str(value)[: most * 4].split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def _first(names: Iterable[str], most: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))[:most]
