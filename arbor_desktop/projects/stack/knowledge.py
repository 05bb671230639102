"""What names of dependencies, images and files mean (resources/projects.toml)."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import translate
from typing import Any

BY_GROUPS = ("jvm", "dotnet", "go")
"""Packages of these ecosystems are known by how their names begin."""
STACK, TESTS, DATABASE, TYPE = "stack", "tests", "database", "type"


class Patterns:
    """Names, some of which end in `*` or hold other wildcards, each with what it means."""

    def __init__(self, meanings: Iterable[tuple[str, str]]) -> None:
        self._exact: dict[str, dict[str, None]] = {}
        self._wild: list[tuple[re.Pattern[str], str]] = []
        for name, meaning in meanings:
            if "*" in name or "?" in name:
                self._wild.append((re.compile(translate(name)), meaning))
            else:
                self._exact.setdefault(name, {})[meaning] = None

    def of(self, name: str) -> list[str]:
        """All that a name means, exact ones first."""
        found = dict.fromkeys(self._exact.get(name, {}))
        found |= {meaning: None for pattern, meaning in self._wild if pattern.match(name)}
        return list(found)

    def is_named(self, name: str) -> bool:
        """Whether a name stands there as it is."""
        return name in self._exact


@dataclass(frozen=True, slots=True)
class Knowledge:
    """`dependencies`: by kind (`stack`, `tests`, `database`, `type`) and ecosystem. `version` stands for the
    file's text: who has read a project with another one reads it anew."""

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
        """What a dependency means: technologies, test frameworks, databases, or types of projects."""
        known = self.dependencies[kind].get(ecosystem)
        return known.of(dependency.lower()) if known else []

    def gives_version(self, kind: str, ecosystem: str, dependency: str) -> bool:
        """Whether a dependency's version is that of what it means: a plugin's is not."""
        known = self.dependencies[kind].get(ecosystem)
        return known is not None and (ecosystem in BY_GROUPS or known.is_named(dependency.lower()))


def load_knowledge(projects_toml: str) -> Knowledge:
    """Reads the file. Raises KeyError, ValueError or tomllib.TOMLDecodeError where it is broken."""
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
