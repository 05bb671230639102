"""What is gathered while a project's files are read, and the facts that it comes to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from arbor_desktop.projects.model import ProjectFacts
from arbor_desktop.projects.stack.knowledge import DATABASE, STACK, TESTS, TYPE, Knowledge
from arbor_desktop.projects.stack.tree import Tree

MOST_DEPENDENCIES = 60
MOST_STACK = 50
MOST_VERSIONS = 30
MOST_COMMANDS = 24
MOST_CONVENTIONS = 40
MOST_NAMES = 40
LONGEST = 200
"""Characters of one text."""
_FEW = 0.05
"""A language of a smaller share of the code, which no file says is used, is none of the project's."""
_FIRST_COMMANDS = ("install", "build", "run", "dev", "test", "e2e", "lint", "format", "typecheck", "check")


@dataclass
class Found:
    """Reading adds to it; the order in which things were found first is kept. `explicit` commands are written
    in the project's files, `usual` ones are what its tools are run with."""

    known: Knowledge
    name: str = ""
    stack: dict[str, None] = field(default_factory=dict)
    tests: dict[str, None] = field(default_factory=dict)
    types: dict[str, None] = field(default_factory=dict)
    weak_types: dict[str, None] = field(default_factory=dict)
    runtimes: dict[str, None] = field(default_factory=dict)
    managers: dict[str, None] = field(default_factory=dict)
    databases: dict[str, None] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    dependencies: dict[str, None] = field(default_factory=dict)
    patterns: dict[str, None] = field(default_factory=dict)
    explicit: dict[str, str] = field(default_factory=dict)
    usual: dict[str, str] = field(default_factory=dict)
    entry_points: dict[str, None] = field(default_factory=dict)
    test_folders: dict[str, None] = field(default_factory=dict)
    config_files: dict[str, None] = field(default_factory=dict)
    conventions: dict[str, None] = field(default_factory=dict)

    def named(self, at: str, name: object) -> None:
        """Notes the name of the package in the folder `at`: the first one at the top is the project's."""
        if not at:
            self.name = self.name or short(name)

    def uses(self, *technologies: str) -> None:
        self.stack |= dict.fromkeys(technologies)

    def runs_on(self, runtime: str, version: object = None) -> None:
        self.runtimes[runtime] = None
        self.version(runtime, version)

    def version(self, name: str, version: object) -> None:
        """Notes a version as the files say it; the first counts."""
        text = short(version)
        if text and text not in ("*", "latest", "x"):
            self.versions.setdefault(name, text)

    def depends(self, ecosystem: str, name: str, version: object = None, *, dev: bool = False) -> None:
        """Notes a dependency with all it means. One of development says nothing of what the project is."""
        name = short(name)
        if not name:
            return
        known = self.known
        meant = {kind: known.meanings(kind, ecosystem, name) for kind in (STACK, TESTS, DATABASE)}
        self.tests |= dict.fromkeys(meant[TESTS])
        self.databases |= dict.fromkeys(meant[DATABASE])
        self.uses(*(technology for technologies in meant.values() for technology in technologies))
        if not dev:
            self.types |= dict.fromkeys(known.meanings(TYPE, ecosystem, name))
            self.dependencies[name] = None
        for kind in (STACK, TESTS):
            if meant[kind] and isinstance(version, str) and known.gives_version(kind, ecosystem, name):
                self.version(meant[kind][0], version)

    def tests_with(self, *frameworks: str) -> None:
        self.tests |= dict.fromkeys(frameworks)
        self.uses(*frameworks)

    def command(self, name: str, command: str) -> None:
        """A command that the project's files name; under the name that all projects have for it."""
        name, command = self.known.command_names.get(name, name), short(command)
        if command:
            self.explicit.setdefault(short(name, 40), command)

    def usually(self, name: str, command: str) -> None:
        self.usual.setdefault(name, command)

    def convention(self, sentence: str, file: str, tool: str = "") -> None:
        """One plain sentence, with the file that says so, and the tool it is said to."""
        where = ", ".join(filter(None, (file, tool)))
        self.conventions[f"{short(sentence)} ({where})"] = None

    def enters_at(self, *paths: object) -> None:
        self.entry_points |= {text.removeprefix("./"): None for path in paths if (text := short(path))}

    def facts(self, tree: Tree) -> ProjectFacts:
        languages = self._languages(tree)
        return ProjectFacts(
            type=self._type(),
            runtime=self._runtime(tree),
            package_manager=next(iter(self.managers), None),
            database=self._database(),
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
        """Of several, that of most of the code."""
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

    def _languages(self, tree: Tree) -> list[str]:
        total = sum(tree.languages.values())
        return [name for name, files in tree.languages.most_common(6) if files >= max(1, total * _FEW)]

    def _database(self) -> str | None:
        main = [name for name in self.databases if name not in self.known.caches]
        return next(iter(main or self.databases), None)

    def _commands(self) -> dict[str, str]:
        merged = self.usual | self.explicit
        ordered = [name for name in _FIRST_COMMANDS if name in merged]
        ordered += [name for name in merged if name not in ordered]
        return {name: merged[name] for name in ordered[:MOST_COMMANDS]}


def short(value: object, most: int = LONGEST) -> str:
    """A text in one line and of bounded length; "" for what is none."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    line = " ".join(str(value)[: most * 4].split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def _first(names: Iterable[str], most: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))[:most]
