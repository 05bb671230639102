"""Reading of a project's folder: which files, in which order, and whether they changed since (spec 5.6)."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from arbor_desktop.projects.model import ProjectFacts
from arbor_desktop.projects.stack import configuration, languages
from arbor_desktop.projects.stack.collector import Collector, Knowledge
from arbor_desktop.projects.stack.folder import MOST_ENTRIES, Excluded, Folder, Tree, Walk
from arbor_desktop.projects.stack.python import python

ManifestReader = Callable[[Folder, str, Collector], None]
MANIFEST_READERS: tuple[ManifestReader, ...] = (
    languages.package_json, languages.deno, python, languages.rust, languages.go, languages.maven,
    languages.gradle, languages.dotnet, languages.php, languages.ruby, languages.elixir, languages.dart,
    languages.swift, languages.cmake, languages.meson,
)  # fmt: skip
"""Each reads its files in a folder of the project: "" for the top, else a path that ends with `/`."""
MOST_PARTS = 30
_BESIDE_FROM = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """A project's files, read. `fingerprint`: the files with their sizes and times. `name`: the package's, or
    "". `troubles`: what could not be read, for people."""

    facts: ProjectFacts
    fingerprint: str
    name: str
    troubles: tuple[str, ...] = ()


def read_project(root: Path, known: Knowledge, excluded: Excluded = lambda path: False) -> Reading:
    """Read the files of a project that say what it is. Never raises for what is in the folder, executes
    nothing, follows no link out of it, and reads nothing that is `excluded` or may contain secrets."""
    folder = Folder(root, excluded)
    found = Collector(known)
    tree = Walk(root, known, excluded, (folder.text(".gitignore") or "").splitlines()).run()
    for manager, names in known.locks.items():  # by name alone: their content says no more than manifests do
        if folder.first(*names):
            found.managers.add(manager)
            found.stack.add(manager)
    for read in MANIFEST_READERS:
        read(folder, "", found)
    alone = not found.runtimes
    configuration.tasks(folder, found)
    configuration.containers(folder, found)
    configuration.integration(folder, found)
    configuration.pins(folder, found)
    languages.tsconfig(folder, found)
    _files(folder, found)
    _parts(folder, tree, found, alone=alone)
    configuration.conventions(folder, found)
    _layout(folder, tree, found)
    if tree.cut:
        folder.note("The folder", f"holds more than is counted (of {MOST_ENTRIES:,} files and folders)")
    return Reading(found.facts(tree), _fingerprint(folder, known), found.name, tuple(folder.troubles))


def _files(folder: Folder, found: Collector) -> None:
    """Note what the names of the files at the top say."""
    known = found.known
    for name in sorted(name for name, is_folder in folder.names.items() if not is_folder):
        technologies = known.files.of(name)
        found.stack.add(*technologies)
        found.tests.add(*(one for one in technologies if one in known.file_tests))
        if not found.runtimes:
            found.weak_types.add(*known.file_types.of(name))
        if known.config.of(name):
            found.config_files.add(name)


def _parts(folder: Folder, tree: Tree, found: Collector, *, alone: bool) -> None:
    """Read packages below the top: their dependencies are the project's too, and so are their commands if
    there is no package at the top (`alone`)."""
    places = list(dict.fromkeys(path.rpartition("/")[0] for path in tree.manifests))[:MOST_PARTS]
    for place in places:
        usual, explicit = dict(found.usual), dict(found.explicit)
        for read in MANIFEST_READERS:
            read(folder, f"{place}/", found)
        if not alone:
            found.usual, found.explicit = usual, explicit
    if len(places) > 1 and alone:
        found.patterns.add("several packages")
    if places:
        more = f" and {len(places) - 6} more" if len(places) > 6 else ""
        found.patterns.add(f"packages in {', '.join(f'{one}/' for one in places[:6])}{more}")


def _layout(folder: Folder, tree: Tree, found: Collector) -> None:
    names = folder.names
    if names.get("src") and "python" in found.runtimes:
        found.patterns.add("src layout")
    if tree.beside_tests >= _BESIDE_FROM:
        found.patterns.add("tests beside the code")
    if "docker" in found.stack:
        found.patterns.add("containers")
    if any(names.get(name) for name in ("migrations", "alembic", "prisma")):
        found.patterns.add("database migrations")
    if names.get(".github") and names.get("docs"):
        found.patterns.add("documents in docs/")


# -- whether anything changed --


def _fingerprint(folder: Folder, known: Knowledge) -> str:
    lines = [_state(folder.root, path) for path in sorted(folder.read)]
    return "\n".join([_head(folder.root, known), *lines])


def _head(root: Path, known: Knowledge) -> str:
    """Return the version of the knowledge, and the known files at the top."""
    try:
        names = sorted(name for name in os.listdir(root)[:5_000] if _is_known(name, known))  # noqa: PTH208
    except OSError:
        names = []
    return "\t".join([known.version, *names])


def _is_known(name: str, known: Knowledge) -> bool:
    locks = (lock for names in known.locks.values() for lock in names)
    return bool(known.config.of(name) or known.files.of(name)) or any(
        fnmatchcase(name, lock) for lock in locks
    )


def _state(root: Path, path: str) -> str:
    try:
        state = os.stat(root / path)  # noqa: PTH116
    except (OSError, ValueError):
        return f"{path}\tgone"
    return f"{path}\t{state.st_size}\t{state.st_mtime_ns}"


def is_current(root: Path, fingerprint: str, known: Knowledge) -> bool:
    """Return whether the files that were read, and the names of those that would be, are unchanged. Reads no
    file."""
    head, *lines = fingerprint.split("\n")
    if head != _head(root, known):
        return False
    return all(line == _state(root, line.partition("\t")[0]) for line in lines)
