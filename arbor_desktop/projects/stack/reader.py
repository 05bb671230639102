"""Reads a project's folder: which files are looked at, in which order, and whether they changed since."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from arbor_desktop.projects.model import ProjectFacts
from arbor_desktop.projects.stack import node, platforms, running, systems
from arbor_desktop.projects.stack.conventions import conventions
from arbor_desktop.projects.stack.folder import Excluded, Folder
from arbor_desktop.projects.stack.found import Found
from arbor_desktop.projects.stack.knowledge import Knowledge
from arbor_desktop.projects.stack.python import python
from arbor_desktop.projects.stack.tree import MOST_ENTRIES, Tree, Walk

ManifestReader = Callable[[Folder, str, Found], None]
MANIFEST_READERS: tuple[ManifestReader, ...] = (
    node.package_json, node.deno, python, systems.rust, systems.go, platforms.maven, platforms.gradle,
    platforms.dotnet, platforms.php, platforms.ruby, platforms.elixir, platforms.dart, platforms.swift,
    systems.cmake, systems.meson,
)  # fmt: skip
"""Each reads what it knows in a folder of the project, "" for its top, if it is there."""
MOST_PARTS = 30
_BESIDE_FROM = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read. `fingerprint` names the files with their sizes and times; `name` is the package's, ""
    where there is none; `troubles` what could not be read, in words for people."""

    facts: ProjectFacts
    fingerprint: str
    name: str
    troubles: tuple[str, ...] = ()


def read_project(root: Path, known: Knowledge, excluded: Excluded = lambda path: False) -> Reading:
    """Reads the files of a project that say what it is. Never raises for what lies in the folder, executes
    nothing, follows no link out of it, and reads nothing that is `excluded` or may hold secrets."""
    folder = Folder(root, excluded)
    found = Found(known)
    ignored = (folder.text(".gitignore") or "").splitlines() if folder.has(".gitignore") else []
    tree = Walk(root, known, excluded, ignored).run()
    _locks(folder, found)
    for read in MANIFEST_READERS:
        read(folder, "", found)
    alone = not found.runtimes
    running.tasks(folder, found)
    running.containers(folder, found)
    running.integration(folder, found)
    running.pins(folder, found)
    node.tsconfig(folder, found)
    _files(folder, found)
    _parts(folder, tree, found, alone=alone)
    conventions(folder, found)
    _layout(folder, tree, found)
    if tree.cut:
        folder.note("The folder", f"holds more than is counted (of {MOST_ENTRIES:,} files and folders)")
    return Reading(found.facts(tree), _fingerprint(folder, known), found.name, tuple(folder.troubles))


def _locks(folder: Folder, found: Found) -> None:
    """By name alone: what is locked would say nothing that manifests do not."""
    for manager, names in found.known.locks.items():
        if folder.first(*names):
            found.managers[manager] = None
            found.uses(manager)


def _files(folder: Folder, found: Found) -> None:
    """What the names at the top say by themselves."""
    known = found.known
    for name in sorted(name for name, is_folder in folder.names.items() if not is_folder):
        for technology in known.files.of(name):
            found.uses(technology)
            if technology in known.file_tests:
                found.tests[technology] = None
        found.weak_types |= dict.fromkeys(known.file_types.of(name)) if not found.runtimes else {}
        if known.config.of(name):
            found.config_files[name] = None


def _parts(folder: Folder, tree: Tree, found: Found, *, alone: bool) -> None:
    """Packages below the top: their dependencies are the project's too, and where nothing lies at its top,
    their commands."""
    places = list(dict.fromkeys(path.rpartition("/")[0] for path in tree.manifests))[:MOST_PARTS]
    for place in places:
        usual, explicit = dict(found.usual), dict(found.explicit)
        for read in MANIFEST_READERS:
            read(folder, place, found)
        if not alone:
            found.usual, found.explicit = usual, explicit
    if len(places) > 1 and alone:
        found.patterns["several packages"] = None
    if places:
        found.patterns[f"packages in {_named(places)}"] = None


def _named(places: Iterable[str]) -> str:
    named = list(places)
    more = f" and {len(named) - 6} more" if len(named) > 6 else ""
    return ", ".join(f"{one}/" for one in named[:6]) + more


def _layout(folder: Folder, tree: Tree, found: Found) -> None:
    if folder.names.get("src") and "python" in found.runtimes:
        found.patterns["src layout"] = None
    if tree.beside_tests >= _BESIDE_FROM:
        found.patterns["tests beside the code"] = None
    if "docker" in found.stack:
        found.patterns["containers"] = None
    for name in ("migrations", "alembic", "prisma"):
        if folder.names.get(name):
            found.patterns["database migrations"] = None
    if folder.names.get(".github") and folder.names.get("docs"):
        found.patterns["documents in docs/"] = None


# -- whether anything changed --


def _fingerprint(folder: Folder, known: Knowledge) -> str:
    lines = [_state(folder.root, path) for path in sorted(folder.read)]
    return "\n".join([_head(folder.root, known), *lines])


def _head(root: Path, known: Knowledge) -> str:
    """What the file of knowledge was, and which known files there are at the top."""
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
    """Whether the files that were read, and the names of those that would be, are as they were. Reads no
    file."""
    head, *lines = fingerprint.split("\n")
    if head != _head(root, known):
        return False
    return all(line == _state(root, line.partition("\t")[0]) for line in lines)
